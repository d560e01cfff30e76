// The input and the result of a query as trees, each in a document worker of its own. Below the result, the progress of the
// query, or its result in numbers.

import { copyText } from '../widgets/begin-copy.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DocumentClient } from '../client/document.ts';
import { SideDifferences } from '../compare/side-differences.ts';
import { Finder } from '../find/finder.ts';
import { FindBar } from '../find/bar.tsx';
import { formatSize } from '../../shared/bytes/size.ts';
import type { Notify } from '../notices/notices.ts';
import { createPanelCore } from '../panel-core/panel-core.ts';
import type { Settings } from '../settings/browser-settings.ts';
import { noteOf, RUN, TRANSFORM } from '../strings/transform/transform.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { CSV } from '../strings/documents/csv.ts';
import { RESULT } from '../strings/transform/result.ts';
import type { ResultExport } from './export-result.ts';
import { Button } from '../widgets/button.tsx';
import type { Controls } from '../model/literal.ts';
import { useMedia } from '../widgets/media.ts';
import { Segments } from '../widgets/segments.tsx';
import type { Transforming, TransformState } from './transforming.ts';
import styles from './dialog.module.css';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';

const loadExport = loadWithRetry(() => import('./export-result.ts'));
const TreeView = lazyPart(() => import('../tree/view.tsx'));

/** Below this width one preview is shown at a time. */
const NARROW = '(width < 700px)';
const TICK_MS = 250;
/** Queries that take less time than this show no clock. */
const QUICK_MS = 400;

const CHOICES = [
  { value: 'input', label: TRANSFORM.input },
  { value: 'result', label: TRANSFORM.result },
] as const;

export interface PreviewsProps {
  readonly transforming: Transforming;
  readonly state: TransformState;
  readonly fontSizePx: number;
  readonly controls: Controls;
  readonly notify: Notify;
  readonly settings: Settings;
}

/** Both trees. */
export function Previews({ transforming, state, ...rest }: PreviewsProps) {
  const narrow = useMedia(NARROW);
  const [shown, setShown] = useState<'input' | 'result'>('result');
  const { previews } = state;
  if (previews === null) return null;
  return (
    <div className={styles.previews}>
      {narrow && <Segments label={TRANSFORM.result} choices={CHOICES} value={shown} onChange={setShown} />}
      {(!narrow || shown === 'input') && (
        <section className={styles.preview} aria-label={TRANSFORM.input}>
          {!narrow && <h3 className={styles.label}>{TRANSFORM.input}</h3>}
          <Tree client={previews.input} count={state.inputs} label={TRANSFORM.input} {...rest} />
          {narrow && <Outcome transforming={transforming} state={state} />}
        </section>
      )}
      {(!narrow || shown === 'result') && (
        <section className={styles.preview} aria-label={TRANSFORM.result}>
          {!narrow && <h3 className={styles.label}>{TRANSFORM.result}</h3>}
          <div className={styles.tree} data-old={state.phase === 'failed' || state.phase === 'idle' || undefined}>
            <Tree client={previews.result} count={state.results} label={TRANSFORM.result} {...rest} />
          </div>
          <Outcome transforming={transforming} state={state} />
        </section>
      )}
    </div>
  );
}

function Tree({
  client,
  count,
  label,
  fontSizePx,
  controls,
  notify,
  settings,
}: Omit<PreviewsProps, 'transforming' | 'state'> & {
  readonly client: DocumentClient;
  /** Number of documents shown so far. */
  readonly count: number;
  readonly label: string;
}) {
  const [{ core, finder, differences }] = useState(() => {
    const made = createPanelCore('left', client, notify, settings);
    const none = { describe: () => Promise.resolve([]), within: () => Promise.resolve(null) };
    return { core: made, finder: new Finder(made), differences: new SideDifferences('left', none) };
  });
  const doc = useSyncExternalStore(
    (listener) => client.subscribe(listener),
    () => client.state,
  );
  if (count === 0 || doc.tree === 'none') return <p className={styles.nothing}>{RUN.waiting}</p>;
  return (
    <PartBoundary>
      <div className={styles.view} dir="ltr">
        <FindBar finder={finder} />
        <TreeView
          client={client}
          finder={finder}
          differences={differences}
          readOnly
          fontSize={fontSizePx}
          controls={controls}
          label={label}
          onPlace={nothing}
          onError={core.report}
          onUndo={nothing}
          onRedo={nothing}
          onSave={nothing}
          onGoTo={nothing}
          onCopyText={(text) => void copyText(text).catch(core.report)}
          onTask={core.run}
        />
      </div>
    </PartBoundary>
  );
}

