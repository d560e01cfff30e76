// The list of the document's steps in the dock, the latest first: Enter, or a click, goes to any of them.

import { useEffect, useState } from 'react';
import { formatSize } from '../../shared/bytes/size.ts';
import type { HistoryList, HistoryStep, StepSummary } from '../../shared/protocol/history.ts';
import { Debounced } from '../async/debounced.ts';
import { Latest } from '../async/latest.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { stepThrough } from '../panel-core/undo-steps.ts';
import { HISTORY } from '../strings/panel/history.ts';
import { EmptyList, ListNote, ListWithDetails } from '../widgets/list/list-parts.tsx';
import { useRows, type KeyedRow } from '../widgets/list/use-rows.ts';
import { VirtualList } from '../widgets/list/virtual-list.tsx';
import styles from './step-list-view.module.css';

interface StepRow extends KeyedRow {
  /** `null`: as the document was opened. */
  readonly step: HistoryStep | null;
  /** How many steps are done once it was gone to. */
  readonly done: number;
}

/** Delay after a write before the steps are read again, in milliseconds: they may be thousands. */
const REST_MS = 100;

/** Reads the steps of a document whenever it has changed; `null` until they are there. */
export function useSteps({ client }: PanelCore): HistoryList | null {
  const [list, setList] = useState<HistoryList | null>(null);
  useEffect(() => {
    const reads = new Latest();
    const read = (): void =>
      void reads
        .run(() => client.readSteps())
        // A worker that died is replaced, which is a change.
        .then(
          (steps) => steps !== null && setList(steps),
          () => undefined,
        );
    const later = new Debounced(read, REST_MS);
    read();
    const end = client.subscribe(() => later.start());
    return () => {
      end();
      later.dispose();
      reads.cancel();
    };
  }, [client]);
  return list;
}

/** The list. @see requirements NEW-11 */
export function StepListView({ core }: { readonly core: PanelCore }) {
  const list = useSteps(core);
  const steps = list?.steps ?? [];
  const done = steps.filter(({ isUndone }) => !isUndone).length;
  const rows = rowsOf(list);
  const shape = useRows(rows);
  const shown = rows[shape.active]?.step?.summary ?? null;
  if (list === null) return null;
  const isEmpty = steps.length === 0;
  if (isEmpty) return <EmptyList text={list.isCut ? HISTORY.dropped : HISTORY.empty} />;
  return (
    <>
      <ListNote>{HISTORY.hint}</ListNote>
      <ListWithDetails label={HISTORY.details} details={shown === null ? null : <Changed summary={shown} />}>
        <VirtualList
          {...shape}
          label={HISTORY.title}
          isTree={false}
          current={rows.findIndex((row) => row.done === done)}
          onGo={(index) => {
            const row = rows[index];
            if (row !== undefined) void goTo(core, row.done - done).catch(core.report);
          }}
          renderRow={({ step, done: at }) => (
            <>
              <span className={styles.name} data-undone={step?.isUndone}>
                {step === null ? HISTORY.opened : step.name === '' ? HISTORY.unnamed : step.name}
              </span>
              {step?.summary != null && (
                <span className={styles.change} dir="auto">
                  {HISTORY.change(step.summary)}
                </span>
              )}
              <span className={styles.detail}>
                {at === done ? `${HISTORY.current} · ` : step?.isUndone === true ? `${HISTORY.undone} · ` : ''}
                {step !== null && `${new Date(step.time).toLocaleTimeString()} · ${formatSize(step.bytes)}`}
              </span>
            </>
          )}
        />
      </ListWithDetails>
      {list.isCut && <ListNote>{HISTORY.dropped}</ListNote>}
    </>
  );
}

/** What a step changed: its first place before and after. */
function Changed({ summary: { before, after, others } }: { readonly summary: StepSummary }) {
  return (
    <>
      <dl className={styles.places}>
        <dt>{HISTORY.before}</dt>
        <dd>{before === '' ? HISTORY.nothing : <code dir="auto">{before}</code>}</dd>
        <dt>{HISTORY.after}</dt>
        <dd>{after === '' ? HISTORY.nothing : <code dir="auto">{after}</code>}</dd>
      </dl>
      {others > 0 && <p className={styles.detail}>{HISTORY.others(others)}</p>}
    </>
  );
}

/** The rows, the latest step first, and the opened document last if all steps are known. */
function rowsOf(list: HistoryList | null): StepRow[] {
  if (list === null) return [];
  const { steps, isCut } = list;
  const opened = isCut ? [] : [null];
  const all = [...opened, ...steps].toReversed();
  return all.map((step, index) => ({
    key: step === null ? 'opened' : String(step.made),
    step,
    done: all.length - 1 - index + (isCut ? 1 : 0),
    level: 1,
    isOpen: null,
    position: index + 1,
    siblings: all.length,
    text: step === null ? HISTORY.opened : step.name,
  }));
}

/** Undoes as many steps as `by` is below zero, or redoes as many as it is above. */
async function goTo(core: PanelCore, by: number): Promise<void> {
  if (by !== 0) await stepThrough(core, by < 0 ? 'undo' : 'redo', Math.abs(by));
}
