// Error boundaries (PAN-8), one around each part that can fail by itself: a view, a dialog, a menu. A failed part leaves the rest
// of the page working, so that work can still be saved. One that could not be loaded can be tried again.

import { Component, Suspense, type ErrorInfo, type KeyboardEvent, type ReactNode } from 'react';
import { BROKEN, CLOSE, NOT_LOADED } from '../strings/app/layout.ts';
import { PartError } from '../browser/lazy-part.tsx';
import { buttonClass } from './button.tsx';
import styles from './boundary.module.css';

/** A failed part, for a fallback of its own. */
export interface RenderFailure {
  /** Renders its children anew; a part that could not be loaded is loaded again. */
  readonly retry: () => void;
  /** The message that the boundary would show. */
  message(look: Look, onClose?: () => void): ReactNode;
}

/** Where the message stands: in the place of the part, over the page for a dialog, or in a line of text. */
type Look = 'fill' | 'float' | 'line';

interface Props {
  readonly children: ReactNode;
  readonly look?: Look;
  /** Rendered instead of the message, for optional parts. */
  readonly fallback?: ReactNode;
  /** Renders something of its own instead of the message. */
  readonly renderFailed?: (failure: RenderFailure) => ReactNode;
  /** Whether a dialog is open; a failed one is tried again when it is opened again. */
  readonly open?: boolean;
  /** Closes the dialog that failed. */
  readonly onClose?: () => void;
}

/** Renders its children, or a message if they fail. */
export class Boundary extends Component<Props, { readonly error: unknown }> implements RenderFailure {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new RangeError('thrown: nothing') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const isPart = error instanceof PartError;
    console.error(isPart ? error.cause : error, info.componentStack);
    // Nobody is asked about an optional part: the next one of its kind loads it again.
    if (isPart && this.props.fallback !== undefined) error.retry();
  }

  override componentDidUpdate({ open }: Props): void {
    if (open === false && this.props.open === true && this.state.error !== null) this.retry();
  }

  readonly retry = (): void => {
    const { error } = this.state;
    if (error instanceof PartError) error.retry();
    this.setState({ error: null });
  };

  readonly message = (look: Look, onClose?: () => void): ReactNode => {
    const isPart = this.state.error instanceof PartError;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || onClose === undefined) return;
      event.preventDefault();
      onClose();
    };
    const button = (label: string, onClick: () => void, isFirst = false) => (
      <button
        type="button"
        className={buttonClass(isFirst && look !== 'line' ? 'primary' : 'outline')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just opened what it stands for
        autoFocus={isFirst && look === 'float'}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {label}
      </button>
    );
    return (
      <div className={styles[look]} role="alert">
        {(look !== 'line' || !isPart) && <p>{BROKEN.text}</p>}
        {isPart && <p className={styles.why}>{NOT_LOADED}</p>}
        <div className={styles.actions}>
          {button(BROKEN.retry, this.retry, true)}
          {button(BROKEN.reload, () => location.reload())}
          {onClose !== undefined && button(CLOSE, onClose)}
        </div>
      </div>
    );
  };

  override render(): ReactNode {
    const { children, look = 'fill', fallback, renderFailed, open, onClose } = this.props;
    if (this.state.error === null) return children;
    if (renderFailed !== undefined) return renderFailed(this);
    if (fallback !== undefined) return fallback;
    return open === false ? null : this.message(look, onClose);
  }
}

/** A boundary around a part that is loaded when it is first rendered. `loading` is shown until then. */
export function PartBoundary({ loading = null, children, ...props }: Props & { readonly loading?: ReactNode }) {
  return (
    <Boundary {...props}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Boundary>
  );
}
