// What the schema says about the keys near the screen. It is requested shortly after other rows have arrived, in one call for
// the children of each container. Known notes stay on the screen until new ones arrive.

import type { Path } from '../../../shared/document/path.ts';
import type { PlaceNote } from '../../../shared/protocol/assist.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import { Debounced } from '../../async/debounced.ts';
import { Latest } from '../../async/latest.ts';
import type { AssistHost } from '../../assist/assist-host.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import { keyNoteOf, type KeyNote } from '../../assist/key-note.ts';
import type { TreeHost } from './tree-host.ts';

/** Delay after the last change of the rows before the schema is queried, in milliseconds. */
const REST_MS = 120;
/** When more rows are cached, the cache is cleared. */
const MAX_ROWS = 2000;

/** A row's note, with the key and depth that it was requested for. */
interface Known {
  readonly key: string | null;
  readonly depth: number;
  readonly note: KeyNote | null;
}

/** The rows on the screen that are children of one container; `children` are their keys or positions. */
interface Family {
  readonly first: Row;
  readonly rows: number[];
  readonly children: Path;
}

/** The schema notes of one tree. */
export class RowNotes {
  private readonly known = new Map<number, Known>();
  private readonly later = new Debounced(() => void this.read(), REST_MS);
  private readonly reads = new Latest();
  /** Names what the newest request is for; empty if there is none, or it has failed. */
  private wanted = '';

  constructor(
    private readonly model: TreeHost,
    private readonly host: AssistHost,
    private readonly onNotes: () => void,
  ) {}

  /** Updates the notes when rows or the schema change. Returns a function that stops it. */
  start(source: ProblemSource): () => void {
    const schedule = (): void => this.later.restart();
    const { cache, scroller } = this.model;
    // A new schema always causes a new problem report, even an empty one.
    const endings = [cache.subscribe(schedule), scroller.subscribe(schedule), source.subscribe(schedule)];
    schedule();
    return () => {
      this.later.cancel();
      this.reads.cancel();
      this.wanted = '';
      for (const end of endings) end();
    };
  }

  /** Returns the note of a row; the same object until it changes. */
  at(index: number, { key, depth }: Row): KeyNote | null {
    const known = this.known.get(index);
    return known !== undefined && known.key === key && known.depth === depth ? known.note : null;
  }

  private async read(): Promise<void> {
    const { assist } = this.host;
    if (assist?.isOn !== true) {
      if (this.known.size > 0) this.forget();
      return;
    }
    const { client, scroller } = this.model;
    const { revision, rowsVersion } = client.state;
    const first = Math.max(0, Math.floor(scroller.top));
    const end = Math.min(client.state.rowCount, Math.ceil(scroller.top + scroller.visible) + 1);
    const families = this.families(first, end);
    // Rows may arrive later than the rest of the screen.
    const rows = families.flatMap((family) => family.rows);
    const wanted = `${revision} ${rowsVersion} ${rows.join()} ${assist.version}`;
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    const reading = this.reads.run(async (signal) => {
      for (const { first: row, rows: indexes, children } of families) {
        const notes = await assist.children(revision, { type: 'around', node: row.node }, children);
        if (signal.aborted || notes === null || client.state.revision !== revision) return false;
        for (const [at, index] of indexes.entries()) this.store(index, notes[at]);
      }
      return true;
    });
    try {
      const isComplete = await reading;
      if (isComplete === true) this.onNotes();
      else if (isComplete === false) this.wanted = '';
    } catch {
      // Either the document was changed, and the new rows will schedule another request; or the schema can't be read, which the
      // problem list reports.
      this.wanted = '';
    }
  }

  /** Groups rows by their container. The container of the first rows may be above the screen. */
  private families(first: number, end: number): Family[] {
    const families: Family[] = [];
    const open: (Family | undefined)[] = [];
    for (let index = first; index < end; index += 1) {
      const cached = this.model.cache.get(index);
      if (cached?.fresh !== true) continue;
      const { row } = cached;
      const { depth, key, position } = row;
      open.length = depth + 1;
      if (depth === 0) continue;
      let family = open[depth];
      if (family === undefined) {
        family = { first: row, rows: [], children: [] };
        open[depth] = family;
        families.push(family);
      }
      family.rows.push(index);
      (family.children as (string | number)[]).push(key ?? position);
    }
    return families;
  }

  private store(index: number, note: PlaceNote | undefined): void {
    const row = this.model.cache.get(index)?.row;
    if (row === undefined) return;
    const { key, depth } = row;
    if (this.known.size > MAX_ROWS) this.known.clear();
    this.known.set(index, {
      key,
      depth,
      note: note === undefined ? null : keyNoteOf(note, this.known.get(index)?.note),
    });
  }

  private forget(): void {
    this.reads.cancel();
    this.known.clear();
    this.wanted = '';
    this.onNotes();
  }
}
