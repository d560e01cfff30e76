// How documents are laid out, as the settings say. @see requirements FMT-1

import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { indentText, type Preferences } from './preferences.ts';

type Layout = Pick<Preferences, 'indentation' | 'maxLineLength' | 'escapeUnicodeCharacters'>;

/** What the engine is told for a style. */
export function layoutOptions(style: 'format' | 'smart' | 'compact', layout: Layout): WriteOptions {
  return {
    style,
    indent: indentText(layout.indentation),
    maxLineLength: layout.maxLineLength,
    ...(layout.escapeUnicodeCharacters ? { escapeUnicode: true } : {}),
  };
}
