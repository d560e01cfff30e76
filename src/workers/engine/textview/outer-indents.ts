// How the lines are indented that open what is around a place: a bracket that closes it goes to that level, also where
// a view does not hold the line.

import type { OuterLine } from '../../../shared/protocol/textview.ts';
import type { JsonDocument } from '../document/document.ts';
import { containersAround } from './foldable.ts';
import { lineIndent } from '../layout/container-layout.ts';

/** Nobody closes more at once. */
const MOST = 16;

/** Of the containers around a byte, from the innermost outwards, as far as that is known; while the text is invalid, as it last was. */
export function outerIndents(document: JsonDocument, offset: number): OuterLine[] {
  const { tape, places } = document;
  if (offset === 0 || tape.count === 0) return [];
  const before = document.isLive ? offset : document.oldOffset(offset);
  const indents: OuterLine[] = [];
  for (const container of containersAround(document, before).slice(-MOST).toReversed()) {
    const indent = tape.bracketLength(container) === 0 ? null : lineIndent(places, tape.start(container));
    if (indent === null) break;
    indents.push({ kind: places.kind(container) === 'object' ? 'object' : 'array', indent });
  }
  return indents;
}
