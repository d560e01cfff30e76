// The menus of cells and columns, as data.

import { unquote } from '../../../shared/bytes/literals.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import { COMPARE } from '../../strings/compare/compare.ts';
import { TABLE_MENU } from '../../strings/editors/table.ts';
import { submenu, type MenuEntry, type MenuGroup } from '../../widgets/menu/menu-model.ts';
import { columnId, columnTitle, type Column } from '../model/column-layout.ts';
import type { PopoverTab } from '../model/statistics.ts';
import type { TableCommands } from './table-commands.ts';
import { tableKeys } from './table-keys.ts';
import type { TableCommand } from '../../model/commands.ts';

/** The dialogs that menu entries open. */
export interface MenuHost {
  onPopover(column: Column, tab: PopoverTab): void;
  onRename(column: Column): void;
  onSetAll(column: Column): void;
  /** `before`: the id of the column that the new one precedes. */
  onAddColumn(beside: Column, before?: string): void;
}

/** The menu of the selected cells, at most twelve entries a level. `differences`: those of the focused cell and its row. */
export function cellMenu(
  commands: TableCommands,
  readOnly: boolean,
  canArrange: boolean,
  differences: readonly MenuGroup[] = [],
): MenuGroup[] {
  const isCsv = commands.model.host.isCsv?.() === true;
  const nested = commands.focusedCell();
  const kind = nested?.cell.node == null ? null : nested.cell.kind;
  const holds = kind !== null && isContainer(kind);
  const entry = (label: string, command: TableCommand, disabled = readOnly): MenuEntry => ({
    label,
    hint: tableKeys.hint(command),
    disabled,
    onSelect: () => commands.run(command),
  });
  const set = (label: string, json: string): MenuEntry => ({
    label,
    disabled: readOnly,
    onSelect: () => commands.runLater(() => commands.rows.setSelected(json)),
  });
  const filters: MenuEntry[] = [];
  if (nested !== null && kind !== null && !holds && !nested.cell.cut) {
    const literal = kind === 'string' ? JSON.stringify(unquote(nested.cell.text)) : nested.cell.text;
    const compare = (operator: '==' | '!=') => () =>
      commands.filterBy({ type: 'compare', path: nested.path, operator, literal });
    filters.push(
      { label: TABLE_MENU.filterByValue, disabled: !canArrange, onSelect: compare('==') },
      { label: TABLE_MENU.filterOutValue, disabled: !canArrange, onSelect: compare('!=') },
    );
  }
  const fill: MenuEntry[] = [
    entry(TABLE_MENU.fillDown, 'fillDown'),
    entry(TABLE_MENU.fillRight, 'fillRight'),
    {
      label: TABLE_MENU.fillSeries,
      disabled: readOnly || commands.model.area?.firstRow === commands.model.area?.lastRow,
      onSelect: () => commands.runLater(() => commands.filling.series()),
    },
  ];
  return [
    {
      entries: [
        entry(holds ? TABLE_MENU.openNested : TABLE_MENU.edit, 'edit', readOnly && !holds),
        ...(kind === 'array' ? [entry(TABLE_MENU.openTable, 'openTable', false)] : []),
        submenu(TABLE_MENU.setTo, [
          {
            entries: [
              set(TABLE_MENU.toNull, 'null'),
              set(TABLE_MENU.toEmpty, '""'),
              set(TABLE_MENU.toTrue, 'true'),
              set(TABLE_MENU.toFalse, 'false'),
              entry(isCsv ? TABLE_MENU.emptyCell : TABLE_MENU.removeKey, 'removeValue'),
            ],
          },
        ]),
        submenu(TABLE_MENU.fill, [{ entries: fill }]),
      ],
    },
    {
      entries: [
        entry(TABLE_MENU.cut, 'cut'),
        entry(TABLE_MENU.copy, 'copy', false),
        submenu(TABLE_MENU.copyMore, [
          {
            entries: [
              {
                label: TABLE_MENU.copyNamed,
                onSelect: () => commands.runLater(() => commands.clipboard.copy('named')),
              },
              { label: TABLE_MENU.copyJson, onSelect: () => commands.runLater(() => commands.clipboard.copy('json')) },
              entry(TABLE_MENU.copyPath, 'copyPath', false),
              ...commands.copyAsEntries,
            ],
          },
        ]),
        entry(TABLE_MENU.paste, 'paste'),
      ],
    },
    ...(filters.length > 0 ? [{ entries: filters }] : []),
    {
      entries: [
        submenu(TABLE_MENU.row, [
          {
            entries: [
              entry(TABLE_MENU.insertAbove, 'insertAbove'),
              entry(TABLE_MENU.insertBelow, 'insertBelow'),
              entry(TABLE_MENU.duplicate, 'duplicateRows'),
              entry(TABLE_MENU.moveUp, 'moveRowsUp'),
              entry(TABLE_MENU.moveDown, 'moveRowsDown'),
              entry(TABLE_MENU.remove, 'removeRows'),
            ],
          },
        ]),
        ...(differences.length > 0 ? [submenu(COMPARE.title, differences)] : []),
      ],
    },
  ];
}

