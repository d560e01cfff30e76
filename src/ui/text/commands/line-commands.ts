// Commands on lines, where the window does not hold all that they mean, or they are many: the document carries them out,
// however many there are. What is selected beyond the window leaves the screen where it is.

import { isCut } from '../window/cut-lines.ts';
import type { LineCommand } from '../../../shared/protocol/line-command.ts';
import { asByte } from '../../../shared/units.ts';
import { LINES_WORK } from '../../strings/editors/text.ts';
import { rangeOf } from '../window/caret.ts';
import type { TextSession } from '../session.ts';
import type { Slice } from '../window/slice.ts';

/** By the id of Monaco's command. */
export const LINE_COMMANDS: Readonly<Record<string, LineCommand>> = {
  'editor.action.indentLines': 'indent',
  'editor.action.outdentLines': 'outdent',
  outdent: 'outdent',
  'editor.action.reindentselectedlines': 'reindent',
  'editor.action.commentLine': 'toggle-comment',
  'editor.action.addCommentLine': 'add-comment',
  'editor.action.removeCommentLine': 'remove-comment',
  'editor.action.moveLinesUpAction': 'move-up',
  'editor.action.moveLinesDownAction': 'move-down',
  'editor.action.copyLinesUpAction': 'copy-up',
  'editor.action.copyLinesDownAction': 'copy-down',
  'editor.action.duplicateSelection': 'duplicate',
  'editor.action.deleteLines': 'delete',
  'editor.action.sortLinesAscending': 'sort-ascending',
  'editor.action.sortLinesDescending': 'sort-descending',
  'editor.action.reverseLines': 'reverse',
  'editor.action.removeDuplicateLines': 'unique',
  'editor.action.joinLines': 'join',
  'editor.action.trimTrailingWhitespace': 'trim',
};

/** Of more lines than these Monaco makes edits one by one, for seconds. */
const MANY_LINES = 500;

/** These need the next line too. */
const NEIGHBOURS = new Set<LineCommand>(['move-up', 'move-down', 'delete', 'join']);
/** These are the document's always: Monaco's leave blanks behind a string, mean another selection, or know no levels of JSON. */
const OURS = new Set<LineCommand>(['trim', 'reverse', 'unique', 'reindent']);

/** Whether Monaco can't carry a command out, because it does not have all the lines, or would take too long. */
export function needsDocument(session: TextSession, command: LineCommand): boolean {
  const { caret, screen } = session;
  const { slice } = screen;
  if (slice === null) return false;
  if (OURS.has(command) || isCut(session, NEIGHBOURS.has(command) ? 1 : 0) || caret.coversFold) return true;
  if (linesOf(session, slice) > MANY_LINES) return true;
  const [only, second] = caret.spans;
  const isOfAll =
    command.startsWith('sort') &&
    only !== undefined &&
    second === undefined &&
    slice.positionAt(only.anchor).lineNumber === slice.positionAt(only.active).lineNumber;
  return isOfAll && (!slice.isWhole || slice.gaps.list.length > 0);
}

/** Has the document carry a command out; keys wait until then. */
export function changeLines(session: TextSession, command: LineCommand): void {
  if (session.isReadOnly) return;
  const { caret, screen, travel, client } = session;
  const isLong = screen.slice !== null && linesOf(session, screen.slice) > MANY_LINES;
  const stays = (caret.beyond !== null || isLong) && command !== 'delete';
  session.work(LINES_WORK[command], (task) =>
    travel.selectAfter(
      async () => {
        const { slice, model } = screen;
        if (slice === null) return null;
        screen.keepIndent();
        const { insertSpaces, indentSize, tabSize } = model.getOptions();
        const indent = { insertSpaces, size: indentSize, tabSize };
        const request = { command, spans: caret.spans, indent, lineEnd: slice.lineEnd };
        const { selection } = await client.changeLines(slice.revision, request, task);
        return selection;
      },
      stays ? 'screen' : 'caret',
    ),
  );
}

/** How many lines the selections reach over in the window, but for the first of each. */
function linesOf({ caret }: TextSession, slice: Slice): number {
  const lineOf = (offset: number): number => slice.positionAt(offset).lineNumber;
  return caret.spans.reduce((sum, { anchor, active }) => sum + Math.abs(lineOf(active) - lineOf(anchor)), 0);
}

/** Tab: indents what is selected of several lines, or a whole one; takes the place of a part of one. */
export function indentOrReplace(session: TextSession): void {
  const { start, end } = rangeOf(session.caret.primary);
  session.travel.hold();
  session.client
    .lineAround(start)
    .then(async (line) => {
      const isPart = end <= line.end && (start !== line.start || end !== line.end);
      if (!isPart) return changeLines(session, 'indent');
      const { insertSpaces, size } = session.screen.indent;
      const { column } = await session.client.placeAt(asByte(start));
      const blanks = insertSpaces ? ' '.repeat(size - (column % size)) : '\t';
      return session.isReadOnly ? undefined : session.replaceSelections(new TextEncoder().encode(blanks));
    })
    .catch((error: unknown) => session.report(error))
    .finally(() => session.travel.release());
}
