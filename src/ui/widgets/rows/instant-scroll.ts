// React renders what a scroll event changes a frame late, which shows as blank rows at speed. Sent again within `flushSync`, the
// same event is rendered before the browser paints.

import { useEffect, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Renders scroll events of `list`, which is inside `frame`, in their own frame. */
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
