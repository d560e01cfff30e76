// Finds the columns of an array and writes its items in WebAssembly (`wasm/csv-columns.ts`, which draws a member), as long as an item has
// keys that are known, spelt without escapes. Any other item is taken in `member-columns.ts` and `write.ts`, and this goes on behind
// it. All that is passed stands behind the tape, and is written before each stretch of items: other work may use the same memory.
//
//   tapeBase          + tape
//   | tape ...........| members | keys | cells: a word per column | kinds: a byte per column | rows ....... |

import type { DocumentMemory } from '../base/memory.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Places } from '../tape/places.ts';
import { ENTRY_BYTES, LiveText } from '../tape/tape.ts';
import { BACKSLASH } from '../../shared/bytes/ascii.ts';
import type { Member } from './member.ts';

const MEMBER_BYTES = 48;
const KEY_END = 16;
const [HAS_VALUE, HAS_CONTAINER, IS_WHOLE] = [1, 2, 4];
/** A length that no key has: one with a backslash is spelt in another way than its bytes. */
const NO_KEY = 0x7fffffff;
/** Members that are passed before each stretch; with more, items are taken one by one. */
const MOST_MEMBERS = 4096;
/** Members that are passed in all because items have new ones. */
const MOST_PASSED = 1 << 20;
/** Items per stretch while columns are looked for, and bytes per stretch that is written. */
const SLICE_ITEMS = 16384;
const ROW_BYTES = 1 << 20;
/** Items that the caller takes before the next try, where one after the other is odd. */
const MOST_PATIENCE = 256;

/** How items are written. */
export interface ItemStyle {
  readonly typed: boolean;
  readonly escapesFormulas: boolean;
  readonly skipsNull: boolean;
  readonly separator: number;
  readonly quote: number;
  readonly lineEnd: Uint8Array;
  /** For each column of the file whether it is one of JSON. */
  readonly isJson: readonly boolean[];
}

/** Rows of a stretch, valid until the next call. */
export interface WrittenItems {
  readonly rows: Uint8Array;
  /** The next item. */
  readonly item: number;
  /** Whether the caller has to write it. */
  readonly isLeft: boolean;
  readonly count: number;
  readonly nested: number;
  readonly doubled: number;
}

/** Opens the items of a document for fast passes; `null` where its spelling or its separators are not plain. */
export function openItems(places: Places, root: Member, flatten: boolean): FastItems | null {
  const { dialect } = places.tape;
  const isPlain = (dialect === 'json' || dialect === 'ndjson') && places.text instanceof LiveText;
  return isPlain ? new FastItems(places, root, flatten) : null;
}

/** The items of one document. */
export class FastItems {
  private passed = 0;
  private patience = 1;
  private left = 0;

  constructor(
    private readonly places: Places,
    private readonly root: Member,
    private readonly flatten: boolean,
  ) {}

  /**
   * Goes over items from `item` on whose members and their kinds are known, before the entry `close`. Returns the next item, which the
   * caller has to take where `isLeft` says so.
   */
  know(item: number, close: number): { readonly item: number; readonly isLeft: boolean } {
    if (this.waits()) return { item, isLeft: true };
    const { memory } = this.places.tape;
    const at = this.pass(0);
    if (at === null) return { item, isLeft: true };
    const { passes } = memory;
    passes.knowItems(entryAt(memory, item), entryAt(memory, close), SLICE_ITEMS, TEXT_BASE, at.members, this.flatten);
    const isLeft = passes.itemOdd.value !== 0;
    this.judge(isLeft, passes.itemCount.value);
    return { item: itemAt(memory, passes.itemPos.value), isLeft };
  }

