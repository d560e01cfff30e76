// JSON inside a string: laid out for reading, and written back in its original layout. Tokens are moved as text, so that no
// number is respelt and no duplicate key is lost.

import { problemOf } from './check.ts';

/** A layout of JSON: without white space, on one line with a space after commas and colons, or indented on several lines. */
export type JsonTextLayout = 'compact' | 'spaced' | 'lines';

/** Deeper levels are not indented further: the white space would grow with the square of the depth. */
const MAX_INDENT = 40;

/** Whether a string contains a JSON object or array. */
export function holdsJson(text: string): boolean {
  const trimmed = text.trim();
  const isMaybe =
    (trimmed.startsWith('{') && trimmed.endsWith('}')) || (trimmed.startsWith('[') && trimmed.endsWith(']'));
  return isMaybe && problemOf(trimmed) === null;
}

/** Returns the layout of a valid JSON text; anything irregular counts as `lines`. */
export function layoutOf(json: string): JsonTextLayout {
  if (json === layOut(json, 'compact')) return 'compact';
  return json === layOut(json, 'spaced') ? 'spaced' : 'lines';
}

/** Returns valid JSON in another layout. */
export function layOut(json: string, layout: JsonTextLayout): string {
  const [comma, colon] = layout === 'compact' ? [',', ':'] : [', ', ': '];
  let out = '';
  let depth = 0;
  let before = '';
  const line = (): string => (layout === 'lines' ? `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}` : '');
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/gs)) {
    const isOpening = token === '{' || token === '[';
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth -= 1;
    const wasOpening = before === '{' || before === '[';
    if (isClosing ? !wasOpening : wasOpening) out += line();
    if (token === ',') out += layout === 'lines' ? `,${line()}` : comma;
    else out += token === ':' ? colon : token;
    if (isOpening) depth += 1;
    before = token;
  }
  return out;
}

/**
 * Returns the string literal of a changed text: the common beginning and end keep the spelling that they have in `literal`,
 * escapes included. `literal` is in double quotes.
 */
export function respell(literal: string, text: string): string {
  const units = unitsOf(literal);
  if (units === null) return JSON.stringify(text);
  let start = 0;
  while (start < units.length && start < text.length && units[start]?.value === text[start]) start += 1;
  let tail = 0;
  const most = Math.min(units.length, text.length) - start;
  while (tail < most && units[units.length - 1 - tail]?.value === text[text.length - 1 - tail]) tail += 1;
  // A lone surrogate would be spelt with an escape: pairs are kept together.
  if (isHigh(text[start - 1])) start -= 1;
  if (isLow(text[text.length - tail])) tail -= 1;
  const head = units.slice(0, start).map(({ spelt }) => spelt);
  const end = units.slice(units.length - tail).map(({ spelt }) => spelt);
  return `"${head.join('')}${JSON.stringify(text.slice(start, text.length - tail)).slice(1, -1)}${end.join('')}"`;
}

/** Returns the UTF-16 units of a string literal, each with its spelling; `null` when it is not a JSON string. */
function unitsOf(literal: string): { readonly value: string; readonly spelt: string }[] | null {
  if (!literal.startsWith('"') || problemOf(literal) !== null) return null;
  return Array.from(literal.slice(1, -1).matchAll(/\\u.{4}|\\.|[^\\]/gs), ([spelt]) => ({
    spelt,
    value: spelt.startsWith('\\') ? String(JSON.parse(`"${spelt}"`)) : spelt,
  }));
}

function isHigh(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\ud800' && unit <= '\udbff';
}

function isLow(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\udc00' && unit <= '\udfff';
}
