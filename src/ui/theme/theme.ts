// The colour theme: the setting, what the system asks for, and the attribute on <html> that the style
// sheets read. Applied before React renders, so that no frame has the wrong colours.

import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './variables.css';
import './base.css';

/** What a person chose; `auto` follows the system. */
export const THEME_SETTINGS = ['auto', 'light', 'dark'] as const;
export type ThemeSetting = (typeof THEME_SETTINGS)[number];
/** What is shown. */
export type Theme = 'light' | 'dark';

const SYSTEM_DARK = '(prefers-color-scheme: dark)';

/** What a setting means now. @see requirements SET-3 */
export function resolveTheme(setting: ThemeSetting): Theme {
  if (setting !== 'auto') return setting;
  return matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light';
}

/** Shows a theme on the whole page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
}

/** Calls back when the system turns dark or light. */
export function watchSystemTheme(listener: () => void): void {
  matchMedia(SYSTEM_DARK).addEventListener('change', listener);
}
