// The recent files: newest first, each document once. Other tabs write the list too, so every change reads it first. @see
// requirements DOC-10

import { toDialect, type Dialect } from '../../../shared/document/dialect.ts';
import { CodedError } from '../../../shared/errors.ts';
import { formatCompoundKey, parseCompoundKey } from '../../link/route.ts';
import type { CompoundKey } from '../../model/document-key.ts';
import { storeJson, readKept } from './json-storage.ts';
import type { RecentEntry } from '../../model/document-meta.ts';

/** Maximum length of the list. */
export const MAX_RECENT = 1000;
const KEY = 'recentFiles';

/** The list of recent files. */
export class RecentFiles {
  constructor(private readonly storage: () => Storage) {}

  read(): RecentEntry[] {
    const kept = readKept(this.storage, KEY);
    const entries = Array.isArray(kept) ? kept.flatMap((entry: unknown) => readEntry(entry) ?? []) : [];
    return distinct(entries.toSorted((a, b) => (a.viewed < b.viewed ? 1 : a.viewed > b.viewed ? -1 : 0)));
  }

  /** Puts a document at the top. */
  view(key: CompoundKey, document: RecentEntry['document']): void {
    const entry: RecentEntry = {
      compoundKey: formatCompoundKey(key),
      documentSource: key.source,
      document,
      viewed: new Date().toISOString(),
    };
    this.write([entry, ...this.read()]);
  }

  /** Returns the dialect that a document had when it was last shown here. */
  dialectOf(key: CompoundKey): Dialect | undefined {
    const compoundKey = formatCompoundKey(key);
    return this.read().find((entry) => entry.compoundKey === compoundKey)?.document.dialect;
  }

  remove(compoundKey: string): void {
    this.write(this.read().filter((entry) => entry.compoundKey !== compoundKey));
  }

  clear(): void {
    this.write([]);
  }

  /** Stores as many of the newest entries as there is room for. */
  private write(entries: readonly RecentEntry[]): void {
    let list = distinct(entries).slice(0, MAX_RECENT);
    while (!storeJson(this.storage, KEY, list).success && list.length > 0) list = list.slice(0, list.length >> 1);
  }
}

function distinct(entries: readonly RecentEntry[]): RecentEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ compoundKey }) => !seen.has(compoundKey) && seen.add(compoundKey));
}

/** Reads a stored entry, in the current shape or an older one: id, source, name, updated, accessed. */
export function readEntry(stored: unknown): RecentEntry | null {
  if (!isRecord(stored)) return null;
  try {
    const old = typeof stored['compoundKey'] !== 'string';
    const compoundKey = old ? `${text(stored['source'])}.${text(stored['id'])}` : text(stored['compoundKey']);
    const { source } = parseCompoundKey(compoundKey);
    const document = old ? stored : stored['document'];
    if (!isRecord(document)) return null;
    const updated = text(document['updated']);
    const { size } = document;
    return {
      compoundKey,
      documentSource: source,
      document: {
        name: text(document['name']),
        updated,
        ...(typeof size === 'number' ? { size } : {}),
        dialect: toDialect(document['dialect']),
      },
      viewed: text(old ? (stored['accessed'] ?? updated) : stored['viewed']),
    };
  } catch (error) {
    if (error instanceof CodedError) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
