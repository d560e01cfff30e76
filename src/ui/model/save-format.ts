// What is done to the layout when a person saves.

/** What is done to the layout when a person saves. @see requirements FMT-3 */
export const SAVE_FORMATS = ['keep', 'format', 'smart', 'compact'] as const;

export type SaveFormat = (typeof SAVE_FORMATS)[number];
