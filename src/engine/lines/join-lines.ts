// Joins lines: a line end and the indentation after it become a single space; blank lines are removed.

import { TAB, SPACE } from '../../shared/bytes/ascii.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { eachLine, lineAround, nextLine, wouldJoinLineEnds } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Range } from '../tape/tape.ts';
import { SpliceList } from '../base/splice-list.ts';
import { SelectionTracker } from '../base/selection-tracking.ts';
import type { Work } from '../base/work.ts';

const NOTHING = new Uint8Array();
const ONE_SPACE = Uint8Array.of(SPACE);
const LF = Uint8Array.of(10);

/** Joins the lines of each selection; for a single selected line, joins it with the next one. Cost: their bytes. */
export function* joinLines(document: JsonDocument, spans: Selection): Work<LinesPlan> {
  const list = new SpliceList(document.memory);
  const tracker = new SelectionTracker(spans, true);
  for (const block of rangesOf(document, spans)) {
    const first = TEXT_BASE + block.start;
    /** End of the text joined so far. Its trailing blanks are removed when another line is joined. */
    let from = -1;
    let last = first;
    const put = (start: number, end: number, insert: Uint8Array): void => {
      tracker.edit(start - TEXT_BASE, end - TEXT_BASE, insert.length);
      list.add(start - TEXT_BASE, end - TEXT_BASE, insert);
    };
    yield* eachLine(document.memory, block, (bytes, start, end) => {
      last = end;
      if (from < 0) {
        from = end;
        return;
      }
      let text = start;
      while (text < end && isBlank(bytes[text])) text += 1;
      if (text === end) return;
      const isEmpty = from === first;
      while (from > first && isBlank(bytes[from - 1])) from -= 1;
      put(from, text, isEmpty ? NOTHING : ONE_SPACE);
      from = end;
    });
    if (from < last) put(from, last, wouldJoinLineEnds(document.memory, from, last) ? LF : NOTHING);
  }
  return { splices: list.finish(), spans: tracker.finish() };
}

/**
 * The lines of each selection from the first to the last, even if only the start of the last one is selected; for a single
 * line, also the one below. Adjacent ranges are merged.
 */
function rangesOf(document: JsonDocument, spans: Selection): Range[] {
  const apart: Range[] = [];
  const ranges = spans.map(({ anchor, active }) => ({
    start: lineAround(document, Math.min(anchor, active)).start,
    end: lineAround(document, Math.max(anchor, active)).end,
  }));
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || range.start > nextLine(document, last.end)) apart.push(range);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return apart.map(({ start, end }) => {
    const next = nextLine(document, end);
    const isAlone = lineAround(document, start).end === end && next > end;
    return { start, end: isAlone ? lineAround(document, next).end : end };
  });
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB;
}
