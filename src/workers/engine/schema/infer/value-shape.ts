// What is known of all values at one place of a document, while it is being read: their types, the range of their numbers,
// what their strings have in common, and the shapes inside.

import { compareDecimals } from '../decimals.ts';

/** Strings that are longer than this, in bytes, are neither values of a list nor in a format. */
export const LONGEST_VALUE = 200;
/** So many different strings may be the only allowed ones. */
export const MOST_VALUES = 12;

/** A format that strings may be in, by its name, its bit and its test. */
export interface FormatTest {
  readonly name: string;
  readonly bit: number;
  readonly test: (text: string) => boolean;
}

/** A member of objects. */
export interface Property {
  readonly key: string;
  /** As it was spelt first, between its quotes. */
  readonly spelling: Uint8Array;
  readonly shape: ValueShape;
  /** In how many objects it is. */
  count: number;
  /** The object that had it last, by its entry. */
  owner: number;
}

/** The range of some numbers, as they are spelt. */
interface NumberRange {
  least: string;
  most: string;
  leastNearest: number;
  mostNearest: number;
}

/** The shape of the values at a place. */
export class ValueShape {
  /** How many values of each kind. */
  readonly counts = [0, 0, 0, 0, 0, 0];
  areWhole = true;
  /** `null` where no number can bound them. */
  range: NumberRange | null | undefined;
  /** The different strings; `null` where they are too many, or too long. */
  values: Set<string> | null = new Set();
  /** Bits of the formats that all strings are in. */
  formats: number;
  /** Of the items of arrays. */
  items: ValueShape | null = null;
  properties: Map<string, Property> | null = null;
  /** By position in the last object: the property that stood there. */
  readonly order: Property[] = [];
  /** Whether there are members, or what is inside, that is not described. */
  isCut = false;

  /** `depth` is how many containers it is in. */
  constructor(
    readonly depth: number,
    private readonly tests: readonly FormatTest[],
  ) {
    this.formats = tests.reduce((bits, { bit }) => bits | bit, 0);
  }

  /** Takes in a string; `null` for a long one. */
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
    // What is no UTF-8 is another text when it is written.
    if (text.includes('\uFFFD')) this.values = null;
    else if (!values.has(text)) {
      values.add(text);
      if (values.size > MOST_VALUES) this.values = null;
    }
  }

  /** Whether nothing more can be learned from the characters of a string. */
  get knowsStrings(): boolean {
    return this.values === null && this.formats === 0;
  }

  /** Takes in a number by the nearest double; `spell` gives its digits. */
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
