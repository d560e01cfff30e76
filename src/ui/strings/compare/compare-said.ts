// Announcements of Compare for screen readers.

import type { ChangeKind } from '../../../shared/protocol/compare.ts';
import type { Side } from '../../model/side.ts';
import { COMPARE } from './compare.ts';

const KINDS = { create: 'created', update: 'changed', delete: 'deleted' } as const;
const differences = (count: number): string => `${count.toLocaleString()} ${COMPARE.count(count)}`;

export const COMPARE_SAID = {
  /** The differences of a comparison. */
  result: (count: number, isStructure: boolean): string => {
    if (count === 0) return isStructure ? COMPARE.sameStructure : COMPARE.none;
    return isStructure ? `${count.toLocaleString()} ${COMPARE.inStructure(count)}` : differences(count);
  },
  at: (place: number, count: number, what: string): string =>
    `Difference ${place.toLocaleString()} of ${count.toLocaleString()}: ${what}`,
  change: (path: string, kind: ChangeKind): string => `${path} ${KINDS[kind]}`,
  move: (from: string, to: string): string => `${from} moved to ${to}`,
  /** `what`: a path, or a number of differences; `null` if it is not known. */
  taken: (what: string | number | null, toward: Side): string =>
    `${typeof what === 'number' ? differences(what) : (what ?? 'One value')} taken over to the ${toward}.`,
} as const;
