// F6 and Shift+F6 go round the regions of the page: header, panels, the column between them, notices. After the last one the browser
// gets the key, which goes on to its own toolbars. Loaded right after the page.

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
  const act = (event: KeyboardEvent): void => {
    if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
    // The notices have a listener of their own, which takes the focus from everywhere.
    event.stopPropagation();
    if (document.querySelector('[data-modal]') !== null) return;
    const regions = Array.from(document.querySelectorAll<HTMLElement>('[data-region]')).filter((one) =>
      one.checkVisibility(),
    );
    const step = event.shiftKey ? -1 : 1;
    const from = regions.findIndex((region) => region.contains(document.activeElement));
    for (let at = from < 0 && step < 0 ? regions.length - 1 : from + step; at >= 0 && at < regions.length; at += step) {
      const region = regions[at];
      if (region === undefined || !focusRegion(app, region, left.get(region))) continue;
      event.preventDefault();
      return;
    }
  };
  document.addEventListener('focusin', remember);
  document.addEventListener('keydown', act, true);
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('keydown', act, true);
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
