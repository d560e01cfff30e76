// What all values at one place of a document have in common, collected while it is read: their types, the range of their
// numbers, the values and formats of their strings, and the shapes inside.

import { compareDecimals } from '../../base/decimals.ts';

/** Strings with more bytes are neither listed as values nor tested for a format. */
export const MAX_VALUE_LENGTH = 200;
/** The largest number of distinct strings in an `enum`. */
export const MAX_VALUES = 12;

/** A format of strings: its name, its bit and its test. */
export interface FormatTest {
  readonly name: string;
  readonly bit: number;
  readonly test: (text: string) => boolean;
}

/** A property of the objects at a place. */
export interface Property {
  readonly key: string;
  /** The bytes of its key in UTF-8, without quotes and escapes. */
  readonly spelling: Uint8Array;
  readonly shape: ValueShape;
  /** The number of objects that have it. */
  count: number;
  /** The entry of the last object that had it. */
  owner: number;
}

/** The range of some numbers, with their original spelling. */
interface NumberRange {
  least: string;
  most: string;
  leastNearest: number;
  mostNearest: number;
}

/** The shape of the values at a place. */
export class ValueShape {
  /** The number of values of each kind. */
  readonly counts = [0, 0, 0, 0, 0, 0];
  areWhole = true;
  /** `undefined` before the first number; `null` when JSON has no bounds for them. */
  range: NumberRange | null | undefined;
  /** The distinct strings; `null` when there are too many, or one can't be listed. */
  values: Set<string> | null = new Set();
  /** Bits of the formats that all strings have. */
  formats: number;
  /** The shape of the items of arrays. */
  items: ValueShape | null = null;
  properties: Map<string, Property> | null = null;
  /** By position in an object: the property that was last found there. */
  readonly order: Property[] = [];
  /** Whether members or nested values were left out. */
  isCut = false;

  /** `depth` is the number of containers around it. */
  constructor(
    readonly depth: number,
    private readonly tests: readonly FormatTest[],
  ) {
    this.formats = tests.reduce((bits, { bit }) => bits | bit, 0);
  }

  /** Adds a string; `null` stands for a long one. */
  addString(text: string | null): void {
    if (text === null) {
      this.values = null;
      this.formats = 0;
      return;
    }
    if (this.formats !== 0) {
      for (const { bit, test } of this.tests) if ((this.formats & bit) !== 0 && !test(text)) this.formats &= ~bit;
    }
    const { values } = this;
    if (values === null) return;
    // A string that is not valid UTF-8 would be written as a different one.
    if (text.includes('\uFFFD')) this.values = null;
    else if (!values.has(text)) {
      values.add(text);
      if (values.size > MAX_VALUES) this.values = null;
    }
  }

  /** Whether further strings can't change the shape. */
  get knowsStrings(): boolean {
    return this.values === null && this.formats === 0;
  }

  /** Adds a number, given as the nearest double; `spell` returns its text. */
  addNumber(nearest: number, isWhole: boolean, spell: () => string): void {
    if (!isWhole) this.areWhole = false;
    if (this.range === null) return;
    if (Number.isNaN(nearest)) {
      this.range = null;
      return;
    }
    const { range } = this;
    if (range === undefined) {
      const text = spell();
      this.range = /\d/.test(text) ? { least: text, most: text, leastNearest: nearest, mostNearest: nearest } : null;
      return;
    }
    if (nearest <= range.leastNearest) {
      const text = spell();
      if (!/\d/.test(text)) this.range = null;
      else if (nearest < range.leastNearest || compareDecimals(text, range.least) < 0) {
        range.least = text;
        range.leastNearest = nearest;
      }
    }
    if (nearest >= range.mostNearest) {
      const text = spell();
      if (!/\d/.test(text)) this.range = null;
      else if (nearest > range.mostNearest || compareDecimals(text, range.most) > 0) {
        range.most = text;
        range.mostNearest = nearest;
      }
    }
  }
}
