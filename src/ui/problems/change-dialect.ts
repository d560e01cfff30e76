// Has a panel's text read in another dialect, as one step that can be undone. Not a byte of it changes.

import type { Dialect } from '../../shared/document/dialect.ts';
import type { PanelCore } from '../panel/panel-core.ts';
import { DIALECT_ITEM } from '../strings/panel/problems.ts';

/** Reads the text of a panel in another dialect. Tells a person where that fails. */
export async function changeDialect(core: PanelCore, dialect: Dialect): Promise<void> {
  const { client } = core;
  try {
    const { revision: base } = client.state;
    await core.write(DIALECT_ITEM.working, async (task) =>
      client.replace(await client.read(task), { ...task, dialect, base }),
    );
  } catch (error) {
    core.report(error);
  }
}
