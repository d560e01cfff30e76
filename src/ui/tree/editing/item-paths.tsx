// The paths inside items that the sort and filter dialogs offer.

import { useEffect, useState } from 'react';
import { toJsonPath, type Path } from '../../../shared/document/path.ts';
import type { SortPaths } from '../../../shared/protocol/protocol.ts';
import type { ItemsQuestion } from './selected-items.ts';

/** Returns the paths; `null` until they are known, and an empty list if they can't be read. */
export function useItemPaths(question: ItemsQuestion): SortPaths | null {
  const [paths, setPaths] = useState<SortPaths | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    question.paths(closing.signal).then(
      (found) => {
        if (!closing.signal.aborted) setPaths(found);
      },
      () => {
        if (!closing.signal.aborted) setPaths({ paths: [], isCommon: false });
      },
    );
    return () => closing.abort();
  }, [question]);
  return paths;
}

/** The options of a select; the value of each is its index. */
export function PathOptions({ paths }: { readonly paths: readonly Path[] }) {
  return paths.map((path, index) => (
    <option key={toJsonPath(path)} value={String(index)}>
      {toJsonPath(path).slice(1).replace(/^\./, '')}
    </option>
  ));
}
