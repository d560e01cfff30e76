// Runs queries on a document, in a job worker of its own. The worker keeps a snapshot of the document, and a sandbox runs the
// user's code. A query ends by itself, by Cancel, or at its time limit. A query that does not stop is ended together with the
// worker.
//
//   run ──▶ one at a time ──▶ snapshot still current? ──▶ job worker ◀──port──▶ sandbox
//                                                              └──▶ a Blob of JSON, never values
//   prepareCode ──▶ the same, and the sandbox makes the values before a query needs them

import { abortable } from '../../shared/abortable.ts';
import { transfer } from 'comlink';
import { CodedError } from '../../shared/errors.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import { isCode, type QueriedValue, type Query, type QueryResult } from '../../shared/protocol/query.ts';
import type { Revision } from '../../shared/units.ts';
import type { WizardFields } from '../../shared/protocol/wizard.ts';
import { queryTimedOut } from '../strings/app/client.ts';
import type { DocumentClient, Task } from './document.ts';
import { callLong, JobHost, type Host } from './job-host.ts';
import { spawnJobWorker } from './jobs.ts';
import type { Sandbox, SandboxRun } from './sandbox.ts';

const LIMIT_CHECK_MS = 50;

/** Cancellation, progress and time limit of a query. */
export interface QueryTask extends Task {
  /** The time limit in milliseconds. Read repeatedly, so that it may grow during the query. */
  readonly limitMs?: () => number;
}

/** The result of a query, and the revision of the document that it ran on. */
export interface Queried extends QueryResult {
  readonly revision: Revision;
}

/** Splices, packed as in `shared/document/splice-pack.ts`, and the revision they were made for. */
export interface PlacePlan {
  readonly splices: Blob;
  readonly revision: Revision;
}

/** A sandbox that has made, or is making, the values of a document. */
interface Ahead {
  readonly of: string;
  readonly host: Host;
  readonly revision: Revision;
  readonly run: SandboxRun;
}

/** The queries of one page. */
export class Querier {
  private readonly worker: JobHost;
  private prefetched: Ahead | null = null;

  constructor(
    private readonly sandbox: Sandbox,
    spawn: () => Worker = spawnJobWorker,
  ) {
    this.worker = new JobHost(spawn);
  }

