// Shows and selects a value for links and host pages. The focus does not move.

import { CodedError } from '../../shared/errors.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { NO_VALUE } from '../strings/panel/view-link.ts';
import { whileHeld, type PanelCore, type PanelView } from './panel-core.ts';

/**
 * Shows a value in the current view, and in the next one that attaches. Resolves once the value is located.
 * @throws CodedError `missing` if there is no such value, `invalid-document`
 */
export async function showValue(core: PanelCore, path: Path): Promise<void> {
  const { client } = core;
  const located = await client.locate({ type: 'path', path });
  if (!located.isExact) throw new CodedError('missing', NO_VALUE(toJsonPath(path)));
  const show = async (view: PanelView): Promise<void> => {
    const { revision } = client.state;
    const nothing = { revision, changed: null, rows: [], selection: null };
    if (core.state.mode === 'table') return view.goTo?.(located);
    if (core.state.mode === 'text') {
      const { range } = await client.locate({ type: 'path', path });
      if (range === null) return;
      view.revealOffset?.(range.start);
      view.reveal({ ...nothing, selection: [{ anchor: range.start, active: range.end }] });
      return;
    }
    const found = await client.reveal(path);
    if (found !== null) view.reveal({ ...nothing, rows: [{ first: found.row, last: found.row }] });
  };
  // A view that attaches later may find another text: then it opens at its default place.
  const attempt = (view: PanelView): void => void whileHeld(view, () => show(view)).catch(() => undefined);
  core.pendingViewAction = attempt;
  if (core.view !== null) attempt(core.view);
}
