// Asks by what to sort the values inside one, and in which direction.

import { useEffect, useId, useState, type FormEvent } from 'react';
import { toJsonPath, type Path } from '../../shared/path.ts';
import type { SortBy } from '../../shared/protocol.ts';
import { Button, buttonClass } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog.tsx';
import fields from '../widgets/fielddialog.module.css';

/** What is to be sorted. */
export interface SortQuestion {
  /** `several`: any values that are selected, each to be sorted by itself. */
  readonly kind: 'object' | 'array' | 'several';
  /** How many values are in it; of several, how many rows are selected. */
  readonly count: number;
  /** What the items have in common, most frequent first. */
  readonly paths: (signal: AbortSignal) => Promise<readonly Path[]>;
}

export type Direction = 'ascending' | 'descending';

export interface SortDialogProps {
  /** `null` while nothing is asked. */
  readonly question: SortQuestion | null;
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

function labelOf({ kind, count }: SortQuestion): string {
  const many = count.toLocaleString();
  return kind === 'several' ? `Sort the items of each of ${many} values by` : `Sort ${many} values by`;
}

const VALUE = 'value';
const KEY = 'key';

function Form({ question, onClose, onSort }: SortDialogProps & { readonly question: SortQuestion }) {
  const id = useId();
  const [paths, setPaths] = useState<readonly Path[]>([]);
  const [by, setBy] = useState(question.kind === 'object' ? KEY : VALUE);
  const [direction, setDirection] = useState<Direction>('ascending');
  useEffect(() => {
    const closing = new AbortController();
    question.paths(closing.signal).then(
      (found) => {
        if (closing.signal.aborted) return;
        setPaths(found);
        // Items that are objects are seldom sorted as such.
        if (found.length > 0 && question.kind !== 'object') setBy((before) => (before === VALUE ? '0' : before));
      },
      () => undefined,
    );
    return () => closing.abort();
  }, [question]);
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
        {paths.map((path, index) => (
          <option key={toJsonPath(path)} value={String(index)}>
            {toJsonPath(path).slice(1).replace(/^\./, '')}
          </option>
        ))}
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
