// Looks up the tooltips of a place on the screen. The mouse may rest on the text before its window shows the current revision,
// or while the window is read again: the place is then looked up in the new window, because the mouse does not move again.

import type { ByteOffset, ByteRange, Revision } from '../../../shared/units.ts';
import { unlessStale } from '../../async/stale.ts';

/** A description of a part of the text; each line is a paragraph. */
export interface Tooltip {
  readonly range: ByteRange;
  /** Plain text. */
  readonly lines: readonly string[];
}

/** Describes places of the text. */
export interface TooltipSource {
  /**
   * The tooltip of a byte in the text of a revision; `null` if there is none. A rejection means the same, unless the document
   * has another revision. @throws CodedError `stale`
   */
  describe(base: Revision, offset: ByteOffset): Promise<Tooltip | null>;
}

/** A window of text on the screen. */
export interface ShownWindow {
  readonly revision: Revision;
}

/** What the lookup needs of a text view; `Window` is its window of text. */
export interface LookupView<Window extends ShownWindow> {
  /** The current window; `null` if there is none, or nobody waits for the tooltips any more. */
  readonly window: Window | null;
  /** Resolves once the window shows the current revision. */
  whenCurrent(): Promise<void>;
  offsetIn(window: Window): ByteOffset;
}

/** Returns the tooltips of all sources, and the window that they belong to; `null` if nobody waits for them any more. */
export async function lookUpTooltips<Window extends ShownWindow>(
  view: LookupView<Window>,
  sources: readonly TooltipSource[],
): Promise<{ readonly window: Window; readonly found: readonly Tooltip[] } | null> {
  for (;;) {
    await view.whenCurrent();
    const { window } = view;
    if (window === null) return null;
    const { revision } = window;
    const found = await describeAll(sources, revision, view.offsetIn(window));
    if (found !== null && view.window === window && window.revision === revision) return { window, found };
  }
}

/** Returns `null` if the document has another revision. */
async function describeAll(
  sources: readonly TooltipSource[],
  revision: Revision,
  offset: ByteOffset,
): Promise<readonly Tooltip[] | null> {
  const found: Tooltip[] = [];
  for (const source of sources) {
    // A source that fails describes nothing.
    const tooltip = await unlessStale(source.describe(revision, offset), 'stale' as const).catch(() => null);
    if (tooltip === 'stale') return null;
    if (tooltip !== null) found.push(tooltip);
  }
  return found;
}