  /** Writes items from `item` on as rows, before the entry `close`, as many as there is room for in a stretch. */
  write(item: number, close: number, style: ItemStyle): WrittenItems {
    const none = { rows: new Uint8Array(), item, isLeft: true, count: 0, nested: 0, doubled: 0 };
    if (style.separator >= 0x80 || this.waits()) return none;
    const { memory } = this.places.tape;
    const columns = style.isJson.length;
    const at = this.pass(columns);
    if (at === null) return none;
    const { passes } = memory;
    memory.bytes.fill(0, at.cells, at.rows);
    for (const [column, isJson] of style.isJson.entries()) if (isJson) memory.bytes[at.kinds + column] = 1;
    const [first = 0, second = 0] = style.lineEnd;
    const end = passes.writeItems(
      entryAt(memory, item),
      entryAt(memory, close),
      TEXT_BASE,
      at.members,
      this.flatten,
      at.cells,
      at.kinds,
      columns,
      (style.typed ? 1 : 0) | (style.escapesFormulas ? 2 : 0) | (style.skipsNull ? 4 : 0),
      style.separator,
      style.quote,
      first | (second << 8),
      at.rows,
      at.rows + ROW_BYTES,
    );
    const isLeft = passes.itemOdd.value !== 0;
    const count = passes.itemCount.value;
    this.judge(isLeft, count);
    return {
      rows: memory.bytes.subarray(at.rows, end >>> 0),
      item: itemAt(memory, passes.itemPos.value),
      isLeft,
      count,
      nested: passes.nestedCount.value,
      doubled: passes.doubledCount.value,
    };
  }

  private waits(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  private judge(isLeft: boolean, count: number): void {
    if (!isLeft) return;
    this.patience = count === 0 ? Math.min(MOST_PATIENCE, this.patience * 2) : 1;
    this.left = this.patience - 1;
  }

  /** Writes the members behind the tape. Returns the addresses of all, `null` where there are too many. */
  private pass(
    columns: number,
  ): { readonly members: number; readonly cells: number; readonly kinds: number; readonly rows: number } | null {
    const { tape } = this.places;
    const { memory } = tape;
    const members = [this.root];
    let keyBytes = 0;
    // Those of one member stand together, in the order in which they were first seen.
    for (let at = 0; at < members.length && members.length <= MOST_MEMBERS; at += 1)
      for (const member of members[at]?.members.values() ?? []) {
        members.push(member);
        keyBytes += member.name.bytes.length;
      }
    this.passed += members.length;
    if (members.length > MOST_MEMBERS || this.passed > MOST_PASSED + tape.count) return null;
    const base = Math.ceil((memory.tapeBase + tape.byteLength) / 16) * 16;
    const keys = base + members.length * MEMBER_BYTES;
    const cells = Math.ceil((keys + keyBytes) / 16) * 16;
    const kinds = cells + columns * 4;
    const rows = kinds + columns;
    memory.ensure(rows + (columns === 0 ? 0 : ROW_BYTES));
    const { words, bytes } = memory;
    let key = keys;
    let child = base + MEMBER_BYTES;
    for (const [index, member] of members.entries()) {
      const at = base + index * MEMBER_BYTES;
      const name = member.name.bytes;
      bytes.set(name, key);
      const length = name.includes(BACKSLASH) ? NO_KEY : name.length;
      const flags =
        (member.valueOrder >= 0 ? HAS_VALUE : 0) |
        (member.hasContainer ? HAS_CONTAINER : 0) |
        (member.isWhole ? IS_WHOLE : 0);
      words.set([key, length, Math.max(0, member.column), child, member.members.size, flags], at >>> 2);
      const last = name.subarray(Math.max(0, name.length - KEY_END));
      bytes.set(last, at + MEMBER_BYTES - last.length);
      key += name.length;
      child += member.members.size * MEMBER_BYTES;
    }
    return { members: base, cells, kinds, rows };
  }
}

function entryAt({ tapeBase }: DocumentMemory, entry: number): number {
  return tapeBase + entry * ENTRY_BYTES;
}

function itemAt({ tapeBase }: DocumentMemory, address: number): number {
  return ((address >>> 0) - tapeBase) / ENTRY_BYTES;
}
