// What the menu of a row offers to transform it.

import type { Row } from '../../shared/rows.ts';
import type { App } from '../store/app.ts';
import type { PanelCore } from '../store/panel.ts';
import { TRANSFORM } from '../texts/transform.ts';
import type { MenuGroup } from '../widgets/menu.tsx';

/** The entry for a row: the value that it shows, in place. */
export function transformMenu({ transform }: Pick<App, 'transform'>, core: PanelCore, row: Row | undefined): MenuGroup {
  const open = async (node: Row['node']): Promise<void> => {
    try {
      const { path } = await core.client.placeOf(node);
      transform(core.side, core.side, path);
    } catch (error) {
      core.report(error);
    }
  };
  const disabled = row === undefined;
  return { entries: [{ label: TRANSFORM.here, disabled, onSelect: () => row !== undefined && void open(row.node) }] };
}