/** The menu of a column. */
export function columnMenu(
  commands: TableCommands,
  index: number,
  { readOnly, canArrange }: { readonly readOnly: boolean; readonly canArrange: boolean },
  host: MenuHost,
): MenuGroup[] {
  const { model } = commands;
  const { layout, choices, arrangement } = model.state;
  const column = layout.columns[index];
  if (column === undefined) return [];
  const { id, path } = column;
  const isSorted = arrangement.sorts.some((sort) => columnId(sort.path) === id);
  const hasOthers = arrangement.sorts.some((sort) => columnId(sort.path) !== id);
  const isKey = typeof path.at(-1) === 'string';
  const changes: MenuEntry[] = [
    {
      label: TABLE_MENU.setAll(columnTitle(path), model.rowCount),
      disabled: readOnly,
      onSelect: () => host.onSetAll(column),
    },
    ...(isKey ? [{ label: TABLE_MENU.rename, disabled: readOnly, onSelect: () => host.onRename(column) }] : []),
    { label: TABLE_MENU.insertLeft, disabled: readOnly, onSelect: () => host.onAddColumn(column, id) },
    { label: TABLE_MENU.insertRight, disabled: readOnly, onSelect: () => host.onAddColumn(column) },
    ...(path.length === 1 && typeof path[0] === 'number'
      ? [
          {
            label: TABLE_MENU.firstRowNames,
            disabled: readOnly,
            onSelect: () => commands.runLater(() => commands.rows.nameByFirstRow()),
          },
        ]
      : []),
    ...(isKey
      ? [
          {
            label: model.host.isCsv?.() === true ? TABLE_MENU.removeCsvColumn : TABLE_MENU.removeColumn,
            disabled: readOnly,
            onSelect: () => commands.runLater(() => commands.rows.removeColumn(column)),
          },
        ]
      : []),
  ];
  return [
    {
      entries: [
        {
          label: TABLE_MENU.ascending,
          hint: tableKeys.hint('sortAscending'),
          disabled: !canArrange,
          onSelect: () => commands.sortBy(path, 'ascending'),
        },
        {
          label: TABLE_MENU.descending,
          hint: tableKeys.hint('sortDescending'),
          disabled: !canArrange,
          onSelect: () => commands.sortBy(path, 'descending'),
        },
        ...(hasOthers
          ? [
              submenu(TABLE_MENU.also, [
                {
                  entries: [
                    {
                      label: TABLE_MENU.alsoAscending,
                      disabled: !canArrange,
                      onSelect: () => commands.sortBy(path, 'ascending', true),
                    },
                    {
                      label: TABLE_MENU.alsoDescending,
                      disabled: !canArrange,
                      onSelect: () => commands.sortBy(path, 'descending', true),
                    },
                  ],
                },
              ]),
            ]
          : []),
        ...(isSorted
          ? [{ label: TABLE_MENU.noSort, disabled: !canArrange, onSelect: () => commands.sortBy(path, null) }]
          : []),
      ],
    },
    {
      entries: [
        {
          label: TABLE_MENU.figures,
          hint: tableKeys.hint('figures'),
          onSelect: () => host.onPopover(column, 'figures'),
        },
        { label: TABLE_MENU.values, hint: tableKeys.hint('values'), onSelect: () => host.onPopover(column, 'values') },
        {
          label: TABLE_MENU.filter,
          hint: tableKeys.hint('filter'),
          disabled: !canArrange,
          onSelect: () => host.onPopover(column, 'condition'),
        },
      ],
    },
    {
      entries: [
        {
          label: column.isPinned ? TABLE_MENU.unpin : TABLE_MENU.pin,
          onSelect: () =>
            model.columns.choose({
              ...choices,
              pinned: column.isPinned ? choices.pinned.filter((one) => one !== id) : [...choices.pinned, id],
            }),
        },
        {
          label: TABLE_MENU.hide,
          onSelect: () => model.columns.choose({ ...choices, hidden: [...choices.hidden, id] }),
        },
        submenu(TABLE_MENU.place, [
          {
            entries: [
              {
                label: TABLE_MENU.moveLeft,
                hint: tableKeys.hint('moveColumnLeft'),
                onSelect: () => commands.moveColumn(-1, index),
              },
              {
                label: TABLE_MENU.moveRight,
                hint: tableKeys.hint('moveColumnRight'),
                onSelect: () => commands.moveColumn(1, index),
              },
              { label: TABLE_MENU.fit, onSelect: () => model.columns.fit(index) },
            ],
          },
        ]),
        submenu(TABLE_MENU.change, [{ entries: changes }]),
      ],
    },
  ];
}
