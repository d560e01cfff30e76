// The state of the find bar, and its interfaces to the view that shows the hits and to the panel.

import type { EditResult } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from '../client/document.ts';

/** The options of a search that the user can switch on and off. */
export interface FindOptions {
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
  readonly preserveCase: boolean;
  /** Where nodes are searched: in their keys, their values, or both. At least one of the two is on. */
  readonly inKeys: boolean;
  readonly inValues: boolean;
}

/** What the bar shows. Immutable: replaced on every change. */
export interface FindState {
  readonly open: boolean;
  /** What is searched, depending on the view on the screen: the text as such, or keys and values. */
  readonly searches: 'text' | 'nodes';
  /** Whether the replacement row is open. */
  readonly replacing: boolean;
  readonly pattern: string;
  readonly replacement: string;
  readonly options: FindOptions;
  /** The ranges to search in; `null` for the whole document. */
  readonly within: readonly ByteRange[] | null;
  /** Number of hits found so far. */
  readonly count: number;
  /** Index of the selected hit, or -1. */
  readonly current: number;
  readonly running: boolean;
  /** Whether the search has run long enough to offer stopping it. */
  readonly slow: boolean;
  /** An error in the regular expression, or the reason why the search failed. */
  readonly problem: string | null;
  /** The result of the last command in a few words, shown in place of the count until the next change. */
  readonly done: string | null;
  /** Further information, as a sentence below the field. */
  readonly notice: string | null;
  /** Incremented to move the focus into the bar. */
  readonly focusRequests: number;
}

/** What a view shows of a document, sorted and disjoint. */
export interface VisibleRanges {
  readonly revision: Revision;
  readonly ranges: readonly ByteRange[];
}

/** The view that shows the hits. */
export interface FindTarget {
  readonly searches: FindState['searches'];
  /**
   * The selection in bytes, the primary one first, to be restored after a write. Empty if the view keeps it through a write
   * itself.
   */
  selection(): Selection;
  /** The selection as ranges to search in, sorted and disjoint. For a view whose `selection` is empty. */
  searchRanges?(): Promise<readonly ByteRange[]>;
  /** The hit that was navigated to, or the place from which to look for the next one; `null` if there is none. */
  place(): ByteRange | null;
  /** The selected text, if it is suitable as a pattern. */
  seed(): string | null;
  select(range: ByteRange): void;
  /**
   * Called when replacing a hit has made this revision; the view goes to the next hit. Omitted by a view that selects it by
   * revealing the result of the write.
   */
  replaced?(next: ByteRange | null, revision: Revision): void;
  /** Selects all hits. Returns what to report, if anything. */
  selectAll(): void | Promise<Pick<FindState, 'done' | 'notice'>>;
  /** The ranges that the view shows, and their revision; `null` if it hides nothing. Only what is shown is replaced. */
  visibleRanges?(): Promise<VisibleRanges | null>;
  /** Whether the hit that was navigated to is hidden. */
  isHidden?(hit: ByteRange): boolean;
  focus(): void;
  /** Called when the bar appears, grows or disappears. Keeps the text in place on the screen. */
  settle(): void;
}

/** What a finder needs from its panel. */
export interface FindHost {
  readonly client: DocumentClient;
  /** Runs a write that may take long, shows its progress, and reveals the result in the view. */
  write<T extends EditResult | null>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  report(error: unknown): void;
}

/** Where the hits are shown as a list. */
export interface ResultsPlace {
  /** Shows or hides the list. */
  toggle(): void;
  /** Hides the list. */
  close(): void;
  /** Whether it is shown. */
  isShown(): boolean;
  /** Calls `listener` when that may have changed. Returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

export type FindDirection = 'next' | 'previous';

/** What the parts of one find bar share. */
export interface FindContext {
  readonly host: FindHost;
  getState(): FindState;
  set(change: Partial<FindState>): void;
  /** The view on the screen; `null` if there is none. */
  target(): FindTarget | null;
  /** The current query; `null` if the pattern is empty. */
  query(): SearchQuery | null;
  /**
   * Searches after `delayMs` without another change. With `anew`, for another query: messages are cleared, and new hits replace
   * the old ones as they arrive rather than at the end. With `keepsSteps`, what was to be selected once hits arrive still is.
   */
  restart(delayMs: number, anew?: boolean, keepsSteps?: boolean): void;
  go(direction: FindDirection): void;
  /** Updates the current hit after the hits or the selection have changed. */
  moved(): void;
  /** Searches again if the document has been changed from elsewhere. */
  onHitsChange(): void;
}

/** The initial state of the bar. */
export const CLOSED: FindState = {
  open: false,
  searches: 'text',
  replacing: false,
  pattern: '',
  replacement: '',
  options: { matchCase: false, wholeWord: false, regex: false, preserveCase: false, inKeys: true, inValues: true },
  within: null,
  count: 0,
  current: -1,
  running: false,
  slow: false,
  problem: null,
  done: null,
  notice: null,
  focusRequests: 0,
};

/** Returns the options with one of them toggled. Of keys and values at least one stays on. */
export function switchOption(options: FindOptions, option: keyof FindOptions): FindOptions {
  const switched = { ...options, [option]: !options[option] };
  if (switched.inKeys || switched.inValues) return switched;
  return option === 'inKeys' ? { ...switched, inValues: true } : { ...switched, inKeys: true };
}

/** The part of a document that is searched. */
export function scopeOf({ searches, options }: Pick<FindState, 'searches' | 'options'>): SearchQuery['scope'] {
  if (searches === 'text') return 'text';
  if (options.inKeys && options.inValues) return 'all';
  return options.inKeys ? 'keys' : 'values';
}
