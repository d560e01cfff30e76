// What all views of a panel are given.

import type { WrapSetting } from '../../shared/settings/wrapping.ts';
import type { Panel } from '../app/app-model.ts';
import type { Theme } from '../theme/theme.ts';
import type { Controls } from '../model/literal.ts';

/** How the views look. */
export interface Look {
  readonly theme: Theme;
  readonly fontSizePx: number;
  readonly wrap: WrapSetting;
  /** The text is written out for screen readers. */
  readonly screenReader: boolean;
  /** How many columns a tab takes. */
  readonly tabSize: number;
  /** How the tree shows control characters. */
  readonly controls: Controls;
  /** Nothing can be changed. */
  readonly readOnly?: boolean;
}

/** The props that a text and a tree have in common. */
export function viewProps({ core, actions }: Panel, { fontSizePx }: Look) {
  return {
    client: core.client,
    fontSize: fontSizePx,
    onPlace: actions.setPlace,
    onError: core.report,
    onUndo: () => void actions.undo(),
    onRedo: () => void actions.redo(),
    onSave: (toDisk = false) => void (toDisk ? actions.saveToDisk() : actions.save()),
    ref: actions.attachView,
  };
}
