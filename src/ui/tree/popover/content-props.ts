// The props that the contents of a popover share.

import type { OpenedPopover } from '../model/opener.ts';
import { TreeModel } from '../model/model.ts';

/** The props that the contents of a popover share. */
export interface ContentProps {
  readonly model: TreeModel;
  readonly opened: OpenedPopover;
  readonly readOnly: boolean;
  /** Writes JSON in place of the value and closes the popover. Resolves to an error message, or `null`. */
  readonly onWrite: (json: string) => Promise<string | null>;
  readonly onClose: () => void;
}
