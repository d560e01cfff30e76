// What each command does to the selection, whether it comes from a key or from the menu.

import { toJavaScript, toJq, toJsonPath, toPointer, type Path } from '../../../shared/document/path.ts';
import type { ValueForm } from '../../../shared/protocol/forms.ts';
import type { ConvertTarget } from '../../../shared/protocol/edit-intent.ts';
import { isContainer, type Row } from '../../../shared/protocol/rows.ts';
import { TreeClipboard } from '../editing/clipboard.ts';
import { structureOf } from '../editing/new-value.ts';
import type { TreeCommand } from '../../model/commands.ts';
import { isPossible, isReading } from './possible-commands.ts';
import { pointDown, pointInside, pointUp, rowAbove } from '../model/insertion-point.ts';
import type { InsertionPoint } from '../model/tree-state.ts';
import { showOnlyOf } from '../../show-only/show-only.ts';
import type { OpenChoice, TreeModel } from '../model/model.ts';
import { countSelected } from '../model/selection.ts';
import { ACTION_LABELS, DOING } from '../../strings/editors/tree.ts';

/** The commands that the view and the panel around the tree carry out. */
export interface TreeCallbacks {
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onSave: () => void;
  readonly onCopyText: (text: string) => void;
  /** Copies what is selected in a form; opens the dialog with all forms for `null`. */
  readonly onCopyAs?: (form: ValueForm | null) => void;
  /** Opens the dialog that goes to a path. */
  readonly onGoTo: () => void;
  /** Opens the transform dialog for the value at a path. */
  readonly onTransform: (path: Path) => void;
  /** Opens the menu of the selection at the focused row. */
  readonly onMenu: () => void;
  /** Opens the sort dialog for the selected values. */
  readonly onSort: () => void;
  /** Opens the filter dialog for the selected values. */
  readonly onFilter: () => void;
}

/** The kinds of new values; `structure` has the keys of a neighbour. */
export type NewValue = 'value' | 'object' | 'array' | 'structure';

/** Commands that may open a field, which then receives the keys that follow. */
const OPENING = new Set<TreeCommand>(['edit', 'rename', 'insertAfter', 'insertBefore', 'insertInside']);

/**
 * Commands that change what is selected by their turn: the keys that follow wait, as they may select something else. A cut notes what
 * it takes when it begins.
 */
const CHANGING = new Set<TreeCommand>([
  'toggle',
  'duplicate',
  'remove',
  'moveUp',
  'moveDown',
  'extract',
  'wrapObject',
  'wrapArray',
  'unwrap',
  'convertObject',
  'convertArray',
  'convertText',
  'convertJson',
]);

export class TreeCommands {
  readonly clipboard: TreeClipboard;
  private host: TreeCallbacks | null = null;
  private isReadOnly = false;

  constructor(private readonly model: TreeModel) {
    this.clipboard = new TreeClipboard(model);
  }

  /** Updates the host and the read-only state; called on every render. */
  setCallbacks(host: TreeCallbacks, isReadOnly: boolean): void {
    this.host = host;
    this.isReadOnly = isReadOnly;
    this.model.dragging.isReadOnly = isReadOnly;
  }

  /** Whether a command is available now; `row` is the focused row. */
  isEnabled(command: TreeCommand, row: Row | undefined): boolean {
    if (row === undefined || (this.isReadOnly && !isReading(command))) return false;
    return isPossible(command, row, countSelected(this.model.state.selection));
  }

  /** Carries out a command of a menu or a button. */
  run(command: TreeCommand): void {
    const { input } = this.model.editing;
    if (!OPENING.has(command)) void this.carryOut(command);
    else input.enqueue({ forField: null, needs: 'nothing', act: () => this.carryOut(command) });
  }

  /**
   * Carries out a command, errors are reported. Returns a promise if what is pressed next has to wait for it: it may open a field,
   * which it does before that resolves, or changes what is selected.
   */
  carryOut(command: TreeCommand, extend = false): Promise<unknown> | undefined {
    const { model } = this;
    const row = Math.max(0, model.focus, model.state.caret?.row ?? 0);
    if (this.isReadOnly && !isReading(command)) return undefined;
    const moved = this.target(command, row);
    if (moved !== null) {
      model.select(moved, extend ? 'extend' : 'one');
      return undefined;
    }
    const work = this.work(command, row);
    model.run(work);
    if (OPENING.has(command)) return work;
    return CHANGING.has(command) ? work.catch(() => undefined) : undefined;
  }

