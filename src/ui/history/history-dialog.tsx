// The list of the document's steps, the latest first: a click goes to any of them.

import { useEffect, useState } from 'react';
import { formatSize } from '../../shared/bytes/size.ts';
import type { HistoryList } from '../../shared/protocol/history.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { stepThrough } from '../panel-core/undo-steps.ts';
import { CLOSE } from '../strings/app/layout.ts';
import { HISTORY } from '../strings/panel/history.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import styles from './history-dialog.module.css';

export interface HistoryDialogProps {
  readonly core: PanelCore;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog "Steps". @see requirements NEW-11 */
export default function HistoryDialog({ core, open, onClose }: HistoryDialogProps) {
  return (
    <Dialog title={HISTORY.title} open={open} onClose={onClose}>
      {open && <Content core={core} />}
      <Actions>
        <Button look="primary" onClick={onClose}>
          {CLOSE}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Content({ core }: Pick<HistoryDialogProps, 'core'>) {
  const { client } = core;
  const [list, setList] = useState<HistoryList | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = (): void =>
      void client.readSteps().then(
        (steps) => isCurrent && setList(steps),
        // A worker that died is replaced, which is a change.
        () => undefined,
      );
    read();
    const end = client.subscribe(read);
    return () => {
      isCurrent = false;
      end();
    };
  }, [client]);
  if (list === null) return null;
  const { steps, isCut } = list;
  const done = steps.filter(({ isUndone }) => !isUndone).length;
  const go = (to: number): void => void goTo(core, to - done).catch(core.report);
  return (
    <>
      <p className={styles.hint}>{steps.length === 0 && !isCut ? HISTORY.empty : HISTORY.hint}</p>
      <ol className={styles.list} reversed>
        {steps
          .map((step, index) => (
            <li key={step.content} data-undone={step.isUndone}>
              <button
                type="button"
                className={styles.step}
                aria-current={index + 1 === done ? 'step' : undefined}
                onClick={() => go(index + 1)}
              >
                <span>{step.name === '' ? HISTORY.unnamed : step.name}</span>
                <span className={styles.detail}>
                  {index + 1 === done ? `${HISTORY.current} · ` : step.isUndone ? `${HISTORY.undone} · ` : ''}
                  {new Date(step.time).toLocaleTimeString()} · {formatSize(step.bytes)}
                </span>
              </button>
            </li>
          ))
          .toReversed()}
      </ol>
      {isCut ? (
        <p className={styles.hint}>{HISTORY.dropped}</p>
      ) : (
        <button
          type="button"
          className={styles.step}
          aria-current={done === 0 ? 'step' : undefined}
          onClick={() => go(0)}
        >
          <span>{HISTORY.opened}</span>
        </button>
      )}
    </>
  );
}

/** Undoes as many steps as `by` is below zero, or redoes as many as it is above. */
async function goTo(core: PanelCore, by: number): Promise<void> {
  if (by !== 0) await stepThrough(core, by < 0 ? 'undo' : 'redo', Math.abs(by));
}
