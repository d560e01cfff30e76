// The forms of values as entries of a menu.

import type { ValueForm } from '../../shared/protocol/forms.ts';
import { COPY_AS, FORM_HINTS, FORM_NAMES } from '../strings/editors/forms.ts';
import { submenu, type MenuEntry, type MenuGroup } from '../widgets/menu/menu-model.ts';

/** The forms by kind. */
export const FORM_GROUPS: readonly { readonly label: string; readonly forms: readonly ValueForm[] }[] = [
  { label: COPY_AS.groups.text, forms: ['contents', 'json', 'compact', 'escaped'] },
  { label: COPY_AS.groups.code, forms: ['javascript', 'python', 'yaml', 'toon', 'paths'] },
  { label: COPY_AS.groups.table, forms: ['tsv', 'csv', 'html', 'markdown'] },
];

/** The submenu *Copy as*, with tables in a submenu of theirs; without a form, the dialog with all of them is opened. */
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
  const isTable = ({ label }: MenuGroup): boolean => label === COPY_AS.groups.table;
  const last = {
    entries: [
      submenu(
        COPY_AS.groups.table,
        groups.filter(isTable).map(({ entries }) => ({ entries })),
      ),
      { label: COPY_AS.more, onSelect: () => onCopyAs(null) },
    ],
  };
  const more = [...groups.filter((group) => !isTable(group)), last];
  return { label: COPY_AS.title, disabled, onSelect: () => undefined, more };
}
