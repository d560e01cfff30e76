// The forms of values as entries of a menu.

import type { ValueForm } from '../../shared/protocol/forms.ts';
import { COPY_AS, FORM_HINTS, FORM_NAMES } from '../strings/editors/forms.ts';
import type { MenuEntry, MenuGroup } from '../widgets/menu/menu-model.ts';

/** The forms by kind. */
export const FORM_GROUPS: readonly { readonly label: string; readonly forms: readonly ValueForm[] }[] = [
  { label: COPY_AS.groups.text, forms: ['contents', 'json', 'compact', 'escaped'] },
  { label: COPY_AS.groups.code, forms: ['javascript', 'python', 'yaml', 'toon', 'paths'] },
  { label: COPY_AS.groups.table, forms: ['tsv', 'csv', 'html', 'markdown'] },
];

/** The submenu *Copy as*; without a form, the dialog with all of them is opened. */
export function copyAsEntry(onCopyAs: (form: ValueForm | null) => void, disabled = false): MenuEntry {
  const groups: MenuGroup[] = FORM_GROUPS.map(({ label, forms }) => ({
    label,
    entries: forms.map((form) => ({
      label: FORM_NAMES[form],
      id: `copy as ${form}`,
      ...(FORM_HINTS[form] === undefined ? {} : { hint: FORM_HINTS[form] }),
      onSelect: () => onCopyAs(form),
    })),
  }));
  const dialog = { entries: [{ label: COPY_AS.more, onSelect: () => onCopyAs(null) }] };
  return { label: COPY_AS.title, disabled, onSelect: () => undefined, more: [...groups, dialog] };
}
