// How a CSV file is read: what was found in it, and what a person has chosen instead.

import type { CsvInfo, CsvReadOptions } from '../../../shared/protocol/csv.ts';

/**
 * The options under which a file that was read is always read the same: what was found stays, even if other rows would tell
 * otherwise after an edit.
 */
export function foundOptions({ dialect }: Pick<CsvInfo, 'dialect'>, options: CsvReadOptions): CsvReadOptions {
  const { separator, quote, header, encoding, typed } = dialect;
  const told = Object.entries(options).filter(([, value]) => value !== undefined);
  return { separator, quote, header, encoding, typed, ...Object.fromEntries(told) };
}

/** Notes what a person has chosen: the options that are not as they were `before`, and those that were chosen before. */
export function choose(options: CsvReadOptions, before: CsvReadOptions): CsvReadOptions {
  const { chosen: _, ...all } = options;
  const names = Object.keys(all) as (keyof typeof all)[];
  const others = names.filter((name) => all[name] !== before[name] || before.chosen?.includes(name) === true);
  // What is left open is found.
  return { ...all, chosen: others.filter((name) => all[name] !== undefined) };
}

/** What a person has chosen, without what was found. */
export function chosenOf(options: CsvReadOptions): CsvReadOptions {
  const { chosen = [] } = options;
  const own = Object.entries(options).filter(([name]) => chosen.some((one) => one === name));
  return { ...Object.fromEntries(own), chosen };
}
