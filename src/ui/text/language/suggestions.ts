// Completion: what may be written at the caret, asked of one source after the other: the schema, then the document
// itself. Monaco filters and shows; it asks on Ctrl+Space and on a quote
// that opens a string, and never while words or numbers are typed: what a quote has asked for ends with its string,
// though Monaco asks again by itself for the words behind it.

import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices';
import { IStorageService } from 'monaco-editor/platform/storage/common/storage';
import type { Suggestion, Suggestions } from '../../../shared/protocol/textview.ts';
import type { ByteOffset, Revision } from '../../../shared/units.ts';
import { decodeUtf8 } from '../../../shared/bytes/utf8.ts';
import type { DocumentClient } from '../../client/document.ts';
import { SCHEMA_HELP } from '../../strings/panel/schema-help.ts';
import { replaceCommand } from '../commands/document-commands.ts';
import { monaco, type CodeEditor } from '../editor.ts';
import type { TextSession } from '../session.ts';
import type { Slice } from '../window/slice.ts';

const QUOTE = '"';
/** The command that opens the list again behind what was taken from it. */
const ASK_ON = 'diptych.askOn';
/** The editors that were asked by a command last, and not by a quote. */
const ASKED = new WeakSet<object>();
const TRIGGER = 'editor.action.triggerSuggest';
let isWatched = false;

/** One key or value, with what there is to say of it. */
export interface Offered extends Suggestion {
  /** A word or two beside it. */
  readonly note?: string;
  /** Plain text: paragraphs. */
  readonly words?: readonly string[];
  readonly isDeprecated?: boolean;
  readonly isPreselected?: boolean;
  /** Written in place of its spelling, in Monaco's syntax of snippets. */
  readonly snippet?: string;
  /** Whether the list opens again behind it. */
  readonly asksOn?: boolean;
}

/** Keys or values that a source offers. */
export interface Offer extends Suggestions {
  readonly items: readonly Offered[];
  /** How many more there are, which show once more is typed. */
  readonly rest?: number;
  /** The byte behind which a comma is missing; -1 for none. */
  readonly commaAt?: number;
  /** Whether nothing else may come there: no other source is asked. */
  readonly isAll?: boolean;
}

/** Something that knows what may be written at a place. */
export interface SuggestionSource {
  /** Suggestions for a byte of the text of a revision; `null` where there are none. May reject: that says the same. */
  suggest(base: Revision, offset: ByteOffset): Promise<Offer | null>;
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
      const { screen } = session;
      if (screen.slice === null || model !== screen.model || session.isReadOnly) return NOTHING;
      const isTyped = context.triggerKind === monaco.languages.CompletionTriggerKind.TriggerCharacter;
      if (isTyped) ASKED.delete(editor);
      const before = lineUntil(model, position);
      // Monaco waits for the answer while somebody types on, but an answer holds for one text only: ask again for the next one.
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

  /** What the sources offer, the first one first; `null` once the text is another one. */
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
      // A quote that closes a string asks for nothing.
      if (isTyped ? found.range.start !== offset - 1 : found.range.start > offset) continue;
      // And what Monaco asks again by itself is of the string that a quote has opened, or of nothing.
      if (!ASKED.has(editor) && quoteOf(found, slice) === '') continue;
      // What two sources know is offered once, as the first says it.
      const items = found.items.filter((item) => !labels.has(shownLabel(item)));
      for (const item of items) labels.add(shownLabel(item));
      suggestions.push(...toItems({ ...found, items }, asked, editor, suggestions.length));
      const { rest = 0 } = found;
      if (rest === 0) continue;
      suggestions.push(...moreItem(found, rest, asked));
      incomplete = true;
    }
    return { suggestions, incomplete };
  }
}

/** Where Monaco has asked, and the text that was answered for. */
interface Asked {
  readonly slice: Slice;
  /** Of the caret when Monaco asked: it reckons from there with what was typed since. */
  readonly position: monaco.Position;
  /** How many characters that is. */
  readonly typed: number;
}

