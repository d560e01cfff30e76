// The entry of a process that runs calls of tools, one at a time. It may be killed at any moment: by the server when a call takes too
// long or is cancelled, by its own watchdog when it takes too much memory or the server is gone.

import { CodedError } from '../../shared/errors.ts';
import { LIMITS } from '../limits.ts';
import { createWatchdog, type Watchdog } from '../watchdog.ts';
import { Arguments } from './arguments.ts';
import { Changes } from './changes.ts';
import { clipText } from './pages.ts';
import { toolsOf } from './tools.ts';
import type { WorkerCall, WorkerReply, WorkerSetup } from './worker-messages.ts';
import { Workspace } from './workspace.ts';

class CallRunner {
  private readonly workspace: Workspace;
  private readonly changes: Changes;
  private readonly watchdog: Watchdog;

  constructor(private readonly setup: WorkerSetup) {
    this.workspace = new Workspace(setup.roots);
    this.changes = new Changes(this.workspace, setup.mode === 'full' ? 'full' : 'confirm', setup.budget);
    this.watchdog = createWatchdog({ maxBytes: setup.maxBytes, endsWithParent: true });
  }

  async run(call: WorkerCall): Promise<WorkerReply> {
    this.watchdog.watch();
    try {
      return await this.answer(call);
    } catch (error) {
      // The model can mend what it has asked for.
      const text = error instanceof CodedError ? error.message : `A fault of diptych: ${String(error)}`;
      return { text: this.clip(text), isError: true, proposal: null };
    } finally {
      this.watchdog.rest();
    }
  }

  private async answer({ tool: name, argumentsText, shown }: WorkerCall): Promise<WorkerReply> {
    const { workspace, changes, setup } = this;
    const tool = toolsOf(setup.mode).find((one) => one.name === name);
    if (tool === undefined) throw new RangeError(`no tool ${name}`);
    const made = await tool.run(new Arguments(argumentsText, tool), {
      workspace,
      changes,
      budget: setup.budget,
      shown,
    });
    const { text, proposal = null } = typeof made === 'string' ? { text: made } : made;
    return { text: this.clip(text), isError: false, proposal };
  }

  private clip(text: string): string {
    return clipText(text, Math.floor(this.setup.budget * LIMITS.bytesPerToken));
  }
}

let runner: CallRunner | null = null;

process.on('message', (message: WorkerSetup | WorkerCall) => {
  if (message.type === 'setup') {
    runner = new CallRunner(message);
    return;
  }
  void runner?.run(message).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
