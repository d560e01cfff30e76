// Whether a value could be a secret at all: what is empty, hidden, a variable, a path, or words of a language is none.

const PLACEHOLDER =
  /^(?:[*•.xX#_-]+|n\/?a|none|null|undefined|empty|redacted|hidden|removed|masked|secret|unset|default|optional|required|true|false|todo|tbd|\.\.\.)$|redacted|^\[[^\]]*\]\**$|^\[[a-z-]+\d*\]?\**$|^<.*>$|^\{.*\}$|^‹.*›$|[*•]{3}|…|\.\.\.|\$\{|\{\{|<%|%\}|^\$[A-Za-z_]|^%\w+%$|^@\w+@$|^(?:env|secret|vault|ref|file|ssm|sops|arn|secretsmanager|keyvault|op|process\.env|os\.environ)[:./]|^change[-_ ]?me|^(?:your|my|change|replace|insert|enter|example|sample|dummy|placeholder|fake)(?:[-_ .]|$)/i;
const PATH = /^(?:\.{0,2}\/|~\/|[A-Za-z]:\\|\\\\)/;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]|$)|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^\d\d:\d\d/;
const WEB = /^(?:https?|wss?|ftp|file|urn|mailto|data):/i;

/** Whether a value is hidden already, or stands for one that is not here. */
export function isPlaceholder(value: string): boolean {
  return value === '' || PLACEHOLDER.test(value) || isOneCharacter(value);
}

/** Whether the value of a password's name could be one: it has a letter and a digit, and no white space. */
export function isPassword(value: string): boolean {
  return (
    value.length >= 6 &&
    value.length <= 200 &&
    !/\s/.test(value) &&
    /\p{L}/u.test(value) &&
    /\d/.test(value) &&
    !isPlaceholder(value) &&
    !PATH.test(value) &&
    !DATE.test(value) &&
    !WEB.test(value) &&
    !/^(?:v?\d+(?:\.\d+)+|[a-z]+\(\d+\))$/i.test(value)
  );
}

/** Whether the value of a token's name could be one: long, without white space, and not only words. */
export function isToken(value: string): boolean {
  return (
    value.length >= 12 &&
    value.length <= 10_000 &&
    /^[\w+/=.~:!@#$%^&*|-]+$/.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    !isPlaceholder(value) &&
    !PATH.test(value) &&
    !DATE.test(value) &&
    !WEB.test(value) &&
    !/^\d+(?:\.\d+)+[\w.-]*$/.test(value) &&
    variety(value) >= 6
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
