// The field that edits a cell. Enter writes and moves down, Tab writes and moves right, Escape cancels, leaving the field
// writes; Shift+Enter inserts a line break.
//
// It lies above the rows, not in its cell: a row that is scrolled out of view is removed from the page, and would take what was
// typed with it.

import {
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { PartBoundary } from '../../widgets/boundary.tsx';
import { lazyPart } from '../../browser/lazy-part.tsx';
import { cellChoices, type Choice } from '../../assist/choices.ts';
import { pressOf } from '../../field/field-keys.ts';
import { isOfPage } from '../../model/key-press.ts';
import { TABLE_CELL } from '../../strings/editors/table.ts';
import { Button } from '../../widgets/button.tsx';
import type { TableCommands } from '../commands/table-commands.ts';
import type { CellField } from '../model/state.ts';
import styles from './cell-field.module.css';

const MAX_LINES = 8;
const FieldChoices = lazyPart(() => import('../../assist/field-choices.tsx'));
/** Smallest width of a field. */
const MIN_WIDTH_PX = 120;

export interface FieldLayerProps {
  readonly commands: TableCommands;
  /** The rows that the list has. */
  readonly base: number;
  readonly count: number;
  readonly rowPx: number;
  readonly headerPx: number;
  readonly positionPx: number;
  readonly onCopyText: (text: string) => void;
}

/** The layer of the field; empty while none is open. Rendered inside the list, so that it scrolls with the cells. */
export function FieldLayer({ commands, base, count, rowPx, headerPx, positionPx, onCopyText }: FieldLayerProps) {
  const { model } = commands;
  const { field, layout } = useSyncExternalStore(model.subscribe, () => model.state);
  const column = layout.columns[field?.column ?? -1];
  if (field === null) return null;
  const leftPx = positionPx + (layout.offsets[field.column] ?? 0);
  // Outside the rows that the list has, it waits at their edge.
  const row = Math.max(-2, Math.min(field.row - base, count - 1));
  return (
    <div role="row" className={styles['layer']} aria-rowindex={field.row + 2} style={{ top: headerPx + row * rowPx }}>
      <div
        role="gridcell"
        className={styles['frame']}
        data-pinned={field.column < layout.pinnedCount || undefined}
        style={{ left: leftPx, minWidth: Math.max(MIN_WIDTH_PX, column?.widthPx ?? 0) }}
      >
        <FieldEditor
          key={`${field.position}/${field.revision}/${field.column}`}
          commands={commands}
          field={field}
          label={`${TABLE_CELL.field} ${column?.label ?? ''}`}
          onCopyText={onCopyText}
        />
      </div>
    </div>
  );
}

interface FieldEditorProps {
  readonly commands: TableCommands;
  readonly field: CellField;
  readonly label: string;
  readonly onCopyText: (text: string) => void;
}

/** The field; its text is in `commands.editing.draft`. */
function FieldEditor({ commands, field, label, onCopyText }: FieldEditorProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const done = useRef(false);
  const { model, editing, input } = commands;
  const [shown, setShown] = useState<HTMLTextAreaElement | null>(null);
  const { followed, position, path } = field;
  const load = useMemo(() => {
    const { schema } = model.host;
    if (schema?.assist?.isOn !== true) return null;
    return cellChoices(schema, model.client.state.revision, [...model.state.path, position, ...path]);
    // oxlint-disable-next-line react/exhaustive-deps -- the same cell, wherever its row moves
  }, [model, followed]);
  const grid = (): HTMLElement | null => element.current?.closest<HTMLElement>('[role="grid"]') ?? null;

  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    setShown(current);
    const active = document.activeElement;
    // A field that opens again because it could not be written leaves the focus where it went.
    if (editing.hasFocus && (active === document.body || grid()?.contains(active) === true))
      current.focus({ preventScroll: true });
    if (field.isTyped || editing.draft !== field.value)
      current.setSelectionRange(current.value.length, current.value.length);
    else current.select();
    input.attach(current);
    return () => {
      input.attach(null);
      // Closed other than by its own keys, for example by saving: the focus returns to the table.
      if (document.activeElement !== current) return;
      done.current = true;
      current.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);

  const leave = (): void => {
    done.current = true;
    grid()?.focus({ preventScroll: true });
  };
  const commit = (row: number, column: number): void => {
    if (!field.isGone) leave();
    model.run(editing.commit());
    if (!field.isGone) model.selection.select({ row: field.row + row, column: field.column + column });
  };
  /** Writes the text into all selected cells. */
  const fill = (): void => {
    if (field.isGone) return;
    leave();
    const json = editing.literal(field);
    editing.discard();
    model.run(commands.rows.setSelected(json));
  };
  const discard = (): void => {
    leave();
    editing.discard();
  };
  const choose = ({ value }: Choice): void => {
    leave();
    model.set({ field: null });
    model.run(editing.write(field, value).finally(() => followed.release()));
  };
  const key = (event: KeyboardEvent): void => {
    if (isOfPage(event)) return;
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (input.takeKey(pressOf(event))) return event.preventDefault();
    model.scroller.reveal(field.row);
    model.horizontal.reveal(model.state.layout, field.column);
    if (event.key === 'Escape') {
      event.preventDefault();
      discard();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      fill();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // After cells that were left by Tab, the next row begins where the first of them was.
      commit(1, (editing.tabbedFrom ?? field.column) - field.column);
      editing.tabbedFrom = null;
    } else if (event.key === 'Tab') {
      event.preventDefault();
      editing.tabbedFrom ??= field.column;
      commit(0, event.shiftKey ? -1 : 1);
    }
  };
  const blur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLTextAreaElement>): void => {
    if (done.current || field.isGone) return;
    // A closing menu moves the focus to the grid: the open field takes it back.
    const isGrid = relatedTarget instanceof HTMLElement && relatedTarget.role === 'grid';
    if (isGrid && relatedTarget.contains(currentTarget)) currentTarget.focus({ preventScroll: true });
    else model.run(editing.commit());
  };

  return (
    <>
      <textarea
        ref={element}
        className={styles['field']}
        aria-label={label}
        aria-invalid={field.isGone || undefined}
        rows={Math.min(MAX_LINES, editing.draft.split('\n', MAX_LINES).length)}
        cols={1}
        defaultValue={editing.draft}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => {
          editing.draft = event.target.value;
        }}
        onKeyDown={key}
        onPointerDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={blur}
      />
      {field.isGone && (
        <div className={styles['gone']} role="alert" onPointerDown={(event) => event.stopPropagation()}>
          {TABLE_CELL.gone}
          <span>
            <Button look="outline" onClick={() => onCopyText(editing.draft)}>
              {TABLE_CELL.copyText}
            </Button>
            <Button look="quiet" onClick={discard}>
              {TABLE_CELL.discard}
            </Button>
          </span>
        </div>
      )}
      {load !== null && shown !== null && (
        <PartBoundary fallback={null}>
          <FieldChoices field={shown} load={load} onChoose={choose} />
        </PartBoundary>
      )}
    </>
  );
}
