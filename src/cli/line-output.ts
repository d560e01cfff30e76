// Lines of a result, written as they come, but many at a time: a call of the system for each is slower than finding it.

import type { CommandIo } from './command.ts';

/** Bytes that are written at once. */
const PIECE = 65_536;
const LINE_END = Buffer.from('\n');

/** Collects lines for standard output. `end` must be called. */
export class LineOutput {
  private parts: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly io: CommandIo) {}

  /** Adds a line, without its end. It is copied: it may be a view of a document's memory. */
  async add(line: Uint8Array | string): Promise<void> {
    const bytes = typeof line === 'string' ? Buffer.from(line) : Buffer.from(line);
    this.parts.push(bytes, LINE_END);
    this.size += bytes.length + 1;
    if (this.size >= PIECE) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const { parts } = this;
    this.parts = [];
    this.size = 0;
    if (parts.length > 0) await this.io.write(Buffer.concat(parts));
  }
}
