// The dialog with the list of shortcuts.

import { SHORTCUTS_TITLE } from '../strings/app/shortcuts.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './shortcuts.module.css';

/** The dialog that `?` opens. */
export default function Shortcuts({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title={SHORTCUTS_TITLE} open={open} onClose={onClose} wide>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={SHORTCUTS_TITLE}>
        <ShortcutList />
      </div>
      <Actions>
        <Button look="outline" onClick={onClose}>
          {CLOSE}
        </Button>
      </Actions>
    </Dialog>
  );
}
