// Continues numbers and dates: by the difference of the last two, or by one.

import { unquote } from '../../../shared/bytes/literals.ts';

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

/** Returns what continues some cells, by the number of steps after the last; `null` if they are neither numbers nor dates. */
export function continueSeries(cells: readonly (string | null)[]): ((steps: number) => string) | null {
  const given = cells.filter((cell) => cell !== null);
  if (given.length === 0 || given.length < cells.length) return null;
  return numbers(given) ?? dates(given);
}

function numbers(cells: readonly string[]): ((steps: number) => string) | null {
  if (!cells.every((cell) => DECIMAL.test(cell))) return null;
  const places = Math.max(...cells.map((cell) => DECIMAL.exec(cell)?.[1]?.length ?? 0));
  const values = cells.map((cell) => scaled(cell, places));
  const last = values.at(-1) ?? 0n;
  const before = values.at(-2);
  const step = before === undefined ? 10n ** BigInt(places) : last - before;
  return (steps) => spelt(last + step * BigInt(steps), places);
}

/** A decimal as an integer, which loses no digit. */
function scaled(cell: string, places: number): bigint {
  const [whole = '0', part = ''] = cell.replace('-', '').split('.');
  const value = BigInt(whole + part.padEnd(places, '0'));
  return cell.startsWith('-') ? -value : value;
}

function spelt(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const sign = value < 0n ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function dates(cells: readonly string[]): ((steps: number) => string) | null {
  const days = cells.map((cell) => (cell.startsWith('"') ? dayOf(unquote(cell)) : null));
  const last = days.at(-1);
  if (last == null || days.includes(null)) return null;
  const step = last - (days.at(-2) ?? last - 1);
  return (steps) => JSON.stringify(new Date((last + step * steps) * DAY_MS).toISOString().slice(0, 10));
}

function dayOf(text: string): number | null {
  const found = DATE.exec(text);
  if (found === null) return null;
  const time = Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3]));
  return new Date(time).toISOString().startsWith(text) ? time / DAY_MS : null;
}
