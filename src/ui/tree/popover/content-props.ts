// What the contents of a popover share.

import type { Opened } from '../opener.ts';
import { TreeModel } from '../model.ts';

/** What the contents of a popover share. */
export interface ContentProps {
  readonly model: TreeModel;
  readonly opened: Opened;
  readonly readOnly: boolean;
  /** Writes JSON in place of the value and closes; answers what went wrong. */
  readonly onWrite: (json: string) => Promise<string | null>;
  readonly onClose: () => void;
}
