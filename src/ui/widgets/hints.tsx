// Tooltips. Elements have their text in `data-hint`; one component for the whole page shows it beside the element under the
// pointer or with keyboard focus. One component per button made the start of the page a long task. A tooltip only repeats or
// extends the content of its element, so it is hidden from screen readers.

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { platformKeys } from '../model/platform-keys.ts';
import styles from './hints.module.css';

/** Time that the pointer rests before a tooltip is shown, in milliseconds. */
const REST_MS = 500;
/** Distance between element and tooltip, and between tooltip and page edge, in pixels. */
const GAP_PX = 6;

interface Shown {
  readonly text: string;
  readonly anchor: DOMRect;
}

/** Shows the tooltips of the page. Render it once. */
export function Hints() {
  const [shown, setShown] = useState<Shown | null>(null);
  const popup = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;
    const hide = (): void => {
      clearTimeout(timer);
      current = null;
      setShown(null);
    };
    const enter = (event: Event): void => {
      const target = event.target instanceof Element ? event.target.closest('[data-hint]') : null;
      if (target === current) return;
      hide();
      const byKeyboard = event.type === 'focusin';
      if (target === null || (byKeyboard && !target.matches(':focus-visible'))) return;
      current = target;
      const show = (): void => {
        const text = target.getAttribute('data-hint');
        if (text !== null && target.isConnected) setShown({ text, anchor: target.getBoundingClientRect() });
      };
      timer = setTimeout(show, byKeyboard ? 0 : REST_MS);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('pointerover', enter);
    document.addEventListener('focusin', enter);
    document.addEventListener('pointerdown', hide);
    document.addEventListener('keydown', key);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', enter);
      document.removeEventListener('focusin', enter);
      document.removeEventListener('pointerdown', hide);
      document.removeEventListener('keydown', key);
    };
  }, []);

  // Below the element, or above it at the end of the page; always within the page.
  useLayoutEffect(() => {
    const element = popup.current;
    if (element === null || shown === null) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const { anchor } = shown;
    const below = anchor.bottom + GAP_PX;
    const top = below + height > innerHeight ? anchor.top - GAP_PX - height : below;
    const left = Math.min(Math.max(GAP_PX, anchor.left + (anchor.width - width) / 2), innerWidth - width - GAP_PX);
    element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }, [shown]);

  if (shown === null) return null;
  // Outside the page's root, which is a stacking context: dialogs are outside of it too, and tooltips are above them.
  return createPortal(
    <div ref={popup} className={styles.hint} role="tooltip" aria-hidden>
      {platformKeys(shown.text)}
    </div>,
    document.body,
  );
}
