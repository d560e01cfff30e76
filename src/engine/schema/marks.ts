// Which children of a container were evaluated: a bit for each, or all of them.

const BITS = 32;

/** Grows on demand. */
export class Marks {
  isAll = false;
  private words = new Uint32Array(1);

  mark(position: number): void {
    const word = position >>> 5;
    if (word >= this.words.length) this.widen(word + 1);
    this.words[word] = (this.words[word] ?? 0) | (1 << (position % BITS));
  }

  has(position: number): boolean {
    return this.isAll || ((this.words[position >>> 5] ?? 0) & (1 << (position % BITS))) !== 0;
  }

  /** Adds all marks of another set. Cost: its words. */
  merge(other: Marks): void {
    this.isAll ||= other.isAll;
    if (other.words.length > this.words.length) this.widen(other.words.length);
    for (const [index, word] of other.words.entries()) this.words[index] = (this.words[index] ?? 0) | word;
  }

  private widen(words: number): void {
    const wider = new Uint32Array(Math.max(words, this.words.length * 2));
    wider.set(this.words);
    this.words = wider;
  }
}
