// Handles keys before Monaco sees them. The caret may be in a part of the document that the window has left: then the text
// around it is brought back first, immediately if it is remembered. Keys wait while it has to be read, while the document is
// being written from elsewhere, and while it is being recovered after its worker's death. Each is handled when its turn comes,
// as if it were pressed then: the previous key may have moved the caret, or the scrollbar the window.
//
//   key ──▶ onKey ──▶ prepare ─┬─ go ────▶ Monaco
//             │                ├─ done     handled here
//             ▼                └─ wait ──┐ the text around the caret is being read
//          waiting ◀────────────────────┘
//             └── a window has arrived ──▶ prepare ──▶ Monaco, as a synthetic event

import type { Selection } from '../../../shared/protocol/selection.ts';
import { ChangeMap } from '../../../shared/document/changes.ts';
import { rangeOf } from '../window/caret.ts';
import { enter } from '../commands/cut-line-edits.ts';
import type { TextSession } from '../session/session.ts';

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
/** Keys of input methods, whose input cannot be delayed. */
const OF_INPUT_METHODS = new Set(['Dead', 'Process', 'Unidentified']);
/**
 * Keys with Ctrl or Cmd that do not need the caret in the window: to copy, save, search, format and scroll, and those that move
 * it elsewhere anyway.
 */
const CONTROL_STAYS = new Set(['c', 's', 'f', 'h', 'g', 'i', 'z', 'y', 'a', 'Home', 'End', 'ArrowUp', 'ArrowDown']);
const STAYS = new Set(['Escape', 'ContextMenu', 'PrintScreen', 'ScrollLock', 'Pause', 'Insert']);
/** Keys of the clipboard, which a script cannot simulate. */
const NATIVE = new Set(['c', 'x', 'v']);
/** Keys with Ctrl or Cmd that open a field, which receives what is typed next. */
const OPENING = new Set(['f', 'h', 'g']);
/** Keys with Ctrl or Cmd that indent, outdent, comment or delete lines. */
const LINE_KEYS = new Set(['[', ']', '/', 'k']);
/** Keys that start from one end of a selection, without Shift. */
const TO_START = new Set(['ArrowLeft', 'ArrowUp', 'PageUp']);
const TO_END = new Set(['ArrowRight', 'ArrowDown', 'PageDown']);

/** Keys with a meaning outside the editor; `undefined` leaves them to the page. */
export interface Shortcuts {
  /** Ctrl+S. With Shift, saves to disk, wherever the document came from. */
  save(toDisk: boolean): (() => void) | undefined;
  /** Shift+Alt+F. */
  format(): (() => void) | undefined;
}

/** An action that waits until the caret has arrived. */
interface Waiting {
  /** Whether input after it is not meant for the text. */
  readonly opens?: boolean;
  /** Brings the caret back. After `done`, `act` is not called; after `wait`, this is called again first. */
  prepare(): Readiness;
  act(): void;
}

/** Whether a key can be passed to Monaco, has been handled already, or has to wait. */
type Readiness = 'go' | 'done' | 'wait';

/** A selection to be made. Its offsets follow the user's edits while it waits. */
interface WaitingPlace extends Waiting {
  spans: Selection;
}

/** The properties of a pressed key. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Input from before the editor was loaded. */
export type EarlyKey =
  | { readonly type: 'key'; readonly press: Press }
  | { readonly type: 'text' | 'paste'; readonly text: string };

/** The queue of keys of one session. */
export interface WaitingKeys {
  /**
   * Enqueues `act` if it has to wait, and returns whether it does. It acts on the selection wherever that is, or on the caret
   * once it is in the window.
   */
  postpone(act: () => void, place: 'anywhere' | 'in sight'): boolean;
  /** Enqueues an action that needs the caret. */
  enqueue(act: () => void): void;
  /** Enqueues a key, as if it were pressed. */
  press(key: Press): void;
  /** Enqueues typing a text. */
  type(text: string): void;
  /** Enqueues a selection, given as spans of the current text. */
  select(spans: Selection): void;
  stop(): void;
}

