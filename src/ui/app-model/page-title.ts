// The title of the browser's tab: what is unsaved or in conflict, then the names of the documents.

import { subscribe } from 'valtio';
import { isUnsaved, type PanelState } from '../panel-core/panel-core.ts';
import { SIDES } from '../model/side.ts';
import { PAGE_TITLE } from '../strings/app/frame.ts';
import type { PageModel } from './app-model.ts';

/** Keeps the title as the panels are. Returns a function that ends that. */
export function keepTitle({ panels }: Pick<PageModel, 'panels'>): () => void {
  const states = SIDES.map((side) => panels[side].core.state);
  const before = document.documentElement.dataset['sealed'] === undefined ? '' : PAGE_TITLE.sealed;
  const show = (): void => {
    const title = before + [...states.flatMap(partOf), PAGE_TITLE.page].join(PAGE_TITLE.between);
    if (document.title !== title) document.title = title;
  };
  show();
  const ends = states.map((state) => subscribe(state, show));
  return () => {
    for (const end of ends) end();
  };
}

function partOf(state: PanelState): string[] {
  if (state.document.blank) return [];
  const mark = state.document.conflict !== null ? PAGE_TITLE.conflict : isUnsaved(state) ? PAGE_TITLE.unsaved : '';
  return [mark + state.document.name];
}
