// A panel's title bar: what is open, whether it is saved, where it came from; open, save, new.

import { Ellipsis } from 'lucide-react';
import { memo } from 'react';
import type { Mode, Origin } from '../store/panel.ts';
import { Button } from '../widgets/button.tsx';
import { Menu } from '../widgets/menu.tsx';
import type { PanelMenus } from './menus.ts';
import { MiddleCut } from '../widgets/cut.tsx';
import styles from './title.module.css';

/** What the chip beside the name says; the sample's name says it already. */
const ORIGINS: Record<Exclude<Origin['kind'], 'sample'>, string> = {
  none: 'Scratch',
  disk: 'Disk',
  url: 'Url',
  json: 'Inline',
};

export interface TitleProps {
  readonly name: string;
  readonly origin: Origin;
  readonly blank: boolean;
  readonly unsaved: boolean;
  readonly mode: Mode;
  readonly menus: PanelMenus;
  readonly compact: boolean;
  readonly onSave: () => Promise<boolean>;
  readonly onNew: () => Promise<boolean>;
  readonly onGoTo: () => void;
}

/** The title bar. */
export const Title = memo(function Title(props: TitleProps) {
  const { name, origin, blank, unsaved, mode, menus, compact, onSave, onNew, onGoTo } = props;
  const folded = [
    {
      entries: [
        { label: 'Save to disk', hint: 'Ctrl+S', disabled: blank, onSelect: () => void onSave() },
        { label: 'New document', onSelect: () => void onNew() },
        { label: 'Go to…', hint: 'Ctrl+G', disabled: blank, onSelect: onGoTo },
      ],
    },
    menus.format,
    menus.respell,
    ...(mode === 'tree' ? [menus.expand] : []),
    ...(mode === 'text' ? [menus.fold] : []),
  ];
  return (
    <div className={styles.title}>
      <h2 className={styles.name}>
        <MiddleCut text={blank ? 'No document' : name} />
      </h2>
      {unsaved && <span className={styles.dot} role="img" aria-label="Unsaved changes" title="Unsaved changes" />}
      {!blank && <Chip origin={origin} />}
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
            disabled={blank}
            onClick={() => void onSave()}
          >
            Save
          </Button>
          <Button tooltip="Start an empty document" onClick={() => void onNew()}>
            New
          </Button>
        </>
      )}
    </div>
  );
});

/** Where the document came from; for an address, which one. */
function Chip({ origin }: { readonly origin: Origin }) {
  if (origin.kind === 'sample') return null;
  return (
    <span className={styles.chip} data-hint={origin.kind === 'url' ? origin.key.id : undefined}>
      {ORIGINS[origin.kind]}
    </span>
  );
}
