// Turns a command on lines into one list of splices, however many lines are selected, and the selections afterwards. The
// results are those of Monaco's own commands on a text that it holds as a whole.
//
//   request ─▶ blocks of lines ─▶ shift · reindent · comment · move · sort · reverse · unique · join ─▶ splices, selections

import { TAB, SPACE } from '../../shared/bytes/ascii.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import type { LineRequest } from '../../shared/protocol/line-command.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { Splice } from '../../shared/document/splice.ts';
import { encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { commentLines } from './comment-lines.ts';
import type { JsonDocument } from '../document/document.ts';
import { eachLine, wholeText, wouldJoinLineEnds } from './line-blocks.ts';
import { TEXT_BASE, type DocumentMemory } from '../base/memory.ts';
import { joinLines } from './join-lines.ts';
import type { LinesPlan } from './lines-plan.ts';
import { copyLines, deleteLines, duplicate, moveLines } from './move-lines.ts';
import { reindentLines } from './reindent-lines.ts';
import { reverseLines } from './reverse-lines.ts';
import { shiftLines } from './shift-lines.ts';
import { sortLines } from './sort-lines.ts';
import { SpliceList } from '../base/splice-list.ts';
import { SelectionTracker } from '../base/selection-tracking.ts';
import { uniqueLines } from './unique-lines.ts';
import type { Work } from '../base/work.ts';

const LF = Uint8Array.of(10);
const CR_BYTE = 13;
const LF_BYTE = 10;
const NOTHING = new Uint8Array();

/** Plans a command without changing the document. Cost: the selected lines. */
export function* planLines(document: JsonDocument, request: LineRequest): Work<LinesPlan> {
  const { command, spans, indent } = request;
  const lineEnd = encodeUtf8(request.lineEnd);
  switch (command) {
    case 'indent':
    case 'outdent':
      return yield* shiftLines(document, spans, indent, command === 'indent');
    case 'reindent':
      return yield* reindentLines(document, spans, indent);
    case 'toggle-comment':
      return yield* commentLines(document, spans, indent.size, 'toggle');
    case 'add-comment':
      return yield* commentLines(document, spans, indent.size, 'add');
    case 'remove-comment':
      return yield* commentLines(document, spans, indent.size, 'remove');
    case 'move-up':
    case 'move-down':
      return keepLineEndsApart(document.memory, moveLines(document, spans, command === 'move-up' ? 'up' : 'down'));
    case 'copy-up':
    case 'copy-down':
      return keepLineEndsApart(
        document.memory,
        copyLines(document, spans, command === 'copy-up' ? 'up' : 'down', lineEnd),
      );
    case 'duplicate':
      return keepLineEndsApart(document.memory, duplicate(document, spans, lineEnd));
    case 'delete':
      return keepLineEndsApart(document.memory, deleteLines(document, spans));
    case 'sort-ascending':
    case 'sort-descending':
      return keepLineEndsApart(document.memory, yield* sortLines(document, spans, command === 'sort-descending'));
    case 'reverse':
      return keepLineEndsApart(document.memory, yield* reverseLines(document, spans));
    case 'unique':
      return yield* uniqueLines(document, spans);
    case 'join':
      return yield* joinLines(document, spans);
    case 'trim':
      return yield* trimLines(document, spans);
  }
}

/** Removes trailing white space from all lines. */
function* trimLines(document: JsonDocument, spans: Selection): Work<LinesPlan> {
  const list = new SpliceList(document.memory);
  const tracker = new SelectionTracker(spans, false);
  yield* eachLine(document.memory, wholeText(document), (bytes, start, end) => {
    let at = end;
    while (at > start && (bytes[at - 1] === SPACE || bytes[at - 1] === TAB)) at -= 1;
    if (at === end || wouldJoinLineEnds(document.memory, at, end)) return;
    tracker.edit(at - TEXT_BASE, end - TEXT_BASE, 0);
    list.add(at - TEXT_BASE, end - TEXT_BASE, NOTHING);
  });
  return { splices: list.finish(), spans: tracker.finish() };
}

/** Inserts an LF where a splice would join a lone CR and an LF into one line end. */
function keepLineEndsApart(memory: DocumentMemory, { splices, spans }: LinesPlan): LinesPlan {
  const byteAt = (at: number): number | undefined =>
    at < 0 || at >= memory.size ? undefined : memory.text(at, at + 1)[0];
  /** The last byte of the text after the previous splice, used if the next one begins where that ends. */
  let before: number | undefined;
  const sealed = splices.map((splice, index): Splice => {
    const { start, end } = splice;
    let { insert } = splice;
    const last = splices[index - 1]?.end === start ? before : byteAt(start - 1);
    const next = splices[index + 1]?.start === end ? undefined : byteAt(end);
    if (last === CR_BYTE && (insert[0] ?? next) === LF_BYTE) insert = joinBytes([LF, insert]);
    if (insert.at(-1) === CR_BYTE && next === LF_BYTE) insert = joinBytes([insert, LF]);
    before = insert.at(-1) ?? last;
    return insert === splice.insert ? splice : { ...splice, insert };
  });
  return { splices: sealed, spans };
}
