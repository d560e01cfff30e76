// Writes values in another form, in one pass over the tape and without recursion.
//
//   code-form.ts    JavaScript, Python          yaml-form.ts, toon-form.ts      block by indentation
//   path-form.ts    one line for each value     table-form.ts                   rows and cells
//   plain-form.ts   contents, compact, escaped

import { CodedError } from '../../shared/errors.ts';
import { plainNumber, unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { RowKind } from '../../shared/protocol/rows.ts';
import { FORMAT } from '../../shared/texts/formatting.ts';
import type { TextBuffer } from '../base/text-buffer.ts';
import type { Work } from '../base/work.ts';
import type { JsonDocument } from '../document/document.ts';

const SLICE_BYTES = 256 * 1024;
/** Indentation grows with the square of the depth: with this many levels of two spaces, it takes 200 MB. */
const INDENTED_LEVELS = 10_000;

/** A container that is being written. */
export interface Level {
  readonly entry: number;
  readonly isObject: boolean;
  /** Number of its children that were begun. */
  count: number;
  /** What the writer noted when it began. */
  readonly note: number;
}

/** A value, and where it stands. */
export interface FormItem {
  readonly entry: number;
  readonly kind: RowKind;
  /** `null` in an array and for the root. */
  readonly key: string | null;
  /** Its position among the children of its container. */
  readonly index: number;
  /** Depth; 0 for the root. */
  readonly depth: number;
  /** The container; `null` for the root. */
  readonly level: Level | null;
}

/** Writes one value and everything in it. */
export abstract class FormWriter {
  protected readonly levels: Level[] = [];

  constructor(
    protected readonly document: JsonDocument,
    protected readonly out: TextBuffer,
  ) {}

  /** Writes the value at an entry. @throws CodedError `too-large` where it is too deep to indent */
  *write(root: number): Work<void> {
    const { tape, places } = this.document;
    const { levels } = this;
    let paused = tape.start(root);
    for (let entry = root; ; entry += 1) {
      if (tape.isClosing(entry)) {
        const level = levels.pop();
        if (level !== undefined) this.close(level);
      } else {
        const level = levels.at(-1) ?? null;
        const index = level?.count ?? 0;
        if (level !== null) level.count += 1;
        const kind = places.kind(entry);
        const key = level?.isObject === true ? places.key(entry) : null;
        const item: FormItem = { entry, kind, key, index, depth: levels.length, level };
        if (!tape.isOpening(entry)) this.scalar(item);
        else if (this.isWhole(item)) entry = tape.closing(entry);
        else {
          if (levels.length >= INDENTED_LEVELS)
            throw new CodedError('too-large', FORMAT.tooDeepToIndent(INDENTED_LEVELS));
          levels.push({ entry, isObject: kind === 'object', count: 0, note: this.open(item) });
        }
      }
      if (levels.length === 0) return;
      const at = tape.start(entry);
      if (at - paused < SLICE_BYTES) continue;
      paused = at;
      yield { done: at, total: this.document.size };
    }
  }

  protected abstract scalar(item: FormItem): void;
  /** Writes the start of a container. Returns a note for its children. */
  protected abstract open(item: FormItem): number;
  protected abstract close(level: Level): void;

  /** Writes a container as a whole, and returns true, if that is how it is written; at least one that is empty. */
  protected abstract isWhole(item: FormItem): boolean;

  /** Whether a container has no children. */
  protected isEmpty(entry: number): boolean {
    const { tape } = this.document;
    return tape.closing(entry) === entry + 1;
  }

  /** A scalar as it is spelt. */
  protected spelling(entry: number): string {
    const { places } = this.document;
    const { start, end } = places.range(entry);
    return decodeUtf8(places.text.slice(start, end));
  }

  /** The text of a string. */
  protected string(entry: number): string {
    return unquote(this.spelling(entry));
  }

  /** A number, a boolean or null as JSON spells it; Infinity and NaN as they are. */
  protected literal({ entry, kind }: Pick<FormItem, 'entry' | 'kind'>): string {
    const spelt = this.spelling(entry);
    return kind === 'number' ? plainNumber(spelt) : spelt;
  }
}
