// Monaco's single-line commands for a line that the window cuts: the same effect, on the document's line.

import { CR, LF } from '../../../shared/bytes/ascii.ts';
import type { Span } from '../../../shared/protocol/selection.ts';
import type { Splice } from '../../../shared/document/splice.ts';
import { asByte, type ByteRange } from '../../../shared/units.ts';
import { decodeUtf8, encodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { DocumentClient } from '../../client/document.ts';
import { rangeOf } from '../window/caret.ts';
import { nextIndent } from '../window/indent.ts';
import type { TextSession } from '../session/session.ts';
import type { TextSlice } from '../window/slice.ts';

/** The splices of a command, and the selection after it. */
export interface CutLineEdit {
  readonly splices: readonly Splice[];
  readonly spans: readonly Span[];
}

/** Computes a change; `null` if there is nothing to do. */
export type LineEdit = (session: TextSession, slice: TextSlice, client: DocumentClient) => Promise<CutLineEdit | null>;

/** Edits by the id of Monaco's command. */
export const LINE_EDITS: Readonly<Record<string, LineEdit>> = {
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
    const above = await client.lineAround(asByte(Math.max(0, start - 1)));
    if (above.start === start) return change(start, start, slice.lineEnd, start);
    return breakAt(session, slice, client, { start: above.end, end: above.end });
  },
  'editor.action.insertLineAfter': async (session, slice, client) => {
    const { end } = await client.lineAround(asByte(session.caret.primary.active));
    return breakAt(session, slice, client, { start: end, end });
  },
};

const MAX_INDENT_LENGTH = 4096;

/** Enter, replacing a selection that reaches beyond the window. */
export const enter: LineEdit = (session, slice, client) =>
  breakAt(session, slice, client, rangeOf(session.caret.primary));

/**
 * Replaces a range with a line end. The new line is indented as the line in which the range starts. After an opening bracket it
 * is one level deeper, and a closing bracket that follows gets a line of its own.
 */
async function breakAt(
  session: TextSession,
  slice: TextSlice,
  client: DocumentClient,
  { start, end }: ByteRange,
): Promise<CutLineEdit> {
  const line = await client.lineAround(start);
  const reach = Math.min(start, line.start + MAX_INDENT_LENGTH);
  const head = decodeUtf8(await client.readRange({ start: line.start, end: asByte(reach) }));
  const nearFrom = asByte(Math.max(line.start, start - MAX_INDENT_LENGTH));
  const before = decodeUtf8(await client.readRange({ start: nearFrom, end: start }));
  const behind = decodeUtf8(
    await client.readRange({ start: end, end: asByte(Math.min(slice.size, end + MAX_INDENT_LENGTH)) }),
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
}

/** Puts the selection into a block comment, or removes the comment's delimiters, whether or not they are selected. */
export const blockComment: LineEdit = async (session, slice, client) => {
  const { primary } = session.caret;
  const { start, end } = rangeOf(primary);
  const read = async (from: number, to: number): Promise<string> =>
    decodeUtf8(
      await client.readRange({
        start: asByte(Math.max(0, from)),
        end: asByte(Math.min(slice.size, Math.max(from, to))),
      }),
    );
  const open = /^\/\* ?/.exec(await read(start, Math.min(end, start + 3)))?.[0] ?? '';
  const close = / ?\*\/$/.exec(await read(Math.max(start + open.length, end - 3), end))?.[0] ?? '';
  const isSelected = open !== '' && close !== '';
  const opener = isSelected ? open : (/\/\* ?$/.exec(await read(start - 3, start))?.[0] ?? '');
  const closer = isSelected ? close : (/^ ?\*\//.exec(await read(end, end + 3))?.[0] ?? '');
  const isComment = opener !== '' && closer !== '';
  const [from, to] = isSelected ? [start + open.length, end - close.length] : [start, end];
  const splices: Splice[] = isComment
    ? [
        { start: asByte(from - opener.length), end: asByte(from), insert: new Uint8Array() },
        { start: asByte(to), end: asByte(to + closer.length), insert: new Uint8Array() },
      ]
    : [
        { start: asByte(start), end: asByte(start), insert: encodeUtf8('/* ') },
        { start: asByte(end), end: asByte(end), insert: encodeUtf8(' */') },
      ];
  const shift = isComment ? -opener.length : 3;
  const [first, last] = isComment ? [from + shift, to + shift] : [start + shift, end + shift];
  const isForward = primary.active >= primary.anchor;
  return { splices, spans: [isForward ? { anchor: first, active: last } : { anchor: last, active: first }] };
};

/**
 * The range from the start of the first selected line to the end of the last one, without its line end. A last line that is
 * selected only up to its start does not count.
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

function change(start: number, end: number, insert: string, caret: number): CutLineEdit {
  const splices = [{ start: asByte(start), end: asByte(end), insert: encodeUtf8(insert) }];
  return { splices, spans: [{ anchor: caret, active: caret }] };
}
