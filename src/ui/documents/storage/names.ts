// Generates ids and names: for new local documents (DOC-2), and for what only needs to be distinguished.

import { UNNAMED } from '../../strings/documents/opening.ts';

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
const LENGTH = 6;
const NEW_NAME = new RegExp(`^${UNNAMED} (\\d+)$`);

/** Returns a random id that can be pronounced: consonants and vowels alternate, which makes 729,000 ids. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(random, (value, at) => {
    const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
    return letters[value % letters.length];
  }).join('');
}

/** Returns a unique name. Over plain http a browser has no `crypto.randomUUID`. */
export function uniqueName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** Returns `New document N` with the smallest N, from 1 on, that is not in `names`. */
export function nextName(names: Iterable<string>): string {
  const used = new Set<number>();
  for (const name of names) {
    const number = NEW_NAME.exec(name)?.[1];
    if (number !== undefined) used.add(Number(number));
  }
  let number = 1;
  while (used.has(number)) number += 1;
  return `${UNNAMED} ${number}`;
}
