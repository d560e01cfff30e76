// The card of a column, opened by a key, a menu or a press in the header. Its code is loaded when the first one opens.

import { useCallback, useState, type ReactNode } from 'react';
import { lazyPart } from '../../browser/lazy-part.tsx';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { HEADER_ROW } from '../../model/cell-selection.ts';
import { PartBoundary } from '../../widgets/boundary.tsx';
import type { TableCommands } from '../commands/table-commands.ts';
import type { CardTab, OpenCard } from '../model/card-tab.ts';
import type { Column } from '../model/column-layout.ts';

const ColumnCard = lazyPart(loadWithRetry(() => import('./column-card.tsx')));

export interface CardOptions {
  readonly readOnly: boolean;
  /** The element of a header; the grid when it is out of view. */
  readonly headerAt: (row: number, column: number) => Element | null;
  /** Called when it was closed. */
  readonly onClosed: () => void;
}

/** Returns functions that open the card, by a column and by its index, and the open card. */
export function useCard(commands: TableCommands, { readOnly, headerAt, onClosed }: CardOptions) {
  const { model } = commands;
  const [card, setCard] = useState<OpenCard | null>(null);
  const open = useCallback((column: Column, tab: CardTab) => setCard({ column: column.id, tab }), []);
  const openAt = useCallback(
    (index: number, tab: CardTab) => {
      const column = model.state.layout.columns[index];
      if (column !== undefined) open(column, tab);
    },
    [model, open],
  );
  const { layout, phase } = model.state;
  const column = card === null ? undefined : layout.columns[layout.indexOf(card.column)];
  const shown: ReactNode = card !== null && column !== undefined && phase === 'table' && (
    <PartBoundary look="float" onClose={() => setCard(null)}>
      <ColumnCard
        key={`${card.column} ${card.tab}`}
        commands={commands}
        column={column}
        tab={card.tab}
        readOnly={readOnly}
        anchor={() => headerAt(HEADER_ROW, layout.indexOf(card.column))}
        onClose={() => {
          setCard(null);
          onClosed();
        }}
      />
    </PartBoundary>
  );
  return { open, openAt, shown };
}
