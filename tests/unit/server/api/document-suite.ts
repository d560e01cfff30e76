// Tests of the document API, run on each database: every route's success and every refusal.

import { describe, expect, it } from 'vitest';
import type { Answer, Servers, TestPerson } from '../servers.ts';

const PUBLIC = [{ public: true }];
const PRIVATE = [{ public: false }];

/** Creates a document of a user and returns its id. On the free plan it is public. */
export async function make(servers: Servers, as: TestPerson, content: string | Uint8Array = '{}'): Promise<string> {
  const made = await servers.ask('POST', '/v2/docs?name=doc', { as, body: content });
  expect(made.status).toBe(201);
  return String(made.json()['_id']);
}

/** Declares the tests; `servers` returns the servers, which are running when a test calls it. */
export function documentSuite(servers: () => Servers): void {
  const ask = (...request: Parameters<Servers['ask']>): Promise<Answer> => servers().ask(...request);
  const refused = async (request: Promise<Answer>, status: number, message: RegExp): Promise<Answer> => {
    const answer = await request;
    expect([answer.status, answer.json()['message']]).toEqual([status, expect.stringMatching(message)]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    return answer;
  };

  describe('documents', () => {
    it('[API-1] [DOC-1] [DOC-4] are made, read, listed, changed and deleted', async () => {
      const ada = await servers().person();
      const schema = { type: 'url', url: 'https://example.org/schema' };
      const query = new URLSearchParams({
        name: 'Größe ✓.json',
        schemaConfig: JSON.stringify(schema),
        dialect: 'json5',
      });
      const made = await ask('POST', `/v2/docs?${query.toString()}`, { as: ada, body: '{a: 1}' });
      expect(made.status).toBe(201);
      const meta = made.json();
      expect(meta).toMatchObject({ _rev: 1, name: 'Größe ✓.json', size: 6, schema, access: PUBLIC, dialect: 'json5' });
      const path = `/v2/docs/${String(meta['_id'])}`;
      for (const key of ['created', 'updated', 'viewed']) expect(meta[key]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect((await ask('GET', path)).json()).toEqual(meta);
      expect((await ask('GET', `${path}/data`)).bytes.toString()).toBe('{a: 1}');

      const renamed = await ask('PUT', `${path}/name`, {
        as: ada,
        body: 'second',
        type: 'text/plain;charset=UTF-8',
        ifMatch: 1,
      });
      expect(renamed.json()).toMatchObject({ _rev: 2, name: 'second', size: 6 });
      expect(renamed.headers.get('etag')).toBe('"2"');
      expect((await ask('PUT', `${path}/data`, { as: ada, body: '[1]', ifMatch: 2 })).json()).toMatchObject({
        _rev: 3,
        size: 3,
      });
      const set = await ask('PUT', `${path}/schema`, {
        as: ada,
        body: '{"type": "content", "content": 1.0}',
        ifMatch: 3,
      });
      expect(set.bytes.toString()).toContain('"schema":{"type": "content", "content": 1.0}');
      expect((await ask('PUT', `${path}/access`, { as: ada, body: PUBLIC, ifMatch: 4 })).json()).toMatchObject({
        _rev: 5,
      });
      const last = (await ask('GET', path)).json();
      expect(last).toMatchObject({ _rev: 5, name: 'second', size: 3, access: PUBLIC });
      expect(last['dialect']).toBeUndefined();
      expect(Date.parse(String(last['updated']))).toBeGreaterThanOrEqual(Date.parse(String(meta['updated'])));
      expect(last['created']).toBe(meta['created']);

      const list = (await ask('GET', '/v2/docs/list/currentUser', { as: ada })).json();
      expect(list).toEqual([{ _id: meta['_id'], name: 'second', updated: last['updated'], size: 3 }]);
      expect((await ask('DELETE', path, { as: ada })).status).toBe(204);
      await refused(ask('GET', path), 404, /no such document/);
      expect((await ask('GET', '/v2/docs/list/currentUser', { as: ada })).json()).toEqual([]);
    });

    it('[DOC-4] are called New Document, and have no schema, unless something else is said', async () => {
      const ada = await servers().person();
      const made = await ask('POST', '/v2/docs', { as: ada, body: '', type: 'application/json' });
      expect(made.json()).toMatchObject({ name: 'New Document', schema: { type: 'none' }, size: 0 });
    });

    it('[API-7] come back as the bytes that they are, valid JSON or not', async () => {
      const ada = await servers().person();
      const random = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 251));
      const contents = [
        Buffer.from('{"__proto__": {"a": 1}, "constructor": {"prototype": 2}, "a": 1, "a": 2}'),
        Buffer.from('"\0 raw NUL", "\\ud800 lone", \u2028'),
        Buffer.from([0xed, 0xa0, 0x80, 0xff, 0xfe, 0]),
        Buffer.from('\ufeff{"bom": 1.10e0, "big": 9007199254740993}\r\n'),
        Buffer.from('not JSON {'),
        random,
      ];
      for (const content of contents) {
        const id = await make(servers(), ada, content);
        const read = await ask('GET', `/v2/docs/${id}/data`);
        expect(read.bytes.equals(content)).toBe(true);
        const plain = await ask('GET', `/v2/docs/${id}/data`, { headers: { 'accept-encoding': 'gzip;q=0, br' } });
        expect([plain.headers.get('content-encoding'), plain.bytes.equals(content)]).toEqual([null, true]);
        const meta = (await ask('GET', `/v2/docs/${id}`)).json();
        expect(meta['size']).toBe(content.length);
        await ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: Buffer.concat([content, content]) });
        expect((await ask('GET', `/v2/docs/${id}/data`)).bytes.equals(Buffer.concat([content, content]))).toBe(true);
      }
    });

    it('[API-3] have at most 1,048,576 bytes', async () => {
      const ada = await servers().person();
      const most = Buffer.alloc(1_048_576, 'a');
      const id = await make(servers(), ada, most);
      const more = Buffer.concat([most, Buffer.from('b')]);
      await refused(ask('POST', '/v2/docs', { as: ada, body: more }), 413, /larger than 1 MB/);
      await refused(ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: more }), 413, /larger than 1 MB/);
      expect((await ask('GET', `/v2/docs/${id}`)).json()).toMatchObject({ _rev: 1, size: 1_048_576 });
    });

    it('[API-1] are data for a browser, whatever they say', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada, '<script>alert(1)</script>');
      for (const path of [`/v2/docs/${id}/data`, `/v2/docs/${id}`]) {
        const { headers } = await ask('GET', path, {
          headers: { accept: 'text/html', origin: 'https://evil.example' },
        });
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'application/json; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'content-security-policy': 'sandbox',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        });
        expect(headers.get('access-control-allow-origin')).toBeNull();
        expect(headers.get('set-cookie')).toBeNull();
      }
    });
  });

  describe('revisions', () => {
    it('[API-4] a write on a stale revision is refused and changes nothing; one without a revision is taken', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada, '[1]');
      expect((await ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: '[2]' })).json()).toMatchObject({ _rev: 2 });
      const writes = [
        ['data', '[3]', 'application/json'],
        ['name', 'stale', 'text/plain'],
        ['schema', '{"type":"none"}', 'application/json'],
        ['access', '[{"public":true}]', 'application/json'],
      ] as const;
      for (const [part, body, type] of writes) {
        const answer = ask('PUT', `/v2/docs/${id}/${part}`, { as: ada, body, type, ifMatch: 1 });
        await refused(answer, 409, /at revision 2, and the change is based on 1/);
      }
      await refused(ask('DELETE', `/v2/docs/${id}`, { as: ada, ifMatch: 1 }), 409, /revision 2/);
      expect((await ask('GET', `/v2/docs/${id}`)).json()).toMatchObject({ _rev: 2, name: 'doc' });
      expect((await ask('GET', `/v2/docs/${id}/data`)).bytes.toString()).toBe('[2]');
      await refused(ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: '[3]', ifMatch: 'W/"x"' }), 400, /If-Match/);
    });

    it('[API-4] of 20 parallel writes on one, exactly one wins', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: `[${n}]`, ifMatch: 1 }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array.from({ length: 19 }, () => 409),
      ]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await ask('GET', `/v2/docs/${id}/data`)).bytes.toString()).toBe(`[${winner}]`);
      expect((await ask('GET', `/v2/docs/${id}`)).json()).toMatchObject({ _rev: 2 });
    });

    it('[API-4] 20 parallel writes without one are all taken, one after another', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: `[${n}]` })),
      );
      const revisions = answers.map((answer) => Number(answer.json()['_rev'])).toSorted((a, b) => a - b);
      expect(revisions).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
    });
  });

  describe('access', () => {
    it('[API-2] a free account has public documents only', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      for (const access of [PRIVATE, [], [{ id: ada.id, role: 'owner' }]])
        await refused(ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: access }), 403, /no active subscription/);
      expect((await ask('GET', `/v2/docs/${id}`)).json()).toMatchObject({ _rev: 1, access: PUBLIC });
    });

    it('[API-2] a subscriber’s documents are private; readers read, writers write, the owner does all', async () => {
      const ada = await servers().person('ada', 'subscriber');
      const [reader, writer, owner, stranger] = await Promise.all(
        ['reader', 'writer', 'owner', 'stranger'].map((name) => servers().person(name)),
      );
      const made = await ask('POST', '/v2/docs?name=secret', { as: ada, body: '[1]' });
      expect(made.json()).toMatchObject({ access: [] });
      const path = `/v2/docs/${String(made.json()['_id'])}`;
      const access = [
        { id: reader?.email, role: 'reader' },
        { id: writer?.id, role: 'writer' },
        { id: owner?.email.toUpperCase(), role: 'owner' },
      ];
      const shared = await ask('PUT', `${path}/access`, { as: ada, body: access });
      expect(shared.json()['access']).toEqual([
        { id: reader?.id, role: 'reader', email: reader?.email },
        { id: writer?.id, role: 'writer' },
        { id: owner?.id, role: 'owner', email: owner?.email },
      ]);
      const may = async (as: TestPerson | null | undefined): Promise<number[]> => {
        const statuses: number[] = [];
        for (const [method, part, body, type] of [
          ['GET', '', undefined, undefined],
          ['GET', '/data', undefined, undefined],
          ['PUT', '/data', '[2]', 'application/json'],
          ['PUT', '/name', 'new', 'text/plain'],
          ['PUT', '/schema', '{"type":"none"}', 'application/json'],
          ['PUT', '/access', access, 'application/json'],
        ] as const)
          statuses.push(
            (await ask(method, path + part, { as: as ?? null, ...(body !== undefined && { body, type }) })).status,
          );
        return statuses;
      };
      expect(await may(null)).toEqual([401, 401, 401, 401, 401, 401]);
      expect(await may(stranger)).toEqual([403, 403, 403, 403, 403, 403]);
      expect(await may(reader)).toEqual([200, 200, 403, 403, 403, 403]);
      expect(await may(writer)).toEqual([200, 200, 200, 200, 200, 403]);
      expect(await may(owner)).toEqual([200, 200, 200, 200, 200, 200]);
      await refused(ask('DELETE', path, { as: writer ?? null }), 403, /as its owner/);
      await refused(ask('DELETE', path), 401, /not signed in/);
      expect((await ask('DELETE', path, { as: owner ?? null })).status).toBe(204);
    });

    it('[API-2] everyone reads a public document, and learns nothing of who else may', async () => {
      const [ada, bob] = [await servers().person('ada', 'subscriber'), await servers().person('bob')];
      const id = await make(servers(), ada);
      await ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: [...PUBLIC, { id: bob.id, role: 'writer' }] });
      expect((await ask('GET', `/v2/docs/${id}`)).json()).toMatchObject({ access: PUBLIC });
      expect((await ask('GET', `/v2/docs/${id}`, { as: bob })).json()['access']).toEqual([
        ...PUBLIC,
        { id: bob.id, role: 'writer' },
      ]);
      await refused(ask('PUT', `/v2/docs/${id}/data`, { body: '[]' }), 401, /not signed in/);
    });

    it('[API-2] a cancelled subscriber reads private documents and does not edit them, nor do others; publishing and deleting stay', async () => {
      const [ada, bob] = [await servers().person('ada', 'subscriber'), await servers().person('bob', 'subscriber')];
      const id = await make(servers(), ada, '[1]');
      await ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: [{ id: bob.id, role: 'writer' }] });
      await servers().subscribe(ada, false);
      expect((await ask('GET', `/v2/docs/${id}`, { as: ada })).status).toBe(200);
      expect((await ask('GET', `/v2/docs/${id}/data`, { as: bob })).bytes.toString()).toBe('[1]');
      for (const as of [ada, bob]) {
        await refused(ask('PUT', `/v2/docs/${id}/data`, { as, body: '[2]' }), 403, /no active subscription/);
        await refused(
          ask('PUT', `/v2/docs/${id}/name`, { as, body: 'x', type: 'text/plain' }),
          403,
          /no active subscription/,
        );
        await refused(ask('PUT', `/v2/docs/${id}/schema`, { as, body: '{}' }), 403, /no active subscription/);
      }
      await refused(ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: PRIVATE }), 403, /no active subscription/);
      expect((await ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: PUBLIC })).status).toBe(200);
      expect((await ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: '[2]' })).status).toBe(200);
    });

    it('[API-2] a list that makes no sense, or names somebody unknown, is refused', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      for (const body of ['{}', '[1]', '[{"public":"yes"}]', '[{"id":"a"}]', '[{"id":"a","role":"king"}]', '[', 'null'])
        await refused(ask('PUT', `/v2/docs/${id}/access`, { as: ada, body }), 400, /Access has to be|not valid JSON/);
      const unknown = [...PUBLIC, { id: 'nobody@example.org', role: 'reader' }];
      await refused(ask('PUT', `/v2/docs/${id}/access`, { as: ada, body: unknown }), 400, /nobody@example\.org/);
    });
  });

  describe('limits', () => {
    it('[API-3] private documents never have more than their limit, of 50 made at once', async () => {
      const ada = await servers().person('ada', 'subscriber');
      // The servers of this suite have a limit of 100,000 bytes.
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => ask('POST', '/v2/docs', { as: ada, body: Buffer.alloc(10_000, '1') })),
      );
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), ...Array.from({ length: 40 }, () => 413)]);
      await refused(ask('POST', '/v2/docs', { as: ada, body: '1' }), 413, /no room for this one/);
      const list = (await ask('GET', '/v2/docs/list/currentUser', { as: ada })).json() as unknown as { _id: string }[];
      expect(list.length).toBe(10);
      const [first, second] = list.map(({ _id }) => `/v2/docs/${_id}`);
      await refused(ask('PUT', `${first}/data`, { as: ada, body: Buffer.alloc(10_001, '1') }), 413, /no room/);
      expect((await ask('PUT', `${first}/data`, { as: ada, body: Buffer.alloc(9000, '1') })).status).toBe(200);
      expect((await ask('PUT', `${second}/data`, { as: ada, body: Buffer.alloc(11_000, '1') })).status).toBe(200);
      // Public documents do not count towards the limit.
      expect((await ask('PUT', `${first}/access`, { as: ada, body: PUBLIC })).status).toBe(200);
      const again = await ask('POST', '/v2/docs', { as: ada, body: Buffer.alloc(9000, '1') });
      expect(again.status).toBe(201);
      await refused(ask('PUT', `${first}/access`, { as: ada, body: PRIVATE }), 413, /no room/);
      await ask('DELETE', `/v2/docs/${String(again.json()['_id'])}`, { as: ada });
      expect((await ask('PUT', `${first}/access`, { as: ada, body: PRIVATE })).status).toBe(200);
    });
  });

  describe('the list of somebody', () => {
    it('[AUT-8] [DOC-1] takes documents of others that may be read, and leaves them out again', async () => {
      const [ada, bob] = [await servers().person(), await servers().person('bob', 'subscriber')];
      const open = await make(servers(), ada);
      const secret = await make(servers(), bob);
      const changed = await ask('PATCH', '/v2/docs/list/currentUser/ids', {
        as: bob,
        body: { add: [open, 'gone'], remove: [] },
      });
      expect([changed.status, changed.json()]).toEqual([200, [open]]);
      await ask('PATCH', '/v2/docs/list/currentUser/ids', { as: ada, body: { add: [secret], remove: [] } });
      const ids = async (as: TestPerson): Promise<string[]> =>
        ((await ask('GET', '/v2/docs/list/currentUser', { as })).json() as unknown as { _id: string }[]).map(
          ({ _id }) => _id,
        );
      expect((await ids(bob)).toSorted()).toEqual([open, secret].toSorted());
      expect(await ids(ada)).toEqual([open]);
      await ask('PATCH', '/v2/docs/list/currentUser/ids', { as: bob, body: { add: [], remove: [open] } });
      expect(await ids(bob)).toEqual([secret]);
      for (const body of ['{"add":[1]}', '{"add":"x"}', '[', '{"add":["a b"]}'])
        await refused(ask('PATCH', '/v2/docs/list/currentUser/ids', { as: bob, body }), 400, /body/);
      await refused(ask('PATCH', '/v2/docs/list/currentUser/ids', { body: '{}' }), 401, /not signed in/);
      await refused(ask('GET', '/v2/docs/list/currentUser'), 401, /not signed in/);
    });
  });

  describe('requests', () => {
    it('[API-5] that can’t be read are refused with a sentence', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      await refused(ask('POST', '/v2/docs', { body: '{}' }), 401, /not signed in/);
      await refused(ask('POST', '/v2/docs', { as: ada, body: '{}', type: 'text/plain' }), 415, /application\/json/);
      await refused(ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: '{}', type: null }), 415, /application\/json/);
      await refused(ask('PUT', `/v2/docs/${id}/name`, { as: ada, body: 'x' }), 415, /text\/plain/);
      const packed = { 'content-encoding': 'gzip' };
      await refused(ask('PUT', `/v2/docs/${id}/data`, { as: ada, body: '{}', headers: packed }), 415, /encoding/);
      for (const name of ['', '%00', 'x'.repeat(501)])
        await refused(ask('POST', `/v2/docs?name=${name}`, { as: ada, body: '{}' }), 400, /name/);
      for (const schema of ['1', '[]', '{', 'null'])
        await refused(
          ask('POST', `/v2/docs?schemaConfig=${encodeURIComponent(schema)}`, { as: ada, body: '' }),
          400,
          /schema|JSON/,
        );
      await refused(ask('POST', '/v2/docs?dialect=html', { as: ada, body: '{}' }), 400, /dialect/);
      await refused(
        ask('PUT', `/v2/docs/${id}/name`, { as: ada, body: new Uint8Array([0xff]), type: 'text/plain' }),
        400,
        /UTF-8/,
      );
      await refused(ask('POST', '/v2/docs?name=a&name=b', { as: ada, body: '{}' }), 400, /more than once/);
      for (const path of ['/v2/docs/%00', '/v2/docs/a%2Fb', `/v2/docs/${'x'.repeat(150)}`, '/v2/docs/none'])
        await refused(ask('GET', path, { as: ada }), 404, /no such document/);
      await refused(ask('GET', '/v2/nothing?secret=1'), 404, /nothing at GET \/v2\/nothing\.$/);
      await refused(ask('POST', `/v2/docs/${id}`, { as: ada, body: '{}' }), 404, /nothing at POST/);
    });

    it('[API-1] with a token that is not valid are refused, also for what is public', async () => {
      const ada = await servers().person();
      const id = await make(servers(), ada);
      const token = ada.pair.access_token;
      const [header = '', payload = ''] = token.split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const said of [
        'Bearer x',
        'Basic YTpi',
        `Bearer ${token}x`,
        `Bearer ${header}.${payload}.`,
        `Bearer ${none}.${payload}.`,
        'Bearer ',
        `Bearer ${'a'.repeat(9000)}`,
      ]) {
        const answer = await refused(
          ask('GET', `/v2/docs/${id}`, { headers: { authorization: said } }),
          401,
          /session has expired/,
        );
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
      expect((await ask('GET', `/v2/docs/${id}`, { headers: { authorization: `bearer ${token}` } })).status).toBe(200);
      // Cookies do not authenticate.
      await refused(
        ask('GET', '/v2/docs/list/currentUser', { headers: { cookie: `auth=${token}; diptych_session=${token}` } }),
        401,
        /./,
      );
    });
  });
}
