// The dialog that lists all columns: which of them are shown, and a search.

import { useId, useMemo, useState, useSyncExternalStore } from 'react';
import { COLUMN_LIST } from '../../strings/editors/table.ts';
import { Button } from '../../widgets/button.tsx';
import { Dialog } from '../../widgets/dialog/dialog.tsx';
import fields from '../../widgets/dialog/field-dialog.module.css';
import type { TableModel } from '../model/table-model.ts';
import { columnId, columnTitle, inOrder } from '../model/column-layout.ts';
import styles from './column-list.module.css';

/** Most columns that are listed; the search finds the others. */
const MAX_LISTED = 500;

export interface ColumnListProps {
  readonly model: TableModel;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly flatten: boolean;
  readonly onFlatten: (isOn: boolean) => void;
}

/** The dialog behind "Columns". */
export function ColumnList({ model, open, onClose, flatten, onFlatten }: ColumnListProps) {
  return (
    <Dialog title={COLUMN_LIST.title} open={open} onClose={onClose}>
      <List model={model} flatten={flatten} onFlatten={onFlatten} />
    </Dialog>
  );
}

function List({ model, flatten, onFlatten }: Pick<ColumnListProps, 'model' | 'flatten' | 'onFlatten'>) {
  const id = useId();
  const { shape, choices } = useSyncExternalStore(model.subscribe, () => model.state);
  const [search, setSearch] = useState('');
  const hidden = useMemo(() => new Set(choices.hidden), [choices.hidden]);
  const columns = useMemo(() => inOrder(shape?.columns ?? [], choices.order), [shape, choices.order]);
  const wanted = search.toLowerCase();
  const found = columns.filter(({ path }) => columnTitle(path).toLowerCase().includes(wanted));
  const show = (ids: readonly string[], isShown: boolean): void => {
    const rest = choices.hidden.filter((one) => !ids.includes(one));
    model.columns.choose({ ...choices, hidden: isShown ? rest : [...rest, ...ids] });
  };
  const all = found.map(({ path }) => columnId(path));
  return (
    <div className={styles['list']}>
      <input
        className={fields.field}
        aria-label={COLUMN_LIST.search}
        placeholder={COLUMN_LIST.search}
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles['all']}>
        <Button look="quiet" onClick={() => show(all, true)}>
          {COLUMN_LIST.showAll}
        </Button>
        <Button look="quiet" onClick={() => show(all, false)}>
          {COLUMN_LIST.hideAll}
        </Button>
      </div>
      <ul className={styles['columns']}>
        {found.slice(0, MAX_LISTED).map(({ path, presence }) => {
          const column = columnId(path);
          return (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  checked={!hidden.has(column)}
                  onChange={(event) => show([column], event.target.checked)}
                />
                <span className={styles['name']}>{columnTitle(path)}</span>
                <small>{COLUMN_LIST.present(presence)}</small>
              </label>
            </li>
          );
        })}
        {found.length === 0 && <li>{COLUMN_LIST.none}</li>}
      </ul>
      <label className={styles['flatten']} htmlFor={id}>
        <input id={id} type="checkbox" checked={flatten} onChange={(event) => onFlatten(event.target.checked)} />
        {COLUMN_LIST.flatten}
      </label>
    </div>
  );
}
