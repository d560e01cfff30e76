// The settings of the dialog "Editor configuration" in their groups, as fields and as texts to search. Changes take effect
// immediately. An invalid value stays in its field with an error, and the setting keeps its value.

import type { ReactNode } from 'react';
import { containsWords, wordsOf } from '../model/words.ts';
import { PROBLEM_KINDS } from '../../shared/protocol/problems.ts';
import { QUERY_LANGUAGES } from '../../shared/protocol/query.ts';
import { WRAP_SETTINGS } from '../../shared/settings/wrapping.ts';
import {
  LIMITS,
  PARSER_SETTINGS,
  SCHEMA_DRAFT_SETTINGS,
  readPreference,
  type Preferences,
  type PreferenceStore,
} from '../settings/preferences.ts';
import { SAVE_FORMATS } from '../model/save-format.ts';
import { DIALOG, PARSERS, PROBLEMS } from '../strings/app/configuration.ts';
import { WRAPS } from '../strings/app/settings.ts';
import { FORMATTINGS } from '../strings/documents/saving.ts';
import { PROBLEM_KIND_LABELS } from '../strings/panel/problems.ts';
import { LANGUAGES } from '../strings/transform/transform.ts';
import {
  ChoiceField,
  SegmentsField,
  SwitchField,
  TextField,
  type ChoiceFieldProps,
  type SwitchFieldProps,
  type TextFieldProps,
} from '../widgets/dialog/fields.tsx';
import type { SegmentsProps } from '../widgets/segments.tsx';

/** A setting in the dialog. */
export interface SettingField {
  /** Unique in its group. */
  readonly label: string;
  /** What it is searched by: label, hint and the labels of its choices. */
  readonly text: string;
  readonly element: ReactNode;
}

/** Settings under one heading. */
export interface SettingGroup {
  readonly title: string;
  readonly fields: readonly SettingField[];
}

/** Indent width restored when switching back from tabs. */
const SPACES = 2;

