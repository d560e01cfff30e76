// The lines of the open dialog, and their order. @see requirements DOC-10, DOC-12

import type { CloudEntry } from '../documents/cloud/replies.ts';
import type { DocumentSource } from '../model/document-key.ts';
import type { DocumentMeta, RecentEntry } from '../model/document-meta.ts';

export const SORTS = ['date', 'name', 'size'] as const;
export type Sort = (typeof SORTS)[number];

/** One line of the list. */
export interface DocumentEntry {
  readonly compoundKey: string;
  readonly source: DocumentSource | 'disk';
  readonly name: string;
  /** Bytes of its text; `null` when that is not known. */
  readonly size: number | null;
  /** When it was viewed, or changed; an ISO date. */
  readonly date: string;
}

export function listedRecent({ compoundKey, documentSource, document, viewed }: RecentEntry): DocumentEntry {
  return {
    compoundKey,
    source: documentSource,
    name: document.name,
    size: document.size ?? null,
    date: viewed,
  };
}

export function listedLocal({ _id, name, size, updated }: DocumentMeta): DocumentEntry {
  return { compoundKey: `local.${_id}`, source: 'local', name, size, date: updated };
}

export function listedCloud({ _id, name, size, updated }: CloudEntry): DocumentEntry {
  return { compoundKey: `cloud.${_id}`, source: 'cloud', name, size, date: updated };
}

/**
 * Returns the lines whose name contains `query`, ignoring case: the newest first, in natural order of their names, or the
 * largest first.
 */
export function filterAndSort(list: readonly DocumentEntry[], query: string, sort: Sort): DocumentEntry[] {
  const wanted = query.trim().toLocaleLowerCase();
  const found = list.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
  const later = (a: DocumentEntry, b: DocumentEntry): number => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0);
  if (sort === 'name') return found.toSorted((a, b) => compare(a.name, b.name) || later(a, b));
  if (sort === 'size') return found.toSorted((a, b) => (b.size ?? -1) - (a.size ?? -1) || later(a, b));
  return found.toSorted(later);
}
