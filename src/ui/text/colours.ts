// The colours of JSON text, and of the comments and bare words of its relatives. A line needs to know of
// the lines before it only whether they left a comment open; a slice may start inside a string, and then
// its first line does. A string is a key when a colon follows it.

import type { languages } from 'monaco-editor/editor/editor.api';

/** What a stretch of text is. Also the names in the themes. */
export type Scope = 'key' | 'string' | 'number' | 'boolean' | 'null' | 'punctuation' | 'comment' | 'plain';

/** One coloured stretch, up to the start of the next. */
export interface Token {
  readonly startIndex: number;
  readonly scopes: Scope;
}

/** What a line may start inside of. */
export type Inside = 'nothing' | 'string' | 'comment';

const NUMBER = /[-+]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)/y;
const WORD = /[\p{L}\p{N}_$-]+/uy;
const COLON_NEXT = /\s*:/y;

/** Colours one line. Cost: the line's length; 4 ms for 100 KB of records. */
export function tokenizeLine(line: string, inside: Inside): { readonly tokens: Token[]; readonly inside: Inside } {
  const tokens: Token[] = [];
  let last: Scope | null = null;
  const push = (startIndex: number, scopes: Scope): void => {
    if (scopes !== last) tokens.push({ startIndex, scopes });
    last = scopes;
  };
  let at = 0;
  let open = inside;
  if (open === 'string') {
    at = stringEnd(line, 0, '"');
    push(0, isKey(line, at) ? 'key' : 'string');
    open = 'nothing';
  }
  while (at < line.length || open === 'comment') {
    if (open === 'comment') {
      const end = line.indexOf('*/', at);
      push(at, 'comment');
      if (end < 0) return { tokens, inside: 'comment' };
      at = end + 2;
      open = 'nothing';
      continue;
    }
    const start = at;
    const character = line[at] ?? '';
    switch (character) {
      case ' ':
      case '\t':
        at += 1;
        break;
      case '"':
      case "'":
        at = stringEnd(line, at + 1, character);
        push(start, isKey(line, at) ? 'key' : 'string');
        break;
      case '/':
        if (line[at + 1] === '/') {
          push(start, 'comment');
          return { tokens, inside: 'nothing' };
        }
        if (line[at + 1] === '*') open = 'comment';
        else push(start, 'plain');
        at += open === 'comment' ? 0 : 1;
        break;
      case '{':
      case '}':
      case '[':
      case ']':
      case ':':
      case ',':
        push(start, 'punctuation');
        at += 1;
        break;
      default: {
        const number = endOf(NUMBER, line, at);
        const word = endOf(WORD, line, at);
        at = Math.max(number, word, at + 1);
        push(start, number >= word && number > start ? 'number' : wordScope(line, start, at));
      }
    }
  }
  return { tokens, inside: open };
}

/** Behind the closing quote, or the line's end. */
function stringEnd(line: string, from: number, quote: string): number {
  for (let at = line.indexOf(quote, from); at >= 0; at = line.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - 1 - escapes >= from && line[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return line.length;
}

function isKey(line: string, at: number): boolean {
  COLON_NEXT.lastIndex = at;
  return COLON_NEXT.test(line);
}

/** Where a sticky pattern's match at `at` ends; `at` when there is none. */
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

/** A line's start, for Monaco: compared by identity. */
class LineState implements languages.IState {
  constructor(private readonly find: () => Inside) {}

  get inside(): Inside {
    return this.find();
  }

  clone(): LineState {
    return this;
  }

  equals(other: languages.IState): boolean {
    return other === this;
  }
}

const AFTER: Record<Inside, LineState> = {
  nothing: new LineState(() => 'nothing'),
  string: new LineState(() => 'string'),
  comment: new LineState(() => 'comment'),
};

/**
 * Monaco's view of `tokenizeLine`. Monaco asks for the first line's state once per text, but the slice's
 * start moves on: `start` is asked again whenever the first line is coloured.
 */
export function createTokensProvider(start: () => Inside): languages.TokensProvider {
  const first = new LineState(start);
  return {
    getInitialState: () => first,
    tokenize(line, state) {
      const { tokens, inside } = tokenizeLine(line, state instanceof LineState ? state.inside : 'nothing');
      return { tokens, endState: AFTER[inside] };
    },
  };
}
