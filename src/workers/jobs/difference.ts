// What differs between two texts that are nearly alike, in time that grows with their length. Where they part,
// the shortest way to where they go on together is looked for: close by as Myers does, further away by the
// next stretch that both have. Both are bounded; when the bound is reached, what is left is one change.
//
// Myers, An O(ND) Difference Algorithm and Its Variations (1986). `furthest[k]` is how far into the first text
// one comes with d edits on diagonal k, k = x - y.

/** A stretch of the first text, and what stands for it in the second; half-open, in UTF-16 units. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** All changes in order; not `complete`: the last one is the rest. */
export interface Difference {
  readonly changes: readonly Change[];
  readonly complete: boolean;
}

/** Alike for so long, and the texts go on together. */
const SURE = 24;
/** Edits that are looked for close by. */
const EDITS = 96;
/** With so many units gained for each edit, going on as it went is right, however many edits there are. */
const GAIN = 4;
/** Further away: stretches of so many units, from every so many units of the first text. */
const STRETCH = 32;
const STEP = 8;
const FIRST_REACH = 4096;
/** Steps of either search, over what the texts' length allows for. */
const STEPS = 100_000_000;

/** The changes that make `after` of `before`. Cost: the lengths, and bounded work for each change. */
export function differenceOf(before: string, after: string): Difference {
  return new Differ(before, after).run();
}

class Differ {
  private readonly changes: Change[] = [];
  private readonly aEnd: number;
  private readonly bEnd: number;
  private left: number;
  private x = 0;
  private y = 0;

  constructor(
    private readonly a: string,
    private readonly b: string,
  ) {
    let [aEnd, bEnd] = [a.length, b.length];
    while (aEnd > 0 && bEnd > 0 && a.charCodeAt(aEnd - 1) === b.charCodeAt(bEnd - 1)) {
      aEnd -= 1;
      bEnd -= 1;
    }
    this.aEnd = aEnd;
    this.bEnd = bEnd;
    this.left = STEPS + 4 * (a.length + b.length);
  }

  run(): Difference {
    const { a, b, aEnd, bEnd } = this;
    for (;;) {
      while (this.x < aEnd && this.y < bEnd && a.charCodeAt(this.x) === b.charCodeAt(this.y)) {
        this.x += 1;
        this.y += 1;
      }
      if (this.x === aEnd || this.y === bEnd) {
        this.add(this.x, aEnd, this.y, bEnd);
        return { changes: this.changes, complete: true };
      }
      if (this.near() || this.far()) continue;
      this.add(this.x, aEnd, this.y, bEnd);
      return { changes: this.changes, complete: false };
    }
  }

  /** Goes on by few edits. */
  private near(): boolean {
    const { a, b, aEnd, bEnd, x: x0, y: y0 } = this;
    const trace: Int32Array[] = [];
    let furthest = new Int32Array(2 * EDITS + 3).fill(-1);
    const middle = EDITS + 1;
    let best = { gain: -1, k: 0, d: 0 };
    for (let d = 0; d <= EDITS; d += 1) {
      const next = new Int32Array(furthest.length).fill(-1);
      for (let k = -d; k <= d; k += 2) {
        let x = d === 0 ? 0 : this.edited(furthest, middle, k).x;
        if (x < 0) continue;
        let y = x - k;
        const start = x;
        while (x0 + x < aEnd && y0 + y < bEnd && a.charCodeAt(x0 + x) === b.charCodeAt(y0 + y) && x - start < SURE) {
          x += 1;
          y += 1;
        }
        next[middle + k] = x;
        this.left -= 1 + (x - start);
        if (x + y > best.gain) best = { gain: x + y, k, d };
        if (x - start >= SURE || (x0 + x === aEnd && y0 + y === bEnd)) {
          this.commit([...trace, next], middle, k, d);
          return true;
        }
      }
      trace.push(next);
      furthest = next;
      if (this.left < 0) return false;
    }
    if (best.gain < GAIN * EDITS) return false;
    this.commit(trace.slice(0, best.d + 1), middle, best.k, best.d);
    return true;
  }

  /** Adds the changes on the way to the end of diagonal `last`, and goes there. `trace[d]` is what d edits reached. */
  private commit(trace: readonly Int32Array[], middle: number, last: number, edits: number): void {
    const { x: x0, y: y0 } = this;
    const found: Change[] = [];
    const endX = trace[edits]?.[middle + last] ?? 0;
    let [x, y, k] = [endX, endX - last, last];
    for (let d = edits; d > 0; d -= 1) {
      const before = trace[d - 1];
      if (before === undefined) break;
      const edited = this.edited(before, middle, k);
      k = edited.from;
      const from = before[middle + k] ?? 0;
      // Behind the edit both went on together.
      const together = x - edited.x;
      found.push({ start: x0 + from, end: x0 + edited.x, from: y0 + from - k, to: y0 + y - together });
      [x, y] = [from, from - k];
    }
    for (const { start, end, from, to } of found.toReversed()) this.add(start, end, from, to);
    this.x = x0 + endX;
    this.y = y0 + endX - last;
  }

  /** How far one comes on diagonal `k` by one more edit, and from which diagonal; -1 where that leads nowhere. */
  private edited(furthest: Int32Array, middle: number, k: number): { readonly x: number; readonly from: number } {
    const down = furthest[middle + k + 1] ?? -1;
    const right = furthest[middle + k - 1] ?? -1;
    const byDown = down >= 0 && this.y + down - k <= this.bEnd ? down : -1;
    const byRight = right >= 0 && this.x + right + 1 <= this.aEnd ? right + 1 : -1;
    return byDown >= byRight ? { x: byDown, from: k + 1 } : { x: byRight, from: k - 1 };
  }

  /** Goes on at the next stretch that both texts have. */
  private far(): boolean {
    const { a, b, aEnd, bEnd, x: x0, y: y0 } = this;
    for (let reach = FIRST_REACH; ; reach *= 4) {
      const [xEnd, yEnd] = [Math.min(aEnd, x0 + reach), Math.min(bEnd, y0 + reach)];
      const stretches = new Map<string, number>();
      for (let x = x0; x + STRETCH <= xEnd; x += STEP) {
        const stretch = a.slice(x, x + STRETCH);
        if (!stretches.has(stretch)) stretches.set(stretch, x);
      }
      let best: { readonly x: number; readonly y: number } | null = null;
      let least = Number.POSITIVE_INFINITY;
      for (let y = y0; y + STRETCH <= yEnd && y - y0 < least; y += 1) {
        const x = stretches.get(b.slice(y, y + STRETCH));
        if (x === undefined || x - x0 + (y - y0) >= least) continue;
        least = x - x0 + (y - y0);
        best = { x, y };
      }
      this.left -= STRETCH * (xEnd - x0 + (yEnd - y0));
      if (best !== null) {
        let { x, y } = best;
        while (x > x0 && y > y0 && a.charCodeAt(x - 1) === b.charCodeAt(y - 1)) {
          x -= 1;
          y -= 1;
        }
        this.add(x0, x, y0, y);
        [this.x, this.y] = [best.x, best.y];
        return true;
      }
      if ((xEnd === aEnd && yEnd === bEnd) || this.left < 0) return false;
    }
  }

  /** Adds a change; to the one before if that touches it. */
  private add(start: number, end: number, from: number, to: number): void {
    if (start === end && from === to) return;
    const last = this.changes.at(-1);
    if (last?.end === start && last.to === from) {
      this.changes[this.changes.length - 1] = { start: last.start, end, from: last.from, to };
    } else {
      this.changes.push({ start, end, from, to });
    }
  }
}
