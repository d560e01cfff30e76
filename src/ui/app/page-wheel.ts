// Keeps the editor where it is while the wheel turns over it. Below the editor the page has sections (PAN-10): over the header, the
// bars and the column between the panels, the wheel would scroll to them and take the editor away. They are reached by the page's
// scrollbar, by links and by keys; once the page is scrolled, the wheel scrolls it everywhere.

import { useEffect, type RefObject } from 'react';

/** Stops the wheel over the editor from scrolling the page away from its top. */
export function usePageWheel(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = editor.current;
    if (element === null) return;
    const stay = (event: WheelEvent): void => {
      const { deltaX, deltaY, ctrlKey, shiftKey, target } = event;
      if (event.defaultPrevented || ctrlKey || shiftKey || Math.abs(deltaY) <= Math.abs(deltaX) || scrollY > 0) return;
      if (!scrollsWithin(element, target, deltaY)) event.preventDefault();
    };
    element.addEventListener('wheel', stay, { passive: false });
    return () => element.removeEventListener('wheel', stay);
  }, [editor]);
}

/** Whether an element from the target up to `limit` scrolls in that direction. */
function scrollsWithin(limit: Element, target: EventTarget | null, delta: number): boolean {
  let element = target instanceof Element ? target : null;
  for (; element !== null && element !== limit; element = element.parentElement) {
    const { scrollTop, clientHeight, scrollHeight } = element;
    const rest = delta < 0 ? scrollTop : scrollHeight - clientHeight - scrollTop;
    if (rest >= 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)) return true;
  }
  return false;
}
