// What the tree does: selection, in-place editing, expansion, and showing what changed. It holds the row
// that is selected by its index; the rows themselves are in the cache, the truth is in the worker.

import { CodedError, hasCode } from '../../shared/errors.ts';
import type { EditIntent, EditResult, ExpandRequest, Selection } from '../../shared/protocol.ts';
import { formatSize } from '../../shared/size.ts';
import { asByte, type NodeIndex, type Revision } from '../../shared/units.ts';
import type { Kind } from '../../shared/rows.ts';
import type { DocumentClient } from '../client/document.ts';
import { RowCache, type CachedRow } from './cache.ts';
import { editableOf, literalOf, toField } from './literal.ts';
import { Scroller } from './scroller.ts';

/** A key or a value that is being edited. */
export interface Field {
  readonly row: number;
  readonly part: 'key' | 'value';
  readonly node: NodeIndex;
  readonly revision: Revision;
  readonly kind: Kind;
  readonly value: string;
  fromField(value: string): string;
}

/** What the view shows besides the rows. Replaced, never changed in place. */
export interface TreeState {
  readonly selected: number | null;
  readonly field: Field | null;
  /** A row that changed or was revealed; `count` tells two blinks of one row apart. */
  readonly blink: { readonly row: number; readonly count: number } | null;
}

/** How long a row blinks, in milliseconds. @see requirements TRE-7 */
const BLINK_MS = 1200;
/** A longer value, in bytes, is not put into a field: laying out 900 KB in one blocks the page for 200 ms. */
const MAX_FIELD_BYTES = 131_072;
const NEW_KEY = 'key';

