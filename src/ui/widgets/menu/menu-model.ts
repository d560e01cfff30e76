// Menus as data. A level has at most twelve entries, so that it fits into a small window.

import type { ReactNode } from 'react';
import type { ButtonProps } from '../button.tsx';

/** One line of a menu. */
export interface MenuEntry {
  readonly label: string;
  /** Distinguishes entries with the same label. */
  readonly id?: string;
  /** A shortcut or a short explanation. */
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  /** Whether the label is a name, which is cut in the middle where it is too long. */
  readonly isName?: boolean;
  /** A submenu; `onSelect` is not called for it. */
  readonly more?: readonly (MenuGroup | MenuChoices)[];
}

/** A group of entries. */
export interface MenuGroup {
  readonly label?: string;
  readonly entries: readonly MenuEntry[];
}

/** One alternative of a radio group. */
export interface MenuChoice<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly hint?: string;
}

/** A radio group in a menu. */
export interface MenuChoices {
  /** The label of the group. */
  readonly legend: string;
  readonly choices: readonly MenuChoice<string>[];
  readonly value: string;
  onChange(value: string): void;
}

/** Where a menu without a button opens: at a point or beside a box, in pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** The menu is rendered into this element, so that screen readers find it in the right landmark. */
  readonly within: HTMLElement;
}

export interface MenuProps {
  /** The content of the button: text or an icon. */
  readonly title: ReactNode;
  readonly label?: string;
  readonly id?: string;
  readonly look?: ButtonProps['look'];
  readonly icon?: boolean;
  readonly disabled?: boolean;
  readonly align?: 'start' | 'end';
  /** Replaces the button's look, and hides the arrow. */
  readonly className?: string | undefined;
  readonly tooltip?: string;
  readonly groups: readonly (MenuGroup | MenuChoices)[];
  /** Reads a further group, each time that the menu opens; shown last, and not at all without entries. */
  readonly readLast?: () => Promise<MenuGroup>;
}

/** Returns an entry that opens a submenu of what the groups hold; disabled where all of it is. */
export function submenu(label: string, groups: readonly MenuGroup[]): MenuEntry {
  const more = groups.filter(({ entries }) => entries.length > 0);
  const disabled = more.every(({ entries }) => entries.every((entry) => entry.disabled === true));
  return { label, disabled, more, onSelect: () => undefined };
}
