// Records of Docker's json-file driver, which cuts a line after 16 KB: all parts but the last have a `log` without a line end.
//
//   {"log":"{\"a\":\"xx","stream":"stdout","time":"…03Z"}
//   {"log":"yy\"}\n","stream":"stdout","time":"…04Z"}        ──▶   {"log":"{\"a\":\"xxyy\"}\n","stream":"stdout","time":"…03Z"}

import { BACKSLASH, CR, LF } from '../../shared/bytes/ascii.ts';
import { skipString } from '../base/json-tokens.ts';
import { textOf } from './byte-cursor.ts';

const HEAD = '{"log":"';
const STREAM = ',"stream":"';
const REST = /^,"stream":"(stdout|stderr)"(?:,"attrs":\{[^{}]*\})?,"time":"[^"\\]*"\}/;
/** What stands behind the log of a record is no longer. */
const LONGEST_REST = 2048;

interface Part {
  /** The log between its quotes. */
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
  readonly rest: string;
  readonly stream: string;
  readonly end: number;
}

/** The record that starts here joined with those that go on with it, and its end; `null` if it is whole, or another record. */
export function joinDockerParts(
  bytes: Uint8Array,
  start: number,
  limit: number,
): { readonly json: string; readonly end: number } | null {
  const first = readPart(bytes, start, limit);
  if (first === null || first.isLast) return null;
  const logs = [textOf(bytes, first.from, first.to)];
  let { end } = first;
  for (;;) {
    const next = bytes[end] === CR ? end + 1 : end;
    const part = bytes[next] === LF ? readPart(bytes, next + 1, limit) : null;
    if (part === null || part.stream !== first.stream) break;
    logs.push(textOf(bytes, part.from, part.to));
    ({ end } = part);
    if (part.isLast) break;
  }
  return logs.length === 1 ? null : { json: `${HEAD}${logs.join('')}"${first.rest}`, end };
}

function readPart(bytes: Uint8Array, start: number, limit: number): Part | null {
  if (!startsWith(bytes, start, HEAD)) return null;
  const from = start + HEAD.length;
  const logEnd = skipString(bytes, from - 1, limit);
  if (logEnd < 0 || !startsWith(bytes, logEnd, STREAM)) return null;
  const most = Math.min(limit, logEnd + LONGEST_REST);
  let lineEnd = logEnd;
  while (lineEnd < most && bytes[lineEnd] !== LF) lineEnd += 1;
  const found = REST.exec(textOf(bytes, logEnd, lineEnd));
  const [rest, stream = ''] = found ?? [];
  if (rest === undefined) return null;
  const to = logEnd - 1;
  // A line end, and not a backslash before an n.
  let slashes = 0;
  while (to - 2 - slashes >= from && bytes[to - 2 - slashes] === BACKSLASH) slashes += 1;
  const isLast = bytes[to - 1] === 0x6e && slashes % 2 === 1;
  return { from, to, isLast, rest, stream, end: logEnd + new TextEncoder().encode(rest).length };
}

function startsWith(bytes: Uint8Array, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1)
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  return true;
}
