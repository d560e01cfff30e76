// What the tree shows besides its rows: what is selected, what blinks, what is being edited. Rows are in the cache,
// the truth is in the worker; `field-editing.ts` writes.

import type { EditResult, ExpandRequest } from '../../shared/protocol/protocol.ts';
import type { Revision } from '../../shared/units.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import { isContainer } from '../../shared/protocol/rows.ts';
import type { DocumentClient } from '../client/document.ts';
import { until } from '../client/wait-for-state.ts';
import { NO_ASSIST, type AssistHost } from '../schema/assist-host.ts';
import { RowCache } from './rows/row-cache.ts';
import { Dragging } from './editing/dragging.ts';
import { TreeEditing } from './editing/field-editing.ts';
import type { Field, TreeState, RunTask, Standpoint } from './tree-state.ts';
import type { Slot } from './tree-state.ts';
import type { Controls } from '../model/literal.ts';
import { ValueOpener } from './opener.ts';
import { RowViews } from './rows/row-view.ts';
import { Scroller } from '../widgets/rows/scroll-position.ts';
import {
  clampTo,
  extendTo,
  followChange,
  NOTHING,
  selectRow,
  selectRows,
  toggleRow,
  type RowSelection,
} from './selection.ts';
import { TreeWriting } from './editing/tree-writes.ts';

/** How long a row blinks, in milliseconds. @see requirements TRE-7 */
const BLINK_MS = 1200;
/** Spans of what is selected that are kept for undo. */
const MOST_SPANS = 100;

/** How a click or a key changes what is selected. */
export type Choice = 'one' | 'extend' | 'toggle';

/** One tree. */
export class TreeModel {
  readonly cache: RowCache;
  readonly scroller: Scroller;
  readonly views: RowViews;
  readonly editing: TreeEditing;
  readonly writing: TreeWriting;
  readonly dragging: Dragging;
  readonly opener: ValueOpener;
  state: TreeState = { selection: NOTHING, field: null, caret: null, blink: null, said: '', controls: 'signs' };
  private readonly listeners = new Set<() => void>();
  private blinkTimer: ReturnType<typeof setTimeout> | undefined;
  private blinks = 0;

  constructor(
    readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
    readonly runTask: RunTask,
    private readonly onDone?: (done: string) => void,
    /** Told of a key that a rename has made the second of its kind, and in which revision. */
    readonly onRepeatedKey: (key: string, revision: Revision) => void = () => undefined,
    /** Where the answers of the document's schema are. */
    readonly schema: AssistHost = NO_ASSIST,
  ) {
    this.cache = new RowCache(client, onError);
    this.scroller = new Scroller(() => client.state.rowCount);
    this.scroller.focus = () => this.focus;
    this.dragging = new Dragging(this, () => this.scroller.element);
    this.views = new RowViews(this);
    this.writing = new TreeWriting(this);
    this.editing = new TreeEditing(this);
    this.opener = new ValueOpener(this);
  }

  /** The row that keys go to; -1 for none. */
  get focus(): number {
    return this.state.selection.focus;
  }

