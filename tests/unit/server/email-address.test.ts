// Spellings of one e-mail address: the function that finds the one that is stored, and people who enter, send and look for
// addresses in all of them.

import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalAddress, canonicalDomain, spellingsOf } from '../../../src/server/email-address.ts';
import { runs, SEED } from '../../runs.ts';
import { PASSWORD, signIn } from './account/people.ts';
import { run } from './administration/run.ts';
import { make } from './api/document-suite.ts';
import { TestBrowser } from './browser.ts';
import { DATABASES, type Shared } from './databases.ts';
import { startServers, type Servers } from './servers.ts';

const DOMAINS = [
  'example.org',
  'xn--mnchen-3ya.example',
  'a.xn--bcher-kva.example',
  'xn--fa-hia.example',
  'xn--e1afmkfd.xn--p1ai',
  'xn--r8jz45g.xn--zckzah',
  'mail_1.example.co.uk',
];
/** Ways to write a domain. */
const WAYS: readonly ((domain: string) => string)[] = [
  (domain) => domainToUnicode(domain),
  (domain) => domain.toUpperCase(),
  (domain) => `${domain}.`,
  (domain) => domainToUnicode(domain).toUpperCase().replace('SS', 'ß'),
  (domain) => domainToUnicode(domain).normalize('NFD'),
  (domain) => domain.replaceAll('.', '。'),
  (domain) => domainToUnicode(domain).replaceAll('.', '．'),
  // Full width.
  (domain) => domain.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfe_e0)),
  (domain) => domain.replace(/[a-z]/g, (letter, at: number) => (at % 2 === 0 ? letter.toUpperCase() : letter)),
];
const way = fc.nat(WAYS.length - 1).map((index) => WAYS[index] ?? ((domain: string) => domain));
const label = fc.stringMatching(/^[a-z0-9äöüéñøдλ日本語]{1,12}$/);

describe('the one spelling of an address', () => {
  it('[AUT-9] is that of each way to write its domain', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DOMAINS),
        way,
        fc.constantFrom('ada', 'Ada.Lovelace+x', '"a@b"'),
        (domain, write, local) => {
          // Both at once: a dot at the end, and a way.
          for (const written of [write(domain), `${write(domain).replace(/[.。．]$/, '')}.`]) {
            const canonical = `${local.toLowerCase()}@${domain}`;
            expect(canonicalAddress(`${local}@${written}`)).toBe(canonical);
            expect(spellingsOf(`${local}@${written}`)).toContain(canonical);
          }
        },
      ),
      { numRuns: runs(2000), seed: SEED },
    );
  });

  it('[AUT-9] is ASCII, its own spelling, and another for another domain', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 3 }), label, (labels, other) => {
        const domain = [...labels, 'example'].join('.');
        const spelling = canonicalDomain(domain);
        fc.pre(spelling !== null && canonicalDomain(other) !== null);
        expect(spelling).toMatch(/^[!-~]+$/);
        expect(canonicalDomain(spelling ?? '')).toBe(spelling);
        expect(canonicalDomain(domainToUnicode(spelling ?? ''))).toBe(spelling);
        const another = `${other}.${domain}`;
        expect(canonicalDomain(another)).not.toBe(spelling);
      }),
      { numRuns: runs(2000), seed: SEED },
    );
  });

  it.each([
    'example.org/x',
    'example.org?x',
    'example.org#x',
    'ex%61mple.org',
    'x@example.org',
    'example.org:80',
    'example\n.org',
    'example\t.org',
    'exam ple.org',
    'a..b',
    '.example.org',
    'example.org..',
    '',
    '.',
    '[127.0.0.1]',
    'ex＠mple.org',
    'ex／mple.org',
    'xn--a',
  ])('[AUT-9] is no other one’s for %j, which is no domain', (domain) => {
    expect(canonicalDomain(domain)).toBeNull();
    expect(canonicalAddress(`A@${domain}`)).toMatch(/@/);
    expect(['a@example.org', 'a@127.0.0.1']).not.toContain(canonicalAddress(`A@${domain}`));
  });

  it.each(['1', '0x7f.1', '127.1', '1.2.3'])('[AUT-9] reads no number as an address of the network: %s', (domain) => {
    expect(canonicalDomain(domain)).toBe(domain);
  });
});

