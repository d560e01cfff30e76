// Collects finds by kind, for a list.

import { LEAK_KINDS, type Leak, type LeakGroup, type LeakKind } from '../../shared/protocol/leaks.ts';
import type { Secret } from './secret.ts';

/** Leaks of a kind that are listed. */
const MAX_LISTED = 1000;
/** Characters of a secret that are shown at its start and its end. */
const SHOWN = 3;
const MAX_HIDDEN = 12;

/** Where a leak is. */
export type LeakSpot = Pick<Leak, 'path' | 'isKey' | 'range' | 'line' | 'isComment'>;

/** Finds by kind. */
export class LeakGroups {
  private readonly groups = new Map<LeakKind, { count: number; first: Leak[]; severity: Leak['severity'] }>();

  /** Adds the secrets of one place, at most one of each kind. `spot` is called for those that are listed. */
  add(secrets: readonly Secret[], spot: () => LeakSpot): void {
    for (const kind of new Set(secrets.map((secret) => secret.kind))) {
      const ofKind = secrets.filter((one) => one.kind === kind);
      const secret = (ofKind.find(({ severity }) => severity === 'high') ?? ofKind[0]) as Secret;
      const group = this.groups.get(kind) ?? { count: 0, first: [], severity: secret.severity };
      this.groups.set(kind, group);
      group.count += 1;
      if (secret.severity === 'high') group.severity = 'high';
      if (group.first.length >= MAX_LISTED) continue;
      group.first.push({
        kind,
        severity: secret.severity,
        ...spot(),
        masked: mask(secret.text),
        ...(secret.claims === undefined ? {} : { claims: secret.claims }),
      });
    }
  }

  /** The groups, in the order of their kinds. */
  get list(): readonly LeakGroup[] {
    return LEAK_KINDS.flatMap((kind) => {
      const group = this.groups.get(kind);
      return group === undefined ? [] : [{ kind, ...group }];
    });
  }
}

/** Hides all but a few characters: enough to recognize a secret, not to use it. */
export function mask(secret: string): string {
  const text = secret.replaceAll(/\s+/g, ' ');
  const shown = text.length >= 20 ? SHOWN : text.length >= 10 ? 1 : 0;
  const hidden = '•'.repeat(Math.max(3, Math.min(MAX_HIDDEN, text.length - 2 * shown)));
  return `${text.slice(0, shown)}${hidden}${shown === 0 ? '' : text.slice(-shown)}`;
}
