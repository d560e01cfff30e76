// The paths ignored by a comparison, as entered by the user.

import { parsePath } from '../../shared/document/path-text.ts';
import type { Path } from '../../shared/document/path.ts';

/**
 * Parses comma-separated paths: `$.orders[*].updated, /meta/version`. `*` matches any member or item. `null` if a path is
 * invalid.
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
