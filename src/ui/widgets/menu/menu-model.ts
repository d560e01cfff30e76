// Menus as data.

import type { ReactNode } from 'react';
import type { ButtonProps } from '../button.tsx';

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

/** One thing to choose, of which one value is chosen. */
export interface MenuChoices {
  /** What is chosen. */
  readonly legend: string;
  readonly choices: readonly MenuChoice<string>[];
  readonly value: string;
  onChange(value: string): void;
}

/** Where a menu without a button opens: a point, or beside a box, in pixels of the page's window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** Into this element the menu is put, so that a screen reader finds it where it belongs. */
  readonly within: HTMLElement;
}

export interface MenuProps {
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
  readonly groups: readonly (MenuGroup | MenuChoices)[];
}