/** The line of a position, up to it. */
const lineUntil = (model: monaco.editor.ITextModel, { lineNumber, column }: monaco.Position): string =>
  lineNumber > model.getLineCount() ? '' : model.getLineContent(lineNumber).slice(0, column - 1);

const isBehind = (caret: monaco.Position, { lineNumber, column }: monaco.Position): boolean =>
  caret.lineNumber === lineNumber && caret.column >= column;

const NOTHING: monaco.languages.CompletionList = { suggestions: [] };

/** Monaco's items. What one replaces has to be on the caret's line and in the window. `first`: how many stand before them. */
function toItems(
  { at, range, behind, items, commaAt = -1 }: Offer,
  asked: Asked,
  editor: CodeEditor,
  first: number,
): monaco.languages.CompletionItem[] {
  const { slice } = asked;
  const replaced = lineRange(range, asked);
  if (replaced === null) return [];
  const opens = quoteOf({ range }, slice);
  const { CompletionItemKind, CompletionItemTag, CompletionItemInsertTextRule } = monaco.languages;
  const comma = commaAt < 0 || !slice.holds(commaAt) ? null : slice.positionAt(commaAt);
  return items.map((item, index) => ({
    label: { label: shownLabel(item), ...describedBy(item) },
    kind: at === 'key' ? CompletionItemKind.Property : CompletionItemKind.Value,
    insertText: item.snippet ?? item.spelling + behind,
    ...(item.snippet !== undefined && { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet }),
    ...(item.asksOn === true && { command: { id: ASK_ON, title: '', arguments: [editor] } }),
    ...(item.isDeprecated === true && { tags: [CompletionItemTag.Deprecated] }),
    ...(item.isPreselected === true && { preselect: true }),
    // A string is shown as it is; only an object of Monaco's would be markup.
    ...(item.words !== undefined && item.words.length > 0 && { documentation: item.words.join('\n\n') }),
    ...(comma !== null && {
      additionalTextEdits: [
        { range: new monaco.Range(comma.lineNumber, comma.column, comma.lineNumber, comma.column), text: ',' },
      ],
    }),
    // Without the quote at the end: once that is typed the string is what somebody wanted.
    filterText: isText(item) ? opens + item.label : item.spelling,
    sortText: String(first + index).padStart(6, '0'),
    range: replaced,
  }));
}

/** The entry that says how many more there are; what was typed stays as it is. */
function moreItem({ range }: Offer, rest: number, asked: Asked): monaco.languages.CompletionItem[] {
  const { slice } = asked;
  const replaced = lineRange(range, asked);
  if (replaced === null) return [];
  const typed = decodeUtf8(slice.bytes.subarray(slice.indexOf(range.start), slice.indexOf(range.end)));
  const label = SCHEMA_HELP.more(rest);
  const { Text } = monaco.languages.CompletionItemKind;
  return [{ label, kind: Text, insertText: typed, filterText: typed, sortText: '~', range: replaced }];
}

/** Bytes that are shown on the line that was asked about, as of when Monaco asked; `null` for others. */
function lineRange(range: Suggestions['range'], { slice, position, typed }: Asked): monaco.Range | null {
  const { lineNumber } = position;
  if (!slice.holds(range.start) || !slice.holds(range.end)) return null;
  const [start, end] = [slice.positionAt(range.start), slice.positionAt(range.end)];
  if (start.lineNumber !== lineNumber || end.lineNumber !== lineNumber) return null;
  return new monaco.Range(lineNumber, start.column, lineNumber, Math.max(position.column, end.column - typed));
}

/** What stands beside a label: what is known of it, or how often it was seen. */
function describedBy({ note = '', count }: Offered): { readonly description?: string } {
  if (note !== '') return { description: note };
  return count > 0 ? { description: `${count.toLocaleString()}×` } : {};
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
  // What there is to say of an entry shows beside the list from the start (0, 0: for this profile, by the person). Ctrl+Space
  // in the list hides it.
  StandaloneServices.get(IStorageService).store('expandSuggestionDocs', true, 0, 0);
  // Once Monaco has closed the list that the entry was taken from.
  monaco.editor.registerCommand(ASK_ON, (_, editor: CodeEditor) =>
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
