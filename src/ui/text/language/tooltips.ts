// The tooltip of a key or value: its path, its kind and size, and what it may mean. Several sources contribute in turn; Monaco
// shows the tooltips of errors. A value is never rendered as markup: all punctuation in it is escaped.

import { toJsonPath } from '../../../shared/document/path.ts';
import type { Description } from '../../../shared/protocol/textview.ts';
import type { DocumentClient } from '../../client/document.ts';
import { nameKind, TOOLTIP } from '../../strings/editors/text.ts';
import { monaco } from '../editor/editor.ts';
import { changedByDouble, dateOf } from './value-meaning.ts';
import type { TextSession } from '../session/session.ts';
import { lookUpTooltips, type TooltipSource } from './tooltip-lookup.ts';

/** Longer paths are shortened in the middle. In characters. */
const MAX_PATH_LENGTH = 200;

/** Tooltips from the document itself. */
export function documentTooltips(client: DocumentClient): TooltipSource {
  return {
    async describe(base, offset) {
      const found = await client.describeAt(base, offset);
      return found && { range: found.range, lines: describe(found) };
    },
  };
}

/** Registers tooltips for a session's text. Returns a function that unregisters them. */
export function offerTooltips(session: TextSession, languageId: string, sources: readonly TooltipSource[]): () => void {
  const registration = monaco.languages.registerHoverProvider(languageId, {
    async provideHover(model, position, cancellation) {
      const { screen } = session;
      const result = await lookUpTooltips(
        {
          get window() {
            return cancellation.isCancellationRequested || model !== screen.model ? null : screen.slice;
          },
          whenCurrent: () => session.navigation.whenCurrent(),
          offsetIn: (slice) => slice.offsetAt(position),
        },
        sources,
      );
      const first = result?.found[0];
      if (result === null || first === undefined) return null;
      const { window: slice, found } = result;
      const [start, end] = [slice.positionAt(first.range.start), slice.positionAt(first.range.end)];
      return {
        range: new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column),
        contents: [{ value: found.flatMap(({ lines }) => lines.map(escapeMarkdown)).join('\n\n') }],
      };
    },
  });
  return () => registration.dispose();
}

/** The lines of the document's own tooltip. */
export function describe(found: Description): string[] {
  const { path, kind, text, isCut } = found;
  const lines = [cutMiddle(toJsonPath(path)), nameKind(found)];
  if (isCut || (kind !== 'number' && kind !== 'string')) return lines;
  const meaning = dateOf(kind, text);
  if (meaning !== null) {
    const { date, hasTime, unit } = meaning;
    const shown = date.toLocaleString(undefined, { dateStyle: 'full', ...(hasTime ? { timeStyle: 'long' } : {}) });
    lines.push(unit === null ? shown : TOOLTIP.time(shown, unit));
  }
  const other = kind === 'number' ? changedByDouble(text) : null;
  if (other !== null) lines.push(TOOLTIP.double(other));
  return lines;
}

function cutMiddle(text: string): string {
  if (text.length <= MAX_PATH_LENGTH) return text;
  const half = MAX_PATH_LENGTH / 2;
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}

/** Escapes plain text as a line of Markdown. @see https://spec.commonmark.org/0.31.2/#backslash-escapes */
function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
