// Decodes a value of the hash. The page and most programs percent-encode it; the browser's address bar encodes only a few
// characters; users type links without encoding. All of these denote the same document:
//
//   url.https%3A%2F%2Fa.org%2Fx%3Fs%3Da%252Fb      written by a program
//   url.https://a.org/x?s=a%2Fb                    typed: an address is percent-encoded itself, and stays as it is
//   json.%7B%22d%22%3A%225%25%20off%22%7D          written by a program
//   json.{%22d%22:%225%%20off%22}                  {"d":"5% off"} as typed, and as passed on by the address bar
//
// A value is percent-decoded once, except for an unencoded web address. If a percent sign starts no escape, or a character
// occurs both with and without an escape, the text was not encoded; then only the escapes that browsers add themselves are
// decoded.

/** The source of a key, and the undecoded part after its dot. */
const KEY = /^([a-z]+)\.(.*)$/s;
const HAS_SCHEME_OR_SLASH = /^[a-z][a-z0-9+.-]*:|\//i;
/** A web address that is encoded, once or several times. */
const ENCODED_ADDRESS = /^https?(?:%(?:25)*3a|:%(?:25)*2f)/i;
/** An escape of an ASCII character, or a sequence of escapes of another character. */
const ESCAPES = /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi;
/** The escapes that browsers add in a fragment. @see https://url.spec.whatwg.org/#fragment-percent-encode-set */
const BROWSER_ESCAPES = /%(?:[01][0-9a-f]|2[02]|3[ce]|60|7f)|(?:%[89a-f][0-9a-f])+/gi;

/** Encoders that encode one of these characters encode all its occurrences. */
const ENCODED_ALIKE = Array.from(':/?#[]@$&+,;={}|^\\', (character) => {
  const code = character.charCodeAt(0).toString(16);
  return [new RegExp(`%${code}`, 'i'), character] as const;
});

/** Returns the compound key of a value of the hash, encoded or not. Never throws. */
export function readHashValue(value: string): string {
  const key = KEY.test(value) ? value : percentDecoded(value);
  const [, source, id = ''] = KEY.exec(key) ?? [];
  if (source === 'url') return `url.${readAddress(id)}`;
  return key === value ? percentDecoded(value) : key;
}

/** Returns a web address from a link, encoded or not. Never throws. */
function readAddress(value: string): string {
  let address = value;
  if (!HAS_SCHEME_OR_SLASH.test(value)) address = withoutEscapes(value, ESCAPES);
  while (ENCODED_ADDRESS.test(address)) address = withoutEscapes(address, ESCAPES);
  return address;
}

/** Decodes the percent-encoding of a text; a text that is not encoded is returned unchanged. Never throws. */
export function percentDecoded(value: string): string {
  if (!value.includes('%')) return value;
  return withoutEscapes(value, isEncoded(value) ? ESCAPES : BROWSER_ESCAPES);
}

/** Whether a text was encoded by a program or the user, and not only by the browser. */
function isEncoded(value: string): boolean {
  // Browsers don't encode brackets.
  if (/%[57]b/i.test(value) && !/[{[]/.test(value)) return true;
  if (/%(?![0-9a-f]{2})/i.test(value)) return false;
  return ENCODED_ALIKE.every(([escape, character]) => !value.includes(character) || !escape.test(value));
}

/** Decodes escapes; invalid UTF-8 stays as it is. */
function withoutEscapes(value: string, escapes: RegExp): string {
  return value.replaceAll(escapes, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
