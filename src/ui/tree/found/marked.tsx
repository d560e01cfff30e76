// A key or value of a row with the find bar's hits marked.

import { Fragment } from 'react';
import type { RowHits, TextHits } from '../model/row-hits.ts';
import type { TextEnds } from '../../model/invisible-characters.ts';
import { ROWS } from '../../strings/editors/tree.ts';
import { VisibleText } from '../../widgets/visible-text.tsx';
import styles from './marked.module.css';

/**
 * If the current hit begins further on than this, it would be cut off in most rows: the text is then shown from shortly before
 * it.
 */
const FAR = 60;
const LEAD = 24;

interface MarkedProps {
  readonly text: string;
  readonly hits: TextHits;
  /** The ends at which spaces are marked too. */
  readonly ends: TextEnds;
}

/** The text with its hits marked; a long text is shown from shortly before the current hit. */
export function Marked({ text, hits, ends }: MarkedProps) {
  const { stretches, current } = hits;
  if (stretches === null) {
    return (
      <mark className={styles.somewhere} data-current={current >= 0}>
        <VisibleText text={text} ends={ends} />
      </mark>
    );
  }
  const from = startOf(text, stretches[current]?.start ?? 0);
  return (
    <>
      {from > 0 && '…'}
      {stretches.map(
        ({ start, end }, index) =>
          end > from && (
            <Fragment key={start}>
              <VisibleText text={text} start={Math.max(from, stretches[index - 1]?.end ?? 0)} end={start} ends={ends} />
              <mark className={styles.hit} data-current={index === current}>
                <VisibleText text={text} start={Math.max(from, start)} end={end} ends={ends} />
              </mark>
            </Fragment>
          ),
      )}
      <VisibleText text={text} start={Math.max(from, stretches.at(-1)?.end ?? 0)} ends={ends} />
    </>
  );
}

/** Returns where the shown part of a text begins, never inside a surrogate pair. */
function startOf(text: string, hit: number): number {
  if (hit <= FAR) return 0;
  const from = hit - LEAD;
  return /^[\udc00-\udfff]/.test(text.slice(from, from + 1)) ? from + 1 : from;
}

/** The number of hits inside a collapsed container. */
export function HitsInside({ hits }: { readonly hits: RowHits }) {
  if (hits.inside === 0) return null;
  return <span className={styles.inside}>{ROWS.found(hits.inside)}</span>;
}
