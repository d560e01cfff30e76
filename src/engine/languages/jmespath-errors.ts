// What is wrong with a JMESPath query, where, and what was meant. The library reports no places: that of a token it refuses is
// found by trying prefixes of the query.

import { compile, tokenize } from '@jmespath-community/jmespath';
import type { CodedError } from '../../shared/errors.ts';
import { EMPTY_QUERY } from '../../shared/texts/queries.ts';
import { JMESPATH_ERROR, QUERY_ERROR } from '../../shared/texts/query-errors.ts';
import { isJson } from '../../shared/document/json-text.ts';
import { meantName } from './meant-name.ts';
import { placeIn, syntaxError } from './query-error.ts';
import { inOrder, placesOf, tokensOf, type Node, type PathToken } from './jmespath-places.ts';
import { signatureOf, type OwnInterpreter } from './jmespath-interpreter.ts';

/** In longer queries no place is searched for. */
const MAX_TOKENS = 500;
/** Everything between quotation marks; the second group is empty where they are not closed. */
const QUOTED = /(["'`])(?:[^\\]|\\[^])*?(\1|$)/g;
const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', not: '!' };
const EQUALS: ReadonlySet<string> = new Set(['EQ', 'NE']);
/** Tokens before an argument of a function. */
const ARGUMENT_STARTS: ReadonlySet<string> = new Set(['Lparen', 'Comma']);
const CLOSING: Readonly<Record<string, string>> = {
  Rbracket: ']',
  Rparen: ')',
  Rbrace: '}',
  Colon: ':',
  Comma: ',',
};
const OPENING: Readonly<Record<string, string>> = {
  Lbracket: 'Rbracket',
  Filter: 'Rbracket',
  Lparen: 'Rparen',
  Lbrace: 'Rbrace',
};

/** Finds what the library's reader of tokens lets pass or reports without a place. @throws CodedError `syntax` */
export function checkTokens(text: string): void {
  if (text.trim() === '') throw syntaxError(text, 0, EMPTY_QUERY.jmespath);
  for (const { 0: whole, 1: quote = '', 2: end, index } of text.matchAll(QUOTED)) {
    if (end === '' || whole.length === 1) throw syntaxError(text, index, QUERY_ERROR.unclosedString(quote));
    if (quote === '"' && !isJson(whole)) throw syntaxError(text, index, JMESPATH_ERROR.badName);
    if (quote === '`' && !isJson(whole.slice(1, -1).replaceAll('\\`', '`')))
      throw syntaxError(text, index, JMESPATH_ERROR.notJson);
  }
}

/** Checks the functions of a query, also where it does not come to them. @throws CodedError `syntax` */
export function checkQuery(text: string, root: Node, interpreter: OwnInterpreter): void {
  const tokens = tokensOf(text);
  tokens.forEach((token, index) => {
    if (token.type === 'Assign' && tokens[index - 1]?.type !== 'Variable')
      throw syntaxError(text, token.start, JMESPATH_ERROR.equals);
    if (token.type === 'Expref' && !ARGUMENT_STARTS.has(tokens[index - 1]?.type ?? ''))
      throw syntaxError(text, token.start, JMESPATH_ERROR.reference);
    if (token.type !== 'Number' || token.value !== '0' || tokens[index + 1]?.type !== 'Rbracket') return;
    const colons = tokens.slice(Math.max(0, index - 3), index).map(({ type }) => type);
    if (/^(?:.*,)?Colon,(?:Number,)?Colon$/.test(colons.join(',')))
      throw syntaxError(text, token.start, JMESPATH_ERROR.step);
  });
  const places = placesOf(root, tokens);
  for (const node of inOrder(root)) {
    if (node.type !== 'Function') continue;
    const { name } = node;
    const offset = places.get(node)?.start ?? Math.max(0, text.indexOf(`${name}(`));
    const signature = signatureOf(interpreter, name);
    if (signature === undefined) {
      const meant = meantName('jmespath', name, Object.keys(interpreter.runtime._functionTable));
      throw syntaxError(text, offset, QUERY_ERROR.noFunction(name, meant));
    }
    const least = signature.filter(({ optional }) => optional !== true).length;
    const most = signature.at(-1)?.variadic === true ? Infinity : signature.length;
    const given = node.children.length;
    if (given < least || given > most)
      throw syntaxError(text, offset, QUERY_ERROR.argumentCount(name, QUERY_ERROR.argumentsText(least, most), given));
  }
}

/** The name that is compared first, if it has quotation marks that no name needs: it is probably meant as a string. */
export function comparedName(tokens: readonly PathToken[]): PathToken | undefined {
  return tokens.find(({ type, value }, index) => {
    if (type !== 'QuotedIdentifier' || !/^[A-Za-z_]\w*$/.test(value)) return false;
    const [before, after] = [tokens[index - 1]?.type ?? '', tokens[index + 1]?.type ?? ''];
    return EQUALS.has(before) ? after !== 'Dot' && after !== 'Lbracket' : EQUALS.has(after) && before !== 'Dot';
  });
}

/** What the library refused. */
export function explainSyntax(text: string, { name, message }: Error): CodedError {
  if (name === 'LexerError') {
    const offset = unreadFrom(text);
    const [found = ''] = text.slice(offset);
    return syntaxError(text, offset, QUERY_ERROR.misplaced(found, JMESPATH_ERROR.expression));
  }
  const tokens = tokensOf(text);
  const starts = [...tokens.map(({ start }) => start), text.length];
  const isAtEnd = /\bEOF\b/.test(message) || !message.startsWith('Syntax error');
  const offset = isAtEnd ? text.length : starts.length > MAX_TOKENS ? 0 : firstRefused(text, starts, message);
  const index = tokens.findIndex(({ start }) => start === offset);
  const token = tokens[index];
  if (token === undefined) return endsEarly(text, tokens, message);
  const found = text.slice(offset, starts[index + 1]).trim();
  const hint = hintOf(text, token, tokens[index - 1]);
  return syntaxError(text, offset, QUERY_ERROR.misplaced(found, hint ?? wantedBy(message)));
}

/** A hint at the quotation marks that a name with a hyphen at `offset` needs. */
export function hyphenHint(text: string, offset: number): string {
  if (text[offset] !== '-') return '';
  const before = /\w+(?:-\w+)*$/.exec(text.slice(0, offset))?.[0];
  const after = /^-\w+(?:-\w+)*/.exec(text.slice(offset))?.[0];
  return before === undefined || after === undefined ? '' : JMESPATH_ERROR.hyphen(before + after);
}

function endsEarly(text: string, tokens: readonly PathToken[], message: string): CodedError {
  const open: PathToken[] = [];
  for (const token of tokens) {
    if (OPENING[token.type] !== undefined) open.push(token);
    else if (OPENING[open.at(-1)?.type ?? ''] === token.type) open.pop();
  }
  const opening = open.at(-1);
  const end = text.trimEnd().length;
  if (opening === undefined) return syntaxError(text, end, QUERY_ERROR.endsEarly(wantedBy(message)));
  const { line, column } = placeIn(text, opening.start);
  return syntaxError(text, end, QUERY_ERROR.endsEarly(QUERY_ERROR.notClosed(opening.value, line, column)));
}

function hintOf(text: string, token: PathToken, before: PathToken | undefined): string | null {
  if (token.type === 'UnquotedIdentifier' && token.value === 'in') return JMESPATH_ERROR.in;
  const word = WORDS[token.value];
  if (token.type === 'UnquotedIdentifier' && word !== undefined) return JMESPATH_ERROR.word(token.value, word);
  if (token.type !== 'Number') return null;
  const hint = hyphenHint(text, token.start).trim();
  if (hint !== '' && before?.type === 'UnquotedIdentifier') return hint;
  return JMESPATH_ERROR.number(token.value);
}

/** What may stand where the library refused something, by its message. */
function wantedBy(message: string): string {
  const closing = CLOSING[/expected (\w+), got/.exec(message)?.[1] ?? ''];
  if (closing !== undefined) return QUERY_ERROR.wantedToken(closing);
  if (/quoted identifier not allowed|expected a Field node/.test(message)) return JMESPATH_ERROR.functionName;
  if (message.includes('expected Star')) return JMESPATH_ERROR.index;
  if (message.includes('too many colons')) return JMESPATH_ERROR.slice;
  if (message.includes('expecting an identifier')) return JMESPATH_ERROR.key;
  if (message.startsWith('Syntax error, unexpected token')) return JMESPATH_ERROR.afterDot;
  return message.includes('unexpected token type') ? JMESPATH_ERROR.operator : JMESPATH_ERROR.expression;
}

/** The start of the first token that cannot be read. */
function unreadFrom(text: string): number {
  for (let end = text.length - 1; end > 0; end -= 1) {
    try {
      tokenize(text.slice(0, end));
    } catch {
      continue;
    }
    return end + (/^\s*/.exec(text.slice(end))?.[0].length ?? 0);
  }
  return 0;
}

/** The start of the first token up to which the query fails with the same message as the whole query. */
function firstRefused(text: string, starts: readonly number[], message: string): number {
  for (let index = 0; index < starts.length - 1; index += 1) {
    try {
      compile(text.slice(0, starts[index + 1]));
    } catch (error) {
      if (error instanceof Error && error.message === message) return starts[index] ?? 0;
    }
  }
  return text.length;
}