/** One tree. */
export class TreeModel {
  readonly cache: RowCache;
  readonly scroller: Scroller;
  state: TreeState = { selected: null, field: null, blink: null };
  /** The text in the field now; kept here so that a field that is scrolled away loses nothing. */
  draft = '';
  private readonly listeners = new Set<() => void>();
  /** The write that is on its way: what comes after it waits for it. */
  private writing: Promise<unknown> = Promise.resolve();
  private blinkTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly client: DocumentClient,
    private readonly onError: (error: unknown) => void,
  ) {
    this.cache = new RowCache(client, onError);
    this.scroller = new Scroller(() => client.state.rowCount);
  }

  /** The bytes of the selected value, where they are known. */
  get selection(): Selection | null {
    const { selected } = this.state;
    const cached = selected === null ? undefined : this.cache.get(selected);
    if (cached === undefined || cached.revision !== this.client.state.revision) return null;
    const { byteStart, byteLength } = cached.row;
    return [{ anchor: byteStart, active: byteStart + byteLength }];
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Selects a row and scrolls it into view. */
  select(row: number): void {
    const last = this.client.state.rowCount - 1;
    if (last < 0) return;
    const selected = Math.max(0, Math.min(row, last));
    this.scroller.reveal(selected);
    if (selected !== this.state.selected) this.set({ selected });
  }

  /** Moves the selection to the parent. Its row may be millions away: the worker knows it. */
  async selectParent(row: number): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || cached.row.depth === 0) return;
    const { path } = await this.client.placeOf(cached.row.node);
    const parent = await this.client.reveal(path.slice(0, -1));
    if (parent !== null) this.select(parent.row);
  }

  async toggle(row: number, wholeSubtree = false): Promise<void> {
    const cached = await this.cache.read(row);
    if (cached === undefined || !isContainer(cached.row.kind)) return;
    const verb = cached.row.expanded ? 'collapse' : 'expand';
    this.set({ selected: row });
    await this.client.expand({ type: wholeSubtree ? `${verb}-subtree` : verb, node: cached.row.node });
  }

  /** Expands or collapses many rows, and keeps what was selected in sight as far as it still shows. */
  async expand(request: ExpandRequest): Promise<void> {
    const { selected } = this.state;
    const cached = selected === null ? undefined : await this.cache.read(selected);
    const path = cached === undefined ? null : (await this.client.placeOf(cached.row.node)).path;
    await this.client.expand(request);
    if (path === null) return;
    const depth =
      request.type === 'collapse-all' ? 0 : request.type === 'expand-to-level' ? request.level : path.length;
    const shown = await this.client.reveal(path.slice(0, depth));
    if (shown !== null) this.select(shown.row);
  }

  /** Opens the field of a row's key or value. @throws CodedError `refused` where it can't be edited here */
  async edit(row: number, part: 'key' | 'value'): Promise<void> {
    await this.writing;
    const cached = await this.cache.read(row);
    if (cached === undefined) return;
    const { key, node, kind } = cached.row;
    if (part === 'key' && key === null) return;
    if (part === 'value' && isContainer(kind)) return this.toggle(row);
    const text = part === 'key' ? await this.keyText(cached) : await this.valueText(cached);
    const field = toField(text);
    if (field === null) {
      throw new CodedError(
        'refused',
        'This text mixes different line ends, which a field would lose. Switch to text mode to edit it.',
      );
    }
    this.draft = field.value;
    this.set({ selected: row, field: { row, part, node, revision: cached.revision, kind, ...field } });
  }

  /** Closes the field and writes what was typed; answers the row where it is now. */
  async commit(): Promise<number | null> {
    const { field } = this.state;
    if (field === null) return null;
    const { draft } = this;
    if (draft === field.value) {
      this.cancel();
      return field.row;
    }
    const text = field.fromField(draft);
    const intent: EditIntent =
      field.part === 'key'
        ? { type: 'rename', node: field.node, key: text }
        : { type: 'set', node: field.node, json: literalOf(text, field.kind) };
    this.set({ field: null });
    const result = await this.write(field.revision, intent);
    return result === null ? null : (result.row ?? field.row);
  }

  /** The field says this now. */
  type(text: string): void {
    this.draft = text;
  }

  cancel(): void {
    this.set({ field: null });
  }

  /** Inserts a value behind a row (inside, for the root), and opens its field. */
  async insert(row: number): Promise<void> {
    await this.writing;
    const cached = await this.cache.read(row);
    if (cached === undefined) return;
    const where = cached.row.depth === 0 ? 'inside' : 'after';
    if (where === 'inside' && !isContainer(cached.row.kind)) return;
    const inObject = where === 'inside' ? cached.row.kind === 'object' : cached.row.key !== null;
    const result = await this.write(cached.revision, {
      type: 'insert',
      node: cached.row.node,
      where,
      key: NEW_KEY,
      json: '""',
    });
    const inserted = result === null ? null : await this.insertedRow(result, inObject);
    if (inserted === null) return;
    this.select(inserted);
    await this.edit(inserted, inObject ? 'key' : 'value');
  }

  async remove(row: number): Promise<void> {
    await this.writing;
    const cached = await this.cache.read(row);
    if (cached === undefined) return;
    if (cached.row.depth === 0)
      throw new CodedError('refused', 'The root can\'t be removed. Use "New" for an empty document.');
    await this.write(cached.revision, { type: 'remove', nodes: [cached.row.node] });
  }

  /** Shows what a write changed: selects its row, scrolls there, blinks. */
  reveal(result: EditResult): void {
    this.run(this.show(result));
  }

  /** Runs an action of a person's; what goes wrong is told. */
  run(action: Promise<unknown>): void {
    action.catch((error: unknown) => this.onError(error));
  }

  dispose(): void {
    clearTimeout(this.blinkTimer);
  }

  private async write(base: Revision, intent: EditIntent): Promise<EditResult | null> {
    const writing = this.client.edit(base, intent);
    this.writing = writing.catch(() => undefined);
    try {
      const result = await writing;
      await this.show(result);
      return result;
    } catch (error) {
      if (!hasCode(error, 'stale')) throw error;
      throw new CodedError('stale', 'The document changed meanwhile, so this edit was not made. Please try again.');
    }
  }

  /** Waits until the state is that of a result, which comes by another way, and shows its row. */
  private async show({ revision, row }: EditResult): Promise<void> {
    await new Promise<void>((resolve) => {
      const arrived = (): boolean => this.client.state.revision >= revision;
      if (arrived()) return resolve();
      const stop = this.client.subscribe(() => {
        if (!arrived()) return;
        stop();
        resolve();
      });
    });
    if (row === null) return;
    this.select(row);
    this.blink(row);
  }

  /** The row of what an insert wrote, opened if it is hidden. Checked: a field over its neighbour would overwrite that. */
  private async insertedRow({ changed, row }: EditResult, inObject: boolean): Promise<number | null> {
    let inserted: number | null = row;
    if (inserted === null && changed !== null) {
      const { path } = await this.client.placeAt(asByte(changed.end - 1));
      inserted = (await this.client.reveal(path))?.row ?? null;
    }
    if (inserted === null) return null;
    const cached = (await this.cache.read(inserted))?.row;
    return cached?.text === '""' && (!inObject || cached.key === NEW_KEY) ? inserted : null;
  }

  private async keyText({ row }: CachedRow): Promise<string> {
    if (row.keyCut)
      throw new CodedError('refused', 'This key is too long to be edited here. Switch to text mode to edit it.');
    return row.key ?? '';
  }

  private async valueText({ row }: CachedRow): Promise<string> {
    if (!row.textCut) return editableOf(row.text, row.kind);
    if (row.byteLength > MAX_FIELD_BYTES) {
      const [size, limit] = [formatSize(row.byteLength), formatSize(MAX_FIELD_BYTES)];
      throw new CodedError(
        'refused',
        `This value is too long to be edited here (${size}; the limit is ${limit}). Switch to text mode to edit it.`,
      );
    }
    const bytes = await this.client.readRange({ start: row.byteStart, end: asByte(row.byteStart + row.byteLength) });
    return editableOf(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), row.kind);
  }

  private blink(row: number): void {
    clearTimeout(this.blinkTimer);
    this.set({ blink: { row, count: (this.state.blink?.count ?? 0) + 1 } });
    this.blinkTimer = setTimeout(() => this.set({ blink: null }), BLINK_MS);
  }

  private set(change: Partial<TreeState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** Whether a value holds others. */
export function isContainer(kind: Kind): boolean {
  return kind === 'object' || kind === 'array';
}
