// Which colour the promo has, so that nobody stops seeing it. @see requirements PAN-6

/** How long it keeps a colour, in milliseconds. */
export const COLOUR_MS = 300_000;

/** The colours in turn. */
export const PROMO_COLOURS = ['red', 'orange', 'purple', 'pink', 'theme', 'blue', 'gray'] as const;
export type PromoColour = (typeof PROMO_COLOURS)[number];

/** The colour after so many changes. */
export function promoColour(turns: number): PromoColour {
  return PROMO_COLOURS[turns % PROMO_COLOURS.length] ?? 'theme';
}
