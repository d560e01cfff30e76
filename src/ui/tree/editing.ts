// What a person writes in the tree: the field that a key or a value is edited in, and what the commands change. All of
// it goes to the worker as intents (`shared/protocol.ts`); each is one undo step.

import { CodedError, hasCode } from '../../shared/errors.ts';
import type { EditIntent, EditResult, Where } from '../../shared/protocol.ts';
import { isContainer, type Kind } from '../../shared/rows.ts';
import { formatSize } from '../../shared/size.ts';
import { asByte, type NodeIndex, type Revision } from '../../shared/units.ts';
import type { Task } from '../client/document.ts';
import type { CachedRow } from './cache.ts';
import { editableOf, literalOf, toField } from './literal.ts';
import type { TreeModel } from './model.ts';

/** A key or a value that is being edited. */
export interface Field {
  readonly row: number;
  readonly part: 'key' | 'value';
  readonly node: NodeIndex;
  readonly revision: Revision;
  readonly kind: Kind;
  readonly value: string;
  /** Opened by a character that was typed over the value. */
  readonly isTyped: boolean;
  fromField(value: string): string;
}

/** A longer value, in bytes, is not put into a field: laying out 900 KB in one blocks the page for 200 ms. */
const MAX_FIELD_BYTES = 131_072;
const NEW_KEY = 'key';
const EMPTY_TEXT = '""';

