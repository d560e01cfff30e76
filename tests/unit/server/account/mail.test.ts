// What is sent by e-mail, from signing up to a changed address, with a real mail server: verified addresses, forgotten passwords,
// and links that work once.

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { make } from '../api/document-suite.ts';
import { TestBrowser } from '../browser.ts';
import { DATABASES, startPGlite, type Shared } from '../databases.ts';
import { linkIn, startMailCatcher, type MailCatcher } from '../mail-catcher.ts';
import { startServers, type Servers } from '../servers.ts';
import { callback, isSignedIn, PASSWORD, signIn, signInAgain, signUp } from './people.ts';

const ENDED = 'This link does not work any more';

describe.each(DATABASES)('[OPS-2] [AUT-9] e-mail, on %s', (_name, start) => {
  let shared: Shared;
  let servers: Servers;
  let mail: MailCatcher;
  const lines: string[] = [];
  beforeAll(async () => {
    shared = await start();
    mail = await startMailCatcher();
    servers = await startServers(shared, {
      count: 1,
      settings: {
        SMTP_URL: mail.url,
        MAIL_FROM: 'Diptych <diptych@example.org>',
        MAILS_PER_HOUR: '12',
        TRUST_PROXY: '1',
      },
      log: (line) => lines.push(line),
    });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await mail?.close();
    await shared?.stop();
  });
  beforeEach(async () => {
    mail.caught.length = 0;
    await servers.database.write((db) => db.deleteFrom('rate_limits').execute());
  });
  const browser = (): TestBrowser => new TestBrowser(servers.addresses[0] ?? '');
  const events = (): unknown[] =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).flatMap(({ event }) => event ?? []);

  it('verifies an address: until then nothing can be shared with it, and opening the link changes nothing', async () => {
    const ada = await servers.person('ada', 'subscriber');
    const document = await make(servers, ada);
    const share = (id: string) =>
      servers.ask('PUT', `/v2/docs/${document}/access`, { as: ada, body: [{ id, role: 'reader' }] });
    const { at, email } = await signUp(servers, 'bob');
    const letter = await mail.next(email);
    expect([letter.from, letter.subject]).toEqual(['diptych@example.org', 'Verify your e-mail address']);
    expect(letter.headers.get('auto-submitted')).toBe('auto-generated');
    const unknown = (await share('nobody@example.org')).json()['message'] as string;
    const unverified = await share(email);
    expect([unverified.status, unverified.json()['message']]).toEqual([
      400,
      unknown.replace('nobody@example.org', email),
    ]);
    expect((await at.go('/v2/provider/account')).text).toContain('bob@example.org is not verified');

    // A mail scanner opens links, and some browsers ask twice.
    for (let n = 0; n < 2; n++) expect((await browser().go(linkIn(letter))).text).toContain('Verify the address');
    expect((await share(email)).status).toBe(400);
    const page = await browser().go(linkIn(letter));
    expect(page.headers.get('content-security-policy')).toContain("script-src 'none'");
    const token = new URL(linkIn(letter), 'http://localhost').searchParams.get('token') ?? '';
    expect((await browser().go('/v2/provider/link', { token }, 'cross-site')).status).toBe(403);
    expect((await browser().submit(page, { token })).text).toContain('bob@example.org is verified');
    expect((await share(email)).status).toBe(200);
    expect((await browser().submit(page, { token })).text).toContain(ENDED);
    expect((await browser().go(linkIn(letter))).text).toContain(ENDED);
    expect((await at.go('/v2/provider/account')).text).toContain('bob@example.org (verified)');
    expect(events()).toContain('email_verified');
  });

  it('sends the link again, which ends the one before', async () => {
    const { at, email } = await signUp(servers, 'cleo');
    const first = linkIn(await mail.next(email));
    expect((await at.go('/v2/provider/account/verify', {})).text).toContain(
      'A link is on its way to cleo@example.org.',
    );
    const second = linkIn(await mail.next(email));
    expect((await at.go(first)).text).toContain(ENDED);
    expect((await at.go(second)).text).toContain('Verify the address');
    for (let n = 0; n < 8; n++) await at.go('/v2/provider/account/verify', {});
    // Five to one address in an hour: those after the fifth are not sent, and make no other link.
    for (let n = 0; n < 3; n++) await mail.next(email);
    expect(mail.caught).toEqual([]);
  });

  it('sets a forgotten password by a link that works once, and signs out everywhere', async () => {
    const { at, email, token } = await signUp(servers, 'dora');
    await mail.next(email);
    const other = await signInAgain(servers, email);
    const strange = browser();
    const form = await strange.go('/v2/provider/forgotten');
    const asked = await strange.submit(form, { email: 'DORA@Example.org' });
    const unknown = await strange.submit(form, { email: 'who@example.org' });
    expect(unknown.status).toBe(asked.status);
    expect(unknown.text.replaceAll('who@example.org', '…')).toBe(asked.text.replaceAll('DORA@Example.org', '…'));
    const letter = await mail.next(email);
    // Letters of the test before may still arrive.
    expect(mail.caught.filter(({ to }) => to.includes(email) || to.includes('who@example.org'))).toEqual([]);
    const path = linkIn(letter);
    const secret = new URL(path, 'http://localhost').searchParams.get('token') ?? '';
    const page = await strange.go(path);
    const [stored] = await servers.database.read.selectFrom('provider_links').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
    // A password that can't be chosen leaves the link as it is.
    expect((await strange.submit(page, { token: secret, password: 'short' })).text).toContain('at least 10 characters');
    expect(await isSignedIn(servers, token)).toBe(true);
    const done = await strange.submit(page, { token: secret, password: 'another password' });
    expect(done.text).toContain('you are signed out everywhere');
    expect((await mail.next(email)).subject).toBe('Your password was changed');
    for (const one of [token, other.token]) expect(await isSignedIn(servers, one)).toBe(false);
    for (const one of [at, other.at]) expect((await one.go('/v2/provider/account')).url.pathname).toContain('sign_in');
    expect((await strange.submit(page, { token: secret, password: 'a third password' })).text).toContain(ENDED);
    const refused = await strange.submit(await strange.go('/v2/provider/sign_in'), { email, password: PASSWORD });
    expect(refused.status).toBe(401);
    const back = await signInAgain(servers, email, 'another password');
    // Whoever reads the mail of an address has it.
    expect((await back.at.go('/v2/provider/account')).text).toContain('dora@example.org (verified)');
    expect(events()).toEqual(expect.arrayContaining(['password_reset_asked', 'password_reset']));
    expect(lines.join('')).not.toContain('example.org');
    expect(lines.join('')).not.toContain(secret);
  });

  it('changes the address once the new one is confirmed, and tells the old one', async () => {
    const { at, email, token } = await signUp(servers, 'eve');
    const early = linkIn(await mail.next(email));
    const change = (to: string, emailPassword: string) =>
      at.go('/v2/provider/account/email', { email: to, emailPassword });
    expect((await change('eve2@example.org', 'wrong password')).text).toContain('This is not your password.');
    expect((await change('eve2', PASSWORD)).text).toContain('Enter an e-mail address.');
    await signUp(servers, 'fay');
    await mail.next('fay@example.org');
    const said = (text: string): string => /<p class="said"[^>]*>([^<]*)</.exec(text)?.[1] ?? '';
    const taken = said((await change('fay@example.org', PASSWORD)).text);
    const free = said((await change('Eve2@example.org', PASSWORD)).text);
    expect(taken.replace('fay@', 'eve2@')).toBe(free);
    expect((await mail.next(email)).text).toContain('eve2@example.org');
    const path = linkIn(await mail.next('eve2@example.org'));
    expect(mail.caught).toEqual([]);
    const userOf = async (): Promise<unknown> =>
      (await servers.ask('GET', '/v2/auth/user', { headers: { authorization: `Bearer ${token}` } })).json()['email'];
    expect(await userOf()).toBe('eve@example.org');
    await browser().go('/v2/provider/forgotten', { email });
    const reset = linkIn(await mail.next(email));

    const stranger = browser();
    const secret = new URL(path, 'http://localhost').searchParams.get('token') ?? '';
    const done = await stranger.submit(await stranger.go(path), { token: secret });
    expect(done.text).toContain('Your account has the address eve2@example.org now.');
    expect((await mail.next(email)).subject).toBe('Your e-mail address was changed');
    expect(await userOf()).toBe('eve2@example.org');
    // Whoever reads the mail of the old address has no part in the account any more.
    for (const one of [early, reset]) expect((await stranger.go(one)).text).toContain(ENDED);
    expect((await signInAgain(servers, 'eve2@example.org')).token).not.toBe('');
    expect(events()).toContain('email_changed');
  });

  it('a link that has expired, is made up, or is for something else does nothing', async () => {
    const { at, email } = await signUp(servers, 'gil');
    const path = linkIn(await mail.next(email));
    const token = new URL(path, 'http://localhost').searchParams.get('token') ?? '';
    await servers.database.write((db) =>
      db
        .updateTable('provider_links')
        .set({ expires_at: sql<Date>`now() - interval '1 second'` })
        .execute(),
    );
    for (const one of [token, '', 'x', `${token}x`, '%00', 'ü'.repeat(43)]) {
      const opened = await at.go(`/v2/provider/link?token=${one === '%00' ? one : encodeURIComponent(one)}`);
      expect([opened.status, opened.text]).toEqual([400, expect.stringContaining(ENDED)]);
      expect((await at.go('/v2/provider/link', { token: one })).text).toContain(ENDED);
    }
    // A changed password ends what was asked for with the earlier one.
    await at.go('/v2/provider/account/email', { email: 'gil2@example.org', emailPassword: PASSWORD });
    const change = linkIn(await mail.next('gil2@example.org'));
    await at.go('/v2/provider/account/password', { old: PASSWORD, password: 'another password' });
    expect((await at.go(change)).text).toContain(ENDED);
  });

  it('counts what a client asks for', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 14; n++)
      statuses.push((await browser().go('/v2/provider/forgotten', { email: `n${n}@example.org` })).status);
    expect(statuses).toEqual([...Array<number>(12).fill(200), 429, 429]);
  });

  it('of two requests with one link one does what it is for', async () => {
    const { email } = await signUp(servers, 'hal');
    await mail.next(email);
    await browser().go('/v2/provider/forgotten', { email });
    const token = new URL(linkIn(await mail.next(email)), 'http://localhost').searchParams.get('token') ?? '';
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => browser().go('/v2/provider/link', { token, password: `the new password ${n}` })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    const at = browser();
    const form = await at.go('/v2/provider/sign_in');
    for (const n of [1, 2, 3, 4])
      if (n !== winner) expect((await at.submit(form, { email, password: `the new password ${n}` })).status).toBe(401);
    expect((await signInAgain(servers, email, `the new password ${winner}`)).token).not.toBe('');
  });

  it('a mail server that is away loses nothing but the message, and its address is not in the log', async () => {
    const away = await startServers(shared, {
      count: 1,
      settings: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@example.org' },
      log: (line) => lines.push(line),
    });
    lines.length = 0;
    const at = new TestBrowser(away.addresses[0] ?? '');
    const form = await at.go('/v2/provider/sign_up');
    callback(await at.submit(form, { fullName: 'Ida', email: 'ida@example.org', password: PASSWORD }));
    expect(await signIn(away, at)).not.toBe('');
    await away.close();
    expect(lines.join('')).toContain('an e-mail was not sent');
    expect(lines.join('')).not.toContain('example.org');
  });
});

