// Finds the JSON in any text, and literals of other languages that mean the same: in logs, transcripts, dumps and code. One pass: a
// bracket, an encoded bracket or a run of base64 is tried, and what is found is skipped.

import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import { beginsBase64, readBase64 } from './base64.ts';
import { CandidateReader, type Candidate } from './candidate.ts';
import { decode } from './decode.ts';
import { FindList, type FindForm } from './find-list.ts';
import { colourEnd, type DecodedView } from './view.ts';

/** Bytes between two reports of progress: about 10 ms. */
const SLICE = 1 << 18;
/** Marks the bytes at which something may start. */
const STARTS = new Uint8Array(256);
for (const byte of [0x7b, 0x5b, 0x28, 0x25, 0x65, 0x57, 0x1b]) STARTS[byte] = 1;

/** What a scan of a text found. */
export interface ExtractedFinds {
  readonly finds: FindList;
  readonly lineCount: number;
  /** Bytes that were read in all attempts; proportional to the text. */
  readonly steps: number;
}

/** Scans a whole text. Finds are added to the list as they are found, so that it can be read between two slices. */
export function* extractJson(text: Uint8Array, finds = new FindList()): Work<ExtractedFinds> {
  const scan = new Scan(text);
  const lines = new LineCounter(text);
  let pause = SLICE;
  let stepsAtPause = SLICE;
  for (let found = scan.next(); found !== null; found = scan.next()) {
    if (found !== undefined) {
      finds.add(found.start, found.end, lines.countUntil(found.start), found);
    }
    if (scan.at < pause && scan.reader.steps < stepsAtPause) continue;
    yield { done: scan.at, total: text.length };
    pause = scan.at + SLICE;
    stepsAtPause = scan.reader.steps + SLICE;
  }
  const line = lines.countUntil(text.length);
  const isEndOfLine = text.length === 0 || text[text.length - 1] === 0x0a;
  return { finds, lineCount: line + (isEndOfLine ? 0 : 1), steps: scan.reader.steps + text.length };
}

/** A find that was read again, with its JSON. */
export interface FoundJson extends FindForm {
  readonly start: number;
  readonly end: number;
  readonly candidate: Candidate;
  readonly json: string;
}

/** Reads the find that starts at an offset again. @throws RangeError if none starts there */
export function readFind(text: Uint8Array, start: number): FoundJson {
  const scan = new Scan(text, start);
  for (let found = scan.next(); found !== null; found = scan.next()) {
    if (found === undefined) continue;
    if (found.start !== start) break;
    const { end, kind, encodings, isGuess } = found;
    return { start, end, kind, encodings, isGuess, candidate: found, json: jsonOf(text, found) };
  }
  throw new RangeError(`no find starts at ${start}`);
}

/** The bytes of a find without their encoding, and where each comes from. */
export function viewOf(text: Uint8Array, { start, end, encodings }: Candidate): DecodedView {
  const view = decode(text, start, encodings, end - start, true);
  if (view === null) throw new RangeError(`the find at ${start} has no view`);
  return view;
}

function jsonOf(text: Uint8Array, { json, start, end }: Candidate): string {
  if (typeof json === 'string') return json;
  return decodeUtf8(json ?? text.subarray(start, end));
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
      if (byte === 0x1b) {
        const end = colourEnd(text, at);
        at = end < 0 ? at + 1 : end;
        continue;
      }
      if (byte === 0x65 || byte === 0x57) {
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
      if (byte === 0x25 && !isEncodedBracket(text, at)) {
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
    this.next = text.indexOf(0x0a);
  }

  countUntil(offset: number): number {
    while (this.next >= 0 && this.next < offset) {
      this.count += 1;
      this.next = this.text.indexOf(0x0a, this.next + 1);
    }
    return this.count;
  }
}
