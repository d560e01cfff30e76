// Offers to format a large document whose lines are too long to read, once for each document. It floats over the lower end of
// the content, so that the layout does not shift.

import { X } from 'lucide-react';
import { useState } from 'react';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { PanelCore, PanelState } from '../panel-core/panel-core.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { usePanelDocument, usePanelPart } from '../panel-core/use-panel-part.ts';
import { Button } from '../widgets/button.tsx';
import { ONE_LINE } from '../strings/panel/panel.ts';
import styles from './one-line-offer.module.css';

/** No offer is made for smaller documents. */
const MIN_BYTES = 1_000_000;
/** A line this long, wrapped, fills more than a large screen. */
const LONG_LINE_BYTES = 100_000;
/** Lines this long on average mean that the text has no layout. */
const AVERAGE_BYTES = 20_000;

export interface OneLineProps {
  readonly core: PanelCore;
  readonly onFormat: () => void;
}

/** The offer; renders nothing if it does not apply. */
export default function OneLine({ core, onFormat }: OneLineProps) {
  const { isOffered, lineCount } = usePanelPart(core, offerOf);
  const document = usePanelDocument(core);
  const [answered, setAnswered] = useState<PanelDocument | null>(null);
  if (answered === document || !isOffered) return null;
  const answer = (): void => setAnswered(document);
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

/** Whether a document has practically no line breaks. Excludes NDJSON, where the format requires one line per record. */
function isOneLine({ phase, dialect, size, lineCount, longestLine }: DocumentState): boolean {
  if (phase !== 'ready' || dialect === 'ndjson') return false;
  return size >= MIN_BYTES && longestLine >= LONG_LINE_BYTES && size / lineCount >= AVERAGE_BYTES;
}

/** Uses `wasValid`, which keeps its value while an edit is checked: otherwise the offer would flicker with every keystroke. */
function offerOf({ mode, task, doc, wasValid, document: { blank } }: PanelState) {
  const isOffered = !blank && mode === 'text' && task === null && wasValid && isOneLine(doc);
  return { isOffered, lineCount: Math.min(doc.lineCount, 2) };
}
