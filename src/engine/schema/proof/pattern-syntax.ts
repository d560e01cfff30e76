// Parses regular expressions that mean the same with and without the flag `u`, for ASCII.
// @see ECMA-262 §22.2.1

const ASCII = 128;
const MAX_DEPTH = 20;
const MAX_COUNT = 1000;
/** Characters that have to be escaped to match themselves. */
const SYNTAX = '^$\\.*+?()[]{}|/';
const CONTROLS = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
]);
const CLASSES = new Map([
  ['d', /\d/],
  ['w', /\w/],
  ['s', /\s/],
  ['D', /\D/],
  ['W', /\W/],
  ['S', /\S/],
]);

/** A part of an expression. A set has a 1 for each ASCII character in it. */
export type PatternNode =
  | { readonly type: 'set'; readonly set: Uint8Array }
  | { readonly type: 'sequence' | 'alternatives'; readonly parts: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number };

/** One alternative of a whole expression, and whether it is anchored at the start and the end. */
export interface AnchoredNode {
  readonly node: PatternNode;
  readonly isFromStart: boolean;
  readonly isToEnd: boolean;
}

/** Returns the alternatives of an expression; `null` when it has unsupported parts. */
export function parsePattern(source: string): AnchoredNode[] | null {
  try {
    return new Parser(source).whole();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @throws SyntaxError at unsupported syntax */
class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly source: string) {}

  whole(): AnchoredNode[] {
    const found: AnchoredNode[] = [];
    do {
      const isFromStart = this.take('^');
      const node = this.sequence();
      found.push({ node, isFromStart, isToEnd: this.take('$') });
    } while (this.take('|'));
    if (this.at < this.source.length) this.refuse();
    return found;
  }

  private sequence(): PatternNode {
    const parts: PatternNode[] = [];
    for (let char = this.peek(); char !== '' && !'|)$'.includes(char); char = this.peek()) {
      parts.push(this.counted(this.atom()));
    }
    return { type: 'sequence', parts };
  }

  private atom(): PatternNode {
    if (this.take('(')) return this.group();
    if (this.take('[')) return { type: 'set', set: this.charClass() };
    if (this.take('.')) return setOf((char) => !/[\n\r]/.test(char));
    if (this.take('\\')) {
      const known = this.escape('');
      return typeof known === 'string' ? setOf((char) => char === known) : setOf((char) => known.test(char));
    }
    const char = this.next();
    if (SYNTAX.includes(char) && char !== '/') this.refuse();
    return setOf((other) => other === char);
  }

  private group(): PatternNode {
    if (this.take('?') && !this.take(':')) this.refuse();
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.refuse();
    const parts: PatternNode[] = [];
    do parts.push(this.sequence());
    while (this.take('|'));
    if (!this.take(')')) this.refuse();
    this.depth -= 1;
    return { type: 'alternatives', parts };
  }

  private counted(part: PatternNode): PatternNode {
    let [least, most] = [0, Infinity];
    if (this.take('+')) least = 1;
    else if (this.take('?')) most = 1;
    else if (this.take('{')) {
      const [whole = '', from = '', comma, to = ''] =
        /^(\d+)(,(\d*))?\}/.exec(this.source.slice(this.at))?.slice(0) ?? [];
      if (whole === '') this.refuse();
      this.at += whole.length;
      least = Number(from);
      most = comma === undefined ? least : to === '' ? Infinity : Number(to);
      if (least > MAX_COUNT || (most > MAX_COUNT && most < Infinity) || least > most) this.refuse();
    } else if (!this.take('*')) return part;
    // Greedy and lazy quantifiers match the same strings.
    this.take('?');
    return { type: 'repeat', part, least, most };
  }

  private charClass(): Uint8Array {
    const set = new Uint8Array(ASCII);
    const isOthers = this.take('^');
    while (!this.take(']')) {
      const first = this.classAtom();
      if (typeof first !== 'string') {
        for (let code = 0; code < ASCII; code += 1) if (first.test(String.fromCharCode(code))) set[code] = 1;
        if (this.peek() === '-' && this.source[this.at + 1] !== ']') this.refuse();
        continue;
      }
      let last: string | RegExp = first;
      if (this.peek() === '-' && this.source[this.at + 1] !== ']') {
        this.at += 1;
        last = this.classAtom();
        if (typeof last !== 'string') this.refuse();
      }
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) set[code] = 1;
    }
    return isOthers ? set.map((bit) => 1 - bit) : set;
  }

  private classAtom(): string | RegExp {
    if (this.take('\\')) return this.escape('-');
    return this.next();
  }

  /**
   * Reads an escape after its backslash: a single character, or a class. `others` are further characters that may be escaped.
   */
  private escape(others: string): string | RegExp {
    const char = this.next();
    const found = CLASSES.get(char) ?? CONTROLS.get(char);
    if (found !== undefined) return found;
    if (!SYNTAX.includes(char) && !others.includes(char)) this.refuse();
    return char;
  }

  private peek(): string {
    return this.source[this.at] ?? '';
  }

  private take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at += 1;
    return true;
  }

  /** Reads the next character, which must be ASCII. */
  private next(): string {
    const char = this.peek();
    if (char === '' || char.charCodeAt(0) >= ASCII) this.refuse();
    this.at += 1;
    return char;
  }

  private refuse(): never {
    throw new SyntaxError(`not known at ${this.at}: ${this.source}`);
  }
}

function setOf(has: (char: string) => boolean): PatternNode {
  return {
    type: 'set',
    set: Uint8Array.from({ length: ASCII }, (_, code) => (has(String.fromCharCode(code)) ? 1 : 0)),
  };
}
