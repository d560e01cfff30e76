// The version of a document that its panel and the place where it is stored last had in common: what a merge starts from.

import type { PanelCore } from '../panel-core/panel-core.ts';

const versions = new WeakMap<PanelCore, { readonly documentCount: number; readonly content: Blob }>();

/** Notes the content that was just saved or loaded; it may be compressed. */
export function noteShared(core: PanelCore, content: Blob): void {
  versions.set(core, { documentCount: core.state.documentCount, content });
}

/** Returns it; `null` if it is not known. What was opened is one that both come from, too. */
export function sharedVersion(core: PanelCore): Blob | null {
  const known = versions.get(core);
  return known?.documentCount === core.state.documentCount ? known.content : (core.opened?.content ?? null);
}
