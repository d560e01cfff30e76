// The dialog "Editor configuration" (MOD-1): the settings in groups, searched by a field, exported to a file and imported from one.

import { Fragment, useRef, useState, type RefObject } from 'react';
import { download } from '../documents/save/save-model.ts';
import { messageOf } from '../notices/notices.ts';
import { pickFile } from '../incoming/file-picker.ts';
import { usePreferences, type Preferences, type PreferenceStore } from '../settings/preferences.ts';
import { importSettings, writeSettings, type ImportOutcome } from '../settings/settings-file.ts';
import { DIALOG, SETTING_SEARCH, SETTINGS_FILE } from '../strings/app/configuration.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { FieldGroup } from '../widgets/dialog/fields.tsx';
import { hasScreenKeyboard, SearchField } from '../widgets/dialog/search-field.tsx';
import { configurationFields, searchFields } from './configuration-fields.tsx';
import styles from './configuration.module.css';

/** The settings in this dialog, which "Restore defaults" resets. */
const CONFIGURED: readonly (keyof Preferences)[] = [
  'indentation',
  'maxLineLength',
  'escapeUnicodeCharacters',
  'formattingOnSave',
  'fontSize',
  'tabSize',
  'wrap',
  'screenReader',
  'escapeControlCharacters',
  'autosave',
  'restoreLast',
  'followRotated',
  'parserId',
  'queryLanguageId',
  'schemaFormats',
  'schemaDraft',
  'hiddenProblems',
];

/** How many names a sentence lists, and how much of each, in UTF-16 units. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 40;

export interface ConfigurationProps {
  readonly preferences: PreferenceStore;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog. @see requirements SET-2, FMT-1 */
export default function Configuration({ preferences, open, onClose }: ConfigurationProps) {
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Dialog title={DIALOG.title} open={open} onClose={onClose} initialFocus={hasScreenKeyboard() ? list : field} tall>
      <Content preferences={preferences} field={field} list={list} onClose={onClose} />
    </Dialog>
  );
}

interface ContentProps {
  readonly preferences: PreferenceStore;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
}

function Content({ preferences, field, list, onClose }: ContentProps) {
  const chosen = usePreferences(preferences);
  const [query, setQuery] = useState('');
  // Changing this key resets fields with invalid content.
  const [changes, setChanges] = useState(0);
  const [outcome, setOutcome] = useState<readonly string[]>([]);
  const found = searchFields(configurationFields(chosen, preferences), query);
  const count = found.reduce((sum, { fields }) => sum + fields.length, 0);

  const exportAll = (): void => {
    download(new Blob([writeSettings(preferences.state)], { type: 'application/json' }), SETTINGS_FILE.name);
    setOutcome([]);
  };
  const importFile = async (): Promise<void> => {
    try {
      const picked = await pickFile();
      if (picked === null) return;
      setOutcome(describe(await importSettings(picked.file, preferences)));
      setChanges(changes + 1);
    } catch (error) {
      setOutcome([messageOf(error)]);
    }
  };
  const restore = (): void => {
    preferences.reset(CONFIGURED);
    setChanges(changes + 1);
    setOutcome([]);
  };

  return (
    <>
      <SearchField
        ref={field}
        label={SETTING_SEARCH.label}
        placeholder={SETTING_SEARCH.placeholder}
        query={query}
        outcome={query.trim() === '' ? '' : SETTING_SEARCH.found(count)}
        onQuery={setQuery}
      />
      <div className={styles.body}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
        <div ref={list} className={styles.list} tabIndex={0} role="region" aria-label={DIALOG.title}>
          {found.map(({ title, fields }) => (
            <FieldGroup key={`${title}-${changes}`} title={title}>
              {fields.map(({ label, element }) => (
                <Fragment key={label}>{element}</Fragment>
              ))}
            </FieldGroup>
          ))}
        </div>
        <div className={styles.outcome} role="status">
          {outcome.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </div>
      <Actions>
        <Button look="outline" onClick={exportAll}>
          {SETTINGS_FILE.export}
        </Button>
        <Button look="outline" onClick={() => void importFile()}>
          {SETTINGS_FILE.import}
        </Button>
        <span className={styles.space} />
        <Button look="outline" onClick={restore}>
          {DIALOG.restore}
        </Button>
        <Button look="primary" onClick={onClose}>
          {DIALOG.close}
        </Button>
      </Actions>
    </>
  );
}

/** Says in sentences what was taken over and what was left out. */
function describe(outcome: ImportOutcome | null): string[] {
  if (outcome === null) return [SETTINGS_FILE.none];
  const { taken, unknown, unreadable } = outcome;
  return [
    taken.length === 0 ? SETTINGS_FILE.same : SETTINGS_FILE.taken(listed(taken)),
    ...(unknown.length === 0 ? [] : [SETTINGS_FILE.unknown(listed(unknown))]),
    ...(unreadable.length === 0 ? [] : [SETTINGS_FILE.unreadable(listed(unreadable))]),
  ];
}

function listed(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name))
    .join(', ');
  return names.length > MAX_NAMES ? SETTINGS_FILE.more(shown, names.length - MAX_NAMES) : shown;
}
