// The two panels, and their modes.

import type { Side } from '../../shared/protocol/compare.ts';

export type { Side };

export const SIDES = ['left', 'right'] as const satisfies readonly Side[];

export const MODES = ['text', 'tree', 'table'] as const;

export type Mode = (typeof MODES)[number];
