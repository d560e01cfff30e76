// The first error of the text, or what is in a log, which is none: the message, and buttons that go to the place and offer what helps. It lies over the text, away
// from the caret, or above other content.

import { useLayoutEffect, useState } from 'react';
import type { PageModel, Panel } from '../../app-model/app-model.ts';
import { useIsLog } from '../../extract/log-status.tsx';
import { FindOffer } from '../../extract/offer.tsx';
import type { PanelCore, PanelState } from '../../panel-core/panel-core.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { CircleAlert } from 'lucide-react';
import { Button } from '../../widgets/button.tsx';
import { useSettled } from './use-settled.ts';
import { STRIP } from '../../strings/panel/panel.ts';
import { ErrorOffers, type ErrorOffersProps } from './error-offers.tsx';
import styles from './error-strip.module.css';

export interface StripProps {
  readonly core: PanelCore;
  /** Where the JSON in a text is opened. It is not looked for without a page, or in a frame, which may have one panel only. */
  readonly finds?: { readonly app: PageModel; readonly panel: Panel };
  /** Whether it lies over the content, at its lower end unless the caret is there. */
  readonly floats: boolean;
  readonly onGo: () => void;
  readonly onRepair: () => void;
  /** Whether the text has a repair. */
  readonly canRepair: ErrorOffersProps['canRepair'];
}

/** The error strip; nothing while the text is valid, unknown or empty. @see requirements PAR-4 */
export default function Strip({ core, finds, floats, onGo, onRepair, canRepair }: StripProps) {
  const { blank, doc: latest } = usePanelPart(core, partOf);
  const isLog = useIsLog(core);
  const [element, setElement] = useState<HTMLElement | null>(null);
  // Whenever the place of the caret has changed, among others.
  useLayoutEffect(() => {
    const content = element?.parentElement;
    if (!floats || element === null || !content) return;
    const caret = core.view?.caretBox?.() ?? null;
    element.toggleAttribute('data-above', caret !== null && caret.bottom > content.clientHeight - element.offsetHeight);
  });
  // The error stays visible while an edit is checked; otherwise the text below would jump with every keystroke.
  const doc = useSettled(latest);
  const { validity, error, size } = doc;
  if (validity !== 'invalid' || error === null || blank || size === 0) return null;
  return (
    <div
      className={styles.strip}
      role="status"
      data-log={isLog || undefined}
      ref={setElement}
      data-floats={floats || undefined}
    >
      {!isLog && (
        <>
          <CircleAlert size={16} aria-hidden className={styles.sign} />
          <span className={styles.message} dir="auto">
            {error.message}
          </span>
          {error.place !== null && (
            <Button look="outline" onClick={onGo}>
              {STRIP.go}
            </Button>
          )}
          <ErrorOffers core={core} doc={doc} onRepair={onRepair} canRepair={canRepair} />
        </>
      )}
      {finds !== undefined && 'documents' in finds.app && <FindOffer app={finds.app} panel={finds.panel} doc={doc} />}
    </div>
  );
}

function partOf({ doc, document: { blank, place } }: PanelState) {
  return { blank, doc, place };
}
