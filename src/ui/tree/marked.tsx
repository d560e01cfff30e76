// A text of a row with the hits of the find bar in it.

import { Fragment } from 'react';
import type { RowHits, TextHits } from './rowhits.ts';
import styles from './marked.module.css';

/** The text as it is, its hits marked. */
export function Marked({ text, hits }: { readonly text: string; readonly hits: TextHits | null }) {
  if (hits === null) return text;
  const { stretches, current } = hits;
  if (stretches === null) {
    return (
      <mark className={styles.somewhere} data-current={current >= 0}>
        {text}
      </mark>
    );
  }
  return (
    <>
      {stretches.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(stretches[index - 1]?.end ?? 0, start)}
          <mark className={styles.hit} data-current={index === current}>
            {text.slice(start, end)}
          </mark>
        </Fragment>
      ))}
      {text.slice(stretches.at(-1)?.end ?? 0)}
    </>
  );
}

/** How many hits are in what a row has collapsed. */
export function Inside({ hits }: { readonly hits: RowHits | null }) {
  if (hits === null || hits.inside === 0) return null;
  return <span className={styles.inside}>{hits.inside.toLocaleString()} found</span>;
}
