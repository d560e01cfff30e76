// The bar above the rows or lines while only some of them are shown: how many values, of how many, and the way back.

import { X } from 'lucide-react';
import type { DocumentClient } from '../client/document.ts';
import { useDocument } from '../client/use-document.ts';
import { NARROWED } from '../strings/editors/show-only.ts';
import { showOnlyOf } from './show-only.ts';
import styles from './narrowed-bar.module.css';

export interface NarrowedBarProps {
  readonly client: DocumentClient;
  /** Called when everything is shown again: the focus goes back to the view. */
  readonly onEnd: () => void;
  readonly onError: (error: unknown) => void;
}

/** The bar; nothing while everything is shown. */
export function NarrowedBar({ client, onEnd, onError }: NarrowedBarProps) {
  const { narrowed } = useDocument(client);
  const end = (): void => {
    showOnlyOf(client, onError).end().catch(onError);
    onEnd();
  };
  return (
    // Stays in the page, empty: a screen reader announces what comes into it.
    <div className={styles.bar} role="status" aria-label={NARROWED.label} hidden={narrowed === null}>
      {narrowed !== null && (
        <span className={styles.chip} data-hint={NARROWED.hint(narrowed)}>
          <span className={styles.text}>{NARROWED.text(narrowed)}</span>
          <button
            type="button"
            aria-label={NARROWED.end}
            data-hint={NARROWED.endHint}
            onClick={end}
            onKeyDown={(event) => event.key === 'Escape' && end()}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      )}
    </div>
  );
}
