// All finds of a text as records of NDJSON, with the text around them as fields: what a log looks like as a table.
//
//   2026-03-01 08:15:02 WARN slow {"ms":1200}
//   {"_line":1,"_time":"2026-03-01 08:15:02","_level":"WARN","_prefix":"2026-03-01 08:15:02 WARN slow","ms":1200}

import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { Work } from '../base/work.ts';
import { compactJson } from '../csv/json-cell.ts';
import { readFind } from './extract.ts';
import type { FindList } from './find-list.ts';
import { textOf } from './text-of.ts';

/** Text around a find that is read, in bytes. */
const LONGEST = 4096;
/** Finds in a slice of about 10 ms. */
const SLICE = 2000;

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

/** Writes all finds as lines of NDJSON, in pieces. */
export function* writeRecords(text: Uint8Array, finds: FindList): Work<Uint8Array[]> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let lines = '';
  let behind = 0;
  for (let index = 0; index < finds.length; index += 1) {
    const { start, end, line } = finds.at(index);
    const { json } = readFind(text, start);
    const compact = compactJson(encoder.encode(json));
    lines += `${record(text, behind, start, end, line, compact === null ? JSON.stringify(json) : decodeUtf8(compact))}\n`;
    behind = end;
    if (index % SLICE !== SLICE - 1) continue;
    pieces.push(encoder.encode(lines));
    lines = '';
    yield { done: end, total: text.length };
  }
  pieces.push(encoder.encode(lines));
  return pieces;
}

function record(text: Uint8Array, behind: number, start: number, end: number, line: number, json: string): string {
  let from = start;
  while (from > behind && start - from < LONGEST && text[from - 1] !== 0x0a) from -= 1;
  let to = end;
  while (to < text.length && to - end < LONGEST && text[to] !== 0x0a && text[to] !== 0x0d) to += 1;
  const { time, level, prefix } = readLineFields(textOf(text, from, start));
  // A member of the same name keeps its own column.
  const mark = /"_(?:line|time|level|prefix|suffix|value)":/.test(json) ? '__' : '_';
  const suffix = textOf(text, end, to).replaceAll(COLOURS, '').trim();
  const fields = [`"${mark}line":${line + 1}`];
  if (time !== null) fields.push(`"${mark}time":${JSON.stringify(time)}`);
  if (level !== null) fields.push(`"${mark}level":${JSON.stringify(level)}`);
  if (prefix !== '') fields.push(`"${mark}prefix":${JSON.stringify(prefix)}`);
  if (suffix !== '' && !/[[{]/.test(suffix)) fields.push(`"${mark}suffix":${JSON.stringify(suffix)}`);
  if (!json.startsWith('{')) fields.push(`"${mark}value":${json}`);
  const members = json.startsWith('{') ? json.slice(1, -1) : '';
  return `{${fields.join(',')}${members === '' ? '' : `,${members}`}}`;
}
