// Finds the word that was probably meant.

const MAX_LENGTH = 64;

/** Returns the word that differs in the fewest letters, at most a third of them; `null` when none is that near. */
export function nearest(word: string, among: readonly string[]): string | null {
  if (word.length > MAX_LENGTH) return null;
  let best: string | null = null;
  let least = Math.floor(word.length / 3) + 1;
  for (const other of among) {
    if (Math.abs(other.length - word.length) >= least || other.length > MAX_LENGTH) continue;
    const changes = distance(word.toLowerCase(), other.toLowerCase());
    if (changes >= least) continue;
    least = changes;
    best = other;
  }
  return best;
}

/**
 * The number of letters to replace, insert, delete, or swap with a neighbour.
 * @see Damerau, Levenshtein
 */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(changed, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
