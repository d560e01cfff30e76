// Spells paths inside an item, in the query languages for completion, and as labels.

import { toJavaScript, toJsonPath, type Path } from '../../shared/document/path.ts';
import type { QueryLanguage } from '../../shared/protocol/query.ts';
import { WIZARD } from '../strings/transform/transform.ts';

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Spells a path to follow a dot, or to stand where a field name of an item may. */
export function formatPath(language: QueryLanguage, path: Path): string {
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

/** Returns the label of a path relative to an item. */
export function labelOf(path: Path): string {
  return path.length === 0 ? WIZARD.itself : toJsonPath(path).slice(1).replace(/^\./, '');
}
