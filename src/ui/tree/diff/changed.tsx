// A string in which the characters that differ from the other document are marked.

import { Fragment } from 'react';
import type { HitStretch } from '../model/visible-hits.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './difference.module.css';

/** The text with its changed stretches marked; stretches are in ascending order and do not overlap. */
export function ChangedText({ text, stretches }: { readonly text: string; readonly stretches: readonly HitStretch[] }) {
  return (
    <>
      {stretches.map(({ start, end }, index) => (
        <Fragment key={start}>
          <VisibleText text={text.slice(stretches[index - 1]?.end ?? 0, start)} />
          <ins className={styles.changed}>
            <VisibleText text={text.slice(start, end)} />
          </ins>
        </Fragment>
      ))}
      <VisibleText text={text.slice(stretches.at(-1)?.end ?? 0)} />
    </>
  );
}
