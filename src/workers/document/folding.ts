// Serves text views of a session's document: windows of the text, what can be folded in them, and the lines that open the
// containers around them.

import type { CallId } from '../../shared/protocol/reply.ts';
import type { AncestorLine, FoldMark, FoldRequest, TextRequest, TextWindow } from '../../shared/protocol/textview.ts';
import { asByte, type ByteOffset, type ByteRange, type Revision } from '../../shared/units.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { containersAround } from '../../engine/textview/foldable.ts';
import { foldText, readFoldMarks } from '../../engine/textview/fold-edit.ts';
import { ShownText } from '../../engine/textview/shown-text.ts';
import { cutText } from '../../engine/textview/text-window.ts';
import type { Runner } from './runner.ts';

/** Longest quoted line, in bytes. */
const MAX_QUOTE_LENGTH = 400;

/** The part of the session that folding uses. */
export interface Foldable {
  readonly document: JsonDocument;
  readonly revision: Revision;
  readonly runner: Runner;
  readonly settled: Promise<unknown>;
  exclusive<T>(body: () => Promise<T> | T): Promise<T>;
  reportState(): void;
}

/** Serves the calls of text views. */
export class Folding {
  constructor(private readonly session: Foldable) {}

  readText(request: TextRequest): TextWindow {
    const { document, revision } = this.session;
    const { version } = document.folds;
    const window = cutText(document, revision, request);
    if (document.folds.version !== version) this.session.reportState();
    return window;
  }

  /** @throws CodedError `invalid-document`, `cancelled` */
  fold(call: CallId, request: FoldRequest): Promise<number | null> {
    const { session } = this;
    return session.exclusive(() =>
      session.runner.call(call, async (step) => {
        await session.settled;
        const { document } = session;
        const before = hiddenLines(document);
        if (!(await step.run(foldText(document, request)))) return null;
        session.reportState();
        return hiddenLines(document) - before;
      }),
    );
  }

  async readFolds(range: ByteRange): Promise<FoldMark[]> {
    await this.session.settled;
    return readFoldMarks(this.session.document, range);
  }

  stickyLines(offset: ByteOffset, limit: number): AncestorLine[] {
    const { document } = this.session;
    if (!document.isLive) return [];
    const shown = new ShownText(document);
    const top = shown.lineAt(offset);
    for (let covered = 0; ; covered += 1) {
      const lines = openingLines(document, shown.startOfLine(top + covered), limit);
      if (lines.length <= covered || covered === limit) return lines.map((line) => quote(document, line));
    }
  }
}

function hiddenLines({ folds }: JsonDocument): number {
  return folds.gaps.linesBefore.at(-1) ?? 0;
}

/** The lines that open the containers around a line's start, outermost first; at most the innermost `limit`. */
function openingLines(document: JsonDocument, lineStart: number, limit: number): number[] {
  const { tape, lines } = document;
  const found: number[] = [];
  for (const container of containersAround(document, lineStart).toReversed()) {
    const line = lines.lineAt(tape.start(container));
    if (line === found.at(-1) || tape.bracketLength(container) === 0) continue;
    if (found.length === limit) break;
    found.push(line);
  }
  return found.toReversed();
}

function quote(document: JsonDocument, line: number): AncestorLine {
  const { lines, memory } = document;
  const start = lines.startOfLine(line);
  const end = Math.min(lines.startOfLine(line + 1), start + MAX_QUOTE_LENGTH);
  const text = decodeUtf8(memory.text(start, end)).replace(/[\r\n]+$/, '');
  return { line, offset: asByte(start), depth: containersAround(document, start).length, text };
}
