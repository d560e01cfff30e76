// Settings read from environment variables.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTING_NAMES, SettingError } from '../../../src/server/settings.ts';

describe('the settings', () => {
  it('have defaults for all that a local start needs', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      CLOUD: 'on',
      DATA_FOLDER: 'data',
      LOG_LEVEL: 'warn',
    });
    expect(readSettings({ PORT: '', PUBLIC_URL: 'https://a.example/' })).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'https://a.example',
    });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'https://a.example/path'],
    ['PUBLIC_URL', 'a.example'],
    ['LOG_LEVEL', 'loud'],
    ['CLOUD', 'yes'],
    ['CONFIGURATION', '[1]'],
    ['CONFIGURATION', '{'],
    ['DATABASE_URL', 'mysql://u:hidden@h/d'],
    ['OIDC_ISSUER', 'provider'],
    ['OIDC_CLIENT_AUTH', 'client_secret_jwt'],
    ['REGISTER_URL', 'javascript:alert(1)'],
    ['WEBHOOK_SECRET', 'hidden'],
    ['PRIVATE_BYTES', '1.5'],
    ['SESSION_DAYS', '0'],
  ])('end the start with a sentence for %s=%s', (name, value) => {
    const read = (): unknown => readSettings({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(new RegExp(`^${name} has to be `));
    // Potential secrets are not logged.
    expect(read).not.toThrow(/hidden/);
  });

  it('go together', () => {
    expect(() => readSettings({ OIDC_ISSUER: 'https://id.example' })).toThrow(/^OIDC_CLIENT_ID is missing/);
    expect(() => readSettings({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a' })).toThrow(
      /^PUBLIC_URL is missing/,
    );
    for (const method of ['client_secret_basic', 'client_secret_post'])
      expect(() => readSettings({ OIDC_CLIENT_AUTH: method })).toThrow(/^OIDC_CLIENT_SECRET is missing/);
    expect(() => readSettings({ OIDC_CLIENT_AUTH: 'private_key_jwt' })).toThrow(/^OIDC_CLIENT_KEY_FILE is missing/);
  });

  it('are all in the guide', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/deploy.md'), 'utf8');
    const told = [...guide.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
    expect(told.toSorted()).toEqual(SETTING_NAMES.toSorted());
  });
});
