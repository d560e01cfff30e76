// All finds of a text as records of NDJSON, with the text around them as fields: what a log looks like as a table.
//
//   2026-03-01 08:15:02 WARN slow {"ms":1200}
//   {"_line":1,"_time":"2026-03-01 08:15:02","_level":"WARN","_prefix":"2026-03-01 08:15:02 WARN slow","ms":1200}

import { BACKSLASH, BRACE, BRACE_END, BRACKET, CR, LF, LOW_LINE, QUOTE, SPACE } from '../../shared/bytes/ascii.ts';
import { ByteBuffer } from '../base/byte-buffer.ts';
import type { Work } from '../base/work.ts';
import { compactJson } from '../base/strict-reader.ts';
import type { Candidate } from './candidate.ts';
import { scanFinds } from './extract.ts';
import { textOf } from './byte-cursor.ts';

/** Text around a find that is read, in bytes. */
const LONGEST = 4096;
const ENCODER = new TextEncoder();
/** Names of fields, behind their quote. */
const FIELD_NAME = /^_(?:line|time|level|prefix|suffix|value)"\s*:/;
const LONGEST_NAME = 16;

const TIMES = [
  /\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?/,
  /\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?/,
  /\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d(?: [A-Z]{3})?/,
  /[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d/,
  /(?<=\b[IWEF])\d{4} \d\d:\d\d:\d\d(?:\.\d+)?/,
  /\b\d\d:\d\d:\d\d(?:[.,]\d+)?/,
  /(?<=^\[?)\d\d:\d\d\b/,
];
const LEVEL =
  /\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|SEVERE|FATAL|CRITICAL|ALERT|EMERG(?:ENCY)?|DBG|INF|WRN|ERR|FTL)\b/i;
const GLOG = /(?:^|\s)([IWEF])\d{4} \d\d:/;
const GLOG_LEVELS: Readonly<Record<string, string>> = { I: 'INFO', W: 'WARNING', E: 'ERROR', F: 'FATAL' };
// oxlint-disable-next-line no-control-regex -- colours of terminals begin with it
const COLOURS = /\u001b\[[\d;]*[A-Za-z]/g;

/** The fields of the text before a find. */
export interface LineFields {
  readonly time: string | null;
  readonly level: string | null;
  readonly prefix: string;
}

/** Reads the fields of the text before a find. */
export function readLineFields(before: string): LineFields {
  const prefix = before.replaceAll(COLOURS, '').trim();
  const time = TIMES.map((form) => form.exec(prefix)?.[0]).find((found) => found !== undefined) ?? null;
  const level = GLOG_LEVELS[GLOG.exec(prefix)?.[1] ?? ''] ?? LEVEL.exec(prefix)?.[0] ?? null;
  return { time, level, prefix };
}

/** Writes all finds of a text as lines of NDJSON, in pieces. */
export function* writeRecords(text: Uint8Array): Work<Uint8Array[]> {
  const writer = new RecordWriter(text);
  yield* scanFinds(text, (found, line) => writer.add(found, line));
  return writer.finish();
}

/** Writes finds as records, in the order in which a scan finds them. */
export class RecordWriter {
  private readonly out = new ByteBuffer();
  /** The last find, which is written once it is known where the next one starts. */
  private last: { readonly found: Candidate; readonly line: number; readonly behind: number } | null = null;

  constructor(private readonly text: Uint8Array) {}

  add(found: Candidate, line: number): void {
    this.writeLast(found.start);
    this.last = { found, line, behind: this.last?.found.end ?? 0 };
  }

  /** Removes what was written so far and returns it, valid until the next find is added. */
  take(): Uint8Array {
    return this.out.takeView();
  }

  /** Returns what has not been taken, in pieces. */
  finish(): Uint8Array[] {
    this.writeLast(this.text.length);
    this.last = null;
    return this.out.finish();
  }

  private writeLast(next: number): void {
    if (this.last === null) return;
    const { text, out } = this;
    const { found, line, behind } = this.last;
    const { start, end } = found;
    const { json } = found;
    // A literal is written without white space. Ranges: an array for each find would cost a third of the time.
    let source = json ?? text;
    if (typeof source === 'string') source = ENCODER.encode(source);
    let from = json === null ? start : 0;
    let to = json === null ? end : source.length;
    const traits = traitsOf(source, from, to);
    if ((traits & HAS_SPACES) !== 0) {
      source = compactJson(source.subarray(from, to)) ?? source.subarray(from, to);
      from = 0;
      to = source.length;
    }
    const isObject = source[from] === BRACE;
    // A member of the same name keeps its own column.
    const mark = isObject && (traits & HAS_FIELD_NAME) !== 0 ? '__' : '_';
    const { time, level, prefix } = readLineFields(textOf(text, lineStart(text, start, behind), start));
    let fields = `{"${mark}line":${line + 1}`;
    // Neither has a character that JSON escapes.
    if (time !== null) fields += `,"${mark}time":"${time}"`;
    if (level !== null) fields += `,"${mark}level":"${level}"`;
    if (prefix !== '') fields += `,"${mark}prefix":${JSON.stringify(prefix)}`;
    const suffix = suffixOf(text, end, next);
    if (suffix !== '') fields += `,"${mark}suffix":${JSON.stringify(suffix)}`;
    if (!isObject) fields += `,"${mark}value":`;
    else if (to - from > 2) fields += ',';
    addText(out, fields);
    out.add(source, isObject ? from + 1 : from, to);
    if (!isObject) out.put(BRACE_END);
    out.put(LF);
  }
}

const HAS_SPACES = 1;
const HAS_FIELD_NAME = 2;

/** Whether valid JSON has white space around its tokens, and a member, at any depth, whose name is that of a field. */
function traitsOf(bytes: Uint8Array, start: number, end: number): number {
  let traits = 0;
  let isString = false;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      isString = !isString;
      if (isString && bytes[at + 1] === LOW_LINE) {
        if (FIELD_NAME.test(textOf(bytes, at + 1, Math.min(end, at + LONGEST_NAME)))) traits |= HAS_FIELD_NAME;
      }
    } else if (byte === BACKSLASH) at += 1;
    else if (byte <= SPACE && !isString) traits |= HAS_SPACES;
  }
  return traits;
}

/** Adds text in UTF-8. Most of it is short and ASCII, which an encoder takes longer for. */
function addText(out: ByteBuffer, text: string): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) {
      out.add(ENCODER.encode(text.slice(at)));
      return;
    }
    out.put(code);
  }
}

/** Where the text before a find begins: with its line, or behind the find before. */
function lineStart(text: Uint8Array, start: number, behind: number): number {
  const least = Math.max(behind, start - LONGEST);
  let from = start;
  while (from > least && text[from - 1] !== LF) from -= 1;
  return from;
}

/** The rest of the line behind a find; empty if there is a bracket in it, or the next find. */
function suffixOf(text: Uint8Array, end: number, next: number): string {
  const most = Math.min(text.length, end + LONGEST);
  let to = end;
  for (; to < most; to += 1) {
    const byte = text[to];
    if (byte === LF || byte === CR) break;
    if (to >= next || byte === BRACE || byte === BRACKET) return '';
  }
  return textOf(text, end, to).replaceAll(COLOURS, '').trim();
}
