// Whether the dialog of secrets is open.

import { createPanelDialog } from '../panel-core/panel-dialog.ts';

export const { show: showLeaks, useOpen: useLeaksDialog } = createPanelDialog();
