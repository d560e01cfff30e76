// Dialogs: they float in the middle, close on Escape and on a click on the background, and give the
// focus back (MOD-1). The first one loads what shows them.

import type { DialogProps } from './dialog-props.ts';
import { lazy, Suspense, type ReactNode } from 'react';
import { Boundary } from '../boundary.tsx';
import styles from './dialog.module.css';
import { patiently } from '../../patiently.ts';

const loadFrame = patiently(() => import('./dialogframe.tsx'));
const DialogFrame = lazy(loadFrame);

/** Loads what the first dialog needs, so that it opens at once. */
export function prepareDialogs(): void {
  // Asked for once more when one opens.
  loadFrame().catch(() => undefined);
}

/** A dialog with a title; its content brings its own buttons, in an `Actions` row. */
export function Dialog(props: DialogProps) {
  // It goes at once, without fading: as long as it were there it would have the focus, and the next keys.
  return (
    props.open && (
      <Boundary fallback={null}>
        <Suspense fallback={null}>
          <DialogFrame {...props} />
        </Suspense>
      </Boundary>
    )
  );
}

/** The row of buttons at a dialog's end. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