/** Intercepts all keys of a session's editor. */
export function watchKeys(session: TextSession, shortcuts: Shortcuts): WaitingKeys {
  const container = session.editor.getContainerDomNode();
  const waiting: Waiting[] = [];
  let replaying = false;

  const mustWait = (): boolean => session.mustWait || waiting.length > 0;
  const bringBack = (): Readiness => (session.navigation.bringBack() ? 'go' : 'wait');

  const waitingKey = (press: Press): Waiting => {
    const key = nameOf(press);
    const shortcut = shortcutOf(shortcuts, press);
    let hasMoved = false;
    return {
      opens: isControl(press) && OPENING.has(key),
      prepare() {
        const readiness = shortcut === undefined ? prepareKey(session, press) : 'go';
        if (readiness !== 'go' || hasMoved || shortcut !== undefined || !outruns(session, key)) return readiness;
        // Only once, as there may be no larger window.
        hasMoved = session.navigation.isIdle;
        session.navigation.move();
        return session.navigation.isIdle ? 'go' : 'wait';
      },
      act: shortcut ?? (() => typeAgain(session, press)),
    };
  };

  const onKey = (event: KeyboardEvent): void => {
    if (replaying || !session.editor.hasTextFocus() || event.isComposing) return;
    if (OF_INPUT_METHODS.has(event.key) && !mustWait()) session.navigation.bringBack();
    if (MODIFIERS.has(event.key)) return;
    // The browser turns these into clipboard events, which `clipboard.ts` postpones.
    if (isOfClipboard(event)) {
      if (!mustWait() && nameOf(event) === 'v') session.navigation.bringBack();
      return;
    }
    const item = waitingKey(event);
    // Opening a field does not depend on the caret.
    if (mustWait() && item.opens === true && waiting.length === 0) return;
    const readiness = mustWait() ? 'wait' : item.prepare();
    if (readiness === 'wait') waiting.push(item);
    else if (readiness === 'go') {
      if (shortcutOf(shortcuts, event) === undefined) return;
      item.act();
    }
    stop(event);
  };

  const places = new Set<WaitingPlace>();
  const forget = (): void => {
    waiting.length = 0;
    places.clear();
  };

  // Called when a window has arrived. Handles one action at a time, so that what a key defers is done before the next one.
  const replay = (): void => {
    if (replaying) return;
    const [next] = waiting;
    if (next === undefined || session.mustWait) return;
    replaying = true;
    try {
      const readiness = next.prepare();
      if (readiness === 'wait') return;
      waiting.shift();
      if (readiness === 'go') next.act();
      if (next.opens === true) forget();
    } finally {
      replaying = false;
    }
    queueMicrotask(replay);
  };

  const enqueue = (item: Waiting): void => {
    waiting.push(item);
    queueMicrotask(replay);
  };
  const typed = (text: string): Waiting => ({
    prepare: bringBack,
    act: () => {
      const { editor } = session;
      // Monaco ignores an empty text, which replaces a selection too.
      if (text !== '') editor.trigger('keyboard', 'type', { text });
      else if (editor.getSelection()?.isEmpty() === false) editor.trigger('keyboard', 'deleteLeft', null);
    },
  });

  container.addEventListener('keydown', onKey, true);
  session.onRead(replay);
  const select = (spans: Selection): void => {
    const place: WaitingPlace = {
      spans,
      prepare: () => 'go',
      act() {
        places.delete(place);
        session.navigation.select(place.spans);
      },
    };
    places.add(place);
    enqueue(place);
  };
  const endPlaces = session.onSent((splices) => {
    const map = ChangeMap.of(splices);
    for (const place of places) {
      place.spans = place.spans.map(({ anchor, active }) => ({
        anchor: map.mapOffset(anchor, 'after'),
        active: map.mapOffset(active, 'after'),
      }));
    }
  });
  const endAside = session.setInputReplay({
    get isWaiting() {
      return waiting.length > 0;
    },
    type: (text) => enqueue(typed(text)),
    select,
    forget,
  });
  return {
    postpone(act, place) {
      const prepare = place === 'in sight' ? bringBack : (): Readiness => 'go';
      const must = mustWait() || prepare() === 'wait';
      if (must) waiting.push({ prepare, act });
      return must;
    },
    enqueue: (act) => enqueue({ prepare: bringBack, act }),
    press: (press) => enqueue(waitingKey(press)),
    type: (text) => enqueue(typed(text)),
    select,
    stop: () => {
      container.removeEventListener('keydown', onKey, true);
      endPlaces();
      endAside();
    },
  };
}

