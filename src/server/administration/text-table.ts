// Tables for a terminal.

/** Characters that move the cursor or change what follows: names are entered by strangers. */
const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Returns rows below their titles, in columns. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows].map((row) => row.map((cell) => cell.replace(CONTROL, '?')));
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
