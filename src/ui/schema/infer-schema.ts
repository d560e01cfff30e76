// Infers a schema from a panel's document and shows it in the other panel, as one step there that can be undone.

import { CodedError } from '../../shared/errors.ts';
import { STALE } from '../../shared/texts/documents.ts';
import { chooseParser } from '../../shared/document/parser.ts';
import type { PageModel, Panel } from '../app/app-model.ts';
import { Validator } from '../client/validator.ts';
import { sameDocument } from '../panel/shown-document.ts';
import { offerUndo } from '../panel/undo-offer.ts';
import { SCHEMA_INFER } from '../strings/panel/schema.ts';

/** Infers the schema, with progress and a way to cancel in the document's panel. Reports errors to the user. */
export async function inferSchema(
  { panels, preferences }: Pick<PageModel, 'panels' | 'preferences'>,
  panel: Panel,
): Promise<void> {
  const { core } = panel;
  const target = panels[core.side === 'left' ? 'right' : 'left'].core;
  const isSame = sameDocument(target);
  const validator = new Validator(core.client);
  try {
    const parser = chooseParser(preferences.state.parserId, core.client.state.size);
    const { json, isComplete } = await core.run(SCHEMA_INFER.working, (task) => validator.infer(parser, task));
    if (!isSame()) throw new CodedError('stale', STALE.document);
    const content = new Blob([json]);
    const { revision: base } = target.client.state;
    await target.write(SCHEMA_INFER.working, (task) =>
      target.client.replace(content, { ...task, dialect: 'json', base }),
    );
    const message = isComplete ? SCHEMA_INFER.done : SCHEMA_INFER.cut;
    if (!target.state.blank) return offerUndo(target, message);
    Object.assign(target.state, { name: SCHEMA_INFER.name(core.state.name), blank: false, problem: null });
    core.notify({ severity: isComplete ? 'success' : 'info', message });
  } catch (error) {
    core.report(error);
  } finally {
    validator.close();
  }
}
