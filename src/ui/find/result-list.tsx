// The list of results in the dock, read in pages around the screen: of a tree, hits under the path of their container; of the text,
// hits with their lines.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { isContainer } from '../../shared/protocol/rows.ts';
import type { HitView, TextHitView } from '../../shared/protocol/search.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { onOneLine, readEscapes, type Controls } from '../model/literal.ts';
import { RESULTS } from '../strings/editors/results.ts';
import type { ListRow } from '../widgets/list/list-row.ts';
import { EmptyList } from '../widgets/list/list-parts.tsx';
import { VirtualList } from '../widgets/list/virtual-list.tsx';
import { commandOf } from './bar-keys.ts';
import type { Finder } from './finder.ts';
import { ResultList, textHitLines, type ResultLine } from './result-lines.ts';
import styles from './result-list.module.css';

export interface ResultListProps {
  readonly core: PanelCore;
  readonly finder: Finder;
  readonly controls: Controls;
}

/** The list; a sentence while there are no hits. */
export function ResultListView(props: ResultListProps) {
  const { finder } = props;
  const hasHits = useSyncExternalStore(finder.subscribe, () => finder.getState().open && finder.getState().count > 0);
  const searches = useSyncExternalStore(finder.subscribe, () => finder.getState().searches);
  if (!hasHits) return <EmptyList text={RESULTS.none} />;
  return searches === 'text' ? <TextHits {...props} /> : <Hits {...props} />;
}

interface TextRow extends ListRow {
  readonly view: TextHitView;
}

/** The hits in the text as such, each with its line. */
function TextHits({ core, finder, controls }: ResultListProps) {
  const hits = useSyncExternalStore(finder.subscribe, () => finder.hits);
  const count = useSyncExternalStore(finder.subscribe, () => finder.getState().count);
  const current = useSyncExternalStore(finder.subscribe, () => finder.getState().current);
  const revision = useSyncExternalStore(finder.subscribe, () => finder.hitsRevision);
  const lines = useMemo(() => textHitLines(hits, revision, core.client), [hits, revision, core]);
  const version = useSyncExternalStore(lines.subscribe, () => lines.version);
  const [kept, setKept] = useState({ index: 0, since: -1 });
  const active = current >= 0 && kept.since !== current ? current : kept.index;
  const shown = (text: string): string => onOneLine(text, controls);
  return (
    <VirtualList
      label={RESULTS.title}
      count={count}
      rowAt={(index): TextRow | undefined => {
        const view = lines.at(index);
        return (
          view && {
            view,
            level: 1,
            isOpen: null,
            position: index + 1,
            siblings: count,
            text: `${view.before}${view.match}`,
          }
        );
      }}
      version={`${version} ${current} ${revision}`}
      isTree={false}
      active={Math.min(active, count - 1)}
      onActive={(index) => setKept({ index, since: current })}
      current={current}
      onGo={(index) => finder.goTo(index)}
      onKey={({ nativeEvent }) => stepByKey(finder, nativeEvent)}
      renderRow={({ view: { line, before, match, after }, position }: TextRow) => (
        <>
          <span className={styles.where}>{RESULTS.line(line)}</span>
          <span className={styles.line} dir="ltr">
            <span className={styles.value}>
              {shown(before)}
              <mark className={styles.hit} data-current={position - 1 === current}>
                {shown(match)}
              </mark>
              {shown(after)}
            </span>
          </span>
        </>
      )}
    />
  );
}

/** Steps by the keys of the find bar. Returns whether it was one. */
function stepByKey(finder: Finder, event: globalThis.KeyboardEvent): boolean {
  const command = commandOf(event, null);
  if (command !== 'next' && command !== 'previous') return false;
  finder.run(command);
  return true;
}

interface ResultRow extends ListRow {
  readonly line: ResultLine;
}

function Hits({ core, finder, controls }: ResultListProps) {
  const [list] = useState(() => new ResultList(finder, core.client, core.report));
  const version = useSyncExternalStore(list.subscribe, () => list.version);
  const current = useSyncExternalStore(finder.subscribe, () => finder.getState().current);
  useEffect(() => list.start(), [list]);
  const currentLine = current >= 0 && current < list.hitCount ? list.lineOf(current) : -1;
  /** The active line: that of the current hit, until the user moves on by keys. */
  const [kept, setKept] = useState({ line: 0, since: -1 });
  const active = currentLine >= 0 && kept.since !== currentLine ? currentLine : kept.line;
  const setActive = (line: number): void => setKept({ line, since: currentLine });
  const rowAt = (index: number): ResultRow | undefined => {
    const line = list.at(index);
    if (line === undefined) return undefined;
    const isHeading = line.type === 'heading';
    return {
      line,
      level: isHeading ? 1 : 2,
      isOpen: null,
      // Of hits the position among all is known, which says more.
      position: isHeading ? index + 1 : line.hit + 1,
      siblings: isHeading ? list.lineCount : list.hitCount,
      text: isHeading ? line.path : `${line.view.name ?? ''}${line.view.before}${line.view.match}`,
    };
  };
  return (
    <VirtualList
      label={RESULTS.title}
      count={list.lineCount}
      rowAt={rowAt}
      onWant={(first, end) => list.want(first, end)}
      version={`${version} ${current}`}
      isTree
      active={Math.min(active, Math.max(0, list.lineCount - 1))}
      onActive={setActive}
      current={currentLine}
      onGo={(index) => {
        const hit = list.hitAt(index);
        if (hit >= 0) finder.goTo(hit);
      }}
      onKey={({ nativeEvent }) => stepByKey(finder, nativeEvent)}
      renderRow={({ line }: ResultRow) =>
        line.type === 'heading' ? (
          <span className={styles.heading}>
            <span className={styles.path}>{onOneLine(line.path, controls)}</span>
            <span className={styles.size}>{line.size.toLocaleString()}</span>
          </span>
        ) : (
          <span className={styles.line}>
            <Hit view={line.view} isCurrent={line.hit === current} controls={controls} />
          </span>
        )
      }
    />
  );
}

interface HitProps {
  readonly view: HitView;
  readonly isCurrent: boolean;
  readonly controls: Controls;
}

function Hit({ view, isCurrent, controls }: HitProps) {
  // The text is cut: half an escape at an end is shown as it is.
  const shown = (text: string): string => onOneLine(readEscapes(text), controls);
  const found = (
    <>
      {shown(view.before)}
      <mark className={styles.hit} data-current={isCurrent}>
        {shown(view.match)}
      </mark>
      {shown(view.after)}
    </>
  );
  const isKey = view.part === 'key';
  return (
    <>
      {view.name !== null && (
        <span className={typeof view.name === 'number' ? styles.position : styles.name}>
          {isKey ? found : view.name === '' ? '""' : typeof view.name === 'number' ? view.name : shown(view.name)}
        </span>
      )}
      <span className={styles.value} data-kind={view.kind}>
        {!isKey ? found : isContainer(view.kind) ? view.value.replaceAll(/\s+/g, ' ') : shown(view.value)}
      </span>
    </>
  );
}
