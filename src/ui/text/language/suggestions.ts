// Completion: what may be written at the caret, asked of one source after the other. The document itself is the
// first; others (a schema) can be put beside it. Monaco filters and shows; it asks on Ctrl+Space and on a quote
// that opens a string, and never while words or numbers are typed: what a quote has asked for ends with its string,
// though Monaco asks again by itself for the words behind it.

import type { Suggestion, Suggestions } from '../../../shared/protocol/textview.ts';
import type { ByteOffset, Revision } from '../../../shared/units.ts';
import type { DocumentClient } from '../../client/document.ts';
import { replaceCommand } from '../commands/document-commands.ts';
import { monaco } from '../editor.ts';
import type { TextSession } from '../session.ts';
import type { Slice } from '../window/slice.ts';

const QUOTE = '"';
/** The editors that were asked by a command last, and not by a quote. */
const ASKED = new WeakSet<object>();
let isWatched = false;

/** Something that knows what may be written at a place. */
export interface SuggestionSource {
  /** Suggestions for a byte of the text of a revision; `null` where there are none. May reject: that says the same. */
  suggest(base: Revision, offset: ByteOffset): Promise<Suggestions | null>;
}

/** What the document says of itself. */
export function documentSource(client: DocumentClient): SuggestionSource {
  return { suggest: (base, offset) => client.suggest(base, offset) };
}

/** Answers Monaco's questions about a session's text. Answers how to end that. */
export function offerSuggestions(
  session: TextSession,
  languageId: string,
  sources: readonly SuggestionSource[],
): () => void {
  watchAsking();
  const { editor } = session;
  const registration = monaco.languages.registerCompletionItemProvider(languageId, {
    triggerCharacters: [QUOTE],
    async provideCompletionItems(model, position, context, cancellation) {
      const { slice } = session.screen;
      if (slice === null || model !== session.screen.model || session.isReadOnly) return NOTHING;
      const { revision } = slice;
      const offset = slice.offsetAt(position);
      const isTyped = context.triggerKind === monaco.languages.CompletionTriggerKind.TriggerCharacter;
      if (isTyped) ASKED.delete(editor);
      const suggestions: monaco.languages.CompletionItem[] = [];
      for (const source of sources) {
        const found = await source.suggest(revision, offset).catch(() => null);
        if (cancellation.isCancellationRequested || session.screen.slice !== slice || slice.revision !== revision)
          return NOTHING;
        // A quote that closes a string asks for nothing.
        if (found === null || (isTyped && found.range.start !== offset - 1)) continue;
        // And what Monaco asks again by itself is of the string that a quote has opened, or of nothing.
        if (!ASKED.has(editor) && quoteOf(found, slice) === '') continue;
        suggestions.push(...toItems(found, slice, position));
      }
      return { suggestions };
    },
  });
  return () => registration.dispose();
}

const NOTHING: monaco.languages.CompletionList = { suggestions: [] };

/** Monaco's items. What one replaces has to be on the caret's line and in the window. */
function toItems(
  { at, range, behind, items }: Suggestions,
  slice: Slice,
  position: monaco.Position,
): monaco.languages.CompletionItem[] {
  if (!slice.holds(range.start) || !slice.holds(range.end)) return [];
  const [start, end] = [slice.positionAt(range.start), slice.positionAt(range.end)];
  if (start.lineNumber !== position.lineNumber || end.lineNumber !== position.lineNumber) return [];
  const opens = quoteOf({ range }, slice);
  const { CompletionItemKind } = monaco.languages;
  return items.map((item, index) => ({
    label: { label: shownLabel(item), ...(item.count > 0 ? { description: `${item.count.toLocaleString()}×` } : {}) },
    kind: at === 'key' ? CompletionItemKind.Property : CompletionItemKind.Value,
    insertText: item.spelling + behind,
    // Without the quote at the end: once that is typed the string is what somebody wanted.
    filterText: isText(item) ? opens + item.label : item.spelling,
    sortText: String(index).padStart(4, '0'),
    range: new monaco.Range(start.lineNumber, start.column, end.lineNumber, end.column),
  }));
}

/** The quote that what is replaced begins with; '' where there is none. */
function quoteOf({ range }: Pick<Suggestions, 'range'>, slice: Slice): string {
  if (range.end === range.start || !slice.holds(range.start)) return '';
  const first = String.fromCharCode(slice.bytes[slice.indexOf(range.start)] ?? 0);
  return first === QUOTE || first === "'" ? first : '';
}

/** Notes which editors are asked by a command (Ctrl+Space). */
function watchAsking(): void {
  if (isWatched) return;
  isWatched = true;
  replaceCommand('editor.action.triggerSuggest', (editor) => {
    ASKED.add(editor);
    return false;
  });
}

/** Keys without their quotes; values as they are spelt. */
function shownLabel({ kind, label, spelling }: Suggestion): string {
  const shown = kind === 'key' ? label : spelling;
  return shown === '' ? '""' : shown;
}

function isText({ kind }: Suggestion): boolean {
  return kind === 'key' || kind === 'string';
}
