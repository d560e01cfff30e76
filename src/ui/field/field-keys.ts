// Types into a field on behalf of keys that were pressed before it was there. A synthetic key event does not edit a field, so
// the editing keys are carried out here, as a browser does.

import { type KeyPress, typedBy } from '../model/key-press.ts';

/** Input for a field: a key, or text from the clipboard. */
export type FieldInput =
  | { readonly type: 'key'; readonly press: KeyPress }
  | { readonly type: 'text'; readonly text: string };

/** The text of a field and its selection: `active` is the end that moves. */
export interface FieldText {
  readonly text: string;
  readonly anchor: number;
  readonly active: number;
}

/** Returns a key press that outlives its event. */
export function pressOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyPress): KeyPress {
  return { key, code, ctrlKey, metaKey, shiftKey, altKey };
}

/** Gives input to a field: first to its own key handler, then to its text. */
export function giveInput(field: HTMLTextAreaElement, input: FieldInput): void {
  if (input.type === 'key') {
    const init = { ...pressOf(input.press), bubbles: true, cancelable: true };
    if (!field.dispatchEvent(new KeyboardEvent('keydown', init))) return;
    if (moveByLine(field, input.press)) return;
  }
  const isBackward = field.selectionDirection === 'backward';
  const { value: text, selectionStart: start, selectionEnd: end } = field;
  const before: FieldText = { text, anchor: isBackward ? end : start, active: isBackward ? start : end };
  const after = textAfter(before, input);
  if (after.text !== text) {
    field.setRangeText(after.text, 0, text.length);
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  const { anchor, active } = after;
  field.setSelectionRange(Math.min(anchor, active), Math.max(anchor, active), active < anchor ? 'backward' : 'forward');
}

/** The keys that move by lines, which the browser alone knows: long ones are wrapped. */
const LINE_MOVES: Readonly<Record<string, readonly [direction: string, granularity: string]>> = {
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
};

/** Moves the caret of a field by a line as it is wrapped. Returns false for other keys, and where it can't. */
function moveByLine(field: HTMLTextAreaElement, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean {
  const move = LINE_MOVES[key];
  const selection = document.getSelection();
  if (move === undefined || ctrlKey || metaKey || altKey) return false;
  if (document.activeElement !== field || typeof selection?.modify !== 'function') return false;
  selection.modify(shiftKey ? 'extend' : 'move', ...move);
  return true;
}

/** Returns what input makes of a field, apart from what its view does with it. */
export function textAfter(field: FieldText, input: FieldInput): FieldText {
  return input.type === 'text' ? insert(field, input.text) : editByKey(field, input.press);
}

/** Returns what a key makes of a field. */
export function editByKey(field: FieldText, press: KeyPress): FieldText {
  const { text, anchor, active } = field;
  const control = press.ctrlKey || press.metaKey;
  const [start, end] = [Math.min(anchor, active), Math.max(anchor, active)];
  const isEmpty = start === end;
  const goTo = (place: number): FieldText => ({ text, anchor: press.shiftKey ? anchor : place, active: place });
  const remove = (from: number, to: number): FieldText =>
    insert({ text, anchor: isEmpty ? from : start, active: isEmpty ? to : end }, '');
  const typed = press.key === ' ' && !control && !press.altKey ? ' ' : typedBy(press);
  if (typed !== null) return insert(field, typed);
  switch (press.key) {
    case 'Enter':
      return press.shiftKey ? insert(field, '\n') : field;
    case 'Backspace':
      return remove(control ? wordStart(text, start) : charBefore(text, start), end);
    case 'Delete':
      return remove(start, control ? wordEnd(text, end) : charAfter(text, end));
    case 'ArrowLeft':
      if (!isEmpty && !press.shiftKey && !control) return goTo(start);
      return goTo(control ? wordStart(text, active) : charBefore(text, active));
    case 'ArrowRight':
      if (!isEmpty && !press.shiftKey && !control) return goTo(end);
      return goTo(control ? wordEnd(text, active) : charAfter(text, active));
    case 'ArrowUp':
      return goTo(lineAbove(text, active));
    case 'ArrowDown':
      return goTo(lineBelow(text, active));
    case 'Home':
      return goTo(control ? 0 : lineStart(text, active));
    case 'End':
      return goTo(control ? text.length : lineEnd(text, active));
    case 'PageUp':
      return goTo(0);
    case 'PageDown':
      return goTo(text.length);
    case 'a':
    case 'A':
      return control ? { text, anchor: 0, active: text.length } : field;
    default:
      return field;
  }
}

function insert({ text, anchor, active }: FieldText, typed: string): FieldText {
  const start = Math.min(anchor, active);
  const place = start + typed.length;
  return { text: text.slice(0, start) + typed + text.slice(Math.max(anchor, active)), anchor: place, active: place };
}

/** The start of the character before a place. */
function charBefore(text: string, at: number): number {
  const isPair = /[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 2), at));
  return Math.max(0, at - (isPair ? 2 : 1));
}

function charAfter(text: string, at: number): number {
  return Math.min(text.length, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
}

function wordStart(text: string, at: number): number {
  return at - (/[\p{L}\p{N}_]+[^\p{L}\p{N}_]*$|[^\p{L}\p{N}_]+$/u.exec(text.slice(0, at))?.[0].length ?? 0);
}

function wordEnd(text: string, at: number): number {
  return at + (/^[^\p{L}\p{N}_]*[\p{L}\p{N}_]+|^[^\p{L}\p{N}_]+/u.exec(text.slice(at))?.[0].length ?? 0);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function lineAbove(text: string, at: number): number {
  const start = lineStart(text, at);
  if (start === 0) return 0;
  return Math.min(start - 1, lineStart(text, start - 1) + at - start);
}

function lineBelow(text: string, at: number): number {
  const end = lineEnd(text, at);
  if (end === text.length) return end;
  return Math.min(lineEnd(text, end + 1), end + 1 + at - lineStart(text, at));
}
