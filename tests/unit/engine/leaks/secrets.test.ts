// What is a secret and what is none, kind by kind. All of them are made up.

import { describe, expect, it } from 'vitest';
import { toPointer } from '../../../../src/shared/document/path.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findLeaks } from '../../../../src/engine/leaks/find-leaks.ts';
import { mask } from '../../../../src/engine/leaks/leak-groups.ts';
import { TOKEN_RULES } from '../../../../src/engine/leaks/token-rules.ts';
import { makeDocument } from '../support/documents.ts';

const TOKEN = ['1kplffJ44simpgcSVV', 'jrwAhy1VM8xI98'].join('');
const PASSWORD = 'Ember-773quiver!';

function foundIn(value: unknown, dialect: 'json' | 'ndjson' | 'json5' = 'json'): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return finish(findLeaks(makeDocument(text, undefined, dialect).places)).flatMap(({ first }) =>
    first.map(({ path, kind, isKey }) => `${isKey ? 'key ' : ''}${toPointer(path)} ${kind}`),
  );
}

describe('a secret', () => {
  it.each([
    [{ passwords: [PASSWORD, 'Tangle-22xx!'] }, ['/passwords/0 password', '/passwords/1 password']],
    [{ note: `The password is ${PASSWORD} ok?` }, ['/note password']],
    [{ cfg: `spring.datasource.password=${PASSWORD}\nserver.port=80` }, ['/cfg password']],
    [{ dsn: `app:${PASSWORD}@tcp(db:3306)/shop` }, ['/dsn connection-string']],
    [{ ado: `Host=db;Username=app;Password=${PASSWORD};Database=x` }, ['/ado connection-string']],
    [{ headers: { Authorization: `Basic ${btoa(`kim:${PASSWORD}`)}` } }, ['/headers/Authorization basic-auth']],
    [{ cookie: 'a=b; JSESSIONID=0123456789ABCDEF0123456789ABCDEF' }, ['/cookie cookie']],
    [{ cookies: [{ name: 'connect.sid', value: `s%3A${TOKEN}` }] }, ['/cookies/0/value cookie']],
    [{ aws_secret_access_key: `/${TOKEN}${TOKEN}`.slice(0, 40) }, ['/aws_secret_access_key cloud-key']],
    [{ token: `aB3-my-${TOKEN}` }, ['/token token']],
    [{ tel: '0800-123-4567', phone: 4_915_112_345_678 }, ['/tel phone', '/phone phone']],
    [{ jwk: { kty: 'oct', k: `${TOKEN}${TOKEN}` } }, ['/jwk/k private-key']],
    [{ args: ['--token', TOKEN, '--user', 'x'] }, ['/args/1 token']],
    [{ args: [`--token=${TOKEN}`] }, ['/args/0 token']],
    [{ fields: [{ value: PASSWORD, key: 'Password' }] }, ['/fields/0/value password']],
    [{ html: `<add key="ApiKey" value="${TOKEN}" />` }, ['/html token']],
    [{ code: `os.environ['API_KEY'] = '${TOKEN}'` }, ['/code token']],
    [{ form: 'user=kim&password=Ember-773quiver%21' }, ['/form password']],
    [{ twice: JSON.stringify(JSON.stringify({ password: PASSWORD })) }, ['/twice password']],
    [{ packed: encodeURIComponent(JSON.stringify({ api_key: TOKEN })) }, ['/packed token']],
    [{ 'kim@fabrikam-mail.com': 1 }, ['key /kim@fabrikam-mail.com email']],
    [{ docker: `docker login -u kim -p ${PASSWORD} registry` }, ['/docker password']],
    [{ escaped: 'pass', 'p\\u0061ssword': PASSWORD }, []],
  ] as const)('[NEW-7] is found in %j', (value, expected) => {
    expect(foundIn(value)).toEqual(expected);
  });

  it('[NEW-7] is found in records, in JSON5, and behind escapes', () => {
    expect(foundIn(`{"password": "${PASSWORD}"}\n{"n": 1}\n`, 'ndjson')).toEqual(['/0/password password']);
    expect(foundIn(`{password: '${PASSWORD}', /* b */ n: 1}`, 'json5')).toEqual(['/password password']);
    expect(foundIn(`{"p\\u0061ssword": "Ember-773quiver\\u0021"}`)).toEqual(['/password password']);
  });

  it.each([
    { password: 'required', token: 'comma', tokens: ['a', 'b1'], max_tokens: 4096, key: 'a1b2c3d4e5f6g7h8' },
    { sessionId: '5e07f10f-f6ba-4144-9494-39d011886c86', csrf_token: null },
    { cookies: [{ name: '_ga', value: 'GA1.2.1234567890.1234567890' }] },
    { passwordPolicy: 'min8chars', secretName: 'db-credentials-v2', pass: 'boarding-pass-2024' },
    { created: '2026-03-01T08:15:02.123456789Z', image: 'icon@2x.png', dep: 'lodash@4.17.21' },
    { message: 'Invalid token: unexpected "}" at position 12', description: 'Set API_KEY=your-api-key-here first' },
    { cmd: 'export TOKEN=$(cat token.txt)', curl: 'curl -u $USER:$PASS https://x' },
    { tokenUrl: 'https://id.example/v2/token', auth: 'none', etag: 'W/"1a2b3c4d5e6f7a8b9c0d"' },
    { mime: 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW', accessLevel: 'level-30-developer' },
    {
      id: 4_111_111_111_111_112,
      uri: 'mongodb://localhost:27017,localhost:27018/x',
      git: 'ssh://git@github.com:22/a/b.git',
    },
  ])('[NEW-7] is not seen in %j', (value) => {
    expect(foundIn(value)).toEqual([]);
  });

  it('[NEW-7] is hidden but for a few characters', () => {
    expect(mask('hunter2!')).toBe('••••••••');
    expect(mask(PASSWORD)).toBe('E••••••••••••!');
    expect(mask(TOKEN)).toMatch(/^.{3}•{12}.{3}$/);
  });
});

describe('the rules of tokens', () => {
  it('[NEW-7] have bounded counts alone, so that a search takes a time in proportion to the text', () => {
    for (const { pattern } of TOKEN_RULES) {
      const outside = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
      expect(outside, pattern).not.toMatch(/[*+]|\{\d+,\}/);
    }
  });
});
