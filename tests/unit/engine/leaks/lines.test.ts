// What was once left behind, and what was once replaced although it is no secret: each with the smallest input.

import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../../src/shared/document/dialect.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findLeaks } from '../../../../src/engine/leaks/find-leaks.ts';
import { redact } from '../../../../src/engine/leaks/redact.ts';
import { encode, makeDocument, spliceBytes } from '../support/documents.ts';

function redacted(text: string, dialect: Dialect = 'json'): string {
  const document = makeDocument(text, undefined, dialect);
  expect(document.isWhole, text).toBe(true);
  const splices = finish(redact(document.places, { form: 'label', except: [], ignored: [] }));
  const made = new TextDecoder().decode(spliceBytes(encode(text), splices));
  expect(finish(findLeaks(makeDocument(made, undefined, dialect).places)), made).toEqual([]);
  return made;
}

const BODY = 'MIIEpAIBAAKCAQEA7bq0q8d1k2m3n4p5q6r7s8t9u0v1w2x3y4z5A6B7C8D9E0F1';
const TOKEN = ['1kplffJ44simpgcSVV', 'jrwAhy1VM8xI98'].join('');

describe('a redacted copy', () => {
  it.each([
    // Keys with headers.
    [
      `{"k":"-----BEGIN RSA PRIVATE KEY-----\\nProc-Type: 4,ENCRYPTED\\nDEK-Info: AES-128-CBC,0A1B\\n\\n${BODY}\\n-----END RSA PRIVATE KEY-----\\n"}`,
      '{"k":"[private-key-1]\\n"}',
    ],
    [
      `{"k":"-----BEGIN PGP PRIVATE KEY BLOCK-----\\nComment: made-by-hand\\n\\n${BODY}\\n=aB3d\\n-----END PGP PRIVATE KEY BLOCK-----"}`,
      '{"k":"[private-key-1]"}',
    ],
    [`{"k":"-----BEGIN PRIVATE KEY-----\\n${BODY}\\n${BODY}"}`, '{"k":"[private-key-1]"}'],
    [
      `{"k":"PuTTY-User-Key-File-3: ssh-rsa\\nEncryption: none\\nPrivate-Lines: 1\\n${BODY}\\nPrivate-MAC: 0a1b2c3d4e5f60718293a4b5c6d7e8f9\\n"}`,
      '{"k":"[private-key-1]\\n"}',
    ],
    [
      `{"k":["-----BEGIN RSA PRIVATE KEY-----\\n","Proc-Type: 4,ENCRYPTED\\n","\\n","${BODY}\\n","-----END RSA PRIVATE KEY-----\\n"],"n":["x"]}`,
      '{"k":["[private-key-1]\\n","[private-key-2]","\\n","[private-key-3]","[private-key-4]"],"n":["x"]}',
    ],
    // Tails.
    ['{"env":"DB_PASSWORD=Tr0ub4dor&3xyz\\nA=1"}', '{"env":"DB_PASSWORD=[password-1]\\nA=1"}'],
    ['{"u":"postgres://app:p@ss9@host/db"}', '{"u":"postgres://app:[connection-string-1]@host/db"}'],
    ['{"u":"postgres://app:p%40ss9@host/db"}', '{"u":"postgres://app:[connection-string-1]@host/db"}'],
    ['{"u":"postgres://app:p/ss9@host/db"}', '{"u":"postgres://app:[connection-string-1]@host/db"}'],
    ['{"m":"an anna.müller@firma.de"}', '{"m":"an [email-1]"}'],
    ['{"m":"info@bücher-müller.de"}', '{"m":"[email-1]"}'],
    [`{"h":"Authorization: Bearer ${TOKEN}:x{y}"}`, '{"h":"Authorization: Bearer [token-1]"}'],
    [
      '{"c":"Server=db;Password=\\"a;b9\\";Database=x"}',
      '{"c":"Server=db;Password=\\"[connection-string-1]\\";Database=x"}',
    ],
    // Names one level up, or beside.
    ['{"db_password":{"value":"Summer-Rain7x"}}', '{"db_password":{"value":"[password-1]"}}'],
    [
      '{"variable":{"db_password":{"type":"string","default":"Summer-Rain7x"}}}',
      '{"variable":{"db_password":{"type":"string","default":"[password-1]"}}}',
    ],
    [
      '{"parameters":{"admin":{"type":"securestring","defaultValue":"Summer-Rain7x"}}}',
      '{"parameters":{"admin":{"type":"securestring","defaultValue":"[token-1]"}}}',
    ],
    [
      '[{"ParameterKey":"DBPassword","ParameterValue":"Summer-Rain7x"}]',
      '[{"ParameterKey":"DBPassword","ParameterValue":"[password-1]"}]',
    ],
    ['{"Item":{"password":{"S":"Summer-Rain7x"}}}', '{"Item":{"password":{"S":"[password-1]"}}}'],
    [
      '{"Item":{"name":{"S":"DB_PASSWORD"},"value":{"S":"Summer-Rain7x"}}}',
      '{"Item":{"name":{"S":"DB_PASSWORD"},"value":{"S":"[password-1]"}}}',
    ],
    [
      `{"bearer":[{"key":"token","value":"${TOKEN}","type":"string"}]}`,
      '{"bearer":[{"key":"token","value":"[token-1]","type":"string"}]}',
    ],
    [
      '{"outputs":{"x":{"sensitive":true,"value":"Summer-Rain7x"}}}',
      '{"outputs":{"x":{"sensitive":true,"value":"[token-1]"}}}',
    ],
    [
      `{"token":{"access":"${TOKEN}"},"secret_key_base":"${TOKEN}"}`,
      '{"token":{"access":"[token-1]"},"secret_key_base":"[token-1]"}',
    ],
    ['{"y":"db_password:\\n  value: Summer-Rain7x\\n"}', '{"y":"db_password:\\n  value: [password-1]\\n"}'],
    ['{"passwords":{"anna":"Summer-Rain7x"}}', '{"passwords":{"anna":"[password-1]"}}'],
    // Digits.
    [
      '{"password":12345678,"pin":1234,"otp":"492817","cvv":4821}',
      '{"password":0,"pin":0,"otp":"[password-1]","cvv":0}',
    ],
    ['{"body":"{\\"password\\":12345678}"}', '{"body":"{\\"password\\":0}"}'],
    // What looks like a placeholder.
    ['{"password":"my-S3cret-Passw0rd!"}', '{"password":"[password-1]"}'],
    ['{"password":"changeme123!Prod"}', '{"password":"[password-1]"}'],
    ['{"password":"{Tr0ub4dor&3}"}', '{"password":"[password-1]"}'],
    ['{"password":"/Tr0ub4dor&3"}', '{"password":"[password-1]"}'],
    // Words written together.
    [`{"identitytoken":"${TOKEN}","jwtsecret":"${TOKEN}x"}`, '{"identitytoken":"[token-1]","jwtsecret":"[token-2]"}'],
    [
      '{"dbpassword":"Summer-Rain7x","storepass":"Winter-Rain7x"}',
      '{"dbpassword":"[password-1]","storepass":"[password-2]"}',
    ],
    [
      '{"admin_pw":"Summer-Rain7x","password_prod":"Winter-Rain7x"}',
      '{"admin_pw":"[password-1]","password_prod":"[password-2]"}',
    ],
    // Tokens.
    [`{"a":"${['ak', TOKEN].join('_')}"}`, '{"a":"[token-1]"}'],
    [`{"a":"${['vercel_blob_rw', 'aB3dEfGh9kLmN0pQ', TOKEN].join('_')}"}`, '{"a":"[token-1]"}'],
    [`{"a":"eyJhbGciOiJSU0EtT0FFUCJ9.${TOKEN}.aB3dEfGh9kLm.${TOKEN}.aB3dEfGh9kLmN0pQ"}`, '{"a":"[jwt-1]"}'],
    [
      `{"a":"https://x.internal/reset?id=7&token=${TOKEN}&l=de#a"}`,
      '{"a":"https://x.internal/reset?id=7&token=[token-1]&l=de#a"}',
    ],
    // Names of package managers, logins and wallets.
    ['{"//npm.internal/:_auth":"dXNlcjpTdW1tZXI3cmFpbg=="}', '{"//npm.internal/:_auth":"[basic-auth-1]"}'],
    [`{"github-oauth":{"github.com":"${TOKEN}"}}`, '{"github-oauth":{"github.com":"[token-1]"}}'],
    ['{"auth":{"user":"anna","pass":"rain7x9"}}', '{"auth":{"user":"anna","pass":"[password-1]"}}'],
    [
      '{"PassWord":"Summer7rain","pass_phrase":"Winter8rain"}',
      '{"PassWord":"[password-1]","pass_phrase":"[password-2]"}',
    ],
    [`{"PresharedKey":"${TOKEN}","consumerKey":"${TOKEN}x"}`, '{"PresharedKey":"[token-1]","consumerKey":"[token-2]"}'],
    [
      '{"password":"Summer 7rain","passphrase":"kite river4 stone"}',
      '{"password":"[password-1]","passphrase":"[password-2]"}',
    ],
    ['{"recovery_codes":["a1b2c-3d4e5","12345678"]}', '{"recovery_codes":["[password-1]","[password-2]"]}'],
    [
      '{"mnemonic":"legal winner thank year wave sausage worth useful legal winner thank yellow"}',
      '{"mnemonic":"[private-key-1]"}',
    ],
    [`{"cookies":{"sessionid":"${TOKEN}","theme":"dark"}}`, '{"cookies":{"sessionid":"[cookie-1]","theme":"dark"}}'],
    [
      `{"localStorage":[{"name":"token","value":"\\"${TOKEN}\\""}]}`,
      '{"localStorage":[{"name":"token","value":"\\"[token-1]\\""}]}',
    ],
    [
      '{"outputs":{"a":{"value":["Summer7rainX"],"sensitive":true},"b":{"value":{"x":"Winter8rainX"},"sensitive":true}}}',
      '{"outputs":{"a":{"value":["[token-1]"],"sensitive":true},"b":{"value":{"x":"[token-2]"},"sensitive":true}}}',
    ],
    [
      '{"attributes":{"bcrypt_hash":"x","result":"rain7x9!"}}',
      '{"attributes":{"bcrypt_hash":"x","result":"[password-1]"}}',
    ],
    // Texts of other languages.
    [
      '{"a":"machine x.internal\\n  login anna\\n  password rain7x9\\n"}',
      '{"a":"machine x.internal\\n  login anna\\n  password [password-1]\\n"}',
    ],
    [`{"a":"define('DB_PASSWORD', 'Summer7rain');"}`, `{"a":"define('DB_PASSWORD', '[password-1]');"}`],
    [`{"a":"API_TOKEN: str = '${TOKEN}'"}`, `{"a":"API_TOKEN: str = '[token-1]'"}`],
    [`{"a":"FROM x\\nENV API_TOKEN ${TOKEN}\\n"}`, '{"a":"FROM x\\nENV API_TOKEN [token-1]\\n"}'],
    ['{"a":"password: |\\n  Summer7rain\\nb: 1"}', '{"a":"password: |\\n  [password-1]\\nb: 1"}'],
    [
      `{"a":"tokens:\\n  - ${TOKEN}\\n  - ${TOKEN}x\\nb:\\n  - kite river 7"}`,
      `{"a":"tokens:\\n  - [token-1]\\n  - [token-2]\\nb:\\n  - kite river 7"}`,
    ],
    [`{"a":"ALTER USER anna WITH PASSWORD 'Summer7rain'"}`, `{"a":"ALTER USER anna WITH PASSWORD '[password-1]'"}`],
    [`{"a":"CREATE USER anna IDENTIFIED BY 'Summer7rain'"}`, `{"a":"CREATE USER anna IDENTIFIED BY '[password-1]'"}`],
    [
      '{"a":"mysql -u root -pSummer7rain; redis-cli -a Winter8rain"}',
      '{"a":"mysql -u root -p[password-1]; redis-cli -a [password-2]"}',
    ],
    [
      '{"a":"$p = ConvertTo-SecureString \\"Summer7rain\\" -AsPlainText"}',
      '{"a":"$p = ConvertTo-SecureString \\"[password-1]\\" -AsPlainText"}',
    ],
    [`{"a":"curl -b 'session=${TOKEN}' x"}`, `{"a":"curl -b 'session=[cookie-1]' x"}`],
    [
      `{"a":"https://x.internal/o?Expires=1&Signature=${TOKEN}"}`,
      '{"a":"https://x.internal/o?Expires=1&Signature=[token-1]"}',
    ],
    [`{"a":"https://discord.com/api/v10/webhooks/123456789012345678/${TOKEN}${TOKEN}"}`, '{"a":"https://[token-1]"}'],
    // At its place alone.
    ['{"u":"postgres://a:a@localhost/data"}', '{"u":"postgres://a:[connection-string-1]@localhost/data"}'],
    ['{"a":"\\u00e9 \\/ password=Summer-Rain7x"}', '{"a":"\\u00e9 \\/ password=[password-1]"}'],
    ['{"a":"\\u0070assword=Summer\\u002dRain7x, \\/"}', '{"a":"\\u0070assword=[password-1], \\/"}'],
  ])('[NEW-7] of %s', (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it.each([
    [`{a: 'it\\'s \\/ password=Summer-Rain7x'}`, 'json5', `{a: 'it\\'s \\/ password=[password-1]'}`],
    [`{'ghp_${TOKEN}aB3d': 1}`, 'json5', `{'[token-1]': 1}`],
    [`{ghp_${TOKEN}aB3d: 1}`, 'json5', `{"[token-1]": 1}`],
    ['{"a":1} // password: Summer-Rain7x\n', 'jsonc', '{"a":1} // password: [password-1]\n'],
    [
      '/* it\'s "old" */ {"a": "//x" /* "pwd": "Summer-Rain7x" */}',
      'jsonc',
      '/* it\'s "old" */ {"a": "//x" /* "pwd": "[password-1]" */}',
    ],
    [`// -----BEGIN PRIVATE KEY-----\n// ${BODY}\n// -----END PRIVATE KEY-----\n{}`, 'jsonc', '// [private-key-1]\n{}'],
    ['{"password":"Summer-Rain7x"}\r\n{"n":1.0}\r\n', 'ndjson', '{"password":"[password-1]"}\r\n{"n":1.0}\r\n'],
  ] as const)('[NEW-7] of %s, in %s', (text, dialect, expected) => {
    expect(redacted(text, dialect)).toBe(expected);
  });

  it.each([
    '{"run":"docker run -u 1000:1000 -u node:node7 alpine"}',
    '{"a":{"password":"$(TOKEN)"},"b":{"password":"__TOKEN7__"},"c":{"token":"%DB_TOKEN_7%"}}',
    '{"password":"ENC[AES256_GCM,data:p673w==,iv:YY12,tag:A=,type:str]","x":{"password":"ENC(aB3dEfGh9kLm)"}}',
    '{"secret":"arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/db7-AbC1ef"}',
    '{"valueFrom":"arn:aws:secretsmanager:eu-central-1:123456789012:secret:db7-AbC1efGh:password::"}',
    '{"secret":"projects/p7/secrets/db-password/versions/3","password":"vault:secret/data/db7#password"}',
    '{"secret":"https://v7.vault.azure.net/secrets/db/4387e9f3d6e14c459867679a90fd0f79"}',
    '{"password":"op://vault/item7/password","token":"prod/db7/token-1"}',
    '{"usage":{"token":123456,"key":88888,"max_tokens":4096},"token":12345,"key":99999}',
    '{"vocab":{"password":9113},"passwords":1204,"pins":[]}',
    '{"nextpagetoken":"CAUQAA7dEfGh9kLmN0pQ","cancellation_token":"aB3dEfGh9kLmN0pQ"}',
    '{"password":{"type":"string","minLength":8,"pattern":"^[a-z0-9]{8,}$"}}',
    '{"password":"At least 8 characters","a":{"password":"Use SHA256 or better"},"token":"button-primary-v2"}',
    '{"secrets":["db_password2","app_token_v1"],"storageKey":"user-settings-v2"}',
    '{"a":"secret = getSecret(\\"db1\\")","b":"password = req.body.password1"}',
    '{"tokens":{"font.body":"inter-regular-400"},"designTokens":{"color.brand":"brand-blue-500-x"}}',
    '{"pass":"stage2","auth":{"user":"anna","pass":"${PASS}"},"result":"ab12cd34"}',
    '{"url":"https://x.internal/o?Signature=no&b=1","cookies":{"theme":"a1b2c3d4e5f6","id":"a1b2c3d4e5f6"}}',
    '{"time":"12:30:00","password":"2026-03-01T08:15:00Z"}',
  ])('[NEW-7] has nothing to replace in %s', (text) => {
    expect(redacted(text)).toBe(text);
  });
});
