// The fold commands. Folding at a caret folds the outermost container that opens on its line; if that is already folded, or
// none opens there, the next container around it. Unfolding opens what is folded on the caret's line.

import { CodedError } from '../../shared/errors.ts';
import type { FoldMark, FoldRequest } from '../../shared/protocol/textview.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import type { JsonDocument } from '../document/document.ts';
import { containersAround, foldableOn, foldRange, foldRanges } from './foldable.ts';
import { hides } from '../document/folds.ts';
import type { Range } from '../tape/tape.ts';
import { ShownText } from './shown-text.ts';
import type { Work } from '../base/work.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';

/** Carries out a request. Returns whether different lines are hidden afterwards. @throws CodedError `invalid-document` */
export function* foldText(document: JsonDocument, request: FoldRequest): Work<boolean> {
  const { folds } = document;
  const { version } = folds;
  switch (request.type) {
    case 'fold-all':
    case 'fold-level':
      yield* foldMany(document, request.type === 'fold-level' ? request.level : 0);
      break;
    case 'unfold-all':
      if (!folds.isEmpty) folds.clear();
      break;
    case 'toggle': {
      const [offset = 0] = request.offsets;
      if (foldedOn(document, offset) === null) foldOne(document, offset);
      else for (const each of request.offsets) unfoldOne(document, each, false);
      break;
    }
    case 'fold':
      for (const offset of request.offsets) foldOne(document, offset);
      break;
    case 'fold-recursively':
      for (const offset of request.offsets) yield* foldInside(document, offset);
      break;
    case 'unfold':
    case 'unfold-recursively':
      for (const offset of request.offsets) unfoldOne(document, offset, request.type === 'unfold-recursively');
      break;
  }
  return folds.version !== version;
}

/** The visible containers that open in a range and can be folded: the outermost of each line. */
export function readFoldMarks(document: JsonDocument, range: ByteRange): FoldMark[] {
  const { tape, places, children, folds } = document;
  if (!document.isLive) return [];
  const marks: FoldMark[] = [];
  let lineEnd = 0;
  for (let entry = tape.lastAtOrBefore(range.start - 1) + 1; entry < tape.count; entry += 1) {
    const start = tape.start(entry);
    if (start >= range.end) break;
    if (!tape.isOpening(entry)) continue;
    if (hides(folds.gaps, start)) {
      const gap = new ShownText(document).between(start - 1, start)[0];
      entry = gap === undefined ? entry : tape.lastAtOrBefore(gap.end - 1);
      continue;
    }
    if (start < lineEnd) continue;
    const hidden = foldRange(document, entry);
    if (hidden === null) continue;
    lineEnd = hidden.start;
    const kind = places.kind(entry) === 'object' ? 'object' : 'array';
    marks.push({ offset: asByte(start), kind, count: children.count(entry) });
  }
  return marks;
}

function* foldMany(document: JsonDocument, level: number): Work<void> {
  checkLive(document);
  document.folds.add(yield* foldRanges(document, 0, document.tape.count - 1, level));
}

function* foldInside(document: JsonDocument, offset: number): Work<void> {
  checkLive(document);
  const { tape } = document;
  const [entry] = candidates(document, offset);
  if (entry !== undefined) document.folds.add(yield* foldRanges(document, entry, tape.closing(entry)));
}

function foldOne(document: JsonDocument, offset: number): void {
  checkLive(document);
  const { folds } = document;
  for (const entry of candidates(document, offset)) {
    const range = foldRange(document, entry);
    if (range === null || hides(folds.gaps, range.start)) continue;
    folds.add({ starts: Uint32Array.of(range.start), ends: Uint32Array.of(range.end) });
    return;
  }
}

/** Opens the fold on the line of an offset; with `withInner`, also all folds inside it. */
function unfoldOne(document: JsonDocument, offset: number, withInner: boolean): void {
  const gap = foldedOn(document, offset);
  if (gap === null) return;
  document.folds.retain((start, end) =>
    withInner ? start < gap.start || end > gap.end : start !== gap.start || end !== gap.end,
  );
}

/** The gap after the shown line of an offset; `null` if there is none. */
function foldedOn(document: JsonDocument, offset: number): Range | null {
  const shown = new ShownText(document);
  const line = shown.lineAt(offset);
  const start = shown.startOfLine(line);
  const next = line + 1 < shown.lineCount ? shown.startOfLine(line + 1) : document.size;
  return shown.between(start, next)[0] ?? null;
}

/**
 * The containers that a fold command at a caret may apply to, by precedence: those that open on its shown line, outermost
 * first, then those around it, innermost first.
 */
function* candidates(document: JsonDocument, offset: number): Generator<number> {
  const shown = new ShownText(document);
  const lineStart = shown.startOfLine(shown.lineAt(offset));
  yield* foldableOn(document, document.lines.lineAt(lineStart));
  for (const container of containersAround(document, lineStart).toReversed()) {
    if (foldRange(document, container) !== null) yield container;
  }
}

function checkLive(document: JsonDocument): void {
  if (document.isLive) return;
  throw new CodedError('invalid-document', NOT_VALID.folds, document.error?.place ?? null);
}
