// The state of the tree besides its rows: what is selected, what blinks, what is being edited. Rows are in the cache, the
// document is in the worker; `tree-writes.ts` writes.

import { Debounced } from '../../async/debounced.ts';
import { announcing } from '../../notices/announcement.ts';
import { Emitter } from '../../model/emitter.ts';
import type { EditResult, ExpandRequest } from '../../../shared/protocol/protocol.ts';
import type { Revision } from '../../../shared/units.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import { isContainer, type RowRange } from '../../../shared/protocol/rows.ts';
import type { DocumentClient, RunTask } from '../../client/document.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import { NO_ASSIST, type AssistHost } from '../../assist/assist-host.ts';
import { RowCache } from './row-cache.ts';
import { Dragging } from './dragging.ts';
import { TreeEditing } from './field-editing.ts';
import type { Field, TreeState, SelectionSnapshot } from './tree-state.ts';
import type { InsertionPoint } from './tree-state.ts';
import type { Controls } from '../../model/literal.ts';
import { ValueOpener } from './opener.ts';
import { RowViews } from './row-view.ts';
import { Scroller } from '../../widgets/rows/scroll-position.ts';
import {
  clampTo,
  extendTo,
  mapSelectedRows,
  NOTHING,
  selectRow,
  selectRows,
  toggleRow,
  type RowSelection,
} from './selection.ts';
import { TreeWriteQueue } from './tree-writes.ts';

/** Duration of a blink, in milliseconds. @see requirements TRE-7 */
const BLINK_MS = 1200;
/** Most spans of a selection that are stored for undo. */
const MAX_SPANS = 100;

/** How a click or a key changes the selection. */
export type OpenChoice = 'one' | 'extend' | 'toggle';

export class TreeModel {
  readonly cache: RowCache;
  readonly scroller: Scroller;
  readonly views: RowViews;
  readonly editing: TreeEditing;
  readonly writing: TreeWriteQueue;
  readonly dragging: Dragging;
  readonly opener: ValueOpener;
  isDisposed = false;
  state: TreeState = { selection: NOTHING, field: null, caret: null, blink: null, said: '', controls: 'signs' };
  private readonly changed = new Emitter();
  private readonly blinkEnd = new Debounced(() => this.set({ blink: null }), BLINK_MS);
  private blinks = 0;

  constructor(
    readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
    readonly runTask: RunTask,
    private readonly onDone?: (done: string) => void,
    /** Called with a key that a rename has duplicated in its object, and the revision of the rename. */
    readonly onRepeatedKey: (key: string, revision: Revision) => void = () => undefined,
    /** Gives access to the document's schema. */
    readonly schema: AssistHost = NO_ASSIST,
  ) {
    this.cache = new RowCache(client, onError);
    this.scroller = new Scroller(() => client.state.rowCount);
    this.scroller.focus = () => this.focus;
    this.dragging = new Dragging(this, () => this.scroller.element);
    this.views = new RowViews(this);
    this.writing = new TreeWriteQueue(this);
    this.editing = new TreeEditing(this);
    this.opener = new ValueOpener(this);
  }

  /** The row that receives keys; -1 when there is none. */
  get focus(): number {
    return this.state.selection.focus;
  }

  /**
   * The byte spans of the selected values, up to the first row that is not cached at the current revision; `null` when there
   * are none.
   */
  get selection(): Selection | null {
    const spans = [];
    for (const { first, last } of this.state.selection.ranges) {
      for (let row = first; row <= last && spans.length < MAX_SPANS; row += 1) {
        const cached = this.cache.get(row);
        if (cached === undefined || cached.revision !== this.client.state.revision)
          return spans.length > 0 ? spans : null;
        const { byteStart, byteLength } = cached.row;
        spans.push({ anchor: byteStart, active: byteStart + byteLength });
      }
    }
    return spans.length > 0 ? spans : null;
  }

  readonly subscribe = this.changed.subscribe;

  /** Selects a row and scrolls it into view. */
  select(row: number, choice: OpenChoice = 'one'): void {
    const last = this.client.state.rowCount - 1;
    if (last < 0) return;
    const { selection } = this.state;
    const place = Math.max(0, Math.min(row, last));
    this.scroller.reveal(place);
    if (choice === 'extend') this.setSelection(extendTo(selection, place));
    else if (choice === 'toggle') this.setSelection(toggleRow(selection, place));
    else this.setSelection(selectRow(place));
  }

  /** Selects all rows; the focus does not move. */
  selectAll(): void {
    const { rowCount } = this.client.state;
    if (rowCount > 0) this.setSelection({ ...selectRows(0, rowCount), focus: Math.max(0, this.focus) });
  }

  /** Reports what was done to many values, offering undo where the panel can; otherwise only announces it. */
  reportDone(done: string): void {
    if (this.onDone === undefined) this.announce(done);
    else this.onDone(done);
  }

  setSelection(selection: RowSelection): void {
    if (selection !== this.state.selection || this.state.caret !== null) this.set({ selection, caret: null });
  }

  /** Sets the insertion point and clears the selection. */
  setInsertionPoint(caret: InsertionPoint): void {
    this.set({ caret, selection: NOTHING });
  }

