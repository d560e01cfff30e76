// All commands of the page as one list: of the panel that had the focus last, the page, and the settings. Menu entries come
// from the data of the menus, so new entries are included automatically.

import { VALUE_FORMS } from '../../shared/protocol/forms.ts';
import { otherSide } from '../../shared/side.ts';
import { loadWithRetry } from '../browser/load-with-retry.ts';
import { startCopy } from '../copy-as/start-copy.ts';
import { NARROWED } from '../strings/editors/show-only.ts';
import { COPY_AS, FORM_HINTS } from '../strings/editors/forms.ts';
import { menuOf } from '../compare/difference-controls.tsx';
import { settingsChoices } from './choices.ts';
import type { PanelMenus } from '../panel-core/panel-menus.ts';
import type { PageModel, Panel } from '../app-model/app-model.ts';
import { printDocument } from './print.ts';
import { PRINT } from '../strings/app/print.ts';
import { MODES, SIDES, type Mode } from '../model/side.ts';
import { PROBLEMS } from '../strings/panel/problems.ts';
import { COMPARE } from '../strings/compare/compare.ts';
import { extractionOf } from '../extract/extraction.ts';
import { canWriteBack, writeBack } from '../extract/found-link.ts';
import { openRecords } from '../extract/open-found.ts';
import { EXTRACT, FOUND_LINK } from '../strings/panel/extract.ts';
import { showInDock } from '../panel-core/dock-state.ts';
import { hiddenBy, onlyShare } from '../model/splitter-rules.ts';
import { LAYOUT } from '../strings/app/layout.ts';
import { GROUPS, PAGE_COMMANDS, PANEL_COMMANDS, SYNONYMS } from '../strings/app/commands.ts';
import { BETWEEN } from '../strings/app/page-commands.ts';
import { DIALOG, SETTINGS_FILE } from '../strings/app/configuration.ts';
import { MENU } from '../strings/app/settings.ts';
import { TEXT_VIEW } from '../strings/editors/text.ts';
import { TRANSFORM_ENTRY } from '../strings/transform/transform-entry.ts';
import type { MenuEntry, MenuGroup } from '../widgets/menu/menu-model.ts';

const loadCsv = loadWithRetry(() => import('../documents/csv/csv-state.ts'));
const loadShowOnly = loadWithRetry(() => import('../show-only/show-only.ts'));

/** The settings of the configuration dialog. */
const CONFIGURED_SETTINGS = [
  DIALOG.indentation,
  DIALOG.maxLineLength,
  DIALOG.escapeUnicode,
  DIALOG.formattingOnSave,
  DIALOG.tabSize,
  DIALOG.escapeControls,
  DIALOG.autosave,
  DIALOG.restoreLast,
  DIALOG.followRotated,
  DIALOG.queryLanguage,
  DIALOG.parser,
  DIALOG.schemaFormats,
  DIALOG.schemaDraft,
  DIALOG.problems,
  SETTINGS_FILE.export,
  SETTINGS_FILE.import,
];

export interface Command {
  /** Unique in the list. */
  readonly name: string;
  /** The group under which it is listed. */
  readonly group: string;
  /** Other words that it is looked for by, separated by spaces. */
  readonly also?: string | undefined;
  /** Its shortcut, or a short explanation. */
  readonly hint?: string;
  /** The beginning of the value that it goes to. */
  readonly preview?: string;
  readonly disabled: boolean;
  run(): void;
}

/**
 * Returns the commands that are currently available, those of the active panel first. `more` are commands of specific pages.
 */
export function listCommands(app: PageModel, more: readonly ListedCommand[]): Command[] {
  const { active } = app.state;
  const commands = [
    ...panelCommands(app, app.panels[active], app.menus[active]).map((one) => ({ ...one, group: GROUPS[active] })),
    ...[...pageCommands(app), ...more].map((one) => ({ group: GROUPS.page, ...one })),
    ...settingCommands(app).map((one) => ({ ...one, group: GROUPS.settings })),
  ];
  // Menus may contain commands that are also listed here.
  const names = new Set<string>();
  return commands
    .filter(({ name }) => !names.has(name) && names.add(name))
    .map((command) => ({ also: SYNONYMS.get(command.name), ...command }));
}

