// What Monaco's line commands are to a line that the window cuts: the same, on the document's line.

import type { Splice } from '../../shared/splice.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import { encodeUtf8 } from '../../shared/utf8.ts';
import type { DocumentClient } from '../client/document.ts';
import { rangeOf } from './caret.ts';
import type { TextSession } from './session.ts';
import type { Slice } from './slice.ts';

/** The splices of a command, and where the caret goes. */
export interface Change {
  readonly splices: readonly Splice[];
  readonly caret: number;
}

/** Works a change out; `null` where there is nothing to do. */
export type LineEdit = (session: TextSession, slice: Slice, client: DocumentClient) => Promise<Change | null>;

/** By the id of the command. */
export const LINE_EDITS: Readonly<Record<string, LineEdit>> = {
  'editor.action.deleteLines': async (session, slice, client) => {
    const { start, end } = await linesOf(session, client);
    const next = Math.min(slice.size, end + (await endLength(client, end, slice.size)));
    return change(start, next, '', start);
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
    const { start } = await linesOf(session, client);
    return change(start, start, slice.lineEnd, start);
  },
  'editor.action.insertLineAfter': async (session, slice, client) => {
    const { end } = await linesOf(session, client);
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
};

const SPACE = 32;
const TAB = 9;
const CR = 13;
const LF = 10;
const LONGEST_INDENT = 4096;

/** Whether a line that is selected from, or to, is cut by the window, or lies outside of it. */
export function isCut({ caret, screen: { slice } }: TextSession): boolean {
  if (slice === null) return false;
  return caret.spans.some((span) =>
    [span.anchor, span.active].some((offset) => {
      if (!slice.holds(offset)) return true;
      const { lineNumber } = slice.positionAt(offset);
      const cutBefore = lineNumber === 1 && slice.firstColumn > 0;
      return cutBefore || (lineNumber === slice.lines && slice.end < slice.size);
    }),
  );
}

/** From the start of the first selected line to the end of the last one, without its line end. */
async function linesOf({ caret }: TextSession, client: DocumentClient): Promise<ByteRange> {
  const { start, end } = rangeOf(caret.primary);
  const first = await client.lineAround(start);
  const last = start === end ? first : await client.lineAround(end);
  return { start: first.start, end: last.end };
}

async function endLength(client: DocumentClient, at: number, size: number): Promise<number> {
  if (at >= size) return 0;
  const [first, second] = await client.readRange({ start: asByte(at), end: asByte(Math.min(size, at + 2)) });
  return first === CR && second === LF ? 2 : 1;
}

function change(start: number, end: number, insert: string, caret: number): Change {
  return { splices: [{ start: asByte(start), end: asByte(end), insert: encodeUtf8(insert) }], caret };
}
