// Private keys in their own containers: PEM with or without headers, OpenPGP, PuTTY. All of it is the secret, to its last line; one
// that is cut goes as far as its lines look like one.

import type { SecretList } from './secret.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,20} ){0,4}KEY(?: BLOCK)?-----/y;
/** Longest key that is looked for, in characters. */
const MAX_KEY = 60_000;
/** What stands between the lines of a key that is cut: line ends, also as escapes, and the signs before lines of comments. */
const BETWEEN = /(?:\\+[nrt]|[\s*#>|"',+])+/y;
const LINE =
  /[A-Za-z\d+/]{16,}={0,2}|=[A-Za-z\d+/]{4}(?![A-Za-z\d])|[A-Za-z\d+/]{1,15}={1,2}|[A-Z][A-Za-z-]{2,30}: [^\n\\"]{1,200}/y;
const PUTTY = 'PuTTY-User-Key-File-';
const PUTTY_END = /Private-MAC: {0,3}[\da-f]{16,128}/;

/** Finds the private keys of a text. Cost: a pass. */
export function findPrivateKeys(text: string, found: SecretList): void {
  for (const { index, 0: head } of text.matchAll(BEGIN))
    found.add('private-key', index, endOfKey(text, index + head.length));
  for (let at = text.indexOf(PUTTY); at >= 0; at = text.indexOf(PUTTY, at + 1)) {
    const key = text.slice(at, at + MAX_KEY);
    const last = PUTTY_END.exec(key);
    const end = at + (last === null ? key.length : last.index + last[0].length);
    found.add('private-key', at, end);
    at = end - 1;
  }
}

/** Whether a text has the first line of a key, and not its last: what follows it is the rest. */
export function beginsKey(text: string): boolean {
  const at = text.lastIndexOf('-----BEGIN ');
  return at >= 0 && !text.includes('-----END ', at);
}

/** Whether a text may be a line of a key. */
export function isKeyLine(text: string): boolean {
  return /^\s*(?:[A-Za-z\d+/]+={0,2}|=[A-Za-z\d+/]{4}|[A-Z][A-Za-z-]{2,30}: [^\n]{1,200}|-----END [A-Z\d ]{1,60}-----.{0,20})?\s*$/.test(
    text,
  );
}

function endOfKey(text: string, start: number): number {
  const next = text.indexOf('-----BEGIN ', start);
  const most = Math.min(next < 0 ? text.length : next, start + MAX_KEY);
  const close = text.slice(start, most).indexOf('-----END ');
  if (close >= 0) {
    END.lastIndex = start + close;
    const end = END.exec(text);
    if (end !== null) return END.lastIndex;
  }
  let end = start;
  for (;;) {
    BETWEEN.lastIndex = end;
    LINE.lastIndex = end + (BETWEEN.exec(text)?.[0].length ?? 0);
    const line = LINE.exec(text);
    if (line === null) return end;
    end = line.index + line[0].length;
  }
}
