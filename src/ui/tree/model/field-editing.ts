// Edits keys and values in a field, and inserts new values to be filled in: the insertion and the text written into it are one
// undo step. Keys pressed while a field is still opening are buffered and replayed.

import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent, Where } from '../../../shared/protocol/edit-intent.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import { asByte, type NodeIndex, type Revision } from '../../../shared/units.ts';
import { FollowedValue } from '../../client/followed-value.ts';
import type { CachedRow } from './row-cache.ts';
import { editableOf, literalOf, literalOfEscaped, onOneLine, readEscapes, toField } from '../../model/literal.ts';
import type { Inserted, Field } from './tree-state.ts';
import type { TreeHost } from './tree-host.ts';
import { DOING, FIELD } from '../../strings/editors/tree.ts';
import { retryStale } from '../../async/stale.ts';

/** How to open a field. */
interface Opening {
  /** Typed text, which replaces the previous content. */
  readonly typed?: string | undefined;
  /** The write joins the undo step that made this revision. */
  readonly joins?: Revision;
  readonly inserted?: Inserted;
}

/** A field that is being opened. */
interface OpeningField {
  /** The text typed for it so far. */
  typed: string;
  end: 'commit' | 'cancel' | null;
  /** Whether a field will certainly open. The command may do something else, such as expand a container. */
  isSure: boolean;
  /** Presses held back until that is known, or until the field has closed. */
  readonly after: (() => void)[];
}

/** Longest value that is edited in a field, in bytes: laying out 900 KB in a field blocks the page for 200 ms. */
const MAX_FIELD_BYTES = 131_072;
/** Times that a value is looked up anew while others change the document. */
const MAX_TRIES = 5;
const NEW_KEY = 'key';
const EMPTY_TEXT = '""';

/** The field editing of one tree. */
export class TreeEditing {
  /** The current text of the field, stored here so that it survives when the field is scrolled out of view. */
  draft = '';
  /** Whether the content is written as a string, whatever it looks like. */
  isText = false;
  /** `null` while no field is being opened. */
  private coming: OpeningField | null = null;
  /** Settle once the last field has opened, and once the last write is done. */
  private opening: Promise<unknown> = Promise.resolve();
  private written: Promise<unknown> = Promise.resolve();

  constructor(private readonly model: TreeHost) {}

  /** Opens the field of a row's key or value. @throws CodedError `refused` when it can't be edited in a field */
  async edit(row: number, part: 'key' | 'value', { typed, joins, inserted }: Opening = {}): Promise<void> {
    const cached = await this.model.writing.rowNow(row);
    if (cached === undefined) return;
    const { key, node, kind } = cached.row;
    if (part === 'key' && key === null) return;
    if (part === 'value' && isContainer(kind)) return;
    const text = part === 'key' ? keyText(cached) : typed === undefined ? await this.valueText(cached) : '';
    const { controls } = this.model.state;
    const field = toField(controls === 'escapes' ? onOneLine(text, controls) : text);
    if (field === null) {
      throw new CodedError('refused', FIELD.mixedEnds);
    }
    // More text may have been typed while the value was read.
    const written = this.coming?.typed ?? typed ?? '';
    const isTyped = typed !== undefined || written !== '';
    this.draft = isTyped ? written : field.value;
    // In a new value, the type follows from what is typed.
    const { revision } = cached;
    const isNew = cached.row.text === EMPTY_TEXT && (isTyped || joins === revision);
    this.isText = kind === 'string' && !isNew;
    this.model.setField({
      row,
      part,
      node,
      revision,
      followed: new FollowedValue(this.model.client, revision, node),
      kind,
      controls,
      // Text that replaces the value has its own escapes.
      wasText: this.isText && !isTyped,
      isTyped,
      // Only if nothing was written in between.
      joins: joins === revision,
      inserted: inserted?.revision === revision ? inserted : null,
      ...field,
    });
  }

  /** Whether a field is open whose text is not written yet. */
  get isDirty(): boolean {
    const { field } = this.model.state;
    return field !== null && (field.isTyped || this.draft !== field.value);
  }

  /** Whether a field is being opened: keys belong to it. */
  get isOpening(): boolean {
    return this.coming !== null;
  }

  /**
   * Holds back a press while it is unclear whether a field will open, or when it follows the key that closes the field. Returns
   * whether the press is held back.
   */
  holdBackPress(press: () => void): boolean {
    const { coming } = this;
    if (coming === null || (coming.isSure && coming.end === null)) return false;
    coming.after.push(press);
    return true;
  }

