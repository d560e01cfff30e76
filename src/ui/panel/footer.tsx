// The part below a panel's content: its dock while that is open, and the status line. It loads after the first render
// of the page; from then on the document's problems are tracked.

import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { keepTitle } from '../app-model/page-title.ts';
import { ProblemList } from '../problems/problem-list.ts';
import { countOfKind } from '../problem-marks/severity.ts';
import { SchemaAssist } from '../schema/schema-assist.ts';
import { hiddenBy } from '../model/splitter-rules.ts';
import { usePreferences } from '../settings/preferences.ts';
import { SchemaCheck } from '../schema/schema-check.ts';
import { CountItem, hasCount } from '../problems/status-items.tsx';
import type { PanelState } from '../panel-core/panel-core.ts';
import { CsvItem } from '../csv/csv-item.tsx';
import { ShowOnlyItem } from '../show-only-dialog/show-only-item.tsx';
import { CopyAsItem } from '../copy-as/copy-as-item.tsx';
import { MergeItem } from '../merge/merge-item.tsx';
import { LeaksItem } from '../leaks/leaks-item.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { FoundBar } from './bars/found-bar.tsx';
import { PartBoundary } from '../widgets/boundary.tsx';
import { useDock } from '../panel-core/dock-state.ts';
import { usePanelPart } from '../panel-core/use-panel-part.ts';
import { DocumentItem, OfferItem } from './bars/document-item.tsx';
import { FileChangeBar, FollowBar } from './bars/file-change.tsx';
import { TrustItem } from './bars/trust-item.tsx';
import { Status } from './bars/status.tsx';
import styles from './footer.module.css';
import frame from './panel.module.css';
import { otherSide } from '../../shared/side.ts';

const Dock = lazyPart(loadWithRetry(() => import('../dock/dock.tsx')));

export interface FooterProps {
  readonly app: PageModel;
  readonly panel: Panel;
}

/** The lower end of a panel. */
export default function Footer({ app, panel }: FooterProps) {
  const { core, actions } = panel;
  const other = app.panels[otherSide(core.side)];
  const [schema] = useState(() => new SchemaCheck(app, panel));
  const [list] = useState(() => new ProblemList(panel, schema, app.preferences));
  const { notes, offer, schema: phase } = useSnapshot(list.state);
  const { tab } = useDock(core);
  const { blank, problems, said } = usePanelPart(core, partOf);

  useEffect(() => list.start(), [list]);
  // One panel keeps it for both; a frame leaves the title of its page alone.
  useEffect(() => (core.side === 'left' && 'documents' in app ? keepTitle(app) : undefined), [app, core]);

  const { splitterValue } = usePreferences(app.preferences);
  // Where both panels are shown, the badge is in the right one.
  const isSecond = core.side === 'left' && hiddenBy(splitterValue) !== 'right';

  const [assist] = useState(() => new SchemaAssist(panel, schema));
  useEffect(() => assist.start(), [assist]);

  useEffect(() => {
    // Captured before the editor: Monaco has markers of its own, but only for the window that it holds.
    const key = (event: KeyboardEvent): void => {
      const control = event.ctrlKey || event.metaKey;
      const isFix = event.key === '.' && control && !event.shiftKey;
      if (event.altKey || (!isFix && (event.key !== 'F8' || control))) return;
      if (
        app.state.active !== core.side ||
        core.state.document.blank ||
        document.querySelector('[data-modal]') !== null
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      if (isFix) void list.askFix();
      else list.step(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, [app, core, list]);

  const isListed = tab === 'problems';
  return (
    <>
      {tab !== null && !blank && (
        <div className={frame.dock}>
          <PartBoundary>
            <Dock app={app} panel={panel} problems={list} />
          </PartBoundary>
        </div>
      )}
      <div className={frame.below}>
        {!blank && <FileChangeBar app={app} panel={panel} />}
        {!blank && <FollowBar panel={panel} />}
        {!blank && <FoundBar core={core} />}
        <p className={styles.said} role="status">
          {said}
        </p>
        <Status
          core={core}
          actions={actions}
          schema={{ phase, errors: countOfKind(problems, 'schema') }}
          problems={
            hasCount({ report: problems, hasNotes: notes.length > 0, isOpen: isListed }) ? (
              <CountItem report={problems} isOpen={isListed} onToggle={() => list.toggle()} />
            ) : null
          }
          trust={<TrustItem app={app} panel={panel} isSecond={isSecond} />}
        >
          <OfferItem offer={offer} onOffer={() => list.acceptOffer()} />
          <DocumentItem app={app} panel={panel} offer={offer} onOffer={() => list.acceptOffer()} />
        </Status>
        <CsvItem panel={panel} other={other} />
        <LeaksItem panel={panel} other={other} />
        <ShowOnlyItem app={app} panel={panel} />
        <CopyAsItem core={core} />
        <MergeItem core={core} />
      </div>
    </>
  );
}

function partOf({ problems, said, document: { blank } }: PanelState) {
  return { blank, problems, said };
}
