// What a dialog is given.

import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** For lists and texts. */
  readonly wide?: boolean;
  /** For long forms: from near the top of the page. */
  readonly tall?: boolean;
  /** For work on the whole: a large box, or all of the page. */
  readonly work?: 'window' | 'full';
  /** Beside the title. */
  readonly tools?: ReactNode;
  /** What has the focus first; without it the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** What has the focus afterwards: `false` leaves it to whoever closes the dialog. */
  readonly finalFocus?: () => boolean;
}
