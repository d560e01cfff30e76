// The url's hash and the panels, kept in step: a changed value loads or clears its panel, and a panel
// that opens something by other means changes the hash without navigating.

import type { Panel } from './app.ts';
import { SIDES, type Side } from './panel.ts';
import { formatCompoundKey, formatRoute, parseRoute, type CompoundKey, type Route } from './route.ts';

export interface Routing {
  /** The panel shows this now: write it to the hash, as a new entry where there is something to come back to. */
  show(side: Side, key: CompoundKey | null): void;
}

/** Opens what the hash names, or the sample document where it names nothing, and follows it. @see RTE-1, RTE-2, DOC-13 */
export function connectRoute(panels: Readonly<Record<Side, Panel>>): Routing {
  let route: Route = { section: null, left: null, right: null };

  const follow = (): void => {
    const next = parseRoute(location.hash);
    const before = route;
    route = next;
    for (const side of SIDES) {
      const key = next[side];
      if (key === before[side]) continue;
      void (key === null ? panels[side].actions.close() : panels[side].actions.openKey(key));
    }
  };

  follow();
  if (route.left === null && route.right === null) {
    // One after the other, so that the page's start is two short tasks and not a long one.
    void panels.left.actions.openSample().then(() => panels.right.actions.openSample());
  }
  addEventListener('hashchange', follow);
  return {
    show(side, key) {
      const value = key === null ? null : formatCompoundKey(key);
      if (route[side] === value) return;
      route = { ...route, [side]: value };
      const url = `${location.pathname}${location.search}${formatRoute(route)}`;
      if (value === null) history.replaceState(null, '', url);
      else history.pushState(null, '', url);
    },
  };
}
