// What an undo step changed, for the list of steps: its first place as it was and as it is. It is read when the step is recorded,
// because a later one may change the text there.

import type { Splice } from '../../shared/document/splice.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { StepSummary } from '../../shared/protocol/history.ts';
import { arrangementOf } from './arrangement.ts';
import type { JsonDocument } from './document.ts';

/** Bytes of a place that are read, and characters that are shown. */
const READ_BYTES = 240;
const SHOWN_CHARACTERS = 60;
/** Of what a place begins with before and after, so many bytes are looked for, and so many shown. */
const MAX_COMMON = 1 << 16;
const SHOWN_COMMON = 16;
/** How white space is shown where nothing else has changed. */
const SIGNS: Readonly<Record<string, string>> = { ' ': '␣', '\n': '↵', '\r': '␍', '\t': '⇥' };

/** Returns what splices that revert the latest edits have changed; `null` where items have only changed their order. */
export function summaryOf(document: JsonDocument, back: readonly Splice[]): StepSummary | null {
  const [first] = back;
  if (first === undefined || arrangementOf(back) !== null) return null;
  const [old, now] = [first.insert, document.memory.text(first.start, first.end)];
  const common = commonStart(old, now);
  const isShort = Math.max(old.length, now.length) <= SHOWN_CHARACTERS;
  // Of long values that begin alike the part that differs.
  const from = isShort ? 0 : Math.max(0, common - SHOWN_COMMON);
  let [before, after] = [excerpt(old, from), excerpt(now, from)];
  if (before === after) [before, after] = [excerpt(old, from, signed), excerpt(now, from, signed)];
  return { before, after, others: back.length - 1 };
}

function commonStart(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length, MAX_COMMON);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}

/** Bytes from one on as a line of text. Half a character at an end is left out. */
function excerpt(bytes: Uint8Array, from: number, spaced = collapsed): string {
  let start = from;
  while (from > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  const isCut = bytes.length - start > READ_BYTES;
  const text = `${from > 0 ? '…' : ''}${spaced(decodeUtf8(bytes.subarray(start, start + READ_BYTES)))}`;
  if (!isCut && text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS - 1).replace(/[\uFFFD\uD800-\uDBFF]+$/, '')}…`;
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function signed(text: string): string {
  return text.replaceAll(/\s/g, (space) => SIGNS[space] ?? space);
}
