// What the name of a value says about it: `dbPassword`, `X-Api-Key`, `refresh_token`. A name is read as words, and the last
// ones count: a `passwordFile` is a file, and a `next_page_token` opens nothing.

/** What a value with this name holds. */
export type NameClass =
  | 'password'
  /** May also be a ticket, or a result. */
  | 'pass'
  /** Digits alone, four or more. */
  | 'pin'
  | 'token'
  | 'aws-secret'
  | 'private-key'
  | 'authorization'
  | 'basic'
  | 'cookies'
  | 'session-cookie'
  | 'phone'
  /** The words of a wallet. */
  | 'words'
  | null;

const PASSWORDS = new Set(
  'password passwd passwrd pwd pw pass passphrase passcode psk passwort kennwort contraseña contrasena senha wachtwoord motdepasse parola lösenord hasło haslo userpass dbpass rootpass adminpass sshpass storepass keypass keystorepass truststorepass smtppass mailpass ftppass mysqlpass redispass'.split(
    ' ',
  ),
);
/** Words that a secret token ends with, whatever stands before. */
const TOKENS = new Set(
  'token oauth secret apikey authtoken accesstoken secretkey accesskey authkey privatekey apitoken clientsecret refreshtoken credential credentials bearer pat apisecret appsecret sharedsecret signingsecret webhooksecret sessiontoken idtoken usertoken bottoken'.split(
    ' ',
  ),
);
/** Words that make a `key` a secret one. */
const OF_KEYS = new Set(
  'api secret access private encryption encrypt decryption signing sign master auth authentication authorization account shared service admin webhook deploy deployment app application client subscription signature hmac aes jwt session server license licence crypto cipher cookie functions function host storage license root security rsa integration ingest preshared consumer writer write push personal user'.split(
    ' ',
  ),
);
/** Words that make a `token` harmless. */
const HARMLESS_TOKENS = new Set(
  'page next previous prev sync continuation stop pad padding unk unknown eos bos sep cls mask start end special cancellation continue resume cursor scroll paging pagination input output first last design syntax image vision separator'.split(
    ' ',
  ),
);
/** Words of another one that ends with the name of a secret, written together: `dbpassword`, `identitytoken`, `jwtsecret`. */
const TOGETHER = /(?:password|passwd|passphrase|passwort|kennwort|wachtwoord)$/;
const TOGETHER_TOKEN = /(?:token|secret)$/;
/** Words behind a name that say which one it is: `password_prod`, `secretValue`. */
const WHICH =
  /^(?:prod|production|dev|devel|development|test|testing|staging|stage|live|sandbox|qa|uat|old|new|current|previous|backup|value|string|plain|plaintext|raw|encoded|b64|base64|local|main|primary|secondary|confirm|confirmation|repeat|repeated|again)$/;
const PINS = new Set('pin otp totp cvv cvc passcode mfa'.split(' '));
const PIN_CODES = new Set('security verification confirmation otp access pin login factor mfa sms'.split(' '));
const PHONES = new Set(
  'phone telephone tel telefon telefono teléfono telefoon telefone mobile mobil cell cellphone fax telefax handy whatsapp msisdn phonenumber mobilenumber phoneno mobileno rufnummer handynummer telefonnummer landline'.split(
    ' ',
  ),
);
const SESSIONS =
  /^(?:(?:__secure-|__host-)?[\w.-]{0,30}(?:sess(?:ion)?[_.-]?(?:id|key|token)?|sessid)|sid|connect\.sid|jsessionid|asp\.net_sessionid|aspsessionid\w{0,12}|phpsessid|cfid|cftoken|[\w.-]{0,30}(?:auth|remember|access|refresh|login)[_.-]?(?:token|cookie|me)?|[\w.-]{0,30}(?:token|jwt)|\.aspxauth|\.aspnetcore\.[\w.]{1,40}|wordpress_logged_in_\w{1,64}|sb-[\w-]{1,60}-auth-token)$/i;
const HARMLESS_COOKIES = /csrf|xsrf|^_g|^id$|client_?id|visitor|device|consent|user_?id|guest/i;

