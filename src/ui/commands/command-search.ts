// Finds commands by what is typed: the words of their names, the words that other programs have for them, and their keys; then by
// letters of the name in order.

import { platformKeys } from '../model/platform-keys.ts';
import { wordsOf } from '../model/words.ts';
import type { Command } from './command.ts';
import { match } from './match.ts';

/** A command and the matched letters of its name; none if another word for it was matched. */
export interface Found {
  readonly command: Command;
  /** Indexes of UTF-16 units, ascending. */
  readonly indexes: readonly number[];
}

/** How well a query fits, the best first. */
const FITS = ['whole name', 'start of the name', 'whole words', 'starts of words', 'letters in order'] as const;
type Fit = (typeof FITS)[number];

/** A single letter is the start of a word of nearly every command. */
const MIN_START_LENGTH = 2;

/**
 * Without a query returns all enabled commands in order. Otherwise a command of exactly that name comes first, enabled or not; then
 * enabled commands before disabled ones, the better match first.
 */
export function searchCommands(commands: readonly Command[], query: string): Found[] {
  const wanted = withoutDots(query.trim().toLowerCase());
  if (wanted === '') return commands.filter(({ disabled }) => !disabled).map((command) => ({ command, indexes: [] }));
  const words = wordsOf(wanted);
  const found = commands.flatMap((command) => {
    const matched = match(command.name, wanted);
    const fit = fitOf(command, wanted, words) ?? (matched === null ? null : 'letters in order');
    if (fit === null) return [];
    return [{ command, fit: FITS.indexOf(fit), score: matched?.score ?? 0, indexes: matched?.indexes ?? [] }];
  });
  return found.toSorted(
    (a, b) =>
      Number(b.fit === 0) - Number(a.fit === 0) ||
      Number(a.command.disabled) - Number(b.command.disabled) ||
      a.fit - b.fit ||
      b.score - a.score,
  );
}

/** How a query fits as words; `null` if it does not. */
function fitOf(command: Command, wanted: string, words: readonly string[]): Fit | null {
  const name = withoutDots(command.name.toLowerCase());
  if (name === wanted) return 'whole name';
  if (name.startsWith(wanted)) return 'start of the name';
  const own = ownWords(command);
  if (words.every((word) => own.includes(word))) return 'whole words';
  const begins = (word: string): boolean => word.length >= MIN_START_LENGTH && own.some((one) => one.startsWith(word));
  return words.every((word) => own.includes(word) || begins(word)) ? 'starts of words' : null;
}

/** The words by which a command is found: of its name, other words for it, and its keys, together and each. */
function ownWords({ name, also = '', hint = '' }: Command): string[] {
  const keys = wordsOf(`${hint} ${platformKeys(hint)}`);
  const parts = keys.flatMap((key) => key.split('+'));
  const spelt = `${name} ${also}`.toLowerCase().split(/[^\p{L}\p{N}+#.]+/u);
  return [...spelt, ...keys, ...parts].filter((word) => word !== '');
}

function withoutDots(name: string): string {
  return name.replace(/…$/, '');
}
