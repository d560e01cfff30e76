// The list of differences in the dock: where each one is, and the value on both sides.

import { useState, useSyncExternalStore } from 'react';
import { toJsonPath } from '../../shared/document/path.ts';
import { listDifferences, type ChangeView } from '../../shared/protocol/compare.ts';
import { COMPARE } from '../strings/compare/compare.ts';
import { DIFFERENCES } from '../strings/compare/differences.ts';
import { Button } from '../widgets/button.tsx';
import type { ListRow } from '../widgets/list/list-row.ts';
import { EmptyList, ListNote, ListWithDetails } from '../widgets/list/list-parts.tsx';
import { VirtualList } from '../widgets/list/virtual-list.tsx';
import type { Compared } from '../client/comparer.ts';
import { useCompareState, type Comparing } from './comparison.ts';
import styles from './difference-list.module.css';
import { PagedRows } from '../async/paged-rows.ts';

/** Changes per request, and requests that are cached. */
const PAGES = { pageRows: 64, maxPages: 64 };

/** The list; a sentence while there is nothing to list. */
export function DifferenceList({ comparing }: { readonly comparing: Comparing }) {
  const { on, phase, count, problem, progress, note, structure } = useCompareState(comparing);
  const compared = useSyncExternalStore(comparing.sides.left.subscribe, () => comparing.sides.left.result);
  if (!on) {
    return (
      <EmptyList text={DIFFERENCES.off}>
        <Button look="outline" onClick={comparing.toggle}>
          {COMPARE.on}
        </Button>
      </EmptyList>
    );
  }
  if (phase === 'failed' || phase === 'blocked') {
    return (
      <EmptyList text={problem ?? COMPARE.blocked}>
        {phase === 'failed' && (
          <Button look="outline" onClick={comparing.retry}>
            {DIFFERENCES.again}
          </Button>
        )}
      </EmptyList>
    );
  }
  if (compared === null || phase === 'running') {
    return (
      <EmptyList text={COMPARE.comparing}>
        <progress value={progress} aria-label={COMPARE.comparing} />
      </EmptyList>
    );
  }
  if (count === 0) return <EmptyList text={structure ? DIFFERENCES.sameStructure : DIFFERENCES.none} />;
  return (
    <>
      {note !== null && <ListNote>{note}</ListNote>}
      <Differences key={compared.id} comparing={comparing} compared={compared} />
    </>
  );
}

/** What a difference is: a change, or a value that stands elsewhere on the right. */
type DifferenceKind = ChangeView['change'] | 'move';

interface DifferenceRow extends ListRow {
  readonly kind: DifferenceKind;
  /** The value on each side; `null` where there is none. */
  readonly left: ChangeView['left'];
  readonly right: ChangeView['right'];
}

/** The rows of a comparison's differences. */
class DifferenceRows {
  private readonly differences: Uint32Array;
  private readonly changes: PagedRows<ChangeView>;
  readonly subscribe: PagedRows<ChangeView>['subscribe'];

  constructor(comparing: Comparing, compared: Compared) {
    this.differences = listDifferences(compared.changes);
    this.changes = new PagedRows((first, count) => comparing.comparer.describe(compared, first, count), PAGES);
    ({ subscribe: this.subscribe } = this.changes);
  }

  get count(): number {
    return this.differences.length;
  }

  get version(): number {
    return this.changes.version;
  }

  /** A row; `undefined` while it is being read. */
  at(index: number): DifferenceRow | undefined {
    const one = this.changes.at(this.differences[index] ?? 0);
    const other = one?.partner == null ? null : this.changes.at(one.partner);
    if (one === undefined || other === undefined) return undefined;
    const { left, right } = { left: one.left ?? other?.left ?? null, right: one.right ?? other?.right ?? null };
    return {
      kind: other === null ? one.change : 'move',
      left,
      right,
      level: 1,
      isOpen: null,
      position: index + 1,
      siblings: this.count,
      text: toJsonPath((right ?? left)?.path ?? []),
    };
  }
}

function Differences({ comparing, compared }: { readonly comparing: Comparing; readonly compared: Compared }) {
  const { current, structure } = useCompareState(comparing);
  const [rows] = useState(() => new DifferenceRows(comparing, compared));
  const version = useSyncExternalStore(rows.subscribe, () => rows.version);
  /** The active row: the current difference, until the user moves on by keys. */
  const [kept, setKept] = useState({ index: 0, since: -1 });
  const active = current >= 0 && kept.since !== current ? current : kept.index;
  const row = rows.at(active);
  return (
    <ListWithDetails
      label={DIFFERENCES.details}
      details={
        row === undefined ? null : (
          <Details row={row} onTake={structure ? null : (toward) => void comparing.mergeAt(active, toward)} />
        )
      }
    >
      <VirtualList
        label={DIFFERENCES.title}
        count={rows.count}
        rowAt={(index) => rows.at(index)}
        version={version}
        isTree={false}
        active={active}
        onActive={(index) => setKept({ index, since: current })}
        current={current}
        onGo={(index) => void comparing.goTo(index)}
        renderRow={(shown: DifferenceRow) => <Row row={shown} />}
      />
    </ListWithDetails>
  );
}

function Row({ row: { kind, left, right, text } }: { readonly row: DifferenceRow }) {
  return (
    <>
      <span className={styles.sign} data-kind={kind} aria-hidden>
        {DIFFERENCES.signs[kind]}
      </span>
      <span className={styles.hidden}>{DIFFERENCES.kinds[kind]} </span>
      <span className={styles.path} dir="ltr">
        {kind === 'move' ? DIFFERENCES.moved(toJsonPath(left?.path ?? []), toJsonPath(right?.path ?? [])) : text}
      </span>
      <span className={styles.value} dir="ltr">
        {kind === 'update' ? `${left?.value ?? ''} → ${right?.value ?? ''}` : (left ?? right)?.value}
      </span>
    </>
  );
}

interface DetailsProps {
  readonly row: DifferenceRow;
  /** `null` where the difference can't be taken over. */
  readonly onTake: ((toward: 'left' | 'right') => void) | null;
}

function Details({ row: { kind, left, right }, onTake }: DetailsProps) {
  const side = (label: string, shown: DifferenceRow['left']) => (
    <>
      <dt>{label}</dt>
      <dd>
        {shown === null ? (
          DIFFERENCES.missing
        ) : (
          <>
            <span className={styles.where}>{toJsonPath(shown.path)}</span>
            <code>{shown.value}</code>
          </>
        )}
      </dd>
    </>
  );
  return (
    <>
      <p className={styles.what}>{DIFFERENCES.kinds[kind]}</p>
      <dl className={styles.sides} dir="ltr">
        {side(DIFFERENCES.left, left)}
        {side(DIFFERENCES.right, right)}
      </dl>
      {onTake !== null && (
        <div className={styles.take}>
          <Button look="outline" tooltip={COMPARE.take.left} onClick={() => onTake('left')}>
            {DIFFERENCES.take.left}
          </Button>
          <Button look="outline" tooltip={COMPARE.take.right} onClick={() => onTake('right')}>
            {DIFFERENCES.take.right}
          </Button>
        </div>
      )}
    </>
  );
}
