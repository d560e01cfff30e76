// The page's account logic without a page: what a return from the provider stores, and who has a subscription.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { arrive } from '../../../src/ui/account/arrival.ts';
import { readCallback } from '../../../src/ui/account/callback.ts';
import { accountEntries } from '../../../src/ui/account/entries.ts';
import { NONCE_KEY, SIGN_OUT_KEY } from '../../../src/ui/account/leaving.ts';
import { isSubscribed } from '../../../src/ui/account/user-model.ts';
import { readUser } from '../../../src/ui/account/user.ts';
import { tokensOf } from '../../../src/ui/documents/cloud/token-reply.ts';
import { refreshTokens } from '../../../src/ui/documents/cloud/token-refresh.ts';
import { AUTH_KEY, type StoredAuth } from '../../../src/ui/documents/cloud/stored-auth.ts';
import { createTokenSource } from '../../../src/ui/documents/cloud/token.ts';

// Missing in Node 20, but present in every supported browser.
Promise.withResolvers ??= <T>() => {
  let [resolve, reject]: [(value: T | PromiseLike<T>) => void, (reason?: unknown) => void] = [() => {}, () => {}];
  const promise = new Promise<T>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ACCESS_TOKEN = `${part({ alg: 'HS256' })}.${part({ sub: 'ä?>' })}.sig_-`;

/** A `Storage` in memory. */
function makeStorage(values: Readonly<Record<string, string>> = {}): Storage {
  const kept = new Map(Object.entries(values));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

const stored = (expiresAt: string, refreshToken = 'refresh'): StoredAuth => ({
  accessToken: ACCESS_TOKEN,
  refreshToken,
  expiresAt,
  tokenType: 'Bearer',
});
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

afterEach(() => vi.unstubAllGlobals());

describe('tokens as they come', () => {
  const whole = { access_token: ACCESS_TOKEN, refresh_token: 'r', expires_in: '600', token_type: 'Bearer' };

  it('[AUT-3] are four, of which the first is three parts with JSON in two, and the third whole seconds', () => {
    const read = tokensOf(new Map(Object.entries(whole)));
    expect(read).toMatchObject({ accessToken: ACCESS_TOKEN, refreshToken: 'r', tokenType: 'Bearer' });
    expect(Math.abs(Date.parse(read?.expiresAt ?? '') - Date.now() - 600_000)).toBeLessThan(5000);
    expect(tokensOf(new Map(Object.entries({ ...whole, expires_in: 600 })))).not.toBeNull();
    const broken = [
      ...Object.keys(whole).map((name) => ({ ...whole, [name]: '' })),
      ...[
        'a.b.c',
        'x',
        `${part({})}.${part({})}`,
        `${part({})}.${part({})}.`,
        `${part({})}.%%%.c`,
        `${ACCESS_TOKEN}.d`,
      ].map((token) => ({ ...whole, access_token: token })),
      ...['1.5', '-1', 'soon', '600s'].map((seconds) => ({ ...whole, expires_in: seconds })),
    ];
    for (const one of broken) expect([one, tokensOf(new Map(Object.entries(one)))]).toEqual([one, null]);
  });
});

describe('a return from the provider', () => {
  let local: Storage;
  let session: Storage;
  beforeEach(() => {
    local = makeStorage();
    session = makeStorage({ [NONCE_KEY]: 'mine' });
    vi.stubGlobal('localStorage', local);
    vi.stubGlobal('sessionStorage', session);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => vi.restoreAllMocks());
  const query = `sign_in=true&nonce=mine&access_token=${ACCESS_TOKEN}&refresh_token=a%2Bb&expires_in=600&token_type=Bearer`;
  const back = (text: string): boolean => arrive(readCallback(`#/callback?${text}`)?.parameters ?? new Map());

  it('[AUT-2] stores the tokens, once', () => {
    expect(back(query)).toBe(true);
    expect(JSON.parse(local.getItem(AUTH_KEY) ?? '')).toMatchObject({ accessToken: ACCESS_TOKEN, refreshToken: 'a+b' });
    local.removeItem(AUTH_KEY);
    expect(back(query)).toBe(false);
    expect(local.getItem(AUTH_KEY)).toBeNull();
  });

  it.each(['access_token', 'refresh_token', 'expires_in', 'token_type', 'nonce'])(
    '[AUT-2] stores nothing without %s, and logs that',
    (name) => {
      expect(back(query.replace(new RegExp(`&${name}=[^&]*`), ''))).toBe(false);
      expect(local.getItem(AUTH_KEY)).toBeNull();
      expect(console.error).toHaveBeenCalledOnce();
    },
  );

  it('[AUT-2] of signing out removes the tokens; of signing up and subscribing it leaves them', () => {
    local.setItem(AUTH_KEY, 'x');
    back('sign_up=true');
    back('subscription_activated=true');
    expect(local.getItem(AUTH_KEY)).toBe('x');
    session.setItem(SIGN_OUT_KEY, 'true');
    back('sign_out=true');
    expect(local.getItem(AUTH_KEY)).toBeNull();
    expect(console.error).not.toHaveBeenCalled();
  });

  it('[AUT-2] of signing out that this tab did not ask for leaves the tokens, and is logged', () => {
    local.setItem(AUTH_KEY, 'x');
    back('sign_out=true');
    expect(local.getItem(AUTH_KEY)).toBe('x');
    expect(console.error).toHaveBeenCalledOnce();
    // A return counts once.
    session.setItem(SIGN_OUT_KEY, 'true');
    back('sign_up=true');
    back('sign_out=true');
    expect(local.getItem(AUTH_KEY)).toBe('x');
  });

  it('[AUT-2] keeps the documents in the hash, and nothing of itself', () => {
    expect(readCallback(`#/callback?${query}&left=json.%5B1%5D`)?.hash).toBe('#left=json.%5B1%5D');
    expect(readCallback(`#/callback?${query}`)?.hash).toBe('');
    expect(readCallback('#/callback?left=json.1')).toBeNull();
  });
});

describe('a refresh', () => {
  beforeEach(() => vi.stubGlobal('navigator', {}));
  const answer = (refreshToken: string): Response =>
    Response.json({ access_token: ACCESS_TOKEN, refresh_token: refreshToken, expires_in: 600, token_type: 'Bearer' });
  const asking = (...answers: (() => Response | Promise<Response>)[]): { asked: string[] } => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      const next = answers[Math.min(asked.length, answers.length) - 1];
      if (next === undefined) throw new TypeError('no network');
      return next();
    });
    return { asked };
  };

  it('[AUT-4] happens a minute before the token expires, by one request of all who ask', async () => {
    const storage = makeStorage({ [AUTH_KEY]: JSON.stringify(stored(soon(61_000))) });
    const { asked } = asking(() => answer('second'));
    const source = createTokenSource(() => storage, '/v2');
    expect(await source.authorization()).toBe(`Bearer ${ACCESS_TOKEN}`);
    expect(asked).toEqual([]);
    storage.setItem(AUTH_KEY, JSON.stringify(stored(soon(59_000), 'a+b')));
    const all = await Promise.all(Array.from({ length: 10 }, () => source.authorization()));
    expect(new Set(all)).toEqual(new Set([`Bearer ${ACCESS_TOKEN}`]));
    expect(asked).toEqual(['/v2/auth/token?refresh_token=a%2Bb']);
    expect(JSON.parse(storage.getItem(AUTH_KEY) ?? '')).toMatchObject({ refreshToken: 'second' });
  });

  it('[AUT-4] that fails is no session; what the server has ended is removed, what is out of reach stays', async () => {
    for (const [make, isKept] of [
      [() => Response.json({ message: 'no' }, { status: 401 }), false],
      [() => Response.json({ message: 'no' }, { status: 503 }), true],
      [() => Response.json({}), true],
      [() => Promise.reject(new TypeError('no network')), true],
    ] as const) {
      const storage = makeStorage({ [AUTH_KEY]: JSON.stringify(stored(soon(0))) });
      asking(make);
      expect(await refreshTokens('/v2', () => storage)).toBeNull();
      expect(storage.getItem(AUTH_KEY) !== null).toBe(isKept);
    }
  }, 20_000);

  it('[AUT-4] asks again where the answer was lost, and leaves what another tab has done meanwhile', async () => {
    const storage = makeStorage({ [AUTH_KEY]: JSON.stringify(stored(soon(0))) });
    const { asked } = asking(
      () => Promise.reject(new TypeError('lost')),
      () => answer('second'),
    );
    expect((await refreshTokens('/v2', () => storage))?.refreshToken).toBe('second');
    expect(asked.length).toBe(2);
    storage.setItem(AUTH_KEY, JSON.stringify(stored(soon(0), 'third')));
    asking(() => {
      storage.removeItem(AUTH_KEY);
      return answer('fourth');
    });
    expect(await refreshTokens('/v2', () => storage)).toBeNull();
    expect(storage.getItem(AUTH_KEY)).toBeNull();
  });
});

