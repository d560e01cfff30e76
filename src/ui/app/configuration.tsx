// The dialog "Editor configuration" (MOD-1). Changes take effect immediately. An invalid value stays in its field with an
// error, and the setting keeps its value.

import { useState } from 'react';
import { PROBLEM_KINDS } from '../../shared/protocol/problems.ts';
import { QUERY_LANGUAGES } from '../../shared/protocol/query.ts';
import { WRAP_SETTINGS } from '../../shared/settings/wrapping.ts';
import {
  LIMITS,
  PARSER_SETTINGS,
  SCHEMA_DRAFT_SETTINGS,
  readPreference,
  usePreferences,
  type Preferences,
  type PreferenceStore,
} from '../settings/preferences.ts';
import { SAVE_FORMATS } from '../model/save-format.ts';
import { DIALOG, PARSERS, PROBLEMS } from '../strings/app/configuration.ts';
import { WRAPS } from '../strings/app/settings.ts';
import { FORMATTINGS } from '../strings/documents/saving.ts';
import { PROBLEM_KIND_LABELS } from '../strings/panel/problems.ts';
import { LANGUAGES } from '../strings/transform/transform.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { ChoiceField, FieldGroup, SegmentsField, SwitchField, TextField } from '../widgets/dialog/fields.tsx';

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
  'parserId',
  'queryLanguageId',
  'schemaFormats',
  'schemaDraft',
  'hiddenProblems',
];

/** Indent width restored when switching back from tabs. */
const SPACES = 2;

