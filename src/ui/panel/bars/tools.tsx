// A panel's toolbar: mode, format, fold or expand, transform, undo, redo and find.

import { Redo2, Search, Undo2 } from 'lucide-react';
import { memo } from 'react';
import type { Panel } from '../../app-model/app-model.ts';
import { MODES, type Mode } from '../../model/side.ts';
import { Button } from '../../widgets/button.tsx';
import { Menu } from '../../widgets/menu/menu.tsx';
import { Segments } from '../../widgets/segments.tsx';
import type { PanelMenus } from '../../panel-core/panel-menus.ts';
import { EXPAND_MENU, FOLD_MENU, FORMAT_MENU } from '../../strings/app/menus.ts';
import { TOOLS } from '../../strings/panel/panel.ts';
import { TRANSFORM_ENTRY } from '../../strings/transform/transform-entry.ts';
import styles from './tools.module.css';

const MODE_CHOICES = MODES.map((mode) => ({ value: mode, label: TOOLS.modes[mode] }));

export interface ToolsProps {
  readonly mode: Mode;
  readonly blank: boolean;
  readonly canUndo: boolean;
  /** What undo and redo are about. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  readonly canRedo: boolean;
  readonly menus: PanelMenus;
  readonly compact: boolean;
  /** Whether there is room for all tools. */
  readonly roomy: boolean;
  readonly actions: Panel['actions'];
  readonly onFind: () => void;
  readonly onTransform: () => void;
}

/** The toolbar. */
export const Tools = memo(function Tools({
  mode,
  blank,
  canUndo,
  undoes,
  redoes,
  canRedo,
  menus,
  compact,
  roomy,
  actions,
  onFind,
  onTransform,
}: ToolsProps) {
  return (
    <div className={styles.tools} role="toolbar" aria-label={TOOLS.bar}>
      <Segments label={TOOLS.mode} choices={MODE_CHOICES} value={mode} onChange={actions.editing.setMode} />
      {!compact && (
        <Menu
          title={FORMAT_MENU.title}
          look="quiet"
          disabled={blank}
          groups={[{ entries: menus.format.entries }, menus.respell]}
        />
      )}
      {!compact && mode === 'tree' && (
        <Menu title={EXPAND_MENU.title} look="quiet" disabled={blank} groups={[{ entries: menus.expand.entries }]} />
      )}
      {!compact && mode === 'text' && (
        <Menu title={FOLD_MENU.title} look="quiet" disabled={blank} groups={[{ entries: menus.fold.entries }]} />
      )}
      {roomy && (
        <Button look="quiet" tooltip={TRANSFORM_ENTRY.toolHint} disabled={blank} onClick={onTransform}>
          {TRANSFORM_ENTRY.title}
        </Button>
      )}
      <span className={compact ? styles.grow : styles.rule} />
      <Button
        look="quiet"
        icon
        label={TOOLS.undo}
        tooltip={TOOLS.undoHint(undoes)}
        disabled={!canUndo}
        onClick={() => void actions.editing.undo()}
      >
        <Undo2 size={16} aria-hidden />
      </Button>
      <Button
        look="quiet"
        icon
        label={TOOLS.redo}
        tooltip={TOOLS.redoHint(redoes)}
        disabled={!canRedo}
        onClick={() => void actions.editing.redo()}
      >
        <Redo2 size={16} aria-hidden />
      </Button>
      <Button look="quiet" icon label={TOOLS.find} tooltip={TOOLS.findHint} disabled={blank} onClick={onFind}>
        <Search size={16} aria-hidden />
      </Button>
    </div>
  );
});
