// The client of the cloud API, without a server: its requests and how it handles responses. Also the list of who may open a
// document.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { isPublic, peopleOf, withoutPerson, withPublic, withRole } from '../../../../src/ui/model/access.ts';
import { CloudClient } from '../../../../src/ui/documents/cloud/cloud-client.ts';
import { readCloudConfig } from '../../../../src/ui/documents/cloud/cloud-config.ts';
import { ServerError } from '../../../../src/ui/model/server-failure.ts';
import { AUTH_KEY } from '../../../../src/ui/documents/cloud/stored-auth.ts';
import { createTokenSource, type TokenSource } from '../../../../src/ui/documents/cloud/token.ts';
import { newMeta, type Access } from '../../../../src/ui/model/document-meta.ts';
import { detailsOf, recoveryOf } from '../../../../src/ui/notices/notices.ts';

const META = newMeta('abcdef', 'Orders', '2026-01-01T00:00:00.000Z');
const renew = (): Promise<string | null> => Promise.resolve(null);
const SIGNED_IN: TokenSource = {
  isSignedIn: true,
  person: null,
  authorization: () => Promise.resolve('Bearer a.b.c'),
  renew,
};
const SIGNED_OUT: TokenSource = { isSignedIn: false, person: null, authorization: () => Promise.resolve(null), renew };
const at = (base: number | null = 7) => ({ id: 'id', base, person: null });

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A client whose requests are recorded, and all answered with `answer`. */
function ask(answer: () => Response | Promise<Response>, tokens = SIGNED_IN) {
  const asked: Asked[] = [];
  const request = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers));
    asked.push({ method: init.method ?? 'GET', url: url as string, headers, body: init.body ?? null });
    return Promise.resolve(answer());
  };
  return { client: new CloudClient({ url: 'https://diptych.test/v2' }, tokens, request), asked };
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status });
const failure = async (work: Promise<unknown>): Promise<ServerError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServerError)) throw new Error(`expected a ServerError, got ${String(error)}`);
  return error;
};

