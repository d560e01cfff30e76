// A panel's status line: path, place, size, and whether the text is valid. A view reports its place (the text in
// `text/window/caret-place.ts`).

import type { ReactNode } from 'react';
import { formatSize } from '../../../shared/bytes/size.ts';
import type { PanelActions } from '../../app-model/app-model.ts';
import type { DocumentState } from '../../../shared/protocol/protocol.ts';
import type { PanelCore, PanelState } from '../../panel-core/panel-core.ts';
import { usePanelPart } from '../../panel-core/use-panel-part.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { platformKeys } from '../../model/platform-keys.ts';
import { PathMenu } from './path-menu.tsx';
import { useSettled } from './use-settled.ts';
import type { SchemaPhase } from '../../problems/problem-list.ts';
import { PROBLEMS, SCHEMA_STATUS } from '../../strings/panel/problems.ts';
import { STATUS } from '../../strings/panel/panel.ts';
import styles from './status.module.css';

export interface StatusProps {
  readonly core: PanelCore;
  readonly actions: PanelActions;
  readonly schema?: SchemaStatus;
  /** More items, after the size. */
  readonly children?: ReactNode;
}

/** What is known about the document and its schema. */
export interface SchemaStatus {
  readonly phase: SchemaPhase;
  readonly errors: number;
  /** Shows the errors. */
  readonly onShow: () => void;
}

/** The status line. @see requirements TXT-3 */
export function Status({ core, actions, schema, children }: StatusProps) {
  const { blank, mode, place, tabKey, protection, pendingOpens, doc: latest } = usePanelPart(core, statusOf);
  const doc = useSettled(latest);
  if (blank) return <div className={styles.status} />;
  const PathView = mode === 'text' ? PathMenu : Breadcrumb;
  const selected = place?.selectedCharacters ?? 0;
  return (
    <div className={styles.status} aria-busy={doc !== latest || pendingOpens > 0}>
      <span className={styles.place} dir="ltr">
        {place !== null && <PathView side={core.side} path={place.path} actions={actions} />}
      </span>
      {mode === 'text' && (
        <span className={styles.tabKey} role="status">
          {tabKey !== null && STATUS.tabKey[tabKey](platformKeys('Ctrl+M'))}
        </span>
      )}
      {mode === 'text' && place !== null && (
        <button type="button" className={styles.line} data-hint={STATUS.goTo} onClick={() => actions.going.askGoTo()}>
          {STATUS.place((place.line + 1).toLocaleString(), (place.column + 1).toLocaleString())}
          {selected > 0 && STATUS.selected(selected.toLocaleString())}
        </button>
      )}
      {place?.summary !== undefined && place.summary.length > 0 && (
        <span className={styles.summary} dir="ltr">
          {place.summary.map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      )}
      <span dir="ltr">{formatSize(doc.size)}</span>
      {children}
      {protection === 'failed' && (
        <span className={styles.invalid} role="status" data-hint={STATUS.unprotectedHint}>
          {STATUS.unprotected}
        </span>
      )}
      <Validity doc={doc} schema={schema} onGo={actions.editing.goToError} />
    </div>
  );
}

function statusOf({ mode, tabKey, protection, pendingOpens, doc, document: { blank, place } }: PanelState) {
  return { blank, mode, place, tabKey, protection, pendingOpens, doc };
}

interface ValidityProps {
  readonly doc: DocumentState;
  readonly schema: SchemaStatus | undefined;
  readonly onGo: () => void;
}

function Validity({ doc, schema, onGo }: ValidityProps) {
  if (doc.validity === 'valid') {
    const { phase = 'none', errors = 0, onShow } = schema ?? {};
    if (errors > 0)
      return (
        <button type="button" className={styles.invalid} data-hint={PROBLEMS.showAll} onClick={onShow}>
          {SCHEMA_STATUS.errors(errors)}
        </button>
      );
    return (
      <>
        <span className={styles.valid}>{STATUS.valid}</span>
        {phase !== 'none' && <span data-hint={SCHEMA_STATUS[phase].hint}>{SCHEMA_STATUS[phase].text}</span>}
      </>
    );
  }
  if (doc.size === 0) return <span>{STATUS.empty}</span>;
  if (doc.validity === 'unknown') return <span>{doc.phase === 'loading' ? STATUS.loading : STATUS.checking}</span>;
  const place = doc.error?.place;
  if (!place) return <span className={styles.invalid}>{STATUS.invalid}</span>;
  return (
    <button type="button" className={styles.invalid} onClick={onGo}>
      {STATUS.invalid}
      <span className={styles.where}>
        {STATUS.where((place.line + 1).toLocaleString(), (place.column + 1).toLocaleString())}
      </span>
    </button>
  );
}
