// Drags in the header: a column's edge resizes it, its name moves it.

import type { TableCommands } from '../commands/table-commands.ts';
import type { TableModel } from '../model/table-model.ts';
import type { Column } from '../model/column-layout.ts';

/** Distance the pointer must move before a press becomes a drag, in pixels. */
const WANDER_PX = 5;
/** The same for the edge of a column. */
const RESIZE_PX = 2;

/** Resizes a column while its edge is dragged. A press alone fits it to its content. */
export function dragWidth(down: globalThis.PointerEvent, model: TableModel, column: Column): void {
  const from = column.widthPx;
  let hasMoved = false;
  trackDrag(down, {
    onMove: ({ clientX }) => {
      hasMoved ||= Math.abs(clientX - down.clientX) >= RESIZE_PX;
      if (hasMoved) model.columns.resize(column.id, from + clientX - down.clientX);
    },
    onEnd: (isDone) => {
      if (isDone && !hasMoved) model.columns.fit(model.state.layout.indexOf(column.id));
    },
  });
}

/** Moves a column to where its name is dropped. Escape cancels. */
export function dragColumn(down: globalThis.PointerEvent, commands: TableCommands, id: string): void {
  let over: HTMLElement | null = null;
  let side: 'before' | 'after' = 'before';
  const mark = (element: HTMLElement | null): void => {
    if (over !== element) over?.removeAttribute('data-drop');
    over = element;
    over?.setAttribute('data-drop', side);
  };
  trackDrag(down, {
    onMove: ({ clientX, clientY }) => {
      if (over === null && Math.abs(clientX - down.clientX) < WANDER_PX) return;
      const element = document
        .elementFromPoint(clientX, clientY)
        ?.closest<HTMLElement>('[role="columnheader"][data-column]');
      if (element == null) return mark(null);
      const box = element.getBoundingClientRect();
      side = clientX < box.left + box.width / 2 ? 'before' : 'after';
      mark(element);
    },
    onEnd: (isDone) => {
      const target = over === null ? -1 : Number(over.dataset['column']);
      const { columns, pinnedCount, indexOf } = viewOf(commands);
      mark(null);
      if (!isDone || target < 0 || columns[target]?.id === id) return;
      const at = side === 'before' ? target : target + 1;
      // A drop can't move a column between the pinned and the other columns.
      const isPinned = indexOf(id) < pinnedCount;
      const before = isPinned ? Math.min(at, pinnedCount) : Math.max(at, pinnedCount);
      commands.placeColumn(id, columns[before]?.id ?? null);
    },
  });
}

function viewOf({ model }: TableCommands) {
  const { layout } = model.state;
  const { columns, pinnedCount } = layout;
  return { columns, pinnedCount, indexOf: (id: string): number => layout.indexOf(id) };
}

function trackDrag(
  { pointerId }: globalThis.PointerEvent,
  { onMove, onEnd }: { onMove(event: globalThis.PointerEvent): void; onEnd(isDone: boolean): void },
): void {
  const ending = new AbortController();
  const options = { signal: ending.signal };
  const end = (isDone: boolean): void => {
    ending.abort();
    onEnd(isDone);
  };
  const own = (act: (event: globalThis.PointerEvent) => void) => (event: globalThis.PointerEvent) => {
    if (event.pointerId === pointerId) act(event);
  };
  addEventListener('pointermove', own(onMove), options);
  addEventListener(
    'pointerup',
    own(() => end(true)),
    options,
  );
  addEventListener(
    'pointercancel',
    own(() => end(false)),
    options,
  );
  addEventListener('keydown', (event) => event.key === 'Escape' && end(false), options);
}
