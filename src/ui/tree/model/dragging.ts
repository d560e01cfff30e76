// Moves values by the mouse: where the pointer is over the rows, and where the dragged values would be dropped.
//
//   upper part of a row      before it
//   middle of a container    inside it
//   lower part               after it; before its first value if it is expanded

import { Emitter } from '../../model/emitter.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { InsertionPoint } from './tree-state.ts';
import type { TreeHost } from './tree-host.ts';
import { isSelected, selectRow } from './selection.ts';
import { DOING } from '../../strings/editors/tree.ts';

/** Distance the pointer must move before a press becomes a drag, in pixels. */
const THRESHOLD_PX = 5;
/** Distance from the top or bottom edge within which the tree scrolls, in pixels. */
const EDGE_PX = 28;
/** Highest scroll speed near an edge, in rows per frame. */
const SPEED_ROWS = 0.8;

/** A pressed pointer that may begin a drag. */
interface Press {
  readonly x: number;
  readonly y: number;
  readonly row: number;
  readonly onTap: () => void;
  readonly drags: boolean;
}

/** Drags the values of one tree. */
export class Dragging {
  /** Where the dragged values would be dropped; `null` while nothing is dragged, or when they can't be dropped here. */
  drop: InsertionPoint | null = null;
  isReadOnly = false;
  /** Whether the last press was released where it was, so that its click is one. */
  isTap = false;
  private start: Press | null = null;
  private moving = false;
  private pointerY = 0;
  private frame = 0;
  private readonly changed = new Emitter();

  constructor(
    private readonly model: TreeHost,
    private readonly grid: () => HTMLElement | null,
  ) {}

  readonly subscribe = this.changed.subscribe;

  /**
   * Called when the pointer is pressed on a row. `onTap` is called if it is released without a drag. Touch scrolls and never
   * drags.
   */
  begin(event: PointerEvent, row: number, onTap: () => void): void {
    this.stop();
    this.isTap = false;
    this.start = { x: event.clientX, y: event.clientY, row, onTap, drags: event.pointerType !== 'touch' };
    addEventListener('pointermove', this.move);
    addEventListener('pointerup', this.end);
    addEventListener('pointercancel', this.stop);
    addEventListener('keydown', this.key, true);
  }

  /** Ends the drag without moving anything. */
  readonly stop = (): void => {
    cancelAnimationFrame(this.frame);
    removeEventListener('pointermove', this.move);
    removeEventListener('pointerup', this.end);
    removeEventListener('pointercancel', this.stop);
    removeEventListener('keydown', this.key, true);
    this.start = null;
    this.moving = false;
    this.show(null);
  };

  private readonly move = (event: PointerEvent): void => {
    const { start, model } = this;
    if (start === null) return;
    this.pointerY = event.clientY;
    if (!this.moving) {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD_PX) return;
      if (!start.drags || this.isReadOnly) return this.stop();
      this.moving = true;
      if (!isSelected(model.state.selection, start.row)) model.setSelection(selectRow(start.row));
      this.scroll();
    }
    event.preventDefault();
    getSelection()?.removeAllRanges();
    this.look();
  };

  private readonly end = (): void => {
    const { drop, moving, model, start } = this;
    this.stop();
    this.isTap = !moving && start !== null;
    if (!moving) start?.onTap();
    else if (drop !== null) model.run(this.put(drop));
  };

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.moving) return;
    event.preventDefault();
    event.stopPropagation();
    this.stop();
  };

  private async put({ row, where }: InsertionPoint): Promise<void> {
    const target = await this.model.cache.read(row);
    if (target === undefined) return;
    const { node } = target.row;
    await this.model.writing.changeSelected(DOING.move, (nodes) => ({ type: 'move', nodes, target: node, where }));
  }

  /** Updates the drop point from the pointer's position. */
  private look(): void {
    const box = this.grid()?.getBoundingClientRect();
    const { scroller, cache, state, client } = this.model;
    if (box === undefined) return;
    const rowPx = box.height / scroller.visible;
    const place = scroller.top + (this.pointerY - box.top) / rowPx;
    const index = Math.min(Math.max(Math.floor(place), 0), client.state.rowCount - 1);
    const row = cache.get(index)?.row;
    if (row === undefined) return this.show(null);
    const part = place - index;
    const holds = isContainer(row.kind);
    let drop: InsertionPoint = { row: index, where: part < 0.5 ? 'before' : 'after' };
    if (holds && part >= 0.25 && part < 0.75) drop = { row: index, where: 'inside' };
    else if (part >= 0.5 && holds && row.expanded && row.childCount > 0) drop = { row: index + 1, where: 'before' };
    if (row.depth === 0 && drop.row === index) drop = { row: index, where: 'inside' };
    // Values can't be dropped beside or inside selected ones.
    const isOwn = isSelected(state.selection, drop.row);
    this.show(isOwn || (row.depth === 0 && !holds) ? null : drop);
  }

  /** Scrolls in every frame while the pointer is near the top or bottom edge. */
  private scroll(): void {
    this.frame = requestAnimationFrame(() => {
      const box = this.grid()?.getBoundingClientRect();
      const { scroller } = this.model;
      if (!this.moving || box === undefined) return;
      const [above, below] = [box.top + EDGE_PX - this.pointerY, this.pointerY - (box.bottom - EDGE_PX)];
      const over = Math.min(EDGE_PX, Math.max(above, below)) / EDGE_PX;
      if (over > 0) {
        scroller.scrollTo(scroller.top + (above > 0 ? -1 : 1) * over * SPEED_ROWS);
        this.look();
      }
      this.scroll();
    });
  }

  private show(drop: InsertionPoint | null): void {
    if (drop?.row === this.drop?.row && drop?.where === this.drop?.where) return;
    this.drop = drop;
    this.changed.emit();
  }
}