/** A command whose group is implied, unless it names one. */
export type ListedCommand = Omit<Command, 'group'> & Partial<Pick<Command, 'group'>>;

function panelCommands(app: PageModel, panel: Panel, menus: PanelMenus | null): ListedCommand[] {
  const { core, actions, finder } = panel;
  const {
    doc,
    mode,
    document: { blank },
  } = core.state;
  const own = (name: string, hint: string, disabled: boolean, run: () => void): ListedCommand => ({
    name,
    ...(hint === '' ? {} : { hint }),
    disabled,
    run,
  });
  return [
    ...(menus === null ? [] : menuCommands(menus, mode)),
    own(PANEL_COMMANDS.goTo, 'Ctrl+G', blank, () => actions.going.askGoTo()),
    own(PANEL_COMMANDS.find, 'Ctrl+F', blank, () => finder.open(false)),
    own(PANEL_COMMANDS.replace, 'Ctrl+H', blank, () => finder.open(true)),
    own(nameWith(PANEL_COMMANDS.undo, doc.undoes), 'Ctrl+Z', !doc.canUndo, () => void actions.editing.undo()),
    own(nameWith(PANEL_COMMANDS.redo, doc.redoes), 'Ctrl+Y', !doc.canRedo, () => void actions.editing.redo()),
    own(NARROWED.end, '', doc.narrowed === null, () => showEverything(core)),
    own(PRINT.command, 'Ctrl+P', blank, () => void printDocument(core)),
    own(PROBLEMS.show, '', blank, () => core.problems?.toggle()),
    own(PROBLEMS.next, 'F8', blank, () => core.problems?.step(1)),
    own(PROBLEMS.previous, 'Shift+F8', blank, () => core.problems?.step(-1)),
    ...VALUE_FORMS.map((form) =>
      own(COPY_AS.command(form), FORM_HINTS[form] ?? '', blank, () => startCopy(core, form)),
    ),
    own(COPY_AS.more, '', blank, () => startCopy(core, null)),
    {
      ...own(PANEL_COMMANDS.csvOptions, '', core.document.csvFile?.kept() == null, () => showCsvOptions(core)),
      also: PANEL_COMMANDS.csvOptionsAlso,
    },
    ...foundCommands(app, panel),
    own(PANEL_COMMANDS.repair, '', blank || doc.validity !== 'invalid', () => void actions.editing.repair()),
    ...MODES.map((one) => own(PANEL_COMMANDS.modes[one], '', mode === one, () => actions.editing.setMode(one, true))),
  ];
}

/** What can be done with the JSON in a log, or in another text that is none. */
function foundCommands(app: PageModel, panel: Panel): ListedCommand[] {
  const { count, phase } = extractionOf(panel.core).state;
  const disabled = panel.core.state.doc.validity !== 'invalid' || count === 0 || phase !== 'done';
  return [
    { name: EXTRACT.listHint, disabled, run: () => showInDock(panel.core, 'found') },
    { name: EXTRACT.tableCommand, disabled, run: () => void openRecords(app, panel) },
    { name: FOUND_LINK.write, disabled: !canWriteBack(panel.core), run: () => void writeBack(panel.core) },
  ];
}

/** Opens the dialog for how the CSV file of a document is read. */
function showCsvOptions(core: Panel['core']): void {
  void loadCsv().then(({ showCsvDialog }) => showCsvDialog(core, 'options'), core.report);
}

/** A command with the step that it is about. */
function nameWith(command: string, step: string | null): string {
  return step === null || step === '' ? command : `${command} ${step}`;
}

function menuCommands({ expand, fold, ...menus }: PanelMenus, mode: Mode): ListedCommand[] {
  // Rows are expanded in the tree, and lines folded in the text.
  const shown = [
    ...Object.values(menus).flat(),
    ...(mode === 'tree' ? [expand] : []),
    ...(mode === 'text' ? [fold] : []),
  ];
  return shown.flatMap((group) => flatten(group));
}

/** Ends what shows only a part of a panel's document. */
function showEverything({ client, report }: Panel['core']): void {
  void loadShowOnly()
    .then(({ showOnlyOf }) => showOnlyOf(client, report).end())
    .catch(report);
}