describe('[AUT-9] a server without SMTP_URL', () => {
  let shared: Shared;
  beforeAll(async () => {
    shared = await startPGlite();
  }, 120_000);
  afterAll(() => shared?.stop());

  it('logs links in development, and addresses count as they were entered', async () => {
    const lines: string[] = [];
    const servers = await startServers(shared, { count: 1, log: (line) => lines.push(line) });
    const { at, email } = await signUp(servers, 'kai');
    const log = (): string => lines.join('').replaceAll(String.raw`\n`, '\n');
    await expect.poll(log).toContain('/v2/provider/link?token=');
    const path = linkIn({ text: log() } as never);
    expect((await at.go('/v2/provider/account')).text).toContain('links are in its log');
    expect((await at.go('/v2/provider/forgotten')).text).toContain(
      'This server sends no e-mail: the link is in its log.',
    );
    const ada = await servers.person('ada', 'subscriber');
    const access = [{ id: email, role: 'reader' }];
    const put = `/v2/docs/${await make(servers, ada)}/access`;
    expect((await servers.ask('PUT', put, { as: ada, body: access })).status).toBe(200);
    const token = new URL(path, 'http://localhost').searchParams.get('token') ?? '';
    expect((await at.submit(await at.go(path), { token })).text).toContain('is verified');
    await servers.close();
  });

  it('logs none elsewhere, and its forms say so', async () => {
    const lines: string[] = [];
    const settings = { PUBLIC_URL: 'https://diptych.example' };
    const servers = await startServers(shared, { count: 1, settings, log: (line) => lines.push(line) });
    const at = new TestBrowser(servers.addresses[0] ?? '');
    const fields = { fullName: 'Lea', email: 'lea@example.org', password: PASSWORD };
    await at.submit(await at.go('/v2/provider/sign_up'), fields);
    expect((await at.go('/v2/provider/account')).text).toContain('This server sends no e-mail');
    const asked = await at.go('/v2/provider/forgotten', { email: 'lea@example.org' });
    expect(asked.text).toContain('This server sends no e-mail');
    expect(asked.text).not.toContain('on its way');
    await servers.close();
    expect(lines.join('')).not.toContain('token');
    expect(
      await shared
        .open()
        .then((database) =>
          database.read.selectFrom('provider_links').select('email').where('email', '=', 'lea@example.org').execute(),
        ),
    ).toEqual([]);
  });
});
