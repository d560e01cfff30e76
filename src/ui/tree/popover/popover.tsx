// The popover of a value, beside its row: what it means, or all of it. It is loaded when it is first opened.

import type { ContentProps } from './content-props.ts';
import { Popover } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { messageOf } from '../../app/notices/notices.ts';
import { buttonClass } from '../../widgets/button.tsx';
import menu from '../../widgets/menu/menu.module.css';
import type { TreeModel } from '../model.ts';
import type { Opened } from '../opener.ts';
import { ColourEditor } from './colour.tsx';
import { LinkView } from './link.tsx';
import { POPOVER } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';
import { TextView } from './text.tsx';
import { TimeEditor } from './time.tsx';

export interface PopoverProps {
  readonly model: TreeModel;
  readonly opened: Opened;
  readonly gridId: string;
  readonly readOnly: boolean;
}

/** Below the row or above it, and never over the other panel. */
const BESIDE = { side: 'flip', align: 'shift', fallbackAxisSide: 'none' } as const;
/** What gets the keys when a popover opens. */
const FIRST = 'form input, form textarea, a[href], [role="group"][tabindex]';

/** The popover, open. */
export default function ValuePopover({ model, opened, gridId, readOnly }: PopoverProps) {
  const grid = document.getElementById(gridId);
  const popup = useRef<HTMLDivElement>(null);
  const [landmark] = useState(() => grid?.closest<HTMLElement>('section') ?? null);
  const close = (): void => {
    model.opener.close();
    grid?.focus({ preventScroll: true });
  };
  const write = async (json: string): Promise<string | null> => {
    try {
      await model.writing.setValue(opened.seen, json);
    } catch (error) {
      return messageOf(error);
    }
    close();
    return null;
  };
  // The content comes before the button that closes it; a finger calls no keyboard up.
  const first = (by: string): HTMLElement | true =>
    (by === 'touch' ? null : popup.current?.querySelector<HTMLElement>(FIRST)) ?? true;
  const content = { model, opened, readOnly, onWrite: write, onClose: close };
  return (
    <Popover.Root
      open
      onOpenChange={(open, { reason }) => {
        if (open) return;
        // A click elsewhere has chosen who gets the keys.
        if (reason === 'outside-press' || reason === 'focus-out') model.opener.close();
        else close();
      }}
    >
      <Popover.Portal className={menu['portal']} container={landmark}>
        <Popover.Positioner
          className={menu['positioner']}
          anchor={{ getBoundingClientRect: () => anchorOf(grid, opened.index), ...(grid && { contextElement: grid }) }}
          positionMethod="fixed"
          sideOffset={2}
          align="start"
          collisionPadding={8}
          collisionAvoidance={BESIDE}
        >
          <Popover.Popup ref={popup} className={styles['popup']} initialFocus={first} finalFocus={false}>
            <Content {...content} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Content(props: ContentProps) {
  const { meaning } = props.opened;
  switch (meaning?.type) {
    case 'colour':
      return (
        <Titled title={POPOVER.colour} onClose={props.onClose}>
          <ColourEditor {...props} colour={meaning.colour} />
        </Titled>
      );
    case 'time':
      return (
        <Titled title={POPOVER.time} onClose={props.onClose}>
          <TimeEditor {...props} time={meaning.time} />
        </Titled>
      );
    case 'link':
      return (
        <Titled title={POPOVER.link} onClose={props.onClose}>
          <LinkView href={meaning.href} />
        </Titled>
      );
    default:
      return (
        <Titled title={POPOVER.value} onClose={props.onClose}>
          <TextView {...props} />
        </Titled>
      );
  }
}

function Titled({
  title,
  onClose,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <>
      <div className={styles['head']}>
        <Popover.Title className={styles['title']}>{title}</Popover.Title>
        <button
          type="button"
          className={`${buttonClass('quiet', true)} ${styles['close']}`}
          aria-label={POPOVER.close}
          onClick={onClose}
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      {children}
    </>
  );
}

/** The row's value; the tree where the row is scrolled away. */
function anchorOf(grid: HTMLElement | null, index: number): DOMRect {
  // Behind the cells there may be what only the mouse needs.
  const cells = grid?.querySelectorAll(`[aria-rowindex="${index + 1}"] > [role="gridcell"]`);
  const value = cells?.item(cells.length - 1);
  return (value ?? grid)?.getBoundingClientRect() ?? new DOMRect();
}
