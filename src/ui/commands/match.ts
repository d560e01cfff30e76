// How well a name answers what was typed: every letter in its order, better where words begin and where letters
// stand together.

/** Where the letters of a query are in a name, and how good that is; higher is better. */
export interface Match {
  readonly score: number;
  /** Of UTF-16 units, ascending. */
  readonly indexes: readonly number[];
}

const WORD_START = 8;
const TOGETHER = 9;
const PLAIN = 1;
/** For each unit that is passed over. */
const GAP = -0.1;

/** The best match of a query in a name, case and spaces aside; `null` where there is none. Cost: name × query. */
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
  // Of two that match alike, the shorter name is meant more probably.
  return { score: score - name.length / 1000, indexes };
}

/** The best score with the letter at this place, and where the letter before it is then. */
interface Cell {
  readonly score: number;
  readonly from: number;
}

const NO_CELL: Cell = { score: Number.NEGATIVE_INFINITY, from: -1 };

/** One row: for each place of the text the best way to have this letter there. */
function nextRow(text: string, letter: string, before: readonly Cell[] | null): readonly Cell[] {
  const row: Cell[] = [];
  // The best of the places before the last one, each gap paid for.
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
