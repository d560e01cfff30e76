// What a person writes in the tree: the field that a key or a value is edited in, and what the commands change. All of
// it goes to the worker as intents (`shared/protocol.ts`); each is one undo step.

import { CodedError, hasCode } from '../../shared/errors.ts';
import type { EditIntent, EditResult } from '../../shared/protocol.ts';
import { isContainer, type Kind } from '../../shared/rows.ts';
import { formatSize } from '../../shared/size.ts';
import { asByte, type NodeIndex, type Revision } from '../../shared/units.ts';
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
  fromField(value: string): string;
}

/** A longer value, in bytes, is not put into a field: laying out 900 KB in one blocks the page for 200 ms. */
const MAX_FIELD_BYTES = 131_072;
const NEW_KEY = 'key';

/** The writes of one tree. */
export class TreeEditing {
  /** The text in the field now; kept here so that a field that is scrolled away loses nothing. */
  draft = '';
  /** The write that is on its way: what comes after it waits for it. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly model: TreeModel) {}

  /** Opens the field of a row's key or value. @throws CodedError `refused` where it can't be edited here */
  async edit(row: number, part: 'key' | 'value'): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached === undefined) return;
    const { key, node, kind } = cached.row;
    if (part === 'key' && key === null) return;
    if (part === 'value' && isContainer(kind)) return this.model.toggle(row);
    const text = part === 'key' ? keyText(cached) : await this.valueText(cached);
    const field = toField(text);
    if (field === null) {
      throw new CodedError(
        'refused',
        'This text mixes different line ends, which a field would lose. Switch to text mode to edit it.',
      );
    }
    this.draft = field.value;
    this.model.setField({ row, part, node, revision: cached.revision, kind, ...field });
  }

  /** Closes the field and writes what was typed; answers the row where it is now. */
  async commit(): Promise<number | null> {
    const { field } = this.model.state;
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
    this.cancel();
    const result = await this.write(field.revision, intent);
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

  /** Inserts a value behind a row (inside, for the root), and opens its field. */
  async insert(row: number): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached === undefined) return;
    const { node, depth, kind, key } = cached.row;
    const where = depth === 0 ? 'inside' : 'after';
    if (where === 'inside' && !isContainer(kind)) return;
    const inObject = where === 'inside' ? kind === 'object' : key !== null;
    const result = await this.write(cached.revision, { type: 'insert', node, where, key: NEW_KEY, json: '""' });
    const inserted = result.rows[0]?.first;
    if (inserted !== undefined) await this.edit(inserted, inObject ? 'key' : 'value');
  }

  /** Writes JSON in place of a value, if it is still what was read. @throws CodedError `stale`, `syntax` */
  async setValue({ row, revision }: CachedRow, json: string): Promise<void> {
    await this.write(revision, { type: 'set', node: row.node, json });
  }

  /** Writes the other one in place of true or false. */
  async switchValue(row: number): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached?.row.kind === 'true') await this.setValue(cached, 'false');
    else if (cached?.row.kind === 'false') await this.setValue(cached, 'true');
  }

  async remove(row: number): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached === undefined) return;
    if (cached.row.depth === 0)
      throw new CodedError('refused', 'The root can\'t be removed. Use "New" for an empty document.');
    await this.write(cached.revision, { type: 'remove', nodes: [cached.row.node] });
  }

  /** A row as it is when all that was written before has arrived. */
  private async rowNow(row: number): Promise<CachedRow | undefined> {
    await this.writing;
    return this.model.cache.read(row);
  }

  private async write(base: Revision, intent: EditIntent): Promise<EditResult> {
    const writing = this.model.client.edit(base, intent);
    this.writing = writing.catch(() => undefined);
    try {
      const result = await writing;
      await this.model.show(result);
      return result;
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
