// Preserves scroll positions while the panels are swapped: browsers reset the scroll position of an element that is moved in
// the document.

import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { subscribeKey } from 'valtio/utils';
import type { PageModel } from '../app-model/app-model.ts';

interface Scrolled {
  readonly element: Element;
  readonly top: number;
  readonly left: number;
}

/**
 * Restores the scroll positions of all elements inside `within`, which the caller renders, before the frame is painted and
 * before scroll events are handled.
 */
export function useKeptScrolls(app: PageModel, within: RefObject<HTMLElement | null>): void {
  const kept = useRef<readonly Scrolled[]>([]);
  // Synchronously, because the next render moves the elements.
  useEffect(
    () => subscribeKey(app.state, 'swaps', () => (kept.current = scrolledIn(within.current)), true),
    [app, within],
  );
  useLayoutEffect(() => {
    for (const { element, top, left } of kept.current) element.scrollTo({ top, left, behavior: 'instant' });
    kept.current = [];
  });
}

function scrolledIn(root: HTMLElement | null): Scrolled[] {
  return Array.from(root?.querySelectorAll('*') ?? [], (element) => {
    const { scrollTop: top, scrollLeft: left } = element;
    return { element, top, left };
  }).filter(({ top, left }) => top !== 0 || left !== 0);
}
