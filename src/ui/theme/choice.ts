// The theme settings, in their stored form (SET-1).

/** `auto` follows the system. */
export const THEME_SETTINGS = ['auto', 'light', 'dark'] as const;
export type ThemeSetting = (typeof THEME_SETTINGS)[number];

/** The accent colour of primary actions, focus and selected controls. Green is stored as `default`. */
export const THEME_COLOURS = ['default', 'blue', 'red'] as const;
export type ThemeColour = (typeof THEME_COLOURS)[number];
