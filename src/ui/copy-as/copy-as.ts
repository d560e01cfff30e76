// Copies what is selected in a panel in another form; the document where nothing is. The clipboard is asked at once and gets the
// text from a worker, whatever its size.

import { CodedError } from '../../shared/errors.ts';
import type { FormText, ValueForm } from '../../shared/protocol/forms.ts';
import type { Task } from '../client/document.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { COPY_AS } from '../strings/editors/forms.ts';
import { rememberCopied, copyParts } from '../widgets/clipboard.ts';
import { refusal } from '../widgets/begin-copy.ts';
import { writeForm, type CopySource } from './form-jobs.ts';

/** Returns what is selected as values; the document where nothing is, or all. @throws CodedError */
export async function readSelected({ client, view }: PanelCore, task: Task): Promise<CopySource> {
  return (await view?.readSelected?.(task)) ?? client;
}

/** Copies what is selected in a form. Reports errors to the user. */
export async function copyAs(core: PanelCore, form: ValueForm): Promise<void> {
  try {
    if (core.state.document.blank) throw new CodedError('refused', COPY_AS.blank);
    const writing = core.run(COPY_AS.working, async (task) => writeForm(await readSelected(core, task), form, task));
    await copyForm(core, form, writing);
  } catch (error) {
    core.report(refusal(COPY_AS.refused, error));
  }
}

/** Puts a form on the clipboard, as a table where it is one, and says what it does not show. */
export async function copyForm(core: PanelCore, form: ValueForm, writing: Promise<FormText>): Promise<void> {
  writing.catch(() => undefined);
  const typed = async (type: string): Promise<Blob> => {
    const { content } = await writing;
    return content.slice(0, content.size, type);
  };
  const parts = { 'text/plain': typed('text/plain'), ...(form === 'html' && { 'text/html': typed('text/html') }) };
  if (!(await copyParts(parts))) return;
  const { content, tokens, loss } = await writing;
  // A string that holds JSON stays one.
  if (form === 'json') await rememberCopied(content, { count: 1, dialect: core.client.state.dialect, keys: [] });
  const lost = COPY_AS.lost(form, loss);
  const message = [COPY_AS.copied(form, tokens), lost].filter((part) => part !== '').join(' ');
  core.notify({ severity: lost === '' ? 'success' : 'info', message });
}
