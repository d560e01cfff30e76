// Menus as data: groups of entries or choices, with or without a label. The same groups show as a menu of their
// own where there is room, and folded into one "…" menu where there is not. What floats is loaded after the page
// stands; until then a button remembers that it was pressed.

import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Boundary } from './boundary.tsx';
import { buttonClass, type ButtonProps } from './button.tsx';
import { patiently } from '../patiently.ts';

const MenuFrame = lazy(patiently(() => import('./menuframe.tsx')));

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

/**
 * What a menu keeps inside of: the page's window alone, as it is fixed there. To find out what else might cut it off
 * asks for the styles of all that is around it, while it opens.
 */
export const WINDOW_ALONE: Element[] = [];

/** What happened to a button before its menu was loaded. */
export class Early {
  #wasPressed = false;
  #hadFocus = false;

  press(): void {
    this.#wasPressed = true;
  }

  /** Somebody has gone on to something else. */
  forget(): void {
    this.#wasPressed = false;
  }

  leave(hadFocus: boolean): void {
    this.#hadFocus = hadFocus;
  }

  /** Answers it, once. */
  take(): { readonly wasPressed: boolean; readonly hadFocus: boolean } {
    const taken = { wasPressed: this.#wasPressed, hadFocus: this.#hadFocus };
    this.#wasPressed = this.#hadFocus = false;
    return taken;
  }
}

/** A button that opens a menu. */
export function Menu(props: MenuProps) {
  const [early] = useState(() => new Early());
  const button = <EarlyButton {...props} early={early} />;
  return (
    <Boundary fallback={button}>
      <Suspense fallback={button}>
        <MenuFrame {...props} early={early} />
      </Suspense>
    </Boundary>
  );
}

/** The button as it looks with its menu, while that is loaded. */
function EarlyButton({ early, ...props }: MenuProps & { readonly early: Early }) {
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

/** What a menu's button has, loaded or not. */
export function buttonAttributes({ id, className, look, icon, label, tooltip }: MenuProps) {
  return { id, className: className ?? buttonClass(look, icon), 'aria-label': label, 'data-hint': tooltip };
}

/** What a menu's button shows, with the sign that a menu opens. */
export function MenuTitle({ title, icon, className }: MenuProps) {
  return (
    <>
      {title}
      {icon !== true && className === undefined && <ChevronDown size={12} aria-hidden />}
    </>
  );
}
