// Goes to a place in the document in whatever view shows it, and copies text of a place. Loaded after the page.

import { copyText } from '../widgets/begin-copy.ts';
import { CodedError } from '../../shared/errors.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import type { DocumentTarget } from '../../shared/document/target.ts';
import type { Path } from '../../shared/document/path.ts';
import type { PanelCore } from './panel-core.ts';
import { COPYING } from '../strings/panel/go-to.ts';

/** Longest value that is copied, in bytes: the browser blocks the page while it copies. */
const MAX_COPY_BYTES = 50 * 1024 * 1024;

export interface GoToActions {
  /** Goes to a target, or to the nearest place that exists. */
  goTo(target: DocumentTarget): Promise<void>;
  /** Copies a text; reports an error if that fails. */
  copyText(text: string): Promise<void>;
  /** Copies a value as it is spelt in the document. */
  copyValue(path: Path): Promise<void>;
}

/** Creates these actions for a panel. */
export function createGoToActions(core: PanelCore, showOffset: (offset: number) => void): GoToActions {
  const { client, state } = core;

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      core.report(error);
    }
  };

  const copy = async (text: string): Promise<void> => {
    try {
      await copyText(text);
    } catch {
      throw new CodedError('refused', COPYING.refused);
    }
    core.notify({ severity: 'success', message: COPYING.copied });
  };

  return {
    goTo: (target) =>
      attempt(async () => {
        const located = await client.locate(target);
        const { offset, path } = located;
        if (state.mode === 'text') return showOffset(offset);
        if (state.mode === 'table') {
          await core.view?.goTo?.(located);
          return core.view?.focus();
        }
        const found = await client.reveal(path);
        const { revision } = client.state;
        if (found !== null)
          core.view?.reveal({
            revision,
            changed: null,
            rows: [{ first: found.row, last: found.row }],
            selection: null,
          });
        core.view?.focus();
      }),
    copyText: (text) => attempt(() => copy(text)),
    copyValue: (path) =>
      attempt(async () => {
        const { range, isExact } = await client.locate({ type: 'path', path });
        if (range === null || !isExact) throw new CodedError('refused', COPYING.gone);
        const size = range.end - range.start;
        if (size > MAX_COPY_BYTES) {
          const [own, most] = [formatSize(size), formatSize(MAX_COPY_BYTES)];
          throw new CodedError('too-large', COPYING.tooLarge(own, most));
        }
        await copy(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await client.readRange(range)));
      }),
  };
}
