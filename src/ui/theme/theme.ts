// The colour theme: the settings, what the system asks for, and the attributes on <html> that the style
// sheets read. Applied before React renders, so that no frame has the wrong colours.

import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './variables.css';
import './base.css';
import type { ThemeColour, ThemeSetting } from './choice.ts';

/** What is shown. */
export type Theme = 'light' | 'dark';

const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/** What a setting means now. @see requirements SET-3 */
export function resolveTheme(setting: ThemeSetting): Theme {
  if (setting !== 'auto') return setting;
  return matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light';
}

/** Shows a theme and a colour on the whole page. */
export function applyTheme(theme: Theme, colour: ThemeColour): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['color'] = colour;
}

/** Calls back when the system turns dark or light. */
export function watchSystemTheme(listener: () => void): void {
  matchMedia(SYSTEM_DARK).addEventListener('change', listener);
}
