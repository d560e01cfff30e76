// Places that the user does not want reported: in the document that is shown, until another one is, or a path of any document,
// for good. No find is stored, only where not to look.

import { toPointer, type Path } from '../../shared/document/path.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import type { PanelDocument } from '../panel-core/panel-document.ts';
import { FeatureSlot } from '../model/slot.ts';

const KEY = 'leakPathsIgnored';
/** Paths that are stored at most; the oldest leave. */
const MAX_PATHS = 500;

/** The places that are ignored in one document, as JSON Pointers. */
const HERE = new FeatureSlot<PanelDocument, Set<string>>(() => new Set());

/** Returns the places that are ignored in a panel's document, as JSON Pointers; `*` stands for any position. */
export function ignoredPlaces(core: PanelCore): string[] {
  return [...HERE.of(core.document), ...storedPaths()];
}

/** Ignores a place of the document that is shown. */
export function ignoreHere(core: PanelCore, path: Path): void {
  HERE.of(core.document).add(toPointer(path));
}

/** Ignores a path in every document. */
export function ignoreAlways(path: Path): void {
  const pattern = toPointer(path.map((segment) => (typeof segment === 'number' ? '*' : segment)));
  localStorage.setItem(
    KEY,
    JSON.stringify([...storedPaths().filter((one) => one !== pattern), pattern].slice(-MAX_PATHS)),
  );
}

/** Reports all places again. */
export function reportAll(core: PanelCore): void {
  HERE.of(core.document).clear();
  localStorage.removeItem(KEY);
}

function storedPaths(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}
