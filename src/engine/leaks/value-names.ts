// What names a value besides its key: `{"name": "DB_PASSWORD", "value": "…"}`, `{"db_password": {"value": "…"}}`,
// `["authorization", "Bearer …"]`, `["--password", "…"]`, and the parts of a JSON web key.

import { classOf } from './secret-names.ts';

/** Keys of a value that a sibling names, or else the object's own name; in lower case, letters alone. */
const VALUES = new Set(
  'value val v parametervalue optionvalue settingvalue propertyvalue attributevalue variablevalue headervalue currentvalue initialvalue defaultvalue stringvalue textvalue plaintext'.split(
    ' ',
  ),
);
/** Keys of a value that only the object's own name can name. */
const PLAIN = new Set(
  'default content data raw plain text literal stringdata secretstring string current previous old new prod production dev development staging live test main primary secondary access refresh signing encryption'.split(
    ' ',
  ),
);
/** Types of DynamoDB. */
const TYPES = new Set(['S', 'N']);
/** Keys of the sibling that names a value. */
const NAMES = new Set(
  'name key k header field param parameter variable env id label title setting option property attribute parameterkey parametername optionname settingname propertyname attributename variablename headername fieldname keyname'.split(
    ' ',
  ),
);
/** Siblings that say that a value is secret, and what they have to be. */
const FLAGS = new Set('type kind format sensitive issensitive secret issecret secure issecure concealed'.split(' '));
const SECRET_TYPES = /^(?:securestring|secretstring|secret|password|concealed|sensitive|true)$/i;
/** Keys beside the password of a login. */
const USERS = new Set('user username userid login email'.split(' '));
/** Members of a JSON web key that are private, by its type. @see RFC 7518 §6 */
const PRIVATE_PARTS: Readonly<Record<string, string>> = { EC: 'd', OKP: 'd', RSA: 'd p q dp dq qi', oct: 'k' };
const PARTS = new Set(Object.values(PRIVATE_PARTS).flatMap((parts) => parts.split(' ')));
/** Names of collections, whose members are secret whatever they are called. */
const COLLECTION =
  /^(?:.*[^a-z])?(?:passwords|passwds|passphrases|secrets|passwörter|kennwörter|contraseñas|api_?keys|apikeys|pins)$/i;
/** Members of such a collection that are none. */
const PLAIN_MEMBERS =
  /^(?:.*[^a-z])?(?:user(?:name)?|login|name|id|host(?:name)?|url|uri|endpoint|region|type|kind|e-?mail|provider|project|account|database|port|path|file|version|scopes?|description|label|hash|algorithm|created.*|updated.*|expires.*|date|arn|ref|source|mount.*|namespace)$/i;

/** The name of a host, as keys of logins are: `{"github-oauth": {"github.com": "…"}}`. */
const HOST = /^(?:[a-z\d-]{1,63}\.){1,6}[a-z]{2,24}(?::\d{1,5})?$/i;

/** Whether a key is the host that a login is for. Tokens of a design have names with dots, too. */
function isHost(key: string, around: string): boolean {
  return HOST.test(key) && !/tokens$/i.test(around);
}

/** Names of objects that count words, or number them. */
const COUNTS =
  /vocab|count|freq|stat(?:s|istics)?$|total|histogram|tokens$|words$|ids$|limits?$|lengths?$|sizes?$|scores?$|weights?$|usage/i;

/** Whether the numbers of an object or array of this name count words: `{"vocab": {"password": 9113}}`. */
export function isOfCounts(key: string | null): boolean {
  return key !== null && COUNTS.test(key);
}

/** What a key says about what may name its value. */
export interface KeyRole {
  /** Its value may be named by a sibling, or by what names the object. */
  readonly isValue: boolean;
  /** Its value may be named by what names the object. */
  readonly isPlain: boolean;
  /** Its value may name a sibling. */
  readonly isName: boolean;
  /** Its value may say that a sibling is secret. */
  readonly isFlag: boolean;
  /** What it says of a sibling, whatever its value is: that of `pass` is a login's, that of `result` was made at random. */
  readonly beside: 'user' | 'random' | null;
}

