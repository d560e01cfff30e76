// What can be chosen of the page's colours, as it is stored (SET-1).

/** `auto` follows the system. */
export const THEME_SETTINGS = ['auto', 'light', 'dark'] as const;
export type ThemeSetting = (typeof THEME_SETTINGS)[number];

/** What marks the primary action, the focus and what is switched on. Green is stored as `default`. */
export const THEME_COLOURS = ['default', 'blue', 'red'] as const;
export type ThemeColour = (typeof THEME_COLOURS)[number];
