// While a dialog holds the page still, the room of the page's scrollbar is shaded as the page is. Told by an attribute: a
// rule with `:has` would have all of the page styled anew whenever a dialog comes or goes.

import { useLayoutEffect } from 'react';

let shades = 0;

/** Shades that room while it is there. */
export function Shade() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    shades += 1;
    dataset['shaded'] = '';
    return () => {
      shades -= 1;
      if (shades === 0) delete dataset['shaded'];
    };
  }, []);
  return null;
}
