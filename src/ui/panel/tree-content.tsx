// A panel's document as a tree: the find bar and the rows, with entries for comparing and for the table in their menu.

import type { Row } from '../../shared/protocol/rows.ts';
import type { NodeIndex } from '../../shared/units.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { rowMenu } from '../compare/row-menu.ts';
import { showOnlyDialog } from '../show-only-dialog/show-only-state.ts';
import { FindBar } from '../find/bar.tsx';
import { SHOW_ONLY } from '../strings/editors/show-only.ts';
import { CONTENT } from '../strings/panel/panel.ts';
import { warnOfRepeatedKey } from '../problems/repeated-key.ts';
import type { RowEntries } from '../tree/commands/tree-menu.ts';
import TreeView from '../tree/view.tsx';
import { Button } from '../widgets/button.tsx';
import { startCopy } from '../copy-as/start-copy.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { offerUndo } from '../panel-core/undo-steps.ts';
import { useChangeKey } from '../panel-core/use-panel-part.ts';
import { viewProps, type ViewSettings } from './view-props.ts';
import styles from './content.module.css';

export interface TreeContentProps {
  readonly app: PageModel;
  readonly panel: Panel;
  readonly look: ViewSettings;
  readonly name: string;
  readonly document: PanelDocument;
  /** The text is invalid: the tree shows the last valid state. */
  readonly stale: boolean;
  /** The document is still being read: what is known of it is shown. */
  readonly isLoading: boolean;
  readonly isWriting: boolean;
  readonly onText: () => void;
}

/** The tree of a panel. */
export default function TreeContent({
  app,
  panel,
  look,
  name,
  document,
  stale,
  isLoading,
  isWriting,
  onText,
}: TreeContentProps) {
  const { core, actions } = panel;
  const openTable = async (node: NodeIndex): Promise<void> => {
    const { path } = await core.client.placeOf(node);
    actions.editing.showTable(path);
  };
  const menuOf = (row: Row | undefined): RowEntries => ({
    open:
      row?.kind === 'array'
        ? [{ label: CONTENT.openTable, onSelect: () => void openTable(row.node).catch(core.report) }]
        : [],
    more: [{ label: SHOW_ONLY.title, hint: SHOW_ONLY.hint, onSelect: () => showOnlyDialog.show(core, true) }],
    groups: rowMenu(app.comparing, core, row),
  });
  return (
    <div className={styles.view} data-stale={stale} dir="ltr">
      <FindBar finder={panel.finder} />
      <TreeView
        key={useChangeKey(document)}
        {...viewProps(panel, look)}
        controls={look.controls}
        onCopyText={(text) => void actions.going.copyText(text)}
        onCopyAs={(form) => startCopy(core, form)}
        onTask={core.run}
        onRepeatedKey={(key, revision) => warnOfRepeatedKey(panel, key, revision)}
        onDone={(done) => offerUndo(core, done)}
        finder={panel.finder}
        differences={app.comparing.sides[core.side]}
        problems={core}
        schema={core}
        rowMenu={menuOf}
        onTransform={(path) => app.transform(core.side, core.side, path)}
        onGoTo={() => actions.going.askGoTo()}
        readOnly={stale || isLoading || isWriting || look.readOnly === true}
        label={CONTENT.treeOf(name)}
      />
      {stale && (
        <p className={styles.stale}>
          {CONTENT.stale}
          <Button look="outline" onClick={onText}>
            {CONTENT.asText}
          </Button>
        </p>
      )}
    </div>
  );
}
