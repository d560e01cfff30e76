// JMESPath, by its community's library. The library reports what is wrong with a query, but not where: the place is found by
// trying prefixes of the query.

import { compile, tokenize, type JSONValue } from '@jmespath-community/jmespath';
import { attempt, syntaxError } from '../queryerror.ts';
import { runOnValue } from '../valuequery.ts';
import type { RunQuery } from '../language.ts';
import { makeInterpreter } from './jmespathinterpreter.ts';
import { EMPTY_QUERY, QUERY } from '../../../shared/texts/queries.ts';

/** Longer queries are refused without searching for the place. */
const MOST_TOKENS = 500;
const ABOUT_TOKENS = /^Syntax error[:,] (?:invalid token|unexpected token|expected \w+, got|expecting an identifier)/;

const interpreter = makeInterpreter();

/** @see https://jmespath.site/main/ */
export const runJmespath: RunQuery = (input, text, work) => {
  const node = read(text);
  return runOnValue(input, work, (value) => attempt(() => interpreter.search(node, value as JSONValue)));
};

function read(text: string): ReturnType<typeof compile> {
  try {
    return compile(text);
  } catch (error) {
    throw explain(text, error instanceof Error ? error : new Error(String(error)));
  }
}

function explain(text: string, { name, message }: Error) {
  if (text.trim() === '') return syntaxError(text, 0, EMPTY_QUERY.jmespath);
  if (name === 'LexerError') {
    const offset = unreadFrom(text);
    const [char = ''] = text.slice(offset);
    const isOpen = /["'`]/.test(char);
    const what = isOpen ? QUERY.notClosed(char) : QUERY.misplaced(char);
    return syntaxError(text, offset, what);
  }
  const starts = [...tokenize(text).map(({ start }) => start), text.length];
  const isAtEnd = /\bEOF\b/.test(message);
  const offset = isAtEnd ? text.length : starts.length > MOST_TOKENS ? 0 : firstRefused(text, starts, message);
  const token = text
    .slice(
      offset,
      starts.find((start) => start > offset),
    )
    .trim();
  if (offset >= text.length || token === '') return syntaxError(text, text.length, QUERY.endsEarly);
  if (ABOUT_TOKENS.test(message) || !message.startsWith('Syntax error'))
    return syntaxError(text, offset, QUERY.misplaced(token));
  return syntaxError(text, offset, message.replace(/^Syntax error[:,] /, ''));
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
