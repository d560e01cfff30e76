// How a value of the hash is read. The page writes it percent-encoded, and so do most programs that make links; the
// browser's address bar encodes only a few characters; somebody who types a link writes it as it is. All of these stand for
// the same document:
//
//   url.https%3A%2F%2Fa.org%2Fx%3Fs%3Da%252Fb      written by a program
//   url.https://a.org/x?s=a%2Fb                    typed: an address is percent-encoded itself, and stays as it is
//   json.%7B%22d%22%3A%225%25%20off%22%7D          written by a program
//   json.{%22d%22:%225%%20off%22}                  {"d":"5% off"} as typed, the way that the address bar passes it on
//
// A value is percent-decoded once, but for an address that stands there unencoded. A percent sign that begins no escape, or
// a character that is there with and without an escape, shows that nobody has encoded a text: then only what a browser itself
// encodes is undone.

/** The source of a key, and what is behind its dot, of which nothing is decoded yet. */
const KEY = /^([a-z]+)\.(.*)$/s;
const HAS_SCHEME_OR_SLASH = /^[a-z][a-z0-9+.-]*:|\//i;
/** An address that is still encoded, once or several times. */
const ENCODED_ADDRESS = /^https?(?:%(?:25)*3a|:%(?:25)*2f)/i;
/** An escape of ASCII, or several of another character. */
const ESCAPES = /%[0-7][0-9a-f]|(?:%[89a-f][0-9a-f])+/gi;
/** Those that a browser makes in a fragment. @see https://url.spec.whatwg.org/#fragment-percent-encode-set */
const BROWSER_ESCAPES = /%(?:[01][0-9a-f]|2[02]|3[ce]|60|7f)|(?:%[89a-f][0-9a-f])+/gi;

/** Who encodes one of these does so wherever it stands. */
const ENCODED_ALIKE = Array.from(':/?#[]@$&+,;={}|^\\', (character) => {
  const code = character.charCodeAt(0).toString(16);
  return [new RegExp(`%${code}`, 'i'), character] as const;
});

/** The compound key that a value of the hash stands for, whoever has written it. Never throws. */
export function readHashValue(value: string): string {
  const key = KEY.test(value) ? value : percentDecoded(value);
  const [, source, id = ''] = KEY.exec(key) ?? [];
  if (source === 'url') return `url.${readAddress(id)}`;
  return key === value ? percentDecoded(value) : key;
}

/** An address as it stands in a link, encoded or not. Never throws. */
function readAddress(value: string): string {
  let address = value;
  if (!HAS_SCHEME_OR_SLASH.test(value)) address = withoutEscapes(value, ESCAPES);
  while (ENCODED_ADDRESS.test(address)) address = withoutEscapes(address, ESCAPES);
  return address;
}

/** A text without its percent-encoding, where it has one. Never throws. */
export function percentDecoded(value: string): string {
  if (!value.includes('%')) return value;
  return withoutEscapes(value, isEncoded(value) ? ESCAPES : BROWSER_ESCAPES);
}

/** Whether a program, or a person, has encoded a text, and not the browser alone. */
function isEncoded(value: string): boolean {
  // Browsers leave brackets as they are.
  if (/%[57]b/i.test(value) && !/[{[]/.test(value)) return true;
  if (/%(?![0-9a-f]{2})/i.test(value)) return false;
  return ENCODED_ALIKE.every(([escape, character]) => !value.includes(character) || !escape.test(value));
}

/** What is no UTF-8 stays as it is. */
function withoutEscapes(value: string, escapes: RegExp): string {
  return value.replaceAll(escapes, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}
