// Line commands that need lines outside the window, or that apply to many lines. The document worker runs them, however many
// lines there are. The screen stays where it is if the selection is long or reaches beyond the window.

import { isCut } from '../window/cut-lines.ts';
import type { LineCommand } from '../../../shared/protocol/line-command.ts';
import { asByte } from '../../../shared/units.ts';
import { LINES_WORK } from '../../strings/editors/text.ts';
import { rangeOf } from '../window/caret.ts';
import type { TextSession } from '../session/session.ts';
import type { TextSlice } from '../window/slice.ts';

/** Commands by the id of Monaco's command. */
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

/** For more lines than this, Monaco takes seconds, because it makes edits one by one. */
const MANY_LINES = 500;

/** Commands that also need an adjacent line. */
const NEIGHBOURS = new Set<LineCommand>(['move-up', 'move-down', 'delete', 'join']);
/**
 * Commands that always run in the document: Monaco's versions leave blanks after a string, apply to another selection, or do
 * not know the levels of JSON.
 */
const OURS = new Set<LineCommand>(['trim', 'reverse', 'unique', 'reindent']);

/** Whether Monaco cannot run a command, because it lacks some of the lines or would take too long. */
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

/** Runs a command in the document. Keys wait until it has finished. */
export function changeLines(session: TextSession, command: LineCommand): void {
  if (session.isReadOnly) return;
  const { caret, screen, navigation: travel, client } = session;
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

/** The number of lines that the selections span in the window, not counting the first of each. */
function linesOf({ caret }: TextSession, slice: TextSlice): number {
  const lineOf = (offset: number): number => slice.positionAt(offset).lineNumber;
  return caret.spans.reduce((sum, { anchor, active }) => sum + Math.abs(lineOf(active) - lineOf(anchor)), 0);
}

/** Tab: indents the selected lines. A selection of a part of one line is replaced with blanks instead. */
export function indentOrReplace(session: TextSession): void {
  const { start, end } = rangeOf(session.caret.primary);
  session.navigation.hold();
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
    .finally(() => session.navigation.release());
}
