// The selected cells of a table: a rectangle between an anchor and the focused cell. Rows and columns are counted as shown in
// the view. Row -1 is the header.

/** A cell of the table. */
export interface CellAt {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells. Replaced, never changed in place. */
export interface CellSelection {
  readonly focus: CellAt;
  readonly anchor: CellAt;
  /** Whether whole rows, or whole columns, are selected. */
  readonly span: 'cells' | 'rows' | 'columns';
}

/** The first and last row and column, all inclusive. */
export interface Rectangle {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
}

export const HEADER_ROW = -1;

/** Selects one cell. */
export function selectCell(at: CellAt): CellSelection {
  return { focus: at, anchor: at, span: 'cells' };
}

/** Returns the selected cells; `null` when the header has the focus and no column is selected. */
export function rectangleOf({ focus, anchor, span }: CellSelection, { rows, columns }: TableSize): Rectangle | null {
  if (rows === 0 || columns === 0) return null;
  const wholeRows = span === 'rows';
  const wholeColumns = span === 'columns';
  if (!wholeColumns && focus.row === HEADER_ROW) return null;
  return {
    firstRow: wholeColumns ? 0 : Math.max(0, Math.min(focus.row, anchor.row)),
    lastRow: wholeColumns ? rows - 1 : Math.max(focus.row, anchor.row),
    firstColumn: wholeRows ? 0 : Math.min(focus.column, anchor.column),
    lastColumn: wholeRows ? columns - 1 : Math.max(focus.column, anchor.column),
  };
}

/** Whether an area is a single cell. */
export function isOneCell(area: Rectangle | null): boolean {
  return area === null || (area.firstRow === area.lastRow && area.firstColumn === area.lastColumn);
}

export function holds(area: Rectangle | null, { row, column }: CellAt): boolean {
  return (
    area !== null &&
    row >= area.firstRow &&
    row <= area.lastRow &&
    column >= area.firstColumn &&
    column <= area.lastColumn
  );
}

/** The edges of an area that a cell lies at; `undefined` for none. */
export function edgesAt(area: Rectangle | null, at: CellAt): string | undefined {
  if (!holds(area, at) || area === null) return undefined;
  const edges = [
    at.row === area.firstRow ? 'top' : '',
    at.row === area.lastRow ? 'bottom' : '',
    at.column === area.firstColumn ? 'left' : '',
    at.column === area.lastColumn ? 'right' : '',
  ];
  return edges.filter((edge) => edge !== '').join(' ') || undefined;
}

/** Moves a selection inside a table that may have become smaller. */
export function clampSelection(selection: CellSelection, extent: TableSize): CellSelection {
  const clamp = ({ row, column }: CellAt): CellAt => ({
    row: Math.min(row, extent.rows - 1),
    column: Math.max(0, Math.min(column, extent.columns - 1)),
  });
  const [focus, anchor] = [clamp(selection.focus), clamp(selection.anchor)];
  const isSame = isSameCell(focus, selection.focus) && isSameCell(anchor, selection.anchor);
  return isSame ? selection : { ...selection, focus, anchor };
}

export function isSameCell(one: CellAt, other: CellAt): boolean {
  return one.row === other.row && one.column === other.column;
}
