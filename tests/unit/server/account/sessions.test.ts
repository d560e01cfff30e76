// One's sessions and data, at the embedded provider and at another one: who is signed in, signing out, the export, and deletion.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveUser } from '../../../../src/server/auth/users.ts';
import { make } from '../api/document-suite.ts';
import { TestBrowser } from '../browser.ts';
import { DATABASES, type Shared } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';
import { isSignedIn, PASSWORD, signInAgain, signUp } from './people.ts';

const ACCOUNT = '/v2/auth/account';

describe.each(DATABASES)('[OPS-2] [AUT-9] sessions and data, on %s', (_name, start) => {
  let shared: Shared;
  let servers: Servers;
  const lines: string[] = [];
  beforeAll(async () => {
    shared = await start();
    servers = await startServers(shared, { count: 1, log: (line) => lines.push(line) });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await shared?.stop();
  });
  const events = (): Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event !== undefined);
  const idOf = async (token: string): Promise<string> =>
    String((await servers.ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${token}` } })).json()['id']);

  it('lists the sessions of a person alone, and ends one', async () => {
    const { at, email, token } = await signUp(servers, 'ada');
    const other = await signInAgain(servers, email);
    const stranger = await signUp(servers, 'bob');
    const page = await at.go(ACCOUNT);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const ids = [...page.text.matchAll(/name="session" value="([0-9a-f]{32})"/g)].map(([, id = '']) => id);
    expect(ids.length).toBe(2);
    expect(page.text.match(/\(this one\)/g)?.length).toBe(1);
    const theirs = /name="session" value="([0-9a-f]{32})"/.exec((await stranger.at.go(ACCOUNT)).text)?.[1] ?? '';
    expect((await at.go(`${ACCOUNT}/end`, { session: theirs })).text).toContain('That session has ended already.');
    expect(await isSignedIn(servers, stranger.token)).toBe(true);
    const rest = await servers.database.read.selectFrom('sessions').selectAll().where('id', 'in', ids).execute();
    expect(rest.length).toBe(2);
    expect((await at.go(`${ACCOUNT}/end`, { session: ids[0] ?? '' }, 'cross-site')).status).toBe(403);
    const own = ids.find((id) => isOwn(page.text, id)) ?? '';
    const foreign = ids.find((id) => id !== own) ?? '';
    expect((await at.go(`${ACCOUNT}/end`, { session: foreign })).text).toContain('It is signed out.');
    expect([await isSignedIn(servers, token), await isSignedIn(servers, other.token)]).toEqual([true, false]);
    // The provider asks that browser for the password again.
    expect((await other.at.go('/v2/provider/account')).url.pathname).toContain('/sign_in');
    expect((await other.at.go(ACCOUNT)).status).toBe(401);
    expect((await at.go(`${ACCOUNT}/end`, { session: own })).url.pathname).toBe('/');
    expect(await isSignedIn(servers, token)).toBe(false);
    expect(events()).toContainEqual(expect.objectContaining({ event: 'session_ended', user: rest[0]?.user_id }));
  });

  it('signs out everywhere', async () => {
    const { at, email, token } = await signUp(servers, 'cleo');
    const other = await signInAgain(servers, email);
    const stranger = await signUp(servers, 'dora');
    expect((await at.go(`${ACCOUNT}/end_all`, {}, 'cross-site')).status).toBe(403);
    expect((await at.go(`${ACCOUNT}/end_all`, {})).url.pathname).toBe('/');
    for (const one of [token, other.token]) expect(await isSignedIn(servers, one)).toBe(false);
    for (const one of [at, other.at]) expect((await one.go('/v2/provider/account')).url.pathname).toContain('/sign_in');
    expect(await isSignedIn(servers, stranger.token)).toBe(true);
  });

  it('shows nothing to those who are not signed in', async () => {
    const at = new TestBrowser(servers.addresses[0] ?? '');
    for (const path of ['', '/end', '/end_all', '/export', '/delete']) {
      const answer = await at.go(ACCOUNT + path, path === '' ? undefined : {});
      expect([path, answer.status, answer.text.includes('You are not signed in')]).toEqual([path, 401, true]);
    }
    for (const cookie of ['diptych_session=%00.x', 'diptych_session=.', `diptych_session=${'a'.repeat(32)}.x`])
      expect((await servers.ask('GET', ACCOUNT, { headers: { cookie } })).status).toBe(401);
    expect((await servers.ask('HEAD', ACCOUNT)).status).toBe(404);
  });

  it('exports everything of a person and nothing of others', async () => {
    const { at, email, token } = await signUp(servers, 'eve');
    const bob = await servers.person('hidden-bob', 'subscriber');
    const headers = { authorization: `Bearer ${token}` };
    const eve = await idOf(token);
    await at.submit(await at.go('/v2/provider/checkout/yearly'), {});
    // Spelling, bytes that are no text, emptiness, and more than a page of documents.
    const contents = ['{ "a" : 1.10 , "\\u0041": "ü" }\n', '\ufeff[1]', Buffer.from([0xff, 0xfe, 0]), '""'];
    const ids: string[] = [];
    for (const body of contents) {
      const made = await servers.ask('POST', '/v2/docs', { body, headers });
      ids.push(String(made.json()['_id']));
    }
    const access = [{ id: bob.email, role: 'writer' }, { public: true }];
    await servers.ask('PUT', `/v2/docs/${ids[0]}/access`, { body: access, headers });
    await servers.ask('PUT', `/v2/docs/${ids[0]}/schema`, { body: '{ "type":"text", "text": "{ }" }', headers });
    const rows = Array.from({ length: 600 }, (_, n) => ({
      id: `many-${String(n).padStart(4, '0')}`,
      owner: eve,
      rev: 1,
      name: `n${n}`,
      size: 1,
      dialect: null,
      access: '[]',
      is_public: false,
      schema: '{"type":"none"}',
      content: Buffer.from('7'),
      packing: 'none',
      created_at: new Date(),
      updated_at: new Date(),
      viewed_at: new Date(),
    }));
    await servers.database.write((db) => db.insertInto('documents').values(rows).execute());
    const theirs = await make(servers, bob, '"hidden content"');
    const shared_ = [{ id: email, role: 'reader' }];
    expect((await servers.ask('PUT', `/v2/docs/${theirs}/access`, { as: bob, body: shared_ })).status).toBe(200);
    await servers.ask('PATCH', '/v2/docs/list/currentUser/ids', { headers, body: { add: [theirs], remove: [] } });

    expect((await at.go(`${ACCOUNT}/export`, {}, 'cross-site')).status).toBe(403);
    const answer = await at.go(`${ACCOUNT}/export`, {});
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="diptych-[\d-]+\.json"$/);
    const told = JSON.parse(answer.text) as {
      user: object;
      account: object;
      subscriptions: unknown[];
      sessions: { agent: string; claimsOfProvider: { sub: string } }[];
      listedDocuments: string[];
      rolesInDocumentsOfOthers: unknown[];
      documents: { id: string; name: string; content?: string; contentBase64?: string }[];
    };
    expect(told.user).toMatchObject({ id: eve, email, fullName: 'eve', storedDocuments: 4 });
    expect(told.account).toMatchObject({ email, fullName: 'eve', verified: null });
    expect(told.subscriptions).toMatchObject([{ plan: 'yearly', active: true }]);
    expect(told.sessions.length).toBe(1);
    expect(told.listedDocuments).toEqual([theirs]);
    expect(told.rolesInDocumentsOfOthers).toEqual([{ id: theirs, roles: ['reader'], enteredAs: email }]);
    const byId = new Map(told.documents.map((one) => [one.id, one]));
    expect(told.documents.length).toBe(604);
    for (const [index, id] of ids.entries()) {
      const { content, contentBase64 } = byId.get(id) ?? {};
      const bytes = content === undefined ? Buffer.from(contentBase64 ?? '', 'base64') : Buffer.from(content);
      expect(bytes).toEqual(Buffer.from(contents[index] ?? ''));
    }
    expect(answer.text).toContain('"schema":{ "type":"text", "text": "{ }" }');
    expect(byId.get(ids[0] ?? '')).toMatchObject({ enteredAddresses: { [bob.id]: bob.email } });
    const secrets = await servers.database.read
      .selectFrom('sessions')
      .select(['secret', 'id_token'])
      .where('user_id', '=', eve)
      .execute();
    const account = await servers.database.read
      .selectFrom('provider_accounts')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const hidden = secrets.flatMap(({ secret, id_token: idToken }) => [secret, idToken]);
    for (const one of [...hidden, account.password_hash, 'hidden content']) expect(answer.text).not.toContain(one);
    expect(events()).toContainEqual(expect.objectContaining({ event: 'account_exported', user: eve }));
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) statuses.push((await at.go(`${ACCOUNT}/export`, {})).status);
    expect(statuses).toEqual([...Array<number>(9).fill(200), 429, 429]);
  });

  it('deletes what is stored of a person, in the lists of others too', async () => {
    const { at, email, token } = await signUp(servers, 'fay');
    const id = await idOf(token);
    const bob = await servers.person('bob', 'subscriber');
    const path = `/v2/docs/${await make(servers, bob)}`;
    const body = [{ id: email, role: 'reader' }];
    expect((await servers.ask('PUT', `${path}/access`, { as: bob, body })).status).toBe(200);
    const page = await at.go(ACCOUNT);
    expect(page.text).toContain('href="/v2/provider/account"');
    // The embedded provider asks for the password.
    expect((await at.go(`${ACCOUNT}/delete`, { confirm: email })).url.pathname).toBe('/v2/provider/account');
    expect(await isSignedIn(servers, token)).toBe(true);
    await at.go('/v2/provider/account/delete', { confirm: PASSWORD });
    expect(await isSignedIn(servers, token)).toBe(false);
    for (const table of [
      'users',
      'sessions',
      'documents',
      'provider_accounts',
      'provider_sessions',
      'provider_state',
      'provider_links',
    ] as const) {
      const rows = await servers.database.read.selectFrom(table).selectAll().execute();
      expect([table, JSON.stringify(rows).includes(email)]).toEqual([table, false]);
      if (table !== 'documents') expect([table, JSON.stringify(rows).includes(id)]).toEqual([table, false]);
    }
    expect((await servers.ask('GET', path, { as: bob })).json()['access']).toEqual([{ id, role: 'reader' }]);
  });

  it('works with another provider, whose account stays', async () => {
    const settings = {
      PUBLIC_URL: 'https://diptych.example',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'diptych',
      ACCOUNT_URL: 'https://id.example/account',
    };
    const other = await startServers(shared, { count: 1, settings });
    const enter = async (email: string) => {
      const user = { subject: `https://id.example ${email}`, email, fullName: 'Gil G.' };
      const id = await other.database.transact((db) => saveUser(db, user));
      const session = await other.sessions.begin(id, '', 'Firefox on Linux');
      const cookie = `diptych_session=${await other.sessions.cookieOf(session.id)}`;
      const post = (path: string, form: Record<string, string>) =>
        other.ask('POST', ACCOUNT + path, {
          body: new URLSearchParams(form).toString(),
          type: 'application/x-www-form-urlencoded',
          headers: { cookie, origin: 'https://diptych.example' },
        });
      return { id, email, pair: session.pair, subject: user.subject, cookie, post };
    };
    const [gil, unnamed] = [await enter('gil@id.example'), await enter('')];
    const document = await make(other, gil);
    const page = (await other.ask('GET', ACCOUNT, { headers: { cookie: gil.cookie } })).bytes.toString();
    for (const said of ['Firefox on Linux', 'https://id.example/account', 'Enter gil@id.example to delete'])
      expect(page).toContain(said);
    const told = (await gil.post('/export', {})).json() as { account: unknown; documents: unknown[] };
    expect([told.account, told.documents.length]).toEqual([null, 1]);
    expect((await gil.post('/delete', { confirm: 'gil' })).status).toBe(400);
    expect((await other.ask('GET', `/v2/docs/${document}`)).status).toBe(200);
    const done = await gil.post('/delete', { confirm: ' GIL@id.example ' });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/']);
    expect((await other.ask('GET', `/v2/docs/${document}`)).status).toBe(404);
    expect((await unnamed.post('/delete', { confirm: 'Gil G.' })).status).toBe(303);
    await other.close();
  });

  it('lets a blocked person neither in nor on', async () => {
    const { at, email, token } = await signUp(servers, 'ida');
    const id = await idOf(token);
    await servers.database.write((db) =>
      db.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', id).execute(),
    );
    expect(await isSignedIn(servers, token)).toBe(false);
    expect((await at.go(ACCOUNT)).status).toBe(401);
    const again = await at.go(`/v2/auth/sign_in?redirect_url=${encodeURIComponent(`${servers.addresses[0]}/`)}`);
    expect([again.status, again.text]).toEqual([403, expect.stringContaining('This account is blocked.')]);
    const form = await new TestBrowser(servers.addresses[0] ?? '').go('/v2/provider/sign_in');
    const entered = await at.submit(form, { email, password: PASSWORD });
    expect([entered.status, entered.text]).toEqual([401, expect.stringContaining('This account is blocked.')]);
    expect(events()).toContainEqual(expect.objectContaining({ event: 'blocked_sign_in', user: id }));
  });
});

/** Whether a session of the list is that of the browser that has opened it. */
function isOwn(page: string, id: string): boolean {
  return page.split('<li>').some((row) => row.includes(id) && row.includes('(this one)'));
}
