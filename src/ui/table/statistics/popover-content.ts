// What the parts of a popover get.

import type { Column } from '../model/column-layout.ts';
import type { TableCommands } from '../commands/table-commands.ts';

export interface PopoverContent {
  readonly commands: TableCommands;
  readonly column: Column;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}
