// A string in its popover: its decoded content, or the string itself.

import { copyText } from '../../widgets/begin-copy.ts';
import { useEffect, useMemo, useState } from 'react';
import { messageOf } from '../../notices/notices.ts';
import { Button } from '../../widgets/button.tsx';
import { Segments } from '../../widgets/segments.tsx';
import { recogniseText } from '../meaning/meaning.ts';
import { DecodedContent, type InsideType } from './inside.tsx';
import { carried, FullTextReader, MAX_SHOWN_BYTES, type FullText } from './full-text.ts';
import { Pages } from './pages.tsx';
import type { ContentProps } from './content-props.ts';
import { TEXT } from '../../strings/editors/popover.ts';
import styles from './popover.module.css';

/** Shows the decoded content of a string, or the string. */
export function TextView(props: ContentProps) {
  const { model, opened } = props;
  const { row } = opened.row;
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
      await copyText(all.text);
      setNote(TEXT.copied);
    } catch {
      setNote(TEXT.notCopied);
    }
  };

  const type = useMemo(() => insideOf(opened.meaning?.type ?? null, full), [opened, full]);
  const canReadMore = !full.isWhole && full.bytes < MAX_SHOWN_BYTES;
  return (
    <div className={styles['form']}>
      {type !== null && (
        <Segments
          label={TEXT.shownAs}
          choices={[
            { value: 'inside', label: TEXT.inside[type] },
            { value: 'text', label: TEXT.text },
          ]}
          value={isRaw ? 'text' : 'inside'}
          onChange={(value) => setIsRaw(value === 'text')}
        />
      )}
      {type !== null && !isRaw ? (
        <DecodedContent {...props} type={type} full={full} wraps={wraps} />
      ) : (
        <Pages label={TEXT.value} text={full.text} wraps={wraps} />
      )}
      {problem !== null && (
        <p className={styles['wrong']} role="alert">
          {problem}
        </p>
      )}
      {!full.isWhole && !canReadMore && full.bytes > 0 && <p className={styles['note']}>{TEXT.cut}</p>}
      <div className={styles['tools']}>
        <label className={styles['check']}>
          <input type="checkbox" checked={wraps} onChange={(event) => setWraps(event.target.checked)} />
          {TEXT.wrap}
        </label>
        <span className={styles['note']} role="status">
          {note || TEXT.size(full.bytes, row.byteLength, full.isWhole)}
        </span>
        {canReadMore && problem === null && (
          <Button look="outline" onClick={() => void more()}>
            {TEXT.more}
          </Button>
        )}
        {row.byteLength <= MAX_SHOWN_BYTES && (
          <Button look="outline" onClick={() => void copy()}>
            {TEXT.copy}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Returns what the string contains; `null` until the whole string is read. */
function insideOf(seen: string | null, { text, isWhole }: FullText): InsideType | null {
  if (!isWhole || seen === null) return null;
  const type = recogniseText(text, null)?.type;
  return type === 'json' || type === 'token' || type === 'base64' || type === 'picture' ? type : null;
}
