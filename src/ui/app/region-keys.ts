// F6 and Shift+F6 go round the regions of the page: header, panels, the column between them, notices. When a round has come back to
// where it began, the browser gets the key, which goes on to its own toolbars. Loaded right after the page.

import { SIDES } from '../model/side.ts';
import type { PageModel } from '../app-model/app-model.ts';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]';

/** Handles F6 until the returned function is called. */
export function watchRegionKeys(app: PageModel): () => void {
  /** Where the focus was last in each region. */
  const left = new WeakMap<Element, HTMLElement>();
  const remember = ({ target }: FocusEvent): void => {
    const region = target instanceof HTMLElement ? regionOf(target) : null;
    if (region !== null) left.set(region, target as HTMLElement);
  };
  /** Where a round began, and its direction; `null` once something else was pressed. */
  let round: { readonly from: Element | undefined; readonly step: 1 | -1 } | null = null;
  const endRound = (): void => {
    round = null;
  };
  const act = (event: KeyboardEvent): void => {
    if (event.key === 'Shift') return;
    if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) {
      endRound();
      return;
    }
    // The notices have a listener of their own, which takes the focus from everywhere.
    event.stopPropagation();
    if (document.querySelector('[data-modal]') !== null) return;
    const regions = Array.from(document.querySelectorAll<HTMLElement>('[data-region]')).filter((one) =>
      one.checkVisibility(),
    );
    const step = event.shiftKey ? -1 : 1;
    const from = regions.findIndex((region) => region.contains(document.activeElement));
    if (round?.step !== step) round = { from: regions[from], step };
    for (let count = 1, at = from < 0 && step < 0 ? 0 : from; count <= regions.length; count += 1) {
      at = (at + step + regions.length) % regions.length;
      const region = regions[at];
      if (region === undefined || region === round.from) break;
      if (!focusRegion(app, region, left.get(region))) continue;
      // Outside of all regions, a round begins with the first.
      round = { ...round, from: round.from ?? region };
      event.preventDefault();
      return;
    }
    endRound();
  };
  document.addEventListener('focusin', remember);
  document.addEventListener('keydown', act, true);
  document.addEventListener('pointerdown', endRound, true);
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('keydown', act, true);
    document.removeEventListener('pointerdown', endRound, true);
  };
}

/** Gives the focus to the document of the panel that had it last, or to the other one if that panel is empty. */
export function focusDocument(app: PageModel): void {
  const { active } = app.state;
  const filled = [active, ...SIDES].find((one) => !app.panels[one].core.state.document.blank) ?? active;
  const region = document.getElementById(filled === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL');
  if (region !== null) focusRegion(app, region, undefined);
}

/** Gives the focus to a region: to where it was last, to the view of a panel, or to the first control. Returns whether it took it. */
function focusRegion(app: PageModel, region: HTMLElement, last: HTMLElement | undefined): boolean {
  const side = SIDES.find((one) => region.id === (one === 'left' ? 'LEFT_PANEL' : 'RIGHT_PANEL'));
  if (last !== undefined && region.contains(last) && isReachable(last)) last.focus();
  else if (side !== undefined && !app.panels[side].core.state.document.blank) app.panels[side].core.view?.focus();
  if (region.contains(document.activeElement)) return true;
  Array.from(region.querySelectorAll<HTMLElement>(FOCUSABLE)).find(isReachable)?.focus();
  return region.contains(document.activeElement);
}

function regionOf(element: Element): Element | null {
  return element.closest('[data-region]');
}

function isReachable(element: HTMLElement): boolean {
  return element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });
}
