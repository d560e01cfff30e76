// Indents lines by a level, or outdents them. A line's indentation is written anew to whole levels, so that lines that
// stood between two come to stand on one; what is empty stays empty, unless it is the only line.

import type { IndentStyle } from '../../../shared/protocol/line-command.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { Indenter, levelOf, textOfLine, widthOf } from './indentation.ts';
import { blocksOf, eachLine, lineAround } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import type { Work } from '../base/work.ts';

const LF = 10;
const CR = 13;

/** The splices that shift the selected lines. Cost: their bytes. */
export function* shiftLines(
  document: JsonDocument,
  spans: Selection,
  style: IndentStyle,
  isDeeper: boolean,
): Work<LinesPlan> {
  const { memory } = document;
  const blocks = blocksOf(document, spans);
  const indenter = new Indenter(memory, spans, style);
  for (const block of blocks) {
    const isMany = lineAround(document, block.start).end < block.end;
    yield* eachLine(memory, block, (bytes, start, end) => {
      const at = textOfLine(bytes, start, end);
      const width = widthOf(bytes, start, at, style.tabSize);
      if (isDeeper ? start === end && isMany : at === start) return;
      // Without its blanks it would be the second half of the line end before.
      if (at === end && bytes[at] === LF && bytes[start - 1] === CR && !isDeeper) return;
      indenter.indent(bytes, start, at, isDeeper ? nextStop(width, style) : previousStop(width, style));
    });
  }
  return indenter.finish();
}

function nextStop(width: number, style: IndentStyle): number {
  const level = levelOf(style);
  return width + level - (width % level);
}

function previousStop(width: number, style: IndentStyle): number {
  const level = levelOf(style);
  return Math.max(0, width - 1 - ((width - 1) % level));
}
