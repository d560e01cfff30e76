// The version of a document that its panel and the place where it is stored last had in common: what a merge starts from.

import type { PanelCore } from '../../panel-core/panel-core.ts';
import { FeatureSlot } from '../../model/slot.ts';

/** Called when another version was noted, or, with `isCopy`, when what was opened can be kept now. */
interface Listener {
  onShared: ((isCopy: boolean) => void) | null;
}

const LISTENER = new FeatureSlot<PanelCore, Listener>(() => ({ onShared: null }));

/** Notes the content that was just saved or loaded: whatever is done here from now on is done to it. It may be compressed. */
export function noteShared(core: PanelCore, content: Blob): void {
  core.document.shared = content;
  LISTENER.of(core).onShared?.(false);
}

/** Called when another content was opened, which is the version in common from then on. */
export function forgetShared(core: PanelCore): void {
  core.document.shared = null;
}

/** Called when the content that was opened was copied: as a file that may change, it could not be kept. */
export function noteCopied(core: PanelCore): void {
  LISTENER.of(core).onShared?.(true);
}

/** Sets what is called when another version was noted, or can be kept now. */
export function onShared(core: PanelCore, listener: (isCopy: boolean) => void): void {
  LISTENER.of(core).onShared = listener;
}

/**
 * Returns it; `null` if it is not known. Until something is saved or loaded it is what was opened, but not the base of a draft that
 * may have edits in it: in a merge, these would count as made by both.
 */
export function sharedVersion({ document: { shared, opened } }: Pick<PanelCore, 'document'>): Blob | null {
  if (shared !== null) return shared;
  return opened?.draft?.isSaved === false ? null : (opened?.content ?? null);
}
