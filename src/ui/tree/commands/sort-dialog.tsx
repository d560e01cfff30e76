// The dialog that sorts the items of a container: by what, and in which direction.

import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { Path } from '../../../shared/document/path.ts';
import type { SortBy } from '../../../shared/protocol/edit-intent.ts';
import type { SortDirection } from '../../../shared/protocol/format-options.ts';
import { Button, buttonClass } from '../../widgets/button.tsx';
import { Actions, Dialog } from '../../widgets/dialog/dialog.tsx';
import { CANCEL } from '../../strings/app/layout.ts';
import { SORT } from '../../strings/editors/tree.ts';
import fields from '../../widgets/dialog/field-dialog.module.css';
import { PathOptions, useItemPaths } from '../editing/item-paths.tsx';
import type { ItemsQuestion } from '../editing/selected-items.ts';

export interface SortDialogProps {
  /** `null` while the dialog is closed. */
  readonly question: ItemsQuestion | null;
  readonly onClose: () => void;
  readonly onSort: (by: SortBy, direction: SortDirection) => void;
}

/** The dialog behind "Sort…". */
export function SortDialog({ question, onClose, onSort }: SortDialogProps) {
  return (
    <Dialog title={SORT.title} open={question !== null} onClose={onClose}>
      {question !== null && <Form question={question} onClose={onClose} onSort={onSort} />}
    </Dialog>
  );
}

function labelOf({ kind, count }: ItemsQuestion): string {
  return kind === 'several' ? SORT.byOfEach(count) : SORT.by(count);
}

const VALUE = 'value';
const KEY = 'key';

function sortBy(chosen: string, paths: readonly Path[]): SortBy {
  return chosen === KEY || chosen === VALUE ? { type: chosen } : { type: 'path', path: paths[Number(chosen)] ?? [] };
}

function Form({ question, onClose, onSort }: SortDialogProps & { readonly question: ItemsQuestion }) {
  const id = useId();
  const known = useItemPaths(question);
  const paths = known?.paths ?? [];
  const [chosen, setBy] = useState<string | null>(null);
  // Items that are objects are rarely sorted as a whole.
  const by = chosen ?? (question.kind === 'object' ? KEY : known?.isCommon === true ? '0' : VALUE);
  const [direction, setDirection] = useState<SortDirection>('ascending');
  const isSorting = useRef(false);
  useEffect(() => {
    if (known !== null) question.prepareSort({ by: sortBy(by, known.paths), direction });
  }, [question, known, by, direction]);
  useEffect(
    () => () => {
      if (!isSorting.current) question.prepareSort(null);
    },
    [question],
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    isSorting.current = true;
    onSort(sortBy(by, paths), direction);
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
        {question.kind !== 'array' && <option value={KEY}>{SORT.keys}</option>}
        <option value={VALUE}>{SORT.values}</option>
        <PathOptions paths={paths} />
      </select>
      <label htmlFor={`${id}-direction`}>{SORT.direction}</label>
      <select
        id={`${id}-direction`}
        className={fields.field}
        value={direction}
        onChange={(event) => setDirection(event.target.value === 'descending' ? 'descending' : 'ascending')}
      >
        <option value="ascending">{SORT.ascending}</option>
        <option value="descending">{SORT.descending}</option>
      </select>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CANCEL}
        </Button>
        <button type="submit" className={buttonClass('primary')}>
          {SORT.yes}
        </button>
      </Actions>
    </form>
  );
}
