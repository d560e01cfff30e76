// Every accent and promo colour, in light and dark, is readable on all its backgrounds: contrast 4.5 to 1 (WCAG AA).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { THEME_COLOURS } from '../../../src/ui/theme/choice.ts';
import { PROMO_COLOURS } from '../../../src/ui/page/promo.ts';

const UI = join(import.meta.dirname, '../../../src/ui');
const AA = 4.5;

/** The custom properties that apply for these attributes of `<html>`: more specific rules win, then later ones. */
function variables(css: string, attributes: Readonly<Record<string, string>>): Map<string, string> {
  const found = new Map<string, string>();
  const rules = [...css.matchAll(/^(:root[^{]*)\{([^}]*)\}/gm)].map(([, selectors = '', body = ''], order) => ({
    weight: Math.max(-1, ...selectors.split(',').map((one) => weightOf(one.trim(), attributes))),
    order,
    body,
  }));
  for (const { body } of rules
    .filter(({ weight }) => weight >= 0)
    .toSorted((a, b) => a.weight - b.weight || a.order - b.order))
    for (const [, name = '', value = ''] of body.matchAll(/--([\w-]+):\s*(#[\da-f]{3,6});/g)) found.set(name, value);
  return found;
}

/** The number of attributes in a selector; -1 if it does not match. */
function weightOf(selector: string, attributes: Readonly<Record<string, string>>): number {
  const asked = [...selector.matchAll(/\[data-(\w+)='(\w+)'\]/g)];
  return asked.every(([, name = '', value]) => attributes[name] === value) ? asked.length : -1;
}

function channels(colour: string): number[] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255);
}

/** @see WCAG 2.2, relative luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('contrast', () => {
  const css = readFileSync(join(UI, 'theme/variables.css'), 'utf8');
  const cases = (['light', 'dark'] as const).flatMap((theme) => THEME_COLOURS.map((color) => [theme, color] as const));

  it('[SET-2] each colour of the theme is one of its own, in light and in dark', () => {
    const accents = cases.map(([theme, color]) => variables(css, { theme, color }).get('accent'));
    expect(new Set(accents).size).toBe(cases.length);
  });

  it.each(cases)('[SET-2] %s, %s: the accent can be read on all that it stands on', (theme, color) => {
    const found = variables(css, { theme, color });
    const pairs = [
      ...['bg', 'surface', 'raised', 'hover', 'accent-soft'].map((ground) => ['accent', ground] as const),
      ['on-accent', 'accent'] as const,
      ['text', 'accent-soft'] as const,
    ];
    const poor = pairs
      .map(([ink, ground]) => [ink, ground, contrast(found.get(ink) ?? '#000', found.get(ground) ?? '#000')] as const)
      .filter(([, , ratio]) => ratio < AA);
    expect(poor).toEqual([]);
  });

  it('[PAN-6] the promo can be read in each of its colours', () => {
    const ads = readFileSync(join(UI, 'page/ads.module.css'), 'utf8');
    const colours = new Map(
      [...ads.matchAll(/data-colour='(\w+)'\] \{\s*--promo: ([^;]+);/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    );
    expect([...colours.keys()].toSorted()).toEqual([...PROMO_COLOURS].toSorted());
    for (const [name, colour] of colours)
      if (name !== 'theme') expect([name, contrast('#fff', colour) >= AA]).toEqual([name, true]);
  });
});
