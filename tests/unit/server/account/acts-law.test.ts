// Acts that end what a person has: a reset by the operator, a forgotten password, a change of the password, a block, a deletion.
// Whatever was issued or begun before such an act is refused after it, in any interleaving, and the owner's own way works.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../../src/server/database/database.ts';
import { randomFrom } from '../../../random.ts';
import { runs, SEED } from '../../../runs.ts';
import { run } from '../administration/run.ts';
import type { TestBrowser } from '../browser.ts';
import { DATABASES, type Shared } from '../databases.ts';
import { linkIn, startMailCatcher, type MailCatcher } from '../mail-catcher.ts';
import { startServers, type Servers } from '../servers.ts';
import { PASSWORD, signUp } from './people.ts';
import {
  browserOf,
  enter,
  expectEnded,
  linkRelic,
  refreshOften,
  takeCode,
  takeTokens,
  useLink,
  type Relic,
} from './relics.ts';

const NEW_PASSWORD = 'chosen by the owner';
const MOST_PAUSE_MS = 12;
const ROUNDS = runs(10);

/** Where the checks of passwords wait, and what they wait for. */
const checks = vi.hoisted(() => ({ pass: (): Promise<unknown> => Promise.resolve() }));

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    // Cheap, so that many sign-ins run at once.
    hash: (password: string | Uint8Array) => real.hash(password, { memoryCost: 64, timeCost: 1 }),
    verify: async (hashed: string, password: string) => {
      const isRight = await real.verify(hashed, password);
      await checks.pass();
      return isRight;
    },
  };
});

/** Pauses before every transaction, for a random time. */
function unsteady(shared: Shared, pause: () => Promise<unknown>): Shared {
  return {
    ...shared,
    async open(faults) {
      const inner = await shared.open(faults);
      const unsteadily: Pick<Database, 'transact' | 'write'> = {
        transact: async (work) => {
          await pause();
          return inner.transact(work);
        },
        write: async (statement) => {
          await pause();
          return inner.write(statement);
        },
      };
      return { ...inner, ...unsteadily };
    },
  };
}

