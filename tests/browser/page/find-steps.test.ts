// Where the find bar goes by itself: to the first hit of what was typed, however late the document is.

import { afterEach, describe, expect, it } from 'vitest';
import type { ByteRange } from '../../../src/shared/units.ts';
import { connectDocument } from '../../../src/ui/client/worker-document-client.ts';
import type { DocumentClient } from '../../../src/ui/client/document.ts';
import type { FindTarget } from '../../../src/ui/find/find-state.ts';
import { Finder } from '../../../src/ui/find/finder.ts';

const TEXT = '{"a": 1, "name": "Ada Name"}';
const clients: DocumentClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

/** A find bar over a document that is not open yet, and what its view was told to select. */
function makeBar() {
  const client = connectDocument();
  clients.push(client);
  const finder = new Finder({
    client,
    write: (_, work) => work({ signal: new AbortController().signal, onProgress: () => undefined }),
    report: (error) => expect.fail(String(error)),
  });
  const selected: ByteRange[] = [];
  const target: FindTarget = {
    searches: 'text',
    selection: () => [],
    place: () => selected.at(-1) ?? null,
    seed: () => null,
    select: (range) => selected.push(range),
    selectAll: () => undefined,
    focus: () => undefined,
    settle: () => undefined,
  };
  finder.attach(target);
  finder.open(false);
  return { client, finder, selected };
}

describe('[TRE-5] [TXT-1] what is typed into the find bar', () => {
  it('selects its first hit, also where the document is opened after that', async () => {
    const { client, finder, selected } = makeBar();
    finder.setPattern('name');
    await client.open(new Blob([TEXT]));
    await expect.poll(() => finder.getState()).toMatchObject({ count: 2, current: 0, running: false });
    expect(selected.map(({ start }) => start)).toEqual([TEXT.indexOf('name')]);
  });

  it('selects nothing later, where there was no hit', async () => {
    const { client, finder, selected } = makeBar();
    await client.open(new Blob([TEXT]));
    finder.setPattern('nobody');
    await expect.poll(() => finder.getState()).toMatchObject({ count: 0, running: false });
    await client.open(new Blob([TEXT.replace('Ada', 'nobody')]));
    await expect.poll(() => finder.getState().count).toBe(1);
    expect(selected).toEqual([]);
  });
});
