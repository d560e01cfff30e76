// Changes the dialect of a panel's text, as one step that can be undone. The bytes stay the same.

import type { Dialect } from '../../shared/document/dialect.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { DIALECT_ITEM } from '../strings/panel/problems.ts';

/** Parses the text of a panel in another dialect. Reports errors to the user. */
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