describe('the calls', () => {
  const content = new Blob(['{"a": 1.0}']);
  const access: Access[] = [{ public: true }, { id: 'bob', role: 'writer' }];
  const schema = { type: 'url', url: 'https://example.org/s?a=1&b=2' } as const;
  const calls: readonly [
    name: string,
    call: (client: CloudClient) => Promise<unknown>,
    method: string,
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ][] = [
    ['the meta', (client) => client.meta('a b/c'), 'GET', '/docs/a%20b%2Fc', null],
    ['the content', (client) => client.data('id'), 'GET', '/docs/id/data', null],
    [
      'a new content',
      (client) => client.putData(at(), content, 'json'),
      'PUT',
      '/docs/id/data',
      content,
      { 'content-type': 'application/json', 'if-match': '"7"' },
    ],
    [
      'a new name',
      (client) => client.putName(at(), 'Preise & mehr'),
      'PUT',
      '/docs/id/name',
      'Preise & mehr',
      { 'content-type': 'text/plain', 'if-match': '"7"' },
    ],
    ['a schema', (client) => client.putSchema(at(), schema), 'PUT', '/docs/id/schema', JSON.stringify(schema)],
    ['an access list', (client) => client.putAccess(at(), access), 'PUT', '/docs/id/access', JSON.stringify(access)],
    [
      'a new document',
      (client) => client.create('Preise & mehr', schema, content, 'json'),
      'POST',
      `/docs?${new URLSearchParams({ name: 'Preise & mehr', schemaConfig: JSON.stringify(schema) }).toString()}`,
      content,
      { 'content-type': 'application/json' },
    ],
    [
      'a new content of records',
      (client) => client.putData(at(), content, 'ndjson'),
      'PUT',
      '/docs/id/data?dialect=ndjson',
      content,
    ],
    [
      'a new document in JSON5',
      (client) => client.create('a', { type: 'none' }, content, 'json5'),
      'POST',
      `/docs?${new URLSearchParams({ name: 'a', schemaConfig: '{"type":"none"}', dialect: 'json5' }).toString()}`,
      content,
    ],
    ['a document gone', (client) => client.delete('id'), 'DELETE', '/docs/id', null],
    [
      'the ids of a list',
      (client) => client.patchIds({ add: ['a'], remove: ['b'] }),
      'PATCH',
      '/docs/list/currentUser/ids',
      '{"add":["a"],"remove":["b"]}',
      { 'content-type': 'application/json' },
    ],
  ];

  it.each(calls)('[API-1] [API-4] ask for %s', async (_name, call, method, path, body, headers = {}) => {
    const { client, asked } = ask(() => json(META));
    await call(client);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method, url: `https://diptych.test/v2${path}`, body });
    expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer a.b.c', ...headers });
  });

  it('[API-1] ask for the list, and leave out what is no entry of it', async () => {
    const entry = { _id: 'a', name: 'A', updated: '2026-01-01T00:00:00.000Z' };
    const { client, asked } = ask(() => json([entry, null, { name: 'no id' }, { ...entry, _id: 'b', size: 3 }]));
    expect(await client.list()).toEqual([
      { ...entry, size: null },
      { ...entry, _id: 'b', size: 3 },
    ]);
    expect(asked[0]?.url).toBe('https://diptych.test/v2/docs/list/currentUser');
  });

  it('[DOC-1] ask for the list page by page, as each names the next one', async () => {
    let pages = 0;
    const { client, asked } = ask(() => {
      pages += 1;
      const next = `</v2/docs/list/currentUser?limit=2&after=${Math.min(pages, 3)}.x>; rel="next"`;
      return Response.json([{ _id: `d${pages}` }], { headers: { link: next } });
    });
    // The fourth page names itself as the next one.
    expect((await client.list()).map(({ _id }) => _id)).toEqual(['d1', 'd2', 'd3', 'd4']);
    expect(asked.map(({ url }) => url.split('currentUser')[1])).toEqual([
      '',
      '?limit=2&after=1.x',
      '?limit=2&after=2.x',
      '?limit=2&after=3.x',
    ]);
  });

  it('[DOC-4] send a schema by itself that is too long for an address, and leave no half of a document', async () => {
    const long = { type: 'content', content: JSON.stringify({ title: 'x'.repeat(9000) }) } as const;
    const made = ask(() => json(META, 201));
    await made.client.create('a', long, content, 'json');
    expect(made.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', 'https://diptych.test/v2/docs?name=a', content],
      ['PUT', `https://diptych.test/v2/docs/${META._id}/schema`, JSON.stringify(long)],
    ]);
    const answers = [json(META, 201), json({ message: 'The disk is full.' }, 507), new Response(null, { status: 204 })];
    const failed = ask(() => answers.shift() ?? json({}, 500));
    expect((await failure(failed.client.create('a', long, content, 'json'))).message).toContain('The disk is full.');
    expect(failed.asked.map(({ method }) => method)).toEqual(['POST', 'PUT', 'DELETE']);
  });

  it('[API-4] name no revision to write over whatever is there', async () => {
    const { client, asked } = ask(() => json(META));
    await client.putData(at(null), content, 'json');
    expect(asked[0]?.headers).not.toHaveProperty('if-match');
  });

  it('[API-7] bring the bytes as they are, valid or not', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x00, 0xff, 0x0d, 0x0a]);
    const { client } = ask(() => new Response(bytes));
    expect(new Uint8Array(await (await client.data('id')).arrayBuffer())).toEqual(bytes);
  });

  it('[API-1] [AUT-8] carry no authorization and patch no ids where nobody is signed in', async () => {
    const { client, asked } = ask(() => json(META), SIGNED_OUT);
    await client.meta('id');
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
    expect(await client.patchIds({ add: ['a'], remove: [] })).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});

