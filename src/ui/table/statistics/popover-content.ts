// What the parts of a popover get.

import type { Column } from '../model/column-layout.ts';
import type { TableCommands } from '../commands/table-commands.ts';

export interface PopoverContent {
  readonly commands: TableCommands;
  readonly column: Column;
  /** Whether rows can be filtered. */
  readonly canArrange: boolean;
  readonly onClose: () => void;
}
