// The two panels, and their modes.

export const SIDES = ['left', 'right'] as const;

export type Side = (typeof SIDES)[number];

export const MODES = ['text', 'tree', 'table'] as const;

export type Mode = (typeof MODES)[number];
