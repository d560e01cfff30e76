// What secrets are replaced by: the same one by the same placeholder, everywhere in a document.

import type { LeakKind, PlaceholderForm } from '../../../shared/protocol/leaks.ts';
import type { Secret } from './secret.ts';

/** The placeholders of one document. */
export class Placeholders {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<LeakKind, number>();

  constructor(private readonly form: PlaceholderForm) {}

  of({ kind, text }: Secret): string {
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
