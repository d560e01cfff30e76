// Finds all problems of a document, in slices. Checks that need the tape (keys and numbers) run only when it is that of the
// text. Bytes are checked only when the scanner has not already found all of them to be UTF-8.
//
//   document ─┬─ error, broken records                      syntax, record
//             ├─ invalid-utf8.ts      bytes                 utf8
//             ├─ duplicate-keys.ts    keys, by their bytes   duplicate
//             ├─ inexact-numbers.ts   long numbers           number
//             └─ line-ends.ts
//
// To add a kind, write a finder beside these that returns a `ProblemList`, and call it in `findProblems`.

import { isPlainNumber } from '../../shared/bytes/literals.ts';
import { hasComments } from '../../shared/document/dialect.ts';
import {
  MAX_LISTED,
  type LineEndCounts,
  type Problem,
  type ProblemGroup,
  type ProblemKind,
} from '../../shared/protocol/problems.ts';
import { PROBLEM_TEXTS } from '../../shared/texts/problems.ts';
import type { JsonDocument } from '../document/document.ts';
import { scanRecord } from '../document/record-scan.ts';
import { syntaxError } from '../document/syntax.ts';
import { numberAt } from '../query/inexact.ts';
import type { Work } from '../base/work.ts';
import { findDuplicateKeys } from './duplicate-keys.ts';
import type { CountedProblems } from './counted-problems.ts';
import { findInexactNumbers } from './inexact-numbers.ts';
import { findInvalidUtf8 } from './invalid-utf8.ts';
import { findLineEnds } from './line-ends.ts';

/** All problems of a text. */
export interface Problems {
  readonly groups: readonly ProblemGroup[];
  readonly isComplete: boolean;
  readonly lineEnds: LineEndCounts;
}

/** The parts of a problem: a range of bytes, the value that it concerns (-1 for none), a sentence. */
interface Details {
  readonly start: number;
  readonly end: number;
  readonly entry: number;
  readonly message: string;
}

/** Finds all problems. The document must be checked (`settle`), and must not change until this is done. */
export function* findProblems(document: JsonDocument): Work<Problems> {
  const { memory, lines, places, validity, dialect, isLive } = document;
  const groups: ProblemGroup[] = [];
  const add = <Place>(kind: ProblemKind, found: CountedProblems<Place>, detailsOf: (place: Place) => Details): void => {
    if (found.count === 0) return;
    const first = found.first.map((place) => problemOf(document, kind, detailsOf(place)));
    groups.push({ kind, count: found.count, first, ...(kind === 'utf8' ? {} : found.nodes) });
  };
  const invalid = validity === 'valid' && !hasComments(dialect) ? null : yield* findInvalidUtf8(memory);
  const error = validity === 'invalid' ? document.error : null;
  const place = error?.place ?? null;
  // The scanner also stops at ill-formed UTF-8, which is reported only once.
  if (
    error !== null &&
    place !== null &&
    document.tape.broken.length === 0 &&
    invalid?.first.some(({ start, end }) => start <= place.offset && place.offset < end) !== true
  ) {
    const { offset, end = Math.min(memory.size, offset + 1) } = place;
    const details = { start: offset, end, entry: -1, message: error.message };
    groups.push({ kind: 'syntax', count: 1, first: [problemOf(document, 'syntax', details)] });
  }
  const records = yield* findBrokenRecords(document);
  if (records !== null) groups.push(records);
  if (invalid !== null) {
    add('utf8', invalid, ({ start, end }) => ({
      start,
      end,
      entry: -1,
      message: PROBLEM_TEXTS.utf8(hex(memory.text(start, end))),
    }));
  }
  if (isLive) {
    add('duplicate', yield* findDuplicateKeys(places), ({ member, original }) => ({
      ...places.keyRange(member),
      entry: member,
      message: PROBLEM_TEXTS.duplicate(
        places.key(member),
        (lines.lineAt(places.keyRange(original).start) + 1).toLocaleString('en-US'),
      ),
    }));
    add('number', yield* findInexactNumbers(places), (entry) => ({
      ...places.range(entry),
      entry,
      message: numberMessage(numberAt(places, entry)),
    }));
  }
  return { groups, isComplete: isLive, lineEnds: yield* findLineEnds(memory, lines.lineCount) };
}

/** The lines of an NDJSON text that are not valid JSON; `null` when all are valid. */
export function* findBrokenRecords(document: JsonDocument): Work<ProblemGroup | null> {
  const { tape, places, memory, isLive } = document;
  if (tape.broken.length === 0 || !isLive) return null;
  const first: Problem[] = [];
  for (const start of tape.broken.subarray(0, MAX_LISTED)) {
    const entry = Math.max(1, tape.lastAtOrBefore(start - 1) + 1);
    const { end } = places.range(entry);
    const error = yield* scanRecord(memory, () => memory.tapeBase + tape.byteLength, start, end);
    if (typeof error === 'number') throw new RangeError(`record at ${start} is valid, expected an error`);
    const { message, place } = syntaxError(document, error, true);
    const at = Math.min(place?.offset ?? start, end);
    first.push(problemOf(document, 'record', { start: at, end, entry, message }));
  }
  const { length: count } = tape.broken;
  if (count === first.length) return { kind: 'record', count, first };
  const nodes = tape.broken.map((start) => Math.max(1, tape.lastAtOrBefore(start - 1) + 1));
  return { kind: 'record', count, first, nodes };
}

function problemOf(document: JsonDocument, kind: ProblemKind, { start, end, entry, message }: Details): Problem {
  const { places, lines } = document;
  return { kind, start, end, ...lines.placeOf(start), path: entry < 0 ? null : places.path(entry), message };
}

function numberMessage(number: string): string {
  const nearest = Number(number);
  return Number.isFinite(nearest) || !isPlainNumber(number)
    ? PROBLEM_TEXTS.inexact(number, String(nearest))
    : PROBLEM_TEXTS.tooLarge(number);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(' ');
}