  /**
   * Runs work that may open a field. Presses that arrive while it runs go to that field; if none opens, they are handled after
   * the work.
   */
  open(work: () => Promise<unknown>): Promise<void> {
    return this.openAhead('', work, false);
  }

  /** Opens a field for a typed character: over the value of a row or, with `where`, for a new value. */
  async typeInto(place: { readonly row: number; readonly where?: Where }, typed: string): Promise<void> {
    await this.openAhead(typed, () =>
      place.where === undefined
        ? this.edit(place.row, 'value', { typed })
        : this.insert(place.row, place.where, EMPTY_TEXT, typed),
    );
  }

  /** Opens a field, and buffers what is typed until it is open. */
  private async openAhead(typed: string, open: () => Promise<unknown>, isSure = true): Promise<void> {
    const coming: OpeningField = { typed, end: null, isSure, after: [] };
    this.coming = coming;
    const opened = open();
    this.opening = opened.catch(() => undefined);
    try {
      await opened;
    } catch (error) {
      this.forget(coming);
      throw error;
    }
    const isOpen = this.model.state.field !== null;
    if (isOpen && !coming.isSure) return this.replay(coming);
    // Until the field is rendered, keys still go to `pressAhead`.
    if (isOpen && coming.end === null) return;
    this.forget(coming);
    if (coming.end === 'cancel') await this.cancel();
    else if (coming.end === 'commit') await this.commit();
    this.replay(coming);
  }

  /** Called when the field is rendered and has the focus: from now on it handles keys itself. Returns its current text. */
  onFieldMounted(): string {
    if (this.coming !== null) this.replay(this.coming);
    this.coming = null;
    return this.draft;
  }

  private replay(coming: OpeningField): void {
    coming.isSure = true;
    for (const press of coming.after.splice(0)) press();
  }

  private forget(coming: OpeningField): void {
    if (this.coming === coming) this.coming = null;
  }

  /** Handles a key that was pressed before the field was rendered. */
  pressAhead(key: string, typed: string | null): void {
    const { coming } = this;
    if (coming === null || coming.end !== null) return;
    const { field } = this.model.state;
    const isOpen = field !== null;
    // The content of a field is selected when it opens, so typed text replaces it.
    const isUntouched = isOpen && !field.isTyped && this.draft === field.value;
    const before = isUntouched ? '' : isOpen ? this.draft : coming.typed;
    if (typed !== null || key === ' ') this.putAhead(before + (typed ?? key));
    else if (key === 'Backspace') this.putAhead(before.slice(0, -1));
    else if (key === 'Enter' || key === 'Tab') coming.end = 'commit';
    else if (key === 'Escape') coming.end = 'cancel';
    if (coming.end === null || !isOpen) return;
    this.coming = null;
    this.model.run(coming.end === 'commit' ? this.commit() : this.cancel());
  }

  /** Sets the text that the field will contain when it is rendered. */
  private putAhead(text: string): void {
    if (this.coming !== null) this.coming.typed = text;
    if (this.model.state.field !== null) this.draft = text;
  }

  /** Writes the content of the open field, or of one that is being opened; called before saving. */
  async complete(): Promise<void> {
    await this.opening;
    this.coming = null;
    await this.commit();
    await this.written;
  }

  /** Closes the field and writes its content; with `next`, then opens the field of that part of the row. */
  async commit(next: 'key' | 'value' | null = null): Promise<void> {
    const { field } = this.model.state;
    if (field === null) return;
    const { draft, isText } = this;
    this.model.setField(null);
    // An empty field counts as an empty string.
    const sameType = field.part === 'key' || draft === '' || isText === (field.kind === 'string');
    const isSame = draft === field.value && sameType && !field.isTyped;
    const write = async (): Promise<EditResult | null> => {
      if (isSame) {
        field.followed.release();
        return null;
      }
      const result = this.writeField(field, field.fromField(draft), isText).catch((error: unknown) =>
        this.takeBack(field, { draft, isText }, error),
      );
      this.written = result.catch(() => undefined);
      return result;
    };
    if (next === null) return void (await write());
    await this.openAhead('', async () => {
      const result = await write();
      const opening = field.joins ? { joins: result?.revision ?? field.revision } : {};
      await this.edit(result?.rows[0]?.first ?? field.row, next, opening);
    });
  }

