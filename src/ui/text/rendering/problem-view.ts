// Underlines the problems of the document that the window holds, with their message on hover. The first error is marked
// separately, as soon as it is known (`window/caret-place.ts`).

import type { Problem } from '../../../shared/protocol/problems.ts';
import { Debounced } from '../../async/debounced.ts';
import type { ProblemSource } from '../../problem-marks/problem-source.ts';
import { severityOf } from '../../problem-marks/severity.ts';
import { monaco } from '../editor/editor.ts';
import type { TextSession } from '../session/session.ts';
import type { TextSlice } from '../window/slice.ts';
import { rangeIn } from './visible-ranges.ts';

const OWNER = 'problems';
/** Interval between updates while the user scrolls or types, in milliseconds. */
const WAIT_MS = 40;

/** Underlines the problems in one session. Returns a function that stops it. */
export function underlineProblems(session: TextSession, source: ProblemSource): () => void {
  const { screen } = session;
  const paint = (): void => {
    const { slice } = screen;
    // Until the problems have been determined again, existing markers move with the text.
    if (slice === null || !source.isCurrent || slice.revision !== session.client.state.revision) return;
    const first = session.client.state.error?.place?.offset;
    const markers = source
      .get()
      .filter(({ start, kind }) => kind !== 'syntax' && start !== first && slice.holds(start) && !slice.hides(start))
      .map((problem) => markerOf(problem, slice));
    monaco.editor.setModelMarkers(screen.model, OWNER, markers);
  };
  const later = new Debounced(paint, WAIT_MS);
  const refresh = (): void => later.start();
  const content = screen.model.onDidChangeContent(refresh);
  const endings = [source.subscribe(refresh), session.onScrolled(refresh), () => content.dispose()];
  refresh();
  return () => {
    later.dispose();
    for (const end of endings) end();
    if (!screen.model.isDisposed()) monaco.editor.setModelMarkers(screen.model, OWNER, []);
  };
}

function markerOf({ kind, start, end, message }: Problem, slice: TextSlice): monaco.editor.IMarkerData {
  const { startLineNumber, startColumn, endLineNumber, endColumn } = rangeIn(slice, { start, end });
  const isEmpty = startLineNumber === endLineNumber && startColumn === endColumn;
  const { Error, Warning } = monaco.MarkerSeverity;
  return {
    severity: severityOf(kind) === 'error' ? Error : Warning,
    message,
    startLineNumber,
    // At the end of a line there is no character, so the one before it is underlined.
    startColumn: isEmpty ? Math.max(1, startColumn - 1) : startColumn,
    endLineNumber,
    endColumn: isEmpty ? Math.max(2, endColumn) : endColumn,
  };
}
