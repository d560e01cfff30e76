// Commands of Monaco's that go by lines or by structure. Monaco sees the window: where a line is cut by it, or a
// selection reaches beyond it, the document does what the command means. Else Monaco does, as in any editor.
//
//   key ─▶ Monaco's keybinding ─▶ command, replaced here ─┬─▶ Monaco's own action
//                                                          ├─▶ a line of the document, as splices (`cut-line-edits.ts`)
//                                                          └─▶ lines of any number, in the worker (`line-commands.ts`)

import { hasComments } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { LineCommand } from '../../../shared/protocol/line-command.ts';
import { TEXT_REFUSED } from '../../strings/editors/text.ts';
import { replaceCommand } from './document-commands.ts';
import { changeLines, indentOrReplace, LINE_COMMANDS, needsDocument } from './line-commands.ts';
import { isCutAtCaret } from '../window/cut-lines.ts';
import { isCut } from '../window/cut-lines.ts';
import { blockComment, LINE_EDITS, type LineEdit } from './cut-line-edits.ts';
import type { TextSession } from '../session.ts';

const SESSIONS = new WeakMap<object, TextSession>();
let registered = false;

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
    override(name, (one) => needsLine(one, name) && editLines(one, edit));
  }
  for (const [name, command] of Object.entries(LINE_COMMANDS)) override(name, (one) => answerLines(one, command));
  override('tab', (one) => {
    if (one.caret.isBare || one.caret.spans.length > 1 || !needsDocument(one, 'indent')) return false;
    indentOrReplace(one);
    return true;
  });
  override('expandLineSelection', (one) => isCut(one) && one.structure.selectLine());
  override('editor.action.blockComment', answerBlockComment);
  override('editor.action.smartSelect.expand', (one) => one.structure.expand());
  override('editor.action.smartSelect.shrink', (one) => one.structure.shrink());
  override('editor.action.jumpToBracket', (one) => one.structure.jumpToBracket(false));
  override('editor.action.selectToBracket', (one) => one.structure.jumpToBracket(true));
}

/** Whether a command goes by a line that the window cuts. What begins a line before goes by the one before that. */
function needsLine(session: TextSession, name: string): boolean {
  if (name === 'editor.action.insertLineBefore') return isCutAtCaret(session, session.caret.spans.length === 1 ? 1 : 0);
  return name === 'editor.action.insertLineAfter' ? isCutAtCaret(session) : isCut(session);
}

/** Runs a command on lines that has no key: for the window, or the document where that has to. */
export function runLineCommand(session: TextSession, id: string): void {
  const command = LINE_COMMANDS[id];
  if (command !== undefined && !answerLines(session, command)) void session.editor.getAction(id)?.run();
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

function answerLines(session: TextSession, command: LineCommand): boolean {
  if (command.endsWith('comment') && !hasComments(session.client.state.dialect)) return refuseComment(session);
  if (!needsDocument(session, command)) return false;
  changeLines(session, command);
  return true;
}

function answerBlockComment(session: TextSession): boolean {
  if (!hasComments(session.client.state.dialect)) return refuseComment(session);
  return isCut(session) && editLines(session, blockComment);
}

function refuseComment(session: TextSession): boolean {
  session.report(new CodedError('refused', TEXT_REFUSED.comment));
  return true;
}
