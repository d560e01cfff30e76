// How a panel gets to a place that somebody names, in whatever view shows the document; and what can be
// copied of the place where it is.

import { CodedError } from '../../shared/errors.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import type { Located } from '../../shared/protocol/protocol.ts';
import { formatSize } from '../../shared/bytes/size.ts';
import type { Target } from '../../shared/document/target.ts';
import type { PanelCore } from './panel-core.ts';
import { COPYING } from '../strings/panel/go-to.ts';

/** A longer value is not copied: the page would stand still for as long as the browser takes. */
const LONGEST_COPY = 50 * 1024 * 1024;

export interface GoToPlace {
  /** Opens the dialog, with a path in it, or the beginning of one. */
  askGoTo(path?: Path | string): void;
  closeGoTo(): void;
  /** Where a target is, without going there. @throws CodedError `invalid-document` */
  look(target: Target): Promise<Located>;
  /** Goes to a target, or the nearest place to it. */
  goTo(target: Target): Promise<void>;
  /** Copies a text; tells when that went wrong. */
  copyText(text: string): Promise<void>;
  /** Copies a value as it is spelt. */
  copyValue(path: Path): Promise<void>;
}

/** Makes the actions of a panel that lead to places. */
export function createGoToPlace(core: PanelCore, showOffset: (offset: number) => void): GoToPlace {
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
      await navigator.clipboard.writeText(text);
    } catch {
      throw new CodedError('refused', COPYING.refused);
    }
    core.notify({ severity: 'success', message: COPYING.copied });
  };

  return {
    askGoTo(path = '') {
      state.goTo = typeof path === 'string' ? path : toJsonPath(path);
    },
    closeGoTo() {
      state.goTo = null;
    },
    look: (target) => client.locate(target),
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
        if (size > LONGEST_COPY) {
          const [own, most] = [formatSize(size), formatSize(LONGEST_COPY)];
          throw new CodedError('too-large', COPYING.tooLarge(own, most));
        }
        await copy(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await client.readRange(range)));
      }),
  };
}
