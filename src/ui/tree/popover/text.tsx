// A text in its popover: what is inside of it, decoded, and all of it as it is.

import { useEffect, useMemo, useState } from 'react';
import { formatSize } from '../../../shared/size.ts';
import { messageOf } from '../../store/notices.ts';
import { Button } from '../../widgets/button.tsx';
import { Segments } from '../../widgets/segments.tsx';
import { recogniseText } from '../meaning/meaning.ts';
import { Inside, INSIDE_NAMES, type InsideType } from './inside.tsx';
import { carried, FullTextReader, MOST_SHOWN_BYTES, type FullText } from './fulltext.ts';
import { Pages } from './pages.tsx';
import type { ContentProps } from './popover.tsx';
import styles from './popover.module.css';

/** Shows what is inside a string, or the string. */
export function TextView(props: ContentProps) {
  const { model, opened } = props;
  const { row } = opened.seen;
  const [full, setFull] = useState<FullText>(() => carried(opened));
  const [reader] = useState(() => new FullTextReader(model, opened));
  const [problem, setProblem] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isRaw, setIsRaw] = useState(false);
  const [wraps, setWraps] = useState(true);

  const more = async (): Promise<FullText | null> => {
    try {
      const next = await reader.next();
      setFull(next);
      return next;
    } catch (error) {
      setProblem(messageOf(error));
      return null;
    }
  };
  // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  useEffect(() => void (row.textCut && more()), []);
  const copy = async (): Promise<void> => {
    let all: FullText | null = full;
    while (all !== null && !all.isWhole) all = await more();
    if (all === null) return;
    try {
      await navigator.clipboard.writeText(all.text);
      setNote('Copied.');
    } catch {
      setNote('The browser does not let this page write to the clipboard.');
    }
  };

  const type = useMemo(() => insideOf(opened.meaning?.type ?? null, full), [opened, full]);
  const canReadMore = !full.isWhole && full.bytes < MOST_SHOWN_BYTES;
  return (
    <div className={styles['form']}>
      {type !== null && (
        <Segments
          label="Shown as"
          choices={[
            { value: 'inside', label: INSIDE_NAMES[type] },
            { value: 'text', label: 'Text' },
          ]}
          value={isRaw ? 'text' : 'inside'}
          onChange={(value) => setIsRaw(value === 'text')}
        />
      )}
      {type !== null && !isRaw ? (
        <Inside {...props} type={type} full={full} wraps={wraps} />
      ) : (
        <Pages label="Value" text={full.text} wraps={wraps} />
      )}
      {problem !== null && (
        <p className={styles['wrong']} role="alert">
          {problem}
        </p>
      )}
      {!full.isWhole && !canReadMore && full.bytes > 0 && (
        <p className={styles['note']}>
          Only its beginning is shown here. Copy the row for all of it, or read it as text.
        </p>
      )}
      <div className={styles['tools']}>
        <label className={styles['check']}>
          <input type="checkbox" checked={wraps} onChange={(event) => setWraps(event.target.checked)} />
          Wrap
        </label>
        <span className={styles['note']} role="status">
          {note || `${full.isWhole ? '' : `${formatSize(full.bytes)} of `}${formatSize(row.byteLength)}`}
        </span>
        {canReadMore && problem === null && (
          <Button look="outline" onClick={() => void more()}>
            Show more
          </Button>
        )}
        {row.byteLength <= MOST_SHOWN_BYTES && (
          <Button look="outline" onClick={() => void copy()}>
            Copy text
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is inside: settled once all of the text is there. */
function insideOf(seen: string | null, { text, isWhole }: FullText): InsideType | null {
  if (!isWhole || seen === null) return null;
  const type = recogniseText(text, null)?.type;
  return type === 'json' || type === 'token' || type === 'base64' || type === 'picture' ? type : null;
}
