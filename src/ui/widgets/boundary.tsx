// The nets under the page and under each panel's view (PAN-8): what React could not render is logged, and a
// person is told what to do. A view that fails leaves the rest of the page, so that work can still be saved.

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { BROKEN } from '../strings/app/layout.ts';
import styles from './boundary.module.css';

interface Props {
  readonly children: ReactNode;
  /** What stands there instead, where that is not to be told: for what others can do without. */
  readonly fallback?: ReactNode;
}

/** Shows its children, or what went wrong with them. */
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
