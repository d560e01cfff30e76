// Sums over the chunks of a text, in a tree. It finds what precedes a chunk, the chunk in which a sum is reached, and the
// length of the longest line, each in logarithmic time; so is updating one chunk. A gigabyte has sixteen thousand chunks, and
// every keystroke changes one.
//
// A complete binary tree stored in columns: node 1 is the root, `2n` and `2n + 1` are the children of node `n`, the chunks are
// the leaves, and leaves without a chunk are all zero.

/**
 * The measures of a chunk. `head` is the number of bytes up to and including its first line end, `tail` the number after its
 * last one.
 */
export interface Chunk {
  readonly bytes: number;
  readonly breaks: number;
  readonly units: number;
  /** All bytes if the chunk has no line end. */
  readonly head: number;
  readonly tail: number;
  readonly longest: number;
}

/** The sums of all chunks before `chunk`, and its own length in bytes. */
export interface Sums {
  readonly chunk: number;
  readonly bytes: number;
  readonly breaks: number;
  readonly units: number;
  readonly length: number;
}

type Summed = 'bytes' | 'breaks' | 'units';

const COLUMNS = ['bytes', 'breaks', 'units', 'head', 'tail', 'longest'] as const;
type Columns = Readonly<Record<(typeof COLUMNS)[number], Float64Array>>;

/** The chunks of one text, in order. */
export class ChunkTree {
  private leaves = 1;
  private columns = makeColumns(1);
  private used = 0;

  get count(): number {
    return this.used;
  }

  /** The sum over all chunks. */
  total(name: Summed): number {
    return this.columns[name][1] ?? 0;
  }

  /** Bytes in the longest line, including its line end. */
  get longest(): number {
    const { head, tail, longest } = this.columns;
    return Math.max(longest[1] ?? 0, head[1] ?? 0, tail[1] ?? 0);
  }

  /** Replaces `removed` chunks from `index` on by `made`. */
  splice(index: number, removed: number, made: readonly Chunk[]): void {
    const before = this.used;
    const after = before - removed + made.length;
    if (after > this.leaves) this.grow(after);
    const { leaves, columns } = this;
    if (made.length !== removed) {
      for (const name of COLUMNS) {
        columns[name].copyWithin(leaves + index + made.length, leaves + index + removed, leaves + before);
        if (after < before) columns[name].fill(0, leaves + after, leaves + before);
      }
    }
    for (const [at, chunk] of made.entries()) {
      const leaf = leaves + index + at;
      for (const name of COLUMNS) columns[name][leaf] = chunk[name];
      if (chunk.breaks === 0) columns.tail[leaf] = columns.head[leaf] = chunk.bytes;
    }
    this.used = after;
    this.sum(index, made.length === removed ? index + made.length : Math.max(before, after));
  }

  /** Removes the last chunk and returns its length in bytes; 0 if there is none. */
  pop(): number {
    if (this.used === 0) return 0;
    const bytes = this.columns.bytes[this.leaves + this.used - 1] ?? 0;
    this.splice(this.used - 1, 1, []);
    return bytes;
  }

  /** The sums before a chunk; the totals for the index after the last chunk. */
  before(chunk: number): Sums {
    const { leaves, columns } = this;
    let [bytes, breaks, units] = [0, 0, 0];
    if (chunk >= this.used)
      return { chunk, bytes: this.total('bytes'), breaks: this.total('breaks'), units: this.total('units'), length: 0 };
    for (let node = leaves + chunk; node > 1; node >>>= 1) {
      if ((node & 1) === 0) continue;
      bytes += columns.bytes[node - 1] ?? 0;
      breaks += columns.breaks[node - 1] ?? 0;
      units += columns.units[node - 1] ?? 0;
    }
    return { chunk, bytes, breaks, units, length: columns.bytes[leaves + chunk] ?? 0 };
  }

  /** The last chunk whose preceding sum is at most `value`; the first chunk if there is none. */
  find(name: Summed, value: number): Sums {
    const { leaves, columns, used } = this;
    const column = columns[name];
    let node = 1;
    let passed = 0;
    let first = 0;
    for (let half = leaves >>> 1; half > 0; half >>>= 1) {
      node *= 2;
      const left = column[node] ?? 0;
      if (passed + left > value || first + half >= used) continue;
      passed += left;
      first += half;
      node += 1;
    }
    return this.before(first);
  }

  private grow(count: number): void {
    const leaves = 2 ** Math.ceil(Math.log2(count));
    const columns = makeColumns(leaves);
    for (const name of COLUMNS)
      columns[name].set(this.columns[name].subarray(this.leaves, this.leaves + this.used), leaves);
    this.leaves = leaves;
    this.columns = columns;
    this.sum(0, this.used);
  }

  /** Recomputes the nodes above the leaves from `from` to `to` (exclusive). */
  private sum(from: number, to: number): void {
    let low = this.leaves + from;
    let high = this.leaves + to - 1;
    while (low > 1 && low <= high) {
      low >>>= 1;
      high >>>= 1;
      for (let node = low; node <= high; node += 1) this.join(node);
    }
  }

  private join(node: number): void {
    const { bytes, breaks, units, head, tail, longest } = this.columns;
    const [left, right] = [node * 2, node * 2 + 1];
    const at = (column: Float64Array, index: number): number => column[index] ?? 0;
    for (const column of [bytes, breaks, units]) column[node] = at(column, left) + at(column, right);
    const joined = at(tail, left) + at(head, right);
    head[node] = at(breaks, left) > 0 ? at(head, left) : at(head, left) + at(head, right);
    tail[node] = at(breaks, right) > 0 ? at(tail, right) : at(tail, left) + at(tail, right);
    longest[node] = Math.max(at(longest, left), at(longest, right), joined);
  }
}

function makeColumns(leaves: number): Columns {
  const column = (): Float64Array => new Float64Array(leaves * 2);
  return { bytes: column(), breaks: column(), units: column(), head: column(), tail: column(), longest: column() };
}
