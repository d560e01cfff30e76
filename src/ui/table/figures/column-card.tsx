// The card of a column, below its header: a list of its values, conditions, and its figures. The table behind it stays usable, and
// follows what is chosen here.

import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FIGURES } from '../../strings/editors/figures.ts';
import { buttonClass } from '../../widgets/button.tsx';
import menu from '../../widgets/menu/menu.module.css';
import { Segments } from '../../widgets/segments.tsx';
import { columnTitle, type Column } from '../model/column-layout.ts';
import type { TableCommands } from '../commands/table-commands.ts';
import { ConditionTab } from './condition-tab.tsx';
import { ValuesTab } from './values-tab.tsx';
import type { CardTab } from '../model/card-tab.ts';
import { FiguresTab } from './figures-tab.tsx';
import styles from './column-card.module.css';

export interface ColumnCardProps {
  readonly commands: TableCommands;
  readonly column: Column;
  readonly tab: CardTab;
  readonly readOnly: boolean;
  /** The header that it is below; `null` when that is out of view. */
  readonly anchor: () => Element | null;
  readonly onClose: () => void;
}

const TABS = (Object.keys(FIGURES.tabs) as CardTab[]).map((value) => ({ value, label: FIGURES.tabs[value] }));
const BESIDE = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** The open card. */
export default function ColumnCard({ commands, column, tab: first, readOnly, anchor, onClose }: ColumnCardProps) {
  const [tab, setTab] = useState(first);
  const popup = useRef<HTMLDivElement>(null);
  const { figures } = commands.model;
  const [landmark] = useState(() => anchor()?.closest<HTMLElement>('section') ?? document.body);
  useEffect(() => {
    figures.pin(column);
    return () => figures.pin(null);
  }, [figures, column]);
  const content = { commands, column, readOnly, onClose };
  return (
    <Popover.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Popover.Portal className={menu['portal']} container={landmark}>
        <Popover.Positioner
          className={menu['positioner']}
          anchor={{ getBoundingClientRect: () => anchor()?.getBoundingClientRect() ?? new DOMRect() }}
          positionMethod="fixed"
          side="bottom"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          collisionAvoidance={BESIDE}
        >
          <Popover.Popup
            ref={popup}
            className={styles['card']}
            initialFocus={(by) => (by === 'touch' ? null : firstIn(popup.current)) ?? true}
            finalFocus={false}
          >
            <div className={styles['head']}>
              <Popover.Title className={styles['title']}>{columnTitle(column.path)}</Popover.Title>
              <Segments label={FIGURES.tabsLabel} choices={TABS} value={tab} onChange={setTab} />
              <button
                type="button"
                className={`${buttonClass('quiet', true)} ${styles['close']}`}
                aria-label={FIGURES.close}
                onClick={onClose}
              >
                <X size={14} aria-hidden />
              </button>
            </div>
            {tab === 'values' && <ValuesTab {...content} />}
            {tab === 'condition' && <ConditionTab {...content} />}
            {tab === 'figures' && <FiguresTab {...content} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The element that gets the focus: the search field, the first condition, or else the chosen tab. */
function firstIn(popup: HTMLElement | null): HTMLElement | null {
  const first = ['input[type="search"]', 'fieldset select', 'input[type="radio"]:checked'];
  for (const selector of first) {
    const found = popup?.querySelector<HTMLElement>(selector) ?? null;
    if (found !== null) return found;
  }
  return null;
}