  /** Copies what is selected in a form; opens the dialog with all forms for `null`. */
  copyAs(form: ValueForm | null): void {
    this.host?.onCopyAs?.(form);
  }

  /** Whether values can be copied in other forms. */
  get canCopyAs(): boolean {
    return this.host?.onCopyAs !== undefined;
  }

  /** Runs an action of a menu; errors are reported. */
  start(action: () => Promise<void>): void {
    this.model.run(action());
  }

  /** Inserts a new value beside the focus or inside it, and opens its field. */
  add(where: 'before' | 'after' | 'inside', what: NewValue): Promise<void> {
    return this.model.editing.input.open(() => this.insert(where, what));
  }

  private async insert(where: 'before' | 'after' | 'inside', what: NewValue = 'value'): Promise<void> {
    const { model } = this;
    const { caret } = model.state;
    if (caret !== null) return this.insertAt(caret, what);
    const row = Math.max(0, model.focus);
    await this.insertAt({ row, where }, what);
  }

  /** Opens a field for a typed character: over the selected value, or for a new one at the insertion point. Errors are reported. */
  type(typed: string): Promise<void> | undefined {
    const { model } = this;
    const { caret } = model.state;
    if (this.isReadOnly || (caret === null && model.focus < 0)) return undefined;
    const opening = model.editing.typeInto(caret ?? { row: model.focus }, typed);
    model.run(opening);
    return opening;
  }

  /** Selects only the focused row; if that is so already, everything is shown again. */
  private async selectLess(row: number): Promise<void> {
    const { model } = this;
    const { client, state } = model;
    if (client.state.narrowed === null || state.caret !== null || countSelected(state.selection) > 1)
      return model.select(row);
    await showOnlyOf(client, (error) => model.run(Promise.reject(error))).end();
  }

  private async insertAt({ row, where }: InsertionPoint, what: NewValue): Promise<void> {
    const { model } = this;
    const json = what === 'structure' ? await structureOf(model, row, where) : JSON_OF[what];
    await model.editing.insert(row, where, json);
  }

  /** Returns the row that a command moves to; `null` for other commands. */
  private target(command: TreeCommand, row: number): number | null {
    const { caret } = this.model.state;
    const page = Math.max(1, Math.floor(this.model.scroller.visible) - 1);
    switch (command) {
      case 'up':
        return caret === null ? row - 1 : rowAbove(caret);
      case 'down':
        return (caret === null ? row : rowAbove(caret)) + 1;
      case 'pageUp':
        return row - page;
      case 'pageDown':
        return row + page;
      case 'first':
        return 0;
      case 'last':
        return this.model.client.state.rowCount - 1;
      default:
        return null;
    }
  }

