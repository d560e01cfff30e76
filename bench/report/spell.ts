// Numbers and tables as the report spells them.

import type { Estimate } from './statistics.ts';

/** Three digits at most. */
export function digits(value: number): string {
  if (value === 0) return '0';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

export function spellMs(ms: number): string {
  return ms >= 10_000 ? `${digits(ms / 1000)} s` : `${digits(ms)} ms`;
}

export function spellBytes(bytes: number): string {
  if (bytes >= 1e9) return `${digits(bytes / 1e9)} GB`;
  return bytes >= 1e6 ? `${digits(bytes / 1e6)} MB` : `${digits(bytes / 1e3)} KB`;
}

export function spellFactor(factor: number): string {
  return `${digits(factor)}×`;
}

/** Of fewer pairs, 95 % of the resamples reach from the least to the greatest. */
const FEW_PAIRS = 6;

/** A ratio with its interval, or with the range of a few pairs. */
export function spellRatio(ratio: Estimate, pairs: number): string {
  return `${spellFactor(ratio.value)} ${spellInterval(ratio, pairs)}`;
}

export function spellInterval({ low, high }: Estimate, pairs: number): string {
  return `(${pairs < FEW_PAIRS ? 'range ' : ''}${digits(low)} to ${digits(high)})`;
}

/** Rows of cells as a Markdown table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escape = (cell: string): string => cell.replaceAll('|', '\\|');
  return [head, head.map((_, index) => (index === 0 ? '---' : '---')), ...rows.map((cells) => cells.map(escape))]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
