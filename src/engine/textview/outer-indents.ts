// The indentation of the lines that open the containers around a place. An editor aligns a closing bracket with its opening
// line, even if the view does not hold that line.

import type { OuterLine } from '../../shared/protocol/textview.ts';
import type { JsonDocument } from '../document/document.ts';
import { containersAround } from './foldable.ts';
import { lineIndent } from '../layout/container-layout.ts';

/** The most containers to report; a user practically never closes more in sequence. */
const MAX_CONTAINERS = 16;

/**
 * The opening lines of the containers around a byte, from the innermost outwards, up to the first whose indentation is not
 * known. While the text is invalid, those of the last valid text.
 */
export function outerIndents(document: JsonDocument, offset: number): OuterLine[] {
  const { tape, places } = document;
  if (offset === 0 || tape.count === 0) return [];
  const before = document.isLive ? offset : document.oldOffset(offset);
  const indents: OuterLine[] = [];
  for (const container of containersAround(document, before).slice(-MAX_CONTAINERS).toReversed()) {
    const indent = tape.bracketLength(container) === 0 ? null : lineIndent(places, tape.start(container));
    if (indent === null) break;
    indents.push({ kind: places.kind(container) === 'object' ? 'object' : 'array', indent });
  }
  return indents;
}
