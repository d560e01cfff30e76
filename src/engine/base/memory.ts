// Owns the WebAssembly memory of one document and defines its layout:
//
//   0          64 KB          tapeBase            scratch
//   | module   | text ........ | tape ............ | ...
//
// The text has spare capacity after it; the tape follows and can grow up to the memory's limit. A memory never shrinks, and
// growing it detaches every view: read `bytes` and `words` again after each call that may grow it. A document that is replaced
// drops its whole memory.

import { CodedError } from '../../shared/errors.ts';
import { ENGINE_WASM } from '../wasm/binary.ts';
import { DOCUMENT } from '../../shared/texts/documents.ts';

const PAGE = 65536;
/** Upper limit of text and tape together. @see docs/architecture.md */
export const MEMORY_LIMIT = 3.5 * 1024 * 1024 * 1024;
/** Address of the text. The module's own data is below it. */
export const TEXT_BASE = PAGE;
/** The passes load 16 bytes at a time, so they may read up to 15 bytes past the end. */
const PADDING = 32;

/** The exports of the AssemblyScript module. Each is documented with its source in `wasm/`. */
export interface Passes {
  begin(text: number, tape: number, at: number, first: number, kind: number, language: number): void;
  setStop(at: number): void;
  rebase(text: number, tape: number): void;
  scan(limit: number, final: boolean): number;
  shift(tape: number, from: number, to: number, delta: number): void;
  measure(start: number, end: number, textEnd: number): void;
  afterBreak(start: number, end: number, textEnd: number, n: number): number;
  beginFormat(
    from: number,
    oldTape: number,
    kind: number,
    byte: number,
    width: number,
    length: number,
    ending: number,
  ): void;
  format(end: number, out: number, outEnd: number, offset: number, tape: number): number;
  beginFind(
    needle: number,
    text: number,
    size: number,
    tape: number,
    count: number,
    first: number,
    scope: number,
  ): void;
  find(from: number, end: number, out: number, outEnd: number): number;
  fetch(start: number, end: number): void;
  gather(table: number, count: number, out: number): number;
  arrange(table: number, count: number, out: number): void;
  member(entry: number, text: number, length: number, a: number, b: number, c: number, d: number): number;
  beginHash(
    text: number,
    tape: number,
    out: number,
    stack: number,
    rootHasBrackets: boolean,
    numbersBySpelling: boolean,
    itemsInAnyOrder: boolean,
  ): void;
  hashEntries(from: number, to: number): void;
  readColumn(
    item: number,
    close: number,
    text: number,
    tape: number,
    path: number,
    levels: number,
    rows: number,
    words: number,
    entries: number,
    kinds: number,
  ): number;
  sameForward(a: number, b: number, length: number): number;
  sameBackward(a: number, b: number, length: number): number;
  withoutSpace(start: number, end: number, out: number, relaxed: boolean): number;
  suspects(text: number, tape: number, from: number, to: number, out: number, outEnd: number): number;
  beginRows(end: number, separator: number, quote: number, apostrophes: boolean, keepsEmpty: boolean): void;
  survey(start: number, end: number): number;
  splitRows(from: number, to: number, widths: number, most: number): void;
  judgeRows(from: number, to: number, looks: number, most: number): void;
  writeRows(
    from: number,
    to: number,
    table: number,
    columns: number,
    isFirst: boolean,
    out: number,
    outEnd: number,
    starts: number,
    most: number,
  ): number;
  knowItems(item: number, close: number, most: number, text: number, root: number, flat: boolean): void;
  writeItems(
    item: number,
    close: number,
    text: number,
    root: number,
    flat: boolean,
    cells: number,
    json: number,
    columns: number,
    style: number,
    separator: number,
    quote: number,
    lineEnd: number,
    out: number,
    outEnd: number,
  ): number;
  readonly itemPos: WebAssembly.Global<'i32'>;
  readonly itemOdd: WebAssembly.Global<'i32'>;
  readonly itemCount: WebAssembly.Global<'i32'>;
  readonly nestedCount: WebAssembly.Global<'i32'>;
  readonly doubledCount: WebAssembly.Global<'i32'>;
  readonly rowsPos: WebAssembly.Global<'i32'>;
  readonly rowsOdd: WebAssembly.Global<'i32'>;
  readonly rowCount: WebAssembly.Global<'i32'>;
  readonly quotedCount: WebAssembly.Global<'i32'>;
  readonly lfCount: WebAssembly.Global<'i32'>;
  readonly crlfCount: WebAssembly.Global<'i32'>;
  readonly crCount: WebAssembly.Global<'i32'>;
  readonly linesInside: WebAssembly.Global<'i32'>;
  readonly widest: WebAssembly.Global<'i32'>;
  findBytes(start: number, end: number, needle: number, masks: number, length: number): number;
  skipValues(
    entry: number,
    close: number,
    isObject: boolean,
    index: number,
    text: number,
    tables: number,
    keys: number,
    keyCount: number,
    results: number,
    most: number,
  ): void;
  readonly suspectsEnd: WebAssembly.Global<'i32'>;
  readonly columnItem: WebAssembly.Global<'i32'>;
  readonly columnLeft: WebAssembly.Global<'i32'>;
  readonly columnScale: WebAssembly.Global<'i32'>;
  readonly findPos: WebAssembly.Global<'i32'>;
  readonly pos: WebAssembly.Global<'i32'>;
  readonly state: WebAssembly.Global<'i32'>;
  readonly count: WebAssembly.Global<'i32'>;
  readonly errorCode: WebAssembly.Global<'i32'>;
  readonly breaks: WebAssembly.Global<'i32'>;
  readonly units: WebAssembly.Global<'i32'>;
  readonly head: WebAssembly.Global<'i32'>;
  readonly tail: WebAssembly.Global<'i32'>;
  readonly longest: WebAssembly.Global<'i32'>;
  readonly readPos: WebAssembly.Global<'i32'>;
  readonly entriesEnd: WebAssembly.Global<'i32'>;
  readonly finished: WebAssembly.Global<'i32'>;
}