/** Splits a name into its words, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** Returns what a value with this name holds; `null` if the name says nothing. */
export function classifyName(name: string): NameClass {
  if (name.length > 100) return null;
  const words = wordsOf(name);
  // A number behind a name counts copies: `password2`.
  while (words.length > 1 && (/^\d+$/.test(words.at(-1) ?? '') || WHICH.test(words.at(-1) ?? ''))) words.pop();
  const last = singular((words.at(-1) ?? '').replace(/\d+$/, ''), words.at(-1) ?? '');
  const before = words.at(-2) ?? '';
  if (last === '') return null;
  const joined = words.join('');
  if (joined === 'authorization' || joined === 'proxyauthorization' || joined === 'xauthorization')
    return 'authorization';
  if (joined === 'cookie' || joined === 'setcookie') return 'cookies';
  if (last === 'auth' || joined === 'basicauth') return 'basic';
  if (/^(?:j|php|asp|cf)sess(?:ion)?id$|^connectsid$|^aspnetsessionid$/.test(joined)) return 'session-cookie';
  if (joined.endsWith('secretaccesskey') || joined === 'awssecretkey' || joined === 'awssecret') return 'aws-secret';
  if (joined.endsWith('secretkeybase')) return 'token';
  if (/^(?:\w{0,30}mnemonic|\w{0,30}(?:seed|recovery|backup|secret)(?:phrase|words))$/.test(joined)) return 'words';
  if (joined === 'pass') return 'pass';
  if (
    PASSWORDS.has(last) ||
    (before === 'de' && last === 'passe') ||
    (before === 'pass' && /^(?:word|phrase)$/.test(last))
  )
    return 'password';
  if (joined.endsWith('privatekey') || joined.endsWith('privatekeypem')) return 'private-key';
  if (PINS.has(last) || (last === 'code' && PIN_CODES.has(before))) return 'pin';
  if (last === 'token') return words.some((word) => HARMLESS_TOKENS.has(word)) ? null : 'token';
  if (TOKENS.has(last)) return 'token';
  if (last === 'key' || last === 'keys') return OF_KEYS.has(before) ? 'token' : null;
  if (TOGETHER.test(last)) return 'password';
  if (TOGETHER_TOKEN.test(last)) return isHarmless(last) ? null : 'token';
  if (/.key$/.test(last)) return OF_KEYS.has(last.slice(0, -3)) ? 'token' : null;
  if (PHONES.has(last)) return 'phone';
  if ((last === 'number' || last === 'no' || last === 'nr' || last === 'nummer') && PHONES.has(before)) return 'phone';
  if (
    (last === 'code' || last === 'codes' || last === 'pin') &&
    (before === 'auth' || before === 'backup' || before === 'recovery')
  )
    return 'password';
  return null;
}

/** Whether a word ends with `token`, and begins with what makes one harmless: `nextpagetoken`. */
function isHarmless(word: string): boolean {
  if (!word.endsWith('token')) return false;
  const kind = word.slice(0, -5);
  return [...HARMLESS_TOKENS].some((harmless) => kind.endsWith(harmless));
}

/** Names that were classified: texts repeat them. */
const classes = new Map<string, NameClass>();
const MAX_CLASSES = 10_000;

/** As `classifyName`, which it asks once for each name. */
export function classOf(name: string): NameClass {
  const known = classes.get(name);
  if (known !== undefined) return known;
  if (classes.size >= MAX_CLASSES) classes.clear();
  const named = classifyName(name);
  classes.set(name, named);
  return named;
}

/** Whether a cookie of this name opens a session. */
export function isSessionCookie(name: string): boolean {
  return SESSIONS.test(name) && !HARMLESS_COOKIES.test(name);
}

function singular(word: string, whole: string): string {
  if (whole === 'credentials' || !/[^s]s$/.test(word) || word === 'pass' || word === 'access') return word;
  const one = word.slice(0, -1);
  // `tokens` and `passwords` are lists of them; in `max_tokens` they are counted, which its value shows.
  return PASSWORDS.has(one) || TOKENS.has(one) || PHONES.has(one) ? one : word;
}
