// Keys before Monaco sees them. The caret may be in a part of the document that the window has left: then
// its surroundings come back first, at once if they are remembered. While they have to be read, or the document
// is being written elsewhere, or brought back after its worker's death, keys wait. Each is looked at anew when its
// turn comes, as if it were pressed then: the one before it may have moved the caret, or the scrollbar the window.
//
//   key ──▶ onKey ──▶ prepare ─┬─ go ────▶ Monaco
//             │                ├─ done     answered here
//             ▼                └─ wait ──┐ the caret's surroundings are being read
//          waiting ◀────────────────────┘
//             └── a window has arrived ──▶ prepare ──▶ Monaco, by a script

import type { Selection, Span } from '../../../shared/protocol/selection.ts';
import { mapOffset, type Splice } from '../../../shared/document/splice.ts';
import { asByte } from '../../../shared/units.ts';
import { rangeOf } from '../window/caret.ts';
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
/** Keys of input methods: what comes of them can't wait. */
const OF_INPUT_METHODS = new Set(['Dead', 'Process', 'Unidentified']);
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
  /** Whether what comes behind it is not for the text. */
  readonly opens?: boolean;
  /** Brings the caret back; `act` is not called where it is `done`, nor before it is no `wait`. */
  prepare(): Readiness;
  act(): void;
}

/** Whether a key can go to Monaco, was answered already, or has to wait. */
type Readiness = 'go' | 'done' | 'wait';

/** What is to be selected; its bytes follow what is typed meanwhile. */
interface WaitingPlace extends Waiting {
  spans: Selection;
}

/** A key, as it was pressed. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'keyCode' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** What was typed before the editor was there. */
export type EarlyKey =
  | { readonly type: 'key'; readonly press: Press }
  | { readonly type: 'text' | 'paste'; readonly text: string };

/** The keys of one session. */
export interface Keys {
  /** Takes `act` into the row of waiting keys, for the selection wherever that is, or for the caret in sight; false when it does not have to wait. */
  postpone(act: () => void, place: 'anywhere' | 'in sight'): boolean;
  /** Has `act`, which is for the caret, take its turn. */
  enqueue(act: () => void): void;
  /** Has a key take its turn, as if it were pressed. */
  press(key: Press): void;
  /** Has a text be typed when its turn comes. */
  type(text: string): void;
  /** Has spans of the text as it is now be selected when their turn comes. */
  select(spans: Selection): void;
  stop(): void;
}

