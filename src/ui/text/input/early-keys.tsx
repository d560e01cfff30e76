// Records what is typed into a text before its editor is loaded, to be replayed once it is. The field is invisible and does not
// show what it records; the first screen shows the caret. `panel/text-content.tsx` holds the keys, `text/view.tsx` replays them.

import { useEffect, type RefObject } from 'react';
import type { EarlyKey } from './waiting-keys.ts';
import styles from '../rendering/first-screen.module.css';

/** Keys for the text without Ctrl or Cmd. */
const PLAIN = new Set([
  'Enter',
  'Backspace',
  'Delete',
  'Tab',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
]);
/** Keys for the text with Ctrl or Cmd. Pasting has an event of its own. */
const CONTROL = new Set([...PLAIN, 'a', 'z', 'y']);
/** Keys by the input type that on-screen keyboards report instead. */
const INPUTS: Readonly<Record<string, string>> = {
  deleteContentBackward: 'Backspace',
  deleteContentForward: 'Delete',
  insertLineBreak: 'Enter',
  insertParagraph: 'Enter',
};

export interface EarlyKeysProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The accessible name. */
  readonly label: string;
  onKey(key: EarlyKey): void;
}

/** The recording field; it has the focus while typing is meant for the text. */
export function EarlyKeys({ field, label, onKey }: EarlyKeysProps) {
  useEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    const watch = new AbortController();
    const take = (event: Event, key: EarlyKey): void => {
      event.preventDefault();
      event.stopPropagation();
      onKey(key);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.isComposing) return;
      const control = event.ctrlKey || event.metaKey;
      const isLetter = event.key.length === 1 && (event.getModifierState('AltGraph') || (!control && !event.altKey));
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (isLetter) take(event, { type: 'text', text: event.key });
      else if ((control ? CONTROL : PLAIN).has(name)) take(event, { type: 'key', press: event });
    };
    const onBeforeInput = (event: InputEvent): void => {
      if (event.isComposing) return;
      const key = INPUTS[event.inputType];
      if (key !== undefined) take(event, { type: 'key', press: new KeyboardEvent('keydown', { key, code: key }) });
      else if (event.inputType === 'insertText' && event.data !== null) take(event, { type: 'text', text: event.data });
    };
    const onCompositionEnd = ({ data }: CompositionEvent): void => {
      if (data !== '') onKey({ type: 'text', text: data });
      element.value = '';
    };
    const onPaste = (event: ClipboardEvent): void => {
      take(event, { type: 'paste', text: event.clipboardData?.getData('text/plain') ?? '' });
    };
    const { signal } = watch;
    element.addEventListener('keydown', onKeyDown, { signal });
    element.addEventListener('beforeinput', onBeforeInput, { signal });
    element.addEventListener('compositionend', onCompositionEnd, { signal });
    element.addEventListener('paste', onPaste, { signal });
    return () => watch.abort();
  }, [field, onKey]);

  return (
    <textarea
      ref={field}
      className={styles.keys}
      aria-label={label}
      tabIndex={-1}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
