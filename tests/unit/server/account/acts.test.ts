// Sign-ins and acts that are under way while another act ends everything: one by one, where acts-law.test.ts has random ones.

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SigningKeys } from '../../../../src/server/auth/keys.ts';
import { EMBEDDED_ISSUER, Subjects } from '../../../../src/server/auth/subjects.ts';
import { Accounts } from '../../../../src/server/provider/accounts.ts';
import { EPOCH_CLAIM } from '../../../../src/server/provider/credentials.ts';
import { run } from '../administration/run.ts';
import type { TestBrowser, Visit } from '../browser.ts';
import { DATABASES, type Shared } from '../databases.ts';
import { linkIn, startMailCatcher, type MailCatcher } from '../mail-catcher.ts';
import { startServers, type Servers } from '../servers.ts';
import { PASSWORD, signUp } from './people.ts';
import { browserOf, ENDED, enter, expectEnded, takeTokens, useLink, type Relic } from './relics.ts';

const NEW_PASSWORD = 'chosen by the owner';
const SIGN_INS = 8;

/** A check of a password waits for `open` once it has found out whether the password is right. */
const gate = vi.hoisted(() => ({ open: Promise.resolve(), waiting: 0 }));

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    hash: (password: string | Uint8Array) => real.hash(password, { memoryCost: 64, timeCost: 1 }),
    verify: async (hashed: string, password: string) => {
      const isRight = await real.verify(hashed, password);
      gate.waiting += 1;
      await gate.open;
      return isRight;
    },
  };
});

/** Calls `begin`, and `act` once `count` checks of passwords are under way; then these go on. */
async function whileChecking<T>(count: number, begin: () => Promise<T>, act: () => Promise<unknown>): Promise<T> {
  let open = (): void => undefined;
  gate.open = new Promise((resolve) => (open = resolve));
  gate.waiting = 0;
  const begun = begin();
  await vi.waitUntil(() => gate.waiting === count, { timeout: 30_000, interval: 5 });
  gate.open = Promise.resolve();
  await act().finally(() => open());
  return begun;
}

