// Whether the dialog "Show only" is open, for each panel.

import { createPanelDialog } from '../panel-core/panel-dialog.ts';

/** The dialog "Show only". */
export const showOnlyDialog = createPanelDialog();
