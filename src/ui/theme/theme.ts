// The colour theme: the settings, the system's preference, and the attributes on <html> that the style sheets use. Applied
// before React renders, so that no frame has the wrong colours.

import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './variables.css';
import './base.css';
import './forced-colors.css';
import type { ThemeColour, ThemeSetting } from './choice.ts';

/** The effective theme. */
export type Theme = 'light' | 'dark';

const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/** Returns the effective theme of a setting. @see requirements SET-3 */
export function resolveTheme(setting: ThemeSetting): Theme {
  if (setting !== 'auto') return setting;
  return matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light';
}

/** Applies a theme and an accent colour to the page. */
export function applyTheme(theme: Theme, colour: ThemeColour): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['color'] = colour;
}

/** Calls back when the system switches between dark and light. */
export function watchSystemTheme(listener: () => void): void {
  matchMedia(SYSTEM_DARK).addEventListener('change', listener);
}
