// Adds `//` to lines, or removes it if all of them have it. The markers are aligned at the level of the least indented line.

import { TAB, SPACE, SLASH } from '../../shared/bytes/ascii.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { textOfLine } from './indentation.ts';
import { blocksOf, eachLine } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Range } from '../tape/tape.ts';
import { SpliceList } from '../base/splice-list.ts';
import { SelectionTracker } from '../base/selection-tracking.ts';
import type { Work } from '../base/work.ts';

const COMMENT = Uint8Array.of(SLASH, SLASH, SPACE);
const NOTHING = new Uint8Array();

/** What the lines of a block have in common. */
interface Look {
  /** Whether all lines are comments, ignoring blank ones. */
  readonly areComments: boolean;
  readonly areBlank: boolean;
  /** The indentation of the least indented line, in columns. */
  readonly width: number;
}

/** Plans the splices that comment or uncomment the selected lines. Cost: their bytes, twice. */
export function* commentLines(
  document: JsonDocument,
  spans: Selection,
  indentSize: number,
  how: 'toggle' | 'add' | 'remove',
): Work<LinesPlan> {
  const list = new SpliceList(document.memory);
  const tracker = new SelectionTracker(spans, false);
  const edit = (start: number, end: number, insert: Uint8Array): void => {
    tracker.edit(start - TEXT_BASE, end - TEXT_BASE, insert.length);
    list.add(start - TEXT_BASE, end - TEXT_BASE, insert);
  };
  for (const block of blocksOf(document, spans)) {
    const look = yield* lookAt(document, block, indentSize);
    const removes = how === 'remove' || (how === 'toggle' && look.areComments && !look.areBlank);
    const takesBlank = how === 'toggle' && look.areBlank;
    const least = Math.floor(look.width / indentSize) * indentSize;
    yield* eachLine(document.memory, block, (bytes, start, end) => {
      const text = textOfLine(bytes, start, end);
      if (text === end && !takesBlank) return;
      if (!removes) {
        const at = columnAt(bytes, start, text, least, indentSize);
        edit(at, at, COMMENT);
      } else if (isComment(bytes, text, end)) {
        const behind = text + 2;
        edit(text, behind < end && bytes[behind] === SPACE ? behind + 1 : behind, NOTHING);
      }
    });
  }
  return { splices: list.finish(), spans: tracker.finish() };
}

function* lookAt({ memory }: JsonDocument, block: Range, indentSize: number): Work<Look> {
  let areComments = true;
  let width = Number.POSITIVE_INFINITY;
  let blankWidth = Number.POSITIVE_INFINITY;
  yield* eachLine(memory, block, (bytes, start, end) => {
    const text = textOfLine(bytes, start, end);
    const isBlank = text === end;
    if (!isBlank && areComments) areComments = isComment(bytes, text, end);
    const known = isBlank ? blankWidth : width;
    let here = 0;
    for (let at = start; at < text && here < known; at += 1) here = widen(here, bytes[at], indentSize);
    if (isBlank) blankWidth = Math.min(known, here);
    else width = Math.min(known, here);
  });
  const areBlank = width === Number.POSITIVE_INFINITY;
  return { areComments, areBlank, width: areBlank ? blankWidth : width };
}

/** The address of a column in a line's blanks; before a tab that extends past it. */
function columnAt(bytes: Uint8Array, start: number, text: number, column: number, indentSize: number): number {
  let at = start;
  let width = 0;
  for (; width < column && at < text; at += 1) width = widen(width, bytes[at], indentSize);
  return width > column ? at - 1 : at;
}

function widen(width: number, blank: number | undefined, indentSize: number): number {
  return blank === TAB ? width + indentSize - (width % indentSize) : width + 1;
}

function isComment(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 1 < end && bytes[at] === SLASH && bytes[at + 1] === SLASH;
}
