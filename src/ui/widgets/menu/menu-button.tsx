// The button of a menu, before and after what floats is loaded.

import { ChevronDown } from 'lucide-react';
import { buttonClass } from '../button.tsx';
import type { MenuProps } from './menu-model.ts';

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
