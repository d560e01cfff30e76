// Renders menus from data: groups of entries or choices, with or without a label. The same groups are separate menus if there
// is space, and otherwise parts of one "…" menu. The code of open menus is loaded after the page; until then a button remembers
// that it was pressed.

import { loadWithRetry } from '../../load-with-retry.ts';
import { EarlyInput, buttonAttributes, MenuTitle } from './menu-button.tsx';
import type { MenuProps } from './menu-model.ts';
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { Boundary } from '../boundary.tsx';

const MenuFrame = lazy(loadWithRetry(() => import('./menuframe.tsx')));

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const [early] = useState(() => new EarlyInput());
  const button = <EarlyButton {...props} early={early} />;
  return (
    <Boundary fallback={button}>
      <Suspense fallback={button}>
        <MenuFrame {...props} early={early} />
      </Suspense>
    </Boundary>
  );
}

/** The button while the code of its menu is loading. */
function EarlyButton({ early, ...props }: MenuProps & { readonly early: EarlyInput }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const shown = button.current;
    return () => early.leave(document.activeElement === shown);
  }, [early]);
  return (
    <button
      ref={button}
      type="button"
      {...buttonAttributes(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      disabled={props.disabled}
      onMouseDown={(event) => event.button === 0 && early.press()}
      onClick={() => early.press()}
      onBlur={() => early.forget()}
      onKeyDown={(event) => event.key === 'ArrowDown' && early.press()}
    >
      <MenuTitle {...props} />
    </button>
  );
}
