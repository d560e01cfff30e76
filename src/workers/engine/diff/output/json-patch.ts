// The differences as a JSON Patch (RFC 6902) that makes the right value of the left one. What goes from an array
// goes from its end on, and what comes is put where it ends up, so that each position is right when its turn comes.
// A move is a `remove` and an `add`. Of duplicate keys a patch knows nothing: it is right where there are none.

import { toPointer, type Segment } from '../../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from '../result/compare.ts';
import { spellFor } from './spell.ts';
import { TextFile } from './text-file.ts';
import { walkDifferences } from '../result/walk.ts';

/** The patch as the pieces of a file, an operation a line. @throws CodedError `refused` for NaN and Infinity */
export function* writeJsonPatch(comparison: Comparison): Work<Uint8Array<ArrayBuffer>[]> {
  const { right } = comparison.sides;
  const file = new TextFile();
  const pointers: string[] = [];
  let isFirst = true;
  const begin = (op: string, segment: Segment | null): void => {
    const pointer = (pointers.at(-1) ?? '') + (segment === null ? '' : toPointer([segment]));
    file.write(`${isFirst ? '' : ','}\n  {"op":"${op}","path":${JSON.stringify(pointer)}`);
    isFirst = false;
  };
  const write = (op: string, segment: Segment | null, node: number): void => {
    begin(op, segment);
    file.write(',"value":');
    file.writeBytes(spellFor(right.places, node, 'json'));
    file.write('}');
  };
  file.write('[');
  yield* walkDifferences(comparison, {
    open: (_left, _right, segment) => {
      pointers.push((pointers.at(-1) ?? '') + (segment === null ? '' : toPointer([segment])));
    },
    close: () => {
      pointers.pop();
    },
    remove: (_nodes, segments) => {
      for (const segment of segments.toReversed()) {
        begin('remove', segment);
        file.write('}');
      }
    },
    create: (node, segment) => write('add', segment, node),
    update: (_left, node, segment) => write('replace', segment, node),
  });
  file.write(isFirst ? ']\n' : '\n]\n');
  return file.finish();
}
