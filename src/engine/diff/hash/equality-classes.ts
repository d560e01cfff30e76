// Numbers equal values: values with the same 64 bits get the same number, from 0 on. An open-addressing table in typed arrays.

/** Assigns the numbers. */
export class Classes {
  /** The number of classes so far. */
  count = 0;
  private slots: Uint32Array;
  private mask: number;
  private lows: Uint32Array;
  private highs: Uint32Array;

  constructor(expected: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(4, expected) * 2));
    this.slots = new Uint32Array(capacity);
    this.mask = capacity - 1;
    this.lows = new Uint32Array(capacity / 2);
    this.highs = new Uint32Array(capacity / 2);
  }

  /** Returns the number of two lanes. At most `expected` distinct pairs are supported. */
  numberOf(low: number, high: number): number {
    for (let slot = (low ^ (high >>> 7)) & this.mask; ; slot = (slot + 1) & this.mask) {
      const known = (this.slots[slot] ?? 0) - 1;
      if (known < 0) {
        const number = this.count;
        this.slots[slot] = number + 1;
        this.lows[number] = low;
        this.highs[number] = high;
        this.count += 1;
        return number;
      }
      if (this.lows[known] === low && this.highs[known] === high) return known;
    }
  }
}
