// The commands about people and keys, and what they change on servers that run.

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../../../../src/server/administration/commands.ts';
import { isSignedIn, PASSWORD, signIn, signInAgain, signUp } from '../account/people.ts';
import { make } from '../api/document-suite.ts';
import { TestBrowser } from '../browser.ts';
import { DATABASES, type Shared } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';
import { run } from './run.ts';

describe('[OPS-3] the help', () => {
  it('is there for each command, and for all', async () => {
    const database = null as never;
    const all = String(await run(database, ['--help']));
    for (const { name, usage, options } of COMMANDS) {
      expect(all).toContain(`${name} ${usage}`.trimEnd());
      const help = String(await run(database, [...name.split(' '), '--help']));
      for (const option of Object.keys(options)) expect(help).toContain(`--${option.replace('=', '')}`);
    }
    expect(String(await run(database, ['users', '--help']))).not.toContain('restore');
    expect(String(await run(database, ['help', 'dump']))).toContain('--output <file>');
    expect(String(await run(database, ['help']))).toBe(all);
  });

  it.each([
    [['user', 'find'], 'There is no command user find.'],
    [['users'], 'There is no command users.'],
    [['users', 'find'], 'The command is: users find <text>'],
    [['users', 'find', 'a', 'b'], 'The command is: users find <text>'],
    [['dump', '--all'], 'Unknown option'],
    [['dump', '--output'], 'argument missing'],
    [['users', 'delete', 'a', '--yes=1'], 'does not take an argument'],
  ])('tells what is wrong with %j', async (line, said) => {
    await expect(run(null as never, line)).rejects.toThrow(said);
  });
});

