// Whether the list of steps is open.

import { createPanelDialog } from '../panel-core/panel-dialog.ts';

export const { show: showHistory, useOpen: useHistoryDialog } = createPanelDialog();
