// The recent documents in the menu "Open" of a panel: those of shelves by their names, addresses as they are.

import type { Panel } from '../app-model/app-model.ts';
import type { Documents } from '../documents/documents.ts';
import { openByKey } from '../documents/open/open-by-key.ts';
import { formatCompoundKey, parseCompoundKey } from '../link/route.ts';
import type { RecentEntry } from '../model/document-meta.ts';
import { ORIGINS, RECENT } from '../strings/panel/panel.ts';
import type { MenuGroup } from '../widgets/menu/menu-model.ts';

/** How many documents are listed: with the entries above them, no more than 12. */
const MAX_LISTED = 5;

/** Returns the recent documents that can be opened in a panel, the newest first, without the one that it shows. */
export function recentGroup({ core, actions }: Panel, { recent, cloud }: Documents): MenuGroup {
  const { origin } = core.state.document;
  const shown = 'key' in origin ? formatCompoundKey(origin.key) : null;
  return {
    label: RECENT,
    entries: listRecent(recent.read(), shown, cloud !== null).map(({ compoundKey, documentSource, document }) => ({
      id: compoundKey,
      label: documentSource === 'url' ? parseCompoundKey(compoundKey).id : document.name,
      isName: true,
      hint: ORIGINS[documentSource],
      onSelect: () => void openByKey(actions.opening, compoundKey),
    })),
  };
}

/** Picks the entries to list: none of a link that holds its document, nor of a cloud that is not there. */
export function listRecent(entries: readonly RecentEntry[], shown: string | null, hasCloud: boolean): RecentEntry[] {
  return entries
    .filter(
      ({ compoundKey, documentSource }) =>
        compoundKey !== shown && documentSource !== 'json' && (documentSource !== 'cloud' || hasCloud),
    )
    .slice(0, MAX_LISTED);
}
