// The numbers that a double can't hold, as the user's code gets them: a Number object with the nearest double, which remembers
// its digits. Arithmetic and comparisons see the double, and that is noted; text is written with the digits.

/** Whether any of a run's numbers was used as its nearest double, which is another number. */
export interface NumberUse {
  isRounded: boolean;
}

/** Objects of one spelling are shared up to this count, so that `===`, `Set` and `includes` work between them. */
const MAX_SHARED = 1_000_000;

export class ExactNumber extends Number {
  readonly #text: string;
  readonly #use: NumberUse;

  /** A JSON number. Copying one, as Lodash does in `cloneDeep`, returns the same object. */
  constructor(text: string | ExactNumber, use: NumberUse) {
    super(Number(typeof text === 'string' ? text : text.toString()));
    if (typeof text !== 'string') {
      this.#text = text.#text;
      this.#use = text.#use;
      // oxlint-disable-next-line no-constructor-return -- numbers are immutable, and equal ones are one object
      return text;
    }
    this.#text = text;
    this.#use = use;
  }

  /** The digits of a value of this class; `null` for any other value, and for what only looks like one. */
  static textOf(value: unknown): string | null {
    return typeof value === 'object' && value !== null && #text in value ? value.#text : null;
  }

  override toString(radix?: number): string {
    return radix === undefined || radix === 10 ? this.#text : this.valueOf().toString(radix);
  }

  override valueOf(): number {
    this.#use.isRounded = true;
    return super.valueOf();
  }

  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'string' ? this.#text : this.valueOf();
  }
}

/** Makes the exact numbers of one run. */
export class ExactNumbers {
  readonly use: NumberUse = { isRounded: false };
  private readonly shared = new Map<string, ExactNumber>();
  private made = 0;

  /** How many were made. */
  get count(): number {
    return this.made;
  }

  /** The number with this spelling. */
  of(text: string): ExactNumber {
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    const number = new ExactNumber(text, this.use);
    this.made += 1;
    if (this.shared.size < MAX_SHARED) this.shared.set(text, number);
    return number;
  }
}