  /** The bytes of the selected values, as far as they are known here. */
  get selection(): Selection | null {
    const spans = [];
    for (const { first, last } of this.state.selection.ranges) {
      for (let row = first; row <= last && spans.length < MOST_SPANS; row += 1) {
        const cached = this.cache.get(row);
        if (cached === undefined || cached.revision !== this.client.state.revision)
          return spans.length > 0 ? spans : null;
        const { byteStart, byteLength } = cached.row;
        spans.push({ anchor: byteStart, active: byteStart + byteLength });
      }
    }
    return spans.length > 0 ? spans : null;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Selects a row and scrolls it into view. */
  select(row: number, choice: Choice = 'one'): void {
    const last = this.client.state.rowCount - 1;
    if (last < 0) return;
    const { selection } = this.state;
    const place = Math.max(0, Math.min(row, last));
    this.scroller.reveal(place);
    if (choice === 'extend') this.choose(extendTo(selection, place));
    else if (choice === 'toggle') this.choose(toggleRow(selection, place));
    else this.choose(selectRow(place));
  }

  /** Selects all rows, the focus where it is. */
  selectAll(): void {
    const { rowCount } = this.client.state;
    if (rowCount > 0) this.choose({ ...selectRows(0, rowCount), focus: Math.max(0, this.focus) });
  }

  /** Says what was done to many values, and lets it be undone where there is a place for that. */
  tellDone(done: string): void {
    if (this.onDone === undefined) this.announce(done);
    else this.onDone(done);
  }

  choose(selection: RowSelection): void {
    if (selection !== this.state.selection || this.state.caret !== null) this.set({ selection, caret: null });
  }

  /** Puts the insertion point somewhere, in place of what is selected. */
  point(caret: Slot): void {
    this.set({ caret, selection: NOTHING });
  }

  /** Moves the selection to the parent. Its row may be millions away: the worker knows it. */
  async selectParent(row: number, choice: Choice = 'one'): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || cached.row.depth === 0) return;
    const { path } = await this.client.placeOf(cached.row.node);
    const parent = await this.client.reveal(path.slice(0, -1));
    if (parent !== null) this.select(parent.row, choice);
  }

  /** Expands or collapses a row; what is selected stays so, but for what is hidden. */
  async toggle(row: number, wholeSubtree = false): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || !isContainer(cached.row.kind)) return;
    const verb = cached.row.expanded ? 'collapse' : 'expand';
    const change = await this.client.expand({ type: wholeSubtree ? `${verb}-subtree` : verb, node: cached.row.node });
    // Where rows of a subtree were shown before, nobody here knows which stayed.
    const isMixed = wholeSubtree && verb === 'expand' && cached.row.expanded;
    this.choose(isMixed ? selectRow(row) : followChange(this.state.selection, row, change));
  }

  /** Expands or collapses all that is inside a row. */
  async expandInside(row: number, type: 'expand-subtree' | 'collapse-subtree'): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || !isContainer(cached.row.kind)) return;
    await this.client.expand({ type, node: cached.row.node });
    this.choose(selectRow(row));
  }

  /** Expands or collapses many rows, and keeps what was selected in sight as far as it still shows. */
  async expand(request: ExpandRequest): Promise<void> {
    const { focus } = this;
    const cached = focus < 0 ? undefined : await this.cache.read(focus);
    const path = cached === undefined ? null : (await this.client.placeOf(cached.row.node)).path;
    await this.client.expand(request);
    if (path === null) return;
    const depth =
      request.type === 'collapse-all' ? 0 : request.type === 'expand-to-level' ? request.level : path.length;
    const shown = await this.client.reveal(path.slice(0, depth));
    if (shown !== null) this.select(shown.row);
  }

  /** Shows what a write changed: selects its rows, scrolls there, blinks. */
  reveal(result: EditResult): void {
    this.run(this.show(result));
  }

  /** Runs an action of a person's; what goes wrong is told. */
  run(action: Promise<unknown>): void {
    action.catch((error: unknown) => this.onError(error));
  }

  dispose(): void {
    clearTimeout(this.blinkTimer);
    this.views.dispose();
    this.dragging.stop();
  }

  /**
   * Waits until the state is that of a result, which comes by another way, and shows its rows; where somebody has gone
   * elsewhere since `before`, they stay there.
   */
  async show({ revision, rows }: EditResult, before?: Standpoint): Promise<void> {
    await this.arrival(revision);
    const [first] = rows;
    if (first !== undefined && before !== undefined && this.hasLeft(before, first.first)) {
      return this.blink({ ranges: rows, focus: first.first, anchor: first.first });
    }
    if (first === undefined) return this.choose(clampTo(this.state.selection, this.client.state.rowCount));
    const selection = { ranges: rows, focus: first.first, anchor: first.first };
    this.scroller.reveal(first.first);
    this.choose(selection);
    this.blink(selection);
  }

  /** Where a person is now. */
  get standpoint(): Standpoint {
    const { selection, caret } = this.state;
    return { selection, caret, rowCount: this.client.state.rowCount };
  }

  /** Whether somebody has gone from there, by rows that still are what they were: all, or those before the first that changed. */
  private hasLeft({ selection, caret, rowCount }: Standpoint, changed: number): boolean {
    const { state } = this;
    if (state.selection === selection && state.caret === caret) return false;
    const last = Math.max(state.selection.ranges.at(-1)?.last ?? -1, state.caret?.row ?? -1);
    return rowCount === this.client.state.rowCount || last < changed;
  }

  /** Tells a screen reader. */
  announce(said: string): void {
    this.set({ said });
  }

  /** Has rows show control characters so, and fields that are opened from now on. */
  showControls(controls: Controls): void {
    if (controls !== this.state.controls) this.set({ controls });
  }

  /** Says which row is being edited, or that none is. */
  setField(field: Field | null): void {
    this.set(field === null ? { field } : { field, caret: null, selection: selectRow(field.row) });
  }

  /** Whether the state is that of a revision, or a later one; and has so many rows at least. */
  hasArrived(revision: number, leastRows = 0): boolean {
    const { state } = this.client;
    if (state.rowCount < leastRows) return false;
    // The rows that a result names are those of the text when it is checked.
    return state.revision > revision || (state.revision === revision && state.validity !== 'unknown');
  }

  /** Waits until that is so. */
  async arrival(revision: number, leastRows = 0): Promise<void> {
    await until(this.client, () => this.hasArrived(revision, leastRows));
  }

  /** Has rows blink, anew where they do so already. */
  blink(rows: RowSelection): void {
    clearTimeout(this.blinkTimer);
    this.blinks += 1;
    this.set({ blink: { rows, count: this.blinks } });
    this.blinkTimer = setTimeout(() => this.set({ blink: null }), BLINK_MS);
  }

  private set(change: Partial<TreeState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
