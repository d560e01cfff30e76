// The grammar of RFC 9535, which json-p3 reads more leniently in some places and more strictly in others: a query is checked
// here first. Recursive, but only as deep as the query's own brackets.
//
//   $.a[?@.b > 1 && !@.c]
//   │ │ │││     │   └ a test: "!" once, then a query, a function or parentheses
//   │ │ │││     └ a comparison: literals, functions, and queries for one node; no parentheses
//   │ └─┴┴┴ segments: names, wildcards, indices, slices, filters
//   └ the root

import { QUERY } from '../../shared/texts/queries.ts';
import { JSONPATH_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { NUMBER_GRAMMAR } from '../../shared/document/json-text.ts';
import { meantName } from './meant-name.ts';
import { syntaxError } from './query-error.ts';

const BLANK = /[ \t\n\r]*/y;
const NAME = /[A-Za-z_\u0080-\ud7ff\ue000-\u{10ffff}][\w\u0080-\ud7ff\ue000-\u{10ffff}]*/uy;
const FUNCTION = /[a-z][a-z0-9_]*(?=\()/y;
const INTEGER = /0|-?[1-9]\d*/y;
const NUMBER = new RegExp(NUMBER_GRAMMAR, 'y');
const WORD = /(?:true|false|null)(?![\w\u0080-\u{10ffff}])/uy;
const COMPARES = /==|!=|<=|>=|<(?!>)|>/y;
/* oxlint-disable no-control-regex -- strings can't hold control characters */
const STRING = {
  '"': /(?:[^"\\\u0000-\u001f\ud800-\udfff]|\\(?:["/\\bfnrt]|u(?![dD][89a-fA-F])[\da-fA-F]{4}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}))*/uy,
  "'": /(?:[^'\\\u0000-\u001f\ud800-\udfff]|\\(?:['/\\bfnrt]|u(?![dD][89a-fA-F])[\da-fA-F]{4}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}))*/uy,
} as const;
/* oxlint-enable no-control-regex */

const FUNCTIONS = ['length', 'count', 'match', 'search', 'value'];

/** What was meant by operators of other languages. */
const HINTS: ReadonlyMap<string, string> = new Map([
  ['=', JSONPATH_ERROR.equals],
  ['===', JSONPATH_ERROR.equals],
  ['=~', JSONPATH_ERROR.matches],
  ['<>', JSONPATH_ERROR.word('<>', '!=')],
  ['=>', JSONPATH_ERROR.word('=>', '>=')],
  ['in', JSONPATH_ERROR.in],
  ['and', JSONPATH_ERROR.word('and', '&&')],
  ['or', JSONPATH_ERROR.word('or', '||')],
  ['not', JSONPATH_ERROR.word('not', '!')],
]);

/** What a part of a filter may be used for. */
type Part = 'literal' | 'singular' | 'query' | 'function' | 'logical';

/** Checks the syntax of a query. @throws CodedError `syntax`, with the place of what can't stand there */
export function checkJsonPath(text: string): void {
  new Grammar(text).check();
}

class Grammar {
  private at = 0;

  constructor(private readonly text: string) {}

  check(): void {
    if (!this.skip('$')) this.fail(QUERY.jsonPath.root);
    this.readSegments();
    if (this.at === this.text.length) return;
    const end = this.at;
    this.blanks();
    this.failAt(this.at < this.text.length ? this.at : end, QUERY.jsonPath.segment);
  }

  /** Reads segments. Returns whether they lead to one node at most: names and indices only. */
  private readSegments(): boolean {
    let isSingular = true;
    for (;;) {
      const start = this.at;
      this.blanks();
      if (this.skip('..')) {
        isSingular = false;
        if (this.text[this.at] === '[') this.readBrackets();
        else if (!this.skip('*') && !this.match(NAME)) this.fail(QUERY.jsonPath.name);
      } else if (this.skip('.')) {
        if (this.skip('*')) isSingular = false;
        else if (!this.match(NAME)) this.fail(QUERY.jsonPath.name);
      } else if (this.text[this.at] === '[') {
        isSingular = this.readBrackets() && isSingular;
      } else {
        this.at = start;
        return isSingular;
      }
    }
  }

  /** Reads selectors in brackets. Returns whether it is one name or index. */
  private readBrackets(): boolean {
    this.at += 1;
    let isSingular = true;
    let count = 0;
    do {
      this.blanks();
      isSingular = this.readSelector() && isSingular;
      count += 1;
      this.blanks();
    } while (this.skip(','));
    if (!this.skip(']')) this.fail(QUERY.jsonPath.closing);
    return isSingular && count === 1;
  }

  private readSelector(): boolean {
    if (this.readString()) return true;
    if (this.skip('*')) return false;
    if (this.skip('?')) {
      this.blanks();
      this.readLogical();
      return false;
    }
    const isIndex = this.readInteger();
    const end = this.at;
    this.blanks();
    if (!this.skip(':')) {
      this.at = end;
      if (!isIndex) this.fail(this.text[this.at] === '(' ? JSONPATH_ERROR.filter : QUERY.jsonPath.selector);
      return true;
    }
    this.blanks();
    if (this.readInteger()) this.blanks();
    if (this.skip(':')) {
      this.blanks();
      this.readInteger();
    }
    return false;
  }

