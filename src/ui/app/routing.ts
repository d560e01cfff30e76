// Synchronises the hash of the URL and the panels: a changed value loads or clears its panel, and a panel that opens a document
// by other means changes the hash without navigation.

import type { Panel } from '../app-model/app-model.ts';
import { SIDES, type Side } from '../model/side.ts';
import { formatCompoundKey, formatRoute, parseRoute, parseSearch, type Route } from '../link/route.ts';
import type { CompoundKey } from '../model/document-key.ts';
import { createSettings, oneOf, type Settings } from '../settings/browser-settings.ts';
import type { ShownFiles } from '../documents/disk/shown-files.ts';

export interface Routing {
  /**
   * Writes the document of a panel to the hash: `push` adds an entry to the history, so that the user can go back; `replace` is
   * for a document that was only given a new place.
   */
  show(side: Side, key: CompoundKey | null, how: 'push' | 'replace'): void;
  /** Swaps the values of the panels, without a new history entry. */
  swap(): void;
}

const USED = 'firstTimeUse';
const LAST = 'lastRoute';
/** Longer hashes are not stored as the last route, in characters. */
const MAX_STORED_HASH_LENGTH = 100_000;

/**
 * Opens the documents named in the hash, or the last open ones, or on the first visit the sample document; then follows the
 * hash.
 * @see requirements RTE-1, RTE-2, RTE-4, RTE-5, DOC-13
 */
export function connectRoute(
  panels: Readonly<Record<Side, Panel>>,
  settings: Settings,
  shown: ShownFiles,
  onOptions: (options: string, opened: Promise<unknown>) => void,
): Routing {
  let route: Route = { section: null, left: null, right: null };

  const replace = (next: Route): void => {
    history.replaceState(null, '', `${location.pathname}${formatRoute(next)}`);
  };
  // After a reload the tab's own route takes precedence over documents that other tabs have opened since.
  const tab = createSettings(() => sessionStorage);
  const note = (): void => {
    const hash = formatRoute({ ...route, section: null });
    if (hash.length > MAX_STORED_HASH_LENGTH) return;
    for (const storage of [tab, settings]) storage.write(LAST, hash);
  };
  const follow = (why: 'asked' | 'before'): void => {
    const { options, ...next } = parseRoute(location.hash);
    const before = route;
    route = next;
    const opened = SIDES.map(async (side) => {
      const key = next[side];
      if (key === before[side]) return;
      await (key === null
        ? panels[side].actions.opening.close('replace')
        : panels[side].actions.opening.openKey(key, why));
    });
    if (options) {
      // Options are applied once and removed; from then on the user is in control.
      replace(next);
      onOptions(options, Promise.all(opened));
    }
    note();
  };

  const named = parseRoute(location.hash);
  const legacy = parseSearch(location.search);
  const isBare = named.left === null && named.right === null;
  const restores = isBare && settings.read('restoreLast', oneOf(['true', 'false']), 'true') === 'true';
  if (legacy !== null) {
    replace({ ...named, left: formatCompoundKey(legacy) });
  } else if (restores) {
    const last = tab.read(LAST, parseRoute, settings.read<Route | null>(LAST, parseRoute, null));
    if (last !== null && (last.left !== null || last.right !== null)) replace({ ...last, section: named.section });
  }
  follow(restores ? 'before' : 'asked');
  // In the tab of the first visit the sample is shown again after a reload.
  const isFirst = settings.read(USED, () => false, true) || tab.read(USED, () => true, false);
  settings.write(USED, 'false');
  if (isFirst) tab.write(USED, 'true');
  const samples = isFirst && route.left === null && route.right === null;
  /** Opens documents without an address: a file that was open before, or the sample. */
  const openUnnamed = async (): Promise<void> => {
    // One after the other, so that the start of the page is two short tasks instead of a long one.
    for (const side of SIDES) {
      const { actions } = panels[side];
      const file = route[side] === null ? await shown.before(side, restores) : null;
      if (file !== null) await actions.reopening.reopen(file);
      else if (samples) await actions.opening.openSample();
    }
  };
  if (samples || shown.hasAny(restores)) void openUnnamed();
  addEventListener('hashchange', () => follow('asked'));
  return {
    show(side, key, how) {
      const value = key === null ? null : formatCompoundKey(key);
      if (route[side] === value) {
        // The next visit starts with the documents of this tab.
        note();
        return;
      }
      // The section is managed elsewhere and may have changed.
      route = { ...route, section: parseRoute(location.hash).section, [side]: value };
      const url = `${location.pathname}${location.search}${formatRoute(route)}`;
      if (how === 'replace') history.replaceState(null, '', url);
      else history.pushState(null, '', url);
      note();
    },
    swap() {
      route = { section: parseRoute(location.hash).section, left: route.right, right: route.left };
      history.replaceState(null, '', `${location.pathname}${location.search}${formatRoute(route)}`);
      note();
    },
  };
}
