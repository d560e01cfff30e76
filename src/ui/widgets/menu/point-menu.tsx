// A menu without a button, opened at a point.

import { Menu as BaseMenu } from '@base-ui/react/menu';
import styles from './menu.module.css';
import { MOVED_IN, WINDOW_ALONE } from './menu-button.tsx';
import type { MenuGroup, MenuPlace } from './menu-model.ts';
import { MenuGroups } from './menu-groups.tsx';

/** A menu at a point, for a right click or a key; closed when `place` is `null`. */
export function PointMenu({
  place,
  groups,
  label,
  onClose,
  returnFocus,
}: {
  readonly place: MenuPlace | null;
  readonly groups: readonly MenuGroup[];
  readonly label: string;
  readonly onClose: () => void;
  /** Returns the element that gets the focus on closing. */
  readonly returnFocus: () => HTMLElement | null;
}) {
  if (place === null) return null;
  const { x, y } = place;
  return (
    <BaseMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <BaseMenu.Portal className={styles.portal} container={place.within}>
        <BaseMenu.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          collisionBoundary={WINDOW_ALONE}
          anchor={{ getBoundingClientRect: () => DOMRect.fromRect({ x, y, width: 0, height: 0 }) }}
          side="bottom"
          align="start"
          collisionAvoidance={MOVED_IN}
        >
          <BaseMenu.Popup
            className={styles.popup}
            tabIndex={0}
            aria-label={label}
            finalFocus={() => returnFocus() ?? true}
          >
            <MenuGroups groups={groups} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
