// Menus as data: entries, in groups with or without a label. The same entries show as a menu of their
// own where there is room, and folded into one "…" menu where there is not.

import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, ChevronDown, ChevronRight } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { buttonClass, type ButtonProps } from './button.tsx';
import styles from './menu.module.css';

/** One line of a menu. */
export interface MenuEntry {
  readonly label: string;
  /** Tells it from another one with the same label. */
  readonly id?: string;
  /** A shortcut, or what it is about. */
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  /** A menu that opens beside the entry; `onSelect` is not called then. */
  readonly more?: readonly MenuGroup[];
}

/** Entries that belong together. */
export interface MenuGroup {
  readonly label?: string;
  readonly entries: readonly MenuEntry[];
}

/** One of several choices, of which one is made. */
export interface MenuChoice<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly hint?: string;
}

interface MenuButtonProps {
  /** What the button shows: a word or an icon. */
  readonly title: ReactNode;
  readonly label?: string;
  readonly id?: string;
  readonly look?: ButtonProps['look'];
  readonly icon?: boolean;
  readonly disabled?: boolean;
  readonly align?: 'start' | 'end';
  /** In place of a button's own look, without the sign that a menu opens. */
  readonly className?: string | undefined;
  readonly tooltip?: string;
}

/** A button that opens a menu of entries. */
export function Menu({ groups, ...button }: MenuButtonProps & { readonly groups: readonly MenuGroup[] }) {
  return (
    <MenuFrame {...button}>
      <MenuGroups groups={groups} />
    </MenuFrame>
  );
}

function MenuGroups({ groups }: { readonly groups: readonly MenuGroup[] }) {
  return groups.map((group) => <MenuEntries key={group.label ?? group.entries[0]?.label} group={group} />);
}

/** Entries of a menu. */
export function MenuEntries({ group }: { readonly group: MenuGroup }) {
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
            <span>{entry.label}</span>
            {entry.hint !== undefined && <span className={styles.hint}>{entry.hint}</span>}
          </BaseMenu.Item>
        ) : (
          <Submenu key={entry.id ?? entry.label} entry={entry} groups={entry.more} />
        ),
      )}
    </BaseMenu.Group>
  );
}

function Submenu({ entry, groups }: { readonly entry: MenuEntry; readonly groups: readonly MenuGroup[] }) {
  return (
    <BaseMenu.SubmenuRoot>
      <BaseMenu.SubmenuTrigger className={styles.item} disabled={entry.disabled}>
        <span>{entry.label}</span>
        <ChevronRight size={12} aria-hidden />
      </BaseMenu.SubmenuTrigger>
      <BaseMenu.Portal className={styles.portal}>
        <BaseMenu.Positioner className={styles.positioner} positionMethod="fixed" sideOffset={-2} alignOffset={-5}>
          <BaseMenu.Popup className={styles.popup} tabIndex={0}>
            <MenuGroups groups={groups} />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.SubmenuRoot>
  );
}

/** Where a menu without a button opens: a point, or beside a box, in pixels of the page's window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** Into this element the menu is put, so that a screen reader finds it where it belongs. */
  readonly within: HTMLElement;
}

/** A menu at a point, for a right click or a key; gone when `place` is `null`. */
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
  /** What has the focus afterwards. */
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
          anchor={{ getBoundingClientRect: () => DOMRect.fromRect({ x, y, width: 0, height: 0 }) }}
          side="bottom"
          align="start"
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

/** One choice to make in a menu. */
export function MenuChoices<T extends string>({
  legend,
  choices,
  value,
  onChange,
}: {
  /** What is chosen. */
  readonly legend: string;
  readonly choices: readonly MenuChoice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <BaseMenu.Group className={styles.group}>
      <BaseMenu.GroupLabel className={styles.label}>{legend}</BaseMenu.GroupLabel>
      <BaseMenu.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
        {choices.map((choice) => (
          <BaseMenu.RadioItem key={choice.value} value={choice.value} className={styles.item} closeOnClick>
            <span>{choice.label}</span>
            {choice.hint !== undefined && <span className={styles.hint}>{choice.hint}</span>}
            <BaseMenu.RadioItemIndicator className={styles.check}>
              <Check size={14} aria-hidden />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    </BaseMenu.Group>
  );
}

/** A button that opens a menu of groups. */
export function MenuFrame({
  title,
  label,
  id,
  look,
  icon = false,
  disabled = false,
  align = 'start',
  className,
  tooltip,
  children,
}: MenuButtonProps & { readonly children: ReactNode }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  // The menu is put into the landmark of its button, so that a screen reader finds it where it belongs.
  const follow = (open: boolean): void => {
    if (open) setLandmark(trigger.current?.closest<HTMLElement>('section, header, [data-menus]') ?? null);
  };
  return (
    <BaseMenu.Root modal={false} onOpenChange={follow}>
      <BaseMenu.Trigger
        ref={trigger}
        id={id}
        className={className ?? buttonClass(look, icon)}
        aria-label={label}
        data-hint={tooltip}
        disabled={disabled}
      >
        {title}
        {!icon && className === undefined && <ChevronDown size={12} aria-hidden />}
      </BaseMenu.Trigger>
      <BaseMenu.Portal className={styles.portal} container={landmark}>
        <BaseMenu.Positioner className={styles.positioner} positionMethod="fixed" sideOffset={4} align={align}>
          {/* On a small screen it scrolls, and what scrolls has to be reached by keys. */}
          <BaseMenu.Popup className={styles.popup} tabIndex={0}>
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