describe('an answer that is none', () => {
  it.each([
    [401, 'Sign in to open this document. ', ['Do you have to sign in again?']],
    [403, 'You may not open this document. ', ['You do not have access, is this document yours?']],
    [
      404,
      '',
      ['Did you or someone else delete this cloud document?', 'Is the id of the document correct or is there a typo?'],
    ],
  ])(
    '[ERR-3] [API-5] to a load, %d, has a sentence, the server’s message, and reasons',
    async (status, lead, reasons) => {
      const { client } = ask(() => json({ message: 'Because.' }, status));
      const errors = [await failure(client.meta('id')), await failure(client.data('id'))];
      for (const error of errors)
        expect(error).toMatchObject({
          message: `${lead}Failed to load document with id "id". Because.`,
          status,
          reasons,
        });
    },
  );

  it.each([
    [401, 'You are not signed in.', 'Sign in to'],
    [403, 'It is not yours.', 'You may not'],
    [403, 'There is no active subscription.', ', you need an active subscription.'],
  ])('[ERR-1] [ERR-3] to a change, %d (%s), says first what the person may not do', async (status, message, lead) => {
    const { client } = ask(() => json({ message }, status));
    const calls = [
      ['save this document', client.putData(at(1), new Blob([]), 'json')],
      ['rename this document', client.putName(at(1), 'a')],
      ['change the schema of this document', client.putSchema(at(1), { type: 'none' })],
      ['change who can open this document', client.putAccess(at(1), [])],
      ['delete this document', client.delete('id')],
    ] as const;
    for (const [doing, call] of calls) {
      const said = (await failure(call)).message;
      expect(said.startsWith(lead.startsWith(',') ? `To ${doing}${lead}` : `${lead} ${doing}.`), said).toBe(true);
      expect(said).toMatch(new RegExp(` Failed to (?:save|update|delete) .*document with id "id"\\. ${message}$`));
    }
  });

  it('[ERR-3] to anything else says what failed', async () => {
    const { client } = ask(() => json({ message: 'Because.' }, 400));
    const content = new Blob([]);
    const sentences = await Promise.all(
      [
        client.list(),
        client.patchIds({ add: [], remove: [] }),
        client.create('a', { type: 'none' }, content, 'json'),
        client.putData(at(1), content, 'json'),
        client.putName(at(1), 'a'),
        client.putSchema(at(1), { type: 'none' }),
        client.putAccess(at(1), []),
        client.delete('id'),
      ].map(async (call) => (await failure(call)).message),
    );
    expect(sentences).toEqual([
      'Failed to load your cloud documents. Because.',
      'Failed to patch your cloud document ids. Because.',
      'Failed to save document. Because.',
      'Failed to save document with id "id". Because.',
      'Failed to update name of document with id "id". Because.',
      'Failed to update schema of document with id "id". Because.',
      'Failed to update access of document with id "id". Because.',
      'Failed to delete document with id "id". Because.',
    ]);
  });

  it('[API-5] without a message says its status; with something else than a document that it could not be read', async () => {
    const failed = ask(() => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }));
    expect(await failure(failed.client.list())).toMatchObject({
      message: 'Failed to load your cloud documents. The server answered 502 Bad Gateway.',
      isPassing: true,
    });
    for (const answer of ['<html>', '{}', '{"_id": "a"}', '[]'])
      expect((await failure(ask(() => new Response(answer)).client.meta('id'))).message).toBe(
        'Failed to load document with id "id". The answer of the server could not be read.',
      );
  });

  it('[API-4] [API-3] has a code for what a caller can do something about', async () => {
    const codes = await Promise.all(
      [409, 412, 413, 404, 500].map(async (status) => (await failure(ask(() => json({}, status)).client.list())).code),
    );
    expect(codes).toEqual(['conflict', 'conflict', 'too-large', 'missing', 'http']);
  });

  it('[ERR-1] says that nobody answered, and passes on what was withdrawn', async () => {
    const { client } = ask(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failure(client.meta('id'))).toMatchObject({ status: null, isPassing: true, reasons: [] });
    const withdrawn = new DOMException('aborted', 'AbortError');
    await expect(ask(() => Promise.reject(withdrawn)).client.meta('id')).rejects.toBe(withdrawn);
  });

  it('[ERR-1] brings an action with its notice', () => {
    let hasNeverSubscribed = false;
    const recovery = {
      signIn: vi.fn<() => void>(),
      subscribe: vi.fn<() => void>(),
      hasNeverSubscribed: () => hasNeverSubscribed,
    };
    const labelOf = (message: string, status: number | null): string | undefined =>
      recoveryOf({ message, ...detailsOf(new ServerError(message, status)) }, recovery)?.label;
    expect(labelOf('Because.', 401)).toBe('Sign in again');
    expect(labelOf('There is no active subscription.', 403)).toBe('Subscribe again');
    hasNeverSubscribed = true;
    expect(labelOf('There is no active subscription.', 403)).toBe('Subscribe');
    expect(labelOf('Because.', 403)).toBeUndefined();
    expect(labelOf('There is no active subscription.', null)).toBeUndefined();
    expect(detailsOf(new Error('no answer'))).toEqual({});
  });
});

