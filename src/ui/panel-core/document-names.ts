// The names of new texts: none is called as the text that it was made from, and none is called "Sample", which is the name of the
// example of the first visit alone.

import { unpackedName } from '../../shared/bytes/first-bytes.ts';
import { DERIVED, EXAMPLE, replacedByCopy } from '../strings/documents/derived.ts';
import type { PanelCore } from './panel-core.ts';
import { offerUndo } from './undo-steps.ts';

/** How a text was made from a document: as it is, or by a query. */
export type Derivation = 'copy' | 'result';

/**
 * Returns the name of a text that was made from a document: before the extension it says how, with a number where that is taken.
 * A result keeps no extension of another format than JSON. `taken`: the names of the other documents that are open.
 */
export function derivedName(name: string, how: Derivation, taken: readonly string[] = []): string {
  const [stem, extension] = splitName(unpackedName(name));
  const origin = stem.replace(DERIVED.pattern, '');
  const end = how === 'result' && !/^(?:\.json)?$/i.test(extension) ? '.json' : extension;
  for (let number = 1; ; number += 1) {
    const made = `${origin} (${DERIVED[how](number)})${end}`;
    if (!taken.includes(made) && made !== name) return made;
  }
}

/**
 * Names the document of a panel whose text was replaced by one made from another document: an empty panel and the example get
 * `name`, other documents keep theirs. Returns what was replaced; `null` for an empty panel.
 */
export function nameReplaced({ state }: Pick<PanelCore, 'state'>, name: string): string | null {
  const { blank, origin, name: before } = state.document;
  if (!blank && origin.kind !== 'sample') return before;
  Object.assign(state.document, { name, origin: { kind: 'none' }, blank: false, problem: null });
  return blank ? null : EXAMPLE;
}

/** Names a document whose text was replaced by a copy of another one, and offers to undo that. */
export function nameCopy(target: PanelCore, from: string): void {
  const replaced = nameReplaced(target, derivedName(from, 'copy'));
  if (replaced !== null) offerUndo(target, replacedByCopy(from, replaced));
}

/** The name up to its last dot, and the rest; all of it for a name that begins with its only dot. */
function splitName(name: string): [string, string] {
  const dot = name.lastIndexOf('.');
  // A sentence may hold a dot, an extension is short.
  return dot > 0 && /^\.[a-z][a-z0-9-]{0,14}$/i.test(name.slice(dot))
    ? [name.slice(0, dot), name.slice(dot)]
    : [name, ''];
}
