// What a text in the palette says about paths: whether it is one, and how the value there is shown on a line.

import { parsePath } from '../../shared/document/path-text.ts';

/** Longest preview, in UTF-16 units. */
const MAX_LENGTH = 60;

/**
 * Whether a text is a path: `certain` by its first character, `$.a`, `/a`, `#/a`, `.a`, `[0]`; `likely` if it reads as one with
 * several segments, `a.b[3]`, as the name of a file does too.
 */
export function pathLikeness(text: string): 'certain' | 'likely' | 'none' {
  const wanted = text.trim();
  if (/^[$/#.[]/.test(wanted)) return 'certain';
  if (!/[.[]/.test(wanted)) return 'none';
  try {
    return parsePath(wanted).length > 1 ? 'likely' : 'none';
  } catch {
    return 'none';
  }
}

/** Returns the beginning of a value's text on one line. `isCut`: the text ends before the value does, maybe inside a character. */
export function previewText(text: string, isCut: boolean): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const units = line.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
  return isCut || line.length > MAX_LENGTH ? `${units.replace(/\uFFFD+$/, '')}…` : units;
}
