// Keys before Monaco sees them. The caret may be in a part of the document that the window has left: then
// its surroundings come back first, at once if they are remembered. While they have to be read, keys wait
// and are typed once the caret has arrived.

import { rangeOf } from '../window/caret.ts';
import { pasteText } from './clipboard.ts';
import { enter } from '../commands/cut-line-edits.ts';
import type { TextSession } from '../session.ts';

const MODIFIERS = new Set([
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Fn',
  'Dead',
  'Process',
  'Unidentified',
]);
/** These leave the caret where it is, with Ctrl or Cmd: copying, saving, searching, formatting, scrolling, and what goes elsewhere anyway. */
const CONTROL_STAYS = new Set(['c', 's', 'f', 'h', 'g', 'i', 'z', 'y', 'a', 'Home', 'End', 'ArrowUp', 'ArrowDown']);
const STAYS = new Set(['Escape', 'ContextMenu', 'PrintScreen', 'ScrollLock', 'Pause', 'Insert']);
/** The clipboard's own keys can't be typed by a script. */
const NATIVE = new Set(['c', 'x', 'v']);
/** With Ctrl or Cmd these open a field: what is typed next is for that. */
const OPENING = new Set(['f', 'h', 'g']);
/** With Ctrl or Cmd: indent, outdent, comment, delete. */
const LINE_KEYS = new Set(['[', ']', '/', 'k']);
/** Without Shift these begin at one end of a selection. */
const TO_START = new Set(['ArrowLeft', 'ArrowUp', 'PageUp']);
const TO_END = new Set(['ArrowRight', 'ArrowDown', 'PageDown']);

/** Keys that mean something outside the editor; where nothing answers, the page has them. */
export interface Shortcuts {
  /** Ctrl+S; with Shift to disk, whatever the document came from. */
  save(toDisk: boolean): (() => void) | undefined;
  /** Shift+Alt+F. */
  format(): (() => void) | undefined;
}

/** What waits until the caret has arrived. */
interface Waiting {
  /** The key, if it is one. */
  readonly event: KeyboardEvent | null;
  /** What it does, with the caret where a person sees it, or saw it last. */
  act(): void;
  /** It has waited for the next window already: another one would not help it. */
  hasWaited: boolean;
}

/** What becomes of a key: the editor takes it, it is done, or it has to wait until a window has come. */
type Decision = 'native' | 'done' | 'wait';

/** What was typed before the editor was there. */
export type EarlyKey =
  | { readonly type: 'key'; readonly event: KeyboardEvent }
  | { readonly type: 'text' | 'paste'; readonly text: string };

/** The keys of one session. */
export interface Keys {
  /** Takes `act` into the row of waiting keys; false when none has to wait. */
  postpone(act: () => void): boolean;
  /** Types what was typed before the editor was there. */
  take(keys: readonly EarlyKey[]): void;
  stop(): void;
}

