// Cut, copy and paste where Monaco would see the window only, or would take too long. A selection that reaches beyond the
// window is read from the document; a long text is pasted without the editor.

import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { CodedError } from '../../../shared/errors.ts';
import { copyParts } from '../../widgets/clipboard-write.ts';
import type { SelectedValues } from '../../model/selected-values.ts';
import type { ByteRange } from '../../../shared/units.ts';
import { TEXT_REFUSED } from '../../strings/editors/text.ts';
import type { CodeEditor } from '../editor/editor.ts';
import { rangeOf } from '../window/caret.ts';
import { encodeLines } from '../window/text-change.ts';
import type { WaitingKeys } from './waiting-keys.ts';
import type { TextLineEnd } from '../window/lines.ts';
import type { TextSession } from '../session/session.ts';

/** Clipboard operations for input that arrived before the editor's events. */
export interface Clipboard {
  /** Copies or cuts the selection. */
  copy(cut: boolean): void;
  /** Pastes a text at the caret. */
  paste(text: string): void;
  stop(): void;
}

/** A longer paste, in characters, would stretch the window and block the page. */
const LONG_PASTE = 64 * 1024;
/** The number of characters that are encoded at a time, in 5 ms. */
const PIECE = 1024 * 1024;

/**
 * Handles the clipboard events of a session's editor. `postpone` enqueues an action that has to wait until the caret has
 * arrived, or returns false.
 */
export function watchClipboard(
  session: TextSession,
  postpone: WaitingKeys['postpone'],
  onError: (error: unknown) => void,
): Clipboard {
  const container = session.editor.getContainerDomNode();

  const copy = (cut: boolean): void => {
    const range = rangeOf(session.caret.primary);
    if (range.start === range.end) return;
    copyRange(session, range).catch((error: unknown) => onError(explain(error)));
    if (cut && !session.isReadOnly) void session.replaceSelections(new Uint8Array());
  };

  const onCopy = (event: ClipboardEvent): void => {
    if (!session.editor.hasTextFocus()) return;
    const act = (): void => copy(event.type === 'cut');
    if (postpone(act, 'anywhere')) stop(event);
    else if (session.caret.beyond !== null || (session.caret.spans.length === 1 && session.caret.coversFold)) {
      stop(event);
      act();
    } else if (session.caret.isBare) {
      // Monaco would put an empty text on the clipboard, and so would preventing the default action.
      event.stopImmediatePropagation();
    } else if (event.clipboardData !== null && copySome(session.editor, event.clipboardData)) {
      stop(event);
      if (event.type === 'cut' && !session.isReadOnly) session.editor.trigger('keyboard', 'type', { text: '' });
    }
  };

  const pasteLong = (text: string): void => {
    const lineEnd = session.screen.slice?.lineEnd ?? '\n';
    void session.replaceSelections(encodeInPieces(text, lineEnd));
  };

  const paste = (text: string): void => {
    if (text.length > LONG_PASTE) pasteLong(text);
    else session.editor.trigger('keyboard', 'paste', { text });
  };

  const onPaste = (event: ClipboardEvent): void => {
    if (session.isReadOnly || !session.editor.hasTextFocus()) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (postpone(() => paste(text), 'in sight')) stop(event);
    else if (text.length > LONG_PASTE) {
      stop(event);
      pasteLong(text);
    }
  };

  container.addEventListener('copy', onCopy, true);
  container.addEventListener('cut', onCopy, true);
  container.addEventListener('paste', onPaste, true);
  return {
    copy,
    paste,
    stop: () => {
      container.removeEventListener('copy', onCopy, true);
      container.removeEventListener('cut', onCopy, true);
      container.removeEventListener('paste', onPaste, true);
    },
  };
}

/** Returns the selected text as values; `null` if nothing is selected. @throws CodedError */
export async function readSelectedText(session: TextSession | null): Promise<SelectedValues | null> {
  if (session === null) return null;
  const range = rangeOf(session.caret.primary);
  if (range.start === range.end) return null;
  const bytes = await session.client.readRange(range);
  return { content: new Blob([bytes as BlobPart]), dialect: session.client.state.dialect, isList: false };
}

/**
 * Puts a range of the document on the clipboard. The item contains a promise, because a write after reading would no longer be
 * permitted by the key press.
 */
async function copyRange({ client, screen }: TextSession, range: ByteRange): Promise<void> {
  const whole = range.start === 0 && range.end === screen.slice?.size;
  const read = async (): Promise<Blob> => {
    // The whole document is read as a Blob, which holds no bytes on this thread.
    const source = whole ? await client.read() : await client.readRange(range);
    return new Blob([source as Blob | Uint8Array<ArrayBuffer>], { type: 'text/plain' });
  };
  await copyParts({ 'text/plain': read() });
}

/**
 * Copies several selections of which some are empty, and returns whether they are. Monaco leaves those out, so that a paste at
 * the same places has fewer texts than places, and puts all of them at each.
 */
function copySome(editor: CodeEditor, clipboard: DataTransfer): boolean {
  const [model, selections] = [editor.getModel(), editor.getSelections() ?? []];
  const ranges = selections.toSorted((a, b) => (a.getStartPosition().isBefore(b.getStartPosition()) ? -1 : 1));
  if (model === null || ranges.every((range) => range.isEmpty()) || !ranges.some((range) => range.isEmpty()))
    return false;
  const texts = ranges.map((range) => model.getValueInRange(range));
  clipboard.setData('text/plain', texts.filter((text) => text !== '').join(model.getEOL()));
  const data = { version: 1, isFromEmptySelection: false, multicursorText: texts, mode: null };
  clipboard.setData('vscode-editor-data', JSON.stringify(data));
  return true;
}

function explain(error: unknown): unknown {
  if (error instanceof CodedError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CodedError('refused', TEXT_REFUSED.clipboard(reason));
}

async function encodeInPieces(text: string, lineEnd: TextLineEnd): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + PIECE);
    // Pieces must not split a CRLF or a surrogate pair.
    while (end < text.length && /[\r\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    parts.push(encodeLines(text.slice(at, end), lineEnd));
    at = end;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return joinBytes(parts);
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
