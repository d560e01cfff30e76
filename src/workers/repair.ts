// Makes valid JSON of text that is nearly that: jsonrepair adds missing quotes, commas and brackets.

import { jsonrepair, JSONRepairError } from 'jsonrepair';
import { CodedError } from '../shared/errors.ts';
import { formatSize } from '../shared/size.ts';

/** A JavaScript string holds about 512 MB. */
const MAX_SIZE = 500 * 1024 * 1024;

/** @throws CodedError `syntax` where the text is beyond repair, `too-large` */
export async function repairText(source: Blob): Promise<Blob> {
  if (source.size > MAX_SIZE)
    throw new CodedError('too-large', `A text of ${formatSize(source.size)} is too large to be repaired.`);
  try {
    return new Blob([jsonrepair(await source.text())], { type: 'application/json' });
  } catch (error) {
    if (!(error instanceof JSONRepairError)) throw error;
    throw new CodedError('syntax', `The text can't be repaired automatically: ${error.message}.`);
  }
}
