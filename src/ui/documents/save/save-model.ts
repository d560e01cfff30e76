// The commands that save a panel's document, and how this browser writes files: where the user chooses, or as downloads.

import type { DiskHandle } from '../../model/open-file.ts';
import type { SaveFormat } from '../../model/save-format.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import type { DocumentClient } from '../../client/document.ts';
import type { Editing } from '../../panel-core/editing.ts';
import type { Confirm } from '../../model/question.ts';
import type { Autosave } from './autosave.ts';
import type { ContentJobs } from '../storage/content-form.ts';
import type { LocalDocuments } from '../storage/local-documents.ts';

/** `showSaveFilePicker`, which TypeScript's DOM library does not have yet. */
export interface SavePicker {
  showSaveFilePicker(options: {
    suggestedName: string;
    types: { description: string; accept: Record<string, string[]> }[];
  }): Promise<DiskHandle>;
}

export interface Saving {
  /** Saves where the document lives, see `place.ts`. @see requirements DOC-19 */
  save(): Promise<boolean>;
  /** Saves to the cloud; a document stored in this browser is moved there. */
  saveToCloud(): Promise<boolean>;
  /** Saves to disk; returns whether it did. */
  saveToDisk(): Promise<boolean>;
  /** Downloads a copy; returns whether it did. The document stays where it is. */
  downloadCopy(): Promise<boolean>;
  /** Sends the document to an address by POST; returns whether it was accepted. */
  saveToUrl(url: string): Promise<boolean>;
  /** Starts to follow the end of the file, or stops. */
  follow(): Promise<void>;
  /** Restores what was opened, as one undo step. */
  revert(): Promise<void>;
}

/** What saving depends on. */
export interface SavingOptions {
  readonly confirm: Confirm;
  /** `local`: this browser's documents; missing where none are stored. */
  readonly documents: Pick<ContentJobs, 'compress'> & { readonly local?: Pick<LocalDocuments, 'forgetFile'> };
  readonly autosave: Pick<Autosave, 'saveToShelf' | 'noteSaved' | 'describeDraft'>;
  readonly editing: Editing;
  readonly formatOnSave: () => SaveFormat;
  /** Whether a followed file that is started anew is shown as it is then. */
  readonly showsRotated: () => boolean;
  /** Opens a file in this panel. */
  readonly openFile: (file: File, handle: DiskHandle, dialect: Dialect) => Promise<boolean>;
  /** Called when the document was saved to a file. From now on the document is that file, and not what the hash names. */
  readonly onFile: (handle: DiskHandle, dialect: Dialect) => void;
  /** Creates a separate document, to work on a copy. */
  readonly spawn: () => DocumentClient;
}

/** Whether the browser can write to files that the user picks. */
export function hasSavePicker(target: object): target is SavePicker {
  return 'showSaveFilePicker' in target;
}

/** Starts a download of a content. */
export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
