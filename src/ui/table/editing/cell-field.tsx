// The field that edits a cell. Enter writes and moves down, Tab writes and moves right, Escape cancels, leaving the field
// writes; Shift+Enter inserts a line break.

import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { withTimeout } from '../../load-with-retry.ts';
import { cellChoices, type Choice } from '../../schema/choices.ts';
import { isOfPage } from '../../model/key-press.ts';
import type { TableCommands } from '../commands/table-commands.ts';
import type { CellField } from '../table-state.ts';
import styles from './cell-field.module.css';

const MAX_LINES = 8;
const FieldChoices = lazy(withTimeout(() => import('../../schema/field-choices.tsx')));
/** Smallest width of a field. */
const MIN_WIDTH_PX = 120;

export interface CellFieldProps {
  readonly commands: TableCommands;
  readonly field: CellField;
  readonly label: string;
  readonly leftPx: number;
  readonly widthPx: number;
}

/** An in-place editor; the text is in `commands.editing.draft`. */
export function CellFieldEditor({ commands, field, label, leftPx, widthPx }: CellFieldProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const done = useRef(false);
  const { model, editing } = commands;
  const [shown, setShown] = useState<HTMLTextAreaElement | null>(null);
  const load = useMemo(() => {
    const { schema } = model.host;
    if (schema?.assist?.isOn !== true) return null;
    const path = [...model.state.path, field.position, ...field.path];
    return cellChoices(schema, model.client.state.revision, path);
  }, [model, field]);

  useLayoutEffect(() => {
    const { current } = element;
    setShown(current);
    current?.focus({ preventScroll: true });
    if (field.isTyped) current?.setSelectionRange(current.value.length, current.value.length);
    else current?.select();
    return () => {
      // Closed other than by its own keys, for example by saving: the focus returns to the table.
      if (document.activeElement !== current) return;
      done.current = true;
      current?.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    };
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, []);

  const leave = (): void => {
    done.current = true;
    element.current?.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
  };
  const commit = (row: number, column: number): void => {
    leave();
    model.run(editing.commit());
    if (row !== 0 || column !== 0) model.select({ row: field.row + row, column: field.column + column });
  };
  const choose = ({ value }: Choice): void => {
    leave();
    editing.cancel();
    model.run(editing.write(field, value));
  };
  const key = (event: KeyboardEvent): void => {
    if (isOfPage(event)) return;
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      leave();
      editing.cancel();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      commit(1, 0);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      commit(0, event.shiftKey ? -1 : 1);
    }
  };

  return (
    <div
      className={styles['frame']}
      style={{ left: leftPx, minWidth: Math.max(MIN_WIDTH_PX, widthPx) }}
      role="gridcell"
    >
      <textarea
        ref={element}
        className={styles['field']}
        aria-label={label}
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
        onBlur={({ relatedTarget, currentTarget }) => {
          if (done.current) return;
          // A closing menu moves the focus to the grid: the open field takes it back.
          const isGrid = relatedTarget instanceof HTMLElement && relatedTarget.role === 'grid';
          if (isGrid && relatedTarget.contains(currentTarget)) currentTarget.focus({ preventScroll: true });
          else model.run(editing.commit());
        }}
      />
      {load !== null && shown !== null && (
        <Suspense fallback={null}>
          <FieldChoices field={shown} load={load} onChoose={choose} />
        </Suspense>
      )}
    </div>
  );
}
