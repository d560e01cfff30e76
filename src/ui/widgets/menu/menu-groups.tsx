// The content of a menu: entries, choices, submenus. Loaded with the first menu.

import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MiddleCut } from '../middle-cut.tsx';
import styles from './menu.module.css';
import { NARROW_PX, useMedia } from '../media.ts';
import { MOVED_IN, WINDOW_ALONE } from './menu-button.tsx';
import { platformKeys } from '../../model/platform-keys.ts';
import type { MenuChoices, MenuEntry, MenuGroup, MenuProps } from './menu-model.ts';

/** Groups of a menu. */
export function MenuGroups({ groups }: { readonly groups: MenuProps['groups'] }) {
  return groups.map((group) =>
    'legend' in group ? (
      <Choices key={group.legend} {...group} />
    ) : (
      <Entries key={group.label ?? group.entries[0]?.label} group={group} />
    ),
  );
}

/** A group that is read when its menu opens. */
export function LateGroup({ read }: { readonly read: () => Promise<MenuGroup> }) {
  const [group, setGroup] = useState<MenuGroup | null>(null);
  useEffect(() => {
    let isOpen = true;
    read().then(
      (next) => isOpen && setGroup(next),
      // The menu works without it.
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, [read]);
  return group !== null && group.entries.length > 0 && <Entries group={group} />;
}

function Entries({ group }: { readonly group: MenuGroup }) {
  return (
    <BaseMenu.Group className={styles.group}>
      {group.label !== undefined && <BaseMenu.GroupLabel className={styles.label}>{group.label}</BaseMenu.GroupLabel>}
      {group.entries.map((entry) =>
        entry.more === undefined ? (
          <BaseMenu.Item
            key={entry.id ?? entry.label}
            className={styles.item}
            disabled={entry.disabled}
            onClick={entry.onSelect}
          >
            {entry.isName === true ? <MiddleCut text={entry.label} /> : <span>{entry.label}</span>}
            {entry.hint !== undefined && <span className={styles.hint}>{platformKeys(entry.hint)}</span>}
          </BaseMenu.Item>
        ) : (
          <Submenu key={entry.id ?? entry.label} entry={entry} groups={entry.more} />
        ),
      )}
    </BaseMenu.Group>
  );
}

function Submenu({ entry, groups }: { readonly entry: MenuEntry; readonly groups: MenuProps['groups'] }) {
  // A phone has no room on either side.
  const isNarrow = useMedia(`(width < ${NARROW_PX}px)`);
  return (
    <BaseMenu.SubmenuRoot>
      <BaseMenu.SubmenuTrigger className={styles.item} disabled={entry.disabled}>
        <span>{entry.label}</span>
        <ChevronRight size={12} aria-hidden />
      </BaseMenu.SubmenuTrigger>
      <BaseMenu.Portal className={styles.portal}>
        <BaseMenu.Positioner
          className={styles.positioner}
          positionMethod="fixed"
          collisionBoundary={WINDOW_ALONE}
          {...(isNarrow && { collisionAvoidance: MOVED_IN })}
          sideOffset={-2}
          alignOffset={-5}
        >
          <BaseMenu.Popup className={styles.popup} tabIndex={0}>
            <MenuGroups groups={groups} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.SubmenuRoot>
  );
}

function Choices({ legend, choices, value, onChange }: MenuChoices) {
  return (
    <BaseMenu.Group className={styles.group}>
      <BaseMenu.GroupLabel className={styles.label}>{legend}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
        {choices.map((choice) => (
          <BaseMenu.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
            <span>{choice.label}</span>
            {choice.hint !== undefined && <span className={styles.hint}>{platformKeys(choice.hint)}</span>}
            <BaseMenu.RadioItemIndicator className={styles.check}>
              <Check size={14} aria-hidden />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}
