// The colours of JSON text, including the comments and bare words of its dialects. A line depends on the lines before it in two
// ways only: whether they leave a comment or a string open, and how deep they are nested, because brackets change colour with the depth. A
// slice may start inside a string, and then its first line does. A string is a key if a colon follows it.

import type { languages } from 'monaco-editor/editor/editor.api';

/** The kind of a stretch of text. The themes use the same names. */
export type Scope =
  | 'key'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'punctuation'
  | 'comment'
  | 'plain'
  | (typeof BRACKETS)[number];

/** The colours of brackets, by depth. */
export const BRACKETS = ['bracket1', 'bracket2', 'bracket3'] as const;

/** A coloured stretch; it ends where the next one starts. */
export interface ColourToken {
  readonly startIndex: number;
  readonly scopes: Scope;
}

/** What the start of a line may be inside of. */
export type Inside = 'nothing' | 'string' | 'single-quoted string' | 'comment';

/** The state at the start of a line. Of the depth only as much is known as determines the colour of brackets. */
export interface LineStart {
  readonly inside: Inside;
  readonly depth: number;
}

const NUMBER = /[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/y;
const WORD = /[\p{L}\p{N}_$-]+/uy;
const COLON_NEXT = /\s*:/y;

/**
 * Colours one line, and returns the state at the start of the next one. Cost: the line's length; 4 ms for 100 KB of records.
 */
export function tokenizeLine(
  line: string,
  start: LineStart,
): { readonly tokens: ColourToken[]; readonly next: LineStart } {
  const tokens: ColourToken[] = [];
  let last: Scope | null = null;
  const push = (startIndex: number, scopes: Scope): void => {
    if (scopes !== last) tokens.push({ startIndex, scopes });
    last = scopes;
  };
  let at = 0;
  let { inside: open, depth } = start;
  const bracket = (place: number, level: number): void => push(place, BRACKETS[level % BRACKETS.length] ?? 'plain');
  /** Colours the rest of a string. In JSON5 a backslash at the end of a line continues it on the next one. */
  const string = (from: number, content: number, quote: '"' | "'"): void => {
    at = stringEnd(line, content, quote);
    push(from, isKey(line, at) ? 'key' : 'string');
    if (isContinued(line, content, at)) open = quote === '"' ? 'string' : 'single-quoted string';
  };
  if (open === 'string' || open === 'single-quoted string') {
    const quote = open === 'string' ? '"' : "'";
    open = 'nothing';
    string(0, 0, quote);
  }
  while (at < line.length || open === 'comment') {
    if (open === 'comment') {
      const end = line.indexOf('*/', at);
      push(at, 'comment');
      if (end < 0) return { tokens, next: { inside: 'comment', depth } };
      at = end + 2;
      open = 'nothing';
      continue;
    }
    const from = at;
    const character = line[at] ?? '';
    switch (character) {
      case ' ':
      case '\t':
        at += 1;
        break;
      case '"':
      case "'":
        string(from, at + 1, character);
        break;
      case '/':
        if (line[at + 1] === '/') {
          push(from, 'comment');
          return { tokens, next: { inside: 'nothing', depth } };
        }
        if (line[at + 1] === '*') open = 'comment';
        else push(from, 'plain');
        at += open === 'comment' ? 0 : 1;
        break;
      case '{':
      case '[':
        bracket(from, depth);
        depth += 1;
        at += 1;
        break;
      case '}':
      case ']':
        depth = depth > 0 ? depth - 1 : BRACKETS.length - 1;
        bracket(from, depth);
        at += 1;
        break;
      case ':':
      case ',':
        push(from, 'punctuation');
        at += 1;
        break;
      default: {
        const number = endOf(NUMBER, line, at);
        const word = endOf(WORD, line, at);
        at = Math.max(number, word, at + 1);
        push(from, number >= word && number > from ? 'number' : wordScope(line, from, at));
      }
    }
  }
  return { tokens, next: { inside: open, depth } };
}

/** The index after the closing quote, or the line's length. */
function stringEnd(line: string, from: number, quote: string): number {
  for (let at = line.indexOf(quote, from); at >= 0; at = line.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - 1 - escapes >= from && line[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return line.length;
}

/** Whether a string that starts at `content` and runs to `end` has no closing quote, but a backslash before the line break. */
function isContinued(line: string, content: number, end: number): boolean {
  if (end < line.length || line.length === content) return false;
  let escapes = 0;
  while (line.length - 1 - escapes >= content && line[line.length - 1 - escapes] === '\\') escapes += 1;
  return escapes % 2 === 1;
}

function isKey(line: string, at: number): boolean {
  COLON_NEXT.lastIndex = at;
  return COLON_NEXT.test(line);
}

/** Where a sticky pattern's match at `at` ends; `at` if there is none. */
function endOf(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}

function wordScope(line: string, start: number, end: number): Scope {
  const word = line.slice(start, end);
  if (word === 'true' || word === 'false') return 'boolean';
  if (word === 'null') return 'null';
  if (word === 'NaN' || /^[-+]?Infinity$/.test(word)) return 'number';
  return isKey(line, end) ? 'key' : 'plain';
}

/** The state at the start of a line, as Monaco stores it. Compared by identity. */
class LineState implements languages.IState {
  constructor(private readonly find: () => LineStart) {}

  get start(): LineStart {
    return this.find();
  }

  clone(): LineState {
    return this;
  }

  equals(other: languages.IState): boolean {
    return other === this;
  }
}

const STATES = new Map<Inside, readonly LineState[]>(
  (['nothing', 'string', 'comment'] as const).map((inside) => [
    inside,
    BRACKETS.map((_, depth) => new LineState(() => ({ inside, depth }))),
  ]),
);
const TOP: LineStart = { inside: 'nothing', depth: 0 };

/**
 * Adapts `tokenizeLine` to Monaco. Monaco requests the state of the first line once per text, but the start of the slice moves,
 * so `start` is called again whenever the first line is coloured.
 */
export function createTokensProvider(start: () => LineStart): languages.TokensProvider {
  const first = new LineState(start);
  return {
    getInitialState: () => first,
    tokenize(line, state) {
      const { tokens, next } = tokenizeLine(line, state instanceof LineState ? state.start : TOP);
      return { tokens, endState: STATES.get(next.inside)?.[next.depth % BRACKETS.length] ?? first };
    },
  };
}
