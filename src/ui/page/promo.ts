// The colour of the promotion, which changes so that it stays noticeable. @see requirements PAN-6

/** Duration of each colour, in milliseconds. */
export const COLOUR_MS = 300_000;

/** The sequence of colours. */
export const PROMO_COLOURS = ['red', 'orange', 'purple', 'pink', 'theme', 'blue', 'gray'] as const;
export type PromoColour = (typeof PROMO_COLOURS)[number];

/** Returns the colour after a number of changes. */
export function promoColour(turns: number): PromoColour {
  return PROMO_COLOURS[turns % PROMO_COLOURS.length] ?? 'theme';
}
