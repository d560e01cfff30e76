// Indents lines according to the brackets around them, each one level deeper than the line with the opening bracket. Lines are
// not split or joined, and the text may be invalid: only brackets outside strings and comments count.
//
//   selected lines ─▶ all lines from the text's start, for the open brackets ─▶ new blanks before the selected ones

import { SPACE, TAB, QUOTE, APOSTROPHE, STAR, SLASH, BACKSLASH } from '../../shared/bytes/ascii.ts';
import type { IndentStyle } from '../../shared/protocol/line-command.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { JsonDocument } from '../document/document.ts';
import { Indenter, levelOf, textOfLine, widthOf } from './indentation.ts';
import { blocksOrAll, eachLine, textStart } from './line-blocks.ts';
import type { LinesPlan } from './lines-plan.ts';
import { TEXT_BASE } from '../base/memory.ts';
import type { Work } from '../base/work.ts';

/**
 * Plans the splices that indent the selected lines, or all lines if only one is selected. Blank lines and lines that begin
 * inside a comment or a string are not changed. Cost: the bytes up to the end of the last of the lines.
 */
export function* reindentLines(document: JsonDocument, spans: Selection, style: IndentStyle): Work<LinesPlan> {
  const { memory } = document;
  const { blocks } = blocksOrAll(document, spans);
  const indenter = new Indenter(memory, spans, style);
  const nesting = new Nesting(levelOf(style), document.dialect === 'json5');
  const last = TEXT_BASE + (blocks.at(-1)?.end ?? 0);
  let block = 0;
  yield* eachLine(memory, { start: textStart(document), end: last - TEXT_BASE }, (bytes, start, end) => {
    while (start - TEXT_BASE > (blocks[block]?.end ?? Number.POSITIVE_INFINITY)) block += 1;
    const isSelected = start - TEXT_BASE >= (blocks[block]?.start ?? Number.POSITIVE_INFINITY);
    const text = textOfLine(bytes, start, end);
    let width = widthOf(bytes, start, text, style.tabSize);
    if (isSelected && text < end && !nesting.isCut) {
      width = nesting.widthFor(bytes, text, end);
      indenter.indent(bytes, start, text, width);
    }
    if (end < last) nesting.read(bytes, text, end, width);
  });
  return indenter.finish();
}

/** The brackets, comment or string that are open at the start of a line. */
class Nesting {
  /** The widths of the lines with the open brackets, the outermost first. */
  private readonly opened: number[] = [];
  private isComment = false;
  /** The quote of a string that continues on the next line; 0 if there is none. */
  private quote = 0;

  constructor(
    private readonly level: number,
    /** Whether strings may be single-quoted, and continue after a backslash at the end of a line. */
    private readonly isJson5: boolean,
  ) {}

  /** Whether the line begins inside a comment or a string. */
  get isCut(): boolean {
    return this.isComment || this.quote !== 0;
  }

  /**
   * The width to indent a line to, given where its text starts. A line that begins with closing brackets is aligned with the
   * line that opens the last of them.
   */
  widthFor(bytes: Uint8Array, text: number, end: number): number {
    let closed = 0;
    for (let at = text; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (isClosing(byte)) closed += 1;
      else if (byte !== SPACE && byte !== TAB) break;
    }
    const open = this.opened.at(-Math.max(1, Math.min(closed, this.opened.length)));
    if (open === undefined) return 0;
    return closed === 0 ? open + this.level : closed > this.opened.length ? 0 : open;
  }

  /** Reads a line that is indented to `width`, and updates what is open. */
  read(bytes: Uint8Array, text: number, end: number, width: number): void {
    let at = text;
    while (at < end) {
      if (this.isComment) at = this.readComment(bytes, at, end);
      else if (this.quote !== 0) at = this.readString(bytes, at, end);
      else if (bytes[at] === SLASH && bytes[at + 1] === SLASH) return;
      else if (bytes[at] === SLASH && bytes[at + 1] === STAR && at + 1 < end) {
        this.isComment = true;
        at += 2;
      } else {
        const byte = bytes[at] ?? 0;
        if (byte === QUOTE || (byte === APOSTROPHE && this.isJson5)) this.quote = byte;
        else if (isOpening(byte)) this.opened.push(width);
        else if (isClosing(byte)) this.opened.pop();
        at += 1;
      }
    }
    if (this.quote !== 0 && !(this.isJson5 && isContinued(bytes, text, end))) this.quote = 0;
  }

  private readComment(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at + 1 < end; at += 1)
      if (bytes[at] === STAR && bytes[at + 1] === SLASH) {
        this.isComment = false;
        return at + 2;
      }
    return end;
  }

  private readString(bytes: Uint8Array, start: number, end: number): number {
    for (let at = start; at < end; at += 1)
      if (bytes[at] === BACKSLASH) at += 1;
      else if (bytes[at] === this.quote) {
        this.quote = 0;
        return at + 1;
      }
    return end;
  }
}

function isOpening(byte: number): boolean {
  return byte === 0x7b || byte === 0x5b;
}

function isClosing(byte: number): boolean {
  return byte === 0x7d || byte === 0x5d;
}

/** Whether a line ends with an unescaped backslash. */
function isContinued(bytes: Uint8Array, start: number, end: number): boolean {
  let at = end;
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1;
  return (end - at) % 2 === 1;
}
