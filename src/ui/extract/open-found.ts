// Opens what was found in the text of a panel in the other one: a value as a document, or all values as a table.

import type { PageModel, Panel } from '../app-model/app-model.ts';
import { EXTRACT } from '../strings/panel/extract.ts';
import { extractionOf } from './extraction.ts';
import { noteFound } from './found-link.ts';
import { otherSide } from '../../shared/side.ts';

/** The panel beside another one. */
export function panelBeside(app: PageModel, { core }: Panel): Panel {
  return app.panels[otherSide(core.side)];
}

/** Opens a find as a document, which can be written back. Reports errors to the user. */
export async function openFound(app: PageModel, panel: Panel, index: number): Promise<void> {
  const { core } = panel;
  try {
    const { document: sourceDocument } = core;
    const { name } = sourceDocument.facts;
    const found = await extractionOf(core).read(index);
    const other = panelBeside(app, panel);
    const isOpen = await other.actions.opening.open({
      name: EXTRACT.name(found.line, name),
      content: found.json,
      dialect: 'json',
      origin: { kind: 'none' },
      saved: true,
    });
    if (!isOpen) return;
    // A table shows arrays only.
    if (other.core.state.mode === 'table' && (await found.json.slice(0, 1).text()) !== '[')
      other.actions.editing.setMode('tree');
    noteFound(other.core, {
      source: core,
      sourceDocument,
      file: name,
      line: found.line,
      record: found.record,
      isWritable: found.isWritable,
    });
    app.setActive(other.core.side);
  } catch (error) {
    core.report(error);
  }
}

/** Opens all finds as records of NDJSON, with the text around them as fields, as a table. Reports errors to the user. */
export async function openRecords(app: PageModel, panel: Panel): Promise<void> {
  const { core } = panel;
  try {
    const content = await extractionOf(core).records();
    const other = panelBeside(app, panel);
    const isOpen = await other.actions.opening.open({
      name: EXTRACT.recordsName(core.state.document.name),
      content,
      dialect: 'ndjson',
      origin: { kind: 'none' },
      saved: true,
    });
    if (!isOpen) return;
    other.actions.editing.setMode('table');
    app.setActive(other.core.side);
  } catch (error) {
    core.report(error);
  }
}
