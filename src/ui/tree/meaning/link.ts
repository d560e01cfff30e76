// Strings that are web or e-mail addresses.

const START = /^(?:https?:\/\/|mailto:)[^\s]/i;
const SPACE = /[\s\u0000-\u001f\u007f]/; // eslint-disable-line no-control-regex -- none of them is part of an address

/** Returns the address that a string is; `null` when it is none. */
export function linkOf(text: string): string | null {
  if (!START.test(text) || SPACE.test(text)) return null;
  return URL.canParse(text) ? text : null;
}
