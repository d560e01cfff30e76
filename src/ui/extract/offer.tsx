// One quiet line below the error of a text that is no JSON document, or in place of it for a log: how much JSON is in it, and what can be done with that.

import { Braces } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { toggleInDock, useDock } from '../panel-core/dock-state.ts';
import { CANCEL } from '../strings/app/layout.ts';
import { EXTRACT } from '../strings/panel/extract.ts';
import { Button } from '../widgets/button.tsx';
import { extractionOf } from './extraction.ts';
import styles from './offer.module.css';
import { openRecords } from './open-found.ts';

/** Delay after the last write before a text is scanned, in milliseconds. */
const REST_MS = 300;

export interface FindOfferProps {
  readonly app: PageModel;
  readonly panel: Panel;
  /** The text, which is invalid. */
  readonly doc: DocumentState;
}

/** The line; nothing while no JSON was found. @see requirements NEW-3 */
export function FindOffer({ app, panel, doc }: FindOfferProps) {
  const extraction = extractionOf(panel.core);
  const { phase, count, lineCount, share, isOffered, isLog, written } = useSnapshot(extraction.state);
  const isListed = useDock(panel.core).tab === 'found';
  const { revision, phase: loading } = doc;
  useEffect(() => {
    if (loading !== 'ready') return undefined;
    const timer = setTimeout(() => void extraction.scan(revision), REST_MS);
    return () => clearTimeout(timer);
  }, [extraction, revision, loading]);
  useEffect(() => () => extraction.leave(), [extraction]);
  if (count === 0 || (!isOffered && !isListed)) return null;
  const counted = EXTRACT.found(count, lineCount);
  const found = phase === 'stopped' ? EXTRACT.stopped(count) : isLog ? EXTRACT.log(count) : counted;
  const running =
    phase === 'scanning'
      ? { words: EXTRACT.soFar(count), share, cancel: () => extraction.cancel() }
      : written === null
        ? null
        : { words: EXTRACT.records, share: written, cancel: () => extraction.cancelRecords() };
  return (
    <div className={styles.offer}>
      <Braces size={16} aria-hidden className={styles.sign} />
      <span className={styles.words} data-hint={isLog && phase === 'done' ? counted : undefined}>
        {running === null ? found : `${running.words} · ${Math.floor(running.share * 100)}\u00a0%`}
      </span>
      {running !== null && (
        <Button look="outline" onClick={running.cancel}>
          {CANCEL}
        </Button>
      )}
      {running === null && phase !== 'stopped' && (
        <>
          <Button
            look="outline"
            pressed={isListed}
            tooltip={EXTRACT.listHint}
            onClick={() => toggleInDock(panel.core, 'found')}
          >
            {EXTRACT.list}
          </Button>
          <Button look="outline" tooltip={EXTRACT.tableHint} onClick={() => void openRecords(app, panel)}>
            {EXTRACT.table}
          </Button>
        </>
      )}
    </div>
  );
}
