// Indents or outdents lines by one level. Indentation is rounded to whole levels, so a line between two levels moves to the
// next one. Empty lines stay empty, unless only one line is selected.

import { LF, CR } from '../../shared/bytes/ascii.ts';
import type { IndentStyle } from '../../shared/protocol/line-command.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { Indenter, levelOf, textOfLine, widthOf } from './indentation.ts';
import { blocksOf, eachLine, lineAround } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import type { Work } from '../base/work.ts';

/** Plans the splices that indent or outdent the selected lines. Cost: their bytes. */
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
      // Without its blanks, this line's LF would join the CR before it into one line end.
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