/** Returns the groups with their current values. */
export function configurationFields(chosen: Readonly<Preferences>, preferences: PreferenceStore): SettingGroup[] {
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

  return [
    {
      title: DIALOG.layout,
      fields: [
        segments({
          label: DIALOG.indentation,
          choices: [
            { value: 'spaces', label: DIALOG.withSpaces },
            { value: 'tab', label: DIALOG.withTabs },
          ],
          value: indentation === 'tab' ? 'tab' : 'spaces',
          onChange: (kind) => preferences.set('indentation', kind === 'tab' ? 'tab' : SPACES),
        }),
        ...(indentation === 'tab'
          ? []
          : [textField({ label: DIALOG.spaces, ...text('indentation', between(LIMITS.indentation)) })]),
        textField({
          label: DIALOG.maxLineLength,
          hint: DIALOG.maxLineLengthHint,
          ...text('maxLineLength', between(LIMITS.maxLineLength)),
        }),
        switchField({
          label: DIALOG.escapeUnicode,
          hint: DIALOG.escapeUnicodeHint,
          isOn: chosen.escapeUnicodeCharacters,
          onChange: (isOn) => preferences.set('escapeUnicodeCharacters', isOn),
        }),
        choice({
          label: DIALOG.formattingOnSave,
          choices: SAVE_FORMATS.map((value) => ({ value, label: FORMATTINGS[value] })),
          value: chosen.formattingOnSave,
          onChange: (style) => preferences.set('formattingOnSave', style),
        }),
      ],
    },
    {
      title: DIALOG.view,
      fields: [
        textField({ label: DIALOG.fontSize, ...text('fontSize', PROBLEMS.fontSize) }),
        textField({ label: DIALOG.tabSize, ...text('tabSize', between(LIMITS.tabSize)) }),
        segments({
          label: DIALOG.wrap,
          choices: WRAP_SETTINGS.map((value) => ({ value, label: WRAPS[value].label })),
          value: chosen.wrap,
          onChange: (setting) => preferences.set('wrap', setting),
        }),
        switchField({
          label: DIALOG.screenReader,
          hint: DIALOG.screenReaderHint,
          isOn: chosen.screenReader,
          onChange: (isOn) => preferences.set('screenReader', isOn),
        }),
        switchField({
          label: DIALOG.escapeControls,
          hint: DIALOG.escapeControlsHint,
          isOn: chosen.escapeControlCharacters,
          onChange: (isOn) => preferences.set('escapeControlCharacters', isOn),
        }),
      ],
    },
    {
      title: DIALOG.documents,
      fields: [
        switchField({
          label: DIALOG.autosave,
          hint: DIALOG.autosaveHint,
          isOn: chosen.autosave,
          onChange: (isOn) => preferences.set('autosave', isOn),
        }),
        switchField({
          label: DIALOG.restoreLast,
          hint: DIALOG.restoreLastHint,
          isOn: chosen.restoreLast,
          onChange: (isOn) => preferences.set('restoreLast', isOn),
        }),
        switchField({
          label: DIALOG.followRotated,
          hint: DIALOG.followRotatedHint,
          isOn: chosen.followRotated,
          onChange: (isOn) => preferences.set('followRotated', isOn),
        }),
      ],
    },
    {
      title: DIALOG.queries,
      fields: [
        choice({
          label: DIALOG.queryLanguage,
          choices: QUERY_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] })),
          value: chosen.queryLanguageId,
          onChange: (language) => preferences.set('queryLanguageId', language),
        }),
        choice({
          label: DIALOG.parser,
          hint: DIALOG.parserHint,
          choices: PARSER_SETTINGS.map((value) => ({ value, label: PARSERS[value] })),
          value: chosen.parserId,
          onChange: (parser) => preferences.set('parserId', parser),
        }),
      ],
    },
    {
      title: DIALOG.schemas,
      fields: [
        switchField({
          label: DIALOG.schemaFormats,
          hint: DIALOG.schemaFormatsHint,
          isOn: chosen.schemaFormats === 'assert',
          onChange: (isOn) => preferences.set('schemaFormats', isOn ? 'assert' : 'annotate'),
        }),
        choice({
          label: DIALOG.schemaDraft,
          hint: DIALOG.schemaDraftHint,
          choices: SCHEMA_DRAFT_SETTINGS.map((value) => ({ value, label: DIALOG.draft(value) })),
          value: chosen.schemaDraft,
          onChange: (draft) => preferences.set('schemaDraft', draft),
        }),
      ],
    },
    {
      title: DIALOG.problems,
      fields: PROBLEM_KINDS.map((kind) =>
        switchField({
          label: PROBLEM_KIND_LABELS[kind],
          ...(kind === 'number' ? { hint: DIALOG.numbersHint } : {}),
          isOn: !hidden.includes(kind),
          onChange: (isOn) => {
            const others = hidden.filter((one) => one !== kind);
            preferences.set('hiddenProblems', (isOn ? others : [...others, kind]).join(','));
          },
        }),
      ),
    },
  ];
}

/** Returns the groups with the settings that contain all words of a query, without empty groups. The heading counts too. */
export function searchFields(groups: readonly SettingGroup[], query: string): readonly SettingGroup[] {
  const words = wordsOf(query);
  if (words.length === 0) return groups;
  return groups.flatMap(({ title, fields }) => {
    const found = fields.filter(({ text }) => containsWords(`${title} ${text}`, words));
    return found.length === 0 ? [] : [{ title, fields: found }];
  });
}

function textField(props: TextFieldProps): SettingField {
  return fieldOf(props, <TextField {...props} />);
}

function switchField(props: SwitchFieldProps): SettingField {
  return fieldOf(props, <SwitchField {...props} />);
}

function segments<T extends string>(props: SegmentsProps<T>): SettingField {
  return fieldOf(props, <SegmentsField {...props} />);
}

function choice<T extends string>(props: ChoiceFieldProps<T>): SettingField {
  return fieldOf(props, <ChoiceField {...props} />);
}

interface Described {
  readonly label: string;
  readonly hint?: string;
  readonly choices?: readonly { readonly label: string }[];
}

function fieldOf({ label, hint = '', choices = [] }: Described, element: ReactNode): SettingField {
  return { label, text: [label, hint, ...choices.map((one) => one.label)].join(' '), element };
}
