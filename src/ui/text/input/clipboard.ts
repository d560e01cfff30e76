// Cut, copy and paste where Monaco would see the window only, or would take too long. A selection that reaches beyond the
// window is read from the document; a long text is pasted without the editor.

import { joinBytes } from '../../../shared/bytes/bytes.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { ValueText } from '../../../shared/protocol/forms.ts';
import { copyParts } from '../../widgets/clipboard.ts';
import type { ByteRange } from '../../../shared/units.ts';
import { TEXT_REFUSED } from '../../strings/editors/text.ts';
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
/** What Monaco puts beside the text. */
const MONACO_DATA = 'vscode-editor-data';
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
  /** What a copy that waits, or whose write is under way, puts on the clipboard: a paste pressed after it does not see that yet. */
  let late: LateCopy | null = null;
  /** What such a copy has written: the clipboard has only its text. */
  let written: Copied | null = null;

  const copy = (cut: boolean): void => {
    const range = rangeOf(session.caret.primary);
    if (range.start === range.end) return;
    copyRange(session, range).catch((error: unknown) => onError(explain(error)));
    if (cut && !session.isReadOnly) void session.replaceSelections(new Uint8Array(), 'cut');
  };

  const onCopy = (event: ClipboardEvent): void => {
    if (!session.editor.hasTextFocus()) return;
    const cut = event.type === 'cut';
    const { beyond, coversFold } = session.caret;
    const waiting: LateCopy = { copied: null };
    const actLater = (): void => {
      waiting.copied = copiedFrom(session);
      const done = (): void => {
        if (late === waiting) late = null;
      };
      written = waiting.copied;
      if (waiting.copied === null) {
        done();
        return copy(cut);
      }
      const parts = { 'text/plain': Promise.resolve(new Blob([waiting.copied.text], { type: 'text/plain' })) };
      copyParts(parts)
        .catch((error: unknown) => onError(explain(error)))
        .finally(done);
      if (cut && !session.isReadOnly) cutSelected(session);
    };
    if (postpone(actLater, 'anywhere')) {
      stop(event);
      late = waiting;
    } else if (beyond !== null || (session.caret.spans.length === 1 && coversFold)) {
      stop(event);
      copy(cut);
    } else if (session.caret.isBare) {
      // Monaco would put an empty text on the clipboard, and so would preventing the default action.
      event.stopImmediatePropagation();
    } else if (event.clipboardData !== null && copySome(session, event.clipboardData)) {
      stop(event);
      if (cut && !session.isReadOnly) cutSelected(session);
    }
  };

  const pasteLong = (text: string): void => {
    const lineEnd = session.screen.slice?.lineEnd ?? '\n';
    void session.replaceSelections(encodeInPieces(text, lineEnd), 'paste');
  };

  /** `each`: the texts for several carets, if they were copied from as many. */
  const paste = (text: string, each: readonly string[] | null = null): void => {
    if (text.length > LONG_PASTE) pasteLong(text);
    else
      session.undoStops.during('paste', () =>
        session.editor.trigger('keyboard', 'paste', { text, pasteOnNewLine: false, multicursorText: each, mode: null }),
      );
  };

  const onPaste = (event: ClipboardEvent): void => {
    if (session.isReadOnly || !session.editor.hasTextFocus()) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const each = textsOf(event.clipboardData);
    const own = written !== null && isSameText(written.text, text) ? written : null;
    const source = late;
    const act = (): void => {
      const { text: copied, each: ofEach } = source?.copied ?? own ?? { text, each };
      paste(copied, ofEach);
    };
    if (postpone(act, 'in sight')) stop(event);
    else if (source !== null || own !== null) {
      stop(event);
      act();
    } else if (text.length > LONG_PASTE) {
      stop(event);
      pasteLong(text);
    } else {
      // The editor pastes in a listener of its own.
      session.undoStops.begin('paste');
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

/** Returns the selected text as values; `null` if nothing is selected, or all of it. @throws CodedError */
export async function readSelectedText(session: TextSession | null): Promise<ValueText | null> {
  if (session === null) return null;
  const range = rangeOf(session.caret.primary);
  if (range.start === range.end || isWhole(session, range)) return null;
  const bytes = await session.client.readRange(range);
  return { text: new Blob([bytes as BlobPart]), dialect: session.client.state.dialect, isList: false };
}

function isWhole({ screen }: TextSession, { start, end }: ByteRange): boolean {
  return start === 0 && end === screen.slice?.size;
}

/**
 * Puts a range of the document on the clipboard. The item contains a promise, because a write after reading would no longer be
 * permitted by the key press.
 */
async function copyRange(session: TextSession, range: ByteRange): Promise<void> {
  const { client } = session;
  const read = async (): Promise<Blob> => {
    // The whole document is read as a Blob, which holds no bytes on this thread.
    const source = isWhole(session, range) ? await client.read() : await client.readRange(range);
    return new Blob([source as Blob | Uint8Array<ArrayBuffer>], { type: 'text/plain' });
  };
  await copyParts({ 'text/plain': read() });
}

/** What was copied, and of several selections the text of each. */
interface Copied {
  readonly text: string;
  readonly each: readonly string[] | null;
}

/** Whether two texts are the same: systems have line ends of their own on the clipboard. */
function isSameText(one: string, other: string): boolean {
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}

/** A copy that has to wait. */
interface LateCopy {
  copied: Copied | null;
}

/** The selected text; `null` if nothing is selected, or not all of it is in the window. */
function copiedFrom({ editor, caret }: TextSession): Copied | null {
  const [model, selections] = [editor.getModel(), editor.getSelections() ?? []];
  if (model === null || caret.beyond !== null || caret.coversFold || selections.every((range) => range.isEmpty()))
    return null;
  const ranges = selections.toSorted((a, b) => (a.getStartPosition().isBefore(b.getStartPosition()) ? -1 : 1));
  const texts = ranges.map((range) => model.getValueInRange(range));
  const text = texts.filter((one) => one !== '').join(model.getEOL());
  return { text, each: texts.length > 1 ? texts : null };
}

/**
 * Copies several selections of which some are empty, and returns whether they are. Monaco leaves those out, so that a paste at
 * the same places has fewer texts than places, and puts all of them at each.
 */
function copySome(session: TextSession, clipboard: DataTransfer): boolean {
  const copied = copiedFrom(session);
  if (copied?.each?.includes('') !== true) return false;
  clipboard.setData('text/plain', copied.text);
  const data = { version: 1, isFromEmptySelection: false, multicursorText: copied.each, mode: null };
  clipboard.setData(MONACO_DATA, JSON.stringify(data));
  return true;
}

/** The texts of several selections that Monaco has copied, or `copySome`; `null` for anything else. */
function textsOf(clipboard: DataTransfer | null): readonly string[] | null {
  try {
    const { multicursorText } = JSON.parse(clipboard?.getData(MONACO_DATA) ?? '') as { multicursorText?: unknown };
    return Array.isArray(multicursorText) && multicursorText.every((text) => typeof text === 'string')
      ? multicursorText
      : null;
  } catch {
    return null;
  }
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

/** Removes what is selected, as the step *cut*. */
function cutSelected({ editor, undoStops }: TextSession): void {
  undoStops.during('cut', () => editor.trigger('keyboard', 'cut', null));
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
