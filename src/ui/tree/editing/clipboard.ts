// Cut, copy and paste in the tree. One value is copied as it is spelt; several are copied with their keys and separated by
// commas, as between the brackets of their container. The worker parses pasted text (`engine/edit/pasted-text.ts`).

import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent, Where } from '../../../shared/protocol/edit-intent.ts';
import { isContainer } from '../../../shared/protocol/rows.ts';
import type { NodeIndex } from '../../../shared/units.ts';
import type { Task } from '../../client/document.ts';
import { copyParts } from '../../widgets/clipboard-write.ts';
import { refusal } from '../../widgets/clipboard-refusal.ts';
import { findCopied, rememberCopied } from '../../widgets/copied-values.ts';
import type { TreeModel } from '../model.ts';
import type { SelectionSnapshot } from '../tree-state.ts';
import type { SelectedNodes } from './tree-writes.ts';
import { DOING, DONE, REFUSED } from '../../strings/editors/tree.ts';

/** Where to paste: at a row, or at the insertion point beside it. */
export interface PastePlace {
  readonly row: number;
  readonly at: Where | undefined;
  /** Where the user was; if they move on before the paste is done, the selection stays with them. */
  readonly standpoint: SelectionSnapshot;
}

/** The clipboard commands of one tree. */
export class TreeClipboard {
  constructor(private readonly model: TreeModel) {}

  /** Copies the selected values to the clipboard. */
  async copy(): Promise<void> {
    await this.model.writing.onSelected(DOING.copy, async (selected, task) => {
      await this.copyNodes(selected, task);
    });
  }

  /** Copies the selected values, and then removes those same values, whatever is selected by then. */
  async cut(): Promise<void> {
    const { writing, standpoint } = this.model;
    await writing.onSelected(DOING.copy, async (selected, task) => {
      // What something else has replaced on the clipboard stays.
      if (!(await this.copyNodes(selected, task, true))) return;
      await writing.removeNodes(selected, standpoint);
    });
  }

  /** Returns whether the values are on the clipboard; `false` if something else was copied meanwhile. */
  private async copyNodes(
    { base, nodes, ranges: [first] }: SelectedNodes,
    task: Task,
    isCut = false,
  ): Promise<boolean> {
    const { client, cache } = this.model;
    const key = nodes.length === 1 && first !== undefined ? (cache.get(first.first)?.row.key ?? null) : null;
    const reading = client.readNodes(base, nodes, task);
    reading.catch(() => undefined);
    try {
      if (!(await copyParts({ 'text/plain': reading }))) return false;
    } catch (error) {
      throw refusal(REFUSED.copy, error);
    }
    const text = await reading;
    const { dialect } = client.state;
    // Comments move with values, but are no part of a copy.
    const comments = isCut ? await client.readComments(base, nodes, task) : null;
    await rememberCopied(text, { count: nodes.length, dialect, keys: key === null ? [] : [key], comments });
    this.model.announce(DONE.copied(nodes.length));
    return true;
  }

  /** Pastes from the system clipboard. The browser may ask the user for permission. */
  async pasteFromSystem(as: 'auto' | 'text', place: PastePlace, where?: 'inside' | 'replace'): Promise<void> {
    // Started outside the queue: actions that are begun while the browser reads wait for the paste.
    const reading = navigator.clipboard.readText();
    reading.catch(() => undefined);
    await this.model.writing.inTurn(async () => {
      const text = await reading.catch((error: unknown) => {
        throw refusal(REFUSED.paste, error);
      });
      await this.put(text, as, where, place);
    });
  }

  /** Pastes a text where the focus is now, after all actions begun before. */
  async paste(text: string, as: 'auto' | 'text'): Promise<void> {
    const { place } = this;
    await this.model.writing.inTurn(() => this.put(text, as, undefined, place));
  }

  /** Where a paste would go: the insertion point, or the focused row. */
  get place(): PastePlace {
    const { caret } = this.model.state;
    const { focus, standpoint } = this.model;
    return { row: caret?.row ?? Math.max(0, focus), at: caret?.where, standpoint };
  }

  /**
   * Pastes a text after a row; inside it if it is an empty container or a container at the root; in its place if it is a scalar
   * root.
   */
  private async put(
    text: string,
    as: 'auto' | 'text',
    wanted: 'inside' | 'replace' | undefined,
    { row, at, standpoint }: PastePlace,
  ): Promise<void> {
    if (text === '') throw new CodedError('refused', REFUSED.noText);
    const { model } = this;
    const cached = await model.cache.read(row);
    if (cached === undefined) return;
    const { kind, depth, childCount } = cached.row;
    const holds = isContainer(kind);
    const usual: Where | 'replace' =
      depth === 0 ? (holds ? 'inside' : 'replace') : holds && childCount === 0 ? 'inside' : 'after';
    const found = findCopied(text);
    const keys = found?.keys ?? [];
    const copied = found && { count: found.count, dialect: found.dialect, comments: found.comments ?? null };
    const where = wanted ?? at ?? usual;
    const intentOf = (node: NodeIndex): EditIntent => ({ type: 'paste', node, where, text, keys, as, copied });
    const result = await model.writing.changeOne(row, DOING.paste, intentOf, standpoint);
    if (result?.pastedAs !== undefined) model.announce(DONE.pasted[result.pastedAs]);
    const { noNumbers = 0 } = result ?? {};
    if (noNumbers > 0) throw new CodedError('refused', REFUSED.noNumbers(noNumbers));
  }
}
