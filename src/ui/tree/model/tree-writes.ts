// The writes of the tree. Each is sent to the worker as an intent (`shared/protocol/edit-intent.ts`), one after the other, and
// is one undo step.

import { CodedError } from '../../../shared/errors.ts';
import type { EditIntent } from '../../../shared/protocol/edit-intent.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { RowRange } from '../../../shared/protocol/rows.ts';
import type { NodeIndex, Revision } from '../../../shared/units.ts';
import type { EditTask, Task } from '../../client/document.ts';
import { nameOf } from './insertion-point.ts';
import type { CachedRow } from './row-cache.ts';
import type { WizardFilter } from '../../../shared/protocol/wizard.ts';
import { FILTER } from '../../strings/editors/filter.ts';
import type { TreeHost } from './tree-host.ts';
import { DOING, DONE, REFUSED, STRINGS_DONE, type ActionLabels } from '../../strings/editors/tree.ts';
import { explainStale } from '../../async/stale.ts';
import { Sequencer } from '../../../shared/sequencer.ts';

/** The selected values, and their rows. */
export interface SelectedNodes {
  readonly base: Revision;
  readonly nodes: Uint32Array;
  readonly ranges: readonly RowRange[];
}

/** The writes of one tree. */
export class TreeWriteQueue {
  /** Settles once the last write is done and its result is shown; later work waits for it. */
  private writing: Promise<unknown> = Promise.resolve();
  /** The queue of actions: each reads the selection only after the previous one is done. */
  private readonly turns = new Sequencer();

  constructor(private readonly model: TreeHost) {}

  /** Removes the selected values. @throws CodedError `refused` for the root */
  async remove(): Promise<void> {
    await this.onSelected(DOING.remove, (selected) => this.removeNodes(selected));
  }

  /**
   * Removes values, and announces it as `said`. If the user has moved on from `standpoint`, the selection stays there.
   * @throws CodedError `refused` for the root
   */
  async removeNodes(
    { base, nodes, ranges: [first] }: SelectedNodes,
    standpoint = this.model.standpoint,
    said = DONE.removed,
  ): Promise<void> {
    if (nodes[0] === 0) throw new CodedError('refused', REFUSED.root);
    const only = nodes.length === 1 && first !== undefined ? this.model.cache.get(first.first) : undefined;
    const name = only?.revision === base ? nameOf(only.row) : null;
    await this.send(base, { type: 'remove', nodes }, {}, standpoint);
    this.model.announce(said(nodes.length, name));
  }

  /**
   * Writes JSON in place of a value, unless the document has changed since it was read.
   * @throws CodedError `stale`, `syntax`
   */
  async setValue({ row, revision }: CachedRow, json: string): Promise<void> {
    await this.write(DOING.write, revision, { type: 'set', node: row.node, json });
  }

  /** Switches between true and false. */
  async switchValue(row: number): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached?.row.kind === 'true') await this.setValue(cached, 'false');
    else if (cached?.row.kind === 'false') await this.setValue(cached, 'true');
  }

  /**
   * Changes the value of one row. If the user has moved on from `standpoint`, the selection stays there. Returns `null` when
   * there is no such row.
   */
  async changeOne(
    row: number,
    label: string,
    intentOf: (node: NodeIndex) => EditIntent,
    standpoint = this.model.standpoint,
  ): Promise<EditResult | null> {
    const cached = await this.rowNow(row);
    if (cached === undefined) return null;
    const { node } = cached.row;
    return this.explained(() =>
      this.model.runTask(label, (task) => this.send(cached.revision, intentOf(node), task, standpoint)),
    );
  }

  /** Changes all selected values. */
  async changeSelected(label: string, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void> {
    await this.onSelected(label, async ({ base, nodes }, task) => {
      await this.send(base, intentOf(nodes), task);
    });
  }

  /** Changes those selected values that the change applies to, and announces how many they were. */
  async changeMany(deed: ActionLabels, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void> {
    await this.onSelected(deed.doing, async ({ base, nodes }, task) => {
      const { count = nodes.length } = await this.send(base, intentOf(nodes), task);
      this.model.announce(DONE.deed(deed, count, nodes.length));
    });
  }

  /** Keeps only the matching items of the selected values, and reports how many are left. */
  async filterItems(filter: WizardFilter): Promise<void> {
    await this.onSelected(FILTER.working, async ({ base, nodes }, task) => {
      const { kept } = await this.send(base, { type: 'filter', nodes, filter }, task);
      if (kept !== undefined) this.model.reportDone(FILTER.kept(kept.count, kept.of));
    });
  }

  /** Unpacks all strings that hold JSON, or packs them again, and reports how many. */
  changeStrings(type: 'unpack' | 'pack'): Promise<void> {
    return this.inTurn(async () => {
      const { client } = this.model;
      const { count = 0 } = await this.write(DOING[type], client.state.revision, { type });
      this.model.reportDone(STRINGS_DONE[type](count));
    });
  }

  /** Runs an action on the selected values in its turn, showing its progress. */
  onSelected(label: string, work: (selected: SelectedNodes, task: Task) => Promise<void>): Promise<void> {
    return this.inTurn(async () => {
      const { ranges } = this.model.state.selection;
      if (ranges.length === 0) return;
      await this.explained(() =>
        this.model.runTask(label, async (task) =>
          work({ ...(await this.model.client.nodesAt(ranges, task)), ranges }, task),
        ),
      );
    });
  }

  /** Runs an action after all actions begun before. */
  inTurn(work: () => Promise<void>): Promise<void> {
    return this.turns.run(async () => {
      await this.writing;
      await work();
    });
  }

  /** Undoes the latest step. */
  async takeBack(): Promise<void> {
    const { model } = this;
    await this.shown(model.runTask(DOING.undo, (task) => model.client.undo(task)));
  }

  /** Reads a row once the pending write is shown. */
  async rowNow(row: number): Promise<CachedRow | undefined> {
    await this.writing;
    return this.model.cache.read(row);
  }

  /** Carries out an intent. With `joins`, it becomes part of the previous write's undo step. */
  write(label: string, base: Revision, intent: EditIntent, joins = false): Promise<EditResult> {
    return this.explained(() => this.model.runTask(label, (task) => this.send(base, intent, { ...task, joins })));
  }

  private send(
    base: Revision,
    intent: EditIntent,
    task: EditTask = {},
    standpoint = this.model.standpoint,
  ): Promise<EditResult> {
    return this.shown(this.model.client.edit(base, intent, task), standpoint);
  }

  /** Shows the result of a write; later work waits until then. */
  private shown<T extends EditResult | null>(write: Promise<T>, standpoint = this.model.standpoint): Promise<T> {
    const writing = write.then(async (result) => {
      if (result !== null) await this.model.show(result, standpoint);
      return result;
    });
    this.writing = writing.catch(() => undefined);
    return writing;
  }

  private explained<T>(work: () => Promise<T>): Promise<T> {
    return explainStale(work(), REFUSED.stale);
  }
}
