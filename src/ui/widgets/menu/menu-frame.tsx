// A button with its menu; loaded by `menu.tsx`.

import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useCallback, useEffect, useRef, useState } from 'react';
import { buttonAttributes, MenuTitle, WINDOW_ALONE, type EarlyInput } from './menu-button.tsx';
import type { MenuProps } from './menu-model.ts';
import styles from './menu.module.css';
import { LateGroup, MenuGroups } from './menu-groups.tsx';

/** The button and its menu. A press or focus from before loading is replayed. */
export default function MenuFrame({ early, ...props }: MenuProps & { readonly early: EarlyInput }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  // The menu is rendered into the landmark of its button, so that screen readers find it there.
  const follow = useCallback((open: boolean): void => {
    if (open) setLandmark(trigger.current?.closest<HTMLElement>('section, header, [data-menus]') ?? null);
    setOpen(open);
  }, []);
  useEffect(() => {
    const { wasPressed, hadFocus } = early.take();
    if (hadFocus) trigger.current?.focus();
    if (wasPressed) follow(true);
  }, [early, follow]);
  return (
    <BaseMenu.Root modal={false} open={isOpen} onOpenChange={follow}>
      <BaseMenu.Trigger ref={trigger} {...buttonAttributes(props)} disabled={props.disabled ?? false}>
        <MenuTitle {...props} />
      </BaseMenu.Trigger>
      <BaseMenu.Portal className={styles.portal} container={landmark}>
        <BaseMenu.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          collisionBoundary={WINDOW_ALONE}
          sideOffset={4}
          align={props.align ?? 'start'}
        >
          {/* On small screens the menu scrolls, and scrollable elements must be reachable by keyboard. */}
          <BaseMenu.Popup className={styles.popup} tabIndex={0}>
            <MenuGroups groups={props.groups} />
            {props.readLast !== undefined && <LateGroup read={props.readLast} />}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
