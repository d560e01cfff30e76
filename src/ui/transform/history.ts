// The applied queries, newest first, and the last state of the dialog in each language, in the browser's storage.
// @see requirements TRF-2

import { QUERY_LANGUAGES, type QueryLanguage } from '../../shared/protocol/query.ts';
import type { Path } from '../../shared/document/path.ts';
import { OPERATORS, type Wizard, type WizardFilter } from '../../shared/protocol/wizard.ts';
import type { Settings } from '../settings/browser-settings.ts';

const KEY = 'transformQueries';
const DRAFTS_KEY = 'transformDrafts';
const MAX_QUERIES = 50;
/** Longest query that is stored, in UTF-16 units. */
const MAX_LENGTH = 20_000;

/** A stored query. */
export interface Remembered {
  readonly language: QueryLanguage;
  readonly text: string;
  /** The wizard that wrote the query; `null` if the user has edited it. */
  readonly wizard: Wizard | null;
}

/** Returns the applied queries, newest first. */
export function readHistory(settings: Settings): readonly Remembered[] {
  return settings.read(KEY, readAll, []);
}

/** Adds a query as the newest one. */
export function remember(settings: Settings, query: Remembered): void {
  if (query.text.length > MAX_LENGTH) return;
  const others = readHistory(settings).filter(
    ({ language, text }) => language !== query.language || text !== query.text,
  );
  const kept = [query, ...others].slice(0, MAX_QUERIES);
  // Drops the oldest until the rest fits into the storage.
  while (!settings.write(KEY, JSON.stringify(kept)).success) kept.pop();
}

/** Returns the last state of the dialog in a language; `null` if there is none. */
export function readDraft(settings: Settings, language: QueryLanguage): Remembered | null {
  return settings.read(DRAFTS_KEY, readAll, []).find((one) => one.language === language) ?? null;
}

/** Stores the state of the dialog in its language. */
export function saveDraft(settings: Settings, query: Remembered): void {
  if (query.text.length > MAX_LENGTH) return;
  const others = settings.read(DRAFTS_KEY, readAll, []).filter(({ language }) => language !== query.language);
  settings.write(DRAFTS_KEY, JSON.stringify([query, ...others]));
}

function readAll(stored: string): Remembered[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined;
  }
  return Array.isArray(value) ? value.flatMap(readOne) : undefined;
}

function readOne(value: unknown): Remembered[] {
  const { language, text, wizard } = entries(value);
  const known = QUERY_LANGUAGES.find((one) => one === language);
  if (known === undefined || typeof text !== 'string') return [];
  if (wizard === null) return [{ language: known, text, wizard: null }];
  const read = readWizard(wizard);
  return read === null ? [] : [{ language: known, text, wizard: read }];
}

function readWizard(value: unknown): Wizard | null {
  // Earlier versions had one filter at most.
  const { filter, filters = [filter], join, sort, pick } = entries(value);
  if (!Array.isArray(pick) || !pick.every(isPath)) return null;
  const read = Array.isArray(filters) ? filters.flatMap(readFilter) : [];
  return { filters: read, join: join === 'or' ? 'or' : 'and', sort: readSort(sort), pick };
}

function readFilter(value: unknown): WizardFilter[] {
  const { path, operator, literal } = entries(value);
  const known = OPERATORS.find((one) => one === operator);
  return known !== undefined && isPath(path) && typeof literal === 'string' ? [{ path, operator: known, literal }] : [];
}

function readSort(value: unknown): Wizard['sort'] {
  const { path, direction } = entries(value);
  return isPath(path) && (direction === 'ascending' || direction === 'descending') ? { path, direction } : null;
}

function isPath(value: unknown): value is Path {
  return Array.isArray(value) && value.every((segment) => typeof segment === 'string' || typeof segment === 'number');
}

function entries(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
