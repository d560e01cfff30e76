// Strings that are addresses of pages or of mail.

const START = /^(?:https?:\/\/|mailto:)[^\s]/i;
const SPACE = /[\s\u0000-\u001f\u007f]/; // eslint-disable-line no-control-regex -- none of them is part of an address

/** The address that a string is; `null` for none. */
export function linkOf(text: string): string | null {
  if (!START.test(text) || SPACE.test(text)) return null;
  return URL.canParse(text) ? text : null;
}