  /** Moves the selection to the parent. Its row may be millions away, so the worker looks it up. */
  async selectParent(row: number, choice: OpenChoice = 'one'): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || cached.row.depth === 0) return;
    const { path } = await this.client.placeOf(cached.row.node);
    const parent = await this.client.reveal(path.slice(0, -1));
    if (parent !== null) this.select(parent.row, choice);
  }

  /** Expands or collapses a row. The selection is kept, except for rows that are hidden. */
  async toggle(row: number, wholeSubtree = false): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || !isContainer(cached.row.kind)) return;
    const verb = cached.row.expanded ? 'collapse' : 'expand';
    const change = await this.client.expand({ type: wholeSubtree ? `${verb}-subtree` : verb, node: cached.row.node });
    // Some rows of the subtree were shown before, and which of them is not known here: the selection can't follow.
    const isMixed = wholeSubtree && verb === 'expand' && cached.row.expanded;
    this.setSelection(isMixed ? selectRow(row) : mapSelectedRows(this.state.selection, row, change));
  }

  /** Expands or collapses everything inside a row. */
  async expandInside(row: number, type: 'expand-subtree' | 'collapse-subtree'): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || !isContainer(cached.row.kind)) return;
    await this.client.expand({ type, node: cached.row.node });
    this.setSelection(selectRow(row));
  }

  /** Expands or collapses many rows, and selects the focused value again, or the innermost ancestor that is still shown. */
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

  /** Shows the result of a write: selects its rows, scrolls to them, blinks. */
  reveal(result: EditResult): void {
    this.run(this.show(result));
  }

  /** Runs a user action; errors are reported. */
  run(action: Promise<unknown>): void {
    action.catch((error: unknown) => this.onError(error));
  }

  dispose(): void {
    this.isDisposed = true;
    this.blinkEnd.cancel();
    this.views.dispose();
    this.dragging.stop();
  }

  /**
   * Waits until the state, which travels separately from the reply, has reached a result's revision, then shows its rows. If
   * the user has moved elsewhere since `before`, the rows only blink and the selection stays.
   */
  async show({ revision, rows, isInPlace }: EditResult, before?: SelectionSnapshot): Promise<void> {
    await this.arrival(revision);
    const [first] = rows;
    if (isInPlace === true) return this.keepPlace(rows);
    if (first !== undefined && before !== undefined && this.hasLeft(before, first.first)) {
      return this.blink({ ranges: rows, focus: first.first, anchor: first.first });
    }
    if (first === undefined) return this.setSelection(clampTo(this.state.selection, this.client.state.rowCount));
    const selection = { ranges: rows, focus: first.first, anchor: first.first };
    this.scroller.reveal(first.first);
    this.setSelection(selection);
    this.blink(selection);
  }

  /** Selects the rows that the selected ones have become; if they were on the screen, they stay where they were there. */
  private keepPlace(rows: readonly RowRange[]): void {
    const { scroller, focus } = this;
    const [first] = rows;
    if (focus < 0 || first === undefined)
      return this.setSelection(clampTo(this.state.selection, this.client.state.rowCount));
    const below = focus - scroller.top;
    this.setSelection({ ranges: rows, focus: first.first, anchor: first.first });
    if (below >= 0 && below < scroller.visible && first.first !== focus) scroller.scrollTo(first.first - below);
  }

  /** The user's selection and insertion point now. */
  get standpoint(): SelectionSnapshot {
    const { selection, caret } = this.state;
    return { selection, caret, rowCount: this.client.state.rowCount };
  }

  /**
   * Whether the user has moved on from a standpoint to rows whose numbers the write did not shift: any rows if the row count is
   * unchanged, otherwise only those before the first changed row.
   */
  private hasLeft({ selection, caret, rowCount }: SelectionSnapshot, changed: number): boolean {
    const { state } = this;
    if (state.selection === selection && state.caret === caret) return false;
    const last = Math.max(state.selection.ranges.at(-1)?.last ?? -1, state.caret?.row ?? -1);
    return rowCount === this.client.state.rowCount || last < changed;
  }

  /** Announces a text to screen readers. */
  announce(said: string): void {
    this.set({ said: announcing(this.state.said, said) });
  }

  /** Sets how rows, and fields opened from now on, show control characters. */
  showControls(controls: Controls): void {
    if (controls !== this.state.controls) this.set({ controls });
  }

  /** Sets the open field; `null` closes it. */
  setField(field: Field | null): void {
    this.set(field === null ? { field } : { field, caret: null, selection: selectRow(field.row) });
  }

  /** Whether the state has reached a revision, and has at least `leastRows` rows. */
  hasArrived(revision: number, leastRows = 0): boolean {
    const { state } = this.client;
    if (state.rowCount < leastRows) return false;
    // The row numbers of a result are valid once the text of that revision has been checked.
    return state.revision > revision || (state.revision === revision && state.validity !== 'unknown');
  }

  /** Waits until `hasArrived` is true. */
  async arrival(revision: number, leastRows = 0): Promise<void> {
    await waitForState(this.client, () => this.hasArrived(revision, leastRows));
  }

  /** Makes rows blink; restarts the blink of rows that already do. */
  blink(rows: RowSelection): void {
    this.blinks += 1;
    this.set({ blink: { rows, count: this.blinks } });
    this.blinkEnd.restart();
  }

  private set(change: Partial<TreeState>): void {
    this.state = { ...this.state, ...change };
    this.changed.emit();
  }
}
