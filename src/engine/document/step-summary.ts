// What an undo step changed, for the list of steps: its first place as it was and as it is. It is read when the step is recorded,
// because a later one may change the text there.

import type { Splice } from '../../shared/document/splice.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { StepSummary } from '../../shared/protocol/history.ts';
import { arrangementOf } from './arrangement.ts';
import type { JsonDocument } from './document.ts';

/** Bytes that are read of a place, and characters that are shown. */
const READ_BYTES = 240;
const SHOWN_CHARACTERS = 60;

/** Returns what splices that revert the latest edits have changed; `null` where items have only changed their order. */
export function summaryOf(document: JsonDocument, back: readonly Splice[]): StepSummary | null {
  const [first] = back;
  if (first === undefined || arrangementOf(back) !== null) return null;
  const end = Math.min(first.end, first.start + READ_BYTES);
  return {
    before: excerpt(first.insert),
    after: excerpt(document.memory.text(first.start, end)),
    others: back.length - 1,
  };
}

/** The start of some bytes as a line of text. Half a character at its end is left out. */
function excerpt(bytes: Uint8Array): string {
  const isCut = bytes.length >= READ_BYTES;
  const text = decodeUtf8(bytes.subarray(0, READ_BYTES)).replaceAll(/\s+/g, ' ').trim();
  if (!isCut && text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS - 1).replace(/[\uFFFD\uD800-\uDBFF]+$/, '')}…`;
}
