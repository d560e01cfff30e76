// The tokens of a user whose clock is behind, so that they seem to be valid longer than they are.

import { expect, it, onTestFinished } from 'vitest';
import { hasCode } from '../../../src/shared/errors.ts';
import { CloudClient } from '../../../src/ui/documents/cloud/cloud-client.ts';
import { AUTH_KEY } from '../../../src/ui/documents/cloud/stored-auth.ts';
import { createTokenSource } from '../../../src/ui/documents/cloud/token.ts';
import { newMeta } from '../../../src/ui/model/document-meta.ts';
import { tokensOf } from '../support/memory-cloud.ts';

it('[AUT-4] are renewed once where the server refuses them, and the request is repeated', async () => {
  localStorage.setItem(AUTH_KEY, tokensOf('ada'));
  const { fetch: real } = window;
  onTestFinished(() => {
    localStorage.removeItem(AUTH_KEY);
    window.fetch = real;
  });
  const refreshed = JSON.parse(tokensOf('ada').replace('.x', '.y')) as { readonly accessToken: string };
  let refreshes = 0;
  window.fetch = (input, init) => {
    if (!(input as string).startsWith('https://diptych.test/v2/auth/token')) return real(input, init);
    refreshes += 1;
    const answer = { access_token: refreshed.accessToken, refresh_token: 's', expires_in: 600, token_type: 'Bearer' };
    return Promise.resolve(Response.json(answer));
  };
  const url = 'https://diptych.test/v2';
  const sent: string[] = [];
  let isRefused = (authorization: string): boolean => !authorization.endsWith('.y');
  const tokens = createTokenSource(() => localStorage, url);
  const client = new CloudClient({ url }, tokens, (_, init) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? '';
    sent.push(authorization.slice(-2));
    const meta = newMeta('abcdef', 'Orders', '2026-01-01T00:00:00.000Z');
    return Promise.resolve(isRefused(authorization) ? new Response(null, { status: 401 }) : Response.json(meta));
  });
  const target = { id: 'abcdef', base: 1, person: 'ada' };
  expect(await client.putData(target, new Blob(['1']), 'json')).toMatchObject({ _id: 'abcdef' });
  expect([sent, refreshes]).toEqual([['.x', '.y'], 1]);
  isRefused = () => true;
  const error: unknown = await client.putData(target, new Blob(['1']), 'json').catch((reason: unknown) => reason);
  expect([hasCode(error, 'http'), (error as { status: number }).status]).toEqual([true, 401]);
  // The server gives the same token again: repeating the request would be of no use.
  expect([sent.length, refreshes]).toEqual([3, 2]);
});

it('[AUT-4] [DOC-11] that have ended keep nobody from a document that everybody may read, and change nothing as nobody', async () => {
  localStorage.setItem(AUTH_KEY, tokensOf('ada'));
  const { fetch: real } = window;
  onTestFinished(() => {
    localStorage.removeItem(AUTH_KEY);
    window.fetch = real;
  });
  // All sessions were ended elsewhere.
  window.fetch = (input, init) =>
    (input as string).startsWith('https://diptych.test/v2/auth/token')
      ? Promise.resolve(new Response(null, { status: 401 }))
      : real(input, init);
  const url = 'https://diptych.test/v2';
  const sent: string[] = [];
  const client = new CloudClient(
    { url },
    createTokenSource(() => localStorage, url),
    (_, init) => {
      const isNobody = !new Headers(init?.headers).has('authorization');
      sent.push(`${init?.method} ${isNobody ? 'as nobody' : 'as ada'}`);
      const meta = newMeta('abcdef', 'Orders', '2026-01-01T00:00:00.000Z');
      return Promise.resolve(isNobody ? Response.json(meta) : new Response(null, { status: 401 }));
    },
  );
  const target = { id: 'abcdef', base: 1, person: 'ada' };
  const error: unknown = await client.putData(target, new Blob(['1']), 'json').catch((reason: unknown) => reason);
  expect((error as { status: number }).status).toBe(401);
  expect(sent).toEqual(['PUT as ada']);
  localStorage.setItem(AUTH_KEY, tokensOf('ada'));
  expect(await client.meta('abcdef')).toMatchObject({ name: 'Orders' });
  expect(sent.slice(1)).toEqual(['GET as ada', 'GET as nobody']);
});
