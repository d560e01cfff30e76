// Finds the JSON in any text, and literals of other languages that mean the same: in logs, transcripts, dumps and code. One pass: a
// bracket, an encoded bracket or a run of base64 is tried, and what is found is skipped.

import { BRACE, BRACKET, ESCAPE, LETTER_E, LF, PAREN, PERCENT } from '../../shared/bytes/ascii.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import { beginsBase64, readBase64 } from './base64.ts';
import { CandidateReader, type Candidate } from './candidate.ts';
import { decode } from './decode.ts';
import { FindList, type Find, type FindForm } from './find-list.ts';
import { colourEnd, type DecodedView } from './view.ts';

/** Bytes between two reports of progress: about 10 ms. */
const SLICE = 1 << 18;
/** Marks the bytes at which something may start. */
const STARTS = new Uint8Array(256);
for (const byte of [BRACE, BRACKET, PAREN, PERCENT, LETTER_E, 0x57, ESCAPE]) STARTS[byte] = 1;

const ENCODER = new TextEncoder();

/** What a scan of a text found. */
export interface ExtractedFinds extends ScannedText {
  readonly finds: FindList;
}

/** Sizes of a text that was scanned. */
export interface ScannedText {
  readonly lineCount: number;
  /** Bytes that were read in all attempts; proportional to the text. */
  readonly steps: number;
}

/** Scans a whole text. Finds are added to the list as they are found, so that it can be read between two slices. */
export function* extractJson(text: Uint8Array, finds = new FindList()): Work<ExtractedFinds> {
  const scanned = yield* scanFinds(text, (found, line) => finds.add(found.start, found.end, line, found));
  return { finds, ...scanned };
}

/** Calls `onFind` with all finds of a text in their order, and with the lines in which they start, from 0. */
export function* scanFinds(text: Uint8Array, onFind: (found: Candidate, line: number) => void): Work<ScannedText> {
  const scan = new Scan(text);
  const lines = new LineCounter(text);
  let pause = SLICE;
  let stepsAtPause = SLICE;
  for (let found = scan.next(); found !== null; found = scan.next()) {
    if (found !== undefined) onFind(found, lines.countUntil(found.start));
    if (scan.at < pause && scan.reader.steps < stepsAtPause) continue;
    yield { done: scan.at, total: text.length };
    pause = scan.at + SLICE;
    stepsAtPause = scan.reader.steps + SLICE;
  }
  const line = lines.countUntil(text.length);
  const isEndOfLine = text.length === 0 || text[text.length - 1] === LF;
  return { lineCount: line + (isEndOfLine ? 0 : 1), steps: scan.reader.steps + text.length };
}

/** A find that was read again, with its JSON. */
export interface FoundJson extends FindForm {
  readonly start: number;
  readonly end: number;
  readonly candidate: Candidate;
  readonly json: string;
}

/**
 * Reads the find that starts at an offset again, by itself. Its cost does not depend on the size of the text.
 * @throws RangeError if none starts there
 */
export function readFind(text: Uint8Array, start: number): FoundJson {
  const scan = new Scan(text, start);
  for (let found = scan.next(); found !== null; found = scan.next()) {
    if (found === undefined) continue;
    if (found.start !== start) break;
    return foundJson(text, found);
  }
  throw new RangeError(`no find starts at ${start}`);
}

/**
 * Reads a find of a list again. In hostile text, what a scan finds at an offset may depend on what it has tried before: then the
 * text is scanned again up to there.
 */
export function readListed(text: Uint8Array, { start, end, kind, isGuess, encodings }: Find): FoundJson {
  const isSame = (found: Candidate): boolean =>
    found.start === start &&
    found.end === end &&
    found.kind === kind &&
    found.isGuess === isGuess &&
    found.encodings.join('+') === encodings.join('+');
  const alone = new Scan(text, start).next();
  if (alone != null && isSame(alone)) return foundJson(text, alone);
  const scan = new Scan(text);
  for (let found = scan.next(); found !== null; found = scan.next()) {
    if (found === undefined || found.end < end) continue;
    if (isSame(found)) return foundJson(text, found);
    break;
  }
  throw new RangeError(`no such find at ${start}`);
}

function foundJson(text: Uint8Array, candidate: Candidate): FoundJson {
  const { start, end, kind, encodings, isGuess } = candidate;
  return { start, end, kind, encodings, isGuess, candidate, json: decodeUtf8(jsonBytes(text, candidate)) };
}

/** The JSON of a find in UTF-8; of the text itself where it stands there as such. */
export function jsonBytes(text: Uint8Array, { json, start, end }: Candidate): Uint8Array {
  if (typeof json === 'string') return ENCODER.encode(json);
  return json ?? text.subarray(start, end);
}

/** The bytes of a find without their encoding, and where each comes from. */
export function viewOf(text: Uint8Array, { start, end, encodings }: Candidate): DecodedView {
  const view = decode(text, start, encodings, end - start, true);
  if (view === null) throw new RangeError(`the find at ${start} has no view`);
  return view;
}

/** The scan of a text, find by find. */
class Scan {
  readonly reader: CandidateReader;
  private from: number;
  private most = SLICE;

  constructor(
    private readonly text: Uint8Array,
    public at = 0,
  ) {
    this.reader = new CandidateReader(text);
    this.from = at;
  }

  /** The next find; `undefined` after a slice without any, `null` at the end of the text. */
  next(): Candidate | null | undefined {
    const { text, reader } = this;
    const { length } = text;
    let { at } = this;
    if (at >= length) return null;
    const stop = Math.min(length, at + this.most);
    const steps = reader.steps + this.most;
    while (at < stop) {
      const byte = text[at] ?? 0;
      if (STARTS[byte] === 0) {
        at += 1;
        continue;
      }
      if (byte === ESCAPE) {
        const end = colourEnd(text, at);
        at = end < 0 ? at + 1 : end;
        continue;
      }
      if (byte === LETTER_E || byte === 0x57) {
        if (!beginsBase64(text, at)) {
          at += 1;
          continue;
        }
        const found = readBase64(text, at);
        if (typeof found === 'number') {
          at = Math.max(at + 1, found);
          continue;
        }
        this.at = found.end;
        this.from = found.end;
        return { start: at, end: found.end, kind: 'base64', encodings: [], isGuess: false, json: found.json };
      }
      if (byte === PERCENT && !isEncodedBracket(text, at)) {
        at += 1;
        continue;
      }
      const found = reader.read(at, this.from);
      if ('start' in found) {
        this.at = found.end;
        this.from = found.end;
        return found;
      }
      at = found.next;
      if (reader.steps > steps) break;
    }
    this.at = at;
    return undefined;
  }
}

/** `%7B`, `%5B`, and the same encoded twice. */
function isEncodedBracket(text: Uint8Array, start: number): boolean {
  const at = text[start + 1] === 0x32 && text[start + 2] === 0x35 ? start + 3 : start + 1;
  const high = text[at];
  return (high === 0x37 || high === 0x35) && ((text[at + 1] ?? 0) | 32) === 0x62;
}

/** Counts line ends up to rising offsets. */
class LineCounter {
  private count = 0;
  private next: number;

  constructor(private readonly text: Uint8Array) {
    this.next = text.indexOf(LF);
  }

  countUntil(offset: number): number {
    while (this.next >= 0 && this.next < offset) {
      this.count += 1;
      this.next = this.text.indexOf(LF, this.next + 1);
    }
    return this.count;
  }
}
