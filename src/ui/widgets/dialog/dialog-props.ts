// Properties of a dialog.

import type { HTMLAttributes, ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** For lists and texts. */
  readonly wide?: boolean;
  /** For long forms: starts near the top of the page. */
  readonly tall?: boolean;
  /** For working on a document: a large box, or the whole page. */
  readonly work?: 'window' | 'full';
  /** Rendered beside the title. */
  readonly tools?: ReactNode;
  /** Receives the focus first; the first control by default. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Handlers for what is dropped on the dialog or on the page behind it, or pasted into it. */
  readonly handlers?: Pick<
    HTMLAttributes<HTMLElement>,
    'onPaste' | 'onDragEnterCapture' | 'onDragOverCapture' | 'onDragLeaveCapture' | 'onDropCapture'
  >;
  /** Called on closing: returns `false` if the caller sets the focus itself. */
  readonly finalFocus?: () => boolean;
}
