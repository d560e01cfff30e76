// Monaco's commands that depend on lines or on structure. Monaco only sees the window. If it cuts a line, or a selection
// reaches beyond it, the command is run on the document; otherwise Monaco runs it, as in any editor.
//
//   key ─▶ Monaco's keybinding ─▶ command, replaced here ─┬─▶ Monaco's own action
//                                                          ├─▶ a line of the document, as splices (`cut-line-edits.ts`)
//                                                          └─▶ any number of lines, in the worker (`line-commands.ts`)

import { hasComments } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { LineCommand } from '../../../shared/protocol/line-command.ts';
import { TEXT_REFUSED } from '../../strings/editors/text.ts';
import { replaceCommand } from './document-commands.ts';
import { changeLines, indentOrReplace, LINE_COMMANDS, needsDocument } from './line-commands.ts';
import { isCutAtCaret } from '../window/cut-lines.ts';
import { isCut } from '../window/cut-lines.ts';
import { blockComment, LINE_EDITS, type LineEdit } from './cut-line-edits.ts';
import type { TextSession } from '../session/session.ts';

const SESSIONS = new WeakMap<object, TextSession>();
let registered = false;

/** The session of an editor; `undefined` if it has none. */
export function sessionOf(editor: object): TextSession | undefined {
  return SESSIONS.get(editor);
}

/** Handles these commands for a session's editor, for the life of the editor. */
export function installOverrides(session: TextSession): void {
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

/**
 * Whether a command depends on a line that the window cuts. Inserting a line before another also depends on the previous one.
 */
function needsLine(session: TextSession, name: string): boolean {
  if (name === 'editor.action.insertLineBefore') return isCutAtCaret(session, session.caret.spans.length === 1 ? 1 : 0);
  return name === 'editor.action.insertLineAfter' ? isCutAtCaret(session) : isCut(session);
}

/** Runs a line command that has no key: in the window, or in the document if necessary. */
export function runLineCommand(session: TextSession, id: string): void {
  const command = LINE_COMMANDS[id];
  if (command !== undefined && !answerLines(session, command)) void session.editor.getAction(id)?.run();
}

/** Replaces a command. If `act` returns false, Monaco's own command runs. */
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
