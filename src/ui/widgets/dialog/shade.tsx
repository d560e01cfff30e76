// While a dialog holds the page still, the room of the page's scrollbar is shaded as the page is. With the colour itself on
// the element: a rule that begins or ceases to fit the root, where the variables are, has all of the page styled anew.

import { useLayoutEffect } from 'react';

let shades = 0;

/** Shades that room while it is there. */
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
