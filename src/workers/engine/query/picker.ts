// What is kept of each row: the row, the value at a path, or an object of the values at several.

import { hasComments } from '../../../shared/dialect.ts';
import type { Path } from '../../../shared/path.ts';
import { encodeUtf8 } from '../../../shared/utf8.ts';
import { pickKeys } from '../../../shared/wizard.ts';
import { TEXT_BASE } from '../memory.ts';
import { PathFinder } from '../pathfinder.ts';
import type { Places } from '../places.ts';
import { readValue } from '../values.ts';
import { writeValue } from '../valuetext.ts';
import type { Work } from '../work.ts';
import type { RowText } from './rowtext.ts';

const NULL = encodeUtf8('null');

/** One value of a row, and what stands before it. */
interface Part {
  readonly opening: Uint8Array;
  /** `null` for the row itself. */
  readonly finder: PathFinder | null;
}

/** Writes what is kept of rows. Of the live tape. */
export class Picker {
  /** Whether the document is JSON, so that its bytes are a result's; else values are spelt anew. */
  readonly isPlain: boolean;
  /** Whether rows are copied as they are. */
  readonly copies: boolean;
  private readonly parts: readonly Part[];
  private readonly closing: Uint8Array;

  constructor(
    private readonly places: Places,
    pick: readonly Path[],
  ) {
    const isObject = pick.length > 1;
    const paths = pick.length === 0 ? [[]] : pick;
    this.isPlain = !hasComments(places.tape.dialect);
    this.copies = this.isPlain && pick.length === 0;
    this.parts = pickKeys(paths).map((key, index) => ({
      opening: encodeUtf8(isObject ? `${index === 0 ? '{' : ','}${JSON.stringify(key)}:` : ''),
      finder: paths[index]?.length === 0 ? null : new PathFinder(places, paths[index] ?? [], 'objects'),
    }));
    this.closing = encodeUtf8(isObject ? '}' : '');
  }

  /** Writes a row of a plain document. */
  write(row: number, text: RowText): void {
    const { places } = this;
    for (const { opening, finder } of this.parts) {
      text.write(opening);
      const node = finder === null ? row : finder.inside(row);
      if (node < 0) {
        text.write(NULL);
      } else {
        const { start, end } = places.range(node);
        text.copy(places.tape.memory.bytes, TEXT_BASE + start, TEXT_BASE + end);
      }
    }
    text.write(this.closing);
  }

  /** Writes a row of a document that may hold comments, or what is not JSON. */
  *spell(row: number, text: RowText): Work<void> {
    for (const { opening, finder } of this.parts) {
      text.write(opening);
      const node = finder === null ? row : finder.inside(row);
      text.write((node < 0 ? null : yield* writeValue(yield* readValue(this.places, node, 'lossless'))) ?? NULL);
    }
    text.write(this.closing);
  }
}
