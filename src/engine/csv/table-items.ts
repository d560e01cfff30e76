// The items of a document as the rows of a file that they are written into. Items that are no objects are the values of one column,
// as they are where such an array was saved as CSV.

import { COLON, QUOTE } from '../../shared/bytes/ascii.ts';
import { CodedError } from '../../shared/errors.ts';
import { CSV_TEXTS } from '../../shared/texts/conversions.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import { TEXT_BASE } from '../base/memory.ts';
import { writeJson } from '../values/json-writer.ts';
import { MemberColumns } from './member-columns.ts';
import type { Member } from './member.ts';
import type { Reading } from './reading.ts';
import type { RowReader } from './rows.ts';

const SLICE_ITEMS = 1024;

/** The column of items that are no objects. */
export const BARE_NAME = 'value';

/** The items of the array that is a document. */
export class TableItems {
  readonly found: MemberColumns;
  /** The number of items. */
  readonly count: number = 0;
  private readonly isBare: boolean;
  private readonly scratch = new ByteBuffer();

  /** @throws CodedError `refused` when there is an item that is no object, and the file is not the one of such items */
  constructor(
    readonly document: JsonDocument,
    { options, dialect, columns }: Reading,
  ) {
    const { places } = document;
    this.found = new MemberColumns(places, options.nest === true, dialect.typed, wholesOf(columns));
    const isOfValues = columns.length === 0 || (columns.length === 1 && columns[0]?.name === BARE_NAME);
    let [firstBare, objects] = [0, 0];
    for (const item of this.all()) {
      this.count += 1;
      if (places.kind(item) === 'object') objects += 1;
      else if (firstBare === 0) firstBare = this.count;
    }
    this.isBare = firstBare > 0 && objects === 0 && isOfValues && dialect.header;
    if (firstBare > 0 && !this.isBare) throw new CodedError('refused', CSV_TEXTS.notObject(firstBare));
  }

  /** Finds the columns. */
  *find(): Work<void> {
    if (this.isBare) yield* this.found.findBare(0, BARE_NAME);
    else yield* this.found.find(0);
  }

  /** The first item; -1 for none. */
  get first(): number {
    return this.document.tape.closing(0) > 1 ? 1 : -1;
  }

  /** The item after one; -1 for none. */
  after(item: number): number {
    const { tape } = this.document;
    const next = tape.next(item);
    return next < tape.closing(0) ? next : -1;
  }

  /** Whether an item is spelt with these bytes; false where the dialect has another spelling than JSON. */
  isSpelt(item: number, json: Uint8Array, from: number, to: number): boolean {
    const { tape, memory } = this.document;
    if (!tape.isOpening(item) || hasComments(tape.dialect)) return false;
    const start = TEXT_BASE + tape.start(item);
    const { bytes } = memory;
    if (start + to - from !== TEXT_BASE + tape.start(tape.closing(item)) + 1) return false;
    for (let at = from, own = start; at < to; at += 1, own += 1) if (json[at] !== bytes[own]) return false;
    return true;
  }

  /**
   * Whether an item is spelt with these bytes, but for scalars that are texts in them: a number of a column that has a text by now is one
   * where it is read again.
   */
  isSaid(item: number, json: Uint8Array, from: number, to: number): boolean {
    const { tape, memory } = this.document;
    if (!tape.isOpening(item) || hasComments(tape.dialect)) return false;
    const { bytes } = memory;
    const end = TEXT_BASE + tape.start(tape.closing(item)) + 1;
    let own = TEXT_BASE + tape.start(item);
    let at = from;
    while (at < to && own < end) {
      const byte = bytes[own] ?? 0;
      if (json[at] === byte) {
        at += 1;
        own += 1;
        continue;
      }
      if (json[at] !== QUOTE || json[at - 1] !== COLON || !isBare(byte)) return false;
      at += 1;
      while (own < end && isBare(bytes[own] ?? 0) && json[at] === bytes[own]) {
        at += 1;
        own += 1;
      }
      if (json[at] !== QUOTE || isBare(bytes[own] ?? 0)) return false;
      at += 1;
    }
    return at === to && own === end;
  }

  /** Whether the items from one on, with what stands between them, are spelt like the rows that were read last. */
  areSpelt(item: number, rows: RowReader): boolean {
    const { tape, memory } = this.document;
    if (item < 0 || hasComments(tape.dialect)) return false;
    return rows.isManyAt(memory.bytes.subarray(0, TEXT_BASE + memory.size), TEXT_BASE + tape.start(item));
  }

  /** All items. */
  *all(): Generator<number, void> {
    const { tape } = this.document;
    const close = tape.closing(0);
    for (let item = 1; item < close; item = tape.next(item)) yield item;
  }

  /** Calls back for each item, with pauses. */
  *each(call: (item: number, index: number) => void): Work<void> {
    const { tape, size } = this.document;
    let index = 0;
    for (const item of this.all()) {
      call(item, index);
      index += 1;
      if (index % SLICE_ITEMS === 0) yield { done: tape.start(item), total: size };
    }
  }

  /** An item as the JSON of a row, valid until the next call. */
  json(item: number): Uint8Array {
    const { scratch } = this;
    if (this.isBare) {
      scratch.add(encodeUtf8(`{"${BARE_NAME}"`));
      scratch.put(COLON);
    }
    writeJson(this.document.places, item, scratch);
    if (this.isBare) scratch.put(0x7d);
    return scratch.takeView();
  }

  /**
   * Sets the entries of an item's values, by the places that columns have; -1 where there is none. Of members with one key it is the
   * last; returns how many others there are.
   */
  cells(item: number, places: ReadonlyMap<Member, number>, cells: Int32Array): number {
    cells.fill(-1);
    let doubled = 0;
    this.found.walk(item, (member, entry) => {
      const at = places.get(member);
      if (at === undefined) return;
      if ((cells[at] ?? -1) >= 0) doubled += 1;
      cells[at] = entry;
    });
    return doubled;
  }
}

/** Whether a byte is one of a number, or of `true`, `false` and `null`. */
function isBare(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return isDigit || isLetter || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

/** The columns whose cells are JSON, unless parts of their objects are columns of the file, too. */
function wholesOf(columns: Reading['columns']): Set<string> {
  const json = columns.filter(({ rule }) => rule === 'json' || rule === 'typed json').map(({ name }) => name);
  return new Set(json.filter((whole) => !columns.some(({ name }) => name.startsWith(`${whole}.`))));
}
