// The dialog that adds a filter of rows.

import { useId, useState, type FormEvent } from 'react';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import type { FieldKind } from '../../../shared/protocol/wizard.ts';
import { CANCEL } from '../../strings/app/layout.ts';
import { TABLE_FILTER } from '../../strings/editors/table.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { Actions, Dialog } from '../../widgets/dialog/dialog.tsx';
import fields from '../../widgets/dialog/fielddialog.module.css';
import type { Column } from '../columns/column-layout.ts';
import { ColumnChoice } from './column-choice.tsx';
import { CONDITIONS, filterOf, KINDS, type Condition } from './filter-text.ts';
import styles from './filter-dialog.module.css';

export interface FilterDialogProps {
  /** The initially chosen column; `null` for any column, `undefined` while the dialog is closed. */
  readonly column: Column | null | undefined;
  readonly columns: readonly Column[];
  readonly onClose: () => void;
  readonly onFilter: (filter: TableFilter) => void;
}

/** The dialog behind "Filter". */
export function FilterDialog({ column, ...props }: FilterDialogProps) {
  return (
    <Dialog title={TABLE_FILTER.title} open={column !== undefined} onClose={props.onClose}>
      {column !== undefined && <Form column={column} {...props} />}
    </Dialog>
  );
}

const ANY = '';

function Form({ column, columns, onClose, onFilter }: FilterDialogProps & { readonly column: Column | null }) {
  const id = useId();
  const [chosen, setChosen] = useState(column?.id ?? ANY);
  const [condition, setCondition] = useState<Condition>(column?.kind === 'number' ? '==' : 'contains');
  const [value, setValue] = useState('');
  const [kinds, setKinds] = useState<readonly (FieldKind | 'missing')[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const path = columns.find((one) => one.id === chosen)?.path ?? null;
  const hasValue = !['kind', 'missing', 'null'].includes(condition) || path === null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const made = filterOf(path, condition, value, kinds);
    if (typeof made === 'string') return setProblem(made);
    onFilter(made);
    onClose();
  };
  return (
    <form className={fields.form} onSubmit={submit} noValidate>
      <label htmlFor={`${id}-column`}>{TABLE_FILTER.column}</label>
      <ColumnChoice id={`${id}-column`} columns={columns} value={chosen} onChange={setChosen} />
      {path !== null && (
        <>
          <label htmlFor={`${id}-condition`}>{TABLE_FILTER.condition}</label>
          <select
            id={`${id}-condition`}
            className={fields.field}
            value={condition}
            onChange={(event) => {
              setCondition(CONDITIONS.find((one) => one === event.target.value) ?? 'contains');
              setProblem(null);
            }}
          >
            {CONDITIONS.map((one) => (
              <option key={one} value={one}>
                {TABLE_FILTER.conditions[one]}
              </option>
            ))}
          </select>
        </>
      )}
      {hasValue && (
        <>
          <label htmlFor={`${id}-value`}>{condition === 'one-of' ? TABLE_FILTER.values : TABLE_FILTER.value}</label>
          {condition === 'one-of' && path !== null ? (
            <textarea
              id={`${id}-value`}
              className={fields.field}
              rows={5}
              spellCheck={false}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          ) : (
            <input
              id={`${id}-value`}
              className={fields.field}
              dir="auto"
              autoComplete="off"
              spellCheck={false}
              value={value}
              aria-describedby={`${id}-hint`}
              onChange={(event) => {
                setValue(event.target.value);
                setProblem(null);
              }}
            />
          )}
        </>
      )}
      {condition === 'kind' && path !== null && (
        <fieldset className={styles['kinds']}>
          <legend>{TABLE_FILTER.types}</legend>
          {KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={kinds.includes(kind)}
                onChange={(event) => {
                  setKinds(event.target.checked ? [...kinds, kind] : kinds.filter((one) => one !== kind));
                  setProblem(null);
                }}
              />
              {TABLE_FILTER.kinds[kind]}
            </label>
          ))}
        </fieldset>
      )}
      <p
        id={`${id}-hint`}
        className={problem === null ? fields.hint : fields.wrong}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? TABLE_FILTER.hint}
      </p>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <button type="submit" className={buttonClass('primary')}>
          {TABLE_FILTER.yes}
        </button>
      </Actions>
    </form>
  );
}
