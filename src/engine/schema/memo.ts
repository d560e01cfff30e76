// Results by pair of a state and a value, stored while more than one check may reach the same pair. So nested alternatives cost
// their sum, not their product. An open-addressing table of 9 bytes a slot.

/** What is known of a pair, as bits. */
export const KNOWN = 1;
export const VALID = 2;
/** Its errors were reported. */
export const REPORTED = 4;

const MIN_CAPACITY = 1 << 10;

/** Cleared when the outermost check that forks is done. */
export class Memo {
  private states = new Int32Array(MIN_CAPACITY);
  private values = new Int32Array(MIN_CAPACITY);
  private facts = new Uint8Array(MIN_CAPACITY);
  private count = 0;

  /** The bits of a pair; 0 when it is unknown. */
  get(state: number, value: number): number {
    return this.facts[this.slotOf(state, value)] ?? 0;
  }

  set(state: number, value: number, facts: number): void {
    const slot = this.slotOf(state, value);
    if (this.facts[slot] === 0) {
      this.count += 1;
      this.states[slot] = state;
      this.values[slot] = value;
    }
    this.facts[slot] = facts;
    if (this.count * 2 > this.facts.length) this.grow();
  }

  clear(): void {
    if (this.count === 0) return;
    this.count = 0;
    if (this.facts.length === MIN_CAPACITY) this.facts.fill(0);
    else this.resize(MIN_CAPACITY);
  }

  private slotOf(state: number, value: number): number {
    const mask = this.facts.length - 1;
    let hash = Math.imul(state, 0x9e3779b1) ^ Math.imul(value, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      if (this.facts[slot] === 0 || (this.states[slot] === state && this.values[slot] === value)) return slot;
    }
  }

  private grow(): void {
    const { states, values, facts } = this;
    this.resize(facts.length * 2);
    for (let slot = 0; slot < facts.length; slot += 1) {
      if (facts[slot] === 0) continue;
      const [state, value] = [states[slot] ?? 0, values[slot] ?? 0];
      const free = this.slotOf(state, value);
      this.states[free] = state;
      this.values[free] = value;
      this.facts[free] = facts[slot] ?? 0;
    }
  }

  private resize(length: number): void {
    this.states = new Int32Array(length);
    this.values = new Int32Array(length);
    this.facts = new Uint8Array(length);
  }
}
