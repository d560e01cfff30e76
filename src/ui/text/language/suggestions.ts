// Completion at the caret, from several sources in turn: the schema, then the document itself. Monaco filters and shows the
// suggestions. It requests them on Ctrl+Space and on a quote that opens a string, never while words or numbers are typed.
// Suggestions after a quote end with its string, although Monaco repeats the request for the words after it.

import { append } from '../../../shared/append.ts';
import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices';
import { IStorageService } from 'monaco-editor/platform/storage/common/storage';
import type { Suggestion, Suggestions } from '../../../shared/protocol/textview.ts';
import type { ByteOffset, Revision } from '../../../shared/units.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { DocumentClient } from '../../client/document.ts';
import { SCHEMA_HELP } from '../../strings/panel/schema-help.ts';
import { replaceCommand } from '../commands/document-commands.ts';
import { monaco, type CodeEditor } from '../editor/editor.ts';
import type { TextSession } from '../session/session.ts';
import type { TextSlice } from '../window/slice.ts';

const QUOTE = '"';
/** The command that opens the list again after a suggestion was accepted. */
const REOPEN_LIST = 'diptych.askOn';
/** The editors whose last request came from a command, not from a quote. */
const ASKED = new WeakSet<object>();
const TRIGGER = 'editor.action.triggerSuggest';
let isWatched = false;

/** A key or value with its presentation. */
export interface OfferedSuggestion extends Suggestion {
  /** A word or two, shown beside it. */
  readonly note?: string;
  /** Paragraphs of plain text. */
  readonly words?: readonly string[];
  readonly isDeprecated?: boolean;
  readonly isPreselected?: boolean;
  /** Inserted instead of its spelling, in Monaco's snippet syntax. */
  readonly snippet?: string;
  /** Whether the list opens again after it. */
  readonly reopensList?: boolean;
}

/** Keys or values that a source offers. */
export interface Offer extends Suggestions {
  readonly items: readonly OfferedSuggestion[];
  /** The number of further ones, which appear as more is typed. */
  readonly rest?: number;
  /** The byte after which a comma is missing; -1 if none is. */
  readonly commaAt?: number;
  /** Whether the items replace what was typed, which none of them contains. */
  readonly isUnfiltered?: boolean;
  /** Whether nothing else is allowed there, so that no other source is queried. */
  readonly isAll?: boolean;
}

/** Suggests what may be written at a place. */
export interface SuggestionSource {
  /** Suggestions for a byte in the text of a revision; `null` if there are none. A rejection means the same. */
  suggest(base: Revision, offset: ByteOffset): Promise<Offer | null>;
}

/** Suggestions from the document itself. */
export function documentSource(client: DocumentClient): SuggestionSource {
  return { suggest: (base, offset) => client.suggest(base, offset) };
}

/** Registers suggestions for a session's text. Returns a function that unregisters them. */
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
      const { screen } = session;
      if (screen.slice === null || model !== screen.model || session.isReadOnly) return NOTHING;
      const isTyped = context.triggerKind === monaco.languages.CompletionTriggerKind.TriggerCharacter;
      if (isTyped) ASKED.delete(editor);
      const before = lineUntil(model, position);
      // Monaco waits for the result while the user types on, but a result is valid for one text only. So the sources are
      // queried again after each change.
      for (;;) {
        const { slice } = screen;
        const caret = editor.getPosition();
        if (slice === null || caret === null || cancellation.isCancellationRequested) return NOTHING;
        if (!isBehind(caret, position) || lineUntil(model, position) !== before) return NOTHING;
        const { revision } = slice;
        const asked: Asked = { slice, position, typed: caret.column - position.column };
        const offers = await ask(
          slice.offsetAt(caret),
          revision,
          () => screen.slice === slice && slice.revision === revision,
        );
        if (cancellation.isCancellationRequested) return NOTHING;
        if (offers !== null) return listOf(offers, asked, isTyped);
      }
    },
  });
  return () => registration.dispose();

  /** What the sources offer, in their order; `null` if the text has changed. */
  async function ask(offset: ByteOffset, revision: Revision, isCurrent: () => boolean): Promise<Offer[] | null> {
    const offers: Offer[] = [];
    for (const source of sources) {
      const found = await source.suggest(revision, offset).catch(() => null);
      if (!isCurrent()) return null;
      if (found !== null) offers.push(found);
      if (found?.isAll === true) break;
    }
    return offers;
  }

  function listOf(offers: readonly Offer[], asked: Asked, isTyped: boolean): monaco.languages.CompletionList {
    const { slice, position } = asked;
    const offset = slice.offsetAt(position);
    const suggestions: monaco.languages.CompletionItem[] = [];
    const labels = new Set<string>();
    let incomplete = false;
    for (const found of offers) {
      // A quote that closes a string requests nothing.
      if (isTyped ? found.range.start !== offset - 1 : found.range.start > offset) continue;
      // Without a command, suggestions are only for a string that a quote has opened: Monaco repeats requests on its own.
      if (!ASKED.has(editor) && quoteOf(found, slice) === '') continue;
      // What several sources suggest is listed once, as by the first of them.
      const items = found.items.filter((item) => !labels.has(shownLabel(item)));
      for (const item of items) labels.add(shownLabel(item));
      append(suggestions, toItems({ ...found, items }, asked, editor, suggestions.length));
      const { rest = 0 } = found;
      if (rest === 0) continue;
      suggestions.push(...moreItem(found, rest, asked));
      incomplete = true;
    }
    return { suggestions, incomplete };
  }
}

