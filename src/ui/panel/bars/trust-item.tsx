// What this page did with the document, in one item of the status line: what left this browser, the receipt, the secrets.

import { useEffect, useState } from 'react';
import type { PageModel, Panel } from '../../app-model/app-model.ts';
import { showLeaks } from '../../leaks/leaks-state.ts';
import { isUnsaved, type PanelState } from '../../panel-core/panel-core.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { offerReceipt, openReceipt } from '../../receipt/receipt-state.ts';
import { DOCUMENT_MENU } from '../../strings/app/menus.ts';
import { TRUST } from '../../strings/panel/traffic.ts';
import { TrafficList, TrafficSign, useTraffic } from '../../traffic/badge.tsx';
import { NARROW_PX, useMedia } from '../../widgets/media.ts';
import { Menu } from '../../widgets/menu/menu.tsx';
import styles from './trust-item.module.css';

export interface TrustItemProps {
  readonly app: PageModel;
  readonly panel: Panel;
  /** Whether the other panel beside it says the same of the page. */
  readonly isSecond: boolean;
}

/** A sign, and where there is space "Nothing left this browser". */
export function TrustItem({ app, panel, isSecond }: TrustItemProps) {
  const { core } = panel;
  const { blank, isSaved } = usePanelPart(core, partOf);
  const traffic = useTraffic();
  const [isOpen, setIsOpen] = useState(false);
  const isNarrow = useMedia(`(width < ${NARROW_PX}px)`);
  useEffect(() => offerReceipt(core), [core]);
  const entries = [
    { label: TRUST.traffic, onSelect: () => setIsOpen(true) },
    ...(isSaved ? [{ label: DOCUMENT_MENU.receipt, onSelect: () => openReceipt(core, null) }] : []),
    { label: DOCUMENT_MENU.leaks, disabled: blank, onSelect: () => showLeaks(core, true) },
  ];
  return (
    <>
      <span className={styles.place} data-traffic>
        <Menu
          title={
            <>
              <TrafficSign sign={traffic.sign} />
              {(!isSecond || isNarrow) && (
                <span className={styles.words} aria-hidden>
                  {traffic.short}
                </span>
              )}
            </>
          }
          label={traffic.full}
          className={styles.item}
          tooltip={TRUST.hint}
          align="end"
          groups={[{ label: traffic.full, entries }]}
        />
      </span>
      <TrafficList app={app} log={traffic.log} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function partOf(state: PanelState) {
  const { blank, savedAt } = state.document;
  return { blank, isSaved: !blank && savedAt !== null && !isUnsaved(state) };
}
