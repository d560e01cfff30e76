// The choices of the settings menu as data, shared by the menu and the command palette.

import { WRAP_SETTINGS } from '../../shared/settings/wrapping.ts';
import type { Preferences, PreferenceStore } from '../settings/preferences.ts';
import { MENU, WRAPS } from '../strings/app/settings.ts';
import { THEME_COLOURS, THEME_SETTINGS } from '../theme/choice.ts';
import type { MenuChoice, MenuChoices } from '../widgets/menu/menu-model.ts';

/** Returns the choices with their current values. */
export function settingsChoices(shown: Readonly<Preferences>, preferences: PreferenceStore): MenuChoices[] {
  const one = <K extends 'theme' | 'themeColor' | 'wrap'>(
    name: K,
    legend: string,
    choices: readonly MenuChoice<Preferences[K]>[],
  ): MenuChoices => ({
    legend,
    choices,
    value: shown[name],
    onChange: (value) => {
      const chosen = choices.find((choice) => choice.value === value);
      if (chosen !== undefined) preferences.set(name, chosen.value);
    },
  });
  return [
    one(
      'theme',
      MENU.theme,
      THEME_SETTINGS.map((value) => ({ value, label: MENU.themes[value] })),
    ),
    one(
      'themeColor',
      MENU.colour,
      THEME_COLOURS.map((value) => ({ value, label: MENU.colours[value] })),
    ),
    one(
      'wrap',
      MENU.wrap,
      WRAP_SETTINGS.map((value) => ({ value, ...WRAPS[value] })),
    ),
  ];
}
