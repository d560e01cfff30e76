// The bar above the cells: the array that is shown and a way back from a nested one, columns, rows to insert, filters and the
// order, and actions for the filtered rows.

import { ArrowDown, ArrowUp, Columns3, CornerLeftUp, Filter, Plus, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { isArranged } from '../../shared/protocol/table.ts';
import { TABLE_COMPARE } from '../strings/compare/table-compare.ts';
import { TABLE_BAR, TABLE_MENU } from '../strings/editors/table.ts';
import { neverChanges } from './diff/no-comparison.ts';
import type { OnlyChanged } from './diff/only-changed.ts';
import { Button } from '../widgets/button.tsx';
import { Menu } from '../widgets/menu/menu.tsx';
import { columnId, columnTitle } from './model/column-layout.ts';
import { tableKeys } from './commands/table-keys.ts';
import type { TableCommands } from './commands/table-commands.ts';
import { filterText } from './filter/filter-text.ts';
import styles from './table-bar.module.css';

export interface TableBarProps {
  readonly commands: TableCommands;
  readonly readOnly: boolean;
  /** Whether rows can be filtered and sorted. */
  readonly canArrange: boolean;
  readonly changed: OnlyChanged | null;
  readonly onColumns: () => void;
  readonly onFilter: () => void;
  readonly onAddColumn: () => void;
  readonly onOpenRows: () => void;
  /** Called after an action whose button may have been removed, to return the focus to the table. */
  readonly onDone: () => void;
}

/** The bar above the cells. */
export function TableBar({
  commands,
  readOnly,
  canArrange,
  changed,
  onColumns,
  onFilter,
  onAddColumn,
  onOpenRows,
  onDone,
}: TableBarProps) {
  const { model } = commands;
  const state = useSyncExternalStore(model.subscribe, () => model.state);
  const changedColumns = useSyncExternalStore(
    changed?.subscribe ?? neverChanges,
    () => changed?.changedColumns ?? null,
  );
  const hidesColumns = useSyncExternalStore(changed?.subscribe ?? neverChanges, () => changed?.hidesColumns ?? false);
  const { path, shape, layout, choices, arrangement, arranged, isOutdated, phase } = state;
  if (phase !== 'table' || shape === null) return null;
  const { filters, sorts } = arrangement;
  const rows = arranged?.rows ?? shape.rows;
  const size = model.client.state.phase === 'loading' ? TABLE_BAR.reading : TABLE_BAR.rows(rows);
  const parent = arrayAround(path);
  const run = (work: Promise<unknown>): void => {
    model.run(work);
    onDone();
  };
  const hasOrder = isArranged(arrangement);
  return (
    <div className={styles['bar']} role="toolbar" aria-label={TABLE_BAR.label}>
      {parent !== null && (
        <Button
          look="quiet"
          icon
          label={TABLE_BAR.back(nameOf(parent))}
          tooltip={TABLE_BAR.back(nameOf(parent))}
          onClick={() => run(commands.openParent(parent))}
        >
          <CornerLeftUp size={15} aria-hidden />
        </Button>
      )}
      <Menu
        title={
          <span className={styles['array']}>
            {nameOf(path)} <span className={styles['chip']}>{size}</span>
          </span>
        }
        label={`${TABLE_BAR.array} ${nameOf(path)}, ${size}`}
        look="quiet"
        groups={[
          { entries: [{ label: TABLE_BAR.allArrays, onSelect: () => model.run(model.list()) }] },
          {
            label: TABLE_BAR.height,
            entries: [1, 2, 4].map((lines) => ({
              label: TABLE_BAR.lines(lines),
              hint: (choices.lines ?? 1) === lines ? TABLE_BAR.chosen : '',
              onSelect: () => model.columns.choose({ ...choices, lines }),
            })),
          },
        ]}
      />
      <Button
        look="quiet"
        onClick={onColumns}
        label={`${TABLE_BAR.columns}, ${TABLE_BAR.columnsOf(layout.count, shape.columns.length)}`}
      >
        <Columns3 size={14} aria-hidden />
        <span className={styles['word']}>{TABLE_BAR.columns}</span>
        <span className={styles['chip']}>{TABLE_BAR.columnsOf(layout.count, shape.columns.length)}</span>
      </Button>
      {changedColumns !== null && (changedColumns > 0 || hidesColumns) && (
        <Button
          look="quiet"
          pressed={hidesColumns}
          tooltip={hidesColumns ? TABLE_COMPARE.allColumns : TABLE_COMPARE.onlyColumnsHint}
          onClick={() => {
            changed?.setHidesColumns(!hidesColumns);
            onDone();
          }}
        >
          {TABLE_COMPARE.onlyColumns}
          <span className={styles['chip']}>{changedColumns.toLocaleString()}</span>
        </Button>
      )}
      <Menu
        title={
          <>
            <Plus size={14} aria-hidden />
            <span className={styles['word']}>{TABLE_BAR.insert}</span>
          </>
        }
        label={TABLE_BAR.insert}
        look="quiet"
        disabled={readOnly}
        groups={[
          {
            entries: [
              {
                label: TABLE_MENU.insertAbove,
                hint: tableKeys.hint('insertAbove'),
                onSelect: () => commands.run('insertAbove'),
              },
              {
                label: TABLE_MENU.insertBelow,
                hint: tableKeys.hint('insertBelow'),
                onSelect: () => commands.run('insertBelow'),
              },
              { label: TABLE_MENU.addColumn, onSelect: onAddColumn },
            ],
          },
        ]}
      />
      <Button look="quiet" onClick={onFilter} disabled={!canArrange} label={TABLE_BAR.addFilter}>
        <Filter size={14} aria-hidden />
        <span className={styles['word']}>{TABLE_BAR.addFilter}</span>
      </Button>
      {filters.map((filter, index) => (
        <span key={JSON.stringify(filter)} className={styles['filter']}>
          <span className={styles['filterText']}>{filterText(filter)}</span>
          <button
            type="button"
            aria-label={TABLE_BAR.removeFilter(filterText(filter))}
            onClick={() => {
              commands.removeFilter(index);
              onDone();
            }}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      {sorts.length > 0 && (
        <span className={styles['filter']}>
          <span className={styles['filterText']}>
            {TABLE_BAR.sortedBy}{' '}
            {sorts.map((sort) => (
              <span key={columnId(sort.path)} className={styles['sorted']}>
                {columnTitle(sort.path)}
                {sort.direction === 'ascending' ? (
                  <ArrowUp size={12} aria-hidden />
                ) : (
                  <ArrowDown size={12} aria-hidden />
                )}
              </span>
            ))}
          </span>
          <button
            type="button"
            aria-label={TABLE_BAR.removeSort}
            onClick={() => run(model.arrange({ ...arrangement, sorts: [] }))}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      )}
      <span className={styles['grow']} />
      {(filters.length > 0 || arrangement.changed !== undefined) && arranged !== null && (
        <span className={styles['counted']} role="status">
          {TABLE_BAR.shown(arranged.shown, arranged.rows)}
        </span>
      )}
      {hasOrder && isOutdated && arrangement.changed === undefined && (
        <Button
          look="quiet"
          tooltip={TABLE_BAR.outdatedHint}
          disabled={!canArrange}
          onClick={() => run(model.arrange(arrangement))}
        >
          {TABLE_BAR.outdated}
        </Button>
      )}
      {sorts.length > 0 && filters.length === 0 && (
        <Button
          look="quiet"
          tooltip={TABLE_BAR.writeOrderHint}
          disabled={readOnly}
          onClick={() => run(commands.rows.writeOrder())}
        >
          {TABLE_BAR.writeOrder}
        </Button>
      )}
      {hasOrder && (
        <Button look="quiet" tooltip={TABLE_BAR.openRowsHint} onClick={onOpenRows}>
          {TABLE_BAR.openRows} →
        </Button>
      )}
    </div>
  );
}

/** Returns the path of the array that contains a nested one; `null` when there is none. */
function arrayAround(path: Path): Path | null {
  const at = path.findLastIndex((segment) => typeof segment === 'number');
  return at < 0 ? null : path.slice(0, at);
}

/** Returns the name of an array: its path, or a word for the root. */
export function nameOf(path: Path): string {
  return path.length === 0 ? TABLE_BAR.root : toJsonPath(path).replace(/^\$\.?/, '');
}
