// The keys of the find bar: Monaco's own, as far as the browser lets them through.

import type { BarCommand } from '../model/bar-command.ts';

/** What is asked of a key; a DOM event fits. */
export interface BarKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** With Alt, by their place on the keyboard: Option and a letter type something else on a Mac. */
const TOGGLES: Readonly<Record<string, BarCommand>> = {
  KeyC: 'matchCase',
  KeyW: 'wholeWord',
  KeyR: 'regex',
  KeyP: 'preserveCase',
  KeyK: 'inKeys',
  KeyV: 'inValues',
  KeyA: 'list',
  KeyL: 'within',
};

/** The command of a key, pressed in a field of the bar or beside both (`null`). */
export function commandOf(event: BarKey, field: 'pattern' | 'replacement' | null): BarCommand | null {
  const { key, code, shiftKey, altKey } = event;
  const control = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return 'close';
  if (key === 'F3') return shiftKey ? 'previous' : 'next';
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
