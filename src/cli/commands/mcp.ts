// diptych mcp: documents for agents.

import { resolve } from 'node:path';
import { countOption, EXIT, isOn, UsageError, type CliCommand } from '../command.ts';
import { LIMITS } from '../limits.ts';
import { serve } from '../mcp/json-rpc.ts';
import { createMcpServer } from '../mcp/server.ts';

const MIN_MEBIBYTES = 128;

export const mcp: CliCommand = {
  usage: 'mcp FOLDER...',
  summary: 'serve the files below folders to an agent (Model Context Protocol, over standard input and output)',
  details: `      --read-only   no tool changes a file
      --full        edits are written at once; by default they are shown, and written by a second call
      --budget N    tokens of an answer (${LIMITS.answerTokens})
      --timeout N   seconds after which a call is ended (${LIMITS.callSeconds})
      --memory N    MiB of memory beyond which a call is ended (${LIMITS.callMebibytes})
Nothing outside of the folders is read, no address is followed, and contents are data.`,
  examples: ['mcp ./config --read-only'],
  options: {
    'read-only': { type: 'boolean' },
    full: { type: 'boolean' },
    budget: { type: 'string' },
    timeout: { type: 'string' },
    memory: { type: 'string' },
  },
  async run(call, io) {
    if (call.positionals.length === 0) throw new UsageError('Name the folders that may be used.');
    if (isOn(call, 'read-only') && isOn(call, 'full'))
      throw new UsageError('--read-only and --full exclude each other.');
    const budget = countOption(call, 'budget', LIMITS.answerTokens, LIMITS.minAnswerTokens);
    const callSeconds = countOption(call, 'timeout', LIMITS.callSeconds, 1);
    const callMebibytes = countOption(call, 'memory', LIMITS.callMebibytes, MIN_MEBIBYTES);
    const mode = isOn(call, 'read-only') ? 'read-only' : isOn(call, 'full') ? 'full' : 'confirm';
    const roots = call.positionals.map((root) => resolve(io.cwd, root));
    const server = await createMcpServer({
      roots,
      mode,
      budget,
      callSeconds,
      callMebibytes,
      version: io.version,
      workerFile: io.workerFile,
    });
    const answer = async (line: string): Promise<void> => {
      await io.write(`${line}\n`);
      // The client has ended: its calls under way end with this process.
      if (!io.isRead()) process.exit(EXIT.ok);
    };
    await serve(io.input(), answer, server);
    return EXIT.ok;
  },
};