/** The writes of one tree. */
export class TreeEditing {
  /** The text in the field now; kept here so that a field that is scrolled away loses nothing. */
  draft = '';
  /** Whether what is in the field becomes a string, whatever it looks like. */
  isText = false;
  /** What was typed for a field that is on its way; `null` while none is. */
  private coming: { typed: string; end: 'commit' | 'cancel' | null } | null = null;
  /** The write that is on its way: what comes after it waits for it. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly model: TreeModel) {}

  /**
   * Opens the field of a row's key or value; `typed` stands in it in place of what was there.
   * @throws CodedError `refused` where it can't be edited here
   */
  async edit(row: number, part: 'key' | 'value', typed?: string): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached === undefined) return;
    const { key, node, kind } = cached.row;
    if (part === 'key' && key === null) return;
    if (part === 'value' && isContainer(kind)) return;
    const text = part === 'key' ? keyText(cached) : typed === undefined ? await this.valueText(cached) : '';
    const field = toField(text);
    if (field === null) {
      throw new CodedError(
        'refused',
        'This text mixes different line ends, which a field would lose. Switch to text mode to edit it.',
      );
    }
    this.draft = typed === undefined ? field.value : (this.coming?.typed ?? typed);
    // What is typed into a new value is what it looks like.
    this.isText = kind === 'string' && !(cached.row.text === EMPTY_TEXT && typed !== undefined);
    const opened = { row, part, node, revision: cached.revision, kind, isTyped: typed !== undefined };
    this.model.setField({ ...opened, ...field });
  }

  /** Whether a field is on its way for what was typed: keys are for it. */
  get isComing(): boolean {
    return this.coming !== null;
  }

  /** Opens a field for a character, over the value of a row or, at a slot, for a new one. */
  async typeInto(place: { readonly row: number; readonly where?: Where }, typed: string): Promise<void> {
    const coming = { typed, end: null as 'commit' | 'cancel' | null };
    this.coming = coming;
    try {
      if (place.where === undefined) await this.edit(place.row, 'value', typed);
      else await this.insert(place.row, place.where, EMPTY_TEXT, typed);
    } finally {
      this.coming = null;
    }
    if (coming.end === 'cancel') this.cancel();
    else if (coming.end === 'commit') await this.commit();
  }

  /** A key that was pressed before the field was there. */
  pressAhead(key: string, typed: string | null): void {
    const { coming } = this;
    if (coming === null || coming.end !== null) return;
    if (typed !== null || key === ' ') coming.typed += typed ?? key;
    else if (key === 'Backspace') coming.typed = coming.typed.slice(0, -1);
    else if (key === 'Enter' || key === 'Tab') coming.end = 'commit';
    else if (key === 'Escape') coming.end = 'cancel';
  }

  /** Closes the field and writes what was typed; answers the row where it is now. */
  async commit(): Promise<number | null> {
    const { field } = this.model.state;
    if (field === null) return null;
    const { draft, isText } = this;
    this.cancel();
    const sameType = field.part === 'key' || isText === (field.kind === 'string');
    if (draft === field.value && sameType && !field.isTyped) return field.row;
    const text = field.fromField(draft);
    const intent: EditIntent =
      field.part === 'key'
        ? { type: 'rename', node: field.node, key: text }
        : { type: 'set', node: field.node, json: literalOf(text, isText ? 'string' : 'null') };
    const result = await this.write('Writing', field.revision, intent);
    return result.rows[0]?.first ?? field.row;
  }

  /** The field says this now. */
  type(text: string): void {
    this.draft = text;
  }

  /** Closes the field, and nothing is written. */
  cancel(): void {
    this.model.setField(null);
  }

  /** Inserts a value beside a row or inside it, and opens its field, with what was typed. */
  async insert(row: number, where: Where, json: string, typed?: string): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached === undefined) return;
    const { node, kind, key } = cached.row;
    const inObject = where === 'inside' ? kind === 'object' : key !== null;
    const result = await this.write('Inserting', cached.revision, { type: 'insert', node, where, key: NEW_KEY, json });
    const inserted = result.rows[0]?.first;
    if (inserted === undefined) return;
    if (inObject) await this.edit(inserted, 'key', typed);
    else if (json === EMPTY_TEXT) await this.edit(inserted, 'value', typed);
  }

  /** Removes what is selected. @throws CodedError `refused` for the root */
  async remove(): Promise<void> {
    await this.onSelected('Removing', async ({ base, nodes }) => {
      if (nodes[0] === 0)
        throw new CodedError('refused', 'The root can\'t be removed. Use "New" for an empty document.');
      await this.send(base, { type: 'remove', nodes });
      this.model.announce(nodes.length === 1 ? 'Removed.' : `Removed ${nodes.length.toLocaleString()} values.`);
    });
  }

  /** Writes JSON in place of a value, if it is still what was read. @throws CodedError `stale`, `syntax` */
  async setValue({ row, revision }: CachedRow, json: string): Promise<void> {
    await this.write('Writing', revision, { type: 'set', node: row.node, json });
  }

  /** Writes the other one in place of true or false. */
  async switchValue(row: number): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached?.row.kind === 'true') await this.setValue(cached, 'false');
    else if (cached?.row.kind === 'false') await this.setValue(cached, 'true');
  }

  /** Changes the value of one row. */
  async changeOne(row: number, label: string, intentOf: (node: NodeIndex) => EditIntent): Promise<EditResult | null> {
    const cached = await this.rowNow(row);
    return cached === undefined ? null : this.write(label, cached.revision, intentOf(cached.row.node));
  }

  /** Changes all that is selected. */
  async changeSelected(label: string, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void> {
    await this.onSelected(label, async ({ base, nodes }, task) => {
      await this.send(base, intentOf(nodes), task);
    });
  }

  /** Changes those of the selected values that can be changed so, and says of how many. `done` is what was done. */
  async changeMany(label: string, done: string, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void> {
    await this.onSelected(label, async ({ base, nodes }, task) => {
      const { count = nodes.length } = await this.send(base, intentOf(nodes), task);
      const [all, some] = [nodes.length.toLocaleString(), count.toLocaleString()];
      const rest = 'The others stay as they are.';
      const many = count === nodes.length ? `${done} ${all} values.` : `${done} ${some} of ${all} values. ${rest}`;
      this.model.announce(nodes.length === 1 ? `${done}.` : many);
    });
  }

  /** Does something with the values that are selected, with its progress shown. */
  async onSelected(
    label: string,
    work: (selected: { readonly base: Revision; readonly nodes: Uint32Array }, task: Task) => Promise<void>,
  ): Promise<void> {
    await this.writing;
    const { ranges } = this.model.state.selection;
    if (ranges.length === 0) return;
    await this.explained(() =>
      this.model.runTask(label, async (task) => work(await this.model.client.nodesAt(ranges, task), task)),
    );
  }

  /** A row as it is when all that was written before has arrived. */
  private async rowNow(row: number): Promise<CachedRow | undefined> {
    await this.writing;
    return this.model.cache.read(row);
  }

  private write(label: string, base: Revision, intent: EditIntent): Promise<EditResult> {
    return this.explained(() => this.model.runTask(label, (task) => this.send(base, intent, task)));
  }

  private async send(base: Revision, intent: EditIntent, task: Task = {}): Promise<EditResult> {
    const writing = this.model.client.edit(base, intent, task);
    this.writing = writing.catch(() => undefined);
    const result = await writing;
    await this.model.show(result);
    return result;
  }

  private async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'stale')) throw error;
      throw new CodedError('stale', 'The document changed meanwhile, so this edit was not made. Please try again.');
    }
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
    const bytes = await this.model.client.readRange({
      start: row.byteStart,
      end: asByte(row.byteStart + row.byteLength),
    });
    return editableOf(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), row.kind);
  }
}

function keyText({ row }: CachedRow): string {
  if (row.keyCut)
    throw new CodedError('refused', 'This key is too long to be edited here. Switch to text mode to edit it.');
  return row.key ?? '';
}
