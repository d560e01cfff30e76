// A growable list of 32-bit words in one typed array: a million numbers without an object for each.

/** Collects words. */
export class WordList {
  length = 0;
  private array: Uint32Array<ArrayBuffer>;

  constructor(capacity = 64) {
    this.array = new Uint32Array(capacity);
  }

  push(word: number): void {
    if (this.length === this.array.length) this.grow();
    this.array[this.length] = word;
    this.length += 1;
  }

  push4(one: number, two: number, three: number, four: number): void {
    this.push(one);
    this.push(two);
    this.push(three);
    this.push(four);
  }

  pop(): number {
    this.length -= 1;
    return this.array[this.length] ?? 0;
  }

  at(index: number): number {
    return this.array[index] ?? 0;
  }

  set(index: number, word: number): void {
    this.array[index] = word;
  }

  /** A view of the words, valid until the next `push`. */
  view(): Uint32Array<ArrayBuffer> {
    return this.array.subarray(0, this.length);
  }

  /** A copy of the words. */
  finish(): Uint32Array<ArrayBuffer> {
    return this.array.slice(0, this.length);
  }

  private grow(): void {
    const larger = new Uint32Array(this.array.length * 2);
    larger.set(this.array);
    this.array = larger;
  }
}
