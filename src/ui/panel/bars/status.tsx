// A panel's status line, in two halves: the path, or the sums of a selection; and place, document, problems and trust. Where space
// is short, the right half folds until the left one has half of the line. A view reports its place (the text in
// `text/window/caret-place.ts`).

import { useRef, type ReactNode } from 'react';
import { formatSize } from '../../../shared/bytes/size.ts';
import type { PanelActions } from '../../app-model/app-model.ts';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';
import type { PanelCore, PanelState } from '../../panel-core/panel-core.ts';
import type { PanelPlace } from '../../panel-core/panel-document.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { Breadcrumb, breadcrumbWidth } from './breadcrumb.tsx';
import { platformKeys } from '../../model/platform-keys.ts';
import { fittingTail, textWidths, useLineWidth, type LineWidth } from './line-width.ts';
import { PathMenu, pathWidth } from './path-menu.tsx';
import { useSettled } from './use-settled.ts';
import { LogStatus } from '../../extract/log-status.tsx';
import type { SchemaPhase } from '../../problems/problem-list.ts';
import { SCHEMA_STATUS } from '../../strings/panel/problems.ts';
import { STATUS } from '../../strings/panel/panel.ts';
import styles from './status.module.css';

export interface StatusProps {
  readonly core: PanelCore;
  readonly actions: PanelActions;
  readonly schema?: SchemaStatus;
  /** The document, in place of its size. */
  readonly children?: ReactNode;
  /** The number of problems, as a button; `null` if there are none. */
  readonly problems?: ReactNode;
  /** After the problems. */
  readonly trust?: ReactNode;
}

/** What is known about the document and its schema. */
export interface SchemaStatus {
  readonly phase: SchemaPhase;
  readonly errors: number;
}

/** The status line. @see requirements TXT-3 */
export function Status(props: StatusProps) {
  const { blank } = usePanelPart(props.core, blankOf);
  return blank ? <div className={styles.status} /> : <Line {...props} />;
}

function blankOf({ document: { blank } }: PanelState) {
  return { blank };
}

/** The line of a document. */
function Line({ core, actions, schema, children, problems = null, trust }: StatusProps) {
  const { mode, place, tabKey, pendingOpens, doc: latest } = usePanelPart(core, statusOf);
  const doc = useSettled(latest);
  const left = useRef<HTMLDivElement>(null);
  const width = useLineWidth(left);
  const isText = mode === 'text';
  const PathView = isText ? PathMenu : Breadcrumb;
  const sums = place?.summary ?? [];
  const need = neededWidth(place, isText, width);
  return (
    <div
      className={styles.status}
      role="group"
      aria-label={STATUS.label}
      aria-busy={doc !== latest || pendingOpens > 0}
    >
      <div ref={left} className={styles.left} dir="ltr" style={{ flexBasis: need, minWidth: `min(50%, ${need}px)` }}>
        {sums.length > 0 ? (
          <Sums sums={sums} width={width} />
        ) : (
          place !== null && <PathView side={core.side} path={place.path} actions={actions} width={width} />
        )}
      </div>
      {isText && (
        <span className={styles.tabKey} role="status">
          {tabKey !== null && STATUS.tabKey[tabKey](platformKeys('Ctrl+M'))}
        </span>
      )}
      <div className={styles.right}>
        {isText && place !== null && <Place place={place} onGoTo={() => actions.going.askGoTo()} />}
        {children ?? <span dir="ltr">{formatSize(doc.size)}</span>}
        <span className={styles.problems}>
          <LogStatus core={core} doc={doc}>
            <Validity doc={doc} schema={schema} hasProblems={problems !== null} onGo={actions.editing.goToError} />
            {problems}
          </LogStatus>
        </span>
        {trust}
      </div>
    </div>
  );
}

function statusOf({ mode, tabKey, pendingOpens, doc, document: { place } }: PanelState) {
  return { mode, place, tabKey, pendingOpens, doc };
}

/** Between two sums, in pixels. */
const GAP_PX = 12;

/** The width that the left half would like to have, in pixels. */
function neededWidth(place: PanelPlace | null, isText: boolean, width: LineWidth | null): number {
  if (place === null || width === null) return 0;
  if (place.summary !== undefined && place.summary.length > 0)
    return textWidths(place.summary, width.font).reduce((sum, part) => sum + part + GAP_PX, 0);
  return (isText ? pathWidth : breadcrumbWidth)(place.path, width);
}

/** The sums of a selection: as many whole ones as fit, from the first on. */
function Sums({ sums, width }: { readonly sums: readonly string[]; readonly width: LineWidth | null }) {
  const widths = width === null ? [] : textWidths(sums, width.font).map((part) => part + GAP_PX);
  const count = width === null ? sums.length : fittingTail(widths.toReversed(), width.room, 2 * GAP_PX);
  const isCut = count < sums.length;
  return (
    <span className={styles.summary} data-hint={isCut ? sums.join('  ') : undefined}>
      {sums.map((part, index) => (
        <span key={part} className={index < count ? undefined : styles.unseen}>
          {part}
        </span>
      ))}
      {isCut && <span aria-hidden>…</span>}
    </span>
  );
}

/** Line, column and selected characters; in a narrow line without their words. */
function Place({ place, onGoTo }: { readonly place: PanelPlace; readonly onGoTo: () => void }) {
  const [line, column] = [(place.line + 1).toLocaleString(), (place.column + 1).toLocaleString()];
  const selected = place.selectedCharacters ?? 0;
  const count = selected.toLocaleString();
  return (
    <button
      type="button"
      className={styles.line}
      data-selects={selected > 0 || undefined}
      data-hint={STATUS.goTo}
      onClick={onGoTo}
    >
      <span className={styles.long}>
        {STATUS.place(line, column)}
        {selected > 0 && STATUS.selected(count)}
      </span>
      <span className={styles.short} aria-hidden>
        {`${line}:${column}`}
        {selected > 0 && ` (${count})`}
      </span>
    </button>
  );
}

interface ValidityProps {
  readonly doc: DocumentState;
  readonly schema: SchemaStatus | undefined;
  /** Whether a button beside it counts problems. */
  readonly hasProblems: boolean;
  readonly onGo: () => void;
}

function Validity({ doc, schema, hasProblems, onGo }: ValidityProps) {
  if (doc.validity === 'valid') {
    const { phase = 'none', errors = 0 } = schema ?? {};
    if (errors > 0) return null;
    return (
      <>
        <span className={styles.valid}>{STATUS.valid}</span>
        {phase !== 'none' && (
          <span className={styles.phase} data-hint={SCHEMA_STATUS[phase].hint}>
            {SCHEMA_STATUS[phase].text}
          </span>
        )}
      </>
    );
  }
  if (doc.size === 0) return <span>{STATUS.empty}</span>;
  if (doc.validity === 'unknown') return <span>{doc.phase === 'loading' ? STATUS.loading : STATUS.checking}</span>;
  const place = doc.error?.place;
  if (!place) return <span className={styles.invalid}>{STATUS.invalid}</span>;
  const where = STATUS.where((place.line + 1).toLocaleString(), (place.column + 1).toLocaleString());
  return (
    <button type="button" className={styles.invalid} aria-label={`${STATUS.invalid}${where}`} onClick={onGo}>
      {STATUS.invalid}
      {!hasProblems && <span className={styles.where}>{where}</span>}
    </button>
  );
}
