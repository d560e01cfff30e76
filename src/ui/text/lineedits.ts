// What Monaco's line commands are to a line that the window cuts: the same, on the document's line.

import { joinBytes } from '../../shared/bytes.ts';
import { CodedError } from '../../shared/errors.ts';
import type { Span } from '../../shared/protocol.ts';
import type { Splice } from '../../shared/splice.ts';
import { asByte, type ByteOffset, type ByteRange } from '../../shared/units.ts';
import { byteAtColumn, decodeUtf8, encodeUtf8 } from '../../shared/utf8.ts';
import type { DocumentClient } from '../client/document.ts';
import { TEXT_REFUSED } from '../texts/text.ts';
import { rangeOf } from './caret.ts';
import { nextIndent } from './indent.ts';
import type { TextSession } from './session.ts';
import type { Slice } from './slice.ts';

/** The splices of a command, and what is selected then. */
export interface Change {
  readonly splices: readonly Splice[];
  readonly spans: readonly Span[];
}

/** Works a change out; `null` where there is nothing to do. */
export type LineEdit = (session: TextSession, slice: Slice, client: DocumentClient) => Promise<Change | null>;

/** By the id of the command. */
export const LINE_EDITS: Readonly<Record<string, LineEdit>> = {
  'editor.action.deleteLines': async (session, slice, client) => {
    const { start, end } = await linesOf(session, client);
    const next = Math.min(slice.size, end + (await endLength(client, end, slice.size)));
    // The caret keeps its column, as far as the line that comes up has one.
    const { column } = await client.placeAt(asByte(session.caret.primary.active));
    const behind = await client.lineAround(asByte(next));
    const line = await client.readRange({ start: asByte(next), end: asByte(Math.min(behind.end, next + column * 3)) });
    return change(start, next, '', start + byteAtColumn(line, 0, line.length, column));
  },
  deleteAllLeft: async (session, _, client) => {
    const selected = rangeOf(session.caret.primary);
    if (selected.start !== selected.end) return change(selected.start, selected.end, '', selected.start);
    const { start } = await linesOf(session, client);
    return start === selected.start ? null : change(start, selected.start, '', start);
  },
  deleteAllRight: async (session, slice, client) => {
    const selected = rangeOf(session.caret.primary);
    if (selected.start !== selected.end) return change(selected.start, selected.end, '', selected.start);
    const { end } = await linesOf(session, client);
    const to = end === selected.start ? end + (await endLength(client, end, slice.size)) : end;
    return change(selected.start, to, '', selected.start);
  },
  'editor.action.insertLineBefore': async (session, slice, client) => {
    const { start } = await client.lineAround(asByte(session.caret.primary.active));
    return change(start, start, slice.lineEnd, start);
  },
  'editor.action.insertLineAfter': async (session, slice, client) => {
    const { end } = await client.lineAround(asByte(session.caret.primary.active));
    return change(end, end, slice.lineEnd, end + slice.lineEnd.length);
  },
  'editor.action.joinLines': async (session, slice, client) => {
    const { end } = await linesOf(session, client);
    const length = await endLength(client, end, slice.size);
    if (length === 0) return null;
    const next = await client.readRange({ start: asByte(end + length), end: asByte(end + length + LONGEST_INDENT) });
    let blanks = 0;
    while (next[blanks] === SPACE || next[blanks] === TAB) blanks += 1;
    return change(end, end + length + blanks, ' ', end);
  },
  // The line on the other side goes to this one, however much is selected.
  'editor.action.moveLinesDownAction': async (session, slice, client) => {
    const { start, end } = await linesOf(session, client);
    const next = end + (await endLength(client, end, slice.size));
    if (next === end) return null;
    const line = await readLine(client, asByte(next));
    const behind = await client.readRange({ start: asByte(end), end: asByte(next) });
    return move(session, start, end, next + line.length, joinBytes([line, behind]), line.length + behind.length);
  },
  'editor.action.moveLinesUpAction': async (session, _, client) => {
    const { start, end } = await linesOf(session, client);
    if (start === 0) return null;
    const before = await client.lineAround(asByte(start - 1));
    const line = await readLine(client, before.start);
    const between = await client.readRange({ start: asByte(before.start + line.length), end: start });
    const by = line.length + between.length;
    const spans = shifted(session, -by);
    const splices = [
      { start: before.start, end: start, insert: new Uint8Array() },
      { start: end, end, insert: joinBytes([between, line]) },
    ];
    return { splices, spans };
  },
};