  /** Called when the text in the field changes. */
  type(text: string): void {
    this.draft = text;
  }

  /**
   * Closes the field without writing. A value that was inserted for it is removed again, as in a file manager; otherwise the
   * user would have to find and remove it.
   */
  async cancel(): Promise<void> {
    const { model } = this;
    const inserted = model.state.field?.inserted ?? null;
    model.state.field?.followed.release();
    model.setField(null);
    if (inserted === null || inserted.revision !== model.client.state.revision) return;
    await model.writing.takeBack();
    if (inserted.caret !== null) model.setInsertionPoint(inserted.caret);
  }

  /**
   * Inserts a value beside a row or inside it, and opens its field with the typed text. The insertion and the field's write are
   * one undo step.
   */
  async insert(row: number, where: Where, json: string, typed?: string): Promise<void> {
    const { caret } = this.model.state;
    const cached = await this.model.writing.rowNow(row);
    if (cached === undefined) return;
    const { node, kind, key } = cached.row;
    const inObject = where === 'inside' ? kind === 'object' : key !== null;
    const intent: EditIntent = { type: 'insert', node, where, key: NEW_KEY, json };
    const { rows, revision } = await this.model.writing.write(DOING.insert, cached.revision, intent);
    const made = rows[0]?.first;
    if (made === undefined) return;
    const opening: Opening = { typed, joins: revision, inserted: { revision, caret } };
    if (inObject) await this.edit(made, 'key', opening);
    else if (json === EMPTY_TEXT) await this.edit(made, 'value', opening);
  }

  private async writeField(field: Field, typed: string, isText: boolean): Promise<EditResult> {
    const { part, joins, wasText } = field;
    const isEscaped = field.controls === 'escapes';
    const kind = isText ? 'string' : 'null';
    const { dialect } = this.model.client.state;
    const intentOf = (node: NodeIndex): EditIntent =>
      part === 'key'
        ? { type: 'rename', node, key: isEscaped ? readEscapes(typed) : typed }
        : {
            type: 'set',
            node,
            json: isEscaped ? literalOfEscaped(typed, kind, wasText, dialect) : literalOf(typed, kind, dialect),
          };
    let { node, revision } = field;
    const write = async (attempt: number): Promise<EditResult> => {
      const intent = intentOf(node);
      const result = await this.model.writing.write(DOING.write, revision, intent, joins && attempt === 1);
      if (intent.type === 'rename' && result.repeatsKey === true) this.model.onRepeatedKey(intent.key, result.revision);
      field.followed.release();
      return result;
    };
    // Where somebody else has changed the document, the value is written where it is now.
    return retryStale(MAX_TRIES, write, async () => {
      const found = await field.followed.find();
      if (found === null) throw new CodedError('refused', FIELD.gone);
      ({ node, revision } = found);
    });
  }

  /** Opens a field again whose text could not be written; if its value is gone, or another one is open, reports the text. */
  private async takeBack(
    field: Field,
    { draft, isText }: { readonly draft: string; readonly isText: boolean },
    error: unknown,
  ): Promise<never> {
    const { model } = this;
    const found = await field.followed.find().catch(() => null);
    const rows =
      found === null
        ? null
        : await model.client.rowsOfNodes(found.revision, Uint32Array.of(found.node), true).catch(() => null);
    const row = rows?.ranges[0];
    if (found === null || row === undefined || model.isDisposed || model.state.field !== null)
      throw new CodedError('refused', FIELD.notWritten(draft));
    this.draft = draft;
    this.isText = isText;
    model.setField({ ...field, row, node: found.node, revision: found.revision, joins: false, inserted: null });
    throw error;
  }

  private async valueText({ row }: CachedRow): Promise<string> {
    if (!row.textCut) return editableOf(row.text, row.kind);
    if (row.byteLength > MAX_FIELD_BYTES) {
      throw new CodedError('refused', FIELD.valueTooLong(row.byteLength, MAX_FIELD_BYTES));
    }
    const bytes = await this.model.client.readRange({
      start: row.byteStart,
      end: asByte(row.byteStart + row.byteLength),
    });
    return editableOf(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), row.kind);
  }
}

function keyText({ row }: CachedRow): string {
  if (row.keyCut) throw new CodedError('refused', FIELD.keyTooLong);
  return row.key ?? '';
}
