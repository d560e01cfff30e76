// The popover of a value, beside its row: what the value means, or all of it. The code is loaded when it is first opened.

import type { ContentProps } from './content-props.ts';
import { Popover } from '@base-ui/react/popover';
import { X, ExternalLink } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { messageOf } from '../../notices/notices.ts';
import { buttonClass } from '../../widgets/button.tsx';
import menu from '../../widgets/menu/menu.module.css';
import type { TreeModel } from '../model/model.ts';
import type { OpenedPopover } from '../model/opener.ts';
import { ColourEditor } from './colour.tsx';
import { POPOVER } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';
import { TextView } from './text.tsx';
import { TimeEditor } from './time.tsx';

export interface PopoverProps {
  readonly model: TreeModel;
  readonly opened: OpenedPopover;
  readonly gridId: string;
  readonly readOnly: boolean;
}

/** Below the row or above it, never beside it over the other panel. */
const BESIDE = { side: 'flip', align: 'shift', fallbackAxisSide: 'none' } as const;
/** The elements that may get the focus when a popover opens. */
const FIRST = 'form input, form textarea, a[href], [role="group"][tabindex]';

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
      await model.writing.setValue(opened.row, json);
    } catch (error) {
      return messageOf(error);
    }
    close();
    return null;
  };
  // The content gets the focus rather than the close button; except by touch, where a focused field would open the keyboard.
  const first = (by: string): HTMLElement | true =>
    (by === 'touch' ? null : popup.current?.querySelector<HTMLElement>(FIRST)) ?? true;
  const content = { model, opened, readOnly, onWrite: write, onClose: close };
  return (
    <Popover.Root
      open
      onOpenChange={(open, { reason }) => {
        if (open) return;
        // A click elsewhere has already moved the focus.
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

/** Returns the rectangle of the row's value; of the tree when the row is scrolled out of view. */
function anchorOf(grid: HTMLElement | null, index: number): DOMRect {
  // Elements for the mouse may follow the cells.
  const cells = grid?.querySelectorAll(`[aria-rowindex="${index + 1}"] > [role="gridcell"]`);
  const value = cells?.item(cells.length - 1);
  return (value ?? grid)?.getBoundingClientRect() ?? new DOMRect();
}

/** Shows an address and a button that opens it. */
function LinkView({ href }: { readonly href: string }) {
  return (
    <div className={styles['form']}>
      <p className={styles['address']}>
        <bdi>{href}</bdi>
      </p>
      <div className={styles['end']}>
        <a className={buttonClass('primary')} href={href} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={14} aria-hidden /> {POPOVER.openLink}
        </a>
      </div>
    </div>
  );
}
