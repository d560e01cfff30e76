// Edits keys and values in a field, and inserts new values to be filled in: the insertion and the text written into it are one
// undo step. Keys pressed while a field is being opened go to that field.

import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent, Where } from '../../../shared/protocol/edit-intent.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import { asByte, type NodeIndex, type Revision } from '../../../shared/units.ts';
import { FollowedValue } from '../../client/followed-value.ts';
import { textAfter, type FieldText } from '../../field/field-keys.ts';
import { FieldSession } from '../../field/field-session.ts';
import { InputQueue } from '../../field/input-queue.ts';
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

/** A field that takes input while it is not on the screen. */
interface UnseenField {
  readonly followed: FollowedValue;
  text: FieldText;
}

/** Longest value that is edited in a field, in bytes: laying out 900 KB in a field blocks the page for 200 ms. */
const MAX_FIELD_BYTES = 131_072;
/** Times that a value is looked up anew while others change the document. */
const MAX_TRIES = 5;
const NEW_KEY = 'key';
const EMPTY_TEXT = '""';

/** The field editing of one tree. */
export class TreeEditing extends FieldSession<Field> {
  /** Whether the content is written as a string, whatever it looks like. */
  isText = false;
  readonly input: InputQueue;

  constructor(private readonly model: TreeHost) {
    super();
    this.input = new InputQueue({
      get openField() {
        return model.state.field?.followed ?? null;
      },
      isReady: () => true,
      untilReady: () => Promise.resolve(),
      subscribe: model.subscribe,
    });
  }

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
    const isTyped = typed !== undefined;
    this.draft = typed ?? field.value;
    // In a new value, the type follows from what is typed.
    const { revision } = cached;
    const isNew = cached.row.text === EMPTY_TEXT && (isTyped || joins === revision);
    this.isText = kind === 'string' && !isNew;
    this.model.scroller.reveal(row);
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

  /** Opens a field for a typed character: over the value of a row or, with `where`, for a new value. */
  typeInto(place: { readonly row: number; readonly where?: Where }, typed: string): Promise<void> {
    return place.where === undefined
      ? this.edit(place.row, 'value', { typed })
      : this.insert(place.row, place.where, EMPTY_TEXT, typed);
  }

  /** Carries out all input and writes the open field, so that what is saved includes it. */
  async complete(): Promise<void> {
    let unseen: UnseenField | null = null;
    await this.input.settledUnseen(async (input) => {
      const { field } = this;
      if (field === null) return;
      if (unseen?.followed !== field.followed) unseen = { followed: field.followed, text: this.draftText(field) };
      const press = input.type === 'key' ? input.press : null;
      if (press?.key === 'Escape') return this.cancel();
      if (press?.key === 'Tab') return this.commit(nextPart(field.part, press.shiftKey));
      if (press?.key === 'Enter' && !press.shiftKey) return this.commit();
      unseen.text = textAfter(unseen.text, input);
      this.draft = unseen.text.text;
    });
    await this.commit();
    await this.untilWritten();
  }

  /** The text of a field as it comes to the screen: its content is selected, text that was typed over it continues at its end. */
  private draftText(field: Field): FieldText {
    const { draft: text } = this;
    const anchor = field.isTyped || text !== field.value ? text.length : 0;
    return { text, anchor, active: text.length };
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
      return this.writeClosed(
        field,
        () => this.writeField(field, field.fromField(draft), isText),
        () => (this.isText = isText),
      );
    };
    if (next === null) return void (await write());
    // What is pressed from now on is for the other field.
    await this.input.open(async () => {
      const result = await write();
      const opening = field.joins ? { joins: result?.revision ?? field.revision } : {};
      await this.edit(result?.rows[0]?.first ?? field.row, next, opening);
    }, true);
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
    this.discard();
    if (inserted === null || inserted.revision !== model.client.state.revision) return;
    // What is pressed from now on is for the rows as they were before.
    await this.input.open(async () => {
      await model.writing.takeBack();
      if (inserted.caret !== null) model.setInsertionPoint(inserted.caret);
    }, true);
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
      return result;
    };
    // Where somebody else has changed the document, the value is written where it is now.
    return retryStale(MAX_TRIES, write, async () => {
      const found = await field.followed.find();
      if (found === null) throw new CodedError('refused', FIELD.gone);
      ({ node, revision } = found);
    });
  }

  protected override get field(): Field | null {
    return this.model.state.field;
  }

  protected override setField(field: Field | null): void {
    this.model.setField(field);
  }

  protected override async placeAgain(field: Field): Promise<Field | null> {
    const { model } = this;
    const found = await field.followed.find().catch(() => null);
    const rows =
      found === null
        ? null
        : await model.client.rowsOfNodes(found.revision, Uint32Array.of(found.node), true).catch(() => null);
    const row = rows?.ranges[0];
    if (found === null || row === undefined || model.isDisposed || model.state.field !== null) return null;
    return { ...field, row, node: found.node, revision: found.revision, joins: false, inserted: null };
  }

  protected override notWritten(draft: string): string {
    return FIELD.notWritten(draft);
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

/** The part of a row that Tab moves on to; `null` if it only closes the field. */
export function nextPart(part: Field['part'], isBackward: boolean): Field['part'] | null {
  if (isBackward) return part === 'value' ? 'key' : null;
  return part === 'key' ? 'value' : null;
}
