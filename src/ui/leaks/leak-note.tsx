// One line that says what a document holds before it leaves the browser. It is in no one's way: what is offered beside it works
// meanwhile.

import type { ReactNode } from 'react';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { LEAKS } from '../strings/panel/leaks.ts';
import { Button } from '../widgets/button.tsx';
import type { ShowingExit } from './exits.ts';
import { useLeaks } from './use-leaks.ts';
import styles from './leaks.module.css';

export interface LeakNoteProps {
  readonly core: PanelCore;
  /** Where it is shown. */
  readonly exit: ShowingExit;
  /** Opens the list. */
  readonly onShow: () => void;
  /** What else can be done about it. */
  readonly children?: ReactNode;
}

/** "This document holds 1 password and 2 tokens." Nothing where there is nothing to say. */
export function LeakNote({ core, onShow, children }: LeakNoteProps) {
  const { groups, problem } = useLeaks(core);
  if (problem !== null) return <p className={styles['faint']}>{`${LEAKS.unchecked} ${problem}`}</p>;
  if (groups === null || groups.length === 0) return null;
  const isGrave = groups.some(({ severity }) => severity !== 'low');
  return (
    <div className={styles['note']} role="status" data-grave={isGrave || undefined}>
      <p>{LEAKS.found(groups)}</p>
      <Button look="outline" onClick={onShow}>
        {LEAKS.show}
      </Button>
      {children}
    </div>
  );
}