  private async work(command: TreeCommand, row: number): Promise<unknown> {
    const { model, clipboard } = this;
    const { editing, writing } = model;
    const { host } = this;
    if (host === null) return;
    // Of the document, not of a row: the row that had the focus may be gone with the undo before.
    if (command === 'undo') return host.onUndo();
    if (command === 'redo') return host.onRedo();
    if (command === 'save') return host.onSave();
    // Read when the key is pressed, before the user can move on.
    const { place } = clipboard;
    if (command === 'edit' && model.state.caret !== null) return this.insert('after');
    const cached = await model.cache.read(row);
    if (cached === undefined || !this.isEnabled(command, cached.row)) {
      if (cached !== undefined && command === 'remove') await writing.remove();
      // Enter on a container expands or collapses it.
      if (cached !== undefined && command === 'edit') await model.toggle(row);
      return;
    }
    const { row: shown } = cached;
    const container = isContainer(shown.kind);
    const select = (to: number, choice: OpenChoice = 'one'): void => model.select(to, choice);
    switch (command) {
      case 'open':
        if (!container) return;
        return shown.expanded ? select(row + 1) : model.toggle(row);
      case 'close':
        return container && shown.expanded ? model.toggle(row) : model.selectParent(row);
      case 'toggle':
        if (container) return model.toggle(row);
        if (this.isReadOnly || (shown.kind !== 'true' && shown.kind !== 'false')) return;
        return writing.switchValue(row);
      case 'expandInside':
        return model.expandInside(row, 'expand-subtree');
      case 'collapseInside':
        return model.expandInside(row, 'collapse-subtree');
      case 'expandSiblings':
        return model.expand({ type: 'expand-siblings', node: shown.node });
      case 'selectAll':
        return model.selectAll();
      case 'selectToggle':
        return select(row, 'toggle');
      case 'selectLess':
        return this.selectLess(row);
      case 'edit':
        return editing.edit(row, 'value');
      case 'show':
        return model.opener.open(row);
      case 'rename':
        return editing.edit(row, 'key');
      case 'insertAfter':
        return this.insert(shown.depth === 0 ? 'inside' : 'after');
      case 'insertBefore':
        return this.insert('before');
      case 'insertInside':
        return this.insert('inside');
      case 'pointDown':
        return pointDown(model);
      case 'pointUp':
        return pointUp(model);
      case 'pointInside':
        return pointInside(model, row);
      case 'duplicate':
        return writing.changeSelected(DOING.duplicate, (nodes) => ({ type: 'duplicate', nodes }));
      case 'remove':
        return writing.remove();
      case 'moveUp':
      case 'moveDown': {
        const by = command === 'moveUp' ? 'up' : 'down';
        return writing.changeSelected(DOING.move, (nodes) => ({ type: 'shift', nodes, by }));
      }
      case 'sort':
        return host.onSort();
      case 'filter':
        return host.onFilter();
      case 'transform':
        return host.onTransform(await this.pathOf(shown));
      case 'extract':
        return writing.changeMany(ACTION_LABELS.extract, (nodes) => ({ type: 'extract', nodes }));
      case 'wrapObject':
      case 'wrapArray': {
        const into = command === 'wrapObject' ? 'object' : 'array';
        return writing.changeSelected(DOING.wrap, (nodes) => ({ type: 'wrap', nodes, into }));
      }
      case 'unwrap':
        return writing.changeMany(ACTION_LABELS.unwrap, (nodes) => ({ type: 'unwrap', nodes }));
      case 'convertObject':
      case 'convertArray':
      case 'convertText':
      case 'convertJson': {
        const to = CONVERTS[command];
        return writing.changeMany(ACTION_LABELS.convert, (nodes) => ({ type: 'convert', nodes, to }));
      }
      case 'unpackAll':
        return writing.changeStrings('unpack');
      case 'packAgain':
        return writing.changeStrings('pack');
      case 'cut':
        return clipboard.cut();
      case 'copy':
        return clipboard.copy();
      case 'paste':
        return clipboard.pasteFromSystem('auto', place);
      case 'pasteText':
        return clipboard.pasteFromSystem('text', place);
      case 'pasteInside':
        return clipboard.pasteFromSystem('auto', place, 'inside');
      case 'replaceByPasted':
        return clipboard.pasteFromSystem('auto', place, 'replace');
      case 'copyPath':
        return host.onCopyText(toJsonPath(await this.pathOf(shown)));
      case 'copyPointer':
        return host.onCopyText(toPointer(await this.pathOf(shown)));
      case 'copyJavaScript':
        return host.onCopyText(toJavaScript(await this.pathOf(shown)));
      case 'copyJq':
        return host.onCopyText(toJq(await this.pathOf(shown)));
      case 'goTo':
        return host.onGoTo();
      case 'menu':
        return host.onMenu();
    }
  }

  private async pathOf({ node }: Row): Promise<Path> {
    return (await this.model.client.placeOf(node)).path;
  }
}

const CONVERTS = {
  convertObject: 'object',
  convertArray: 'array',
  convertText: 'text',
  convertJson: 'json',
} as const satisfies Partial<Record<TreeCommand, ConvertTarget>>;

const JSON_OF: Readonly<Record<Exclude<NewValue, 'structure'>, string>> = { value: '""', object: '{}', array: '[]' };
