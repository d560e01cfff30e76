// What the find bar shows, and what it needs of those around it: the view that shows the hits, and the panel.

import type { EditResult } from '../../shared/protocol/protocol.ts';
import type { Selection } from '../../shared/protocol/selection.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import type { ByteRange, Revision } from '../../shared/units.ts';
import type { DocumentClient, Task } from '../client/document.ts';

/** What can be switched on and off. */
export interface FindOptions {
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
  readonly preserveCase: boolean;
  /** Where nodes are searched: in their keys, their values, or both. One of the two is on. */
  readonly inKeys: boolean;
  readonly inValues: boolean;
}

/** What the bar shows. Replaced, never changed in place. */
export interface FindState {
  readonly open: boolean;
  /** What the view on the screen shows: the text as such, or keys and values. */
  readonly searches: 'text' | 'nodes';
  /** Whether the bar can replace, too. */
  readonly replacing: boolean;
  readonly pattern: string;
  readonly replacement: string;
  readonly options: FindOptions;
  /** The ranges that are searched; `null` for all. */
  readonly within: readonly ByteRange[] | null;
  /** Whether the hits are shown as a list, too. */
  readonly listing: boolean;
  /** Hits found so far. */
  readonly count: number;
  /** The hit that is selected, or -1. */
  readonly current: number;
  readonly running: boolean;
  /** It has run for so long that a person should know, and may want to stop it. */
  readonly slow: boolean;
  /** What is wrong with the regular expression, or what stands in the way. */
  readonly problem: string | null;
  /** What was done, to be said once, in a few words: it stands in place of the count. */
  readonly done: string | null;
  /** What else a person should know, in a sentence below. */
  readonly notice: string | null;
  /** Counts up when the bar is to take the focus. */
  readonly summons: number;
}

/** The view that shows the hits. */
export interface FindTarget {
  readonly searches: FindState['searches'];
  /** What is selected, in bytes; the primary first. Nothing where it is not kept through a write. */
  selection(): Selection;
  /** What is selected, as ranges to search in, sorted and apart; for a view whose `selection` does not say so. */
  searchRanges?(): Promise<readonly ByteRange[]>;
  /** Where a person is: the hit that was gone to, or the place from which the next one is looked for; `null` for none. */
  place(): ByteRange | null;
  /** The selection's text, if it is one to search for. */
  seed(): string | null;
  select(range: ByteRange): void;
  /** A hit was replaced, which made this revision: the view goes to the next, unless what it is told to reveal did so. */
  replaced?(next: ByteRange | null, revision: Revision): void;
  /** Selects every hit at once. Answers what is to be said of it, if anything. */
  selectAll(): void | Promise<Pick<FindState, 'done' | 'notice'>>;
  focus(): void;
  /** The bar has come, grown or gone: the text stays where it was on the screen. */
  settle(): void;
}

/** What a finder needs of its panel. */
export interface FindHost {
  readonly client: DocumentClient;
  /** Runs a write that may take long, shows its progress, and shows in the view where it was. */
  write<T extends EditResult | null>(label: string, work: (task: Required<Task>) => Promise<T>): Promise<T>;
  report(error: unknown): void;
}

export type Direction = 'next' | 'previous';

/** What the parts of one bar share. */
export interface Bar {
  readonly host: FindHost;
  getState(): FindState;
  set(change: Partial<FindState>): void;
  /** The view on the screen. */
  target(): FindTarget | null;
  /** What is searched for; `null` for nothing. */
  query(): SearchQuery | null;
  /** Searches, once nothing has changed for so long. `anew`: for something else, so that what is shown goes. */
  restart(delayMs: number, anew?: boolean): void;
  go(direction: Direction): void;
  /** The hits or the place among them have changed. */
  moved(): void;
  /** Looks whether somebody else has changed the document. */
  follow(): void;
}

/** The bar at first. */
export const CLOSED: FindState = {
  open: false,
  searches: 'text',
  replacing: false,
  pattern: '',
  replacement: '',
  options: { matchCase: false, wholeWord: false, regex: false, preserveCase: false, inKeys: true, inValues: true },
  within: null,
  listing: false,
  count: 0,
  current: -1,
  running: false,
  slow: false,
  problem: null,
  done: null,
  notice: null,
  summons: 0,
};

/** Options with one of them switched. Of keys and values one stays on. */
export function switchOption(options: FindOptions, option: keyof FindOptions): FindOptions {
  const switched = { ...options, [option]: !options[option] };
  if (switched.inKeys || switched.inValues) return switched;
  return option === 'inKeys' ? { ...switched, inValues: true } : { ...switched, inKeys: true };
}

/** Which part of a document is searched. */
export function scopeOf({ searches, options }: Pick<FindState, 'searches' | 'options'>): SearchQuery['scope'] {
  if (searches === 'text') return 'text';
  if (options.inKeys && options.inValues) return 'all';
  return options.inKeys ? 'keys' : 'values';
}
