// Writes the differences in the delta format of jsondiffpatch:
//
//   [new]                       created                {"key": …}          a member that differs inside
//   [old, new]                  changed                {"_t": "a", …}      an array: "3" is a position afterwards,
//   [old, 0, 0]                 deleted                                    "_3" one before
//   ["", 5, 3]                  moved to position 5
//
// A key "_t" of an object cannot be distinguished from the marker of an array; jsondiffpatch cannot write it either.
// @see https://github.com/benjamine/jsondiffpatch/blob/master/docs/deltas.md

import { CHANGE, CHANGE_WORDS, NO_NODE } from '../../../shared/protocol/compare.ts';
import type { Segment } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from '../result/compare.ts';
import { textForDialect } from './spell.ts';
import { TextFile } from './text-file.ts';
import { walkDifferences } from '../result/walk.ts';

/** Returns the delta as the pieces of a file; `{}` when nothing differs. @throws CodedError `refused` for NaN and Infinity */
export function* writeDelta(comparison: Comparison): Work<Uint8Array<ArrayBuffer>[]> {
  const { left, right } = comparison.sides;
  const file = new TextFile();
  const moved = findMoved(comparison);
  // A moved item is written once its target is known.
  const origins = new Map<number, number>();
  const open: { isEmpty: boolean; readonly isArray: boolean }[] = [];
  const name = (segment: Segment | null): void => {
    const level = open.at(-1);
    if (level === undefined) return;
    file.write(`${level.isEmpty ? '' : ','}${JSON.stringify(String(segment))}:`);
    level.isEmpty = false;
  };
  const value = ({ places }: typeof left, node: number): void => file.writeBytes(textForDialect(places, node, 'json'));
  yield* walkDifferences(comparison, {
    open: (node, _right, segment) => {
      name(segment);
      const isArray = left.places.kind(node) === 'array';
      file.write(isArray ? '{"_t":"a"' : '{');
      open.push({ isEmpty: !isArray, isArray });
    },
    close: () => {
      file.write('}');
      open.pop();
    },
    remove: (nodes, segments) => {
      const isArray = open.at(-1)?.isArray === true;
      for (const [index, node] of nodes.entries()) {
        const segment = segments[index] ?? 0;
        const target = moved.get(node);
        if (isArray && target !== undefined) {
          origins.set(target, Number(segment));
          continue;
        }
        name(isArray ? `_${segment}` : segment);
        file.write('[');
        value(left, node);
        file.write(',0,0]');
      }
    },
    create: (node, segment) => {
      const origin = origins.get(node);
      name(origin === undefined ? segment : `_${origin}`);
      if (origin !== undefined) {
        file.write(`["",${segment},3]`);
        return;
      }
      file.write('[');
      value(right, node);
      file.write(']');
    },
    update: (one, other, segment) => {
      name(segment);
      file.write('[');
      value(left, one);
      file.write(',');
      value(right, other);
      file.write(']');
    },
  });
  if (comparison.count === 0) file.write('{}');
  file.write('\n');
  return file.finish();
}

/**
 * Maps the left half of each move to its right half if the two are equal. A moved value that also changed is written as deleted
 * and created.
 */
function findMoved({ changes, sides }: Comparison): Map<number, number> {
  const moved = new Map<number, number>();
  for (let at = 0; at < changes.length; at += CHANGE_WORDS) {
    const partner = changes[at + 3] ?? NO_NODE;
    if (changes[at] !== CHANGE.delete || partner === NO_NODE) continue;
    const [one, other] = [changes[at + 1] ?? 0, changes[partner * CHANGE_WORDS + 2] ?? 0];
    if (sides.haveSameHash(one, other)) moved.set(one, other);
  }
  return moved;
}