function nothing(): void {
  // A preview has nothing to undo, save or go to.
}

/** The progress of the query, or its result in numbers. */
export function Outcome({ transforming, state }: Pick<PreviewsProps, 'transforming' | 'state'>) {
  const { phase, result, limit } = state;
  const isSlow = useSlow(state);
  if (phase === 'running' && isSlow) {
    return (
      <div className={styles.outcome}>
        <Clock since={state.since} limit={limit} />
        <span className={styles.grow} />
        {Number.isFinite(limit) && (
          <Button look="outline" onClick={() => transforming.runs.goOn()}>
            {TRANSFORM.goOn}
          </Button>
        )}
        <Button look="outline" onClick={() => transforming.runs.stop()}>
          {TRANSFORM.stop}
        </Button>
      </div>
    );
  }
  // Its error is below the query.
  if (phase === 'failed') return <div className={styles.outcome} />;
  if (phase === 'idle' && state.since > 0) {
    return (
      <div className={styles.outcome}>
        <p role="status">{RUN.stopped}</p>
        <Button look="outline" onClick={() => void transforming.runs.run()}>
          {TRANSFORM.again}
        </Button>
      </div>
    );
  }
  if (result === null) return <div className={styles.outcome} role="status" />;
  const { kind, count, content, isSample, durationMs, notes } = result;
  return (
    <div className={styles.outcome}>
      <p role="status">
        {count !== null && <span>{RUN.count(kind, count)}</span>}
        <span>{formatSize(content.size)}</span>
        <span>{RUN.time(durationMs)}</span>
        {isSample && <span>{RUN.sample}</span>}
      </p>
      {EXPORTS.map(
        ({ label, ...asked }) =>
          (asked.as === 'json' || kind === 'array') && (
            <Button key={label} look="quiet" onClick={() => void exportWhole(transforming, asked)}>
              {label}
            </Button>
          ),
      )}
      {notes.map((note) => (
        <p key={note.type} className={styles.note}>
          {noteOf(note)}
        </p>
      ))}
    </div>
  );
}

const EXPORTS: readonly (ResultExport & { readonly label: string })[] = [
  { label: RESULT.copy, to: 'clipboard', as: 'json' },
  { label: RESULT.save, to: 'file', as: 'json' },
  { label: CSV.copyResult, to: 'clipboard', as: 'csv' },
  { label: CSV.saveResult, to: 'file', as: 'csv' },
];

async function exportWhole(transforming: Transforming, asked: ResultExport): Promise<void> {
  const { exportResult } = await loadExport();
  await exportResult(transforming.source, () => transforming.runs.whole(), asked);
}

/** Whether the query has run long enough to show its progress. */
function useSlow({ phase, since }: TransformState): boolean {
  const [slow, setSlow] = useState(-1);
  useEffect(() => {
    if (phase !== 'running') return;
    const timer = setTimeout(() => setSlow(since), Math.max(0, since + QUICK_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [phase, since]);
  return phase === 'running' && slow === since;
}

function Clock({ since, limit }: { readonly since: number; readonly limit: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <p>
      <span aria-hidden>{RUN.running(seconds, Number.isFinite(limit) ? limit / 1000 : null)}</span>
      <span className={styles.hidden} role="status">
        {RUN.runs}
      </span>
    </p>
  );
}
