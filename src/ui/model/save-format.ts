// Formatting on explicit saves.

/** Formatting on explicit saves. @see requirements FMT-3 */
export const SAVE_FORMATS = ['keep', 'format', 'smart', 'compact'] as const;

export type SaveFormat = (typeof SAVE_FORMATS)[number];
