// Props shared by all views of a panel.

import type { WrapSetting } from '../../shared/settings/wrapping.ts';
import type { Panel } from '../app-model/app-model.ts';
import type { Theme } from '../theme/theme.ts';
import type { Controls } from '../model/literal.ts';

/** Display settings of the views. */
export interface ViewSettings {
  readonly theme: Theme;
  readonly fontSizePx: number;
  readonly wrap: WrapSetting;
  /** Whether the text is rendered for screen readers. */
  readonly screenReader: boolean;
  /** Width of a tab in columns. */
  readonly tabSize: number;
  /** How the tree shows control characters. */
  readonly controls: Controls;
  /** Whether editing is disabled. */
  readonly readOnly?: boolean;
}

/** The slot of a panel in the layout. */
export interface PanelSlot {
  readonly panel: Panel;
  readonly look: ViewSettings;
  readonly hidden: boolean;
  /** There is no space for the other panel and the column between them. */
  readonly alone: boolean;
}

/** Returns the props that the text, the tree and the table have in common. */
export function viewProps({ core, actions }: Panel, { fontSizePx }: ViewSettings) {
  return {
    client: core.client,
    fontSize: fontSizePx,
    onPlace: actions.editing.setPlace,
    onError: core.report,
    onUndo: () => void actions.editing.undo(),
    onRedo: () => void actions.editing.redo(),
    onSave: (toDisk = false) => void (toDisk ? actions.saving.saveToDisk() : actions.saving.save()),
    ref: actions.editing.attachView,
  };
}
