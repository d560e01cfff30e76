// Clients of the server for agents, which runs as a program of its own.

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { programFile } from './built-program.ts';

/** Connects the protocol's own client to a server on a folder. */
export async function connect(folder: string, ...options: readonly string[]) {
  const client = new Client({ name: 'test', version: '1' });
  const args = [programFile(), 'mcp', folder, ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return {
    client,
    async call(
      name: string,
      given: Record<string, unknown>,
      signal?: AbortSignal,
    ): Promise<{ text: string; isError: boolean }> {
      const { content, isError } = await client.callTool({ name, arguments: given }, undefined, {
        ...(signal !== undefined && { signal }),
        timeout: 110_000,
      });
      const [first] = content as { text: string }[];
      return { text: first?.text ?? '', isError: isError === true };
    },
  };
}

/** A server whose lines are the test's own. */
export class RawServer {
  private readonly lines: string[] = [];
  private readonly process: ChildProcessWithoutNullStreams;
  private wake: () => void = () => undefined;

  constructor(folder: string, ...options: readonly string[]) {
    this.process = spawn(process.execPath, [programFile(), 'mcp', folder, ...options]);
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.wake();
    });
    this.process.stdin.on('error', () => undefined);
    this.process.stderr.resume();
    onTestFinished(() => void this.process.kill('SIGKILL'));
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  send(text: string | Uint8Array): void {
    this.process.stdin.write(text);
    this.process.stdin.write('\n');
  }

  /** Sends a call of a tool, whose arguments are text. */
  sendCall(id: number, tool: string, argumentsText: string): void {
    this.send(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}","arguments":${argumentsText}}}`,
    );
  }

  /** The next line that the server writes. */
  async next(): Promise<string> {
    for (;;) {
      const line = this.lines.shift();
      if (line !== undefined) return line;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Calls a tool and returns the text of its answer. */
  async call(tool: string, argumentsText: string): Promise<{ text: string; isError: boolean }> {
    this.sendCall(1, tool, argumentsText);
    const { result } = JSON.parse(await this.next()) as {
      result: { content: { text: string }[]; isError?: boolean };
    };
    return { text: result.content[0]?.text ?? '', isError: result.isError === true };
  }

  /** Closes the input; resolves with the exit code, and all lines that have not been read. */
  async close(): Promise<{ code: number | null; lines: readonly string[] }> {
    this.process.stdin.end();
    const [code] = (await once(this.process, 'close')) as [number | null];
    return { code, lines: this.lines };
  }
}

/** Sends lines to a server in pieces that end anywhere; returns what it says until it ends. */
export async function exchange(folder: string, lines: readonly string[]): Promise<readonly string[]> {
  const server = new RawServer(folder);
  for (const line of lines) server.send(line);
  return (await server.close()).lines;
}
