// Renders menus from data: groups of entries or choices, with or without a label. The same groups are separate menus if there
// is space, and otherwise parts of one "…" menu. The code of open menus is loaded after the page; until then a button remembers
// that it was pressed.

import { lazyPart } from '../../browser/lazy-part.tsx';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { EarlyInput, buttonAttributes, MenuTitle } from './menu-button.tsx';
import type { MenuProps } from './menu-model.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import { PartBoundary, type RenderFailure } from '../boundary.tsx';

const MenuFrame = lazyPart(loadWithRetry(() => import('./menu-frame.tsx')));

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const [early] = useState(() => new EarlyInput());
  const button = <EarlyButton {...props} early={early} />;
  return (
    <PartBoundary
      loading={button}
      renderFailed={(failure) => <FailedMenu {...props} early={early} failure={failure} />}
    >
      <MenuFrame {...props} early={early} />
    </PartBoundary>
  );
}

/** The button of a menu whose code could not be loaded: once it is pressed, it says so. */
function FailedMenu({
  failure,
  ...props
}: MenuProps & { readonly early: EarlyInput; readonly failure: RenderFailure }) {
  const { early } = props;
  const [isOpen, setIsOpen] = useState(() => early.isPressed);
  return (
    <>
      <EarlyButton {...props} onPress={() => setIsOpen(true)} />
      {isOpen && failure.message('float', () => (early.forget(), setIsOpen(false)))}
    </>
  );
}

/** The button while the code of its menu is loading. */
function EarlyButton({
  early,
  onPress,
  ...props
}: MenuProps & { readonly early: EarlyInput; readonly onPress?: () => void }) {
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
      onClick={() => {
        early.press();
        onPress?.();
      }}
      onBlur={() => early.forget()}
      onKeyDown={(event) => event.key === 'ArrowDown' && early.press()}
    >
      <MenuTitle {...props} />
    </button>
  );
}