describe.each(DATABASES)('[OPS-3] commands, on %s', (_name, start) => {
  let shared: Shared;
  let servers: Servers;
  beforeAll(async () => {
    shared = await start();
    servers = await startServers(shared, { count: 1 });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await shared?.stop();
  });
  beforeEach(() => servers.database.write((db) => db.deleteFrom('rate_limits').execute()));
  const command = async (...line: string[]): Promise<string> =>
    String(await run(servers.database, line, { origin: servers.addresses[0] ?? '' }));
  const origin = (): string => servers.addresses[0] ?? '';
  const enter = async (email: string, password: string) => {
    const at = new TestBrowser(origin());
    return at.submit(await at.go('/v2/provider/sign_in'), { email, password });
  };

  it('finds people by parts of their names and addresses, also those who have not signed in', async () => {
    const ada = await servers.person('ada');
    await servers.database.write((db) =>
      db.updateTable('users').set({ full_name: 'Ada\u001b[31m' }).where('id', '=', ada.id).execute(),
    );
    const at = new TestBrowser(origin());
    const fields = { fullName: 'Newcomer', email: 'new@example.org', password: PASSWORD };
    await at.submit(await at.go('/v2/provider/sign_up'), fields);
    const found = await command('users', 'find', ada.email.toUpperCase());
    expect(found.trimEnd().split('\n').length).toBe(2);
    expect(found).toContain(ada.id);
    // Names are entered by strangers, and terminals obey what is in them.
    expect(found).not.toContain('\u001b');
    expect(await command('users', 'find', 'newcom')).toMatch(/new@example\.org .*never signed in, not verified/);
    expect(await command('users', 'find', ada.id)).toContain(ada.email);
    await expect(command('users', 'find', 'nobody-at-all')).rejects.toThrow('Nobody has nobody-at-all in a name');
    await expect(command('users', 'find', '%')).rejects.toThrow('Nobody has');
  });

  it('blocks a person: tokens stop working, and nobody gets in, until that is undone', async () => {
    const { at, email, token } = await signUp(servers, 'bob');
    const headers = { authorization: `Bearer ${token}` };
    const id = String((await servers.ask('POST', '/v2/docs', { body: '1', headers })).json()['_id']);
    const { pair } = await servers.sessions.begin(await idOf(email), '');
    expect(await command('users', 'block', email)).toContain('is blocked');
    expect(await isSignedIn(servers, token)).toBe(false);
    expect((await servers.ask('GET', `/v2/auth/token?refresh_token=${pair.refresh_token}`)).status).toBe(401);
    expect((await enter(email, PASSWORD)).text).toContain('This account is blocked.');
    expect((await at.go('/v2/provider/account')).url.pathname).toContain('/sign_in');
    expect((await servers.ask('GET', `/v2/docs/${id}`)).status).toBe(200);
    expect(await command('users', 'find', email)).toContain('blocked since');
    expect(await command('users', 'block', email, '--undo')).toContain('may sign in again');
    expect(await isSignedIn(servers, (await signInAgain(servers, email)).token)).toBe(true);
    // Somebody who has not signed in yet.
    const early = new TestBrowser(origin());
    const fields = { fullName: 'Early', email: 'early@example.org', password: PASSWORD };
    await early.submit(await early.go('/v2/provider/sign_up'), fields);
    await command('users', 'block', 'early@example.org');
    expect((await enter('early@example.org', PASSWORD)).text).toContain('This account is blocked.');
  });

  it('resets a password: the earlier one is void, and the link makes another', async () => {
    const { email, token } = await signUp(servers, 'cleo');
    const said = await command('users', 'reset', email);
    expect(await isSignedIn(servers, token)).toBe(false);
    expect((await enter(email, PASSWORD)).status).toBe(401);
    const link = /http\S+/.exec(said)?.[0] ?? '';
    const at = new TestBrowser(origin());
    const secret = new URL(link).searchParams.get('token') ?? '';
    const done = await at.submit(await at.go(link), { token: secret, password: 'the new password' });
    expect(done.text).toContain('Your password is changed');
    expect((await signInAgain(servers, email, 'the new password')).token).not.toBe('');
    const other = await servers.person('dora');
    expect(await command('users', 'reset', other.id)).toContain('one of the membership provider');
    expect((await servers.ask('GET', '/v2/auth/user', { as: other })).status).toBe(401);
  });

  it('deletes a person, once it is said that it shall be', async () => {
    const { email, token } = await signUp(servers, 'eve');
    const headers = { authorization: `Bearer ${token}` };
    const id = String((await servers.ask('POST', '/v2/docs', { body: '1', headers })).json()['_id']);
    await expect(command('users', 'delete', email)).rejects.toThrow(
      /with 1 documents \(\d+ bytes\) for good\. Add --yes/,
    );
    expect(await isSignedIn(servers, token)).toBe(true);
    const told = JSON.parse(await command('users', 'export', email)) as { documents: { id: string }[] };
    expect(told.documents.map((one) => one.id)).toEqual([id]);
    expect(await command('users', 'delete', email, '--yes')).toContain('is deleted');
    expect(await isSignedIn(servers, token)).toBe(false);
    expect((await servers.ask('GET', `/v2/docs/${id}`)).status).toBe(404);
    await expect(command('users', 'usage', email)).rejects.toThrow('There is nobody with the id or address');
  });

  it('refuses an address that two people have, and names their ids', async () => {
    const [one, two] = [await servers.person('twin'), await servers.person('twin')];
    await servers.database.write((db) =>
      db.updateTable('users').set({ email: 'twin@example.org' }).where('id', 'in', [one.id, two.id]).execute(),
    );
    await expect(command('users', 'block', 'twin@example.org')).rejects.toThrow(one.id);
    expect((await servers.ask('GET', '/v2/auth/user', { as: one })).status).toBe(200);
    expect(await command('users', 'block', two.id)).toContain(two.id);
  });

  it('names a person by a whole address, whatever many others contain it, and by the id of the account', async () => {
    const { email } = await signUp(servers, 'zed');
    const others = Array.from({ length: 150 }, (_, n) => ({
      id: `0-${n}`,
      subject: `0-${n}`,
      email: `0-${n}-${email}`,
      full_name: email,
      created_at: new Date(),
    }));
    await servers.database.write((db) => db.insertInto('users').values(others).execute());
    const id = await idOf(email);
    expect(await command('users', 'usage', email.toUpperCase())).toContain(id);
    const account = await servers.database.read
      .selectFrom('provider_accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(await command('users', 'usage', account.id)).toContain(id);
    expect((await command('users', 'find', email)).split('\n').length).toBe(103);
    await expect(command('users', 'block', 'zed@')).rejects.toThrow('There is nobody');
    await servers.database.write((db) => db.deleteFrom('users').where('id', 'like', '0-%').execute());
  });

  it('tells what is stored', async () => {
    const fay = await servers.person('fay');
    await make(servers, fay, '123456');
    expect(await command('users', 'usage', fay.id)).toMatch(new RegExp(`${fay.id} +${fay.email} +1 +\\d+ +0 +1 +20`));
    const all = await command('users', 'usage');
    expect(all).toMatch(/^\d+ people, \d+ documents, \d+ bytes\./);
    expect(all.split('\n').length).toBeLessThan(25);
  });

  it('replaces keys: tokens of before last their ten minutes, unless they are refused at once', async () => {
    const { at, email, token } = await signUp(servers, 'gil');
    const other = await startServers(shared, { count: 1 });
    onTestFinished(() => other.close());
    const { pair } = await servers.sessions.begin(await idOf(email), '');
    // Both processes know the key of before.
    for (const one of [servers, other]) expect(await isSignedIn(one, token)).toBe(true);
    expect(await command('keys', 'rotate')).toContain('accepted for ten more minutes');
    const fresh = await startServers(shared, { count: 1 });
    onTestFinished(() => fresh.close());
    const answer = await fresh.ask('GET', `/v2/auth/token?refresh_token=${pair.refresh_token}`);
    const next = String(answer.json()['access_token']);
    for (const one of [servers, other, fresh])
      expect([await isSignedIn(one, token), await isSignedIn(one, next)]).toEqual([true, true]);
    // The embedded provider and this server as its client take up the new ones together.
    const back = await signInAgain(fresh, email);
    expect(await isSignedIn(servers, back.token)).toBe(true);

    expect(await command('keys', 'rotate', '--now')).toContain('refused');
    const later = await startServers(shared, { count: 1 });
    onTestFinished(() => later.close());
    expect([await isSignedIn(later, token), await isSignedIn(later, next)]).toEqual([false, false]);
    const again = await later.ask('GET', `/v2/auth/token?refresh_token=${String(answer.json()['refresh_token'])}`);
    expect(await isSignedIn(later, String(again.json()['access_token']))).toBe(true);
    await command('keys', 'rotate', '--now', '--end-sessions');
    const ended = await later.ask('GET', `/v2/auth/token?refresh_token=${String(again.json()['refresh_token'])}`);
    expect(ended.status).toBe(401);
    expect((await at.go('/v2/provider/account')).url.pathname).toContain('/sign_in');
    expect(await signIn(later, (await signInAgain(later, email)).at)).not.toBe('');
  });

  it('migrates', async () => {
    expect(await command('migrate')).toMatch(/^The tables are up to date: \d+ migrations, the last is \d+_/);
  });

  async function idOf(email: string): Promise<string> {
    const row = await servers.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return row.id;
  }
});