describe('[AUT-3] the stored tokens', () => {
  const stored = {
    accessToken: 'a.b.c',
    refreshToken: 'r',
    expiresAt: '2026-01-01T00:00:00.000Z',
    tokenType: 'Bearer',
  };
  const sourceOf = (value: string | null): TokenSource =>
    createTokenSource(() => ({ getItem: (key: string) => (key === AUTH_KEY ? value : null) }) as Storage);

  it('say who is asking', async () => {
    const source = sourceOf(JSON.stringify(stored));
    expect([source.isSignedIn, await source.authorization()]).toEqual([true, 'Bearer a.b.c']);
  });

  it('say nobody is where one is missing, or they can’t be read', async () => {
    const broken = Object.keys(stored).map((name) => JSON.stringify({ ...stored, [name]: undefined }));
    for (const value of [null, '', '[', 'null', '"a.b.c"', JSON.stringify({ ...stored, accessToken: 1 }), ...broken]) {
      const source = sourceOf(value);
      expect([value, source.isSignedIn, await source.authorization()]).toEqual([value, false, null]);
    }
  });
});

describe('[API-7] the address of the interface', () => {
  afterEach(() => vi.unstubAllGlobals());
  const configured = (configuration: unknown) => {
    vi.stubGlobal('location', { href: 'https://diptych.test/#left=x' });
    vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(configuration) }) });
    return readCloudConfig();
  };

  it('is what the server says, or with a debug flag another one', () => {
    expect(configured({ cloud: { url: '/v2/' } })).toEqual({ url: 'https://diptych.test/v2' });
    const debugUrl = 'http://localhost:3000/v2';
    expect(configured({ cloud: { url: '/v2', debugUrl } })).toEqual({ url: 'https://diptych.test/v2' });
    expect(configured({ cloud: { url: '/v2', debug: true, debugUrl } })).toEqual({ url: debugUrl });
  });

  it('is none where nothing is set up, or nothing that can be asked', () => {
    for (const configuration of [{}, { cloud: null }, { cloud: {} }, { cloud: { url: 'javascript:alert(1)' } }])
      expect(configured(configuration)).toBeNull();
  });
});

describe('[API-2] who may open a document', () => {
  it('is everyone if any entry says so', () => {
    expect(isPublic([])).toBe(false);
    expect(isPublic([{ public: false }, { id: 'a', role: 'owner' }])).toBe(false);
    expect(isPublic([{ public: false }, { id: 'a', role: 'owner' }, { public: true }])).toBe(true);
  });

  it('changes for all or for one, and stays for the others', () => {
    const access: Access[] = [{ public: true }, { id: 'a', role: 'owner' }, { id: 'b', role: 'guest' }];
    expect(withPublic(access, false)).toEqual([{ public: false }, ...access.slice(1)]);
    expect(withRole(access, 'a', 'reader')).toEqual([access[0], { id: 'a', role: 'reader' }, access[2]]);
    expect(withRole(access, 'c', 'writer')).toEqual([...access, { id: 'c', role: 'writer' }]);
    expect(withoutPerson(access, 'a')).toEqual([access[0], access[2]]);
    expect(peopleOf(access)).toEqual(access.slice(1));
  });
});
