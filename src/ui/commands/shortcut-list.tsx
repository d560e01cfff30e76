// The list of all shortcuts in groups, for its dialog and the section below the editor.

import { hintOf } from '../model/key-press.ts';
import { platformKey } from '../model/platform-keys.ts';
import { TABLE_KEYS, type TableCommand } from '../model/table-command.ts';
import { TREE_KEYS, type TreeCommand } from '../model/tree-command.ts';
import {
  FIND_KEYS,
  PAGE_KEYS,
  SHORTCUT_GROUPS,
  TABLE_COMMANDS,
  TEXT_KEYS,
  TREE_COMMANDS,
  type Shortcut,
} from '../strings/app/shortcuts.ts';
import styles from './shortcut-list.module.css';

/** Shortcuts under one heading. */
interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Returns all shortcuts, from the key tables of the views. */
export function shortcutGroups(): ShortcutGroup[] {
  const tree = Object.entries(TREE_COMMANDS).map(([command, does]) => ({
    keys: [hintOf(TREE_KEYS[command as TreeCommand])],
    does,
  }));
  const cells = Object.entries(TABLE_COMMANDS).map(([command, does]) => ({
    keys: [hintOf(TABLE_KEYS[command as TableCommand])],
    does,
  }));
  return [
    { title: SHORTCUT_GROUPS.page, shortcuts: PAGE_KEYS },
    { title: SHORTCUT_GROUPS.text, shortcuts: TEXT_KEYS },
    { title: SHORTCUT_GROUPS.find, shortcuts: FIND_KEYS },
    { title: SHORTCUT_GROUPS.tree, shortcuts: tree },
    { title: SHORTCUT_GROUPS.table, shortcuts: cells },
  ];
}

/** The groups, in two columns if there is space; tree and table are the longest. */
export function ShortcutList() {
  const groups = shortcutGroups();
  const column = (some: readonly ShortcutGroup[]) => (
    <div>
      {some.map(({ title, shortcuts }) => (
        <section key={title} className={styles.group} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <Keys shortcuts={shortcuts} />
        </section>
      ))}
    </div>
  );
  return (
    <div className={styles.columns}>
      {column(groups.slice(0, -2))}
      {column(groups.slice(-2))}
    </div>
  );
}

/** Shortcuts with their descriptions. */
export function Keys({ shortcuts }: { readonly shortcuts: readonly Shortcut[] }) {
  return (
    <dl className={styles.list}>
      {shortcuts.map(({ keys, does }) => (
        <div key={does}>
          <dt>{does}</dt>
          <dd>
            {keys.map((key) => (
              <kbd key={key}>{platformKey(key)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
