// Edits a cell in a field: opened by a key, by typing or by a double click; its content is written when it is left. Keys
// pressed while a field is still opening are buffered.

import { CodedError } from '../../../shared/errors.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import { asByte } from '../../../shared/units.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { Cell } from '../../../shared/protocol/table.ts';
import { editableOf, literalOf, toField } from '../../model/literal.ts';
import { TABLE_DOING, TABLE_REFUSED, TABLE_SAID } from '../../strings/editors/table.ts';
import type { CellAt } from '../cell-selection.ts';
import type { TableModel } from '../table-model.ts';
import type { CellField } from '../table-state.ts';

/** Longest value that is edited in a cell, in bytes; longer ones are edited in text mode. */
const LONGEST = 64 * 1024;

/** A key that was pressed while a field was being opened. */
export interface EarlyPress {
  readonly key: string;
  readonly shift: boolean;
  /** The character that it types; `null` for other keys. */
  readonly typed: string | null;
  /** Carries out the key in a table without an open field. */
  act(): void;
}

/** How a key closes a field: where the focus moves, or `cancel` when nothing is written. */
type Leave = 'down' | 'right' | 'left' | 'cancel';

/** The result of the keys that were pressed before a field was open. */
interface Ahead {
  readonly draft: string;
  /** How the field was closed; `null` while it stays open. */
  readonly leave: Leave | null;
  /** Whether the value was replaced by typing, even by the same text. */
  readonly isTyped: boolean;
}

/** The cell editing of one table. */
export class CellEditing {
  /** The current text of the field. */
  draft = '';
  /** Whether a field is being opened: keys are then buffered by `pressAhead`. */
  isOpening = false;
  private ahead: EarlyPress[] = [];

  constructor(private readonly model: TableModel) {}

  /** Buffers a key for the field that is being opened. */
  pressAhead(press: EarlyPress): void {
    this.ahead.push(press);
  }

  /**
   * Opens the field of the focused cell; `typed` replaces its value. Returns `container` for an object or array, which has its
   * own editor, and `null` when no field is open afterwards.
   */
  async open(typed: string | null = null): Promise<'field' | 'container' | null> {
    if (this.isOpening) return null;
    this.isOpening = true;
    try {
      return await this.openField(typed);
    } finally {
      this.isOpening = false;
      queueMicrotask(() => this.replay());
    }
  }

  private async openField(typed: string | null): Promise<'field' | 'container' | null> {
    const { model } = this;
    // Typed text is for the row that is focused after pending changes have moved rows.
    if (model.writing.movesRows) await model.settled();
    const at = model.state.selection.focus;
    const column = model.state.layout.columns[at.column];
    if (at.row < 0 || column === undefined) return null;
    // Otherwise the shown cell is good enough: the write names it by row and column.
    const shown = model.cache.row(at.row);
    const row = shown?.cells.has(column.id) === true ? shown : await model.readRow(at.row, [column]);
    const cell = row?.cells.get(column.id);
    if (row === undefined || cell === undefined) return null;
    const isMissing = cell.node === null;
    if (!isMissing && isContainer(cell.kind) && typed === null) return 'container';
    const value = isMissing || isContainer(cell.kind) ? '' : await this.textOf(cell);
    const text = toField(editableOf(value, cell.kind));
    if (text === null) throw new CodedError('refused', TABLE_REFUSED.mixedEnds);
    const { draft, leave, isTyped } = this.takeAhead(typed, text.value);
    this.draft = draft;
    const field: CellField = {
      row: at.row,
      position: row.position,
      column: at.column,
      path: column.path,
      kind: isMissing || isContainer(cell.kind) ? 'null' : cell.kind,
      isMissing,
      value: text.value,
      isTyped,
      fromField: text.fromField,
    };
    if (leave === null) {
      model.setField(field);
      return 'field';
    }
    if (leave !== 'cancel') {
      const step = { down: [1, 0], right: [0, 1], left: [0, -1] }[leave];
      model.run(this.writeDraft(field));
      model.select({ row: at.row + (step[0] ?? 0), column: at.column + (step[1] ?? 0) });
    }
    return null;
  }

  /** Applies the buffered keys to a field's text. Returns the text, and how one of the keys closes the field. */
  private takeAhead(typed: string | null, value: string): Ahead {
    let draft = typed ?? value;
    // The whole value is selected when its field opens.
    let isSelected = typed === null;
    for (let press = this.ahead.shift(); press !== undefined; press = this.ahead.shift()) {
      const { key, shift } = press;
      if (press.typed !== null) draft = (isSelected ? '' : draft) + press.typed;
      else if (key === 'Backspace') draft = isSelected ? '' : draft.slice(0, -1);
      else if (key === 'Enter' && !shift) return { draft, leave: 'down', isTyped: !isSelected };
      else if (key === 'Tab') return { draft, leave: shift ? 'left' : 'right', isTyped: !isSelected };
      else if (key === 'Escape') return { draft, leave: 'cancel', isTyped: !isSelected };
      else continue;
      isSelected = false;
    }
    return { draft, leave: null, isTyped: !isSelected };
  }

  /** Carries out keys that were pressed after the field had been closed. */
  private replay(): void {
    while (!this.isOpening && this.model.state.field === null) {
      const press = this.ahead.shift();
      if (press === undefined) return;
      press.act();
    }
  }

  /** Closes the field, and writes its content if it has changed. */
  async commit(): Promise<void> {
    const { model } = this;
    const { field } = model.state;
    if (field === null) return;
    model.setField(null);
    await this.writeDraft(field);
  }

  private async writeDraft(field: CellField): Promise<void> {
    const { draft, model } = this;
    if (draft === field.value) return;
    await this.write(field, literalOf(field.fromField(draft), field.kind, model.client.state.dialect));
  }

  cancel(): void {
    this.model.setField(null);
  }

  /** Switches between true and false. Returns whether the cell contains either. */
  toggle(at: CellAt): boolean {
    const { model } = this;
    const column = model.state.layout.columns[at.column];
    const row = model.cache.row(at.row);
    const cell = column === undefined ? undefined : row?.cells.get(column.id);
    if (row === undefined || column === undefined || (cell?.kind !== 'true' && cell?.kind !== 'false')) return false;
    const json = cell.kind === 'true' ? 'false' : 'true';
    model.run(this.write({ row: at.row, column: at.column, position: row.position, path: column.path }, json));
    return true;
  }

  /** Writes JSON into one cell. */
  async write(
    { row, column, position, path }: Pick<CellField, 'row' | 'column' | 'position' | 'path'>,
    json: string,
  ): Promise<void> {
    const { model } = this;
    await model.writing.change(TABLE_DOING.write, model.state.path, {
      type: 'set-cells',
      rows: Uint32Array.from([position]),
      columns: [path],
      jsons: [json],
    });
    model.blink({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
    model.announce(TABLE_SAID.written(1));
  }

  private async textOf(cell: Cell): Promise<string> {
    if (!cell.cut || cell.node === null) return cell.text;
    if (cell.byteLength > LONGEST) throw new CodedError('too-large', TABLE_REFUSED.tooLong);
    const { client } = this.model;
    const range = { start: asByte(0), end: asByte(cell.byteLength) };
    return decodeUtf8(await client.readValue(client.state.revision, cell.node, range));
  }
}
