// Finds the differences between two texts that are nearly alike, in time linear in their length. Where they diverge, it
// searches for the shortest way to where they agree again: nearby with Myers' algorithm, further away by the next stretch that
// both contain. Both searches are bounded; once the bound is reached, the rest is one change.
//
// Myers, An O(ND) Difference Algorithm and Its Variations (1986). `furthest[k]` is the furthest point in the first text that d
// edits reach on diagonal k, k = x - y.

/** A range of the first text, and the range of the second that replaces it; half-open, in UTF-16 units. */
export interface TextDifference {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
}

/** All changes in order. If not `complete`, the last one covers the rest. */
export interface TextDifferences {
  readonly changes: readonly TextDifference[];
  readonly complete: boolean;
}

/** After this many equal units, the texts are taken to agree again. */
const SURE = 24;
/** Most edits in the nearby search. */
const EDITS = 96;
/** If the best path advances this many units per edit, it is accepted even at the limit of edits. */
const GAIN = 4;
/** The distant search compares stretches of this many units, taken from the first text at every `STEP` units. */
const STRETCH = 32;
const STEP = 8;
const FIRST_REACH = 4096;
/** Steps of both searches together, in addition to those allowed for by the length of the texts. */
const STEPS = 100_000_000;

/** Returns the changes that turn `before` into `after`. Cost: the lengths, and bounded work for each change. */
export function differenceOf(before: string, after: string): TextDifferences {
  return new Differ(before, after).run();
}

class Differ {
  private readonly changes: TextDifference[] = [];
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

  run(): TextDifferences {
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

  /** Continues after a few edits nearby; false when there is no such path. */
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

  /**
   * Adds the changes on the path to the end of diagonal `last`, and moves there. `trace[d]` holds the points reached with d
   * edits.
   */
  private commit(trace: readonly Int32Array[], middle: number, last: number, edits: number): void {
    const { x: x0, y: y0 } = this;
    const found: TextDifference[] = [];
    const endX = trace[edits]?.[middle + last] ?? 0;
    let [x, y, k] = [endX, endX - last, last];
    for (let d = edits; d > 0; d -= 1) {
      const before = trace[d - 1];
      if (before === undefined) break;
      const edited = this.edited(before, middle, k);
      k = edited.from;
      const from = before[middle + k] ?? 0;
      // After the edit, both texts were equal up to here.
      const together = x - edited.x;
      found.push({ start: x0 + from, end: x0 + edited.x, from: y0 + from - k, to: y0 + y - together });
      [x, y] = [from, from - k];
    }
    for (const { start, end, from, to } of found.toReversed()) this.add(start, end, from, to);
    this.x = x0 + endX;
    this.y = y0 + endX - last;
  }

  /**
   * The furthest point on diagonal `k` after one more edit, and the diagonal it was reached from; -1 when no edit leads there.
   */
  private edited(furthest: Int32Array, middle: number, k: number): { readonly x: number; readonly from: number } {
    const down = furthest[middle + k + 1] ?? -1;
    const right = furthest[middle + k - 1] ?? -1;
    const byDown = down >= 0 && this.y + down - k <= this.bEnd ? down : -1;
    const byRight = right >= 0 && this.x + right + 1 <= this.aEnd ? right + 1 : -1;
    return byDown >= byRight ? { x: byDown, from: k + 1 } : { x: byRight, from: k - 1 };
  }

  /** Continues at the next stretch that both texts contain; false when none is found. */
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

  /** Adds a change; merges it with the previous one if they touch. */
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
