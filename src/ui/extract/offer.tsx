// One quiet line below the error of a text that is no JSON document: how much JSON is in it, and what can be done with that.

import { Braces } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
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
  const { phase, count, lineCount, share, isOffered, open } = useSnapshot(extraction.state);
  const { revision, phase: loading } = doc;
  useEffect(() => {
    if (loading !== 'ready') return undefined;
    const timer = setTimeout(() => void extraction.scan(revision), REST_MS);
    return () => clearTimeout(timer);
  }, [extraction, revision, loading]);
  useEffect(() => () => extraction.leave(), [extraction]);
  if (count === 0 || (!isOffered && !open)) return null;
  const isScanning = phase === 'scanning';
  const words = phase === 'stopped' ? EXTRACT.stopped(count) : EXTRACT.found(count, lineCount);
  return (
    <div className={styles.offer}>
      <Braces size={16} aria-hidden className={styles.sign} />
      <span className={styles.words}>
        {isScanning ? `${EXTRACT.soFar(count)} · ${Math.floor(share * 100)} %` : words}
      </span>
      {isScanning && (
        <Button look="outline" onClick={() => extraction.cancel()}>
          {CANCEL}
        </Button>
      )}
      {!isScanning && phase !== 'stopped' && (
        <>
          <Button look="outline" pressed={open} tooltip={EXTRACT.listHint} onClick={() => extraction.show(!open)}>
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