  private readInteger(): boolean {
    const start = this.at;
    const digits = this.match(INTEGER);
    if (digits === null) return false;
    // "01" and "-0" are no integers.
    if (/[\d]/.test(this.text[this.at] ?? '') || !Number.isSafeInteger(Number(digits))) {
      this.at = start;
      this.fail(QUERY.jsonPath.integer);
    }
    return true;
  }

  /** Reads tests that are joined by "&&" and "||". */
  private readLogical(): void {
    for (;;) {
      this.readTest();
      const end = this.at;
      this.blanks();
      if (this.skip('&&') || this.skip('||')) {
        this.blanks();
        continue;
      }
      this.at = end;
      return;
    }
  }

  private readTest(): void {
    const isNegated = this.skip('!');
    if (isNegated) this.blanks();
    if (this.skip('(')) {
      this.blanks();
      this.readLogical();
      this.blanks();
      if (!this.skip(')')) this.fail(QUERY.jsonPath.parenthesis);
      return;
    }
    const start = this.at;
    const part = this.readOperand(isNegated ? QUERY.jsonPath.negated : QUERY.jsonPath.test);
    const end = this.at;
    this.blanks();
    const operator = isNegated ? null : this.match(COMPARES);
    if (operator === null) {
      this.at = end;
      if (part !== 'literal') return;
      this.at = isNegated ? start : end;
      this.fail(isNegated ? QUERY.jsonPath.negated : QUERY.jsonPath.comparison);
    }
    if (part === 'query') this.failAt(start, QUERY.jsonPath.singular);
    this.blanks();
    const right = this.at;
    if (this.readOperand(QUERY.jsonPath.operand) === 'query') this.failAt(right, QUERY.jsonPath.singular);
  }

  /** Reads a literal, a query or a function. */
  private readOperand(wanted: string): Part {
    if (this.readString() || this.match(WORD) !== null) return 'literal';
    if (this.readNumber()) return 'literal';
    if (this.skip('@') || this.skip('$')) return this.readSegments() ? 'singular' : 'query';
    if (this.match(FUNCTION) === null) {
      const [name] = /^[A-Za-z_]\w*(?=\()/.exec(this.text.slice(this.at)) ?? [];
      if (name !== undefined)
        throw syntaxError(this.text, this.at, QUERY_ERROR.noFunction(name, meantName('jsonpath', name, FUNCTIONS)));
      this.fail(wanted);
    }
    this.at += 1;
    this.blanks();
    while (!this.skip(')')) {
      this.readArgument();
      this.blanks();
      if (this.skip(',')) {
        this.blanks();
        if (this.text[this.at] === ')') this.fail(QUERY.jsonPath.argument);
      } else if (this.text[this.at] !== ')') this.fail(QUERY.jsonPath.argumentEnd);
    }
    return 'function';
  }

  /** An argument is a literal, a query, a function, or a test. */
  private readArgument(): void {
    const start = this.at;
    const isTest = this.text[this.at] === '!' || this.text[this.at] === '(';
    if (!isTest) {
      this.readOperand(QUERY.jsonPath.argument);
      this.blanks();
      if (this.text[this.at] === ',' || this.text[this.at] === ')') return;
      this.at = start;
    }
    this.readLogical();
  }

  private readNumber(): boolean {
    const start = this.at;
    const number = this.match(NUMBER);
    if (number === null) return false;
    if (/[\w.]/.test(this.text[this.at] ?? '')) this.failAt(start, QUERY.jsonPath.number);
    return true;
  }

  private readString(): boolean {
    const quote = this.text[this.at];
    if (quote !== '"' && quote !== "'") return false;
    const start = this.at;
    this.at += 1;
    this.match(STRING[quote]);
    if (this.skip(quote)) return true;
    if (this.at >= this.text.length) this.failAt(start, QUERY.jsonPath.unclosed);
    this.fail(this.text[this.at] === '\\' ? QUERY.jsonPath.escape : QUERY.jsonPath.character);
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

  private fail(wanted: string): never {
    this.failAt(this.at, wanted);
  }

  private failAt(at: number, wanted: string): never {
    const { text } = this;
    const [found = ''] = /^(?:[\w\u0080-\u{10ffff}]+|&&|\|\||===?|=~|=>|<>|!=|<=|>=|[^])/u.exec(text.slice(at)) ?? [];
    const what = found === '' ? QUERY.endsEarly : QUERY.misplaced(found);
    throw syntaxError(text, at, `${what}. ${HINTS.get(found) ?? this.hintAfterName(at, found, wanted) ?? wanted}`);
  }

  /** After a name: what would be subtracted is part of it, and what would be called is no function of it. */
  private hintAfterName(at: number, found: string, wanted: string): string | null {
    if (!/[\w\u0080-\uffff]$/.test(this.text.slice(0, at)) || wanted === QUERY.jsonPath.integer) return null;
    if (found === '(') return JSONPATH_ERROR.method;
    return found === '-' && wanted !== QUERY.jsonPath.segment ? JSONPATH_ERROR.hyphen : null;
  }
}
