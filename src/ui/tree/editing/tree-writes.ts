// What the tree writes: all of it goes to the worker as intents (`shared/protocol/protocol.ts`), one after the other; each is one
// undo step.

import { CodedError, hasCode } from '../../../shared/errors.ts';
import type { EditIntent } from '../../../shared/protocol/edit-intent.ts';
import type { EditResult } from '../../../shared/protocol/protocol.ts';
import type { RowRange } from '../../../shared/protocol/rows.ts';
import type { NodeIndex, Revision } from '../../../shared/units.ts';
import type { EditTask, Task } from '../../client/document.ts';
import type { CachedRow } from '../rows/row-cache.ts';
import type { WizardFilter } from '../../../shared/protocol/wizard.ts';
import { FILTER } from '../../strings/editors/filter.ts';
import type { TreeHost } from '../tree-host.ts';
import { DOING, DONE, REFUSED, type Deed } from '../../strings/editors/tree.ts';

/** The values that are selected, and their rows. */
export interface SelectedNodes {
  readonly base: Revision;
  readonly nodes: Uint32Array;
  readonly ranges: readonly RowRange[];
}

/** The writes of one tree. */
export class TreeWriting {
  /** The write that is on its way until what it did is shown: what comes after it waits for that. */
  private writing: Promise<unknown> = Promise.resolve();
  /** What is done with what is selected: each looks at that when the one before is done. */
  private turns: Promise<unknown> = Promise.resolve();

  constructor(private readonly model: TreeHost) {}

  /** Removes what is selected. @throws CodedError `refused` for the root */
  async remove(): Promise<void> {
    await this.onSelected(DOING.remove, (selected) => this.removeNodes(selected));
  }

  /** Removes values. Who has gone on from the standpoint is left where that is. @throws CodedError `refused` for the root */
  async removeNodes({ base, nodes }: SelectedNodes, standpoint = this.model.standpoint): Promise<void> {
    if (nodes[0] === 0) throw new CodedError('refused', REFUSED.root);
    await this.send(base, { type: 'remove', nodes }, {}, standpoint);
    this.model.announce(DONE.removed(nodes.length));
  }

  /** Writes JSON in place of a value, if it is still what was read. @throws CodedError `stale`, `syntax` */
  async setValue({ row, revision }: CachedRow, json: string): Promise<void> {
    await this.write(DOING.write, revision, { type: 'set', node: row.node, json });
  }

  /** Writes the other one in place of true or false. */
  async switchValue(row: number): Promise<void> {
    const cached = await this.rowNow(row);
    if (cached?.row.kind === 'true') await this.setValue(cached, 'false');
    else if (cached?.row.kind === 'false') await this.setValue(cached, 'true');
  }

  /** Changes the value of one row. Who has gone on from the standpoint is left where that is. */
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

  /** Changes all that is selected. */
  async changeSelected(label: string, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void> {
    await this.onSelected(label, async ({ base, nodes }, task) => {
      await this.send(base, intentOf(nodes), task);
    });
  }

  /** Changes those of the selected values that can be changed so, and says of how many. */
  async changeMany(deed: Deed, intentOf: (nodes: Uint32Array) => EditIntent): Promise<void> {
    await this.onSelected(deed.doing, async ({ base, nodes }, task) => {
      const { count = nodes.length } = await this.send(base, intentOf(nodes), task);
      this.model.announce(DONE.deed(deed, count, nodes.length));
    });
  }

  /** Keeps the items of the selected values that match, and says how many. */
  async filterItems(filter: WizardFilter): Promise<void> {
    await this.onSelected(FILTER.working, async ({ base, nodes }, task) => {
      const { kept } = await this.send(base, { type: 'filter', nodes, filter }, task);
      if (kept !== undefined) this.model.tellDone(FILTER.kept(kept.count, kept.of));
    });
  }

  /** Does something with the values that are selected, with its progress shown. */
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

  /** Does something when all that was begun before is done. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.turns.then(async () => {
      await this.writing;
      await work();
    });
    this.turns = turn.catch(() => undefined);
    return turn;
  }

  /** Takes the latest step back. */
  async takeBack(): Promise<void> {
    const { model } = this;
    await this.shown(model.runTask(DOING.undo, (task) => model.client.undo(task)));
  }

  /** A row as it is when all that was written before has arrived. */
  async rowNow(row: number): Promise<CachedRow | undefined> {
    await this.writing;
    return this.model.cache.read(row);
  }

  /** Carries an intent out. `joins`: it is a part of the undo step of the write before. */
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

  /** Shows what a write did, and keeps others waiting until then. */
  private shown<T extends EditResult | null>(write: Promise<T>, standpoint = this.model.standpoint): Promise<T> {
    const writing = write.then(async (result) => {
      if (result !== null) await this.model.show(result, standpoint);
      return result;
    });
    this.writing = writing.catch(() => undefined);
    return writing;
  }

  private async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!hasCode(error, 'stale')) throw error;
      throw new CodedError('stale', REFUSED.stale);
    }
  }
}
