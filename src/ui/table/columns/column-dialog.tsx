// The dialogs that ask for the key of a column, or for a value to fill it with.

import { TABLE_ASK } from '../../strings/editors/table.ts';
import { FieldDialog } from '../../widgets/dialog/field-dialog.tsx';
import type { TableCommands } from '../commands/table-commands.ts';
import { columnId, columnTitle, type Column } from '../model/column-layout.ts';

/** What the dialog asks for. */
export type ColumnQuestion =
  /** `beside`: the column that the new one follows; `before`: the id of the one that it precedes. */
  | { readonly type: 'add'; readonly beside: Column | undefined; readonly before?: string | undefined }
  | { readonly type: 'rename' | 'set-all'; readonly column: Column };

/** The dialog; closed while `asking` is `null`. */
export function ColumnDialog({
  commands,
  asking,
  onClose,
}: {
  readonly commands: TableCommands;
  readonly asking: ColumnQuestion | null;
  readonly onClose: () => void;
}) {
  const { model, rows } = commands;
  const words =
    asking?.type === 'rename'
      ? TABLE_ASK.rename
      : asking?.type === 'set-all'
        ? { ...TABLE_ASK.setAll, title: TABLE_ASK.setAll.title(columnTitle(asking.column.path), model.rowCount) }
        : TABLE_ASK.addColumn;
  const take = (text: string): string | null => {
    if (asking === null) return null;
    if (asking.type === 'set-all') {
      model.run(rows.setColumn(asking.column, text));
      return null;
    }
    if (text === '') return TABLE_ASK.empty;
    const before = asking.type === 'rename' ? asking.column.path.slice(0, -1) : [];
    const taken = model.state.shape?.columns.some(({ path }) => columnId(path) === columnId([...before, text]));
    if (taken === true) return TABLE_ASK.taken(text);
    model.run(
      asking.type === 'add'
        ? rows.addColumn(text, asking.beside, asking.before)
        : rows.renameColumn(asking.column, text),
    );
    return null;
  };
  return (
    <FieldDialog
      {...words}
      open={asking !== null}
      value={asking?.type === 'rename' ? asking.column.label : ''}
      onClose={onClose}
      onText={take}
    />
  );
}
