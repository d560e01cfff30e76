// Paths as the query languages spell them inside an item, for completion, and as a person reads them.

import { toJavaScript, toJsonPath, type Path } from '../../shared/document/path.ts';
import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { WIZARD } from '../strings/transform/transform.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** A path behind a dot, or where an item's own names stand. */
export function spellPath(language: QueryLanguage, path: Path): string {
  switch (language) {
    case 'javascript':
    case 'lodash':
      return toJavaScript(path).replace(/^\./, '');
    case 'jsonpath':
      return path
        .map((key) => (NAME.test(String(key)) ? `.${key}` : `[${JSON.stringify(key)}]`))
        .join('')
        .replace(/^\./, '');
    default:
      return path.map((key) => (NAME.test(String(key)) ? String(key) : JSON.stringify(key))).join('.');
  }
}

/** A path as it reads from an item on. */
export function labelOf(path: Path): string {
  return path.length === 0 ? WIZARD.itself : toJsonPath(path).slice(1).replace(/^\./, '');
}
