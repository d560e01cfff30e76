// How often rows of the tree are rendered: a row that looks the same is not rendered again.

import { rendersOf } from '../support/renders.ts';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import { SideDifferences } from '../../../src/ui/compare/side-differences.ts';
import { Finder } from '../../../src/ui/find/finder.ts';
import { Value } from '../../../src/ui/tree/rows/value.tsx';
import TreeView from '../../../src/ui/tree/view.tsx';
import { keys, makeBox } from '../support/text-view.tsx';

const renders = rendersOf(Value);

/** Returns the rendered rows, in order, each by its position among its siblings. */
const drawn = (): number[] => renders.map(({ row }) => row.position);

const RECORDS = 2000;
let client: DocumentClient;
let host: HTMLElement;
let root: Root;

const NO_DIFFERENCES = new SideDifferences('left', {
  describe: () => Promise.resolve([]),
  within: () => Promise.resolve(null),
});

beforeEach(async () => {
  client = connectDocument();
  host = makeBox('0');
  host.style.display = 'grid';
  host.style.gridTemplateRows = '100%';
  root = createRoot(host);
  await client.open(new Blob([JSON.stringify(Array.from({ length: RECORDS }, (_, id) => id))]));
  const finder = new Finder({
    client,
    write: (_, work) => work({ signal: new AbortController().signal, onProgress: () => undefined }),
    report: (error) => {
      throw error;
    },
  });
  root.render(
    <TreeView
      client={client}
      finder={finder}
      differences={NO_DIFFERENCES}
      fontSize={14}
      label="rows"
      onPlace={() => undefined}
      onError={(error) => {
        throw error;
      }}
      onUndo={() => undefined}
      onRedo={() => undefined}
      onSave={() => undefined}
      onCopyText={() => undefined}
      onGoTo={() => undefined}
      onTask={(_, work) => work({ signal: new AbortController().signal, onProgress: () => undefined })}
    />,
  );
  await vi.waitFor(() => expect(host.querySelectorAll('[role=row] [data-kind]').length).toBeGreaterThan(10), 10_000);
  await calm();
});
afterEach(() => {
  root.unmount();
  client.close();
  host.remove();
});

/** Waits until nothing has been rendered for a while. */
async function calm(): Promise<void> {
  for (let before = -1; before !== drawn().length;) {
    before = drawn().length;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** Returns the rows that were rendered from the start of an action until rendering stopped. */
async function drawnBy(act: () => Promise<void> | void): Promise<number[]> {
  await calm();
  renders.length = 0;
  await act();
  await calm();
  return drawn();
}

const grid = (): HTMLElement => {
  const element = host.querySelector('[role=treegrid]');
  if (!(element instanceof HTMLElement)) throw new Error('no tree');
  return element;
};
const rowPx = (): number => host.querySelector('[role=row]')?.getBoundingClientRect().height ?? 0;

describe('the rows of a tree', () => {
  it('[TRE-1] scrolled by one row, one comes', async () => {
    grid().scrollTop = rowPx() * 500;
    // Rows that have not been read yet are rendered when they arrive.
    const isRead = (): boolean => host.querySelector('[aria-rowindex="510"] [data-kind]') !== null;
    await vi.waitFor(() => expect(isRead()).toBe(true), 10_000);
    const seen = await drawnBy(() => {
      grid().scrollTop += rowPx();
    });
    expect(seen).toHaveLength(1);
  });

  it('[TRE-3] the focus moves from one row to the next: these two are drawn', async () => {
    grid().focus();
    await keys('{ArrowDown}{ArrowDown}');
    const seen = await drawnBy(() => keys('{ArrowDown}'));
    expect(new Set(seen)).toEqual(new Set([1, 2]));
  });

  it('[TRE-2] an edited value is drawn, and no other', async () => {
    grid().focus();
    await keys('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await vi.waitFor(() => expect(host.querySelector('textarea')).not.toBeNull());
    await keys('{Control>}a{/Control}77');
    const seen = await drawnBy(() => keys('{Enter}'));
    expect(new Set(seen)).toEqual(new Set([2]));
    expect(host.textContent).toContain('77');
  });
});
