// Two tabs with one document of a cloud, judged by a plain record of what was written: a save over another one is a conflict, and
// what it is merged with is the content that the server has, fetched once.

import { expect, it } from 'vitest';
import { integersFrom } from '../../../random.ts';
import { hasCode } from '../../../../src/shared/errors.ts';
import { CloudClient } from '../../../../src/ui/documents/cloud/cloud-client.ts';
import { CloudDocuments } from '../../../../src/ui/documents/cloud/cloud-documents.ts';
import { ShelfChannel } from '../../../../src/ui/documents/storage/shelf.ts';
import { newMeta } from '../../../../src/ui/model/document-meta.ts';
import { runs, SEED } from '../../../runs.ts';

const ID = 'abcdef';
const TOKENS = {
  isSignedIn: true,
  person: null,
  authorization: () => Promise.resolve(null),
  renew: () => Promise.resolve(null),
};

/** A server with one document, which counts how often its content is fetched. */
function makeServer() {
  const server = { rev: 1, text: '[0]', fetches: 0 };
  const request = async (url: string | URL | Request, { method = 'GET', body, headers }: RequestInit = {}) => {
    const isData = new URL(url as string).pathname.endsWith('/data');
    if (method === 'GET' && isData) {
      server.fetches += 1;
      return new Response(server.text);
    }
    if (method === 'PUT') {
      const base = /\d+/.exec(new Headers(headers).get('if-match') ?? '')?.[0];
      if (Number(base) !== server.rev) return Response.json({ message: 'conflict' }, { status: 409 });
      server.rev += 1;
      if (isData) server.text = await new Response(body).text();
    }
    return Response.json({ ...newMeta(ID, 'Orders', '2026-01-01T00:00:00.000Z'), _rev: server.rev });
  };
  const tab = () =>
    new CloudDocuments(new CloudClient({ url: 'https://cloud.test' }, TOKENS, request), new ShelfChannel('conflicts'));
  return { server, tab };
}

const contentOf = (text: string) => ({ blob: new Blob([text]), size: text.length, dialect: 'json' as const });

it('[DOC-16] a conflict fetches the other content once, for the save and for the merge', async () => {
  const { server, tab } = makeServer();
  const [here, there] = [tab(), tab()];
  await there.save(ID, 1, contentOf('[2]'), { panel: 'there', person: null });
  await expect(here.save(ID, 1, contentOf('[1]'), { panel: 'here', person: null })).rejects.toThrow();
  for (const _ of [1, 2]) expect(await (await here.load(ID)).content.text()).toBe('[2]');
  expect(server.fetches).toBe(1);
  await there.rename(ID, 'Prices', 2, { panel: 'there', person: null });
  await there.save(ID, 3, contentOf('[3]'), { panel: 'there', person: null });
  expect(await (await here.load(ID)).content.text()).toBe('[3]');
  expect(server.fetches).toBe(2);
});

it('[DOC-16] what is loaded after a conflict is what the server has, whoever has saved meanwhile', async () => {
  for (let run = 0; run < runs(600); run += 1) {
    const random = integersFrom(SEED + run);
    const { server, tab } = makeServer();
    const tabs = [tab(), tab()];
    const known = [1, 1];
    for (let step = 0; step < 12; step += 1) {
      const at = random(2);
      const [documents, by] = [tabs[at], { panel: `panel ${at}`, person: null }];
      if (documents === undefined) throw new RangeError('no such tab');
      const isSave = random(3) > 0;
      const text = `[${random(4)}]`;
      const [rev, before] = [server.rev, server.text];
      try {
        const base = known[at] ?? 0;
        const meta = await (isSave
          ? documents.save(ID, base, contentOf(text), by)
          : documents.rename(ID, 'x', base, by));
        known[at] = meta._rev;
      } catch (error) {
        if (!hasCode(error, 'conflict')) throw error;
        expect([server.rev, server.text], `seed ${SEED + run}`).toEqual([rev, before]);
        const fetched = server.fetches;
        const { meta, content } = await documents.load(ID);
        expect([meta._rev, await content.text()], `seed ${SEED + run}`).toEqual([rev, before]);
        if (isSave) expect(server.fetches, `seed ${SEED + run}`).toBe(fetched);
        known[at] = meta._rev;
      }
    }
  }
});
