// A string in which the characters that differ from the other document are marked.

import { Fragment } from 'react';
import type { HitStretch } from '../model/visible-hits.ts';
import type { TextEnds } from '../../model/invisible-characters.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './difference.module.css';

export interface ChangedTextProps {
  readonly text: string;
  /** In ascending order, without overlaps. */
  readonly stretches: readonly HitStretch[];
  /** The ends at which spaces are marked too. */
  readonly ends: TextEnds;
}

/** The text with its changed stretches marked. */
export function ChangedText({ text, stretches, ends }: ChangedTextProps) {
  return (
    <>
      {stretches.map(({ start, end }, index) => (
        <Fragment key={start}>
          <VisibleText text={text} start={stretches[index - 1]?.end ?? 0} end={start} ends={ends} />
          <ins className={styles.changed}>
            <VisibleText text={text} start={start} end={end} ends={ends} />
          </ins>
        </Fragment>
      ))}
      <VisibleText text={text} start={stretches.at(-1)?.end ?? 0} ends={ends} />
    </>
  );
}