/** Looks at every key of a session's editor first. */
export function watchKeys(session: TextSession, shortcuts: Shortcuts): Keys {
  const container = session.editor.getContainerDomNode();
  const waiting: Waiting[] = [];
  let replaying = false;

  const mustWait = (): boolean => session.travel.isJumping || waiting.length > 0;

  /** Brings the caret's surroundings back for a key that is about the caret; false while that takes its time. */
  const hasCaret = (): boolean =>
    (session.caret.beyond !== null && session.caret.isInSight) || session.travel.bringBack();

  const decide = (event: KeyboardEvent, hasWaited: boolean): Decision => {
    const control = event.ctrlKey || event.metaKey;
    const key = keyOf(event);
    if (STAYS.has(key) || /^F\d+$/.test(key) || (control && CONTROL_STAYS.has(key))) return 'native';
    const { beyond } = session.caret;
    if (beyond !== null) {
      if (!event.shiftKey && !event.altKey && !control && (TO_START.has(key) || TO_END.has(key))) {
        session.travel.goTo(TO_START.has(key) ? rangeOf(session.caret.primary).start : beyond.end);
        // Up and down go on from there.
        if (key === 'ArrowLeft' || key === 'ArrowRight') return 'done';
        return session.travel.isJumping ? 'wait' : 'native';
      }
      if (key === 'Enter' && replaces(event, control, key)) {
        if (!session.isReadOnly) void session.change((slice, client) => enter(session, slice, client));
        return 'done';
      }
      if ((replaces(event, control, key) || isOfLines(event, control, key)) && session.caret.isInSight) return 'native';
    }
    if (!session.travel.bringBack()) return 'wait';
    if (hasWaited || !outruns(session, key)) return 'native';
    session.travel.move();
    return 'wait';
  };

  const onKey = (event: KeyboardEvent): void => {
    if (replaying || !session.editor.hasTextFocus() || event.isComposing) return;
    // An input method begins: it can't wait, and goes where the caret is.
    if (event.key === 'Process') session.travel.bringBack();
    if (MODIFIERS.has(event.key)) return;
    const control = event.ctrlKey || event.metaKey;
    const key = keyOf(event);
    // The browser makes clipboard events of these, and `clipboard.ts` has them wait.
    if (mustWait() && control && NATIVE.has(key)) return;
    const shortcut =
      control && key === 's'
        ? shortcuts.save(event.shiftKey)
        : event.shiftKey && event.altKey && event.code === 'KeyF'
          ? shortcuts.format()
          : undefined;
    if (mustWait()) {
      // The caret's place means nothing to it.
      if (control && OPENING.has(key) && waiting.length === 0) return;
      waiting.push(
        shortcut === undefined
          ? { event, act: () => typeAgain(session, event), hasWaited: false }
          : { event: null, act: shortcut, hasWaited: true },
      );
      stop(event);
      return;
    }
    if (shortcut !== undefined) {
      stop(event);
      shortcut();
      return;
    }
    const decision = decide(event, false);
    // A script can't make a clipboard event: it comes, and waits in `clipboard.ts`.
    if (decision === 'native' || (decision === 'wait' && control && NATIVE.has(key))) return;
    stop(event);
    if (decision === 'wait') waiting.push({ event, act: () => typeAgain(session, event), hasWaited: true });
  };

  // Called when a window has arrived: where it shows another place than the caret's, that comes back first.
  const replay = (): void => {
    if (replaying) return;
    replaying = true;
    try {
      for (let next = waiting[0]; next !== undefined && !session.travel.isJumping; next = waiting[0]) {
        const { event, hasWaited } = next;
        next.hasWaited = true;
        const decision = event !== null ? decide(event, hasWaited) : hasCaret() ? 'native' : 'wait';
        if (decision === 'wait') return;
        waiting.shift();
        if (decision === 'native') next.act();
        // What comes behind it is for the field that it opens.
        if (event !== null && (event.ctrlKey || event.metaKey) && OPENING.has(keyOf(event))) waiting.length = 0;
      }
    } finally {
      replaying = false;
    }
  };

  const typeText = (text: string): void => session.editor.trigger('keyboard', 'type', { text });

  container.addEventListener('keydown', onKey, true);
  session.onRead(replay);
  return {
    postpone(act) {
      const must = mustWait();
      if (must) waiting.push({ event: null, act, hasWaited: false });
      return must;
    },
    take(keys) {
      for (const key of keys) {
        if (key.type === 'key')
          waiting.push({ event: key.event, act: () => typeAgain(session, key.event), hasWaited: false });
        else
          waiting.push({
            event: null,
            act: () => (key.type === 'paste' ? pasteText(session, key.text) : typeText(key.text)),
            hasWaited: false,
          });
      }
      if (!session.travel.isJumping) replay();
    },
    stop: () => container.removeEventListener('keydown', onKey, true),
  };
}

function keyOf({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether a key takes the caret to an end of the window before the next window is there. */
function outruns({ caret, screen }: TextSession, key: string): boolean {
  const rows = key.startsWith('Page') ? screen.rows + 1 : 1;
  if (key === 'ArrowUp' || key === 'PageUp') return caret.isNearEnd('up', rows);
  return (key === 'ArrowDown' || key === 'PageDown') && caret.isNearEnd('down', rows);
}

/** Whether a key replaces the selection, wherever its ends are. Shown in part, it is replaced as a whole. */
function replaces(event: KeyboardEvent, control: boolean, key: string): boolean {
  if (control) return key === 'v' || key === 'x';
  return !event.altKey && (key.length === 1 || key === 'Backspace' || key === 'Delete' || key === 'Enter');
}

/** Whether a key is a command on all selected lines, wherever they are (`linecommands.ts`). */
function isOfLines(event: KeyboardEvent, control: boolean, key: string): boolean {
  if (control && !event.altKey) return LINE_KEYS.has(key);
  return key === 'Tab' || (event.altKey && (key === 'ArrowUp' || key === 'ArrowDown'));
}

function typeAgain({ editor }: TextSession, event: KeyboardEvent): void {
  // What the browser would have made an input of, a script's key does not become.
  const text = event.key === 'Enter' ? '\n' : event.key;
  if (text.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
    editor.trigger('keyboard', 'type', { text });
    return;
  }
  const { key, code, keyCode, ctrlKey, shiftKey, altKey, metaKey } = event;
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', {
      key,
      code,
      keyCode,
      ctrlKey,
      shiftKey,
      altKey,
      metaKey,
      bubbles: true,
      cancelable: true,
    }),
  );
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
