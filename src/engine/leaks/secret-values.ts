// Whether a value could be a secret at all: what is empty, hidden, a variable, an address, or words of a language is none.

/** Hidden, or none. */
const HIDDEN =
  /^(?:[*•.xX#_-]+|n\/?a|none|null|undefined|empty|redacted|hidden|removed|masked|secret|unset|default|optional|required|true|false|todo|tbd)$|[*•]{3}|…|\.\.\.|^[^A-Za-z]{0,20}(?:[A-Za-z]+[ _-]){0,2}redacted(?:[ _-][A-Za-z]+){0,2}[^A-Za-z]{0,20}$|^\[[a-z-]+-\d+\]\**$/i;
/** A variable, or a template. */
const VARIABLE =
  /\$\{[^}]*\}|\{\{|<%|%\}|^\$\(.*\)$|^\$[A-Za-z_]\w*$|^\$env:\w+$|^%\w+%$|^@\w+@$|^__\w+__$|^#\{.*\}#?$|^%\(\w+\)s$|^\{[\w .:/-]*\}$|^<[^<>]*>$|^‹.*›$|^\[[\w .:/-]*\]\**$/;
/** Encrypted, with a key that is elsewhere. */
const SEALED = /^ENC[[(].*[\])]$|^\{cipher\}|^vault:v\d+:|^\$ANSIBLE_VAULT|^AgA[\w+/=]{100,}$|^secret_v\d:/;
/** Where a secret is kept. */
const ADDRESS =
  /^(?:env|secret|vault|ref|file|ssm|sops|arn|secretsmanager|keyvault|op|process\.env|os\.environ|gcp-sm|gsm|awssm|azkv|doppler|infisical|bws|k8s|kubernetes|aws-ssm|parameterstore)[:./][\w./:@#${}()[\]'" -]*$|^projects\/[\w-]+\/secrets\/|^(?=.*\/)[a-z\d._:@-]+(?:\/[a-z\d._:@-]+)+$|^@Microsoft\.KeyVault\(/;
/** What people write where a secret belongs: the words alone. */
const STAND_IN =
  /^(?:change[-_ ]?(?:me|it)|(?:your|my|change|replace|insert|enter|example|sample|dummy|placeholder|fake)(?=[-_ .]|$))(?:[-_ .][A-Za-z]+)*(?:[-_ .]?\d{1,4})?[.!]?$/i;
const PATH = /^(?:\.{0,2}|~|[A-Za-z]:|\\)(?:[/\\][\w.@ -]+)+[/\\]?$/;
const DATE =
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:|$)|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?(?: |$)/;
const WEB = /^(?:https?|wss?|ftp|file|urn|mailto|data):/i;
/** Longest value of a name that is looked at. */
const MAX_LENGTH = 100_000;

/** Whether a value is hidden already, or stands for one that is not here. */
export function isPlaceholder(value: string): boolean {
  if (value === '' || isOneCharacter(value)) return true;
  // What is longer than all of these is no placeholder.
  if (value.length > 300) return SEALED.test(value.slice(0, 200));
  return HIDDEN.test(value) || VARIABLE.test(value) || SEALED.test(value) || STAND_IN.test(value);
}

function isElsewhere(value: string): boolean {
  return (
    value.length <= 300 &&
    (ADDRESS.test(value) || (PATH.test(value) && !isEncoded(value)) || DATE.test(value) || WEB.test(value))
  );
}

/** Whether what looks like a path is base64 that begins with a slash. */
function isEncoded(value: string): boolean {
  return /^\/[A-Za-z\d]{15,}$/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value) && /\d/.test(value);
}

/** Whether the value of a password's name could be one: it has a letter, and a digit or a sign, and no white space. */
export function isPassword(value: string): boolean {
  return (
    value.length >= 6 &&
    value.length <= 1000 &&
    (/\s/.test(value) ? isPhrase(value) : /\d/.test(value) || isMixed(value)) &&
    /\p{L}/u.test(value) &&
    !isPlaceholder(value) &&
    !isElsewhere(value) &&
    !/^(?:v?\d+(?:\.\d+)+|[a-z]+\(\d+\))$/i.test(value)
  );
}

/** Whether one of a few words has a letter and a digit side by side, as labels and hints don't have: `Summer 7rain`. */
function isPhrase(value: string): boolean {
  return (
    /^[^\s]{1,40}(?: [^\s]{1,40}){1,7}$/.test(value) &&
    value.split(' ').some((word) => word.length >= 5 && /\p{Ll}{2}/u.test(word) && /\p{Ll}\d|\d\p{Ll}/u.test(word))
  );
}

/** Whether a value is the words that a wallet is made of. */
export function isWords(value: string): boolean {
  return /^[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23}$/.test(value);
}

/** Names that end with a version or a number: `button-primary-v2`, `db_password2`. */
const SLUG = /^[a-z]+(?:[-_.][a-z]+)+[-_.]?v?\d{1,2}$|^[a-z]+[-_.]v\d{1,2}$/;

/** Whether letters of both cases have a sign among them that words don't have. */
function isMixed(value: string): boolean {
  return value.length >= 8 && /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /[!@#$%^&*?~+=][\p{L}\d]/u.test(value);
}

/** Whether a value is digits alone, as a password or a PIN may be. */
export function isDigits(value: string): boolean {
  return /^(?!0+$)\d{4,19}$/.test(value);
}

/** Whether the value of a token's name could be one: long, without white space, and not only words. */
export function isToken(value: string): boolean {
  if (value.length > MAX_LENGTH || !/\d/.test(value) || !/[A-Za-z]/.test(value) || /\s/.test(value)) return false;
  const isLong = value.length >= 12 && /^[\w+/=.~:!@#$%^&*|-]+$/.test(value);
  return (
    (isLong || isStrong(value)) &&
    !isPlaceholder(value) &&
    !isElsewhere(value) &&
    !/^\d+(?:\.\d+)+[\w.-]*$/.test(value) &&
    !SLUG.test(value) &&
    variety(value) >= 6
  );
}

/** Whether a value has what rules of passwords ask for: both cases, digits and signs. */
function isStrong(value: string): boolean {
  return (
    value.length >= 8 &&
    /[A-Z]/.test(value) &&
    /[a-z]/.test(value) &&
    /\d/.test(value) &&
    /[!@#$%^&*?~+=,;()[\]{}|\\]/.test(value) &&
    /^[\x21-\x7e]+$/.test(value) &&
    !/^[\w.]+\(.*\)$|^[\w.]+\[.*\]$/.test(value)
  );
}

/** Whether a value has the form of a random identifier, as sessions have. */
export function isSession(value: string): boolean {
  return (
    value.length >= 12 &&
    /^[\w+/=.~:%!*-]+$/.test(value) &&
    /\d/.test(value) &&
    !isPlaceholder(value) &&
    variety(value) >= 6
  );
}

function isOneCharacter(value: string): boolean {
  return value.length > 2 && variety(value) === 1;
}

/** The number of different characters, up to 16. */
function variety(value: string): number {
  const seen = new Set<string>();
  for (const character of value) {
    seen.add(character);
    if (seen.size === 16) break;
  }
  return seen.size;
}
