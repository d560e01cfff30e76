// Shades the space of the page's scrollbar like the page while a dialog is open. The colour is set on the element itself: a
// rule that starts or stops matching the root, which holds the variables, makes the browser recalculate the styles of the whole
// page.

import { useLayoutEffect } from 'react';

let shades = 0;

/** Shades that space while mounted. */
export function Shade() {
  useLayoutEffect(() => {
    const root = document.documentElement;
    shades += 1;
    root.style.backgroundColor = getComputedStyle(root).getPropertyValue('--shaded');
    return () => {
      shades -= 1;
      if (shades === 0) root.style.backgroundColor = '';
    };
  }, []);
  return null;
}
