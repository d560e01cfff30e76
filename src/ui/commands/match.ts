// Fuzzy matching of names: all letters of the query in order, with a higher score at starts of words and for adjacent letters.

/** Positions of the query's letters in a name, and the score; higher is better. */
export interface Match {
  readonly score: number;
  /** Indexes of UTF-16 units, ascending. */
  readonly indexes: readonly number[];
}

const WORD_START = 8;
const TOGETHER = 9;
const PLAIN = 1;
/** Score per skipped unit. */
const GAP = -0.1;

/** Returns the best match of a query in a name, ignoring case and spaces; `null` if there is none. Cost: name × query. */
export function match(name: string, query: string): Match | null {
  const text = name.toLowerCase();
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '');
  if (wanted === '') return { score: 0, indexes: [] };
  if (text.length !== name.length) return null;
  const rows: (readonly Cell[])[] = [];
  for (let letter = 0; letter < wanted.length; letter += 1) {
    rows.push(nextRow(text, wanted[letter] ?? '', letter === 0 ? null : (rows[letter - 1] ?? [])));
  }
  let at = bestOf(rows.at(-1) ?? []);
  const score = rows.at(-1)?.[at]?.score ?? Number.NEGATIVE_INFINITY;
  if (score === Number.NEGATIVE_INFINITY) return null;
  const indexes: number[] = [];
  for (let letter = rows.length - 1; letter >= 0; letter -= 1) {
    indexes.unshift(at);
    at = rows[letter]?.[at]?.from ?? -1;
  }
  // Of two equal matches, the shorter name is the more likely one.
  return { score: score - name.length / 1000, indexes };
}

/** The best score with the letter at this position, and the position of the previous letter. */
interface Cell {
  readonly score: number;
  readonly from: number;
}

const NO_CELL: Cell = { score: Number.NEGATIVE_INFINITY, from: -1 };

/** Computes one row of the table: for each position of the text, the best way to place this letter there. */
function nextRow(text: string, letter: string, before: readonly Cell[] | null): readonly Cell[] {
  const row: Cell[] = [];
  // The best previous position, including the cost of the gap.
  let best = NO_CELL;
  for (let at = 0; at < text.length; at += 1) {
    const far = before?.[at - 2];
    if (far !== undefined && far.score > best.score) best = { score: far.score, from: at - 2 };
    best = { score: best.score + GAP, from: best.from };
    if (text[at] !== letter) {
      row.push(NO_CELL);
      continue;
    }
    const own = isWordStart(text, at) ? WORD_START : PLAIN;
    if (before === null) {
      row.push({ score: own + at * GAP, from: -1 });
      continue;
    }
    const near = (before[at - 1]?.score ?? Number.NEGATIVE_INFINITY) + Math.max(own, TOGETHER);
    row.push(near >= best.score + own ? { score: near, from: at - 1 } : { score: best.score + own, from: best.from });
  }
  return row;
}

function isWordStart(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

function bestOf(row: readonly Cell[]): number {
  return row.reduce((best, cell, at) => (cell.score > (row[best]?.score ?? Number.NEGATIVE_INFINITY) ? at : best), 0);
}
