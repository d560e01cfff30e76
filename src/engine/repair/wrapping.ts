// Finds the document in a text that has more around it: a fence of Markdown, sentences, an assignment.

import type { RepairSource } from './source.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\r\n]*(?:\r\n|\r|\n)/gm;
const ASSIGNMENT =
  /^(?:export\s+default\s+|return\s+|(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*=\s*|(?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*\s*=\s*)(?=[[{("'\d-])/;
/** What servers put before JSON so that no script can read it. */
const GUARD = /^(?:\)\]\}',?|(?:while\s*\(\s*1\s*\)|for\s*\(\s*;\s*;\s*\))\s*;|\/\*+\s*\*\/)\s*/;

/** A range of a text. */
export interface WrappedRange {
  readonly start: number;
  readonly end: number;
}

/** The content of the first fence that holds an object or array; `null` if there is none. */
export function fencedIn(text: string): WrappedRange | null {
  for (const match of text.matchAll(FENCE)) {
    const start = match.index + match[0].length;
    const body = text.slice(start);
    if (!/^\s*(?:[[{"]|\/[/*])/.test(body.slice(0, 1000))) continue;
    const fence = match[1] ?? '';
    const close = new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[ \\t]*$`, 'm').exec(body);
    const end = close === null ? text.length : start + close.index;
    return { start, end: trimmedEnd(text, start, end) };
  }
  return null;
}

/** The range without what a program or a person wrote before the value. `null` where no value begins. */
export function withoutIntroduction(source: RepairSource): WrappedRange | null {
  const { text, start, end } = source;
  const first = source.skip(start);
  const rest = text.slice(first, Math.min(end, first + 20_000));
  if (/^[[{("'`“„«＂｛［\d+.-]/.test(rest)) return { start, end };
  if (/^(?:true|false|null|none|nil|undefined|nan|infinity)\b/i.test(rest)) return { start, end };
  const made = GUARD.exec(rest) ?? ASSIGNMENT.exec(rest);
  if (made !== null) return { start: first + made[0].length, end };
  if (/^(?:(?:new\s+)?[A-Za-z_$][\w$.]*\s*\(|[uUbB]?["'])/.test(rest)) return { start, end };
  if (/^(?:<|curl\b|HTTP\/)/i.test(rest)) return null;
  if (!/^[\p{L}*>]/u.test(rest)) return null;
  const value = /(?<=[\s:(])[[{](?=\s*(?:["'{[\]}]|-?\d|[\w$]+\s*:))/.exec(rest);
  return value === null ? null : { start: first + value.index, end };
}

/** Whether every quotation mark of a text is escaped, as in a log or in the source of a program. */
export function isEscaped(text: string): boolean {
  if (!/^\s*(?:\\[nrt]|\s)*[[{]/.test(text)) return false;
  const first = text.indexOf('"');
  return first > 0 && text[first - 1] === '\\' && !/(?<!\\)(?:\\\\)*"/.test(text);
}

/** Removes one level of escapes. */
export function unescaped(text: string): string {
  return text.replace(/\\(["\\/nrt])/g, (_, escaped: string) => ({ n: '\n', r: '\r', t: '\t' })[escaped] ?? escaped);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1] ?? '')) at -= 1;
  return at;
}
