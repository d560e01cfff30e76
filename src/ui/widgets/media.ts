// Sizes that the layout depends on, as React hooks.

import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

/** Below this width only one panel is shown, in pixels. @see requirements PAN-9 */
export const NARROW_PX = 700;
/** Up to this width there is no advertising column, in pixels. @see requirements PAN-6 */
export const NO_ADS_PX = 980;

/** Whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Whether an element is narrower than `px`; `false` before it is measured and while it is hidden. */
export function useNarrower(target: RefObject<HTMLElement | null>, px: number): boolean {
  const [narrower, setNarrower] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element;
      if (clientWidth > 0) setNarrower(clientWidth < px);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [target, px]);
  return narrower;
}

/** The size of an element's content box in whole pixels; 0 × 0 before it is measured or while it is hidden. */
export function useSize(target: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    // The observer calls back after the browser's own layout; measuring here would force another one.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return size;
}
