// The dock of a panel: the lists of its document, one of them at a time, each with a tab that has its count. A region of the page,
// entered by F6 and left by Escape.

import { Tabs } from '@base-ui/react/tabs';
import { ChevronsDown, ChevronsUp, X } from 'lucide-react';
import { useContext, useEffect, useMemo, useRef, type KeyboardEvent } from 'react';
import { closeDock, DOCK_TABS, DockPlaceContext, showInDock, useDock, type DockTab } from '../panel-core/dock-state.ts';
import { usePreferences } from '../settings/preferences.ts';
import { DOCK } from '../strings/panel/dock.ts';
import { PANELS } from '../strings/panel/panel.ts';
import { Button } from '../widgets/button.tsx';
import { ListHostContext, type ListHost } from '../widgets/list/virtual-list.tsx';
import { Boundary } from '../widgets/boundary.tsx';
import styles from './dock.module.css';
import { LISTS, type DockProps } from './lists.tsx';
import { Sash } from './sash.tsx';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** The dock, while one of its lists is shown. */
export default function Dock(props: DockProps) {
  const { app, panel } = props;
  const { core } = panel;
  const { tab, focusRequests } = useDock(core);
  const place = useContext(DockPlaceContext);
  const name = place === 'beside' ? 'dockWidth' : 'dockHeight';
  const { [name]: share } = usePreferences(app.preferences);
  const before = useRef(0.33);
  const section = useRef<HTMLElement>(null);

  /** Whether the list gets the focus once it has come. */
  const isAwaited = useRef(false);
  const host = useMemo<ListHost>(
    () => ({
      arrived(list) {
        const { activeElement } = document;
        const isFree = activeElement === document.body || section.current?.contains(activeElement) === true;
        if (isAwaited.current && isFree) list.focus();
        isAwaited.current = false;
      },
      lost() {
        // It may be empty now, or be read anew.
        isAwaited.current = true;
        queueMicrotask(() => tabOf(section.current)?.focus());
      },
    }),
    [],
  );
  useEffect(() => {
    if (focusRequests === 0) return;
    isAwaited.current = true;
    const list = section.current?.querySelector<HTMLElement>('[role=tree], [role=listbox]');
    if (list != null) isAwaited.current = false;
    // An empty list has none, and one that is being read comes later.
    (list ?? tabOf(section.current))?.focus();
  }, [focusRequests]);

  if (tab === null) return null;
  const isWhole = share > 0.95;
  const resize = (to: number): void => app.preferences.set(name, to);
  const toggleWhole = (): void => {
    if (!isWhole) before.current = share;
    resize(isWhole ? before.current : 1);
  };
  const press = (event: KeyboardEvent): void => {
    const isInside = event.target instanceof Element && section.current?.contains(event.target) === true;
    if (event.key !== 'Escape' || !isInside || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) closeDock(core);
    else core.view?.focus();
  };
  const { Actions, Content } = LISTS[tab];
  return (
    // Its lists and buttons have keys of their own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={section}
      className={styles.dock}
      aria-label={DOCK.title(PANELS[core.side])}
      data-region=""
      data-dock={place}
      onKeyDown={press}
    >
      <Sash place={place} share={share} onResize={resize} onWhole={toggleWhole} />
      <Tabs.Root className={styles.root} value={tab} onValueChange={(to: DockTab) => showInDock(core, to, false)}>
        <div className={styles.bar}>
          <Tabs.List className={styles.tabs} aria-label={DOCK.tabs} activateOnFocus>
            {DOCK_TABS.map((id) => (
              <Tab key={id} id={id} isShown={id === tab} {...props} />
            ))}
          </Tabs.List>
          <span className={styles.actions}>
            {Actions !== null && <Actions {...props} />}
            <Button
              look="quiet"
              icon
              label={isWhole ? DOCK.part : DOCK.whole}
              tooltip={isWhole ? DOCK.part : DOCK.whole}
              onClick={toggleWhole}
            >
              {isWhole ? <ChevronsDown {...ICON} /> : <ChevronsUp {...ICON} />}
            </Button>
            <Button look="quiet" icon label={DOCK.close} tooltip={DOCK.closeHint} onClick={() => closeDock(core)}>
              <X {...ICON} />
            </Button>
          </span>
        </div>
        <Said key={tab} id={tab} {...props} />
        <Tabs.Panel value={tab} className={styles.content} tabIndex={-1}>
          <Boundary key={tab}>
            <ListHostContext value={host}>
              <Content {...props} />
            </ListHostContext>
          </Boundary>
        </Tabs.Panel>
      </Tabs.Root>
    </section>
  );
}

interface TabProps extends DockProps {
  readonly id: DockTab;
  readonly isShown: boolean;
}

/** The tab of a list; that of a list that isn't there is left out. */
function Tab({ id, isShown, ...props }: TabProps) {
  const { label, Count } = LISTS[id];
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // In a narrow panel the tabs are scrolled.
    if (isShown) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <Count
      {...props}
      render={({ count, isThere }) =>
        (isThere || isShown) && (
          <Tabs.Tab value={id} className={styles.tab} ref={element}>
            {label}
            {count !== null && count > 0 && <small>{count.toLocaleString()}</small>}
          </Tabs.Tab>
        )
      }
    />
  );
}

/** The tab of the shown list. */
function tabOf(section: HTMLElement | null): HTMLElement | null {
  return section?.querySelector<HTMLElement>('[role=tab][aria-selected=true]') ?? null;
}

/** Says how many entries the shown list has, whenever that changes. */
function Said({ id, ...props }: DockProps & { readonly id: DockTab }) {
  const { label, Count } = LISTS[id];
  return (
    <p className={styles.said} role="status">
      <Count {...props} render={({ count }) => count !== null && DOCK.count(label, count)} />
    </p>
  );
}
