// Sentences about saving. @see the specification, §5 and §8

import type { Question } from '../store/opening.ts';
import type { SaveFormat } from '../store/saving.ts';
import { FORMATTINGS } from './settings.ts';

/** Said where a format on save fails. */
export function formatFailed(mode: SaveFormat): string {
  return `Failed to ${FORMATTINGS[mode]} the document. Fix the document or select "Indentation: keep as-is", then try to save it again.`;
}

/** Said where the browser lacks what a download needs. */
export const CANNOT_SAVE = {
  blob: "Failed to save file to disk. Your browser doesn't support Blob.",
  download: "Failed to save file to disk. Your browser doesn't support HTML5 a.download.",
} as const;

export function saveFailed(name: string, reason: string): string {
  return `Failed to save "${name}" to disk. ${reason} Nothing was lost here; save it again, or under another name.`;
}

export const POSTED = 'The document was sent.';

/** `reason`: the status and the body of the answer, or why there is none. */
export function postFailed(url: string, reason: string): string {
  return `Failed to save to url "${url}". ${reason}`;
}

export function wasChangedOnDisk(name: string): string {
  return `"${name}" was changed by another program.`;
}

export function changedOnDisk(name: string): Question {
  return {
    title: 'Changed on disk',
    text: `"${name}" was changed by another program since it was opened here. Saving writes over that.`,
    yes: 'Overwrite',
  };
}