describe('a user', () => {
  const now = Math.floor(Date.now() / 1000);

  it('[AUT-7] is a subscriber while any subscription is active and not expired', () => {
    const user = (subscriptions: { active: boolean; expiresAt?: number }[]) => ({
      fullName: '',
      email: '',
      subscriptions,
    });
    expect(isSubscribed(null)).toBe(false);
    expect(isSubscribed(user([]))).toBe(false);
    expect(isSubscribed(user([{ active: false }]))).toBe(false);
    expect(isSubscribed(user([{ active: true, expiresAt: now - 1 }]))).toBe(false);
    expect(isSubscribed(user([{ active: false }, { active: true }]))).toBe(true);
    expect(isSubscribed(user([{ active: true, expiresAt: now + 60 }]))).toBe(true);
  });

  it('[AUT-5] is read from the answer, or is none', () => {
    const subscriptions = [{ active: true, expiresAt: 5, plan: 'x' }, { active: 'yes' }, null];
    expect(readUser({ id: '1', fullName: 'Ada', email: 'a@b', subscriptions })).toEqual({
      fullName: 'Ada',
      email: 'a@b',
      subscriptions: [{ active: true, expiresAt: 5 }, { active: false }],
    });
    for (const answer of [null, 1, {}, { fullName: 'Ada' }, { fullName: 1, email: 'a' }])
      expect(readUser(answer)).toBeNull();
  });

  it('[AUT-6] is offered to subscribe without subscriptions, or with one that does not count', () => {
    const labels = (subscriptions: { active: boolean; expiresAt?: number }[] | null, isConfigured = true): string[] => {
      const user = subscriptions && { fullName: 'Ada', email: 'a@b', subscriptions };
      const config = { signIn: '/i', signOut: '/o', signUp: null, account: '/a', quarterly: null, yearly: null };
      const never = (): never => {
        throw new Error('not asked for');
      };
      const state = { user, isKnown: true, modal: null };
      return accountEntries({
        state,
        config,
        isConfigured,
        open: never,
        close: never,
        signIn: never,
        signUp: never,
        signOut: never,
        start: never,
      }).map(({ label }) => label);
    };
    expect(labels([])).toEqual(['Account', 'Subscribe', 'Sign Out']);
    expect(labels([{ active: true }])).toEqual(['Account', 'Sign Out']);
    expect(labels([{ active: true }, { active: false }])).toEqual(['Account', 'Subscribe', 'Sign Out']);
    expect(labels([{ active: true, expiresAt: now - 1 }])).toEqual(['Account', 'Subscribe', 'Sign Out']);
    expect(labels(null)).toEqual(['Sign in', 'Pricing plans']);
    expect(labels(null, false)).toEqual(['Sign in', 'Pricing plans']);
  });
});
