// The menu at the title of a document: what is true of its place, in full, and what can be done about it. Loaded when it opens.

import type { Panel } from '../app-model/app-model.ts';
import { isPublic } from '../model/access.ts';
import { keptState, saveFactsOf, saveTarget, type SaveFacts } from '../documents/save/place.ts';
import { saveStateOf } from '../documents/save/save-state.ts';
import { canWriteBack, writeBack } from '../extract/found-link.ts';
import { isShelved, type Origin } from '../model/origin.ts';
import { DISK } from '../strings/documents/disk.ts';
import { DOCUMENT_MENU, SAVE_MENU } from '../strings/app/menus.ts';
import { FOUND_LINK } from '../strings/panel/extract.ts';
import { TITLE } from '../strings/panel/panel.ts';
import { PLACE_DETAILS, PLACE_MENU } from '../strings/panel/place-details.ts';
import type { MenuEntry, MenuGroup } from '../widgets/menu/menu-model.ts';
import type { Openers } from './dialog-openers.ts';

/** Returns the sentences about the place of a document, and the commands that fit it. */
export function placeGroup(panel: Panel, openers: Openers, hasCloud: boolean): MenuGroup {
  const { core, actions } = panel;
  const { origin, conflict, name, sourceFile } = core.state.document;
  const facts = saveFactsOf(core);
  const place = { target: saveTarget(facts), isDisk: origin.kind === 'disk' };
  const kept = keptState(saveStateOf(core.state), core.state.protection, place);
  const details = [
    ...(conflict === null ? [] : [PLACE_DETAILS.conflict]),
    detailOf(origin, facts, sourceFile?.name ?? name),
    ...(kept === 'draft' ? [TITLE.draftHint] : kept === 'unprotected' ? [TITLE.unprotectedHint] : []),
    ...(origin.kind === 'disk' && !facts.hasHandle ? [DISK.notWatchedHint] : []),
  ];
  const entry = (label: string, run: () => unknown, hint?: string): MenuEntry => ({
    label,
    ...(hint !== undefined && { hint }),
    onSelect: () => void run(),
  });
  const entries = [
    ...(conflict === null ? [] : [entry(PLACE_MENU.conflict, () => actions.autosave.resolveConflict('ask'))]),
    ...(canWriteBack(core) ? [entry(FOUND_LINK.write, () => writeBack(core))] : []),
    ...(saveTarget(facts) === 'download' ? [] : [entry(SAVE_MENU.toDisk, actions.saving.saveToDisk, 'Ctrl+Shift+S')]),
    entry(SAVE_MENU.download, actions.saving.downloadCopy),
    ...(hasCloud && origin.kind !== 'cloud' ? [entry(SAVE_MENU.toCloud, openers.saveToCloud)] : []),
    entry(SAVE_MENU.copy, () => actions.autosave.saveToShelf({ to: 'local', copy: true }), SAVE_MENU.copyHint),
    ...(origin.kind === 'cloud' ? [entry(DOCUMENT_MENU.access, openers.askAccess)] : []),
    ...(isShelved(origin) ? [entry(DOCUMENT_MENU.delete, openers.deleteDocument)] : []),
  ];
  return { label: details.join(' '), entries };
}

function detailOf(origin: Origin, { hasHandle, sourceFile }: SaveFacts, file: string): string {
  switch (origin.kind) {
    case 'sample':
    case 'none':
    case 'json':
      return PLACE_DETAILS[origin.kind];
    case 'url':
      return PLACE_DETAILS.url(origin.key.id);
    case 'disk':
      return (hasHandle ? PLACE_DETAILS.disk : PLACE_DETAILS.read)(file);
    case 'local':
      return sourceFile === null ? PLACE_DETAILS.local : PLACE_DETAILS.copy(sourceFile.name);
    case 'cloud':
      return origin.access === null
        ? PLACE_DETAILS.cloud
        : PLACE_DETAILS[isPublic(origin.access) ? 'public' : 'private'];
  }
}