  /**
   * Runs a query.
   * @throws CodedError `syntax` and `refused` with places in the query, `invalid-document`, `missing`, `too-large`,
   *   `cancelled`, `timeout`, `worker-died`, `unreadable` where the sandbox can't be loaded
   */
  async run(client: DocumentClient, query: Query, task: QueryTask = {}): Promise<Queried> {
    const limit = new AbortController();
    const signals = task.signal === undefined ? [limit.signal] : [limit.signal, task.signal];
    let timer: ReturnType<typeof setInterval> | undefined;
    const { limitMs = () => Number.POSITIVE_INFINITY } = task;
    try {
      return await this.runOn(client, AbortSignal.any(signals), async (host, revision, stopped) => {
        // The time limit covers the query only, not the snapshot, the loading of the frame, or earlier queries.
        const startClock = (): void => {
          const begun = performance.now();
          timer = setInterval(() => performance.now() - begun > limitMs() && limit.abort(), LIMIT_CHECK_MS);
        };
        if (!isCode(query.language) || query.wizard !== null) {
          this.endAhead();
          startClock();
          return { ...(await callLong(host.link, 'query', [query, null], task, stopped)), revision };
        }
        if (this.prefetched !== null) await abortable(this.sandbox.check(), stopped);
        const ahead = this.takePrefetched(host, revision, query);
        const run = ahead ?? (await openUntil(this.sandbox, stopped));
        startClock();
        stopped.addEventListener('abort', run.end);
        try {
          const port = ahead === null ? transfer(run.port, [run.port]) : null;
          const answer = callLong(host.link, 'query', [query, port], task, stopped);
          return { ...(await Promise.race([answer, run.lost])), revision };
        } finally {
          run.end();
        }
      });
    } catch (error) {
      if (!limit.signal.aborted || task.signal?.aborted === true) throw error;
      throw new CodedError('timeout', queryTimedOut(limitMs() / 1000));
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Makes the values that a query in code on the whole document will need. The query then waits only for what remains of this.
   * Failures are not reported here, but by the query.
   */
  prepareCode(client: DocumentClient, query: Query, signal: AbortSignal): Promise<void> {
    if (!isCode(query.language) || query.wizard !== null || query.sampleBytes !== null) return Promise.resolve();
    return this.runOn(client, signal, async (host, revision, stopped) => {
      if (this.isAhead(host, revision, query)) return;
      this.endAhead();
      const run = await openUntil(this.sandbox, stopped);
      const ahead = { of: inputOf(query), host, revision, run };
      this.prefetched = ahead;
      run.lost.catch(() => this.prefetched === ahead && this.endAhead());
      const port = transfer(run.port, [run.port]);
      try {
        await callLong(host.link, 'prepareCode', [query.path, query.parser, port], {}, stopped);
      } catch {
        if (this.prefetched === ahead) this.endAhead();
      }
    }).catch(() => undefined);
  }

  /** Describes the value at a path. @throws CodedError `invalid-document`, `missing`, `cancelled` */
  value(client: DocumentClient, path: Path, task: Task = {}): Promise<QueriedValue> {
    return this.runOn(client, task.signal, ({ link }) => link.call('queriedValue', [path]));
  }

  /** Returns the text of the value at a path. @throws CodedError `invalid-document`, `missing`, `cancelled` */
  text(client: DocumentClient, path: Path, task: Task = {}): Promise<Blob> {
    return this.runOn(client, task.signal, ({ link }) => link.call('queriedText', [path]));
  }

  /** Returns the fields of the items of a value. @throws CodedError `invalid-document`, `missing`, `cancelled` */
  fields(client: DocumentClient, path: Path, task: Task = {}): Promise<WizardFields> {
    return this.runOn(client, task.signal, (host, _, stopped) =>
      callLong(host.link, 'wizardFields', [path], task, stopped),
    );
  }

  /**
   * Returns the nodes that a JSONPath selects, sorted, and the revision that they are of.
   * @throws CodedError `syntax` and `refused` with places in the path; `invalid-document`, `unreadable`, `cancelled`
   */
  nodes(client: DocumentClient, path: string, task: Task = {}): Promise<{ nodes: Uint32Array; revision: Revision }> {
    return this.runOn(client, task.signal, async (host, revision, stopped) => ({
      nodes: await callLong(host.link, 'nodesByPath', [path], task, stopped),
      revision,
    }));
  }

  /** Plans replacing a value by a result. @throws CodedError `missing`, `invalid-document`, `cancelled` */
  place(client: DocumentClient, path: Path, content: Blob, task: Task = {}): Promise<PlacePlan> {
    return this.runOn(client, task.signal, async (host, revision, stopped) => ({
      splices: await callLong(host.link, 'placeResult', [path, content], task, stopped),
      revision,
    }));
  }

  /** Ends the worker, which frees its snapshot. A later call starts another worker. */
  close(): void {
    this.endAhead();
    this.worker.close();
  }

  private isAhead(host: Host, revision: Revision, query: Query): boolean {
    const { prefetched: ahead } = this;
    return ahead?.host === host && ahead.revision === revision && ahead.of === inputOf(query);
  }

  /** Takes the prepared sandbox of a query: from here on the query owns it. `null` when there is none. */
  private takePrefetched(host: Host, revision: Revision, query: Query): SandboxRun | null {
    if (query.sampleBytes !== null || !this.isAhead(host, revision, query)) return null;
    const run = this.prefetched?.run ?? null;
    this.prefetched = null;
    return run;
  }

  private endAhead(): void {
    this.prefetched?.run.end();
    this.prefetched = null;
  }

  private runOn<T>(
    client: DocumentClient,
    signal: AbortSignal | undefined,
    body: (host: Host, revision: Revision, stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.worker.runOn(client, signal, body, { onReplace: () => this.endAhead() });
  }
}

/** Identifies the input of a query in code, within one revision. */
function inputOf({ path, parser }: Query): string {
  return `${parser} ${toJsonPath(path)}`;
}

/**
 * Opens a run of the sandbox, or rejects with `cancelled`, even if the frame never loads. A run that opens after that is ended.
 */
async function openUntil(sandbox: Sandbox, stopped: AbortSignal): Promise<SandboxRun> {
  const opening = sandbox.open();
  opening.then(
    (run) => stopped.aborted && run.end(),
    () => undefined,
  );
  return abortable(opening, stopped);
}
