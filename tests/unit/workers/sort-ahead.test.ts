// Sorting in advance, while the user is still choosing: the sort gives the same result as without it.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SortBy, SortRequest } from '../../../src/shared/protocol/edit-intent.ts';
import type { SortDirection } from '../../../src/shared/protocol/format-options.ts';
import { asByte, asNode } from '../../../src/shared/units.ts';
import * as sorting from '../../../src/engine/sort/sort.ts';
import { ContentCalls } from '../../../src/workers/document/content-calls.ts';
import { Session } from '../../../src/workers/document/session.ts';
import { Pause } from '../../../src/workers/common/slices.ts';
import { encode } from '../engine/support/documents.ts';
import { runs } from '../../runs.ts';

vi.mock('../../../src/engine/sort/sort.ts', { spy: true });

/** Enough items for several slices. */
const ITEMS = 20_000;
const BY: SortBy = { type: 'path', path: ['rank'] };

function makeItems(seed: number): string {
  const items = Array.from({ length: ITEMS }, (_, index) => ({ id: index, rank: (index * 7919 + seed) % 1009 }));
  return JSON.stringify(items);
}

async function open(text: string): Promise<Session> {
  const session = new Session(() => undefined);
  await session.open(1, { content: new Blob([text]), dialect: 'json' });
  return session;
}

async function sort(session: Session, { node, by, direction }: SortRequest): Promise<string> {
  await session.edit(2, session.revision, { type: 'sort', nodes: [node], by, direction }, null, false);
  return (await new ContentCalls(session).read(3, 'utf-8')).text.text();
}

const request = (by: SortBy, direction: SortDirection): SortRequest => ({ node: asNode(0), by, direction });
/** How often a sort was started. */
const timesBegun = (): number => vi.mocked(sorting.orderItems).mock.calls.length;

describe('an order worked out ahead', () => {
  it('is the order of the sort, however far it has come', async () => {
    const bys: SortBy[] = [BY, { type: 'value' }, { type: 'path', path: ['id'] }];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.constantFrom(...bys),
        fc.constantFrom(...bys),
        fc.constantFrom<SortDirection>('ascending', 'descending'),
        fc.nat({ max: 12 }),
        async (seed, prepared, asked, direction, pauses) => {
          const text = makeItems(seed);
          const session = await open(text);
          const pause = new Pause();
          void session.sortAhead.prepare(session.revision, request(prepared, 'descending'));
          for (let turn = 0; turn < pauses; turn += 1) await pause.now();
          const plain = await sort(await open(text), request(asked, direction));
          expect(await sort(session, request(asked, direction))).toBe(plain);
        },
      ),
      { numRuns: runs(30) },
    );
  });

  it('is used where it is what is asked for, and only then', async () => {
    const session = await open(makeItems(1));
    await session.sortAhead.prepare(session.revision, request(BY, 'descending'));
    const before = timesBegun();
    await sort(session, request(BY, 'descending'));
    expect(timesBegun()).toBe(before);

    await session.sortAhead.prepare(session.revision, request(BY, 'ascending'));
    expect(timesBegun()).toBe(before + 1);
    await sort(session, request(BY, 'descending'));
    expect(timesBegun()).toBe(before + 2);
  });

  it('is forgotten by a write, and when nobody wants it any more', async () => {
    const session = await open('[{"rank":2},{"rank":1}]');
    await session.sortAhead.prepare(session.revision, request(BY, 'ascending'));
    const splice = { start: asByte(9), end: asByte(10), insert: encode('0') };
    await session.apply(session.revision, [splice], 'alone', null);
    await session.settled;
    expect(await sort(session, request(BY, 'ascending'))).toBe('[{"rank":0},{"rank":1}]');

    const waiting = session.sortAhead.prepare(session.revision, request(BY, 'descending'));
    await session.sortAhead.prepare(session.revision, null);
    await waiting;
    const before = timesBegun();
    expect(await sort(session, request(BY, 'descending'))).toBe('[{"rank":1},{"rank":0}]');
    expect(timesBegun()).toBe(before + 1);
  });

  it('is not begun for what can’t be sorted, or is gone', async () => {
    const session = await open('[1]');
    const before = timesBegun();
    await session.sortAhead.prepare(session.revision, { ...request(BY, 'ascending'), node: asNode(1) });
    await session.sortAhead.prepare(session.revision, request({ type: 'key' }, 'ascending'));
    const { revision } = session;
    await session.apply(revision, [{ start: asByte(0), end: asByte(3), insert: encode('[2]') }], 'alone', null);
    await session.sortAhead.prepare(revision, request(BY, 'ascending'));
    expect(timesBegun()).toBe(before);
  });
});
