// Plans a repair: the changes as splices, and as hunks to be looked at. The engine repairs in the document's own dialect; what
// it leaves, jsonrepair may repair, of whose output only the differences are used. A plan is made only if its result is valid
// and keeps every value that could be read.

import { jsonrepair, JSONRepairError } from 'jsonrepair';
import { jsonrepairCore } from '../../../node_modules/jsonrepair/lib/esm/streaming/core.js';
import type { Dialect } from '../../shared/document/dialect.ts';
import { CodedError, type ErrorPlace } from '../../shared/errors.ts';
import type { RepairPlan } from '../../shared/protocol/repair.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import { ChangeMap } from '../../shared/document/changes.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { asByte } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import { BeyondRepair, type RepairEdit } from '../../engine/repair/edits.ts';
import { repairInDialect } from '../../engine/repair/repair.ts';
import { differenceOf, type TextDifferences, type TextDifference } from './difference.ts';
import { hunksOf } from './hunks.ts';
import { keepsValues } from '../../engine/repair/kept-values.ts';
import { BrokenText } from './broken-text.ts';
import { REPAIR } from '../../shared/texts/documents.ts';
import { isJson } from '../../shared/document/json-text.ts';

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
const MAX_SPLICES = 2000;

/** Plans the changes that make a text valid. @throws CodedError `syntax` when it is beyond repair, `too-large` */
export async function planRepair(source: Blob, dialect: Dialect): Promise<RepairPlan> {
  if (source.size > MAX_SIZE)
    throw new CodedError('too-large', `A text of ${formatSize(source.size)} is too large to be repaired.`);
  return planRepairOf(new Uint8Array(await source.arrayBuffer()), dialect);
}

/** The same for bytes. */
export function planRepairOf(bytes: Uint8Array, dialect: Dialect): RepairPlan {
  const text = new BrokenText(bytes);
  const { repaired, difference } = repairText(text, dialect);
  const { changes, complete } = difference;
  if (changes.length === 0) throw new CodedError('syntax', REPAIR.nothing);
  return {
    splices: splicesOf(changes, text, repaired),
    ...hunksOf(changes, text.exact, repaired),
    added: changes.reduce((sum, { from, to }) => sum + to - from, 0),
    removed: changes.reduce((sum, { start, end }) => sum + end - start, 0),
    complete,
    strays: text.strays,
  };
}

interface Repair {
  readonly repaired: string;
  readonly difference: TextDifferences;
}

function repairText(text: BrokenText, dialect: Dialect): Repair {
  let unsure: BeyondRepair;
  try {
    const { text: repaired, edits } = repairInDialect(text.readable, dialect);
    if (isValid(repaired, dialect)) {
      const isExact = edits !== null && text.strays === 0;
      return { repaired, difference: isExact ? changesOf(edits, text.exact) : compare(text.exact, repaired) };
    }
    unsure = new BeyondRepair(0);
  } catch (error) {
    if (!(error instanceof BeyondRepair)) throw error;
    unsure = error;
  }
  const repaired = repairByLibrary(text, dialect);
  if (repaired === null) {
    const place = text.placeOf(unsure.at);
    throw new CodedError('syntax', REPAIR.unsure(place.line + 1, place.column + 1), place);
  }
  return { repaired, difference: compare(text.exact, repaired) };
}

/** The text as jsonrepair makes it; `null` where that is not valid, or would lose a value, a comment or a spelling. */
function repairByLibrary(text: BrokenText, dialect: Dialect): string | null {
  if (dialect === 'json5' || (dialect === 'jsonc' && /\/[/*]/.test(text.readable))) return null;
  const placeOf = (at: number): ErrorPlace => text.placeOf(at);
  const repaired = dialect === 'ndjson' ? repairRecords(text) : repairJson(text.readable, placeOf);
  return isValid(repaired, dialect) && keepsValues(text.readable, repaired) ? repaired : null;
}

function repairJson(text: string, placeOf: (at: number) => ErrorPlace): string {
  try {
    return text.length > ONE_PIECE ? repairPieces(text) : jsonrepair(text);
  } catch (error) {
    throw beyondRepair(error, placeOf);
  }
}

/** Whether a document with this text would have no error. */
function isValid(text: string, dialect: Dialect): boolean {
  return loadDocument(encodeUtf8(text), dialect).validity === 'valid';
}

/** Edits as differences. Those that change nothing are left out, and those that touch are one. */
function changesOf(edits: readonly RepairEdit[], text: string): TextDifferences {
  const changes: TextDifference[] = [];
  const map = ChangeMap.of(edits);
  for (const [index, { start, end, insert }] of edits.entries()) {
    if (text.slice(start, end) === insert) continue;
    const { start: from, end: to } = map.insertAt(index);
    const last = changes.at(-1);
    if (last?.end === start) changes[changes.length - 1] = { ...last, end, to };
    else changes.push({ start, end, from, to });
  }
  return { changes, complete: true };
}

function compare(before: string, after: string): TextDifferences {
  const { changes: found, complete } = differenceOf(before, after);
  const changes = found.map((change, index) => {
    const limit = found[index + 1]?.start ?? before.length;
    return wholeCharacters(behindAlike(change, limit, before, after), before, after);
  });
  return { changes, complete };
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
    return repairJson(line, (within) => text.placeOf(at + within));
  });
  return lines.join('\n');
}

function beyondRepair(error: unknown, placeOf: (at: number) => ErrorPlace): CodedError {
  if (error instanceof JSONRepairError) {
    const place = placeOf(error.position);
    const reason = error.message.replace(/ at position \d+$/, '');
    return new CodedError('syntax', REPAIR.failed(reason, place.line + 1, place.column + 1), place);
  }
  // Stack overflow.
  if (error instanceof RangeError) return new CodedError('syntax', REPAIR.tooDeep);
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
    if (merged.length <= MAX_SPLICES) break;
  }
  const offsets = text.offsetsOf(merged.flatMap(({ start, end }) => [start, end]));
  return merged.map(({ from, to }, index) => ({
    start: asByte(offsets[index * 2] ?? 0),
    end: asByte(offsets[index * 2 + 1] ?? 0),
    insert: encodeUtf8(repaired.slice(from, to)),
  }));
}
