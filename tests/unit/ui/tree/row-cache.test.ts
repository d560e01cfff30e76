// The tree's row cache, with a client that replies when the test tells it to.

import { describe, expect, it } from 'vitest';
import { CodedError } from '../../../../src/shared/errors.ts';
import type { RowsRequest } from '../../../../src/shared/protocol/protocol.ts';
import type { Row } from '../../../../src/shared/protocol/rows.ts';
import { asByte, asNode, asRevision, asRow } from '../../../../src/shared/units.ts';
import type { DocumentClient, Revealed, RowsWindow } from '../../../../src/ui/client/document.ts';
import { RowCache } from '../../../../src/ui/tree/model/row-cache.ts';

function makeRow(index: number, version: number): Row {
  return {
    node: asNode(index),
    depth: 1,
    kind: 'number',
    expanded: false,
    key: null,
    rawKey: '',
    keyCut: false,
    position: index,
    setSize: 0,
    childCount: 0,
    isOpen: false,
    text: `${index}@${version}`,
    textCut: false,
    byteStart: asByte(0),
    byteLength: 1,
    itemStart: asByte(0),
  };
}

function makeClient(rowCount: number) {
  const requests: { request: RowsRequest; answer(): void; fail(error: unknown): void }[] = [];
  const client = {
    state: { rowCount, rowsVersion: 1, revision: 1 },
    readRows: (request: RowsRequest) =>
      new Promise<RowsWindow>((resolve, reject) => {
        const version = client.state.rowsVersion;
        const answer = (): void => {
          const count = Math.max(0, Math.min(request.count, rowCount - request.first));
          resolve({
            first: request.first,
            rows: Array.from({ length: count }, (_, at) => makeRow(request.first + at, version)),
          });
        };
        requests.push({ request, answer, fail: reject });
      }),
  };
  const errors: unknown[] = [];
  // The cache uses no other part of a client.
  const cache = new RowCache(client as unknown as DocumentClient, (error) => errors.push(error));
  return { client, cache, requests, errors };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the row cache', () => {
  it('fetches what is wanted once, and gives it at once from then on', async () => {
    const { cache, requests } = makeClient(1000);
    cache.want(100, 140);
    cache.want(100, 140);
    expect(cache.get(120)).toBeUndefined();
    requests[0]?.answer();
    await settle();
    cache.want(100, 140);
    expect(requests).toHaveLength(1);
    expect(cache.get(120)).toMatchObject({ fresh: true, row: { text: '120@1' } });
  });

  it('asks for the newest place only, when it moved on while a request was out', async () => {
    const { cache, requests } = makeClient(1_000_000);
    for (const first of [0, 200_000, 400_000, 900_000]) cache.want(first, first + 40);
    requests[0]?.answer();
    await settle();
    expect(requests.map(({ request }) => request.first)).toEqual([0, 899_968]);
  });

  it('fetches the screen’s rows too, when somebody waits for another row meanwhile', async () => {
    const { cache, requests } = makeClient(1_000_000);
    cache.want(0, 40);
    cache.want(200_000, 200_040);
    const far = cache.read(900_000);
    for (let request = 0; request < 3; request += 1) {
      requests[request]?.answer();
      await settle();
    }
    expect(await far).toMatchObject({ row: { text: '900000@1' } });
    expect(requests.map(({ request }) => request.first)).toEqual([0, 899_968, 200_000]);
    expect(cache.get(200_020)).toMatchObject({ fresh: true });
  });

  it('keeps old rows readable until the new ones are there', async () => {
    const { client, cache, requests } = makeClient(64);
    cache.want(0, 30);
    requests[0]?.answer();
    await settle();
    client.state.rowsVersion = 2;
    expect(cache.get(5)).toMatchObject({ fresh: false, row: { text: '5@1' } });
    cache.want(0, 30);
    requests[1]?.answer();
    await settle();
    expect(cache.get(5)).toMatchObject({ fresh: true, row: { text: '5@2' } });
  });

  it('does not take rows for new that were asked for before a change', async () => {
    const { client, cache, requests } = makeClient(64);
    cache.want(0, 30);
    client.state.rowsVersion = 2;
    requests[0]?.answer();
    await settle();
    expect(cache.get(5)?.fresh).toBe(false);
    expect(requests).toHaveLength(2);
  });

  it.each(['superseded', 'worker-died', 'stale'] as const)('tells a failure (%s), and tries no more', async (code) => {
    const { cache, requests, errors } = makeClient(64);
    cache.want(0, 30);
    requests[0]?.fail(new CodedError(code, 'failed'));
    await settle();
    expect(errors).toHaveLength(1);
    expect(requests).toHaveLength(1);
    cache.want(0, 30);
    expect(requests).toHaveLength(2);
  });

  it('reads one row wherever it is', async () => {
    const { cache, requests } = makeClient(10_000_000);
    const reading = cache.read(9_999_999);
    requests[0]?.answer();
    expect((await reading)?.row.text).toBe('9999999@1');
    expect(await cache.read(10_000_000)).toBeUndefined();
  });

  it('keeps whole pages of rows that came with another answer, where they are of now', () => {
    const { client, cache, requests } = makeClient(300);
    const answer = (first: number, count: number, rowsVersion = 1, revision = 1): Revealed => ({
      node: asNode(first),
      row: asRow(first),
      revision: asRevision(revision),
      rowsVersion,
      around: { first, rows: Array.from({ length: count }, (_, at) => makeRow(first + at, rowsVersion)) },
    });
    const known = (): number[] =>
      [0, 63, 64, 128, 191, 192, 255, 256, 299].filter((row) => cache.get(row) !== undefined);
    cache.storeRevealed(answer(60, 100));
    expect(known()).toEqual([64]);
    cache.storeRevealed(answer(100, 200));
    expect(known()).toEqual([64, 128, 191, 192, 255, 256, 299]);
    expect(cache.get(299)).toMatchObject({ fresh: true, row: { text: '299@1' } });
    cache.storeRevealed(answer(0, 64, 2));
    cache.storeRevealed(answer(0, 64, 1, 2));
    expect(cache.get(0)).toBeUndefined();
    client.state.rowsVersion = 2;
    cache.storeRevealed(answer(0, 64, 2));
    expect(cache.get(0)).toMatchObject({ fresh: true, row: { text: '0@2' } });
    expect(cache.arrivals).toBe(3);
    expect(requests).toHaveLength(0);
  });
});
