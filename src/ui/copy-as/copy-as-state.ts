// Whether the dialog *Copy as* is open.

import { createPanelDialog } from '../panel-core/panel-dialog.ts';

export const { show: showCopyAs, useOpen: useCopyAsDialog } = createPanelDialog();
