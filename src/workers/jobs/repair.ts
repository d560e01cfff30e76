// Turns text that is nearly JSON into valid JSON: jsonrepair adds missing quotes, commas and brackets. Its output is not used
// as a whole: only the differences are, as splices, so that everything else stays byte for byte.

import { jsonrepair, JSONRepairError } from 'jsonrepair';
import { jsonrepairCore } from '../../../node_modules/jsonrepair/lib/esm/streaming/core.js';
import type { Dialect } from '../../shared/document/dialect.ts';
import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import type { RepairPlan } from '../../shared/protocol/repair.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { differenceOf, type TextDifference } from './difference.ts';
import { hunksOf } from './hunks.ts';
import { BrokenText } from './broken-text.ts';
import { REPAIR } from '../../shared/texts/documents.ts';

/** A JavaScript string can hold about 512 MB. */
const MAX_SIZE = 500 * 1024 * 1024;
/** Longest text, in UTF-16 units, that is repaired as a whole. */
const ONE_PIECE = 65536;
/**
 * Sizes of pieces, tried in order. 5 MB with a comma missing on each of 400,000 lines take 2 s in pieces, and an hour as a
 * whole.
 */
const PIECES = [16_384, 1_048_576] as const;
/** More splices would take the page long to transfer; neighbouring ones are then merged. */
const MOST_SPLICES = 2000;

/** Plans the changes that make a text valid. @throws CodedError `syntax` when it is beyond repair, `too-large` */
export async function planRepair(source: Blob, dialect: Dialect): Promise<RepairPlan> {
  if (source.size > MAX_SIZE)
    throw new CodedError('too-large', `A text of ${formatSize(source.size)} is too large to be repaired.`);
  return planRepairOf(new Uint8Array(await source.arrayBuffer()), dialect);
}

/** The same for bytes. */
export function planRepairOf(bytes: Uint8Array, dialect: Dialect): RepairPlan {
  const text = new BrokenText(bytes);
  const repaired = dialect === 'ndjson' ? repairRecords(text) : repairText(text.readable, (at) => text.placeOf(at));
  const { changes: found, complete } = differenceOf(text.exact, repaired);
  const changes = found.map((change, index) => {
    const limit = found[index + 1]?.start ?? text.exact.length;
    return wholeCharacters(behindAlike(change, limit, text.exact, repaired), text.exact, repaired);
  });
  if (changes.length === 0)
    throw new CodedError('syntax', "The text can't be repaired automatically: nothing was found to change.");
  return {
    splices: splicesOf(changes, text, repaired),
    ...hunksOf(changes, text.exact, repaired),
    added: changes.reduce((sum, { from, to }) => sum + to - from, 0),
    removed: changes.reduce((sum, { start, end }) => sum + end - start, 0),
    complete,
    strays: text.strays,
  };
}

function repairText(text: string, placeOf: (at: number) => ErrorPlace): string {
  try {
    const repaired = text.length > ONE_PIECE ? repairPieces(text) : jsonrepair(text);
    JSON.parse(repaired);
    return repaired;
  } catch (error) {
    throw beyondRepair(error, placeOf);
  }
}

/**
 * Repairs a long text piece by piece: on the whole text, the cost of each missing comma grows with the length of the text.
 * Something that has to fit in one piece, such as an unterminated string, may need larger pieces.
 */
function repairPieces(text: string): string {
  for (const size of PIECES) {
    const parts: string[] = [];
    try {
      const core = jsonrepairCore({ onData: (part) => parts.push(part), bufferSize: size, chunkSize: size });
      for (let at = 0; at < text.length; at += size) core.transform(text.slice(at, at + size));
      core.flush();
      return parts.join('');
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('Index out of range'))) throw error;
    }
  }
  return jsonrepair(text);
}

/** Repairs each record separately: a list of records, repaired as a whole, would no longer be NDJSON. */
function repairRecords(text: BrokenText): string {
  let start = 0;
  const lines = text.readable.split('\n').map((line) => {
    const at = start;
    start += line.length + 1;
    if (line.trim() === '' || isJson(line)) return line;
    return repairText(line, (within) => text.placeOf(at + within));
  });
  return lines.join('\n');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function beyondRepair(error: unknown, placeOf: (at: number) => ErrorPlace): CodedError {
  if (error instanceof JSONRepairError) {
    const place = placeOf(error.position);
    const reason = error.message.replace(/ at position \d+$/, '');
    return new CodedError('syntax', REPAIR.failed(reason, place.line + 1, place.column + 1), place);
  }
  // Stack overflow.
  if (error instanceof RangeError) return new CodedError('syntax', REPAIR.tooDeep);
  if (error instanceof SyntaxError) return new CodedError('syntax', REPAIR.inVain);
  throw error;
}

/** Moves an insertion after equal text: a missing bracket is inserted after the existing ones. */
function behindAlike(change: TextDifference, limit: number, before: string, after: string): TextDifference {
  let { start, from } = change;
  if (change.end > start) return change;
  while (start + 1 < limit && before[start] === after[from] && !/[\r\n]/.test(before[start] ?? '\n')) {
    start += 1;
    from += 1;
  }
  return { start, end: start, from, to: change.to + from - change.from };
}

/** Widens a change whose ends are inside a character. */
function wholeCharacters(change: TextDifference, before: string, after: string): TextDifference {
  let { start, end, from, to } = change;
  if (splits(before, start) || splits(after, from)) {
    start -= 1;
    from -= 1;
  }
  if (splits(before, end) || splits(after, to)) {
    end += 1;
    to += 1;
  }
  return { start, end, from, to };
}

function splits(text: string, at: number): boolean {
  return at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

/** The changes in bytes. If there are very many, those close together are merged. */
function splicesOf(changes: readonly TextDifference[], text: BrokenText, repaired: string): Splice[] {
  let merged: TextDifference[] = [];
  for (let gap = 0; ; gap = Math.max(16, gap * 4)) {
    merged = [];
    for (const change of changes) {
      const last = merged.at(-1);
      if (last !== undefined && change.start - last.end <= gap)
        merged[merged.length - 1] = { start: last.start, end: change.end, from: last.from, to: change.to };
      else merged.push(change);
    }
    if (merged.length <= MOST_SPLICES) break;
  }
  const offsets = text.offsetsOf(merged.flatMap(({ start, end }) => [start, end]));
  return merged.map(({ from, to }, index) => ({
    start: asByte(offsets[index * 2] ?? 0),
    end: asByte(offsets[index * 2 + 1] ?? 0),
    insert: encodeUtf8(repaired.slice(from, to)),
  }));
}
