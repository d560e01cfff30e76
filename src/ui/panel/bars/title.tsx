// A panel's title bar: the document's name, where it lives and whether it is saved; open, save and share.

import { Ellipsis, Share2 } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { DocumentPlace, KeptState } from '../../documents/save/place.ts';
import type { SaveState } from '../../documents/save/save-state.ts';
import type { Protection } from '../../model/protection.ts';
import type { Mode } from '../../model/side.ts';
import { Button } from '../../widgets/button.tsx';
import { Menu } from '../../widgets/menu/menu.tsx';
import type { MenuGroup } from '../../widgets/menu/menu-model.ts';
import type { PanelMenus } from '../../panel-core/panel-menus.ts';
import { moreMenu } from './more-menu.ts';
import { NameField } from './name-field.tsx';
import { MiddleCut } from '../../widgets/middle-cut.tsx';
import { BETWEEN } from '../../strings/app/page-commands.ts';
import { DOCUMENT_MENU } from '../../strings/app/menus.ts';
import { TITLE } from '../../strings/panel/panel.ts';
import styles from './title.module.css';

export interface TitleProps {
  readonly name: string;
  /** `null` until that is loaded. */
  readonly place: DocumentPlace | null;
  /** What became of the latest changes. */
  readonly kept: KeptState;
  readonly blank: boolean;
  readonly saveState: SaveState;
  /** Whether unsaved changes survive closing this tab. */
  readonly protection: Protection;
  /** When it was last saved, in milliseconds since the epoch. */
  readonly savedAt: number | null;
  readonly mode: Mode;
  readonly menus: PanelMenus;
  readonly compact: boolean;
  /** Reads the recent documents for the menu "Open". */
  readonly readRecent: () => Promise<MenuGroup>;
  /** Reads what is true of the place of the document, and what can be done about it. */
  readonly readPlace: () => Promise<MenuGroup>;
  readonly onSave: () => Promise<boolean>;
  readonly onShare: () => void;
  readonly onRename: (name: string) => void;
  readonly onConflict: () => void;
  /** Swaps the panels; `null` if the page has another button for it. */
  readonly onSwap: (() => void) | null;
}

/** The title bar. */
export const Title = memo(function Title(props: TitleProps) {
  const { name, place, kept, blank, saveState, protection, savedAt, mode, menus, compact } = props;
  const { onSave, onShare, onRename, onConflict, onSwap } = props;
  const [renames, setRenames] = useState(false);
  const takesFocus = useRef(false);
  const onNamed = (byKey: boolean): void => {
    takesFocus.current = byKey;
    setRenames(false);
  };
  const unsaved = saveState === 'unsaved' || saveState === 'conflict';
  const rename = { label: DOCUMENT_MENU.rename, disabled: blank, onSelect: () => setRenames(true) };
  const save = { label: TITLE.save, hint: 'Ctrl+S', onSelect: () => void onSave() };
  const page = onSwap === null ? [] : [{ label: BETWEEN.swap, onSelect: onSwap }];
  return (
    <div className={styles.title}>
      {renames ? (
        <NameField name={name} onRename={onRename} onClose={onNamed} />
      ) : (
        <h2 className={styles.name}>
          {blank ? (
            <MiddleCut text={TITLE.none} />
          ) : (
            <button
              type="button"
              className={styles.rename}
              data-hint={TITLE.rename}
              ref={(button) => {
                if (takesFocus.current) button?.focus();
                takesFocus.current = false;
              }}
              onClick={() => setRenames(true)}
            >
              <MiddleCut text={name} />
            </button>
          )}
        </h2>
      )}
      {unsaved && <span className={styles.dot} role="img" aria-label={TITLE.unsaved} title={TITLE.unsaved} />}
      {!blank && place !== null && (
        <Menu
          title={<span className={styles.where}>{place.label}</span>}
          className={styles.place}
          tooltip={place.sentence}
          groups={[{ label: place.sentence, entries: [save] }]}
          readLast={props.readPlace}
        />
      )}
      {!blank && saveState === 'conflict' && (
        <Button look="outline" onClick={onConflict}>
          {TITLE.conflict}
        </Button>
      )}
      {!blank && <Saved state={kept} isBusy={protection === 'pending'} at={compact ? null : savedAt} />}
      <span className={styles.grow} />
      <Menu title={TITLE.open} groups={menus.open} readLast={props.readRecent} align="end" />
      {!compact && (
        <>
          <Button
            look={unsaved ? 'primary' : 'plain'}
            tooltip={place?.saveHint ?? TITLE.save}
            disabled={blank}
            onClick={() => void onSave()}
          >
            {TITLE.save}
          </Button>
          <Button icon label={TITLE.share} tooltip={TITLE.share} disabled={blank} onClick={onShare}>
            <Share2 size={16} aria-hidden />
          </Button>
        </>
      )}
      <Menu
        title={<Ellipsis size={16} aria-hidden />}
        icon
        label={TITLE.more}
        groups={moreMenu(menus, { mode, manage: [rename], layout: compact, page })}
        align="end"
      />
    </div>
  );
});

interface SavedProps {
  readonly state: KeptState;
  /** Whether the latest keystroke is being written to the draft. */
  readonly isBusy: boolean;
  /** When it was saved; `null` where there is no space for that. */
  readonly at: number | null;
}

/** Whether unsaved work is kept, which every panel says; or when the document was saved. */
function Saved({ state, isBusy, at }: SavedProps) {
  switch (state) {
    case 'saving':
      return <span className={styles.saved}>{TITLE.saving}</span>;
    case 'unprotected':
      return (
        <span className={styles.unprotected} role="status" data-hint={TITLE.unprotectedHint}>
          {TITLE.unprotected}
        </span>
      );
    case 'draft':
      return (
        <span className={styles.draft} aria-busy={isBusy} data-hint={TITLE.draftHint}>
          {TITLE.draft}
        </span>
      );
    case 'saved':
    case 'downloaded':
      if (at === null) return null;
      return (
        <span className={styles.saved}>
          {TITLE[state](new Date(at).toLocaleTimeString(undefined, { timeStyle: 'short' }))}
        </span>
      );
    default:
      return null;
  }
}
