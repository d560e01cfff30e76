// Ids and names: of new local documents (DOC-2), and of what only has to be told apart.

import { UNNAMED } from '../../strings/documents/opening.ts';

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
const LENGTH = 6;
const NEW_NAME = new RegExp(`^${UNNAMED} (\\d+)$`);

/** A random id that can be said aloud: consonants and vowels in turn, so one of 729,000. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(LENGTH));
  return Array.from(random, (value, at) => {
    const letters = at % 2 === 0 ? CONSONANTS : VOWELS;
    return letters[value % letters.length];
  }).join('');
}

/** A name that nothing else has. Over plain http a browser has no `crypto.randomUUID`. */
export function uniqueName(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

/** `New document N` with the smallest N from 1 on that none of `names` uses. */
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
