// The version of a document that its panel and the place where it is stored last had in common: what a merge starts from.

import type { PanelCore } from '../../panel-core/panel-core.ts';

const listeners = new WeakMap<PanelCore, (isCopy: boolean) => void>();
const versions = new WeakMap<PanelCore, { readonly documentCount: number; readonly content: Blob }>();

/** Notes the content that was just saved or loaded: whatever is done here from now on is done to it. It may be compressed. */
export function noteShared(core: PanelCore, content: Blob): void {
  versions.set(core, { documentCount: core.state.documentCount, content });
  listeners.get(core)?.(false);
}

/** Called when another content was opened, which is the version in common from then on. */
export function forgetShared(core: PanelCore): void {
  versions.delete(core);
}

/** Called when the content that was opened was copied: as a file that may change, it could not be kept. */
export function noteCopied(core: PanelCore): void {
  listeners.get(core)?.(true);
}

/** Sets what is called when another version was noted, or can be kept now. */
export function onShared(core: PanelCore, listener: (isCopy: boolean) => void): void {
  listeners.set(core, listener);
}

/**
 * Returns it; `null` if it is not known. Until something is saved or loaded it is what was opened, but not the base of a draft that
 * may have edits in it: in a merge, these would count as made by both.
 */
export function sharedVersion(core: PanelCore): Blob | null {
  const known = versions.get(core);
  if (known?.documentCount === core.state.documentCount) return known.content;
  return core.opened?.draft?.isSaved === false ? null : (core.opened?.content ?? null);
}
