// The keys of the find bar: the same as Monaco's, where the browser allows them.

import type { BarCommand } from '../model/commands.ts';
import { type KeyPress } from '../model/key-press.ts';
import { IS_MAC } from '../model/platform-keys.ts';

/** Keys with Alt, by physical key: Option with a letter types another character on a Mac. */
const TOGGLES: Readonly<Record<string, BarCommand>> = {
  KeyC: 'matchCase',
  KeyW: 'wholeWord',
  KeyR: 'regex',
  KeyP: 'preserveCase',
  KeyK: 'inKeys',
  KeyV: 'inValues',
  KeyA: 'list',
  KeyL: 'within',
  KeyN: 'only',
};

/** The command of a key pressed in a field of the bar, or elsewhere in the view (`null`). */
export function commandOf(event: KeyPress, field: 'pattern' | 'replacement' | null): BarCommand | null {
  const { key, code, shiftKey, altKey } = event;
  const control = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return 'close';
  const isNext = key === 'F3' || (IS_MAC && event.metaKey && !altKey && code === 'KeyG');
  if (isNext) return shiftKey ? 'previous' : 'next';
  if (IS_MAC && event.metaKey && altKey && code === 'KeyF') return 'replace';
  if (control && !altKey && !shiftKey) {
    if (code === 'KeyF') return 'find';
    if (code === 'KeyH') return 'replace';
  }
  if (control && shiftKey && code === 'Digit1') return 'replaceOne';
  if (altKey && !control && !shiftKey) {
    const toggle = TOGGLES[code];
    if (toggle !== undefined) return toggle;
  }
  if (key !== 'Enter' || field === null) return null;
  if (control && altKey) return 'replaceAll';
  if (altKey) return 'selectAll';
  if (field === 'replacement') return control ? 'replaceAll' : 'replaceOne';
  return shiftKey ? 'previous' : 'next';
}
