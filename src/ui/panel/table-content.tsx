// A panel's document as a table: the find bar, the table, and the editor of a value inside a cell.

import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { FindBar } from '../find/bar.tsx';
import { PartBoundary } from '../widgets/boundary.tsx';
import { lazyPart } from '../browser/lazy-part.tsx';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { usePreferences } from '../settings/preferences.ts';
import { isShelved } from '../model/origin.ts';
import { CONTENT } from '../strings/panel/panel.ts';
import type { NestedCell } from '../table/commands/table-commands.ts';
import type { TableHost } from '../table/model/state.ts';
import type { TablePlace } from '../table/table-props.ts';
import TableView from '../table/view.tsx';
import { Button } from '../widgets/button.tsx';
import { startCopy } from '../copy-as/start-copy.ts';
import type { DocumentFacts, PanelDocument } from '../panel-core/panel-document.ts';
import { offerUndo } from '../panel-core/undo-steps.ts';
import { useChangeKey } from '../panel-core/use-panel-part.ts';
import { viewProps, type ViewSettings } from './view-props.ts';
import styles from './content.module.css';
import { otherSide } from '../../shared/side.ts';
import { valueDialect } from '../../shared/document/dialect.ts';

const NestedEditor = lazyPart(loadWithRetry(() => import('../nested-editor/nested-editor.tsx')));

export interface TableContentProps {
  readonly app: Pick<PageModel, 'preferences' | 'spawn' | 'panels' | 'settings' | 'comparing' | 'confirm'>;
  readonly panel: Panel;
  readonly look: ViewSettings;
  readonly name: string;
  readonly document: PanelDocument;
  /** The text is invalid: the table shows the last valid state. */
  readonly stale: boolean;
  /** The document is still being read: what is known of it is shown. */
  readonly isLoading: boolean;
  readonly onText: () => void;
}

/** A value inside a cell that is being edited. `close` ends the edit. */
interface Nested {
  readonly cell: NestedCell;
  close(): void;
}

/** The table of a panel. */
export default function TableContent({
  app,
  panel,
  look,
  name,
  document,
  stale,
  isLoading,
  onText,
}: TableContentProps) {
  const { core, actions } = panel;
  const documentKey = useChangeKey(document);
  const { setFlattenColumns: flatten } = usePreferences(app.preferences);
  const [nested, setNested] = useState<Nested | null>(null);
  const place = useRef<TablePlace | null>(null);
  const onPlace = useCallback(
    (next: TablePlace | null): void => {
      place.current = next;
      actions.editing.setPlace(next);
    },
    [actions],
  );
  const host = useMemo((): TableHost => {
    return {
      client: core.client,
      settings: core.settings,
      flatten,
      documentName: documentName(document.facts),
      isCsv: () => document.csvFile?.kept() != null,
      standpoint: document.tableState,
      runTask: core.run,
      schema: core,
      comparison: { comparing: app.comparing, side: core.side },
      confirm: app.confirm,
      onError: core.report,
      onWritten: (said) => offerUndo(core, said),
      onNote: (message) => core.notify({ severity: 'info', message }),
    };
    // The standpoint is not a dependency: it is only read when the table is shown again.
  }, [app.comparing, app.confirm, core, flatten, document]);
  const onNested = (cell: NestedCell): Promise<void> =>
    new Promise((resolve) => {
      setNested({
        cell,
        close() {
          setNested(null);
          cell.close();
          resolve();
        },
      });
    });
  const onOpenRows = (json: Blob): void => {
    const other = app.panels[otherSide(core.side)];
    void other.actions.opening.open({
      name: CONTENT.rowsOf(name),
      content: json,
      dialect: valueDialect(core.client.state.dialect),
      origin: { kind: 'none' },
      saved: false,
    });
  };
  const { client: _client, onError: _onError, onPlace: _onPlace, ...shared } = viewProps(panel, look);
  return (
    <Suspense fallback={null}>
      <div className={styles.view} data-stale={stale} dir="ltr">
        <FindBar finder={panel.finder} />
        <TableView
          key={`${documentKey}/${flatten}`}
          {...shared}
          host={host}
          finder={panel.finder}
          problems={core}
          readOnly={stale || isLoading || look.readOnly === true}
          canArrange={!stale && !isLoading}
          controls={look.controls}
          label={CONTENT.tableOf(name)}
          onPlace={onPlace}
          onCopyText={(text) => void actions.going.copyText(text)}
          onCopyAs={(form) => startCopy(core, form)}
          onGoTo={() => actions.going.askGoTo()}
          onFlatten={(isOn) => app.preferences.set('setFlattenColumns', isOn)}
          onOpenRows={onOpenRows}
          onLeave={(left) => document.leaveTable(left)}
          onNested={onNested}
        />
        {stale && (
          <p className={styles.stale}>
            {CONTENT.staleTable}
            <Button look="outline" onClick={onText}>
              {CONTENT.asText}
            </Button>
          </p>
        )}
      </div>
      {/* Its own boundary: while the editor is loaded, the table stays. */}
      <PartBoundary look="float" open={nested !== null} onClose={() => nested?.close()}>
        {nested !== null && (
          <NestedEditor
            client={core.client}
            spawn={app.spawn}
            settings={app.settings}
            notify={core.notify}
            cell={nested.cell}
            readOnly={stale || look.readOnly === true}
            fontSizePx={look.fontSizePx}
            controls={look.controls}
            onClose={nested.close}
          />
        )}
      </PartBoundary>
    </Suspense>
  );
}

/** Returns the name under which the column settings of a document are stored. */
function documentName({ origin, name }: DocumentFacts): string {
  if (isShelved(origin) || origin.kind === 'url') return `${origin.key.source}.${origin.key.id}`;
  return `${origin.kind}.${name}`;
}
