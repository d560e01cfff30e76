// The controls of Compare, in the column between the panels: the switch, and the rest once it is on.

import { EqualNot } from 'lucide-react';
import { useCompareState, type Comparing } from './comparison.ts';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { COMPARE } from '../strings/compare/compare.ts';
import { PartBoundary } from '../widgets/boundary.tsx';
import { Button } from '../widgets/button.tsx';
import styles from './controls.module.css';

const DifferenceControls = lazyPart(loadWithRetry(() => import('./difference-controls.tsx')));

/** The controls, in a column or in a row. @see requirements PAN-3, CMP-4, CMP-5 */
export function CompareControls({
  comparing,
  inRow = false,
  onOptions,
}: {
  readonly comparing: Comparing;
  readonly inRow?: boolean;
  readonly onOptions: () => void;
}) {
  const { on, phase, problem, said } = useCompareState(comparing);
  return (
    <div className={inRow ? styles.row : styles.compare} role="group" aria-label={COMPARE.title} data-menus>
      {!inRow && <small>{COMPARE.title}</small>}
      <Button
        icon
        label={COMPARE.title}
        tooltip={on ? COMPARE.off : COMPARE.on}
        pressed={on}
        onClick={comparing.toggle}
      >
        <EqualNot size={16} aria-hidden />
      </Button>
      {/* What the controls show changes with every move of the caret; this says what somebody asked for. */}
      <p className={styles.hidden} role="status">
        {phase === 'failed' || phase === 'blocked' ? problem : said}
      </p>
      {on && (
        <PartBoundary look="line">
          <DifferenceControls comparing={comparing} inRow={inRow} onOptions={onOptions} />
        </PartBoundary>
      )}
    </div>
  );
}
