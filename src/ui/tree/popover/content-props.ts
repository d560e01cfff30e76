// The props that the contents of a popover share.

import type { Opened } from '../opener.ts';
import { TreeModel } from '../model.ts';

/** The props that the contents of a popover share. */
export interface ContentProps {
  readonly model: TreeModel;
  readonly opened: Opened;
  readonly readOnly: boolean;
  /** Writes JSON in place of the value and closes the popover. Resolves to an error message, or `null`. */
  readonly onWrite: (json: string) => Promise<string | null>;
  readonly onClose: () => void;
}