const SPACE = 32;
const TAB = 9;
const CR = 13;
const LF = 10;
const LONGEST_INDENT = 4096;
const LONGEST_MOVED = 1024 * 1024;

/**
 * Enter in place of a selection that reaches beyond the window: indented as the line that it starts in, deeper
 * behind an opening bracket, with a line of its own for the closing one.
 */
export const enter: LineEdit = async (session, slice, client) => {
  const { start, end } = rangeOf(session.caret.primary);
  const line = await client.lineAround(start);
  const reach = Math.min(start, line.start + LONGEST_INDENT);
  const head = decodeUtf8(await client.readRange({ start: line.start, end: asByte(reach) }));
  const nearFrom = asByte(Math.max(line.start, start - LONGEST_INDENT));
  const before = decodeUtf8(await client.readRange({ start: nearFrom, end: start }));
  const behind = decodeUtf8(
    await client.readRange({ start: end, end: asByte(Math.min(slice.size, end + LONGEST_INDENT)) }),
  );
  const indent = /^[ \t]*/.exec(head)?.[0] ?? '';
  const opener = /([{[])[ \t]*$/.exec(before)?.[1];
  const style = session.screen.indent;
  const first = slice.lineEnd + nextIndent(indent, style, opener !== undefined);
  const closes = opener !== undefined && new RegExp(`^[ \\t]*\\${opener === '{' ? '}' : ']'}`).test(behind);
  return change(
    start,
    end,
    closes ? first + slice.lineEnd + nextIndent(indent, style, false) : first,
    start + encodeUtf8(first).length,
  );
};

/** Whether a line that is selected from, or to, is cut by the window, or lies outside of it; or only that of the caret. */
export function isCut({ caret, screen: { slice } }: TextSession, ofCaret = false): boolean {
  if (slice === null) return false;
  return caret.spans.some((span) =>
    (ofCaret ? [span.active] : [span.anchor, span.active]).some((offset) => {
      if (!slice.holds(offset)) return true;
      const { lineNumber } = slice.positionAt(offset);
      const cutBefore = lineNumber === 1 && slice.firstColumn > 0;
      return cutBefore || (lineNumber === slice.lines && slice.end < slice.size);
    }),
  );
}

/**
 * From the start of the first selected line to the end of the last one, without its line end. A line that is
 * selected up to its start only is none of them.
 */
async function linesOf({ caret }: TextSession, client: DocumentClient): Promise<ByteRange> {
  const { start, end } = rangeOf(caret.primary);
  const first = await client.lineAround(start);
  if (end <= first.end) return first;
  const last = await client.lineAround(end);
  return { start: first.start, end: last.start === end ? (await client.lineAround(asByte(end - 1))).end : last.end };
}

async function endLength(client: DocumentClient, at: number, size: number): Promise<number> {
  if (at >= size) return 0;
  const [first, second] = await client.readRange({ start: asByte(at), end: asByte(Math.min(size, at + 2)) });
  return first === CR && second === LF ? 2 : 1;
}

/** A line to be moved. @throws CodedError `refused` where it is too long to go through the page */
async function readLine(client: DocumentClient, at: ByteOffset): Promise<Uint8Array> {
  const range = await client.lineAround(at);
  if (range.end - range.start > LONGEST_MOVED) throw new CodedError('refused', TEXT_REFUSED.longLine);
  return client.readRange(range);
}

/** Takes the line between `end` and `lineEnd`, with the line end before it, to `start`. */
function move(
  session: TextSession,
  start: number,
  end: number,
  lineEnd: number,
  insert: Uint8Array,
  by: number,
): Change {
  return {
    splices: [
      { start: asByte(start), end: asByte(start), insert },
      { start: asByte(end), end: asByte(lineEnd), insert: new Uint8Array() },
    ],
    spans: shifted(session, by),
  };
}

function shifted({ caret }: TextSession, by: number): Span[] {
  return caret.spans.map(({ anchor, active }) => ({ anchor: anchor + by, active: active + by }));
}

function change(start: number, end: number, insert: string, caret: number): Change {
  const splices = [{ start: asByte(start), end: asByte(end), insert: encodeUtf8(insert) }];
  return { splices, spans: [{ anchor: caret, active: caret }] };
}
