// The dialog that keeps only matching items.

import { useEffect, useId, useMemo, useState, type FormEvent } from 'react';
import type { FilterCount } from '../../../shared/protocol/protocol.ts';
import { OPERATORS, type Operator, type WizardFilter } from '../../../shared/protocol/wizard.ts';
import { COMPARISONS, FILTER } from '../../strings/editors/filter.ts';
import { CANCEL } from '../../strings/app/layout.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { Actions, Dialog } from '../../widgets/dialog/dialog.tsx';
import fields from '../../widgets/dialog/field-dialog.module.css';
import { PathOptions, useItemPaths } from '../editing/item-paths.tsx';
import type { ItemsQuestion } from '../editing/selected-items.ts';

export interface FilterDialogProps {
  /** `null` while the dialog is closed. */
  readonly question: ItemsQuestion | null;
  readonly onClose: () => void;
  readonly onFilter: (filter: WizardFilter) => void;
}

/** The dialog behind "Keep only matching items…". */
export function FilterDialog({ question, onClose, onFilter }: FilterDialogProps) {
  return (
    <Dialog title={FILTER.title} open={question !== null} onClose={onClose}>
      {question !== null && <Form question={question} onClose={onClose} onFilter={onFilter} />}
    </Dialog>
  );
}

const ITSELF = 'itself';
/** Delay after the last input before the matching items are counted. */
const PAUSE_MS = 150;

function Form({ question, onClose, onFilter }: FilterDialogProps & { readonly question: ItemsQuestion }) {
  const id = useId();
  const known = useItemPaths(question);
  // The initial choice depends on the paths.
  const isReading = known === null;
  const paths = known?.paths ?? [];
  const [chosen, setBy] = useState<string | null>(null);
  // Items that are objects are rarely compared as a whole.
  const by = chosen ?? (known?.isCommon === true ? '0' : ITSELF);
  const [operator, setOperator] = useState<Operator>('==');
  const [literal, setLiteral] = useState('');
  const filter = useMemo<WizardFilter | null>(
    () => known && { path: by === ITSELF ? [] : (known.paths[Number(by)] ?? []), operator, literal },
    [known, by, operator, literal],
  );
  const kept = useKept(question, filter);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (filter !== null) onFilter(filter);
  };
  return (
    <form className={fields.form} onSubmit={submit} noValidate>
      <label htmlFor={`${id}-by`}>
        {question.kind === 'several' ? FILTER.keepOfEach(question.count) : FILTER.keepOf(question.count)}
      </label>
      <select
        id={`${id}-by`}
        className={fields.field}
        disabled={isReading}
        value={by}
        onChange={(event) => {
          setBy(event.target.value);
        }}
      >
        <option value={ITSELF}>{FILTER.itself}</option>
        <PathOptions paths={paths} />
      </select>
      <label htmlFor={`${id}-operator`}>{FILTER.comparison}</label>
      <select
        id={`${id}-operator`}
        className={fields.field}
        value={operator}
        onChange={(event) => {
          setOperator(OPERATORS.find((one) => one === event.target.value) ?? '==');
        }}
      >
        {OPERATORS.map((one) => (
          <option key={one} value={one}>
            {COMPARISONS[one]}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-value`}>{FILTER.value}</label>
      <input
        id={`${id}-value`}
        className={fields.field}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={literal}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          setLiteral(event.target.value);
        }}
      />
      <p id={`${id}-hint`} className={fields.hint}>
        {operator === 'is one of' ? FILTER.listHint : FILTER.hint}
      </p>
      <p className={fields.outcome} role="status">
        {kept === null ? FILTER.counting : FILTER.keeps(kept.count, kept.of)}
      </p>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <button type="submit" aria-disabled={isReading} className={buttonClass('primary')}>
          {FILTER.yes}
        </button>
      </Actions>
    </form>
  );
}

/** Returns how many items a filter would keep; `null` until they are counted. */
function useKept(question: ItemsQuestion, filter: WizardFilter | null): FilterCount | null {
  const [counted, setCounted] = useState<{ readonly filter: WizardFilter; readonly kept: FilterCount } | null>(null);
  useEffect(() => {
    if (filter === null) return;
    const closing = new AbortController();
    const timer = setTimeout(() => {
      question.countMatching(filter, closing.signal).then(
        (kept) => setCounted({ filter, kept }),
        // A failure is ignored: the filter itself reports it.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      closing.abort();
    };
  }, [question, filter]);
  return counted?.filter === filter ? (counted?.kept ?? null) : null;
}
