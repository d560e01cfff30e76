// Messages about saving. @see the specification, §5 and §8

import type { Question } from '../../model/question.ts';
import type { SaveFormat } from '../../model/save-format.ts';
import { replacedSentence } from './opened.ts';

/** Labels of the formatting styles. @see requirements FMT-1 */
export const FORMATTINGS: Readonly<Record<SaveFormat, string>> = {
  keep: 'keep as-is',
  format: 'format',
  smart: 'smart format',
  compact: 'compact',
};

/** When formatting on save fails. */
export function formatFailed(mode: SaveFormat): string {
  return `Failed to ${FORMATTINGS[mode]} the document. Fix the document or select "Indentation: keep as-is", then try to save it again.`;
}

/** When the browser lacks what a download needs. */
export const CANNOT_SAVE = {
  blob: "Failed to save file to disk. Your browser doesn't support Blob.",
  download: "Failed to save file to disk. Your browser doesn't support HTML5 a.download.",
} as const;

export function saveFailed(name: string, reason: string): string {
  return `Failed to save "${name}" to disk. ${reason} Nothing was lost here; save it again, or under another name.`;
}

/** Why a file could not be written, by the name of the browser's error. */
export const REFUSALS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The browser was not allowed to write it.',
  SecurityError: 'The browser does not let this page write there.',
  NoModificationAllowedError: 'The file is locked, or another program is using it.',
  NotFoundError: 'The file or its folder is no longer there.',
  InvalidStateError: 'The file was changed or moved while it was being saved.',
  QuotaExceededError: 'There is no room left for it.',
  NotReadableError: 'Another program is replacing the file just now, so it is not known what would be overwritten.',
  TypeMismatchError: 'There is something else in its place that is no file.',
};

export const POSTED = 'The document was sent.';

/** `reason` is the status and body of the response, or why there is none. */
export function postFailed(url: string, reason: string): string {
  return `Failed to save to url "${url}". ${reason}`;
}

export function changedOnDisk(name: string): Question {
  return {
    title: 'Changed on disk',
    text: `"${name}" was changed by another program since it was opened here. Saving writes over that.`,
    yes: 'Overwrite',
  };
}

export const POST_UNREACHABLE = "The server can't be reached, or does not let other pages write.";

export const SAVING = {
  file: (name: string): string => `Saving ${name}`,
  url: (url: string): string => `Saving to ${url}`,
  downloaded: (name: string): string => `${name} was downloaded.`,
  handedOver: (name: string): string =>
    `The browser was asked to download ${name}. If no file arrives, the page around this editor does not allow downloads.`,
  receipt: 'Receipt…',
  allow: 'Allow and save',
  download: 'Download',
  /** Another document was opened before the text of this one was read. */
  replaced: (name: string): string => `${name} was not saved: another document was opened here in the meantime.`,
  reverting: 'Reverting',
  reverted: 'The document is as it was opened.',
} as const;

/** Confirmation before saving over a file: parts of it that could not be decoded would be lost. */
export function replacedQuestion(name: string, encoding: string, replaced: number): Question {
  return {
    title: 'Not everything could be read',
    text: `${replacedSentence(name, encoding, replaced)} Saving over the file loses what was there.`,
    yes: 'Save anyway',
  };
}
