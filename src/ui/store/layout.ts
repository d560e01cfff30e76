// How documents are laid out, as the settings say, and the layout that a save may bring with it (FMT-1, FMT-3).

import type { RewriteOptions } from '../../shared/protocol.ts';
import { formattingFailed } from '../texts/settings.ts';
import { isWithdrawn } from './notices.ts';
import type { PanelCore } from './panel.ts';
import { indentText, type Preferences, type PreferenceStore } from './preferences.ts';
import type { Saving } from './saving.ts';

type Layout = Pick<Preferences, 'indentation' | 'maxLineLength' | 'escapeUnicodeCharacters'>;

/** What the engine is told for a style. */
export function layoutOptions(style: 'format' | 'smart' | 'compact', layout: Layout): RewriteOptions {
  return {
    style,
    indent: indentText(layout.indentation),
    maxLineLength: layout.maxLineLength,
    ...(layout.escapeUnicodeCharacters ? { escapeUnicode: true } : {}),
  };
}

/** The saving of a panel, after the layout that is chosen for it. What can't be laid out is not saved, and says why. */
export function formattingFirst(core: PanelCore, saving: Saving, preferences: PreferenceStore): Saving {
  return {
    ...saving,
    async save(...options) {
      const { formattingOnSave: style } = preferences.state;
      if (style !== 'keep') {
        try {
          await core.write('Formatting', (task) =>
            core.client.format(layoutOptions(style, preferences.state), task, null),
          );
        } catch (error) {
          if (!isWithdrawn(error)) core.notify({ severity: 'error', message: formattingFailed(style) });
          return false;
        }
      }
      return saving.save(...options);
    },
  };
}
