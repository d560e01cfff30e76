// A server of the Model Context Protocol over standard input and output: documents for agents, in answers of a limited length.
// Calls of tools run in processes of their own; here is only what has to be answered meanwhile.
// @see https://modelcontextprotocol.io/specification/2025-06-18

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { CodedError } from '../../shared/errors.ts';
import { LIMITS } from '../limits.ts';
import { Arguments } from './arguments.ts';
import type { Proposal } from './changes.ts';
import { memberTexts } from './json-members.ts';
import { RPC_CODES, RpcError, type RpcHandler, type RpcRequest } from './json-rpc.ts';
import { clipText } from './pages.ts';
import type { Tool } from './tool.ts';
import { toolsOf } from './tools.ts';
import { WorkerPool } from './worker-pool.ts';
import { Workspace } from './workspace.ts';

const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** How a server is set up. */
export interface McpOptions {
  readonly roots: readonly string[];
  readonly mode: 'read-only' | 'confirm' | 'full';
  /** Tokens of an answer. */
  readonly budget: number;
  /** Longest time of a call, and memory of its process. */
  readonly callSeconds: number;
  readonly callMebibytes: number;
  readonly version: string;
  /** The file of worker.ts, built. */
  readonly workerFile: string;
}

/** A change that was shown. */
interface ShownRequest {
  readonly tool: string;
  readonly argumentsText: string;
  readonly files: readonly string[];
  readonly proposal: Proposal;
}

/** Creates the server's answers. @throws CodedError `unreadable` for a root that is not there */
export async function createMcpServer(options: McpOptions): Promise<RpcHandler> {
  const { mode, budget, callSeconds, callMebibytes, workerFile } = options;
  const roots = await Workspace.open(options.roots);
  const setup = { roots, mode, budget, maxBytes: callMebibytes * 1024 ** 2 };
  return new McpServer(options, new WorkerPool({ workerFile, setup, callSeconds }), roots[0]?.path ?? '.');
}

class McpServer implements RpcHandler {
  private readonly tools: readonly Tool[];
  /** Changes that wait for "apply", the oldest first. */
  private readonly shown = new Map<string, ShownRequest>();
  /** The ends of the writing calls that have begun, by file. */
  private readonly writing = new Map<string, Promise<unknown>>();

  constructor(
    private readonly options: McpOptions,
    private readonly pool: WorkerPool,
    private readonly folder: string,
  ) {
    this.tools = toolsOf(options.mode);
  }

  request(request: RpcRequest): Promise<unknown> {
    const { method, params } = request;
    switch (method) {
      case 'initialize':
        return Promise.resolve(this.introduce(params['protocolVersion']));
      case 'ping':
        return Promise.resolve({});
      case 'tools/list':
        return Promise.resolve({ tools: this.tools.map(describe) });
      case 'tools/call':
        return this.call(request);
      default:
        return Promise.reject(new RpcError(RPC_CODES.method, `There is no method ${method}.`));
    }
  }

  close(): void {
    this.pool.close();
  }

  private introduce(asked: unknown): object {
    const { mode, version } = this.options;
    return {
      protocolVersion: VERSIONS.find((one) => one === asked) ?? VERSIONS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'diptych', version },
      instructions:
        `JSON files of any size. Start with "outline". ${mode === 'confirm' ? 'An edit is shown first; "apply" writes it.' : ''}`.trim(),
    };
  }

  private async call({ params, paramsText, signal }: RpcRequest): Promise<object> {
    const tool = this.tools.find(({ name }) => name === params['name']);
    if (tool === undefined) throw new RpcError(RPC_CODES.params, `There is no tool ${String(params['name'])}.`);
    try {
      const argumentsText = memberTexts(paramsText()).get('arguments') ?? '{}';
      const given = new Arguments(argumentsText, tool);
      const text = await (tool.name === 'apply'
        ? this.apply(given.text('change'), signal)
        : this.run(
            { tool: tool.name, argumentsText },
            this.filesOf(given),
            this.options.mode === 'full' && tool.writes,
            signal,
          ));
      return { content: [{ type: 'text', text }] };
    } catch (error) {
      if (signal.aborted || !(error instanceof CodedError)) throw error;
      const text = clipText(error.message, Math.floor(this.options.budget * LIMITS.bytesPerToken));
      return { content: [{ type: 'text', text }], isError: true };
    }
  }

  /** The files that a call is about, as far as their names tell. */
  private filesOf(given: Arguments): string[] {
    return ['file', 'left', 'right', 'schema']
      .filter((name) => given.has(name))
      .map((name) => resolve(this.folder, given.text(name)));
  }

  private async apply(id: string, signal: AbortSignal): Promise<string> {
    const shown = this.shown.get(id);
    if (shown === undefined) throw new CodedError('missing', `There is no change ${id} that waits.`);
    this.shown.delete(id);
    return this.run(shown, shown.files, true, signal, shown.proposal);
  }

  private async run(
    { tool, argumentsText }: Pick<ShownRequest, 'tool' | 'argumentsText'>,
    files: readonly string[],
    isWriting: boolean,
    signal: AbortSignal,
    proposal: Proposal | null = null,
  ): Promise<string> {
    const call = { type: 'call', tool, argumentsText, shown: proposal } as const;
    const begin = () => this.pool.run(call, files[0] ?? '', isWriting, signal);
    const reply = await this.inTurn(files, isWriting, begin);
    if (reply.isError) throw new CodedError('refused', reply.text);
    if (reply.proposal === null) return reply.text;
    const id = randomUUID().slice(0, 8);
    this.keep(id, { tool, argumentsText, files, proposal: reply.proposal });
    return `Change ${id}, not written yet. Call "apply" with it.\n${reply.text}`;
  }

  /** Runs a call once those have ended that write its files and were sent before it. Calls that only read wait for no others. */
  private async inTurn<T>(files: readonly string[], isWriting: boolean, begin: () => Promise<T>): Promise<T> {
    const before = files.map((file) => this.writing.get(file) ?? Promise.resolve());
    const ended = Promise.all(before).then(begin);
    if (!isWriting) return ended;
    const settled = ended.then(
      () => undefined,
      () => undefined,
    );
    for (const file of files) this.writing.set(file, settled);
    void settled.then(() => {
      for (const file of files) if (this.writing.get(file) === settled) this.writing.delete(file);
    });
    return ended;
  }

  private keep(id: string, request: ShownRequest): void {
    this.shown.set(id, request);
    let bytes = 0;
    for (const { argumentsText } of this.shown.values()) bytes += argumentsText.length * 2;
    for (const [oldest, { argumentsText }] of this.shown) {
      if (this.shown.size <= LIMITS.shownChanges && (bytes <= LIMITS.shownChangesBytes || oldest === id)) return;
      this.shown.delete(oldest);
      bytes -= argumentsText.length * 2;
    }
  }
}

function describe({ name, description, properties, required, writes }: Tool): object {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    annotations: { readOnlyHint: !writes, destructiveHint: writes, openWorldHint: false },
  };
}
