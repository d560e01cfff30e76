// Where the document of a panel lives, and what *Save* does with it. All that the page says about it, and the command itself, come
// from here, so that they can't disagree. Loaded after the first page.
//
//   where it lives             Save writes
//   file that can be written   the file
//   file that can't            the file: the user chooses where, or it is downloaded; also once a copy is kept in this browser
//   cloud                      the cloud
//   anywhere else              this browser

import type { Access } from '../../model/document-meta.ts';
import type { Origin } from '../../model/origin.ts';
import type { Protection } from '../../model/protection.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import type { SourceFile } from '../../panel-core/panel-document.ts';
import { PLACE, placeSentence, SAVE_HINT, UNWRITTEN } from '../../strings/panel/place.ts';
import { isPublic, peopleOf } from '../../model/access.ts';
import type { SaveState } from './save-state.ts';

/** Where *Save* writes. `choose`: into a file that the user chooses. */
export type SaveTarget = 'file' | 'choose' | 'download' | 'cloud' | 'browser';

/** What decides where *Save* writes. */
export interface SaveFacts {
  readonly origin: Pick<Origin, 'kind'>;
  /** Whether the page can write the file that the document is. */
  readonly hasHandle: boolean;
  /** Whether the browser lets the user choose a file to write. */
  readonly hasPicker: boolean;
  /** The file that it was read from, if the page can't write it. */
  readonly sourceFile: Pick<SourceFile, 'name'> | null;
}

/** What decides what the page says about the place of a document. */
export interface PlaceFacts extends SaveFacts {
  readonly name: string;
  readonly origin: Origin;
  readonly saveState: SaveState;
  /** Whether it was downloaded as the file that it was read from, as it is now. */
  readonly isDownloaded: boolean;
}

/** What the page says about the place of a document. */
export interface DocumentPlace {
  /** Stands after the name at the title. */
  readonly label: string;
  /** Name and label as one sentence. */
  readonly sentence: string;
  readonly target: SaveTarget;
  /** The hint of the button *Save*. */
  readonly saveHint: string;
  /** Whether it is a file, and no copy of one. */
  readonly isDisk: boolean;
}

/** Returns where *Save* writes a document. @see requirements DOC-19 */
export function saveTarget({ origin: { kind }, hasHandle, hasPicker, sourceFile }: SaveFacts): SaveTarget {
  if (kind === 'cloud') return 'cloud';
  if (hasHandle) return 'file';
  if (kind !== 'disk' && sourceFile === null) return 'browser';
  return hasPicker ? 'choose' : 'download';
}

/** Returns what the page says about the place of a document. */
export function placeOf(facts: PlaceFacts): DocumentPlace {
  const { name, sourceFile } = facts;
  const target = saveTarget(facts);
  const written = sourceFile?.name ?? name;
  const unwritten = unwrittenOf(facts);
  const label = unwritten?.label ?? labelOf(facts);
  return {
    label,
    sentence: unwritten?.sentence(written) ?? placeSentence(name, label),
    target,
    saveHint: SAVE_HINT[target](name),
    isDisk: facts.origin.kind === 'disk',
  };
}

/** Returns what is said of a file that can't be written, and differs or was downloaded; `null` for other documents. */
function unwrittenOf({ origin: { kind }, sourceFile, saveState, isDownloaded, hasHandle }: PlaceFacts) {
  if (sourceFile === null || hasHandle) return null;
  if (kind === 'local') return UNWRITTEN[isDownloaded ? 'copied' : 'copy'];
  const isEdited =
    (kind === 'disk' || kind === 'none') && !isDownloaded && saveState !== 'untouched' && saveState !== 'saved';
  return isEdited ? UNWRITTEN.edited : null;
}

function labelOf({ origin, hasHandle }: PlaceFacts): string {
  switch (origin.kind) {
    case 'none':
    case 'sample':
      return PLACE.unkept;
    case 'url':
      return PLACE.url(hostOf(origin.key.id));
    case 'json':
      return PLACE.json;
    case 'cloud':
      return cloudLabel(origin.access);
    case 'local':
      return PLACE.local;
    case 'disk':
      return hasHandle ? PLACE.disk : PLACE.read;
  }
}

function cloudLabel(access: readonly Access[] | null): string {
  if (access === null) return PLACE.cloud;
  if (isPublic(access)) return PLACE.public;
  const people = peopleOf(access).length;
  return people === 0 ? PLACE.private : PLACE.shared(people);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Returns what decides where *Save* writes the document of a panel, as it is now. */
export function saveFactsOf({
  state: { document },
  document: { file },
}: Pick<PanelCore, 'state' | 'document'>): SaveFacts {
  return {
    origin: document.origin,
    hasHandle: file !== null,
    hasPicker: 'showSaveFilePicker' in globalThis,
    sourceFile: document.sourceFile,
  };
}

/** What the title says of the latest changes; `null` where nothing is worth saying. */
export type KeptState = 'saving' | 'unprotected' | 'draft' | 'conflict' | 'downloaded' | 'saved' | null;

/** Returns what became of the latest changes. That they are not protected comes before all else. */
export function keptState(
  saveState: SaveState,
  protection: Protection,
  { target, isDisk }: Pick<DocumentPlace, 'target' | 'isDisk'>,
): KeptState {
  if (saveState === 'saving') return 'saving';
  if (protection === 'failed') return 'unprotected';
  if (saveState === 'conflict') return 'conflict';
  // Also while the latest keystroke is being written: otherwise it would flicker.
  if (saveState === 'unsaved') return protection === 'none' ? null : 'draft';
  if (saveState === 'untouched') return null;
  return isDisk && target !== 'file' ? 'downloaded' : 'saved';
}
