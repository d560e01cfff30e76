// A panel's document as a tree: the find bar and the rows, with entries for comparing and for the table in their menu.

import type { Row } from '../../shared/protocol/rows.ts';
import type { NodeIndex } from '../../shared/units.ts';
import type { PageModel, Panel } from '../app/app-model.ts';
import { rowMenu } from '../compare/rowmenu.ts';
import { FindBar } from '../find/bar.tsx';
import { CONTENT } from '../strings/panel/panel.ts';
import { warnOfRepeatedKey } from '../problems/repeated-key.ts';
import TreeView from '../tree/view.tsx';
import { Button } from '../widgets/button.tsx';
import type { MenuGroup } from '../widgets/menu/menu-model.ts';
import { offerUndo } from './undo-offer.ts';
import { viewProps, type ViewSettings } from './view-props.ts';
import styles from './content.module.css';

export interface TreeContentProps {
  readonly app: PageModel;
  readonly panel: Panel;
  readonly look: ViewSettings;
  readonly name: string;
  readonly documentCount: number;
  /** The text is invalid: the tree shows the last valid state. */
  readonly stale: boolean;
  readonly isWriting: boolean;
  readonly onText: () => void;
}

/** The tree of a panel. */
export default function TreeContent({
  app,
  panel,
  look,
  name,
  documentCount,
  stale,
  isWriting,
  onText,
}: TreeContentProps) {
  const { core, actions } = panel;
  const openTable = async (node: NodeIndex): Promise<void> => {
    const { path } = await core.client.placeOf(node);
    actions.showTable(path);
  };
  const menuOf = (row: Row | undefined): readonly MenuGroup[] => {
    const groups = rowMenu(app.comparing, core, row);
    if (row?.kind !== 'array') return groups;
    const onSelect = (): void => void openTable(row.node).catch(core.report);
    return [{ entries: [{ label: CONTENT.openTable, onSelect }] }, ...groups];
  };
  return (
    <div className={styles.view} data-stale={stale} dir="ltr">
      <FindBar finder={panel.finder} />
      <TreeView
        key={documentCount}
        {...viewProps(panel, look)}
        controls={look.controls}
        onCopyText={(text) => void actions.copyText(text)}
        onTask={core.run}
        onRepeatedKey={(key, revision) => warnOfRepeatedKey(panel, key, revision)}
        onDone={(done) => offerUndo(core, done)}
        finder={panel.finder}
        differences={app.comparing.sides[core.side]}
        problems={core}
        schema={core}
        rowMenu={menuOf}
        onTransform={(path) => app.transform(core.side, core.side, path)}
        onGoTo={() => actions.askGoTo()}
        readOnly={stale || isWriting || look.readOnly === true}
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
