// What the schema says of the keys near the screen: asked for a moment after other rows have come, in one question for the
// children of each container. What is known stays on the screen until it is asked for again.

import type { Path } from '../../../shared/document/path.ts';
import type { PlaceNote } from '../../../shared/protocol/assist.ts';
import type { Row } from '../../../shared/protocol/rows.ts';
import type { AssistHost } from '../../schema/assist-host.ts';
import type { ProblemSource } from '../../problems/problem-source.ts';
import { keyNoteOf, type KeyNote } from '../../schema/key-note.ts';
import type { TreeHost } from '../tree-host.ts';

/** How long rows rest before they are asked about, in milliseconds. */
const REST_MS = 120;
/** Rows that are remembered. */
const MOST_ROWS = 2000;

/** A row's note, and what it was asked for. */
interface Known {
  readonly key: string | null;
  readonly depth: number;
  readonly note: KeyNote | null;
}

/** Siblings on the screen. */
interface Family {
  readonly first: Row;
  readonly rows: number[];
  readonly children: Path;
}

/** The notes of one tree. */
export class RowNotes {
  private readonly known = new Map<number, Known>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  /** For what was asked last. */
  private asked = '';

  constructor(
    private readonly model: TreeHost,
    private readonly host: AssistHost,
    private readonly onNotes: () => void,
  ) {}

  /** Follows rows and schema; answers how to stop. */
  start(source: ProblemSource): () => void {
    const schedule = (): void => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.ask(), REST_MS);
    };
    const { cache, scroller } = this.model;
    // Another schema brings other problems, or none: a report in any case.
    const endings = [cache.subscribe(schedule), scroller.subscribe(schedule), source.subscribe(schedule)];
    schedule();
    return () => {
      clearTimeout(this.timer);
      for (const end of endings) end();
    };
  }

  /** The note of a row; the same object until another one is known. */
  at(index: number, { key, depth }: Row): KeyNote | null {
    const known = this.known.get(index);
    return known !== undefined && known.key === key && known.depth === depth ? known.note : null;
  }

  private async ask(): Promise<void> {
    const { assist } = this.host;
    if (assist?.isOn !== true) {
      if (this.known.size > 0) this.forget();
      return;
    }
    const { client, scroller } = this.model;
    const { revision, rowsVersion } = client.state;
    const first = Math.max(0, Math.floor(scroller.top));
    const end = Math.min(client.state.rowCount, Math.ceil(scroller.top + scroller.visible) + 1);
    const wanted = `${revision} ${rowsVersion} ${first} ${end} ${assist.version}`;
    if (this.asking || wanted === this.asked) return;
    this.asking = true;
    try {
      for (const { first: row, rows, children } of this.families(first, end)) {
        const notes = await assist.children(revision, { type: 'around', node: row.node }, children);
        if (notes === null || client.state.revision !== revision) return;
        for (const [at, index] of rows.entries()) this.keep(index, notes[at]);
      }
      this.asked = wanted;
      this.onNotes();
    } catch {
      // Written meanwhile: other rows come, and ask again. Or the schema can't be read, which the list of problems says.
    } finally {
      this.asking = false;
    }
  }

  /** Rows by the container that they are in. The container of the first ones may be above the screen. */
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

  private keep(index: number, note: PlaceNote | undefined): void {
    const row = this.model.cache.get(index)?.row;
    if (row === undefined) return;
    const { key, depth } = row;
    if (this.known.size > MOST_ROWS) this.known.clear();
    this.known.set(index, {
      key,
      depth,
      note: note === undefined ? null : keyNoteOf(note, this.known.get(index)?.note),
    });
  }

  private forget(): void {
    this.known.clear();
    this.asked = '';
    this.onNotes();
  }
}
