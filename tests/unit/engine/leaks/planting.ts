// Documents with secrets that are known, because they were planted. Nothing here asks the guard: a test judges by what was planted.

import { integersFrom, type Integers } from '../../../random.ts';

/** Random choices of one seed. */
export class Chance {
  /** From 0 up to, not including, a limit. */
  readonly below: Integers;

  constructor(seed: number) {
    this.below = integersFrom(seed);
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('');
  }
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const WORD = LOWER + UPPER + DIGITS;
const HEX = '0123456789abcdef';
const BASE64 = `${WORD}+/`;

/** A text with a secret in it. */
export interface Planted {
  readonly before: string;
  /** What has to go, to the last character. */
  readonly secret: string;
  readonly after: string;
  /** The part of it whose every six characters have to go. */
  readonly core?: string;
}

/** A kind of secret. */
export interface PlantKind {
  readonly name: string;
  /** What has to name its value; `null` for those with a shape of their own. */
  readonly names: readonly string[] | null;
  /** Whether it may stand wherever characters of its own may be encoded. */
  readonly isLine: boolean;
  /** Whether white space and ordinary punctuation may stand around it. */
  make(chance: Chance): Planted;
}

const alone = (secret: string): Planted => ({ before: '', secret, after: '' });

/** A password that people choose: words, digits and signs, among them those that end values elsewhere. */
function password(chance: Chance, signs = '!&@#%^*-_+~?.,;:$'): string {
  const word = (): string => chance.text(UPPER, 1) + chance.text(LOWER, 3 + chance.below(4));
  return word() + chance.of([...signs]) + chance.text(DIGITS, 1 + chance.below(3)) + word() + chance.text(WORD, 2);
}

const PASSWORD_NAMES = [
  'password',
  'DB_PASSWORD',
  'dbpassword',
  'storepass',
  'admin_pw',
  'adminPassword',
  'user-passwd',
  'PGPASSWORD',
  'Passwort',
  'smtp_password_prod',
];
const TOKEN_NAMES = [
  'api_key',
  'identitytoken',
  'jwtsecret',
  'clientSecret',
  'X-Api-Key',
  'access_token',
  'SIGNING_SECRET',
  'sharedSecret',
  'webhookSecret',
];

function pem(chance: Chance): Planted {
  const lines = Array.from({ length: 3 + chance.below(12) }, () => chance.text(BASE64, 64)).join('\n');
  const [type, headers] = chance.of([
    ['RSA PRIVATE KEY', `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${chance.text(HEX, 32).toUpperCase()}\n\n`],
    ['PRIVATE KEY', ''],
    ['ENCRYPTED PRIVATE KEY', ''],
    ['OPENSSH PRIVATE KEY', ''],
    ['PGP PRIVATE KEY BLOCK', 'Version: GnuPG v2\nComment: made-by-hand - do not share\n\n'],
  ] as const);
  return { ...alone(`-----BEGIN ${type}-----\n${headers}${lines}\n-----END ${type}-----`), core: lines };
}

function digitSum(digits: string): string {
  for (let last = 0; last < 10; last += 1) {
    const all = digits + String(last);
    let sum = 0;
    [...all].toReversed().forEach((digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
      sum += doubled > 9 ? doubled - 9 : doubled;
    });
    if (sum % 10 === 0) return all;
  }
  return digits;
}

function iban(chance: Chance): string {
  const account = chance.text(DIGITS, 18);
  const number = [...`${account}131400`].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
  return `DE${String(98 - number).padStart(2, '0')}${account}`;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64Url = (text: string): string => Buffer.from(text).toString('base64url');

export const PLANT_KINDS: readonly PlantKind[] = [
  { name: 'password', names: PASSWORD_NAMES, isLine: true, make: (chance) => alone(password(chance)) },
  {
    name: 'password that looks like a placeholder',
    names: PASSWORD_NAMES,
    isLine: true,
    make(chance) {
      const core = password(chance, '!&*');
      return {
        ...alone(chance.of(['my-S3cret-', 'changeme123!', 'your.Own7', 'secret:9', '{', '/', '$', '12:30']) + core),
        core,
      };
    },
  },
  { name: 'digits', names: PASSWORD_NAMES, isLine: true, make: (chance) => alone(`7${chance.text(DIGITS, 7)}`) },
  {
    name: 'pin',
    names: ['pin', 'otp', 'cvv', 'PIN', 'user_pin'],
    isLine: true,
    make: (chance) => alone(`8${chance.text(DIGITS, 3 + chance.below(3))}`),
  },
  {
    name: 'token',
    names: TOKEN_NAMES,
    isLine: true,
    make: (chance) => alone(`${chance.text(WORD, 24)}7aB${chance.text(`${WORD}-_`, 6)}x`),
  },
  {
    name: 'github',
    names: null,
    isLine: true,
    make: (chance) => alone(`${['gh', 'p_'].join('')}${chance.text(WORD, 36)}`),
  },
  {
    name: 'stripe',
    names: null,
    isLine: true,
    make: (chance) => alone(`${['sk', 'live', ''].join('_')}${chance.text(WORD, 24 + chance.below(80))}`),
  },
  { name: 'ak', names: null, isLine: true, make: (chance) => alone(`ak_${chance.text(WORD, 30)}a7B`) },
  {
    name: 'vercel',
    names: null,
    isLine: true,
    make: (chance) =>
      alone(`${['vercel', 'blob', 'rw', ''].join('_')}${chance.text(WORD, 16)}_${chance.text(WORD, 30)}`),
  },
  {
    name: 'jwt',
    names: null,
    isLine: true,
    make: (chance) =>
      alone(
        `${base64Url('{"alg":"HS256"}')}.${base64Url(`{"sub":"${chance.text(WORD, 12)}"}`)}.${chance.text(`${WORD}-_`, 43)}`,
      ),
  },
  {
    name: 'jwe',
    names: null,
    isLine: true,
    make: (chance) =>
      alone(
        [
          base64Url('{"alg":"RSA-OAEP","enc":"A256GCM"}'),
          ...[43, 16, 60, 22].map((length) => chance.text(WORD, length)),
        ].join('.'),
      ),
  },
  { name: 'private key', names: null, isLine: false, make: pem },
  {
    name: 'connection string',
    names: null,
    isLine: true,
    make: (chance) => ({
      before: chance.of(['postgres://app:', 'mysql://root:', 'redis://:', 'mongodb+srv://svc:', 'amqps://q:']),
      secret: chance.of([password(chance, '!&@^*-_+~.;$'), `${password(chance, '!')}%40${chance.text(WORD, 3)}`]),
      after: '@db.internal:5432/shop?sslmode=require',
    }),
  },
  {
    name: 'url password',
    names: null,
    isLine: true,
    make: (chance) => ({
      before: 'https://build:',
      secret: password(chance, '!&@*-_+~.;$'),
      after: '@repo.internal/maven',
    }),
  },
  {
    name: 'short password of a connection',
    names: null,
    isLine: true,
    make: () => ({ before: 'postgres://a:', secret: 'a', after: '@localhost/data', core: '' }),
  },
  {
    name: 'token in a link',
    names: null,
    isLine: true,
    make: (chance) => ({
      before: `https://app.internal/reset?user=7&${chance.of(['token', 'access_token', 'api_key', 'sig_token'])}=`,
      secret: `${chance.text(WORD, 24)}b7`,
      after: '&lang=de#top',
    }),
  },
  {
    name: 'ado',
    names: null,
    isLine: true,
    make: (chance) => ({
      before: 'Server=db.internal;User ID=app;Password=',
      secret: password(chance, '!&@#^*-_+~?.:$'),
      after: ';Database=shop',
    }),
  },
  { name: 'card', names: null, isLine: true, make: (chance) => alone(digitSum(`411111${chance.text(DIGITS, 9)}`)) },
  { name: 'iban', names: null, isLine: true, make: (chance) => alone(iban(chance)) },
  {
    name: 'e-mail',
    names: null,
    isLine: true,
    make: (chance) =>
      alone(
        `${chance.text(LOWER, 4)}.m${chance.of(['ü', 'u', 'ø', 'é'])}${chance.text(LOWER, 4)}@${chance.text(LOWER, 9)}.de`,
      ),
  },
  { name: 'phone', names: null, isLine: true, make: (chance) => alone(`+4915${chance.text(DIGITS, 9)}`) },
  {
    name: 'basic',
    names: null,
    isLine: true,
    make: (chance) => ({ before: 'Basic ', secret: base64(`kim:${password(chance)}`), after: '' }),
  },
  {
    name: 'bearer',
    names: null,
    isLine: true,
    make: (chance) => ({ before: 'Bearer ', secret: `${chance.text(WORD, 30)}a7`, after: '' }),
  },
];

/** A part of a document: bytes that stay, or a secret as it is spelt there. */
export interface Part {
  readonly text: string;
  readonly secret: Planted | null;
}

const stays = (text: string): Part => ({ text, secret: null });
/** A planted text, each part spelt by `spell`. */
const spelt = (planted: Planted, spell: (text: string) => string): Part[] => [
  stays(spell(planted.before)),
  { text: spell(planted.secret), secret: planted },
  stays(spell(planted.after)),
];

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inPercent = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Spells characters as escapes, as a writer of JSON may. */
export function inEscapes(chance: Chance): (text: string) => string {
  return (text) =>
    [...text]
      .map((character) => {
        if (character === '/') return chance.of(['/', '\\/']);
        if (character.length === 1 && chance.below(4) === 0) {
          const code = character.charCodeAt(0).toString(16).padStart(4, '0');
          return `\\u${chance.of([code, code.toUpperCase()])}`;
        }
        return inJson(character);
      })
      .join('');
}

/** Ways to name a value, in JSON. */
const ABOVE = ['value', 'default', 'Default', 'S', 'val', 'defaultValue'] as const;
const BESIDE = [
  ['name', 'value'],
  ['key', 'value'],
  ['ParameterKey', 'ParameterValue'],
  ['Name', 'Value'],
  ['header', 'value'],
  ['OptionName', 'Value'],
  ['k', 'v'],
] as const;

/** Places where a secret may be planted: the text of one member, or `null` where the kind has no such place. */
export const PLACES: Readonly<Record<string, (kind: PlantKind, chance: Chance, id: number) => Part[] | null>> = {
  value: (kind, chance, id) => {
    const name = kind.names === null ? `field${id}` : chance.of(kind.names);
    return [stays(`"${name}": "`), ...spelt(kind.make(chance), inJson), stays('"')];
  },
  number: (kind, chance) => {
    if (kind.name !== 'digits' && kind.name !== 'pin') return null;
    return [stays(`"${chance.of(kind.names ?? [])}": `), ...spelt(kind.make(chance), String)];
  },
  key: (kind, chance, id) => {
    if (kind.names !== null || ['basic', 'bearer', 'ado'].includes(kind.name)) return null;
    return [stays('"'), ...spelt(kind.make(chance), inJson), stays(`": ${id}`)];
  },
  'string in string': (kind, chance, id) => {
    const name = kind.names === null ? `inner${id}` : chance.of(kind.names);
    const depth = 1 + chance.below(3);
    const spell = (text: string): string => {
      let made = text;
      for (let level = 0; level <= depth; level += 1) made = inJson(made);
      return made;
    };
    let before = `{"n":1,"${name}":"`;
    let after = '","z":"\\u00e9"}';
    for (let level = 0; level < depth; level += 1) {
      const [inner, outer] = [inJson(before), inJson(after)];
      before = level === depth - 1 ? inner : `{"body":"${inner}`;
      after = level === depth - 1 ? outer : `${outer}"}`;
    }
    return [stays(`"payload${id}": "${before}`), ...spelt(kind.make(chance), spell), stays(`${after}"`)];
  },
  query: (kind, chance, id) => {
    if (!kind.isLine || kind.name === 'basic' || kind.name === 'bearer' || kind.name === 'ado') return null;
    const name = kind.names === null ? 'q' : chance.of(kind.names);
    return [
      stays(`"link${id}": "https://app.internal/a?x=1&${name}=`),
      ...spelt(kind.make(chance), inPercent),
      stays('&lang=de"'),
    ];
  },
  header: (kind, chance, id) => {
    if (!kind.isLine || (kind.names === null && kind.name === 'ado')) return null;
    const name = kind.name === 'basic' || kind.name === 'bearer' ? 'Authorization' : 'X-Custom';
    return [
      stays(
        `"raw${id}": "GET / HTTP/1.1\\r\\nHost: app.internal\\r\\n${kind.names === null ? name : chance.of(kind.names)}: `,
      ),
      ...spelt(kind.make(chance), inJson),
      stays('\\r\\nAccept: */*\\r\\n"'),
    ];
  },
  cookie: (kind, chance, id) => {
    if (kind.name !== 'token') return null;
    const name = chance.of(['sessionid', 'connect.sid', 'JSESSIONID', 'PHPSESSID']);
    return [
      stays(`"head${id}": "Cookie: theme=dark; ${name}=`),
      ...spelt(kind.make(chance), inJson),
      stays('; lang=de"'),
    ];
  },
  lines: (kind, chance, id) => {
    if (!kind.isLine)
      return [stays(`"text${id}": "first\\n`), ...spelt(kind.make(chance), inJson), stays('\\nlast\\n"')];
    const name = (kind.names === null ? 'SOME_NAME' : chance.of(kind.names)).replaceAll('-', '_');
    return [stays(`"env${id}": "A=1\\n${name}=`), ...spelt(kind.make(chance), inJson), stays('\\nC=x y\\n"')];
  },
  option: (kind, chance, id) => {
    if (kind.names === null || !kind.isLine) return null;
    const name = chance.of(['password', 'db-password', 'passwd', 'admin-password']);
    const quote = chance.of(['', "'", '\\"']);
    if (kind.name === 'token' || kind.name === 'pin') return null;
    return [
      stays(`"run${id}": "tool --user kim --${name} ${quote}`),
      ...spelt(kind.make(chance), inJson),
      stays(`${quote} --fast -v 2"`),
    ];
  },
  escaped: (kind, chance, id) => {
    const spell = inEscapes(chance);
    const name = kind.names === null ? `field${id}` : chance.of(kind.names);
    return [stays(`"${spell(name)}": "`), ...spelt(kind.make(chance), spell), stays('"')];
  },
  above: (kind, chance) => {
    if (kind.names === null) return null;
    const space = chance.of(['', ' ', '\n  ']);
    const type = chance.of([`"type":${space}"string",${space}`, '']);
    return [
      stays(`"${chance.of(kind.names)}":${space}{${type}"${chance.of(ABOVE)}":${space}"`),
      ...spelt(kind.make(chance), inJson),
      stays(`",${space}"isNew":${space}true}`),
    ];
  },
  list: (kind, chance, id) => {
    if (kind.name === 'pin') return null;
    const space = chance.of(['', ' ', '\n  ']);
    const name =
      kind.names === null ? `list${id}` : chance.of(['passwords', 'dbPassword', 'api_keys', 'tokens', 'secrets']);
    const isToken = /key|token|secret/.test(name);
    if (kind.names !== null && isToken !== (kind.name === 'token')) return null;
    const first = spelt(kind.make(chance), inJson);
    const second = spelt(kind.make(chance), inJson);
    return [stays(`"${name}":${space}["`), ...first, stays(`",${space}"`), ...second, stays('"]')];
  },
  yaml: (kind, chance, id) => {
    if (kind.names === null || !kind.isLine) return null;
    const name = chance.of(kind.names);
    const quote = chance.of(['', "'", '\\"']);
    const middle = chance.of([': ', ':\\n  value: ', ':\\n    default: ']);
    return [
      stays(`"yaml${id}": "a:\\n  b: 1\\n${name}${middle}${quote}`),
      ...spelt(kind.make(chance), inJson),
      stays(`${quote}\\nc: [d]\\n"`),
    ];
  },
  beside: (kind, chance, id) => {
    if (kind.names === null) return null;
    const [nameKey, valueKey] = chance.of(BESIDE);
    const named = `"${nameKey}": "${chance.of(kind.names)}"`;
    const planted = spelt(kind.make(chance), inJson);
    return chance.below(2) === 0
      ? [stays(`"list${id}": [{${named}, "on": true, "${valueKey}": "`), ...planted, stays('"}]')]
      : [stays(`"list${id}": [{"${valueKey}": "`), ...planted, stays(`", ${named}}]`)];
  },
};

/** Comments with a secret in them. */
export function plantComment(kind: PlantKind, chance: Chance): Part[] {
  const name = kind.names === null ? 'see' : chance.of(kind.names);
  const planted = spelt(kind.make(chance), String);
  const form = kind.isLine ? chance.below(4) : 3;
  if (form === 0) return [stays(`// ${name}: `), ...planted, stays('\n')];
  if (form === 1) return [stays(`/* was ${name}=`), ...planted, stays(' in May */')];
  if (form === 2)
    return [stays(`// "${name}": "`), ...planted.map((part) => ({ ...part, text: inJson(part.text) })), stays('",\n')];
  return [stays(`/*\n ${name} = `), ...planted, stays('\n*/')];
}

/** Members that hold nothing, oddly spelt. */
export function ordinary(chance: Chance, id: number): string {
  return chance.of([
    `"n${id}": 1.50e+01`,
    `"é${id}": "caf\\u00e9 \\/ \\"quoted\\" \\ud83d\\ude00"`,
    `"count${id}": { "max_tokens":4096 , "token": 12345, "key": 88888 }`,
    `"run${id}": "docker run -u 1000:1000 image"`,
    `"t${id}": "$(TOKEN)", "password${id}": "__TOKEN__"`,
    `"sops${id}": {"password": "ENC[AES256_GCM,data:p673w==,iv:YY=,tag:A=,type:str]"}`,
    `"from${id}": {"secret": "arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/db7-AbC1ef"}`,
    `"id${id}": "5e07f10f-f6ba-4144-9494-39d011886c86", "url": "https://packages.internal/a/-/a-1.2.3.tgz"`,
    `"words${id}": "Forgot your password? Enter a new one, of 8 to 20 characters."`,
    `"list${id}": [ "a" , "b\\t" ,null,true , [ ] , { } ]`,
    `"html${id}": "<b>\\u003cp\\u003e a &amp; b; c</b>"`,
    `"path${id}": "/usr/local/bin:/bin", "password_file": "/run/secrets/db7"`,
  ]);
}
