// Reads the text of a JSON Query. The same language as the library's parser, which reports neither what it found nor where a
// function is, reads `includes` as the operator `in`, and loses the key `__proto__`.
// @see https://github.com/jsonquerylang/jsonquery
//
//   map(.a in [1]) | size()     ['pipe', ['map', ['in', ['get', 'a'], ['array', 1]]], ['size']]
//   precedence, tightest first: ^   * / %   + -   > >= < <= in not-in   == !=   and   or   |

import type { JSONQuery } from '@jsonquerylang/jsonquery';
import { JSONQUERY_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { NUMBER_GRAMMAR } from '../../shared/document/json-text.ts';
import { setMember } from '../values/lossless-text.ts';
import { placeIn, syntaxError } from './query-error.ts';

/** The operators with their functions, the tightest first. */
const LEVELS: readonly Readonly<Record<string, string>>[] = [
  { '^': 'pow' },
  { '*': 'multiply', '/': 'divide', '%': 'mod' },
  { '+': 'add', '-': 'subtract' },
  { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte', in: 'in', 'not in': 'not in' },
  { '==': 'eq', '!=': 'ne' },
  { and: 'and' },
  { or: 'or' },
  { '|': 'pipe' },
];
/** Operators that take any number of operands, and those that are read from the left. */
const VARIADIC: ReadonlySet<string> = new Set(['pipe', 'and', 'or']);
const FROM_LEFT: ReadonlySet<string> = new Set(['pipe', 'and', 'or', 'multiply', 'divide', 'mod', 'add', 'subtract']);

const BLANK = /[ \n\t\r]*/y;
const NAME = /[a-zA-Z_$][a-zA-Z\d_$]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const NUMBER = new RegExp(NUMBER_GRAMMAR, 'y');
const INTEGER = /0|[1-9][0-9]*/y;
const WORD = /(?:true|false|null)(?![\w$])/y;
const OPERATOR = /[\^*/%+-]|\|(?!\|)|[<>]=?|[!=]=|(?:in|and|or)(?![\w$])|not in(?![\w$])/y;
const PIPE_LEVEL = 7;

/** What was meant by operators of other languages. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not(…)'],
  ['=>', '>='],
]);

/** A parsed query, and where its functions and operators are in the text. */
export interface ParsedQuery {
  readonly query: JSONQuery;
  readonly places: ReadonlyMap<object, number>;
}

/** @throws CodedError `syntax` */
export function parseQueryText(text: string): ParsedQuery {
  const parser = new Parser(text);
  const query = parser.read();
  return { query, places: parser.places };
}

class Parser {
  readonly places = new Map<object, number>();
  private at = 0;
  /** The brackets around, with their places. */
  private readonly open: { readonly token: string; readonly at: number }[] = [];

  constructor(private readonly text: string) {}

  read(): JSONQuery {
    const query = this.expression(PIPE_LEVEL);
    this.blanks();
    if (this.at < this.text.length) this.fail(JSONQUERY_ERROR.end);
    return query;
  }

  /** Reads operands that are joined by the operators of a level and tighter ones. */
  private expression(level: number): JSONQuery {
    const operators = LEVELS[level];
    if (operators === undefined) return this.primary();
    this.blanks();
    const isGroup = this.text[this.at] === '(';
    let left = this.expression(level - 1);
    for (;;) {
      this.blanks();
      if (level === PIPE_LEVEL && this.text[this.at] === '.') {
        const start = this.at;
        const right = this.primary();
        left = this.mark(nameOf(left) === 'pipe' ? [...(left as JSONQuery[]), right] : ['pipe', left, right], start);
        continue;
      }
      const start = this.at;
      const name = operators[this.match(OPERATOR) ?? ''];
      if (name === undefined) {
        this.at = start;
        return left;
      }
      const right = this.expression(level - 1);
      const isChain = nameOf(left) === name && !isGroup;
      if (isChain && !FROM_LEFT.has(name)) {
        this.at = start;
        return left;
      }
      const joined = isChain && VARIADIC.has(name) ? [...(left as JSONQuery[]), right] : [name, left, right];
      left = this.mark(joined, start);
    }
  }

  private primary(): JSONQuery {
    this.blanks();
    if (this.text[this.at] === '(') {
      this.enter('(');
      const query = this.expression(PIPE_LEVEL);
      this.leave(')');
      return query;
    }
    return this.text[this.at] === '.' ? this.property() : this.call();
  }

  private property(): JSONQuery {
    const start = this.at;
    const keys: (string | number)[] = [];
    while (this.skip('.')) {
      const key = this.string() ?? this.match(NAME) ?? this.integer();
      // Also a blank after the dot is wrong.
      if (key === null) this.fail(JSONQUERY_ERROR.property, this.at);
      keys.push(key);
      this.blanks();
    }
    return this.mark(['get', ...keys], start);
  }

  private call(): JSONQuery {
    const start = this.at;
    const name = this.match(NAME);
    this.blanks();
    if (name === null || this.text[this.at] !== '(') {
      this.at = start;
      return this.object();
    }
    const given: JSONQuery[] = [];
    this.enter('(');
    this.blanks();
    while (this.at < this.text.length && this.text[this.at] !== ')') {
      if (given.length > 0) this.comma(')');
      given.push(this.expression(PIPE_LEVEL));
      this.blanks();
    }
    this.leave(')');
    return this.mark([name, ...given], start);
  }

  private object(): JSONQuery {
    const start = this.at;
    if (this.text[this.at] !== '{') return this.array();
    const members: Record<string, JSONQuery> = {};
    this.enter('{');
    this.blanks();
    for (let count = 0; this.at < this.text.length && this.text[this.at] !== '}'; count += 1) {
      if (count > 0) this.comma('}');
      this.blanks();
      const key = this.string() ?? this.match(NAME) ?? this.match(INTEGER);
      if (key === null) this.fail(JSONQUERY_ERROR.key);
      this.blanks();
      if (!this.skip(':')) this.fail(QUERY_ERROR.wantedToken(':'));
      setMember(members, key, this.expression(PIPE_LEVEL));
      this.blanks();
    }
    this.leave('}');
    return this.mark(['object', members], start);
  }

  private array(): JSONQuery {
    const start = this.at;
    if (this.text[this.at] !== '[') return this.scalar();
    const items: JSONQuery[] = [];
    this.enter('[');
    this.blanks();
    while (this.at < this.text.length && this.text[this.at] !== ']') {
      if (items.length > 0) this.comma(']');
      items.push(this.expression(PIPE_LEVEL));
      this.blanks();
    }
    this.leave(']');
    return this.mark(['array', ...items], start);
  }

  private scalar(): JSONQuery {
    const string = this.string();
    if (string !== null) return string;
    const json = this.match(NUMBER) ?? this.match(WORD);
    if (json !== null) return JSON.parse(json) as number | boolean | null;
    const found = this.text[this.at];
    if (found === "'") this.fail(JSONQUERY_ERROR.doubleQuotes);
    const start = this.at;
    const word = this.match(NAME);
    this.at = start;
    return this.fail(word === null ? JSONQUERY_ERROR.value : JSONQUERY_ERROR.word(word));
  }

  private string(): string | null {
    const start = this.at;
    if (this.text[start] !== '"') return null;
    const json = this.match(STRING);
    if (json === null) throw syntaxError(this.text, start, QUERY_ERROR.unclosedString('"'));
    try {
      return JSON.parse(json) as string;
    } catch {
      throw syntaxError(this.text, start, JSONQUERY_ERROR.escapes);
    }
  }

  private integer(): number | null {
    const digits = this.match(INTEGER);
    return digits === null ? null : Number(digits);
  }

  private comma(closing: string): void {
    this.blanks();
    if (!this.skip(',')) this.fail(JSONQUERY_ERROR.operatorOr(closing));
  }

  private enter(token: string): void {
    this.open.push({ token, at: this.at });
    this.at += 1;
  }

  private leave(token: string): void {
    this.blanks();
    if (!this.skip(token)) this.fail(JSONQUERY_ERROR.operatorOr(token));
    this.open.pop();
  }

  private mark(query: readonly unknown[], at: number): JSONQuery {
    this.places.set(query, at);
    return query as unknown as JSONQuery;
  }

  private blanks(): void {
    this.match(BLANK);
  }

  private skip(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private fail(wanted: string, at = -1): never {
    const { text } = this;
    this.blanks();
    const [found = ''] = /^(?:[\w$]+|[!=<>]=+|=>|&&|\|\||[^])/.exec(text.slice(this.at)) ?? [];
    if (found !== '')
      throw syntaxError(
        text,
        at < 0 ? this.at : at,
        QUERY_ERROR.misplaced(found, hintOf(found, text[this.at - 1]) ?? wanted),
      );
    const opening = this.open.at(-1);
    const end = text.trimEnd().length;
    if (opening === undefined) throw syntaxError(text, end, QUERY_ERROR.endsEarly(wanted));
    const { line, column } = placeIn(text, opening.at);
    throw syntaxError(text, end, QUERY_ERROR.endsEarly(QUERY_ERROR.notClosed(opening.token, line, column)));
  }
}

function hintOf(found: string, before: string | undefined): string | null {
  if (found === '>' && before === '<') return JSONQUERY_ERROR.instead('<>', '!=');
  if (found === '=' || found === '===') return JSONQUERY_ERROR.equals;
  const instead = INSTEAD.get(found);
  if (instead !== undefined) return JSONQUERY_ERROR.instead(found, instead);
  if (found === '@' || found.startsWith('$')) return JSONQUERY_ERROR.whole;
  return /^[<>]=?$/.test(found) ? JSONQUERY_ERROR.chained : null;
}

function nameOf(query: JSONQuery): unknown {
  return Array.isArray(query) ? query[0] : undefined;
}
