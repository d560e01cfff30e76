// The dialog that adds a filter of rows: by any column, or by one that is chosen in it.

import { useId, useState, type FormEvent } from 'react';
import type { TableFilter } from '../../../shared/protocol/table.ts';
import { CANCEL } from '../../strings/app/layout.ts';
import { VALUES } from '../../strings/editors/figures.ts';
import { TABLE_FILTER } from '../../strings/editors/table.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { Actions, Dialog } from '../../widgets/dialog/dialog.tsx';
import fields from '../../widgets/dialog/field-dialog.module.css';
import type { Column } from '../model/column-layout.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { ANY_COLUMN, conditionsFor, filterOfDraft, needsOf, type ConditionDraft } from './conditions.ts';
import styles from './filter-dialog.module.css';

export interface TableFilterDialogProps {
  /** The initially chosen column; `null` for any column, `undefined` while the dialog is closed. */
  readonly column: Column | null | undefined;
  readonly columns: readonly Column[];
  readonly onClose: () => void;
  readonly onFilter: (filter: TableFilter) => void;
}

/** The dialog behind "Filter". */
export function FilterDialog({ column, ...props }: TableFilterDialogProps) {
  return (
    <Dialog title={TABLE_FILTER.title} open={column !== undefined} onClose={props.onClose}>
      {column !== undefined && <Form column={column} {...props} />}
    </Dialog>
  );
}

const ANY = '';

function Form({ column, columns, onClose, onFilter }: TableFilterDialogProps & { readonly column: Column | null }) {
  const id = useId();
  const [chosen, setChosen] = useState(column?.id ?? ANY);
  const [draft, setDraft] = useState<ConditionDraft>({ name: 'contains', text: '', to: '', kinds: [] });
  const [matchCase, setMatchCase] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const found = columns.find((one) => one.id === chosen);
  const names = found === undefined ? ANY_COLUMN : conditionsFor(found.kind, false);
  const current = names.includes(draft.name) ? draft : { ...draft, name: names[0] ?? 'contains' };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const made = filterOfDraft(found?.path ?? null, current, matchCase, { isNumeric: found?.kind === 'number' });
    if (typeof made === 'string') return setProblem(made);
    onFilter(made);
    onClose();
  };
  const needs = needsOf(current.name);
  return (
    <form className={fields.form} onSubmit={submit} noValidate>
      <label htmlFor={`${id}-column`}>{TABLE_FILTER.column}</label>
      <ColumnChoice id={`${id}-column`} columns={columns} value={chosen} onChange={setChosen} />
      <ConditionFields
        draft={current}
        names={names}
        isTimes={false}
        isFirst={false}
        onChange={(change) => {
          setDraft({ ...current, ...change });
          setProblem(null);
        }}
      />
      {(needs === 'text' || needs === 'list') && (
        <label className={styles['case']}>
          <input type="checkbox" checked={matchCase} onChange={(event) => setMatchCase(event.target.checked)} />
          {VALUES.matchCase}
        </label>
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
