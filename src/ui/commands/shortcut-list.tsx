// The list of all shortcuts in groups, for its dialog and the section below the editor.

import { hintOf } from '../model/key-press.ts';
import { platformKey } from '../model/platform-keys.ts';
import { TABLE_KEYS, type TableCommand, TREE_KEYS, type TreeCommand } from '../model/commands.ts';
import {
  FIND_KEYS,
  PAGE_KEYS,
  SHORTCUT_GROUPS,
  TABLE_COMMANDS,
  TEXT_KEYS,
  TREE_COMMANDS,
  type Shortcut,
} from '../strings/app/shortcuts.ts';
import type { ShortcutGroup } from './shortcut-search.ts';
import styles from './shortcut-list.module.css';

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

/** The headings of the second column: tree and table are the longest. */
const SECOND: ReadonlySet<string> = new Set([SHORTCUT_GROUPS.tree, SHORTCUT_GROUPS.table]);

/** Groups in two columns, if there is space and each has some. */
export function ShortcutList({ groups }: { readonly groups: readonly ShortcutGroup[] }) {
  const column = (some: readonly ShortcutGroup[]) =>
    some.length > 0 && (
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
      {column(groups.filter(({ title }) => !SECOND.has(title)))}
      {column(groups.filter(({ title }) => SECOND.has(title)))}
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
