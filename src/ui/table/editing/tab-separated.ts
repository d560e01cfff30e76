// Reads cells as spreadsheets copy them: tabs between cells, line ends between rows, and quotes around a cell that contains
// either. A quote inside is doubled.

/** Returns the cells of a text, row by row. A line end after the last row adds no row. */
export function readTabs(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell: string;
    [cell, at] = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
    row.push(cell);
    const behind = text[at];
    if (behind === '\t') {
      at += 1;
      // A tab at the end of a row is followed by an empty cell.
      if (at < text.length && !isLineEnd(text[at])) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

function readPlain(text: string, start: number): [cell: string, end: number] {
  let end = start;
  while (end < text.length && text[end] !== '\t' && !isLineEnd(text[end])) end += 1;
  return [text.slice(start, end), end];
}

/** An unclosed quote is an ordinary character. */
function readQuoted(text: string, start: number): [cell: string, end: number] {
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (at + 1 === text.length || text[at + 1] === '\t' || isLineEnd(text[at + 1])) return [cell, at + 1];
    else break;
  }
  return readPlain(text, start);
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}
