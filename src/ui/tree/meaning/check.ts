// Finds the first error that keeps a text from being JSON, with its place: browsers' messages differ, and often have none.

import { SYNTAX } from '../../strings/editors/meaning.ts';
import { isJson, NUMBER_GRAMMAR } from '../../../shared/document/json-text.ts';

const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y; // eslint-disable-line no-control-regex -- RFC 8259 §7
const LITERAL = new RegExp(`(?:${NUMBER_GRAMMAR}|true|false|null)(?![\\w.+-])`, 'y');
const SPACE = /[ \t\r\n]*/y;

type Expected = keyof typeof SYNTAX.expected;

/** Returns a sentence that says what is wrong with a text as JSON, and where; `null` when it is valid. */
export function problemOf(json: string): string | null {
  if (isJson(json)) return null;
  const { at, expected } = firstProblem(json);
  const head = json.slice(0, at).split('\n');
  const found = at < json.length ? SYNTAX.character(String.fromCodePoint(json.codePointAt(at) ?? 0)) : SYNTAX.end;
  return SYNTAX.problem(head.length, (head.at(-1)?.length ?? 0) + 1, expected, found);
}

/** Returns where a text stops being JSON. Open brackets are on an explicit stack: the text may be nested arbitrarily deep. */
function firstProblem(json: string): { readonly at: number; readonly expected: string } {
  const open: string[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(json)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const after = (): Expected => (open.length === 0 ? 'end' : 'comma');
  for (;;) {
    skip(SPACE);
    const next = json[at];
    const isClosing = next === (open.at(-1) === '{' ? '}' : ']') && open.length > 0;
    if (isClosing && (expected === 'comma' || expected.startsWith('first'))) {
      open.pop();
      at += 1;
      expected = after();
    } else if (expected === 'comma' && next === ',') {
      at += 1;
      expected = open.at(-1) === '{' ? 'key' : 'item';
    } else if (expected === 'colon' && next === ':') {
      at += 1;
      expected = 'value';
    } else if ((expected === 'key' || expected === 'first key') && skip(STRING)) {
      expected = 'colon';
    } else if (expected === 'value' || expected === 'item' || expected === 'first item') {
      if (next === '{' || next === '[') {
        open.push(next);
        at += 1;
        expected = next === '{' ? 'first key' : 'first item';
      } else if (skip(STRING) || skip(LITERAL)) {
        expected = after();
      } else {
        return {
          at,
          expected: next === '"' ? SYNTAX.string : SYNTAX.expected[expected],
        };
      }
    } else {
      return { at, expected: SYNTAX.expected[expected] };
    }
  }
}