describe.each(DATABASES)('[AUT-9] [OPS-2] [OPS-3] what is under way when everything ends, on %s', (_name, start) => {
  let shared: Shared;
  let servers: Servers;
  let mail: MailCatcher;
  beforeAll(async () => {
    shared = await start();
    mail = await startMailCatcher();
    const settings = { SMTP_URL: mail.url, MAIL_FROM: 'a@example.org', MAILS_PER_HOUR: '10000', SIGN_IN_TRIES: '1000' };
    servers = await startServers(shared, { count: 1, settings });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await mail?.close();
    await shared?.stop();
  });
  beforeEach(() => {
    mail.caught.length = 0;
  });
  let count = 0;
  const member = async (): Promise<{ readonly at: TestBrowser; readonly email: string }> => {
    const made = await signUp(servers, `member-${(count += 1)}`);
    await mail.next(made.email);
    return made;
  };
  const command = async (...line: string[]): Promise<string> =>
    String(await run(servers.database, line, { origin: servers.addresses[0] ?? '' }));
  const resetLink = async (email: string): Promise<string> =>
    /http\S+/.exec(await command('users', 'reset', email))?.[0] ?? '';
  const forgottenLink = async (email: string): Promise<string> => {
    await browserOf(servers).go('/v2/provider/forgotten', { email });
    return linkIn(await mail.next(email));
  };
  const changePassword = (at: TestBrowser, password: string): Promise<Visit> =>
    at.go('/v2/provider/account/password', { old: PASSWORD, password });
  const canEnter = async (email: string, password: string): Promise<boolean> => {
    const at = await enter(servers, [], email, password);
    return at !== null && (await takeTokens(servers, [], at)) !== null;
  };

  const acts: Readonly<Record<string, (email: string, at: TestBrowser) => Promise<unknown>>> = {
    'a reset': (email) => command('users', 'reset', email),
    'a block': (email) => command('users', 'block', email),
    'a block that is undone': async (email) => {
      await command('users', 'block', email);
      await command('users', 'block', email, '--undo');
    },
    'a deletion': (email) => command('users', 'delete', email, '--yes'),
    'a deletion by its owner': (_email, at) => at.go('/v2/provider/account/delete', { confirm: PASSWORD }),
    'a forgotten password': async (email) => useLink(servers, await forgottenLink(email), NEW_PASSWORD),
    'a change of the password': (_email, at) => changePassword(at, NEW_PASSWORD),
    'signing out everywhere': (_email, at) => at.go('/v2/auth/account/end_all', {}),
    'new keys that end all sessions': () => command('keys', 'rotate', '--end-sessions'),
  };

  it.each(Object.entries(acts))(
    'none of eight sign-ins is let in by a password that was checked before %s',
    async (_act, act) => {
      const { email, at } = await member();
      const relics: Relic[] = [];
      const begin = () => Promise.all(Array.from({ length: SIGN_INS }, () => enter(servers, relics, email, PASSWORD)));
      const entered = await whileChecking(SIGN_INS, begin, () => act(email, at));
      expect(entered).toEqual(Array(SIGN_INS).fill(null));
      await expectEnded(relics);
    },
  );

  it('a link that changes the address ends with a reset, and the owner’s link works after it was tried', async () => {
    const { email, at } = await member();
    await at.go('/v2/provider/account/email', { email: `thief-${email}`, emailPassword: PASSWORD });
    const change = linkIn(await mail.next(`thief-${email}`));
    const own = await resetLink(email);
    expect((await browserOf(servers).go(change)).text).toContain(ENDED);
    expect(await useLink(servers, change, '')).toContain(ENDED);
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
    expect([await canEnter(email, NEW_PASSWORD), await canEnter(`thief-${email}`, NEW_PASSWORD)]).toEqual([
      true,
      false,
    ]);
  });

  it('a request for a link whose check is under way during a reset sends none that works', async () => {
    const { email, at } = await member();
    const other = `late-${email}`;
    const ask = () => at.go('/v2/provider/account/email', { email: other, emailPassword: PASSWORD });
    let own = '';
    await whileChecking(1, ask, async () => {
      own = await resetLink(email);
    });
    // The notice to the present address comes first; then another message by the same way.
    await mail.next(email);
    await forgottenLink(email);
    expect(mail.caught.filter(({ to }) => to.includes(other))).toEqual([]);
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
  });

  it('strangers who ask for a link end none that the owner has', async () => {
    const { email } = await member();
    const own = await resetLink(email);
    const sent = await forgottenLink(email);
    await forgottenLink(email);
    expect((await browserOf(servers).go(sent)).text).toContain('Choose a new password');
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
    // Used once, they all end.
    expect(await useLink(servers, sent, 'password of a stranger')).toContain(ENDED);
    expect(await canEnter(email, NEW_PASSWORD)).toBe(true);
  });

  it('a change of the password whose check is under way during a reset changes nothing', async () => {
    const { email, at } = await member();
    let own = '';
    const done = await whileChecking(
      1,
      () => changePassword(at, 'password of the thief'),
      async () => {
        own = await resetLink(email);
      },
    );
    expect(done.text).not.toContain('The password is changed');
    expect(await canEnter(email, 'password of the thief')).toBe(false);
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
    expect(await canEnter(email, NEW_PASSWORD)).toBe(true);
  });

  it('of two changes of the password that are under way one is done', async () => {
    const { email, at } = await member();
    const other = await enter(servers, [], email, PASSWORD);
    const first = await whileChecking(
      1,
      () => changePassword(at, NEW_PASSWORD),
      () => changePassword(other ?? at, 'password of the other'),
    );
    expect(first.text).not.toContain('The password is changed');
    expect([await canEnter(email, NEW_PASSWORD), await canEnter(email, 'password of the other')]).toEqual([
      false,
      true,
    ]);
  });

  it('a deletion whose check is under way during a reset deletes nothing', async () => {
    const { email, at } = await member();
    let own = '';
    const remove = () => at.go('/v2/provider/account/delete', { confirm: PASSWORD });
    await whileChecking(1, remove, async () => {
      own = await resetLink(email);
    });
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
    expect(await canEnter(email, NEW_PASSWORD)).toBe(true);
  });

  it('a reset names the address that the account has by then', async () => {
    const { email, at } = await member();
    const other = `moved-${email}`;
    await at.go('/v2/provider/account/email', { email: other, emailPassword: PASSWORD });
    const change = linkIn(await mail.next(other));
    const { id } = await servers.database.read
      .selectFrom('provider_accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const [said] = await Promise.all([command('users', 'reset', id), useLink(servers, change, '')]);
    const own = /http\S+/.exec(said)?.[0] ?? '';
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
    const now = said.includes(other) ? other : email;
    expect(await canEnter(now, NEW_PASSWORD)).toBe(true);
  });

  it('a sign-in that was told an address which the account has no longer is refused, and nothing is shared by that', async () => {
    const { email, at } = await member();
    const { id, epoch } = await servers.database.read
      .selectFrom('provider_accounts')
      .select(['id', 'epoch'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const keys = new SigningKeys(servers.database);
    const subjects = new Subjects(keys, EMBEDDED_ISSUER);
    const accounts = new Accounts(servers.database, subjects);
    const isCurrent = (): Promise<boolean> => {
      const claims = new Map<string, unknown>([
        [EPOCH_CLAIM, epoch],
        ['email', email],
      ]);
      return servers.database.transact((db) => accounts.isCurrent(db, id, claims));
    };
    expect(await isCurrent()).toBe(true);
    const other = `moved-${email}`;
    await at.go('/v2/provider/account/email', { email: other, emailPassword: PASSWORD });
    await useLink(servers, linkIn(await mail.next(other)), '');
    expect(await isCurrent()).toBe(false);
    const key = await subjects.keyOf(id);
    expect([await accounts.isVerified(key, other), await accounts.isVerified(key, email)]).toEqual([true, false]);
  });

  it('a session that has ended ends no other, and deletes nobody', async () => {
    const { email, at } = await member();
    const own = await resetLink(email);
    expect((await at.go('/v2/auth/account/end_all', {})).status).toBe(401);
    expect(await useLink(servers, own, NEW_PASSWORD)).toContain('Your password is changed');
  });
});