function pageCommands(app: PageModel): ListedCommand[] {
  const { panels } = app;
  return [
    ...SIDES.toReversed().flatMap((to): ListedCommand[] => {
      const from = to === 'right' ? 'left' : 'right';
      const disabled = panels[from].core.state.document.blank;
      return [
        {
          name: BETWEEN.copy[to],
          disabled,
          run: () => void panels[from].actions.editing.copyTo(panels[to].core),
        },
        { name: TRANSFORM_ENTRY.to[to], disabled, run: () => app.transform(from, to) },
      ];
    }),
    { name: BETWEEN.swap, disabled: false, run: () => app.swap() },
    ...SIDES.map((side) => ({
      name: LAYOUT.only(side),
      disabled: hiddenBy(app.preferences.state.splitterValue) === otherSide(side),
      run: () => {
        app.setActive(side);
        app.preferences.set('splitterValue', onlyShare(side));
      },
    })),
    {
      name: LAYOUT.both,
      disabled: hiddenBy(app.preferences.state.splitterValue) === null,
      run: () => app.preferences.set('splitterValue', 0.5),
    },
    ...compareCommands(app),
    ...SIDES.map((side) => ({
      name: PAGE_COMMANDS.focus[side],
      // Also for the active panel: the focus may be in the other one, in a list from which something was opened here.
      disabled: false,
      run: () => {
        app.setActive(side);
        app.panels[side].core.view?.focus();
      },
    })),
  ];
}

function compareCommands(app: PageModel): ListedCommand[] {
  const { comparing } = app;
  const { on, phase, count, current, structure } = comparing.state;
  const disabled = phase !== 'ready' || count === 0;
  return [
    { name: on ? COMPARE.off : COMPARE.on, disabled: false, run: comparing.toggle },
    { name: COMPARE.next, hint: 'F7', disabled, run: () => void comparing.go('next') },
    { name: COMPARE.previous, hint: 'Shift+F7', disabled, run: () => void comparing.go('previous') },
    ...SIDES.toReversed().map((side) => ({
      name: COMPARE.take[side],
      disabled: disabled || current < 0 || structure,
      run: () => void comparing.merge('current', side),
    })),
    ...menuOf(comparing, comparing.state, () => app.show('compare')).flatMap((group) => flatten(group)),
  ];
}

function settingCommands(app: PageModel): ListedCommand[] {
  const { preferences } = app;
  const isRead = preferences.state.screenReader;
  return [
    { name: MENU.configure, disabled: false, run: () => app.show('configuration') },
    { name: MENU.fontSize, disabled: false, run: () => app.show('font-size') },
    { name: MENU.shortcuts, hint: '?', disabled: false, run: () => app.show('shortcuts') },
    {
      name: MENU.screenReader(!isRead),
      hint: 'Shift+Alt+F1',
      disabled: false,
      run: () => {
        app.setScreenReader(!isRead);
        app.notices.notify({ severity: 'success', message: TEXT_VIEW.screenReader(!isRead) });
      },
    },
    ...CONFIGURED_SETTINGS.map((label) => ({
      name: `${MENU.configure.replace('…', '')}: ${label}`,
      disabled: false,
      run: () => app.show('configuration'),
    })),
    ...settingsChoices(preferences.state, preferences).flatMap(({ legend, choices, value, onChange }) =>
      choices.map((choice) => ({
        name: `${legend}: ${choice.label}`,
        ...(choice.hint === undefined ? {} : { hint: choice.hint }),
        disabled: choice.value === value,
        run: () => onChange(choice.value),
      })),
    ),
  ];
}

/** Returns the entries of a group and of its submenus, with names that include the menu. */
function flatten({ label, entries }: MenuGroup): ListedCommand[] {
  return entries.flatMap((entry) => {
    const { more, hint, disabled = false, onSelect } = entry;
    const name = nameOf(entry, label);
    if (more !== undefined)
      return more.flatMap((group) => ('entries' in group ? flatten({ ...group, label: name }) : []));
    return [{ name, ...(hint === undefined ? {} : { hint }), disabled, run: onSelect }];
  });
}

/** `Compact` in the menu `Format` becomes `Format: Compact`; `Smart format` already contains the menu's name. */
function nameOf({ label }: MenuEntry, group: string | undefined): string {
  const word = group?.toLowerCase() ?? '';
  return label.toLowerCase().includes(word) ? label : `${group}: ${label}`;
}
