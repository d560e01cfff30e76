// The field that a key or a value is edited in, and what is inserted to be filled in by it: one undo step with what is
// written there.

import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent, Where } from '../../../shared/protocol/edit-intent.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import { asByte, type Revision } from '../../../shared/units.ts';
import type { CachedRow } from '../rows/row-cache.ts';
import { editableOf, literalOf, literalOfEscaped, onOneLine, readEscapes, toField } from '../../model/literal.ts';
import type { Inserted, Field } from '../tree-state.ts';
import type { TreeHost } from '../tree-host.ts';
import { DOING, FIELD } from '../../strings/editors/tree.ts';

/** How a field is opened. */
interface Opening {
  /** Stands in it in place of what was there. */
  readonly typed?: string | undefined;
  /** What is written joins the step that made this revision. */
  readonly joins?: Revision;
  readonly inserted?: Inserted;
}

/** A field that is on its way. */
interface Coming {
  /** What was typed for it. */
  typed: string;
  end: 'commit' | 'cancel' | null;
  /** Whether there will be one: what holds others is opened instead, say. */
  isSure: boolean;
  /** Presses that wait until that is known, or that come behind its end. */
  readonly after: (() => void)[];
}

/** A longer value, in bytes, is not put into a field: laying out 900 KB in one blocks the page for 200 ms. */
const MAX_FIELD_BYTES = 131_072;
const NEW_KEY = 'key';
const EMPTY_TEXT = '""';

/** The field of one tree. */
export class TreeEditing {
  /** The text in the field now; kept here so that a field that is scrolled away loses nothing. */
  draft = '';
  /** Whether what is in the field becomes a string, whatever it looks like. */
  isText = false;
  /** `null` while no field is on its way. */
  private coming: Coming | null = null;
  /** Until the last field that was on its way is there, and until what was written last is. */
  private opening: Promise<unknown> = Promise.resolve();
  private written: Promise<unknown> = Promise.resolve();

  constructor(private readonly model: TreeHost) {}

  /** Opens the field of a row's key or value. @throws CodedError `refused` where it can't be edited here */
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
    // Meanwhile more may have been typed, or something at all.
    const written = this.coming?.typed ?? typed ?? '';
    const isTyped = typed !== undefined || written !== '';
    this.draft = isTyped ? written : field.value;
    // What is typed into a new value is what it looks like.
    const { revision } = cached;
    const isNew = cached.row.text === EMPTY_TEXT && (isTyped || joins === revision);
    this.isText = kind === 'string' && !isNew;
    this.model.setField({
      row,
      part,
      node,
      revision,
      kind,
      controls,
      // What is typed over it brings its own escapes.
      wasText: this.isText && !isTyped,
      isTyped,
      // Only if nobody has written in between.
      joins: joins === revision,
      inserted: inserted?.revision === revision ? inserted : null,
      ...field,
    });
  }

  /** Whether a field is on its way: keys are for it. */
  get isComing(): boolean {
    return this.coming !== null;
  }

  /** Keeps a press that can't be carried out yet: nobody knows whether it is for a field, or it comes behind one's end. */
  keeps(press: () => void): boolean {
    const { coming } = this;
    if (coming === null || (coming.isSure && coming.end === null)) return false;
    coming.after.push(press);
    return true;
  }

  /** Does what may open a field: what is pressed meanwhile is for that, or else comes behind what was done. */
  open(work: () => Promise<unknown>): Promise<void> {
    return this.openAhead('', work, false);
  }

  /** Opens a field for a character, over the value of a row or, at a slot, for a new one. */
  async typeInto(place: { readonly row: number; readonly where?: Where }, typed: string): Promise<void> {
    await this.openAhead(typed, () =>
      place.where === undefined
        ? this.edit(place.row, 'value', { typed })
        : this.insert(place.row, place.where, EMPTY_TEXT, typed),
    );
  }

  /** Opens a field, with what is typed until it is there. */
  private async openAhead(typed: string, open: () => Promise<unknown>, isSure = true): Promise<void> {
    const coming: Coming = { typed, end: null, isSure, after: [] };
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
    // From here to when it is drawn, keys are still not its own.
    if (isOpen && coming.end === null) return;
    this.forget(coming);
    if (coming.end === 'cancel') await this.cancel();
    else if (coming.end === 'commit') await this.commit();
    this.replay(coming);
  }

  /** The field is on the screen and has the focus: from here on it takes the keys. Answers what is in it by now. */
  arrive(): string {
    if (this.coming !== null) this.replay(this.coming);
    this.coming = null;
    return this.draft;
  }

  private replay(coming: Coming): void {
    coming.isSure = true;
    for (const press of coming.after.splice(0)) press();
  }

  private forget(coming: Coming): void {
    if (this.coming === coming) this.coming = null;
  }

  /** A key that was pressed before the field was there. */
  pressAhead(key: string, typed: string | null): void {
    const { coming } = this;
    if (coming === null || coming.end !== null) return;
    const { field } = this.model.state;
    const isOpen = field !== null;
    // What is in a field that opens is selected: what is typed takes its place.
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

  /** What stands in the field when it comes. */
  private putAhead(text: string): void {
    if (this.coming !== null) this.coming.typed = text;
    if (this.model.state.field !== null) this.draft = text;
  }

  /** Writes what is in the field, or will be in one that is on its way; a person who saves has finished with it. */
  async complete(): Promise<void> {
    await this.opening;
    this.coming = null;
    await this.commit();
    await this.written;
  }

  /** Closes the field, writes what was typed, and opens that of the row's other part if `next` says so. */
  async commit(next: 'key' | 'value' | null = null): Promise<void> {
    const { field } = this.model.state;
    if (field === null) return;
    const { draft, isText } = this;
    this.model.setField(null);
    // Nothing is an empty text, whatever it looks like.
    const sameType = field.part === 'key' || draft === '' || isText === (field.kind === 'string');
    const isSame = draft === field.value && sameType && !field.isTyped;
    const write = async (): Promise<EditResult | null> => {
      if (isSame) return null;
      const result = this.writeField(field, field.fromField(draft), isText);
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

  /** The field says this now. */
  type(text: string): void {
    this.draft = text;
  }

  /**
   * Closes the field, and nothing is written. A value that was inserted for it goes again: who begins one by mistake
   * would else have to find and remove it, as nobody has to in a list of files.
   */
  async cancel(): Promise<void> {
    const { model } = this;
    const inserted = model.state.field?.inserted ?? null;
    model.setField(null);
    if (inserted === null || inserted.revision !== model.client.state.revision) return;
    await model.writing.takeBack();
    if (inserted.caret !== null) model.point(inserted.caret);
  }

  /** Inserts a value beside a row or inside it, and opens its field, with what was typed. One step with what is written there. */
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
    const { part, node, revision, joins, wasText } = field;
    const isEscaped = field.controls === 'escapes';
    const kind = isText ? 'string' : 'null';
    const { dialect } = this.model.client.state;
    const intent: EditIntent =
      part === 'key'
        ? { type: 'rename', node, key: isEscaped ? readEscapes(typed) : typed }
        : {
            type: 'set',
            node,
            json: isEscaped ? literalOfEscaped(typed, kind, wasText, dialect) : literalOf(typed, kind, dialect),
          };
    const result = await this.model.writing.write(DOING.write, revision, intent, joins);
    if (intent.type === 'rename' && result.repeatsKey === true) this.model.onRepeatedKey(intent.key, result.revision);
    return result;
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
