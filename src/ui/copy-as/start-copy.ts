// Starts a copy in another form from a menu.

import type { ValueForm } from '../../shared/protocol/forms.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { copyAs } from './copy-as.ts';
import { showCopyAs } from './copy-as-state.ts';

/** Copies what is selected in a form; opens the dialog with all forms for `null`. */
export function startCopy(core: PanelCore, form: ValueForm | null): void {
  if (form === null) showCopyAs(core, true);
  else void copyAs(core, form);
}
