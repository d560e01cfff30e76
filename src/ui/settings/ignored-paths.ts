// The paths that a comparison leaves out, as a person writes them.

import { parsePath } from '../../shared/document/path-text.ts';
import type { Path } from '../../shared/document/path.ts';

/**
 * Paths with a comma between: `$.orders[*].updated, /meta/version`. `*` stands for any member or item. `null` where one
 * can't be read.
 */
export function readPaths(text: string): Path[] | null {
  const spelt = text
    .split(/,(?![^[]*\])/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  try {
    return spelt.map((one) => parsePath(one.replaceAll('[*]', '["*"]').replaceAll('.*', '["*"]')));
  } catch {
    return null;
  }
}
