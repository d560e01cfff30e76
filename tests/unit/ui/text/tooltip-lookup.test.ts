// Tooltips of a place whose window is behind the document, or is read again during the lookup.

import { expect, it } from 'vitest';
import { CodedError } from '../../../../src/shared/errors.ts';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import {
  lookUpTooltips,
  type LookupView,
  type ShownWindow,
  type TooltipSource,
} from '../../../../src/ui/text/language/tooltip-lookup.ts';

const windowOf = (revision: number) => ({ revision: asRevision(revision), id: `window ${revision}` });
type Window = ReturnType<typeof windowOf>;

/** A source whose document is at a revision, and which calls back when it is asked. */
function sourceAt(revision: () => number, onAsked: () => void = () => undefined): TooltipSource {
  return {
    async describe(base, offset) {
      const isStale = base !== revision();
      onAsked();
      if (isStale) throw new CodedError('stale', 'stale');
      return { range: { start: offset, end: offset }, lines: [`at ${offset} of ${base}`] };
    },
  };
}

/** A view whose windows follow one another: each time it is waited for, the next one is there. */
function viewOver(windows: readonly (Window | null)[]): LookupView<Window> & { skip(): void } {
  let at = -1;
  return {
    get window() {
      return windows[Math.min(at, windows.length - 1)] ?? null;
    },
    async whenCurrent() {
      at += 1;
    },
    offsetIn: ({ revision }: ShownWindow) => asByte(10 * revision),
    skip: () => (at += 1),
  };
}

it('[TXT-1] are those of the window that is there', async () => {
  const window = windowOf(1);
  const view = viewOver([window]);
  expect(await lookUpTooltips(view, [sourceAt(() => 1), { describe: async () => null }])).toEqual({
    window,
    found: [{ range: { start: 10, end: 10 }, lines: ['at 10 of 1'] }],
  });
});

it('[TXT-1] are looked up again in the window that follows', async () => {
  // The document is ahead of the window.
  const behind = await lookUpTooltips(viewOver([windowOf(1), windowOf(2)]), [sourceAt(() => 2)]);
  expect(behind?.found[0]?.lines).toEqual(['at 20 of 2']);
  // The window was read again meanwhile, at the same revision.
  const view = viewOver([windowOf(1), windowOf(1), windowOf(1)]);
  let asked = 0;
  const source = sourceAt(
    () => 1,
    () => {
      asked += 1;
      if (asked === 1) view.skip();
    },
  );
  expect((await lookUpTooltips(view, [source]))?.found[0]?.lines).toEqual(['at 10 of 1']);
  expect(asked).toBe(2);
});

it('[TXT-1] end when nobody waits for them, and leave out a source that fails', async () => {
  expect(await lookUpTooltips(viewOver([windowOf(1), null]), [sourceAt(() => 2)])).toBeNull();
  const failing: TooltipSource = { describe: () => Promise.reject(new CodedError('worker-died', 'gone')) };
  const result = await lookUpTooltips(viewOver([windowOf(1)]), [failing, sourceAt(() => 1)]);
  expect(result?.found).toHaveLength(1);
});
