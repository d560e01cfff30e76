// The columns of a written file: those that it had, in their order, and new ones where they stand in the document. A column goes only
// where rows that are still there have lost its member: rows that were deleted prove nothing.

import type { Work } from '../base/work.ts';
import type { CellComparison } from './cell-comparison.ts';
import type { RowMatches } from './match-rows.ts';
import type { MemberColumn } from './member-columns.ts';
import type { Member } from './member.ts';
import type { CsvRowIndex } from './row-index.ts';
import type { TableItems } from './table-items.ts';
import { nameInFile } from './write.ts';

/** A column of the written file. */
export interface WrittenColumn {
  /** Its position in the file as it was; -1 for a new one, or one that is written anew. */
  readonly before: number;
  /** `null` when no row of the document has it. */
  readonly member: MemberColumn | null;
  /** Its name, and that with the marks of the typed form. */
  readonly name: string;
  readonly nameInFile: string;
}

/** The column of the file that each member of the document's rows has. */
export function columnsOfMembers({ reading }: CsvRowIndex, { found }: TableItems): Map<Member, number> {
  const byName = new Map(found.columns.map(({ path, member }) => [path.join('.'), member]));
  const members = new Map<Member, number>();
  for (const [column, { name }] of reading.columns.entries()) {
    const member = byName.get(name);
    if (member !== undefined) members.set(member, column);
  }
  return members;
}

/** Finds the columns of the file whose members rows that are still there have lost; 1 for each. */
export function* findLost(
  items: TableItems,
  index: CsvRowIndex,
  members: ReadonlyMap<Member, number>,
  { rows, isSame }: RowMatches,
  comparison: CellComparison,
): Work<Uint8Array> {
  const { length } = index.reading.columns;
  const isHeld = new Uint8Array(length);
  for (const column of members.values()) isHeld[column] = 1;
  const lost = new Uint8Array(length);
  const candidates = [...isHeld.keys()].filter((column) => isHeld[column] !== 1 && index.isUsed[column] === 1);
  // Without names, the cells behind a column that goes change theirs: not unless all rows are there.
  const isUnsure = !index.reading.dialect.header && rows.length !== index.count;
  if (candidates.length === 0 || isUnsure) return lost;
  const cells = new Int32Array(length);
  const others: number[] = [];
  let count = 0;
  yield* items.each((item, at) => {
    const row = rows[at] ?? -1;
    if (row < 0 || isSame[at] === 1 || count === candidates.length) return;
    items.cells(item, members, cells);
    others.length = 0;
    items.found.walk(item, (member, entry) => {
      if (!members.has(member)) others.push(entry);
    });
    index.rows.readAt(index.start(row));
    const isThere = cells.some(
      (entry, column) => entry >= 0 && index.rows.isPresent(column) && comparison.isSame(column, entry),
    );
    for (const column of candidates) {
      if (lost[column] === 1 || !index.rows.isPresent(column)) continue;
      // Where nothing else is left of a row, the value under another name tells.
      if (!isThere && !others.some((entry) => comparison.isSame(column, entry))) continue;
      lost[column] = 1;
      count += 1;
    }
  });
  return lost;
}

/** The columns of the written file. */
export function mergeColumns(index: CsvRowIndex, items: TableItems, lost: Uint8Array): WrittenColumn[] {
  const columns = allColumns(index, items, lost);
  const { reading, rows } = index;
  if (!reading.dialect.header || isAsBefore(columns, reading.columns.length)) return columns;
  // Cells behind the last name have no column where nothing is in them.
  return columns.filter(({ before, member }) => member !== null || before < rows.headerNames.length);
}

/** Whether the columns are those of the file, in their places. */
export function isAsBefore(columns: readonly WrittenColumn[], count: number): boolean {
  return columns.length === count && columns.every(({ before }, at) => before === at);
}

function allColumns({ reading, rows }: CsvRowIndex, { found }: TableItems, lost: Uint8Array): WrittenColumn[] {
  const { dialect, options } = reading;
  const members = found.columns;
  const byName = new Map(members.map((member) => [member.path.join('.'), member]));
  const inFile = (member: MemberColumn): string => nameInFile(member, dialect.typed, options.nest === true);
  // Written with another separator than the file had, every cell may need quotes.
  const isAnew = dialect.separator === null && (members.length > 1 || reading.columns.length > 1);
  const columns: WrittenColumn[] = [];
  for (const [at, { name, rule }] of reading.columns.entries()) {
    const member = byName.get(name) ?? null;
    const hasName = !dialect.header || at < rows.headerNames.length;
    if (member === null && lost[at] === 1 && hasName) continue;
    const isNewJson = dialect.typed && member?.hasContainer === true && rule !== 'typed json';
    columns.push({
      before: isAnew || isNewJson ? -1 : at,
      member,
      name,
      nameInFile: member === null ? name : inFile(member),
    });
  }
  const known = new Set(reading.columns.map(({ name }) => name));
  let behind = 0;
  for (const member of members) {
    const name = member.path.join('.');
    if (known.has(name)) behind = columns.findIndex((column) => column.member === member) + 1;
    else {
      columns.splice(behind, 0, { before: -1, member, name, nameInFile: inFile(member) });
      behind += 1;
    }
  }
  return columns;
}
