// Asks by what to sort the values inside one, and in which direction.

import { useId, useState, type FormEvent } from 'react';
import type { SortBy } from '../../shared/protocol.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';
import fields from '../widgets/fielddialog.module.css';
import { PathOptions, useItemPaths } from './itempaths.tsx';
import type { ItemsQuestion } from './items.ts';

export type Direction = 'ascending' | 'descending';

export interface SortDialogProps {
  /** `null` while nothing is asked. */
  readonly question: ItemsQuestion | null;
  readonly onClose: () => void;
  readonly onSort: (by: SortBy, direction: Direction) => void;
}

/** The dialog behind "Sort…". */
export function SortDialog({ question, onClose, onSort }: SortDialogProps) {
  return (
    <Dialog title="Sort" open={question !== null} onClose={onClose}>
      {question !== null && <Form question={question} onClose={onClose} onSort={onSort} />}
    </Dialog>
  );
}

function labelOf({ kind, count }: ItemsQuestion): string {
  const many = count.toLocaleString();
  return kind === 'several' ? `Sort the items of each of ${many} values by` : `Sort ${many} values by`;
}

const VALUE = 'value';
const KEY = 'key';

function Form({ question, onClose, onSort }: SortDialogProps & { readonly question: ItemsQuestion }) {
  const id = useId();
  const paths = useItemPaths(question) ?? [];
  const [chosen, setBy] = useState<string | null>(null);
  // Items that are objects are seldom sorted as such.
  const by = chosen ?? (question.kind === 'object' ? KEY : paths.length > 0 ? '0' : VALUE);
  const [direction, setDirection] = useState<Direction>('ascending');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const path = paths[Number(by)];
    onSort(by === KEY || by === VALUE ? { type: by } : { type: 'path', path: path ?? [] }, direction);
  };
  return (
    <form className={fields.form} onSubmit={submit}>
      <label htmlFor={`${id}-by`}>{labelOf(question)}</label>
      <select
        id={`${id}-by`}
        className={fields.field}
        value={by}
        onChange={(event) => {
          setBy(event.target.value);
        }}
      >
        {question.kind !== 'array' && <option value={KEY}>their keys</option>}
        <option value={VALUE}>the values themselves</option>
        <PathOptions paths={paths} />
      </select>
      <label htmlFor={`${id}-direction`}>Direction</label>
      <select
        id={`${id}-direction`}
        className={fields.field}
        value={direction}
        onChange={(event) => setDirection(event.target.value === 'descending' ? 'descending' : 'ascending')}
      >
        <option value="ascending">ascending: 1, 2, 10, a, b</option>
        <option value="descending">descending: b, a, 10, 2, 1</option>
      </select>
      <Actions>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <button type="submit" className={buttonClass('primary')}>
          Sort
        </button>
      </Actions>
    </form>
  );
}
