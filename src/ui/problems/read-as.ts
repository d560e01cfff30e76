// Reads the bytes of a document in another encoding than UTF-8.

import { READ_AS } from '../strings/panel/editing.ts';
import { offerUndo } from '../panel-core/undo-steps.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';

/** Reads the text of a panel as Windows-1252, as one step that can be undone. It is saved as UTF-8 from then on. */
export async function readAsWindows1252(core: PanelCore): Promise<void> {
  const { client } = core;
  const { revision: base, dialect } = client.state;
  try {
    await core.write(READ_AS.working, async (task) => {
      const bytes = await client.read(task);
      const decoded = bytes.stream().pipeThrough(new TextDecoderStream('windows-1252'));
      const content = await new Response(decoded.pipeThrough(new TextEncoderStream())).blob();
      return client.replace(content, { ...task, dialect, base });
    });
    offerUndo(core, READ_AS.done);
  } catch (error) {
    core.report(error);
  }
}
