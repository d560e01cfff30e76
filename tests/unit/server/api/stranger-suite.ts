// Tests of what strangers and greedy users try, run on each database: finding out who has an account, storing without end,
// listing without end, and requests that cost more than they should.

import { request } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { saveUser } from '../../../../src/server/auth/users.ts';
import type { Answer, Servers, TestPerson } from '../servers.ts';
import { make } from './document-suite.ts';

const PUBLIC = [{ public: true }];

/** Declares the tests; `servers` returns the servers, which are running when a test calls it. */
export function strangerSuite(servers: () => Servers): void {
  const ask = (...request_: Parameters<Servers['ask']>): Promise<Answer> => servers().ask(...request_);
  const said = async (answer: Promise<Answer>): Promise<[number, unknown]> => {
    const { status, json } = await answer;
    return [status, status === 204 ? null : json()['message']];
  };
  const share = (as: TestPerson, id: string, ...people: (string | undefined)[]): Promise<Answer> =>
    ask('PUT', `/v2/docs/${id}/access`, {
      as,
      body: [...PUBLIC, ...people.map((one) => ({ id: one, role: 'reader' }))],
    });

  describe('who has an account', () => {
    it('[API-2] is told to nobody but an owner who enters the address', async () => {
      const [ada, bob, eve] = await Promise.all(['ada', 'bob', 'eve'].map((name) => servers().person(name)));
      if (ada === undefined || bob === undefined || eve === undefined) return expect.unreachable();
      const id = await make(servers(), ada);
      // The same answers for an address that is known and one that is not.
      for (const address of [bob.email, 'nobody@example.org']) {
        expect(await said(share(eve, 'no-such-document', address))).toEqual([404, 'There is no such document.']);
        expect(await said(share(eve, id, address))).toEqual([403, 'You have no access to this document as its owner.']);
      }
      expect((await share(ada, id, bob.email)).json()['access']).toEqual([
        ...PUBLIC,
        { id: bob.id, role: 'reader', email: bob.email },
      ]);
      // A reader sees the ids of the others, and gets no address for one.
      const own = await make(servers(), bob);
      expect((await share(bob, own, ada.id)).json()['access']).toEqual([...PUBLIC, { id: ada.id, role: 'reader' }]);
      const seen = (await ask('GET', `/v2/docs/${id}`, { as: bob })).json()['access'];
      expect(seen).toEqual([...PUBLIC, { id: bob.id, role: 'reader' }]);
      // The address stays with the one who has entered it, when the list is sent again by id.
      expect(JSON.stringify((await share(ada, id, bob.id, eve.id)).json()['access'])).toContain(bob.email);
      expect(JSON.stringify((await share(ada, id, bob.id, eve.id)).json()['access'])).not.toContain(eve.email);
    });

    it('[API-5] can’t be tried out with many addresses', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      // The servers of this suite allow 20 addresses an hour.
      const addresses = Array.from({ length: 21 }, (_, n) => `nobody${n}@example.org`);
      expect(await share(ada, id, ...addresses)).toMatchObject({ status: 429 });
      expect(await share(ada, id, 'nobody@example.org')).toMatchObject({ status: 429 });
      expect(await share(ada, id, ada.id)).toMatchObject({ status: 200 });
    });

    it('[API-2] an address of two people is refused, and an id is not', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      const email = `two-${ada.subject}@example.org`;
      const twins: string[] = [];
      for (const n of [1, 2])
        twins.push(
          await servers().database.transact((db) =>
            saveUser(db, { subject: `${ada.subject} ${n}`, email, fullName: 'Twin' }),
          ),
        );
      expect(await said(share(ada, id, email))).toEqual([400, expect.stringMatching(/^More than one person here has/)]);
      expect((await share(ada, id, twins[1])).status).toBe(200);
    });
  });

  describe('what an account stores', () => {
    it('[OPS-3] has a limit of bytes, for public documents too, with their schemas', async () => {
      const ada = await servers().person();
      const large = Buffer.alloc(1_000_000, '1');
      const [first, second] = [await make(servers(), ada, large), await make(servers(), ada, large)];
      const full = [
        413,
        'The documents of an account may have 2500000 bytes in all, and there is no room for this one.',
      ];
      expect(await said(ask('POST', '/v2/docs', { as: ada, body: large }))).toEqual(full);
      const schema = JSON.stringify({ type: 'content', content: 'x'.repeat(255_000) });
      expect((await ask('PUT', `/v2/docs/${first}/schema`, { as: ada, body: schema })).status).toBe(200);
      expect(await said(ask('PUT', `/v2/docs/${second}/schema`, { as: ada, body: schema }))).toEqual(full);
      // Less is always taken.
      expect((await ask('PUT', `/v2/docs/${first}/data`, { as: ada, body: '1' })).status).toBe(200);
      expect((await ask('PUT', `/v2/docs/${second}/schema`, { as: ada, body: schema })).status).toBe(200);
      expect((await ask('DELETE', `/v2/docs/${second}`, { as: ada })).status).toBe(204);
      expect((await ask('POST', '/v2/docs', { as: ada, body: large })).status).toBe(201);
    });

    it('[OPS-3] has a limit of documents, of 65 made at once, and is counted anew before a refusal', async () => {
      const ada = await servers().person();
      const answers = await Promise.all(
        Array.from({ length: 65 }, () => ask('POST', '/v2/docs', { as: ada, body: '1' })),
      );
      expect(answers.filter(({ status }) => status === 201).length).toBe(60);
      expect(answers.filter(({ status }) => status === 413).length).toBe(5);
      const bob = await servers().person('bob');
      // As a process of an earlier version leaves it, which does not count.
      await servers().database.write((db) =>
        db.updateTable('users').set({ stored_documents: 1000, stored_bytes: 1e9 }).where('id', '=', bob.id).execute(),
      );
      await make(servers(), bob, '12');
      const counted = await servers()
        .database.read.selectFrom('users')
        .select(['stored_documents', 'stored_bytes'])
        .where('id', '=', bob.id)
        .executeTakeFirst();
      expect(counted).toEqual({
        stored_documents: 1,
        stored_bytes: 2 + '{"type":"none"}'.length + '[{"public":true}]'.length,
      });
    });
  });

  describe('a long list', () => {
    const idsOf = (answer: Answer): string[] => (answer.json() as unknown as { _id: string }[]).map(({ _id }) => _id);

    it('[DOC-1] comes in pages, each of which names the next one, without what may not be read any more', async () => {
      const [ada, bob] = [await servers().person(), await servers().person('bob', 'subscriber')];
      const own = await Promise.all(Array.from({ length: 9 }, () => make(servers(), ada)));
      const shared = await Promise.all(Array.from({ length: 4 }, () => make(servers(), bob)));
      for (const id of shared.slice(0, 3))
        await ask('PUT', `/v2/docs/${id}/access`, { as: bob, body: [{ id: ada.id, role: 'reader' }] });
      await ask('PATCH', '/v2/docs/list/currentUser/ids', { as: ada, body: { add: shared, remove: [] } });
      await ask('PUT', `/v2/docs/${shared[0]}/access`, { as: bob, body: [] });
      // Documents of one moment.
      await servers().database.write((db) =>
        db
          .updateTable('documents')
          .set({ updated_at: sql<Date>`now()` })
          .where('id', 'in', own.slice(0, 6))
          .execute(),
      );
      const whole = await ask('GET', '/v2/docs/list/currentUser', { as: ada });
      expect([whole.headers.get('x-limit'), whole.headers.get('link')]).toEqual(['5000', null]);
      expect(idsOf(whole).toSorted()).toEqual([...own, ...shared.slice(1, 3)].toSorted());
      const pages: string[][] = [];
      for (let path: string | null = '/v2/docs/list/currentUser?limit=4'; path !== null;) {
        const answer = await ask('GET', path, { as: ada });
        pages.push(idsOf(answer));
        path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
      }
      expect(pages.map(({ length }) => length)).toEqual([4, 4, 3]);
      expect(pages.flat()).toEqual(idsOf(whole));
      for (const query of ['limit=0', 'limit=x', 'limit=-1', 'after=x', 'after=1.%00', 'limit=1&limit=2'])
        expect((await ask('GET', `/v2/docs/list/currentUser?${query}`, { as: ada })).status).toBe(400);
    });

    it('[API-6] and all that is searched by time or owner has an index', async () => {
      const { rows } = await sql<{ indexdef: string }>`select indexdef from pg_indexes`.execute(
        servers().database.read,
      );
      const indexed = rows.map(({ indexdef }) => indexdef.replace(/^.* ON \w+\.(\w+) USING \w+ /, '$1 '));
      for (const wanted of [
        'documents (owner, updated_at, id)',
        'sign_ins (expires_at)',
        'sessions (expires_at)',
        'sessions (revoked_at)',
        'provider_sessions (expires_at)',
        'provider_state (kind, expires_at)',
        'rate_limits (window_start)',
        'webhook_events (received_at)',
      ])
        expect(indexed).toContain(wanted);
    });
  });

  describe('a request', () => {
    it('[API-5] with a character that no database stores is refused, and is no fault of the server', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      for (const one of ['a\0b@example.org', '\0', '\ud800']) expect((await said(share(ada, id, one)))[0]).toBe(400);
      for (const cookie of [
        'diptych_session=%00.x',
        'diptych_session=a%00.b',
        'diptych_browser=%00',
        'diptych_session=.',
      ])
        expect((await ask('GET', '/v2/auth/sign_out', { headers: { cookie } })).status).toBe(302);
      const provider = await ask('GET', '/v2/provider/account', { headers: { cookie: 'diptych_provider=%00' } });
      expect(provider.status).toBeLessThan(400);
    });

    it('[AUT-4] of HEAD changes nothing', async () => {
      const { pair } = await servers().person();
      const path = `/v2/auth/token?refresh_token=${pair.refresh_token}`;
      expect((await ask('HEAD', path)).status).toBe(404);
      const next = (await ask('GET', path)).json()['refresh_token'];
      expect(String(next).split('.')[1]).toBe('2');
      for (const other of ['sign_in?redirect_url=https://diptych.example/', 'callback', 'sign_out'])
        expect((await ask('HEAD', `/v2/auth/${other}`)).status).toBe(404);
    });

    it('[API-5] without a token is refused before its body is read', async () => {
      const { hostname, port } = new URL(servers().addresses[0] ?? '');
      for (const [method, path] of [
        ['PUT', '/v2/docs/some-id/data'],
        ['POST', '/v2/docs'],
      ] as const) {
        const headers = { 'content-type': 'application/json', 'content-length': 1_000_000 };
        const put = request({ hostname, port, method, path, headers });
        const status = await new Promise((resolve, reject) => {
          put
            .on('response', ({ statusCode }) => resolve(statusCode))
            .on('error', reject)
            .write('1');
        });
        put.destroy();
        expect(status).toBe(401);
      }
    });

    it('[API-1] [DOC-4] gets gzip where it takes it, however the header is written', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada, Buffer.alloc(10_000, '1'));
      for (const [accepted, packing] of [
        ['gzip', 'gzip'],
        ['br, GZIP ; Q=0.5', 'gzip'],
        ['x-gzip', 'gzip'],
        ['gzip;q=0', null],
        ['br;q=1, deflate', null],
        [`gzip${' '.repeat(8000)}x`, null],
      ] as const) {
        const answer = await ask('GET', `/v2/docs/${id}/data`, { headers: { 'accept-encoding': accepted } });
        expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, packing]);
      }
    });
  });
}
