// React renders the changes of a scroll event one frame late, which shows as blank rows during fast scrolling. Dispatching the
// same event again within `flushSync` renders them before the browser paints.

import { useEffect, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Renders scroll events of `list`, a descendant of `frame`, in the same frame. */
export function useInstantScroll(frame: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current;
    const again = (event: Event): void => {
      if (!event.isTrusted || event.target !== list.current) return;
      event.stopImmediatePropagation();
      flushSync(() => list.current?.dispatchEvent(new Event('scroll')));
    };
    element?.addEventListener('scroll', again, { capture: true, passive: true });
    return () => element?.removeEventListener('scroll', again, { capture: true });
  }, [frame, list]);
}
