// Asks which items are to stay.

import { useId, useState, type FormEvent } from 'react';
import { OPERATORS, type Operator, type WizardFilter } from '../../../shared/protocol/wizard.ts';
import { COMPARISONS, FILTER } from '../../strings/editors/filter.ts';
import { CANCEL } from '../../strings/app/layout.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { Actions, Dialog } from '../../widgets/dialog.tsx';
import fields from '../../widgets/fielddialog.module.css';
import { PathOptions, useItemPaths } from '../editing/item-paths.tsx';
import type { ItemsQuestion } from '../editing/selected-items.ts';

export interface FilterDialogProps {
  /** `null` while nothing is asked. */
  readonly question: ItemsQuestion | null;
  readonly onClose: () => void;
  readonly onFilter: (filter: WizardFilter) => void;
}

/** The dialog behind "Filter…". */
export function FilterDialog({ question, onClose, onFilter }: FilterDialogProps) {
  return (
    <Dialog title={FILTER.title} open={question !== null} onClose={onClose}>
      {question !== null && <Form question={question} onClose={onClose} onFilter={onFilter} />}
    </Dialog>
  );
}

const ITSELF = 'itself';

function Form({ question, onClose, onFilter }: FilterDialogProps & { readonly question: ItemsQuestion }) {
  const id = useId();
  const known = useItemPaths(question);
  // What is offered first depends on them.
  const isReading = known === null;
  const paths = known ?? [];
  const [chosen, setBy] = useState<string | null>(null);
  // Items that are objects are seldom compared as such.
  const by = chosen ?? (paths.length > 0 ? '0' : ITSELF);
  const [operator, setOperator] = useState<Operator>('==');
  const [literal, setLiteral] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReading) return;
    onFilter({ path: by === ITSELF ? [] : (paths[Number(by)] ?? []), operator, literal });
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
        {FILTER.hint}
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
