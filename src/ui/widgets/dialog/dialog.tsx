// Dialogs: centred, closed by Escape or a click on the background, and returning the focus (MOD-1). The code that renders them
// is loaded with the first dialog.

import type { DialogProps } from './dialog-props.ts';
import type { ReactNode } from 'react';
import { PartBoundary } from '../boundary.tsx';
import styles from './dialog.module.css';
import { lazyPart } from '../../browser/lazy-part.tsx';
import { loadWithRetry } from '../../browser/load-with-retry.ts';

const loadFrame = loadWithRetry(() => import('./dialog-frame.tsx'));
const DialogFrame = lazyPart(loadFrame);

/** Preloads the code of dialogs, so that the first one opens immediately. */
export function prepareDialogs(): void {
  // Loaded again when a dialog opens.
  loadFrame().catch(() => undefined);
}

/** A dialog with a title. Its content provides the buttons, in an `Actions` row. */
export function Dialog(props: DialogProps) {
  // Removed without fading out: while it were in the document it would keep the focus and receive the next keys.
  return (
    props.open && (
      <PartBoundary look="float" onClose={props.onClose}>
        <DialogFrame {...props} />
      </PartBoundary>
    )
  );
}

/** The row of buttons at the end of a dialog. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
