// Writes the content of a string as its dialect allows: escapes, quotation marks, line ends, control characters.

import type { RepairSource } from './source.ts';

const NAMED: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\b', '\\b'],
  ['\f', '\\f'],
]);

/** Makes the content between two indexes valid inside quotation marks of this kind. `wasDouble`: it had been in `"`. */
export function mendContent(source: RepairSource, start: number, end: number, quote: string, wasDouble: boolean): void {
  const isPath = hasPathEscapes(source, start, end);
  for (let at = start; at < end; at += 1) {
    const unit = source.text.charCodeAt(at);
    if (unit === 0x5c) at = mendEscape(source, at, end, quote, wasDouble, isPath);
    else if (source.text[at] === quote) source.edits.insert(at, '\\');
    else if (unit === 10 || unit === 13 || (unit < 32 && !source.isJson5)) {
      source.edits.replace(at, at + 1, escapeOf(source.text[at] ?? ''));
    }
  }
}

function escapeOf(character: string): string {
  return NAMED.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Mends the escape at an index. Returns the index of its last unit. */
function mendEscape(
  { text, edits, isJson5 }: RepairSource,
  at: number,
  end: number,
  quote: string,
  wasDouble: boolean,
  isPath: boolean,
): number {
  const next = at + 1 < end ? (text[at + 1] ?? '') : '';
  const double = (): number => {
    edits.insert(at, '\\');
    return at;
  };
  if (next === '') return double();
  if (next === '\\') return at + 1;
  if (isPath && next !== '"') return double();
  if (next === 'u') {
    if (/^[\da-fA-F]{4}$/.test(text.slice(at + 2, Math.min(end, at + 6)))) return at + 5;
    const braced = /^\{([\da-fA-F]{1,6})\}/.exec(text.slice(at + 2, Math.min(end, at + 10)));
    if (braced === null || parseInt(braced[1] ?? '', 16) > 0x10_ffff) return double();
    const units = String.fromCodePoint(parseInt(braced[1] ?? '', 16));
    const escaped = Array.from({ length: units.length }, (_, index) => escapeUnit(units.charCodeAt(index))).join('');
    edits.replace(at, at + 2 + braced[0].length, escaped);
    return at + 1 + braced[0].length;
  }
  if (isJson5) {
    const isHex = next === 'x' && !/^[\da-fA-F]{2}$/.test(text.slice(at + 2, Math.min(end, at + 4)));
    if (isHex || /[1-9]/.test(next) || (next === '0' && /\d/.test(text[at + 2] ?? ''))) return double();
    return next === '\r' && text[at + 2] === '\n' ? at + 2 : at + 1;
  }
  if ('"/bfnrt'.includes(next)) return at + 1;
  if (next === "'" || next === '`' || next === quote) {
    edits.remove(at, at + 1);
    return at + 1;
  }
  if (next === '\n' || next === '\r') {
    // A line continuation.
    const length = next === '\r' && text[at + 2] === '\n' ? 3 : 2;
    edits.remove(at, at + length);
    return at + length - 1;
  }
  const hex = next === 'x' ? text.slice(at + 2, Math.min(end, at + 4)) : '';
  if (/^[\da-fA-F]{2}$/.test(hex)) {
    edits.replace(at, at + 4, `\\u00${hex}`);
    return at + 3;
  }
  if (!wasDouble && (next === 'v' || (next === '0' && !/\d/.test(text[at + 2] ?? '')))) {
    edits.replace(at, at + 2, next === 'v' ? '\\u000b' : '\\u0000');
    return at + 1;
  }
  return double();
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Whether the content is a path of Windows, written with single backslashes: `C:\new` then has no line end. */
function hasPathEscapes(source: RepairSource, start: number, end: number): boolean {
  if (source.text.charCodeAt(start + 1) !== 0x3a) return false;
  const content = source.text.slice(start, end);
  return /^[A-Za-z]:\\/.test(content) && /(?<!\\)(?:\\\\)*\\(?:[^"\\/bfnrtu]|u(?![\da-fA-F]{4})|$)/.test(content);
}
