// Error boundaries of the page and of each panel's view (PAN-8): a rendering error is logged, and the user is told what to do.
// A failed view leaves the rest of the page working, so that work can still be saved.

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BROKEN } from '../strings/app/layout.ts';
import styles from './boundary.module.css';

interface Props {
  readonly children: ReactNode;
  /** Rendered instead of the error message, for optional parts. */
  readonly fallback?: ReactNode;
}

/** Renders its children, or an error message if they fail. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <div className={styles.failed} role="alert">
        <p>{BROKEN.text}</p>
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          {BROKEN.reload}
        </button>
      </div>
    );
  }
}
