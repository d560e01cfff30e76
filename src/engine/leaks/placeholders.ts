// What secrets are replaced by: the same one by the same placeholder, everywhere in a document.

import type { LeakKind, PlaceholderForm } from '../../shared/protocol/leaks.ts';
import type { Secret } from './secret.ts';

/** The placeholders of one document. */
export class Placeholders {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<LeakKind, number>();

  constructor(private readonly form: PlaceholderForm) {}

  /** The placeholder of a secret. A number is replaced by 0, so that its value stays a number. */
  of({ kind, text, isNumber = false }: Pick<Secret, 'kind' | 'text' | 'isNumber'>): string {
    if (isNumber) return '0';
    const before = this.known.get(text);
    if (before !== undefined) return before;
    const number = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, number);
    const label = `[${kind}-${number}]`;
    const made = this.form === 'label' ? label : label.padEnd(text.length, '*');
    this.known.set(text, made);
    return made;
  }
}
