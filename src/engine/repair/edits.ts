// Changes of a text that is being repaired, collected in any order.

/** Replaces a range, in UTF-16 units, by a text. */
export interface RepairEdit {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Thrown where a text has no repair that a reader would be sure of. */
export class BeyondRepair extends Error {
  constructor(readonly at: number) {
    super(`No repair at ${at}.`);
  }
}

/** Edits of one text. Those at the same place are applied in the order in which they were added. */
export class Edits {
  private readonly list: RepairEdit[] = [];

  replace(start: number, end: number, insert: string): void {
    this.list.push({ start, end, insert });
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  remove(start: number, end: number): void {
    if (end > start) this.replace(start, end, '');
  }

  /** Where the list ends, for `undoTo`. */
  get mark(): number {
    return this.list.length;
  }

  /** Forgets the edits that were added after a mark. */
  undoTo(mark: number): void {
    this.list.length = mark;
  }

  /** Forgets the last edit of a range, if there is one. */
  cancel(start: number, end: number): void {
    const index = this.list.findLastIndex((edit) => edit.start === start && edit.end === end);
    if (index >= 0) this.list.splice(index, 1);
  }

  /** The edits in order. @throws BeyondRepair where two overlap */
  sorted(): readonly RepairEdit[] {
    // What is inserted at a place comes before what is there.
    const sorted = this.list.toSorted((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
    for (let index = 1; index < sorted.length; index += 1) {
      const start = sorted[index]?.start ?? 0;
      if (start < (sorted[index - 1]?.end ?? 0)) throw new BeyondRepair(start);
    }
    return sorted;
  }
}

/** Applies edits, which are in order. */
export function applyEdits(text: string, edits: readonly RepairEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, insert } of edits) {
    parts.push(text.slice(at, start), insert);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
