// What the schema says about the columns in view, read from their keys in the first row. It is requested shortly after other
// columns have come into view, in one call for the columns of each group. Known notes stay until new ones arrive.

import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import { Emitter } from '../../model/emitter.ts';
import type { Path } from '../../../shared/document/path.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import { NO_ASSIST } from '../../assist/assist-host.ts';
import { keyNoteOf, type KeyNote } from '../../assist/key-note.ts';
import type { TableModel } from '../model/table-model.ts';
import { columnId, type Column } from '../model/column-layout.ts';

/** Delay after the last change of the columns before the schema is queried, in milliseconds. */
const REST_MS = 120;

/** The schema notes of one table. */
export class ColumnNotes {
  private known: ReadonlyMap<string, KeyNote | null> = new Map();
  private readonly changed = new Emitter();
  private readonly later = new Debounced(() => void this.read(), REST_MS);
  private readonly reads = new Latest();
  /** Names what the newest request is for; empty if there is none, or it has failed. */
  private wanted = '';

  constructor(private readonly model: TableModel) {}

  readonly subscribe = this.changed.subscribe;

  /** Returns the note of a column; the same object until it changes. */
  at(column: Column): KeyNote | null {
    return this.known.get(column.id) ?? null;
  }

  /** Updates the notes when columns or the schema change. Returns a function that stops it. */
  start(source: ProblemSource): () => void {
    const schedule = (): void => this.later.restart();
    const { model } = this;
    // A new schema always causes a new problem report, even an empty one.
    const endings = [model.subscribe(schedule), model.horizontal.subscribe(schedule), source.subscribe(schedule)];
    schedule();
    return () => {
      this.later.cancel();
      this.reads.cancel();
      this.wanted = '';
      for (const end of endings) end();
    };
  }

  private async read(): Promise<void> {
    const { client, horizontal, state, host } = this.model;
    const { assist } = host.schema ?? NO_ASSIST;
    if (assist?.isOn !== true) return this.forget();
    if (state.phase !== 'table') return;
    const { columns, pinnedCount } = state.layout;
    const { first, end } = horizontal.inSight(state.layout);
    const shown = [...columns.slice(0, pinnedCount), ...columns.slice(Math.max(pinnedCount, first), end)];
    const { revision } = client.state;
    const wanted = JSON.stringify([revision, assist.version, state.path, shown.map(({ id }) => id)]);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    const reading = this.reads.run(async (signal) => {
      const known = new Map<string, KeyNote | null>();
      for (const { around, children, ids } of families(shown, state.path)) {
        if (signal.aborted) break;
        const notes = await assist.children(revision, { type: 'path', path: around }, children);
        for (const [at, note] of (notes ?? []).entries()) {
          const id = ids[at] ?? '';
          known.set(id, keyNoteOf(note, this.known.get(id)));
        }
      }
      return known;
    });
    try {
      const known = await reading;
      // Others are read instead.
      if (known === null) return;
      this.known = known;
      this.changed.emit();
    } catch {
      // Either the document was changed, and the next notification will request again; or the schema can't be read, which the
      // problem list reports.
      this.wanted = '';
    }
  }

  private forget(): void {
    this.reads.cancel();
    this.wanted = '';
    if (this.known.size === 0) return;
    this.known = new Map();
    this.changed.emit();
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
