// Writes the differences as a JSON Patch (RFC 6902) that turns the left value into the right one. Items are removed from the
// end of an array and added at their final positions, so that each position is right when its operation is applied. A move is a
// `remove` and an `add`. JSON Patch has no notion of duplicate keys: the patch is only right where there are none.

import { toPointer, type Segment } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from '../result/compare.ts';
import { textForDialect } from './spell.ts';
import { TextFile } from './text-file.ts';
import { walkDifferences } from '../result/walk.ts';

/** Returns the patch as the pieces of a file, one operation per line. @throws CodedError `refused` for NaN and Infinity */
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
    file.writeBytes(textForDialect(right.places, node, 'json'));
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
