// Commands of Monaco's that go by lines or by structure. Monaco sees the window: where a line is cut by it, or a
// selection reaches beyond it, the document does what the command means. Else Monaco does, as in any editor.
//
//   key ─▶ Monaco's keybinding ─▶ command, replaced here ─┬─▶ Monaco's own action
//                                                          └─▶ lines of the document, as splices

import { hasComments } from '../../shared/dialect.ts';
import { CodedError } from '../../shared/errors.ts';
import { TEXT_REFUSED } from '../texts/text.ts';
import { replaceCommand } from './commands.ts';
import { isCut, LINE_EDITS, type LineEdit } from './lineedits.ts';
import type { TextSession } from './session.ts';

const SESSIONS = new WeakMap<object, TextSession>();
let registered = false;

/** What Monaco would do to a part of a line only. */
const WHOLE_LINES = [
  'copyLinesUpAction',
  'copyLinesDownAction',
  'duplicateSelection',
  'indentLines',
  'outdentLines',
  'reindentselectedlines',
  'sortLinesAscending',
  'sortLinesDescending',
  'removeDuplicateLines',
];

/** The session of an editor; `undefined` where it has none. */
export function sessionOf(editor: object): TextSession | undefined {
  return SESSIONS.get(editor);
}

/** Has these commands of a session's editor answered, until the editor is gone. */
export function answerOverrides(session: TextSession): void {
  SESSIONS.set(session.editor, session);
  if (registered) return;
  registered = true;
  for (const [name, edit] of Object.entries(LINE_EDITS)) {
    const ofCaret = name.startsWith('editor.action.insertLine');
    override(name, (one) => isCut(one, ofCaret) && editLines(one, edit));
  }
  for (const name of WHOLE_LINES) override(`editor.action.${name}`, refuseCut);
  override('expandLineSelection', (one) => isCut(one) && one.structure.selectLine());
  override('editor.action.commentLine', refuseComment);
  override('editor.action.blockComment', refuseComment);
  override('editor.action.smartSelect.expand', (one) => one.structure.expand());
  override('editor.action.smartSelect.shrink', (one) => one.structure.shrink());
  override('editor.action.jumpToBracket', (one) => one.structure.jumpToBracket(false));
  override('editor.action.selectToBracket', (one) => one.structure.jumpToBracket(true));
}

/** Replaces a command; where `act` answers false, Monaco's own goes on. */
function override(id: string, act: (session: TextSession) => boolean): void {
  replaceCommand(id, (editor) => {
    const session = SESSIONS.get(editor);
    return session !== undefined && act(session);
  });
}

function editLines(session: TextSession, edit: LineEdit): boolean {
  if (session.caret.spans.length > 1) return refuseCut(session);
  if (!session.isReadOnly) void session.change((slice, client) => edit(session, slice, client));
  return true;
}

function refuseCut(session: TextSession): boolean {
  if (!isCut(session)) return false;
  session.report(new CodedError('refused', TEXT_REFUSED.cut));
  return true;
}

function refuseComment(session: TextSession): boolean {
  const { dialect } = session.client.state;
  if (hasComments(dialect)) return refuseCut(session);
  session.report(new CodedError('refused', TEXT_REFUSED.comment));
  return true;
}