/** Roles of keys: a document has the same few. */
const roles = new Map<string, KeyRole>();
const MAX_ROLES = 10_000;

/** Returns the role of a key. */
export function roleOf(key: string): KeyRole {
  const known = roles.get(key);
  if (known !== undefined) return known;
  if (roles.size >= MAX_ROLES) roles.clear();
  const role = findRole(key);
  roles.set(key, role);
  return role;
}

function findRole(key: string): KeyRole {
  const word = key.length > 20 ? '' : key.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isValue = VALUES.has(word);
  return {
    isValue,
    isPlain: isValue || PLAIN.has(word) || TYPES.has(key),
    isName: NAMES.has(word),
    isFlag: FLAGS.has(word),
    beside: USERS.has(word) ? 'user' : word === 'bcrypthash' ? 'random' : null,
  };
}

/** What the members beside a value say. */
export interface Siblings {
  /** The first that names it. */
  readonly name: string | null;
  /** Whether one says that it is secret. */
  readonly isSecret: boolean;
  /** The type of a JSON web key. */
  readonly keyType: string | null;
  /** Whether one is the user of a login. */
  readonly hasUser: boolean;
  /** Whether one comes with a password that was made at random, as Terraform keeps it. */
  readonly isRandom: boolean;
}

export const NO_SIBLINGS: Siblings = { name: null, isSecret: false, keyType: null, hasUser: false, isRandom: false };

/** Whether the value of a flag says that its sibling is secret. */
export function saysSecret(value: string): boolean {
  return SECRET_TYPES.test(value);
}

/** Whether siblings have to be read for what names the value of a key. Cheaper than reading them. */
export function mayBeNamed(key: string, { isValue }: KeyRole): boolean {
  return isValue || isPart(key) || isPaired(key);
}

function isPaired(key: string): boolean {
  return /^(?:pass|result)$/i.test(key);
}

function isPart(key: string): boolean {
  return key.length <= 2 && PARTS.has(key);
}

/**
 * Returns what names the value of a member. `around` names its object; `read` reads the siblings, and is called only where they
 * matter.
 */
export function nameOfMember(key: string, role: KeyRole, around: string | null, read: () => Siblings): string {
  if (role.isValue) {
    const { name, isSecret } = read();
    if (name !== null && classOf(name) !== null) return name;
    if (around !== null && (name === null || !COLLECTION.test(around)) && classOf(around) !== null) return around;
    if (isSecret) return 'secret';
    if (name !== null) return name;
  }
  if (isPaired(key)) {
    const { hasUser, isRandom } = read();
    if (/^pass$/i.test(key) ? hasUser : isRandom) return 'password';
  }
  if (isPart(key) && PRIVATE_PARTS[read().keyType ?? '']?.split(' ').includes(key) === true) return 'private-key';
  if (around === null || classOf(key) !== null) return key;
  if ((role.isPlain || isHost(key, around)) && classOf(around) !== null) return around;
  return COLLECTION.test(around) && !PLAIN_MEMBERS.test(key) ? around : key;
}

/** What names the members of an object that is the value of a key; `null` if nothing does. */
export function nameOfObject(key: string | null, around: string | null): string | null {
  if (key === null) return around;
  if (COLLECTION.test(key) || classOf(key) !== null) return key;
  return roleOf(key).isPlain ? around : null;
}

/** Returns what names an item: the flag before it, the first of two, or what names its array. */
export function nameOfItem(before: string | null, index: number, length: number, around: string | null): string | null {
  if (before !== null && /^--?[A-Za-z][\w-]{1,40}$/.test(before)) return before.replace(/^-+/, '');
  const isList = around !== null && classOf(around) !== null;
  if (index === 1 && length === 2 && before !== null && !isList) return before;
  return around;
}
