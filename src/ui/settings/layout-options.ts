// The formatting options of the settings. @see requirements FMT-1

import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { indentText, type Preferences } from './preferences.ts';

type Layout = Pick<Preferences, 'indentation' | 'maxLineLength' | 'escapeUnicodeCharacters'>;

/** Returns the engine's options for a style. */
export function layoutOptions(style: 'format' | 'smart' | 'compact', layout: Layout): WriteOptions {
  return {
    style,
    indent: indentText(layout.indentation),
    maxLineLength: layout.maxLineLength,
    ...(layout.escapeUnicodeCharacters ? { escapeUnicode: true } : {}),
  };
}
