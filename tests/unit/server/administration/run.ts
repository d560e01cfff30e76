// Runs a command on an open database, as the program does, for tests.

import { Buffer } from 'node:buffer';
import { parseCommand } from '../../../../src/server/administration/commands.ts';
import type { Database } from '../../../../src/server/database/database.ts';
import { readSettings } from '../../../../src/server/settings.ts';

/** Options of `run`. */
export interface RunOptions {
  readonly input?: Uint8Array | AsyncIterable<Uint8Array>;
  readonly origin?: string;
  readonly spoolFolder?: string;
}

/** Returns what a command writes. @throws CommandError */
export async function run(database: Database, line: readonly string[], options: RunOptions = {}): Promise<Buffer> {
  const { input = null, origin = 'http://localhost', spoolFolder = null } = options;
  const parsed = parseCommand(line);
  if (typeof parsed === 'string') return Buffer.from(parsed);
  const parts: Buffer[] = [];
  await parsed.command.run({
    ...parsed,
    database,
    settings: readSettings({}),
    origin,
    spoolFolder,
    input: input instanceof Uint8Array ? inPieces(input) : input,
    async write(part) {
      parts.push(Buffer.from(part));
    },
  });
  return Buffer.concat(parts);
}

/** In pieces whose ends are anywhere. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 9973)
    yield bytes.subarray(at, at + size);
}
