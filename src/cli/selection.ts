// The values that a path selects: one, or with wildcards any number.

import { toJsonPath } from '../shared/document/path.ts';
import { parsePointer } from '../shared/document/path-text.ts';
import { CodedError, hasCode } from '../shared/errors.ts';
import { asRevision } from '../shared/units.ts';
import { finish } from '../engine/base/work.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { viewSnapshot } from '../engine/document/snapshot.ts';
import { QueryInput } from '../engine/query/input.ts';
import type { TapePath, TapeSelector } from '../engine/query/segments.ts';
import { TapeQuery } from '../engine/query/tape-path.ts';
import { nameOf } from '../engine/tape/places.ts';
import { readPath } from './documents.ts';

export const PATH_DETAILS = `A path is a JSON Pointer (/a/0), a JSONPath ($.a[0]) or JavaScript (a[0]). Wildcards: * in a pointer (/items/*/price; a
key that is named * comes first), and all of JSONPath ($..price, $.items[?@.n > 1]).`;

/** What a path selects. */
export interface SelectedEntries {
  /** Entries of the document; never empty. */
  readonly entries: readonly number[];
  /** Whether the path may select several values. */
  readonly isMany: boolean;
}

/** Whether a path may select several values in any document. */
export function hasWildcards(document: JsonDocument, text: string): boolean {
  return wildcardPointer(document, text) !== null || isQuery(text);
}

/** Finds the values at a path. @throws CodedError `missing` if there is none, `syntax` */
export async function select(document: JsonDocument, text: string): Promise<SelectedEntries> {
  const pointer = wildcardPointer(document, text);
  const input = (): QueryInput => QueryInput.of(viewSnapshot(document, asRevision(0)), []);
  if (pointer === null && !isQuery(text)) {
    const path = readPath(text);
    const entry = document.places.atPath(path);
    if (entry < 0) throw new CodedError('missing', `There is no value at ${toJsonPath(path)}.`);
    return { entries: [entry], isMany: false };
  }
  const entries =
    pointer === null
      ? await (
          await import('../engine/languages/jsonpath.ts')
        ).findEntries(input(), text, (work) => Promise.resolve(finish(work)))
      : finish(new TapeQuery(input().places, 0).run(pointer));
  if (entries.length === 0) throw new CodedError('missing', `There is no value at ${text}.`);
  return { entries, isMany: true };
}

/** Whether a text is a JSONPath that is not just the path of one value. */
function isQuery(text: string): boolean {
  if (!/^\s*\$/.test(text)) return false;
  try {
    readPath(text);
    return false;
  } catch (error) {
    return hasCode(error, 'syntax');
  }
}

/** The path of a JSON Pointer with `*`; `null` if it has none, or a value is at the pointer as it is spelt. */
function wildcardPointer({ places }: JsonDocument, text: string): TapePath | null {
  if (!/^\/(?:.*\/)?\*(?:\/|$)/s.test(text)) return null;
  const segments = parsePointer(text);
  if (places.atPath(segments) >= 0) return null;
  return segments.map((segment) => ({ isDescendant: false, hasFilter: false, selectors: selectorsOf(segment) }));
}

/** Digits are the key of an object and the position in an array. */
function selectorsOf(segment: string): TapeSelector[] {
  if (segment === '*') return [{ type: 'wildcard' }];
  const name: TapeSelector = { type: 'name', name: nameOf(segment) };
  return /^(?:0|[1-9]\d*)$/.test(segment) ? [name, { type: 'index', index: Number(segment) }] : [name];
}
