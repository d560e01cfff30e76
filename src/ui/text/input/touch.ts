// A long press on the text selects the word under the finger, and moving the finger then extends the selection. On release
// Monaco shows its menu, as after any long press, because it does not see the moves. All other gestures are left to Monaco:
// tapping places the caret, swiping scrolls.

import { rangeOf } from '../window/caret.ts';
import type { TextSession } from '../session/session.ts';

/** Duration of a long press, in milliseconds. Monaco shows its menu after at least this. */
const HOLD_MS = 700;
/** Movement that still counts as resting. */
const SLACK_PX = 10;
/** Selecting this close to the upper or the lower edge scrolls, a row at a time. */
const EDGE_PX = 32;
const SCROLL_MS = 60;
const IMMEDIATE = 1;

/** The range that the selection always includes while the finger is down: the word at its start. */
interface Selecting {
  readonly start: number;
  readonly end: number;
}

/** Adds selection by long press to a session's editor. Returns a function that removes it. */
export function watchTouch(session: TextSession): () => void {
  const { editor } = session;
  const container = editor.getContainerDomNode();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let scrolling: ReturnType<typeof setInterval> | undefined;
  let from: Touch | undefined;
  let at: Touch | undefined;
  let selecting: Selecting | null = null;

  const end = (): void => {
    clearTimeout(timer);
    clearInterval(scrolling);
    scrolling = undefined;
    selecting = null;
  };

  const onStart = ({ touches, target }: TouchEvent): void => {
    end();
    [from] = touches;
    at = from;
    const isText = target instanceof Element && target.closest('.view-lines') !== null;
    if (touches.length === 1 && isText) timer = setTimeout(() => (selecting = selectWord(session, at)), HOLD_MS);
  };

  const extend = (): void => {
    const offset = offsetAt(session, at);
    if (selecting === null || offset === null) return;
    const isBack = offset < selecting.start;
    const active = isBack ? offset : Math.max(offset, selecting.end);
    session.caret.set([{ anchor: isBack ? selecting.end : selecting.start, active }]);
    session.navigation.tell();
  };

  const onMove = (event: TouchEvent): void => {
    [at] = event.touches;
    if (selecting === null) {
      const isStill = at !== undefined && from !== undefined && distance(at, from) <= SLACK_PX;
      if (!isStill) clearTimeout(timer);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    extend();
    const rows = at === undefined ? 0 : rowsToScroll(container, at);
    clearInterval(scrolling);
    scrolling = undefined;
    if (rows === 0) return;
    scrolling = setInterval(() => {
      editor.setScrollTop(editor.getScrollTop() + rows * session.screen.rowHeightPx, IMMEDIATE);
      extend();
    }, SCROLL_MS);
  };

  const options = { capture: true, passive: false };
  container.addEventListener('touchstart', onStart, options);
  container.addEventListener('touchmove', onMove, options);
  container.addEventListener('touchend', end, options);
  container.addEventListener('touchcancel', end, options);
  return () => {
    end();
    container.removeEventListener('touchstart', onStart, options);
    container.removeEventListener('touchmove', onMove, options);
    container.removeEventListener('touchend', end, options);
    container.removeEventListener('touchcancel', end, options);
  };
}

/** Selects the word under a finger and returns its range; `null` if there is no word. A finger on the selection keeps it. */
function selectWord(session: TextSession, touch: Touch | undefined): Selecting | null {
  const { slice, model } = session.screen;
  const offset = offsetAt(session, touch);
  if (slice === null || offset === null) return null;
  const selected = rangeOf(session.caret.primary);
  if (selected.start < selected.end && offset >= selected.start && offset <= selected.end) return selected;
  const position = slice.positionAt(offset);
  const word = model.getWordAtPosition(position);
  if (word === null) return null;
  const { lineNumber } = position;
  const start = slice.offsetAt({ lineNumber, column: word.startColumn });
  const end = slice.offsetAt({ lineNumber, column: word.endColumn });
  session.editor.focus();
  session.caret.set([{ anchor: start, active: end }]);
  session.navigation.tell();
  return { start, end };
}

/** The byte under a finger. */
function offsetAt({ editor, screen: { slice } }: TextSession, touch: Touch | undefined): number | null {
  if (touch === undefined || slice === null) return null;
  const position = editor.getTargetAtClientPoint(touch.clientX, touch.clientY)?.position;
  return position == null ? null : slice.offsetAt(position);
}

function rowsToScroll(container: HTMLElement, { clientY }: Touch): -1 | 0 | 1 {
  const { top, bottom } = container.getBoundingClientRect();
  if (clientY < top + EDGE_PX) return -1;
  return clientY > bottom - EDGE_PX ? 1 : 0;
}

function distance(one: Touch, other: Touch): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
