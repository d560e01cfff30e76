// The popover of a column, opened by a key, a menu or a press in the header. Its code is loaded when the first one opens.

import { useCallback, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.tsx';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { HEADER_ROW } from '../../model/cell-selection.ts';
import { PartBoundary } from '../../widgets/boundary.tsx';
import type { TableCommands } from '../commands/table-commands.ts';
import type { PopoverTab } from '../model/statistics.ts';
import type { Column } from '../model/column-layout.ts';

const ColumnPopover = lazyPart(loadWithRetry(() => import('./column-popover.tsx')));

export interface ColumnPopoverOptions {
  /** Whether rows can be filtered. */
  readonly canArrange: boolean;
  /** The element of a header; the grid when it is out of view. */
  readonly headerAt: (row: number, column: number) => Element | null;
  /** Called when it was closed. */
  readonly onClosed: () => void;
}

/** Returns functions that open the popover, by a column and by its index, and the open popover. */
export function useColumnPopover(commands: TableCommands, { canArrange, headerAt, onClosed }: ColumnPopoverOptions) {
  const { model } = commands;
  const [popover, setPopover] = useState<{ readonly column: string; readonly tab: PopoverTab } | null>(null);
  const open = useCallback((column: Column, tab: PopoverTab) => setPopover({ column: column.id, tab }), []);
  const openAt = useCallback(
    (index: number, tab: PopoverTab) => {
      const column = model.state.layout.columns[index];
      if (column !== undefined) open(column, tab);
    },
    [model, open],
  );
  const { layout, phase } = model.state;
  const column = popover === null ? undefined : layout.columns[layout.indexOf(popover.column)];
  const shown: ReactNode = popover !== null && column !== undefined && phase === 'table' && (
    <PartBoundary look="float" onClose={() => setPopover(null)}>
      <ColumnPopover
        key={`${popover.column} ${popover.tab}`}
        commands={commands}
        column={column}
        tab={popover.tab}
        canArrange={canArrange}
        anchor={() => headerAt(HEADER_ROW, layout.indexOf(popover.column))}
        onClose={() => {
          setPopover(null);
          onClosed();
        }}
      />
    </PartBoundary>
  );
  return { open, openAt, shown };
}
