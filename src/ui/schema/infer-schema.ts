// Infers a schema from a panel's document and opens it in the other panel, as a document of its own.

import { CodedError } from '../../shared/errors.ts';
import { STALE } from '../../shared/texts/documents.ts';
import { chooseParser } from '../../shared/document/parser.ts';
import { otherSide } from '../../shared/side.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { Validator } from '../client/validator.ts';
import { sameDocument } from '../panel-core/shown-document.ts';
import { SCHEMA_INFER } from '../strings/panel/schema.ts';

/** The extensions of documents, and of a schema. */
const EXTENSION = /(?:\.schema)?(?:\.(?:json[5lc]?|ndjson|geojson|txt))?(?:\.gz)?$/i;

/**
 * Infers the schema, with progress and a way to cancel in the document's panel; `hasRanges`: with the least and the greatest
 * number of each place. Reports errors to the user.
 */
export async function inferSchema(
  { panels, preferences }: Pick<PageModel, 'panels' | 'preferences'>,
  panel: Panel,
  hasRanges: boolean,
): Promise<void> {
  const { core } = panel;
  const target = panels[otherSide(core.side)];
  const isSame = sameDocument(target.core);
  const validator = new Validator(core.client);
  const name = schemaNameOf(core.state.document.name);
  try {
    const parser = chooseParser(preferences.state.parserId, core.client.state.size);
    const { json, isComplete } = await core.run(SCHEMA_INFER.working, (task) =>
      validator.infer(parser, hasRanges, task),
    );
    if (!isSame()) throw new CodedError('stale', STALE.document);
    const isOpen = await target.actions.opening.open({
      name,
      content: new Blob([json]),
      dialect: 'json',
      origin: { kind: 'none' },
      saved: false,
    });
    if (!isOpen) return;
    // A schema is no array, which a table needs.
    if (target.core.state.mode === 'table') target.actions.editing.setMode('tree');
    const message = isComplete ? SCHEMA_INFER.done(name) : SCHEMA_INFER.cut(name);
    core.notify({ severity: isComplete ? 'success' : 'info', message });
  } catch (error) {
    core.report(error);
  } finally {
    validator.close();
  }
}

/** Returns `orders.schema.json` for `orders.json`. */
export function schemaNameOf(document: string): string {
  return `${document.replace(EXTENSION, '')}.schema.json`;
}
