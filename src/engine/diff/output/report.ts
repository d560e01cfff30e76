// Writes the differences for people to read, one line each:
//
//   3 differences: 1 changed, 1 created, 1 deleted, 0 moved
//   $.name: "Ada" → "Grace"
//   + $.tags[0]: "new"
//   - $.old: {a: 1}
//   ↷ $.items[3] → $.items[0]: {id: 7}

import { CHANGE_WORDS, readChange } from '../../../shared/protocol/compare.ts';
import { toJsonPath } from '../../../shared/document/path.ts';
import type { Work } from '../../base/work.ts';
import type { Comparison } from '../result/compare.ts';
import { valueText } from '../result/entries.ts';
import { TextFile } from './text-file.ts';

const SLICE_CHANGES = 1024;

/** Returns the report as the pieces of a file. */
export function* writeReport({ changes, count, sides }: Comparison): Work<Uint8Array<ArrayBuffer>[]> {
  const file = new TextFile();
  const total = changes.length / CHANGE_WORDS;
  const counts = { create: 0, update: 0, delete: 0, move: 0 };
  for (let index = 0; index < total; index += 1) {
    const { kind, partner } = readChange(changes, index);
    if (partner === null) counts[kind] += 1;
    else if (kind === 'delete') counts.move += 1;
  }
  const { create, update, delete: deleted, move } = counts;
  const word = count === 1 ? 'difference' : 'differences';
  file.write(`${count} ${word}: ${update} changed, ${create} created, ${deleted} deleted, ${move} moved\n`);
  const [a, b] = [sides.left.places, sides.right.places];
  for (let index = 0; index < total; index += 1) {
    if (index % SLICE_CHANGES === SLICE_CHANGES - 1) yield { done: index, total };
    const { kind, left, right, partner } = readChange(changes, index);
    if (left !== null && right !== null) {
      file.write(`${toJsonPath(a.path(left))}: ${valueText(a, left)} → ${valueText(b, right)}\n`);
    } else if (kind === 'create' && right !== null) {
      if (partner === null) file.write(`+ ${toJsonPath(b.path(right))}: ${valueText(b, right)}\n`);
    } else if (left !== null) {
      const target = partner === null ? null : readChange(changes, partner).right;
      const path = toJsonPath(a.path(left));
      file.write(
        target === null
          ? `- ${path}: ${valueText(a, left)}\n`
          : `↷ ${path} → ${toJsonPath(b.path(target))}: ${valueText(b, target)}\n`,
      );
    }
  }
  return file.finish();
}
