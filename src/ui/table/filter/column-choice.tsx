// Chooses a column: from a list or, when there are so many that a list would block the page, by name.

import { useId, useState } from 'react';
import { TABLE_BAR, TABLE_FILTER } from '../../strings/editors/table.ts';
import fields from '../../widgets/dialog/field-dialog.module.css';
import { columnTitle, type Column } from '../model/column-layout.ts';

/** Most columns that are offered in a list. */
const MAX_LISTED = 200;

export interface ColumnChoiceProps {
  readonly id: string;
  readonly columns: readonly Column[];
  /** The id of the column; empty for any column. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A select, or a text field with suggestions. */
export function ColumnChoice({ id, columns, value, onChange }: ColumnChoiceProps) {
  const listId = useId();
  const [typed, setTyped] = useState(() => {
    const chosen = columns.find((column) => column.id === value);
    return chosen === undefined ? '' : columnTitle(chosen.path);
  });
  if (columns.length <= MAX_LISTED) {
    return (
      <select id={id} className={fields.field} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{TABLE_BAR.searchAll}</option>
        {columns.map((column) => (
          <option key={column.id} value={column.id}>
            {columnTitle(column.path)}
          </option>
        ))}
      </select>
    );
  }
  const wanted = typed.toLowerCase();
  const names = columns.map(({ path }) => columnTitle(path));
  return (
    <>
      <input
        id={id}
        className={fields.field}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        placeholder={TABLE_BAR.searchAll}
        aria-describedby={`${id}-many`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(columns[names.indexOf(event.target.value)]?.id ?? '');
        }}
      />
      <datalist id={listId}>
        {names
          .filter((name) => name.toLowerCase().includes(wanted))
          .slice(0, MAX_LISTED)
          .map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </datalist>
      <p id={`${id}-many`} className={fields.hint}>
        {typed !== '' && value === '' ? TABLE_FILTER.noColumn : TABLE_FILTER.many(columns.length)}
      </p>
    </>
  );
}
