// The message in a table without rows or columns, with a button to change that.

import { useSyncExternalStore } from 'react';
import { TABLE_EMPTY } from '../strings/editors/table.ts';
import { Button } from '../widgets/button.tsx';
import type { TableCommands } from './commands/table-commands.ts';
import { ALL_ROWS } from './model/state.ts';
import styles from './view.module.css';

export interface EmptyTableProps {
  readonly commands: TableCommands;
  readonly readOnly: boolean;
  /** Where the cells would begin, in pixels. */
  readonly topPx: number;
  /** Called after an action whose button may have been removed, to return the focus to the table. */
  readonly onDone: () => void;
}

/** The message and its buttons; renders nothing when there are cells. */
export function EmptyTable({ commands, readOnly, topPx, onDone }: EmptyTableProps) {
  const { model } = commands;
  const { layout, choices, arrangement } = useSyncExternalStore(model.subscribe, () => model.state);
  const run = (work: Promise<unknown>): void => {
    model.run(work);
    onDone();
  };
  if (model.rowCount > 0 && layout.count > 0) return null;
  const isFiltered = arrangement.filters.length > 0;
  return (
    <div className={styles['none']} style={{ top: topPx }}>
      {model.rowCount > 0 ? (
        <>
          <p>{TABLE_EMPTY.allHidden}</p>
          <Button look="outline" onClick={() => model.columns.choose({ ...choices, hidden: [] })}>
            {TABLE_EMPTY.showColumns}
          </Button>
        </>
      ) : isFiltered ? (
        <>
          <p>{TABLE_EMPTY.noMatch}</p>
          <p>{TABLE_EMPTY.noMatchText}</p>
          <Button look="outline" onClick={() => run(model.arrange(ALL_ROWS))}>
            {TABLE_EMPTY.clear}
          </Button>
        </>
      ) : (
        <>
          <p>{TABLE_EMPTY.noRows}</p>
          <Button look="outline" disabled={readOnly} onClick={() => run(commands.rows.insert('below'))}>
            {TABLE_EMPTY.addRow}
          </Button>
        </>
      )}
    </div>
  );
}