describe.each(DATABASES)('[AUT-9] [OPS-2] [OPS-3] what began before an act ends with it, on %s', (_name, start) => {
  let shared: Shared;
  let both: readonly Servers[] = [];
  let servers: Servers;
  let mail: MailCatcher;
  let random = randomFrom(SEED);
  let isUnsteady = false;
  const pause = async (): Promise<void> => {
    if (isUnsteady) await wait(random() * MOST_PAUSE_MS);
  };
  beforeAll(async () => {
    shared = await start();
    mail = await startMailCatcher();
    const settings = {
      SMTP_URL: mail.url,
      MAIL_FROM: 'diptych@example.org',
      MAILS_PER_HOUR: '1000000',
      SIGN_IN_TRIES: '1000',
    };
    const plain = await startServers(unsteady(shared, pause), { count: 1, settings });
    // Serializable on PostgreSQL, and a tenth of the commits fails.
    const beforeCommit = (): void => {
      if (isUnsteady && random() < 0.1) throw Object.assign(new Error('not serializable'), { code: '40001' });
    };
    const strict = await startServers(unsteady(shared, pause), { count: 1, settings, faults: { beforeCommit } });
    both = [plain, strict];
    servers = plain;
  }, 120_000);
  afterAll(async () => {
    for (const one of both) await one.close();
    await mail?.close();
    await shared?.stop();
  });
  beforeEach(() => {
    isUnsteady = false;
    checks.pass = pause;
    mail.caught.length = 0;
  });

  /** Somebody whose password an attacker knows, and what that attacker has. */
  interface Victim {
    readonly owner: TestBrowser;
    readonly account: string;
    readonly email: string;
    readonly attacker: TestBrowser;
    readonly refresh: string;
    readonly relics: Relic[];
    /** A link that would give the account the attacker's address. */
    readonly changeLink: string;
    readonly otherEmail: string;
  }
  let count = 0;
  const makeVictim = async (): Promise<Victim> => {
    count += 1;
    const { at: owner, email } = await signUp(servers, `victim-${count}`);
    const verification = linkIn(await mail.next(email));
    const relics: Relic[] = [];
    const attacker = await enter(servers, relics, email, PASSWORD);
    if (attacker === null) throw new Error('the attacker knows the password');
    const tokens = await takeTokens(servers, relics, attacker);
    await takeCode(servers, relics, attacker);
    const otherEmail = `attacker-${count}@example.org`;
    await attacker.go('/v2/provider/account/email', { email: otherEmail, emailPassword: PASSWORD });
    const changeLink = linkIn(await mail.next(otherEmail));
    await mail.next(email);
    relics.push(linkRelic(servers, 'link to verify', verification), linkRelic(servers, 'link to change', changeLink));
    const { id: account } = await servers.database.read
      .selectFrom('provider_accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { owner, account, email, attacker, refresh: tokens?.refresh ?? '', relics, changeLink, otherEmail };
  };
  const emailOf = async (account: string): Promise<string> =>
    (
      await servers.database.read
        .selectFrom('provider_accounts')
        .select('email')
        .where('id', '=', account)
        .executeTakeFirstOrThrow()
    ).email;
  const command = async (...line: string[]): Promise<string> =>
    String(await run(servers.database, line, { origin: servers.addresses[0] ?? '' }));
  const linkOf = (said: string): string => /http\S+/.exec(said)?.[0] ?? '';
  const askForgotten = async (email: string): Promise<string> => {
    await browserOf(servers).go('/v2/provider/forgotten', { email });
    return linkIn(await mail.next(email));
  };

  /** What an attacker does in a loop until `isOver`. */
  const loops = (victim: Victim, isOver: () => boolean): readonly (() => Promise<void>)[] => {
    const { email, relics, refresh, attacker, otherEmail } = victim;
    const signIn = async (then: (at: TestBrowser) => Promise<unknown>): Promise<void> => {
      while (!isOver()) {
        const at = await enter(servers, relics, email, PASSWORD);
        if (at !== null) await then(at);
      }
    };
    return [
      () => signIn((at) => takeTokens(servers, relics, at)),
      () => signIn((at) => takeTokens(servers, relics, at)),
      () => signIn((at) => takeCode(servers, relics, at)),
      async () => {
        while (!isOver()) await takeTokens(servers, relics, attacker);
      },
      () => refreshOften(servers, relics, refresh, 5),
      async () => {
        await attacker.go('/v2/provider/account/email', { email: `x-${otherEmail}`, emailPassword: PASSWORD });
      },
    ];
  };

  /** Acts of the attacker that count when they come before the act of the owner. */
  const strikes = (victim: Victim): readonly (() => Promise<unknown>)[] => [
    () => useLink(servers, victim.changeLink, ''),
    () => victim.attacker.go('/v2/provider/account/password', { old: PASSWORD, password: 'password of the attacker' }),
  ];

  /** Links that were sent to the attacker by then. */
  const caughtLinks = async (victim: Victim): Promise<void> => {
    // Messages are sent after the response. Another one, whose way is the same, shows that these are there.
    await askForgotten((await signUp(servers, `marker-${(count += 1)}`)).email);
    for (const letter of mail.caught)
      if (letter.to.includes(`x-${victim.otherEmail}`))
        victim.relics.push(linkRelic(servers, 'later link to change', linkIn(letter)));
  };

  /** Runs an act while the attacker is busy. Returns what the act does. */
  const during = async <T>(
    victim: Victim,
    struck: readonly (() => Promise<unknown>)[],
    act: () => Promise<T>,
  ): Promise<T> => {
    isUnsteady = true;
    let isOver = false;
    const busy = [...loops(victim, () => isOver), ...struck].map(async (one) => {
      await wait(random() * 60);
      await one();
    });
    await wait(random() * 150);
    const done = await act().finally(() => (isOver = true));
    await Promise.all(busy);
    isUnsteady = false;
    await caughtLinks(victim);
    return done;
  };
  const expectPassword = async (account: string, password: string): Promise<void> => {
    const at = await enter(servers, [], await emailOf(account), password);
    expect(at).not.toBe(null);
    if (at !== null) expect(await takeTokens(servers, [], at)).not.toBe(null);
  };

  /** The acts, and how the owner goes on afterwards. */
  const acts: Readonly<Record<string, (victim: Victim) => Promise<void>>> = {
    async 'a reset by the operator'(victim) {
      const said = await during(victim, strikes(victim), () => command('users', 'reset', victim.account));
      const email = await emailOf(victim.account);
      // Anybody may ask for this.
      await browserOf(servers).go('/v2/provider/forgotten', { email });
      await mail.next(email);
      await expectEnded(victim.relics);
      expect(await enter(servers, [], email, PASSWORD)).toBe(null);
      expect(await useLink(servers, linkOf(said), NEW_PASSWORD)).toContain('Your password is changed');
      await expectPassword(victim.account, NEW_PASSWORD);
    },
    async 'a forgotten password'(victim) {
      const link = await askForgotten(victim.email);
      const said = await during(victim, [], () => useLink(servers, link, NEW_PASSWORD));
      expect(said).toContain('Your password is changed');
      await expectEnded([...victim.relics, linkRelic(servers, 'used link', link)]);
      expect(await enter(servers, [], victim.email, PASSWORD)).toBe(null);
      await expectPassword(victim.account, NEW_PASSWORD);
    },
    async 'a change of the password'(victim) {
      const change = { old: PASSWORD, password: NEW_PASSWORD };
      const pending = await askForgotten(victim.email);
      const { text } = await during(victim, [], () => victim.owner.go('/v2/provider/account/password', change));
      expect(text).toContain('The password is changed.');
      await expectEnded([...victim.relics, linkRelic(servers, 'link to reset', pending)]);
      // The browser that has changed it is signed in still.
      expect((await victim.owner.go('/v2/provider/account')).text).toContain(victim.email);
      expect(await takeTokens(servers, [], victim.owner)).not.toBe(null);
      expect(await enter(servers, [], victim.email, PASSWORD)).toBe(null);
      await expectPassword(victim.account, NEW_PASSWORD);
    },
    async 'a block'(victim) {
      const [useChange] = strikes(victim);
      await during(victim, useChange === undefined ? [] : [useChange], () => command('users', 'block', victim.account));
      await expectEnded(victim.relics);
      expect(await enter(servers, [], await emailOf(victim.account), PASSWORD)).toBe(null);
      await command('users', 'block', victim.account, '--undo');
      await expectEnded(victim.relics);
      await expectPassword(victim.account, PASSWORD);
    },
    async 'a deletion'(victim) {
      const act = random() < 0.5;
      await during(victim, [], async () =>
        act
          ? command('users', 'delete', victim.account, '--yes')
          : victim.owner.go('/v2/provider/account/delete', { confirm: PASSWORD }),
      );
      await expectEnded(victim.relics);
      expect(await enter(servers, [], victim.email, PASSWORD)).toBe(null);
      const { read } = servers.database;
      const left = await Promise.all([
        read.selectFrom('users').select('id').where('subject', '=', victim.account).execute(),
        read.selectFrom('provider_accounts').select('id').where('id', '=', victim.account).execute(),
        read.selectFrom('provider_sessions').select('id').where('account_id', '=', victim.account).execute(),
        read.selectFrom('provider_links').select('id').where('account_id', '=', victim.account).execute(),
      ]);
      expect(left.flat()).toEqual([]);
    },
  };

  describe.each(Object.entries(acts))('%s', (name, act) => {
    it(`ends what came before, in ${ROUNDS} interleavings`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const seed = SEED * 100 + round;
        random = randomFrom(seed);
        servers = both[round % both.length] ?? servers;
        const victim = await makeVictim();
        await act(victim).catch((error: unknown) => {
          throw new Error(`${name}, seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          });
        });
      }
    }, 600_000);
  });
});