let compiled: WebAssembly.Module | null = null;

/** Returns the module, compiled once per thread. About 2 ms. */
export function compileEngine(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(ENGINE_WASM), (char) => char.charCodeAt(0)));
  return compiled;
}

/** The memory of one document. All addresses are in bytes. */
export class DocumentMemory {
  readonly passes: Passes;
  /** Length of the text, in bytes. */
  size = 0;
  private readonly memory: WebAssembly.Memory;
  private textCapacity: number;
  private byteView: Uint8Array;
  private wordView: Uint32Array;

  /**
   * Reserves room for a text of `expectedSize` bytes.
   * @throws CodedError `too-large`
   */
  constructor(
    readonly module: WebAssembly.Module,
    expectedSize: number,
  ) {
    this.textCapacity = roomFor(expectedSize);
    if (this.tapeBase > MEMORY_LIMIT) throw tooLarge(expectedSize);
    // A tape rarely takes more bytes than its text. Pages that are never touched cost nothing.
    const span = Math.min(MEMORY_LIMIT, this.tapeBase + expectedSize + PAGE);
    try {
      this.memory = new WebAssembly.Memory({ initial: Math.ceil(span / PAGE), maximum: PAGE });
    } catch {
      throw tooLarge(expectedSize);
    }
    this.byteView = new Uint8Array(this.memory.buffer);
    this.wordView = new Uint32Array(this.memory.buffer);
    const instance = new WebAssembly.Instance(module, {
      env: { memory: this.memory, abort: () => undefined },
    });
    this.passes = instance.exports as unknown as Passes;
  }

  /** Address of the tape's first entry. */
  get tapeBase(): number {
    return TEXT_BASE + this.textCapacity;
  }

  /** The size of the memory in bytes. Most of what follows the tape has never been touched. */
  get span(): number {
    return this.memory.buffer.byteLength;
  }

  /** The whole memory as bytes; detached by the next growth. */
  get bytes(): Uint8Array {
    // Growing detaches a view, and a detached view has length 0. Reading `memory.buffer` each time costs far more.
    if (this.byteView.length === 0) this.byteView = new Uint8Array(this.memory.buffer);
    return this.byteView;
  }

  /** The whole memory as 32-bit words; detached by the next growth. */
  get words(): Uint32Array {
    if (this.wordView.length === 0) this.wordView = new Uint32Array(this.memory.buffer);
    return this.wordView;
  }

  /** A view of the text from `start` to `end`, detached by the next growth. */
  text(start = 0, end = this.size): Uint8Array {
    return this.bytes.subarray(TEXT_BASE + start, TEXT_BASE + end);
  }

  /**
   * Makes all addresses below `end` usable.
   * @throws CodedError `too-large`, before anything is changed
   */
  ensure(end: number): void {
    const missing = end + PADDING - this.span;
    if (missing <= 0) return;
    if (end > MEMORY_LIMIT) throw tooLarge(this.size);
    // Each growth costs several milliseconds in the JavaScript engine, whatever its size, so growth is rare and in large steps.
    const wanted = Math.min(Math.max(missing, this.span / 2), MEMORY_LIMIT + PAGE - this.span);
    try {
      this.memory.grow(Math.ceil(Math.max(missing, wanted) / PAGE));
    } catch {
      throw tooLarge(this.size);
    }
  }

  /**
   * Makes room for a text of `size` bytes. Moves `tapeBytes` bytes of tape if necessary.
   * @throws CodedError `too-large`, before anything is changed
   */
  ensureText(size: number, tapeBytes: number): void {
    if (size + PADDING <= this.textCapacity) return;
    const from = this.tapeBase;
    // Doubles the capacity if possible: a text that grew will grow again, and its tape has to move each time.
    const [least, ample] = [roomFor(size), roomFor(Math.max(size, this.textCapacity * 2))];
    const capacity = TEXT_BASE + ample + tapeBytes <= MEMORY_LIMIT / 2 ? ample : least;
    this.ensure(TEXT_BASE + capacity + tapeBytes);
    this.bytes.copyWithin(TEXT_BASE + capacity, from, from + tapeBytes);
    this.textCapacity = capacity;
  }
}

/** Capacity for a text plus an eighth of spare room for typing; a multiple of 64. */
function roomFor(size: number): number {
  return Math.ceil((size + Math.max(4096, size / 8) + PADDING) / 64) * 64;
}

function tooLarge(size: number): CodedError {
  return new CodedError('too-large', DOCUMENT.tooLarge(size, MEMORY_LIMIT));
}
