// Repairs of a panel's text: computed in a worker, shown for confirmation, applied. Loaded with the first of them.

import { ref } from 'valtio';
import type { Dialect } from '../../shared/document/dialect.ts';
import { CodedError, hasCode } from '../../shared/errors.ts';
import type { RepairPlan } from '../../shared/protocol/repair.ts';
import type { Revision } from '../../shared/units.ts';
import type { Task } from '../client/document.ts';
import { WORKING } from '../strings/panel/editing.ts';
import { REPAIRED, REPAIR_STALE } from '../strings/panel/repair.ts';
import type { PanelCore, RepairOffer } from './panel-core.ts';
import { explainStale } from '../async/stale.ts';

/** Computes in a worker how to make a text valid. */
export type Repair = (content: Blob, dialect: Dialect, task?: Task) => Promise<RepairPlan>;

export interface RepairActions {
  /** Computes a repair that makes the text valid, and shows it for confirmation. */
  repair(): Promise<void>;
  /** Whether there is a repair of a revision, without showing it. @throws CodedError `stale` */
  canRepair(base: Revision, signal: AbortSignal): Promise<boolean>;
  /** Applies a repair that was confirmed. */
  apply(offer: RepairOffer): Promise<void>;
}

/** Creates the repair actions of a panel. */
export function createRepairActions(core: PanelCore, repair: Repair): RepairActions {
  const { client, state } = core;
  return {
    async repair() {
      // Any edit from here on makes the plan stale, and its splices are refused.
      const { revision: base, dialect } = client.state;
      try {
        const plan = await core.run(WORKING.look, async (task) => repair(await client.read(task), dialect, task));
        state.repair = ref({ base, plan, problem: null });
      } catch (error) {
        if (hasCode(error, 'syntax')) state.repair = ref({ base, plan: null, problem: error });
        else core.report(error);
      }
    },
    async canRepair(base, signal) {
      const { revision, dialect } = client.state;
      if (revision !== base) throw new CodedError('stale', REPAIR_STALE);
      try {
        await repair(await client.read({ signal }), dialect, { signal });
        return true;
      } catch (error) {
        if (hasCode(error, 'syntax')) return false;
        throw error;
      }
    },
    async apply({ base, plan }) {
      if (plan === null) return;
      try {
        await explainStale(
          core.write(WORKING.repair, () => client.apply(base, plan.splices, 'alone')),
          REPAIR_STALE,
        );
        core.announce(REPAIRED);
      } catch (error) {
        core.report(error);
      }
    },
  };
}
