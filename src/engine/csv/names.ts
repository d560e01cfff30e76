// The names of the columns of a file: no two are alike, and none is empty unless the typed form says so.

/** A name as the file has it. */
export interface HeaderCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A column as its name in the file describes it. */
export interface NamedColumn {
  readonly name: string;
  /** Whether the quoted cells are JSON: marked by `:json` in the typed form. */
  readonly isJson: boolean;
  /** Whether dots in the name are ordinary: marked by `:text` in the typed form. */
  readonly isLiteral: boolean;
}

const MARKED = /:(?:json|text)$/;

/**
 * Names `count` columns. A name that the file itself has is not given to another column. `nest`: names with ordinary dots are
 * not those of nested columns.
 */
export function nameColumns(
  header: readonly HeaderCell[] | null,
  count: number,
  typed: boolean,
  nest: boolean,
): NamedColumn[] {
  const columns = Array.from({ length: count }, (_, index) => describe(header?.[index], typed));
  const keyOf = (name: string, isLiteral: boolean): string => `${nest && isLiteral ? 'name' : 'path'} ${name}`;
  const own = new Set<string>();
  for (const column of columns) if (column !== null) own.add(keyOf(column.name, column.isLiteral));
  const used = new Set<string>();
  /** The number that a name used again was last tried with: those before it are taken. */
  const tried = new Map<string, number>();
  return columns.map((column, index) => {
    const { isJson, isLiteral } = column ?? { isJson: false, isLiteral: false };
    const wanted = column?.name ?? `column ${index + 1}`;
    let name = wanted;
    let key = keyOf(name, isLiteral);
    // What a column without a name would be called may be another one's name.
    if (used.has(key) || (column === null && own.has(key))) {
      const first = key;
      let number = tried.get(first) ?? 1;
      while (own.has(key) || used.has(key)) {
        number += 1;
        name = `${wanted} ${number}`;
        key = keyOf(name, isLiteral);
      }
      tried.set(first, number);
    }
    used.add(key);
    return { name, isJson, isLiteral };
  });
}

function describe(cell: HeaderCell | undefined, typed: boolean): NamedColumn | null {
  if (cell === undefined) return null;
  if (typed) {
    const mark = MARKED.exec(cell.text)?.[0] ?? '';
    const name = cell.text.slice(0, cell.text.length - mark.length);
    return { name, isJson: mark === ':json', isLiteral: mark === ':text' };
  }
  const name = cell.isQuoted ? cell.text : cell.text.trim();
  return name === '' ? null : { name, isJson: false, isLiteral: false };
}
