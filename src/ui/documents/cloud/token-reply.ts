// Reads tokens as the server sends them, in the page's address or in a reply, into their stored form. @see requirements AUT-3

import type { StoredAuth } from './stored-auth.ts';

/** Reads the tokens of a reply; `null` when one of the four fields is missing or invalid. */
export function tokensOf(answer: ReadonlyMap<string, unknown>): StoredAuth | null {
  const text = (name: string): string => {
    const value = answer.get(name);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  };
  const [accessToken, refreshToken, tokenType] = [text('access_token'), text('refresh_token'), text('token_type')];
  const seconds = /^\d{1,9}$/.test(text('expires_in')) ? Number(text('expires_in')) : null;
  if (!isAccessToken(accessToken) || refreshToken === '' || tokenType === '' || seconds === null) return null;
  return { accessToken, refreshToken, tokenType, expiresAt: new Date(Date.now() + seconds * 1000).toISOString() };
}

/** Whether a text has three parts, of which the first two are JSON in base64url. */
function isAccessToken(token: string): boolean {
  const parts = token.split('.');
  try {
    for (const part of parts.slice(0, 2)) JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    return parts.length === 3 && parts[2] !== '';
  } catch {
    return false;
  }
}
