// Places that the user does not want reported: in the document that is shown, until another one is, or a path of any document,
// for good. No find is stored, only where not to look.

import { toPointer, type Path } from '../../shared/document/path.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';

const KEY = 'leakPathsIgnored';
/** Paths that are stored at most; the oldest leave. */
const MAX_PATHS = 500;

const here = new WeakMap<PanelCore, { readonly documentCount: number; readonly pointers: Set<string> }>();

/** Returns the places that are ignored in a panel's document, as JSON Pointers; `*` stands for any position. */
export function ignoredPlaces(core: PanelCore): string[] {
  return [...pointersHere(core), ...storedPaths()];
}

/** Ignores a place of the document that is shown. */
export function ignoreHere(core: PanelCore, path: Path): void {
  pointersHere(core).add(toPointer(path));
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
  here.delete(core);
  localStorage.removeItem(KEY);
}

function pointersHere(core: PanelCore): Set<string> {
  const { documentCount } = core.state;
  const known = here.get(core);
  if (known?.documentCount === documentCount) return known.pointers;
  const pointers = new Set<string>();
  here.set(core, { documentCount, pointers });
  return pointers;
}

function storedPaths(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}