/** Looks at every key of a session's editor first. */
export function watchKeys(session: TextSession, shortcuts: Shortcuts): Keys {
  const container = session.editor.getContainerDomNode();
  const waiting: Waiting[] = [];
  let replaying = false;

  const mustWait = (): boolean => session.mustWait || waiting.length > 0;
  const bringBack = (): Readiness => (session.travel.bringBack() ? 'go' : 'wait');

  const waitingKey = (press: Press): Waiting => {
    const key = nameOf(press);
    const shortcut = shortcutOf(shortcuts, press);
    let hasMoved = false;
    return {
      opens: isControl(press) && OPENING.has(key),
      prepare() {
        const readiness = shortcut === undefined ? prepareKey(session, press) : 'go';
        if (readiness !== 'go' || hasMoved || shortcut !== undefined || !outruns(session, key)) return readiness;
        // Once: there may be no larger window.
        hasMoved = session.travel.isIdle;
        session.travel.move();
        return session.travel.isIdle ? 'go' : 'wait';
      },
      act: shortcut ?? (() => typeAgain(session, press)),
    };
  };

  const onKey = (event: KeyboardEvent): void => {
    if (replaying || !session.editor.hasTextFocus() || event.isComposing) return;
    if (OF_INPUT_METHODS.has(event.key) && !mustWait()) session.travel.bringBack();
    if (MODIFIERS.has(event.key)) return;
    // The browser makes clipboard events of these, and `clipboard.ts` has them wait.
    if (isOfClipboard(event)) {
      if (!mustWait() && nameOf(event) === 'v') session.travel.bringBack();
      return;
    }
    const item = waitingKey(event);
    // The caret's place means nothing to it.
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

  // Called when a window has arrived. One at a time, so that what a key leaves for later is done before the next one.
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
    act: () => session.editor.trigger('keyboard', 'type', { text }),
  });

  container.addEventListener('keydown', onKey, true);
  session.onRead(replay);
  const select = (spans: Selection): void => {
    const place: WaitingPlace = {
      spans,
      prepare: () => 'go',
      act() {
        places.delete(place);
        session.travel.select(place.spans);
      },
    };
    places.add(place);
    enqueue(place);
  };
  const endPlaces = session.onSent((splices) => {
    for (const place of places) place.spans = place.spans.map((span) => moveSpan(span, splices));
  });
  const endAside = session.putAside({
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

/** Brings what a key is for into the window, or answers the key where Monaco can't. */
function prepareKey(session: TextSession, press: Press): Readiness {
  const key = nameOf(press);
  const control = isControl(press);
  if (STAYS.has(key) || /^F\d+$/.test(key) || (control && CONTROL_STAYS.has(key))) return 'go';
  const { beyond } = session.caret;
  if (beyond !== null) {
    if (!press.shiftKey && !press.altKey && !control && (TO_START.has(key) || TO_END.has(key))) {
      session.travel.goTo(TO_START.has(key) ? rangeOf(session.caret.primary).start : beyond.end);
      // Up and down go on from there.
      if (key === 'ArrowLeft' || key === 'ArrowRight') return 'done';
      return session.mustWait ? 'wait' : 'go';
    }
    if (key === 'Enter' && replaces(press, control, key)) {
      if (!session.isReadOnly) void session.change((slice, client) => enter(session, slice, client));
      return 'done';
    }
    if ((replaces(press, control, key) || isOfLines(press, control, key)) && session.caret.isInSight) return 'go';
  }
  return session.travel.bringBack() ? 'go' : 'wait';
}

function moveSpan({ anchor, active }: Span, splices: readonly Splice[]): Span {
  return {
    anchor: mapOffset(splices, asByte(anchor), 'after'),
    active: mapOffset(splices, asByte(active), 'after'),
  };
}

function shortcutOf(shortcuts: Shortcuts, press: Press): (() => void) | undefined {
  if (isControl(press) && nameOf(press) === 's') return shortcuts.save(press.shiftKey);
  return press.shiftKey && press.altKey && press.code === 'KeyF' ? shortcuts.format() : undefined;
}

function isControl({ ctrlKey, metaKey }: Press): boolean {
  return ctrlKey || metaKey;
}

/** A key's name, of letters that without Shift. */
function nameOf({ key }: Press): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Whether the browser makes a clipboard event of a key. */
function isOfClipboard(press: Press): boolean {
  const key = nameOf(press);
  if (isControl(press)) return !press.altKey && (NATIVE.has(key) || key === 'Insert');
  return press.shiftKey && (key === 'Insert' || key === 'Delete');
}

/** Whether a key takes the caret to an end of the window before the next window is there. */
function outruns({ caret, screen }: TextSession, key: string): boolean {
  const rows = key.startsWith('Page') ? screen.rows + 1 : 1;
  if (key === 'ArrowUp' || key === 'PageUp') return caret.isNearEnd('up', rows);
  return (key === 'ArrowDown' || key === 'PageDown') && caret.isNearEnd('down', rows);
}

/** Whether a key replaces the selection, wherever its ends are. Shown in part, it is replaced as a whole. */
function replaces(event: Press, control: boolean, key: string): boolean {
  if (control) return key === 'v' || key === 'x';
  return !event.altKey && (key.length === 1 || key === 'Backspace' || key === 'Delete' || key === 'Enter');
}

/** Whether a key is a command on all selected lines, wherever they are (`line-commands.ts`). */
function isOfLines(event: Press, control: boolean, key: string): boolean {
  if (control && !event.altKey) return LINE_KEYS.has(key);
  return key === 'Tab' || (event.altKey && (key === 'ArrowUp' || key === 'ArrowDown'));
}

/** Has Monaco answer a key. Commands go to the editor that has the focus: it is only lent, where it is elsewhere by now. */
function typeAgain({ editor }: TextSession, press: Press): void {
  // What the browser would have made an input of, a script's key does not become.
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
