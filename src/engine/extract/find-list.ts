// The JSON that was found in a text, as columns of numbers: a log of a gigabyte has millions of finds.

import type { FoundAs } from '../../shared/protocol/extract.ts';
import type { Encoding } from './view.ts';

/** How a find is written, and how certain its meaning is. */
export interface FindForm {
  readonly kind: FoundAs;
  /** From the text to JSON, outermost first. */
  readonly encodings: readonly Encoding[];
  /** Whether the form is ambiguous. */
  readonly isGuess: boolean;
}

/** A value found in a text. Offsets are in bytes. */
export interface Find extends FindForm {
  readonly start: number;
  readonly end: number;
  /** From 0. */
  readonly line: number;
}

/** Finds in the order of the text; they never overlap. */
export class FindList {
  private starts = new Float64Array(256);
  private ends = new Float64Array(256);
  private lines = new Float64Array(256);
  private forms = new Uint16Array(256);
  private readonly table: FindForm[] = [];
  private readonly indexes = new Map<string, number>();
  length = 0;

  add(start: number, end: number, line: number, form: FindForm): void {
    if (this.length === this.starts.length) this.grow();
    this.starts[this.length] = start;
    this.ends[this.length] = end;
    this.lines[this.length] = line;
    this.forms[this.length] = this.indexOf(form);
    this.length += 1;
  }

  at(index: number): Find {
    const form = this.table[this.forms[index] ?? 0];
    if (form === undefined || index >= this.length) throw new RangeError(`find ${index} of ${this.length}`);
    return { ...form, start: this.starts[index] ?? 0, end: this.ends[index] ?? 0, line: this.lines[index] ?? 0 };
  }

  private indexOf(form: FindForm): number {
    const key = `${form.kind} ${form.encodings.join('+')} ${form.isGuess}`;
    let index = this.indexes.get(key);
    if (index === undefined) {
      index = this.table.push({ kind: form.kind, encodings: form.encodings, isGuess: form.isGuess }) - 1;
      this.indexes.set(key, index);
    }
    return index;
  }

  private grow(): void {
    const size = this.length * 2;
    const wider = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const copy = new Float64Array(size);
      copy.set(column);
      return copy;
    };
    this.starts = wider(this.starts);
    this.ends = wider(this.ends);
    this.lines = wider(this.lines);
    const forms = new Uint16Array(size);
    forms.set(this.forms);
    this.forms = forms;
  }
}