/** Brings what a key acts on into the window, or handles the key if Monaco cannot. */
function prepareKey(session: TextSession, press: Press): Readiness {
  const key = nameOf(press);
  const control = isControl(press);
  if (STAYS.has(key) || /^F\d+$/.test(key) || (control && CONTROL_STAYS.has(key))) return 'go';
  const { beyond } = session.caret;
  if (beyond !== null) {
    if (!press.shiftKey && !press.altKey && !control && (TO_START.has(key) || TO_END.has(key))) {
      session.navigation.goTo(TO_START.has(key) ? rangeOf(session.caret.primary).start : beyond.end);
      // Up and down continue from there.
      if (key === 'ArrowLeft' || key === 'ArrowRight') return 'done';
      return session.mustWait ? 'wait' : 'go';
    }
    if (key === 'Enter' && replaces(press, control, key)) {
      if (!session.isReadOnly) void session.change((slice, client) => enter(session, slice, client));
      return 'done';
    }
    if ((replaces(press, control, key) || isOfLines(press, control, key)) && session.caret.isInSight) return 'go';
  }
  return session.navigation.bringBack() ? 'go' : 'wait';
}

function shortcutOf(shortcuts: Shortcuts, press: Press): (() => void) | undefined {
  if (isControl(press) && nameOf(press) === 's') return shortcuts.save(press.shiftKey);
  return press.shiftKey && press.altKey && press.code === 'KeyF' ? shortcuts.format() : undefined;
}

function isControl({ ctrlKey, metaKey }: Press): boolean {
  return ctrlKey || metaKey;
}

/** The name of a key; letters in lower case, regardless of Shift. */
function nameOf({ key }: Press): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether the browser turns a key into a clipboard event. */
function isOfClipboard(press: Press): boolean {
  const key = nameOf(press);
  if (isControl(press)) return !press.altKey && (NATIVE.has(key) || key === 'Insert');
  return press.shiftKey && (key === 'Insert' || key === 'Delete');
}

/** Whether a key moves the caret to an end of the window before the next window has been read. */
function outruns({ caret, screen }: TextSession, key: string): boolean {
  const rows = key.startsWith('Page') ? screen.rows + 1 : 1;
  if (key === 'ArrowUp' || key === 'PageUp') return caret.isNearEnd('up', rows);
  return (key === 'ArrowDown' || key === 'PageDown') && caret.isNearEnd('down', rows);
}

/** Whether a key replaces the selection, wherever its ends are. A partly visible selection is replaced as a whole. */
function replaces(event: Press, control: boolean, key: string): boolean {
  if (control) return key === 'v' || key === 'x';
  return !event.altKey && (key.length === 1 || key === 'Backspace' || key === 'Delete' || key === 'Enter');
}

/** Whether a key is a command on all selected lines, wherever they are (`line-commands.ts`). */
function isOfLines(event: Press, control: boolean, key: string): boolean {
  if (control && !event.altKey) return LINE_KEYS.has(key);
  return key === 'Tab' || (event.altKey && (key === 'ArrowUp' || key === 'ArrowDown'));
}

/** Replays a key in Monaco. Commands go to the focused editor, so the focus is borrowed if it is elsewhere by now. */
function typeAgain({ editor }: TextSession, press: Press): void {
  // A synthetic key event does not produce text input.
  const text = press.key === 'Enter' ? '\n' : press.key;
  const [character, ...others] = text;
  if (character !== undefined && others.length === 0 && !isControl(press) && !press.altKey) {
    editor.trigger('keyboard', 'type', { text });
    return;
  }
  const container = editor.getContainerDomNode();
  const before = document.activeElement;
  if (!editor.hasTextFocus()) editor.focus();
  const { key, code, keyCode, ctrlKey, shiftKey, altKey, metaKey } = press;
  const init = { key, code, keyCode, ctrlKey, shiftKey, altKey, metaKey, bubbles: true, cancelable: true };
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
  const isBorrowed = before instanceof HTMLElement && before !== document.body && !container.contains(before);
  if (isBorrowed && container.contains(document.activeElement)) before.focus();
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