/** Where Monaco made a request, and the text that was searched for it. */
interface Asked {
  readonly slice: TextSlice;
  /** The caret at the time of the request. Monaco adds to it what was typed since. */
  readonly position: monaco.Position;
  /** The number of characters typed since. */
  readonly typed: number;
}

/** The text of a position's line up to it. */
const lineUntil = (model: monaco.editor.ITextModel, { lineNumber, column }: monaco.Position): string =>
  lineNumber > model.getLineCount() ? '' : model.getLineContent(lineNumber).slice(0, column - 1);

const isBehind = (caret: monaco.Position, { lineNumber, column }: monaco.Position): boolean =>
  caret.lineNumber === lineNumber && caret.column >= column;

const NOTHING: monaco.languages.CompletionList = { suggestions: [] };

/**
 * Converts an offer to Monaco's items. What they replace has to be on the line of the caret and in the window. `first` is the
 * number of items before them.
 */
function toItems(
  { at, range, behind, items, commaAt = -1, isUnfiltered = false }: Offer,
  asked: Asked,
  editor: CodeEditor,
  first: number,
): monaco.languages.CompletionItem[] {
  const { slice } = asked;
  const replaced = lineRange(range, asked);
  if (replaced === null) return [];
  const opens = quoteOf({ range }, slice);
  const before = isUnfiltered ? textBetween(slice, range.start, slice.offsetAt(asked.position)) : null;
  const { CompletionItemKind, CompletionItemTag, CompletionItemInsertTextRule } = monaco.languages;
  const comma = commaAt < 0 || !slice.holds(commaAt) ? null : slice.positionAt(commaAt);
  return items.map((item, index) => ({
    label: { label: shownLabel(item), ...describedBy(item) },
    kind: at === 'key' ? CompletionItemKind.Property : CompletionItemKind.Value,
    insertText: item.snippet ?? item.spelling + behind,
    ...(item.snippet !== undefined && { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet }),
    ...(item.reopensList === true && { command: { id: REOPEN_LIST, title: '', arguments: [editor] } }),
    ...(item.isDeprecated === true && { tags: [CompletionItemTag.Deprecated] }),
    ...(item.isPreselected === true && { preselect: true }),
    // Monaco shows a string as plain text; only its Markdown objects are rendered.
    ...(item.words !== undefined && item.words.length > 0 && { documentation: item.words.join('\n\n') }),
    ...(comma !== null && {
      additionalTextEdits: [
        { range: new monaco.Range(comma.lineNumber, comma.column, comma.lineNumber, comma.column), text: ',' },
      ],
    }),
    // Without the closing quote: once that is typed, the string is complete. Values that are no strings replace its quotes.
    filterText: before ?? opens + (isText(item) ? item.label : item.spelling),
    sortText: String(first + index).padStart(6, '0'),
    range: replaced,
  }));
}

/** An item that shows how many more there are. Accepting it leaves the text as it is. */
function moreItem({ range }: Offer, rest: number, asked: Asked): monaco.languages.CompletionItem[] {
  const { slice } = asked;
  const replaced = lineRange(range, asked);
  if (replaced === null) return [];
  const typed = textBetween(slice, range.start, range.end);
  const label = SCHEMA_HELP.more(rest);
  const { Text } = monaco.languages.CompletionItemKind;
  return [{ label, kind: Text, insertText: typed, filterText: typed, sortText: '~', range: replaced }];
}

function textBetween(slice: TextSlice, start: ByteOffset, end: ByteOffset): string {
  return decodeUtf8(slice.bytes.subarray(slice.indexOf(start), slice.indexOf(end)));
}

/** The range of bytes on the line of the request, with columns as of then; `null` if they are elsewhere. */
function lineRange(range: Suggestions['range'], { slice, position, typed }: Asked): monaco.Range | null {
  const { lineNumber } = position;
  if (!slice.holds(range.start) || !slice.holds(range.end)) return null;
  const [start, end] = [slice.positionAt(range.start), slice.positionAt(range.end)];
  if (start.lineNumber !== lineNumber || end.lineNumber !== lineNumber) return null;
  return new monaco.Range(lineNumber, start.column, lineNumber, Math.max(position.column, end.column - typed));
}

/** What is shown beside a label: its note, or how often it occurs. */
function describedBy({ note = '', count }: OfferedSuggestion): { readonly description?: string } {
  if (note !== '') return { description: note };
  return count > 0 ? { description: `${count.toLocaleString()}×` } : {};
}

/** The quote with which the replaced text begins; '' if there is none. */
function quoteOf({ range }: Pick<Suggestions, 'range'>, slice: TextSlice): string {
  if (range.end === range.start || !slice.holds(range.start)) return '';
  const first = String.fromCharCode(slice.bytes[slice.indexOf(range.start)] ?? 0);
  return first === QUOTE || first === "'" ? first : '';
}

/** Tracks which editors make requests by a command (Ctrl+Space). */
function watchAsking(): void {
  if (isWatched) return;
  isWatched = true;
  // Shows the documentation beside the list from the start (0, 0: scope of the profile, set by the user). Ctrl+Space in the
  // list hides it.
  StandaloneServices.get(IStorageService).store('expandSuggestionDocs', true, 0, 0);
  // Deferred until Monaco has closed the list.
  monaco.editor.registerCommand(REOPEN_LIST, (_, editor: CodeEditor) =>
    setTimeout(() => {
      ASKED.add(editor);
      editor.trigger('', TRIGGER, {});
    }),
  );
  replaceCommand(TRIGGER, (editor) => {
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
