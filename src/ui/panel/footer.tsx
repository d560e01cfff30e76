// The part below a panel's content: the list of problems while it is open, and the status line. It loads after the first render
// of the page; from then on the document's problems are tracked.

import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PageModel, Panel } from '../app/app-model.ts';
import { changeDialect } from '../problems/change-dialect.ts';
import { ProblemList } from '../problems/problem-list.ts';
import { countOfKind } from '../problems/severity.ts';
import { ProblemPanel } from '../problems/problem-panel.tsx';
import { SchemaAssist } from '../schema/schema-assist.ts';
import { storedEncoding } from '../model/origin.ts';
import { SchemaCheck } from '../schema/schema-check.ts';
import { CountItem, FormItems, OfferItem } from '../problems/status-items.tsx';
import type { PanelState } from './panel-core.ts';
import { CsvItem } from '../csv/csv-item.tsx';
import { usePanelPart } from './use-panel-part.ts';
import { Status } from './bars/status.tsx';
import styles from './footer.module.css';

export interface FooterProps {
  readonly app: PageModel;
  readonly panel: Panel;
}

/** The lower end of a panel. */
export default function Footer({ app, panel }: FooterProps) {
  const { core, actions } = panel;
  const [schema] = useState(() => new SchemaCheck(app, panel));
  const [list] = useState(() => new ProblemList(panel, schema, app.preferences));
  const { open, said, notes, offer, schema: phase } = useSnapshot(list.state);
  const { blank, problems, dialect, encoding, hasMark, lineEnd } = usePanelPart(core, partOf);

  useEffect(() => list.start(), [list]);

  const [assist] = useState(() => new SchemaAssist(panel, schema));
  useEffect(() => assist.start(), [assist]);

  useEffect(() => {
    // Captured before the editor: Monaco has markers of its own, but only for the window that it holds.
    const key = (event: KeyboardEvent): void => {
      const control = event.ctrlKey || event.metaKey;
      const isFix = event.key === '.' && control && !event.shiftKey;
      if (event.altKey || (!isFix && (event.key !== 'F8' || control))) return;
      if (app.state.active !== core.side || core.state.blank || document.querySelector('[data-modal]') !== null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isFix) void list.askFix();
      else list.step(event.shiftKey ? -1 : 1);
    };
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, [app, core, list]);

  return (
    <>
      {open && !blank && <ProblemPanel list={list} report={problems} />}
      <p className={styles.said} role="status">
        {said}
      </p>
      <Status
        core={core}
        actions={actions}
        schema={{ phase, errors: countOfKind(problems, 'schema'), onShow: () => list.open() }}
      >
        <FormItems
          dialect={dialect}
          encoding={encoding}
          hasMark={hasMark}
          lineEnds={problems?.lineEnds === 'mixed' ? 'mixed' : lineEnd}
          onDialect={(to) => void changeDialect(core, to)}
        />
        <CsvItem panel={panel} />
        <OfferItem offer={offer} onUse={() => list.acceptOffer()} />
        <CountItem report={problems} hasNotes={notes.length > 0} isOpen={open} onToggle={() => list.toggle()} />
      </Status>
    </>
  );
}

function partOf({ blank, origin, problems, doc: { dialect, encoding, hasMark, lineEnd } }: PanelState) {
  return { blank, problems, dialect, encoding: storedEncoding(origin, encoding), hasMark, lineEnd };
}
