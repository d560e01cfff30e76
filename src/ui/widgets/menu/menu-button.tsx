// The button of a menu, before and after the menu's code is loaded.

import { ChevronDown } from 'lucide-react';
import { buttonClass } from '../button.tsx';
import type { MenuProps } from './menu-model.ts';

/**
 * The clipping boundary of menus: none but the window, because they are fixed to it. Searching for other clipping ancestors
 * would read the styles of all of them while a menu opens.
 */
export const WINDOW_ALONE: Element[] = [];

/** How a menu without room beside its place fits: it moves into the window, over the place, and is not cut. */
export const MOVED_IN = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** Records what the user did with a button before its menu was loaded. */
export class EarlyInput {
  #wasPressed = false;
  #hadFocus = false;

  press(): void {
    this.#wasPressed = true;
  }

  /** Whether the menu is to open once it is loaded. */
  get isPressed(): boolean {
    return this.#wasPressed;
  }

  /** Called when the user has moved on to something else. */
  forget(): void {
    this.#wasPressed = false;
  }

  leave(hadFocus: boolean): void {
    this.#hadFocus = hadFocus;
  }

  /** Returns the record, and clears it. */
  take(): { readonly wasPressed: boolean; readonly hadFocus: boolean } {
    const taken = { wasPressed: this.#wasPressed, hadFocus: this.#hadFocus };
    this.#wasPressed = this.#hadFocus = false;
    return taken;
  }
}

/** The attributes of a menu's button, the same before and after loading. */
export function buttonAttributes({ id, className, look, icon, label, tooltip }: MenuProps) {
  return { id, className: className ?? buttonClass(look, icon), 'aria-label': label, 'data-hint': tooltip };
}

/** The content of a menu's button, with the arrow of a menu. */
export function MenuTitle({ title, icon, className }: MenuProps) {
  return (
    <>
      {title}
      {icon !== true && className === undefined && <ChevronDown size={12} aria-hidden />}
    </>
  );
}
