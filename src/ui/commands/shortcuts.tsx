// The dialog with the list of shortcuts, which a field filters.

import { useRef, useState, type RefObject } from 'react';
import { SHORTCUT_SEARCH, SHORTCUTS_TITLE } from '../strings/app/shortcuts.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { hasScreenKeyboard, SearchField } from '../widgets/dialog/search-field.tsx';
import { ShortcutList, shortcutGroups } from './shortcut-list.tsx';
import { searchShortcuts } from './shortcut-search.ts';
import styles from './shortcuts.module.css';

export interface ShortcutsProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog that `?` opens. */
export default function Shortcuts({ open, onClose }: ShortcutsProps) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      title={SHORTCUTS_TITLE}
      open={open}
      onClose={onClose}
      initialFocus={hasScreenKeyboard() ? list : field}
      wide
    >
      <Content field={field} list={list} />
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CLOSE}
        </Button>
      </Actions>
    </Dialog>
  );
}

interface ContentProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
}

function Content({ field, list }: ContentProps) {
  const [groups] = useState(shortcutGroups);
  const [query, setQuery] = useState('');
  const found = searchShortcuts(groups, query);
  const count = found.reduce((sum, { shortcuts }) => sum + shortcuts.length, 0);
  return (
    <>
      <SearchField
        ref={field}
        label={SHORTCUT_SEARCH.label}
        placeholder={SHORTCUT_SEARCH.placeholder}
        query={query}
        outcome={query.trim() === '' ? '' : SHORTCUT_SEARCH.found(count)}
        onQuery={setQuery}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <div ref={list} className={styles.scroller} tabIndex={0} role="region" aria-label={SHORTCUTS_TITLE}>
        <ShortcutList groups={found} />
      </div>
    </>
  );
}
