// A large document that is one line is hard to read: an offer to format it, once for each document. It floats
// over the content's end, so that nothing moves.

import { X } from 'lucide-react';
import { useState } from 'react';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { PanelCore, PanelState } from './panel-core.ts';
import { usePanelPart } from './use-panel-part.ts';
import { Button } from '../widgets/button.tsx';
import { ONE_LINE } from '../strings/panel/panel.ts';
import styles from './one-line-offer.module.css';

/** Smaller documents are formatted when somebody wants it. */
const LEAST_BYTES = 1_000_000;
/** A line this long is more than a large screen of wrapped text. */
const LONG_LINE_BYTES = 100_000;
/** Lines this long on average are no layout. */
const AVERAGE_BYTES = 20_000;

export interface OneLineProps {
  readonly core: PanelCore;
  readonly onFormat: () => void;
}

/** The offer; nothing where it is not worth making. */
export function OneLine({ core, onFormat }: OneLineProps) {
  const { documentCount, isOffered, lineCount } = usePanelPart(core, offerOf);
  const [answered, setAnswered] = useState(-1);
  if (answered === documentCount || !isOffered) return null;
  const answer = (): void => setAnswered(documentCount);
  return (
    <div className={styles.hint} role="status">
      <span className={styles.words}>{lineCount === 1 ? ONE_LINE.one : ONE_LINE.long}</span>
      <Button
        look="outline"
        onClick={() => {
          answer();
          onFormat();
        }}
      >
        {ONE_LINE.format}
      </Button>
      <Button icon label={ONE_LINE.dismiss} tooltip={ONE_LINE.dismiss} onClick={answer}>
        <X size={16} aria-hidden />
      </Button>
    </div>
  );
}

/** Whether a document has no layout to speak of. Records have a line each because they are records. */
function isOneLine({ phase, dialect, size, lineCount, longestLine }: DocumentState): boolean {
  if (phase !== 'ready' || dialect === 'ndjson') return false;
  return size >= LEAST_BYTES && longestLine >= LONG_LINE_BYTES && size / lineCount >= AVERAGE_BYTES;
}

/** While an edited text is being checked the offer stays as it is: it would come and go with each key. */
function offerOf({ documentCount, blank, mode, task, doc, wasValid }: PanelState) {
  const isOffered = !blank && mode === 'text' && task === null && wasValid && isOneLine(doc);
  return { documentCount, isOffered, lineCount: Math.min(doc.lineCount, 2) };
}
