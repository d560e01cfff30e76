// The popover of a column, below its header: a list of its values, conditions, and its statistics. The table behind it stays usable, and
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
import type { PopoverTab } from '../model/statistics.ts';
import { StatisticsTab } from './statistics-tab.tsx';
import styles from './column-popover.module.css';

export interface ColumnPopoverProps {
  readonly commands: TableCommands;
  readonly column: Column;
  readonly tab: PopoverTab;
  /** Whether rows can be filtered. */
  readonly canArrange: boolean;
  /** The header that it is below; `null` when that is out of view. */
  readonly anchor: () => Element | null;
  readonly onClose: () => void;
}

const TABS = (Object.keys(FIGURES.tabs) as PopoverTab[]).map((value) => ({ value, label: FIGURES.tabs[value] }));
const BESIDE = { side: 'shift', align: 'shift', fallbackAxisSide: 'none' } as const;

/** The open popover. */
export default function ColumnPopover({
  commands,
  column,
  tab: first,
  canArrange,
  anchor,
  onClose,
}: ColumnPopoverProps) {
  const [tab, setTab] = useState(first);
  const popup = useRef<HTMLDivElement>(null);
  const { statistics } = commands.model;
  const [landmark] = useState(() => anchor()?.closest<HTMLElement>('section') ?? document.body);
  useEffect(() => {
    statistics.pin(column);
    return () => statistics.pin(null);
  }, [statistics, column]);
  const content = { commands, column, canArrange, onClose };
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
            className={styles['popover']}
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
            {tab === 'figures' && <StatisticsTab {...content} />}
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
