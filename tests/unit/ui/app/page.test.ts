// Small rules of the page around the panels.

import { describe, expect, it } from 'vitest';
import { readCallback } from '../../../../src/ui/account/callback.ts';
import { match } from '../../../../src/ui/commands/match.ts';
import { shortcutGroups } from '../../../../src/ui/commands/shortcut-list.tsx';
import { isInsecure } from '../../../../src/ui/app/insecure-notice.ts';
import { commandOf } from '../../../../src/ui/find/bar-keys.ts';
import { COLOUR_MS, promoColour } from '../../../../src/ui/page/promo.ts';
import { createNotices, MAX_HISTORY, recoveryOf, stayMs } from '../../../../src/ui/notices/notices.ts';
import { FIND_KEYS } from '../../../../src/ui/strings/app/shortcuts.ts';

const NO_RECOVERY = { signIn: () => undefined, subscribe: () => undefined };

describe('a notice', () => {
  it('[ERR-1] of a 401 and of a missing subscription brings its action', () => {
    const label = (message: string, status?: number) =>
      recoveryOf({ message, ...(status && { status }) }, NO_RECOVERY)?.label;
    expect(label('Who are you?', 401)).toBe('Sign in again');
    expect(label('You have no active subscription.', 403)).toBe('Subscribe again');
    expect([label('Not yours.', 403), label('no active subscription', 500), label('Gone.')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('[ERR-2] stays as long as its severity says', () => {
    const action = { label: 'Undo', run: () => undefined };
    expect(stayMs({ severity: 'error', message: '', action })).toBe(60_000);
    expect(stayMs({ severity: 'info', message: '' })).toBe(0);
    expect(stayMs({ severity: 'success', message: '' })).toBe(1000);
    expect(stayMs({ severity: 'success', message: '', action })).toBe(10_000);
  });

  it('[ERR-2] is kept in the list, the newest first, up to 200', () => {
    const notices = createNotices(NO_RECOVERY);
    for (let index = 0; index <= MAX_HISTORY; index += 1)
      notices.report({ message: `error ${index}`, reasons: ['because'], status: 500 });
    notices.notify({ severity: 'success', message: 'Copied.' });
    expect(notices.log.past).toHaveLength(200);
    expect(notices.log.past.slice(0, 2)).toMatchObject([
      { severity: 'success', message: 'Copied.', reasons: [] },
      { severity: 'error', message: 'error 200', reasons: ['because'] },
    ]);
    expect(notices.log.unseen).toBe(201);
    notices.markSeen();
    expect(notices.log.unseen).toBe(0);
  });

  it.each([
    ['http://localhost:8080/', false],
    ['http://127.0.0.1/', false],
    ['http://[::1]:3000/', false],
    ['http://diptych.localhost/', false],
    ['https://example.org/', false],
    ['http://example.org/', true],
    ['http://localhost.example.org/', true],
    ['http://192.168.0.7/', true],
  ])('[ERR-4] %s: to be switched %s', (address, expected) => {
    expect(isInsecure(new URL(address))).toBe(expected);
  });
});

describe('the return from the provider', () => {
  it.each([
    ['#/callback?sign_up=true', 'signed-up', ''],
    ['#/callback?subscription_activated=true&left=local.a', 'subscribed', '#left=local.a'],
    ['#/callback?left=local.a&sign_in=true&access_token=a.b.c&right=cloud.b', null, '#left=local.a&right=cloud.b'],
  ])('[AUT-2] %s opens %s, and leaves %s', (hash, modal, rest) => {
    expect(readCallback(hash)).toMatchObject({ modal, hash: rest });
  });

  it('[RTE-3] is none without its section, or without its parameters', () => {
    expect(['', '#/plans?sign_up=true', '#/callback?left=local.a', '#left=json.1'].map(readCallback)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the command palette', () => {
  it('finds letters in their order, the starts of words first', () => {
    const best = (query: string, names: readonly string[]) =>
      names
        .map((name) => [name, match(name, query)?.score ?? Number.NEGATIVE_INFINITY] as const)
        .filter(([, score]) => score !== Number.NEGATIVE_INFINITY)
        .toSorted((a, b) => b[1] - a[1])
        .map(([name]) => name);
    expect(best('exal', ['Expand to level 1', 'Expand all', 'Example'])[0]).toBe('Expand all');
    expect(best('sf', ['Smart format', 'Escape of', 'Unfold'])).toEqual(['Smart format', 'Escape of']);
    expect(best('format', ['Smart format', 'Format', 'For my attic'])[0]).toBe('Format');
    expect(best('theme dark', ['Theme: Light', 'Theme: Dark'])).toEqual(['Theme: Dark']);
    expect(best('zz', ['Undo'])).toEqual([]);
    expect(match('Smart format', 'sf')?.indexes).toEqual([0, 6]);
  });
});

describe('the list of shortcuts', () => {
  it('has the keys of the find bar as the bar has them', () => {
    for (const { keys, command, field } of FIND_KEYS) {
      for (const key of keys) {
        const parts = key.split('+');
        const last = parts.at(-1) ?? '';
        const code = /^[A-Z]$/.test(last) ? `Key${last}` : /^\d$/.test(last) ? `Digit${last}` : last;
        const held = (name: string) => parts.includes(name);
        const press = { key: last, code, ctrlKey: held('Ctrl'), altKey: held('Alt'), shiftKey: held('Shift') };
        expect([key, commandOf({ ...press, metaKey: false }, field)]).toEqual([key, command]);
      }
    }
  });

  it('tells every key once in its group', () => {
    for (const { title, shortcuts } of shortcutGroups()) {
      const told = shortcuts.map(({ does }) => does);
      expect([title, told.filter((one, index) => told.indexOf(one) !== index)]).toEqual([title, []]);
    }
  });
});

describe('the promo', () => {
  it('[PAN-6] takes its colours in turn, five minutes each', () => {
    expect(COLOUR_MS).toBe(300_000);
    expect(Array.from({ length: 8 }, (_, turns) => promoColour(turns))).toEqual([
      'red',
      'orange',
      'purple',
      'pink',
      'theme',
      'blue',
      'gray',
      'red',
    ]);
  });
});