export interface ConfigurationProps {
  readonly preferences: PreferenceStore;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog. @see requirements SET-2, FMT-1 */
export default function Configuration({ preferences, open, onClose }: ConfigurationProps) {
  const chosen = usePreferences(preferences);
  // Changing this key resets fields with invalid content.
  const [restored, setRestored] = useState(0);
  const { indentation } = chosen;
  const hidden = chosen.hiddenProblems.split(',').filter((kind) => kind !== '');

  /** Properties of a text field; `problem` is the error message for invalid content. */
  const text = (name: 'tabSize' | 'maxLineLength' | 'indentation' | 'fontSize', problem: string) => ({
    value: String(chosen[name]),
    onText: (typed: string): string | null => {
      const value = readPreference(name, typed);
      if (value === undefined) return problem;
      preferences.set(name, value);
      return null;
    },
  });
  const between = ({ least, most }: { readonly least: number; readonly most: number }): string =>
    PROBLEMS.between(least, most);

  return (
    <Dialog title={DIALOG.title} open={open} onClose={onClose} tall>
      <FieldGroup key={`layout-${restored}`} title={DIALOG.layout}>
        <SegmentsField
          label={DIALOG.indentation}
          choices={[
            { value: 'spaces', label: DIALOG.withSpaces },
            { value: 'tab', label: DIALOG.withTabs },
          ]}
          value={indentation === 'tab' ? 'tab' : 'spaces'}
          onChange={(kind) => preferences.set('indentation', kind === 'tab' ? 'tab' : SPACES)}
        />
        {indentation !== 'tab' && (
          <TextField label={DIALOG.spaces} {...text('indentation', between(LIMITS.indentation))} />
        )}
        <TextField
          label={DIALOG.maxLineLength}
          hint={DIALOG.maxLineLengthHint}
          {...text('maxLineLength', between(LIMITS.maxLineLength))}
        />
        <SwitchField
          label={DIALOG.escapeUnicode}
          hint={DIALOG.escapeUnicodeHint}
          isOn={chosen.escapeUnicodeCharacters}
          onChange={(isOn) => preferences.set('escapeUnicodeCharacters', isOn)}
        />
        <ChoiceField
          label={DIALOG.formattingOnSave}
          choices={SAVE_FORMATS.map((value) => ({ value, label: FORMATTINGS[value] }))}
          value={chosen.formattingOnSave}
          onChange={(style) => preferences.set('formattingOnSave', style)}
        />
      </FieldGroup>
      <FieldGroup key={`view-${restored}`} title={DIALOG.view}>
        <TextField label={DIALOG.fontSize} {...text('fontSize', PROBLEMS.fontSize)} />
        <TextField label={DIALOG.tabSize} {...text('tabSize', between(LIMITS.tabSize))} />
        <SegmentsField
          label={DIALOG.wrap}
          choices={WRAP_SETTINGS.map((value) => ({ value, label: WRAPS[value].label }))}
          value={chosen.wrap}
          onChange={(setting) => preferences.set('wrap', setting)}
        />
        <SwitchField
          label={DIALOG.screenReader}
          hint={DIALOG.screenReaderHint}
          isOn={chosen.screenReader}
          onChange={(isOn) => preferences.set('screenReader', isOn)}
        />
        <SwitchField
          label={DIALOG.escapeControls}
          hint={DIALOG.escapeControlsHint}
          isOn={chosen.escapeControlCharacters}
          onChange={(isOn) => preferences.set('escapeControlCharacters', isOn)}
        />
      </FieldGroup>
      <FieldGroup title={DIALOG.documents}>
        <SwitchField
          label={DIALOG.autosave}
          hint={DIALOG.autosaveHint}
          isOn={chosen.autosave}
          onChange={(isOn) => preferences.set('autosave', isOn)}
        />
        <SwitchField
          label={DIALOG.restoreLast}
          hint={DIALOG.restoreLastHint}
          isOn={chosen.restoreLast}
          onChange={(isOn) => preferences.set('restoreLast', isOn)}
        />
      </FieldGroup>
      <FieldGroup title={DIALOG.queries}>
        <ChoiceField
          label={DIALOG.queryLanguage}
          choices={QUERY_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] }))}
          value={chosen.queryLanguageId}
          onChange={(language) => preferences.set('queryLanguageId', language)}
        />
        <ChoiceField
          label={DIALOG.parser}
          hint={DIALOG.parserHint}
          choices={PARSER_SETTINGS.map((value) => ({ value, label: PARSERS[value] }))}
          value={chosen.parserId}
          onChange={(parser) => preferences.set('parserId', parser)}
        />
      </FieldGroup>
      <FieldGroup title={DIALOG.schemas}>
        <SwitchField
          label={DIALOG.schemaFormats}
          hint={DIALOG.schemaFormatsHint}
          isOn={chosen.schemaFormats === 'assert'}
          onChange={(isOn) => preferences.set('schemaFormats', isOn ? 'assert' : 'annotate')}
        />
        <ChoiceField
          label={DIALOG.schemaDraft}
          hint={DIALOG.schemaDraftHint}
          choices={SCHEMA_DRAFT_SETTINGS.map((value) => ({ value, label: DIALOG.draft(value) }))}
          value={chosen.schemaDraft}
          onChange={(draft) => preferences.set('schemaDraft', draft)}
        />
      </FieldGroup>
      <FieldGroup title={DIALOG.problems}>
        {PROBLEM_KINDS.map((kind) => (
          <SwitchField
            key={kind}
            label={PROBLEM_KIND_LABELS[kind]}
            {...(kind === 'number' ? { hint: DIALOG.numbersHint } : {})}
            isOn={!hidden.includes(kind)}
            onChange={(isOn) => {
              const others = hidden.filter((one) => one !== kind);
              preferences.set('hiddenProblems', (isOn ? others : [...others, kind]).join(','));
            }}
          />
        ))}
      </FieldGroup>
      <Actions>
        <Button
          look="outline"
          onClick={() => {
            preferences.reset(CONFIGURED);
            setRestored(restored + 1);
          }}
        >
          {DIALOG.restore}
        </Button>
        <Button look="primary" onClick={onClose}>
          {DIALOG.close}
        </Button>
      </Actions>
    </Dialog>
  );
}
