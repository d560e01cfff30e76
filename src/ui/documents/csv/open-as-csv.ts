// Makes a table of a panel's text that looks like CSV, as one step that can be undone.

import type { PanelCore } from '../../panel-core/panel-core.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import { CSV } from '../../strings/documents/csv.ts';
import { runCsv } from './csv-jobs.ts';
import { listFaults } from './csv-faults.ts';
import { foundOptions } from './csv-options.ts';
import { csvOf, noteCsvStep } from './csv-state.ts';

/** Replaces the text by the array of its rows. Reports errors to the user. */
export async function openAsCsv(core: PanelCore): Promise<void> {
  const { client, state } = core;
  try {
    const { revision: base, content: before } = client.state;
    const wasSaved = state.document.savedContent === before;
    await core.write(CSV.reading, async (task) => {
      const text = await client.read(task, 'file');
      const { json, source, packed: _, ...info } = await runCsv('readCsv', [text, {}], task);
      const result = await client.replace(json, { ...task, dialect: 'json', base });
      // The content that the step has made is known once its state has arrived.
      await waitForState(client, ({ revision }) => revision >= result.revision);
      noteCsvStep(core, { info, options: foundOptions(info, {}), source, file: text }, before);
      return result;
    });
    // A recovered draft must know that its file holds CSV.
    void client.journal.sink?.renewBase();
    const csv = csvOf(core);
    if (csv !== null) listFaults(core, csv.info);
    // The rows are those of the file.
    if (wasSaved) state.document.savedContent = client.state.content;
    state.mode = 'table';
  } catch (error) {
    core.report(error);
  }
}