describe.each(DATABASES)('[AUT-9] people whose domain has several spellings, on %s', (_name, start) => {
  let shared: Shared;
  let servers: Servers;
  beforeAll(async () => {
    shared = await start();
    servers = await startServers(shared, { settings: { SIGN_IN_TRIES: '3', SHARES_PER_HOUR: '1000' } });
  }, 120_000);
  afterAll(async () => {
    await servers?.close();
    await shared?.stop();
  });

  const enter = async (path: string, email: string, password = PASSWORD) => {
    const at = new TestBrowser(servers.addresses[0] ?? '');
    const visit = await at.submit(await at.go(`/v2/provider/${path}`), { fullName: 'Ada', email, password });
    return { at, visit };
  };
  const idOf = async (at: TestBrowser): Promise<unknown> => {
    const headers = { authorization: `Bearer ${await signIn(servers, at)}` };
    return (await servers.ask('GET', '/v2/auth/user', { headers })).json()['id'];
  };
  const WRITTEN = [
    'ada@münchen.example',
    'Ada@xn--mnchen-3ya.example',
    'ada@MÜNCHEN.example.',
    'ada@ｍünchen．example',
    'ada@mu\u0308nchen.example',
  ];

  it('have one account, whichever they enter', async () => {
    const [first = '', ...others] = WRITTEN;
    const id = await idOf((await enter('sign_up', first)).at);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    for (const email of others) {
      expect([email, (await enter('sign_up', email)).visit.text]).toEqual([
        email,
        expect.stringContaining('There is an account with this address already.'),
      ]);
      expect([email, await idOf((await enter('sign_in', email)).at)]).toEqual([email, id]);
    }
    for (const email of [
      'ada@münchen.example/x',
      'ada@m%C3%BCnchen.example',
      'ada@münchen..example',
      'ａda@münchen.example',
    ])
      expect([email, (await enter('sign_up', email)).visit.text]).toEqual([
        email,
        expect.stringContaining('Enter an e-mail address'),
      ]);

    const owner = await servers.person('owner', 'subscriber');
    const document = await make(servers, owner);
    for (const email of WRITTEN) {
      const body = [{ id: email, role: 'reader' }];
      const shared_ = await servers.ask('PUT', `/v2/docs/${document}/access`, { as: owner, body });
      expect([email, shared_.json()['access']]).toEqual([email, [expect.objectContaining({ id })]]);
      const found = String(await run(servers.database, ['users', 'export', email]));
      expect([email, (JSON.parse(found) as { user: { id: string } }).user.id]).toEqual([email, id]);
    }
    const all = WRITTEN.map((email) => ({ id: email, role: 'reader' }));
    const once = await servers.ask('PUT', `/v2/docs/${document}/access`, { as: owner, body: all });
    expect(once.json()['access']).toHaveLength(1);
    expect(String(await run(servers.database, ['users', 'find', 'MÜNCHEN.example']))).toContain(String(id));
  });

  it('have as few tries for a password with all spellings as with one', async () => {
    await enter('sign_up', 'eve@bücher.example');
    const texts: string[] = [];
    for (const email of [
      'eve@bücher.example',
      'eve@xn--bcher-kva.example',
      'eve@BÜCHER.example',
      'eve@bücher.example.',
    ])
      texts.push((await enter('sign_in', email, 'wrong password')).visit.text);
    expect(texts.slice(0, 3).every((text) => text.includes('don’t match'))).toBe(true);
    expect(texts[3]).toContain('Too many tries.');
  });

  it('keep the accounts that an earlier version has made of two spellings', async () => {
    const { read: db } = servers.database;
    // As it stored them: in lower case, and nothing else.
    const stored = [
      'flo@grün.example',
      'flo@grün.example.',
      'gus@grün.example',
      'hal@xn--grn-ioa.example',
      'hal@grün.example',
    ];
    for (const [index, email] of stored.entries()) {
      await enter('sign_up', `old-${index}@example.org`);
      await db
        .updateTable('provider_accounts')
        .set({ email, created_at: new Date(2020, 0, 1 + index) })
        .where('email', '=', `old-${index}@example.org`)
        .execute();
    }
    await sql`insert into users (id, subject, email, full_name, created_at) values ('spelled', 'spelled', 'x@GRÜN.example', 'X', now())`.execute(
      db,
    );
    // A process of the earlier version has written them: they are found before they have their one spelling.
    expect((await enter('sign_up', 'gus@GRÜN.example')).visit.text).toContain('There is an account');
    await sql`delete from kysely_migration where name >= '041'`.execute(db);
    const after = await startServers(shared, { count: 1 });
    await after.close();
    const emails = await db
      .selectFrom('provider_accounts')
      .select('email')
      .where('email', 'like', '%gr%n%')
      .orderBy('created_at')
      .execute();
    expect(emails.map(({ email }) => email)).toEqual([
      'flo@xn--grn-ioa.example',
      'flo@grün.example.',
      'gus@xn--grn-ioa.example',
      'hal@xn--grn-ioa.example',
      'hal@grün.example',
    ]);
    const user = await db.selectFrom('users').select('email').where('id', '=', 'spelled').executeTakeFirst();
    expect(user?.email).toBe('x@xn--grn-ioa.example');
    // Each signs in by the spelling that it has, and no third one is made.
    const names = await Promise.all(stored.map(async (email) => idOf((await enter('sign_in', email)).at)));
    expect(new Set(names).size).toBe(stored.length);
    for (const email of stored)
      expect((await enter('sign_up', email.toUpperCase())).visit.text).toContain('There is an account');
  });
});
