// Finds commands by what is typed: their names, and the words that other programs have for them.

import type { Command } from './command.ts';
import { match } from './match.ts';

/** A command and the matched letters of its name; none if another word for it was matched. */
export interface Found {
  readonly command: Command;
  /** Indexes of UTF-16 units, ascending. */
  readonly indexes: readonly number[];
}

/** How well a query fits, the best first. */
const FITS = ['whole name', 'start of the name', 'other word', 'start of a word', 'letters in order'] as const;

/**
 * Without a query returns all enabled commands in order. Otherwise a command of exactly that name comes first, enabled or not; then
 * enabled commands before disabled ones, the better match first.
 */
export function searchCommands(commands: readonly Command[], query: string): Found[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return commands.filter(({ disabled }) => !disabled).map((command) => ({ command, indexes: [] }));
  const found = commands.flatMap((command) => {
    const name = command.name.toLowerCase();
    const matched = match(command.name, wanted);
    const isOther = (command.also ?? '')
      .split(' ')
      .some((_, at, words) => words.slice(at).join(' ').startsWith(wanted));
    if (matched === null && !isOther) return [];
    const fit: (typeof FITS)[number] =
      name.replace(/…$/, '') === wanted
        ? 'whole name'
        : name.startsWith(wanted)
          ? 'start of the name'
          : isOther && wanted.length > 1
            ? 'other word'
            : isWordStart(name, wanted)
              ? 'start of a word'
              : 'letters in order';
    if (matched === null && fit !== 'other word') return [];
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

function isWordStart(name: string, wanted: string): boolean {
  for (let at = name.indexOf(wanted); at >= 0; at = name.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(name[at - 1] ?? '')) return true;
  return false;
}
