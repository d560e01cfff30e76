// A panel's title bar: what is open, whether it is saved, where it came from; open, save, new.

import { Ellipsis } from 'lucide-react';
import { isUnsaved, type Origin, type PanelState } from '../store/panel.ts';
import { Button, Hint } from '../widgets/button.tsx';
import { Menu } from '../widgets/menu.tsx';
import type { PanelMenus } from './menus.ts';
import { MiddleCut } from '../widgets/cut.tsx';
import styles from './title.module.css';

const ORIGINS: Record<Origin['kind'], string> = {
  none: 'Scratch',
  disk: 'Disk',
  sample: 'Sample',
  url: 'Url',
  json: 'Inline',
};

export interface TitleProps {
  readonly state: PanelState;
  readonly menus: PanelMenus;
  readonly compact: boolean;
  readonly onSave: () => void;
  readonly onNew: () => void;
}

/** The title bar. */
export function Title({ state, menus, compact, onSave, onNew }: TitleProps) {
  const unsaved = isUnsaved(state);
  const folded = [
    {
      entries: [
        { label: 'Save to disk', hint: 'Ctrl+S', disabled: state.blank, onSelect: onSave },
        { label: 'New document', onSelect: onNew },
      ],
    },
    menus.format,
    ...(state.mode === 'tree' ? [menus.expand] : []),
  ];
  return (
    <div className={styles.title}>
      <h2 className={styles.name}>
        <MiddleCut text={state.blank ? 'No document' : state.name} />
      </h2>
      {unsaved && <span className={styles.dot} role="img" aria-label="Unsaved changes" title="Unsaved changes" />}
      {!state.blank && <Chip origin={state.origin} />}
      <span className={styles.grow} />
      {compact ? (
        <>
          <Menu title="Open" groups={[{ entries: menus.open.entries }]} align="end" />
          <Menu title={<Ellipsis size={16} aria-hidden />} icon label="More" groups={folded} align="end" />
        </>
      ) : (
        <>
          <Menu title="Open" groups={[{ entries: menus.open.entries }]} align="end" />
          <Button
            look={unsaved ? 'primary' : 'plain'}
            tooltip="Save to disk (Ctrl+S)"
            disabled={state.blank}
            onClick={onSave}
          >
            Save
          </Button>
          <Button tooltip="Start an empty document" onClick={onNew}>
            New
          </Button>
        </>
      )}
    </div>
  );
}

function Chip({ origin }: { readonly origin: Origin }) {
  const chip = <span className={styles.chip}>{ORIGINS[origin.kind]}</span>;
  return origin.kind === 'url' ? <Hint text={origin.key.id}>{chip}</Hint> : chip;
}
