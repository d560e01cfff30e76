// What the schema says of the columns in sight, as of their keys in the first row: asked for a moment after others have come,
// in one question for the columns of each group. What is known stays until it is asked for again.

import type { Path } from '../../../shared/document/path.ts';
import type { ProblemSource } from '../../problems/problem-source.ts';
import { NO_ASSIST } from '../../schema/assist-host.ts';
import { keyNoteOf, type KeyNote } from '../../schema/key-note.ts';
import type { TableModel } from '../table-model.ts';
import { columnId, type Column } from './column-layout.ts';

/** How long columns rest before they are asked about, in milliseconds. */
const REST_MS = 120;

/** The notes of one table. */
export class ColumnNotes {
  private known: ReadonlyMap<string, KeyNote | null> = new Map();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isAsking = false;
  /** For what was asked last. */
  private asked = '';

  constructor(private readonly model: TableModel) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** The note of a column; the same object until another one is known. */
  at(column: Column): KeyNote | null {
    return this.known.get(column.id) ?? null;
  }

  /** Follows columns and schema; answers how to stop. */
  start(source: ProblemSource): () => void {
    const schedule = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.ask(), REST_MS);
    };
    const { model } = this;
    // Another schema brings other problems, or none: a report in any case.
    const endings = [model.subscribe(schedule), model.horizontal.subscribe(schedule), source.subscribe(schedule)];
    schedule();
    return () => {
      clearTimeout(this.timer);
      for (const end of endings) end();
    };
  }

  private async ask(): Promise<void> {
    const { client, horizontal, state, host } = this.model;
    const { assist } = host.schema ?? NO_ASSIST;
    if (assist?.isOn !== true) return this.forget();
    if (this.isAsking || state.phase !== 'table') return;
    const { columns, pinnedCount } = state.layout;
    const { first, end } = horizontal.inSight(state.layout);
    const shown = [...columns.slice(0, pinnedCount), ...columns.slice(Math.max(pinnedCount, first), end)];
    const { revision } = client.state;
    const wanted = JSON.stringify([revision, assist.version, state.path, shown.map(({ id }) => id)]);
    if (wanted === this.asked) return;
    this.isAsking = true;
    const known = new Map<string, KeyNote | null>();
    try {
      for (const { around, children, ids } of families(shown, state.path)) {
        const notes = await assist.children(revision, { type: 'path', path: around }, children);
        for (const [at, note] of (notes ?? []).entries()) {
          const id = ids[at] ?? '';
          known.set(id, keyNoteOf(note, this.known.get(id)));
        }
      }
      this.asked = wanted;
      this.known = known;
      this.tell();
    } catch {
      // Written meanwhile: other columns come, and ask again. Or the schema can't be read, which the list of problems says.
    } finally {
      this.isAsking = false;
    }
  }

  private forget(): void {
    this.asked = '';
    if (this.known.size === 0) return;
    this.known = new Map();
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Columns whose values are in the same container of a row. */
interface Family {
  readonly around: Path;
  readonly children: (string | number)[];
  readonly ids: string[];
}

function families(columns: readonly Column[], array: Path): Family[] {
  const found = new Map<string, Family>();
  for (const { id, path } of columns) {
    const whole = [...array, 0, ...path];
    const around = whole.slice(0, -1);
    const name = columnId(around);
    const family = found.get(name) ?? { around, children: [], ids: [] };
    found.set(name, family);
    family.children.push(whole.at(-1) ?? 0);
    family.ids.push(id);
  }
  return [...found.values()];
}
