// Changes of files that a client has asked for. In the mode "confirm" each is shown first and carried out by a second call, if
// its file is still the same then.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { CodedError } from '../../shared/errors.ts';
import { changed, load, valid, type Edit } from '../documents.ts';
import { withLock } from '../file-lock.ts';
import { readVersion, replaceFile, type FileVersion } from '../files.ts';
import type { Workspace } from './workspace.ts';

/** Characters of an answer to a change: it must cost less than the change is worth. */
const MAX_ANSWER = 900;
const MAX_SIDE = 300;
/** Bytes by which a change is extended to whole tokens. */
const MAX_TOKEN = 60;
/** Changes that wait; the oldest are dropped. */
const MAX_WAITING = 20;

interface Proposed {
  readonly path: string;
  readonly version: FileVersion;
  readonly bytes: Uint8Array;
  readonly shown: string;
}

export class Changes {
  private readonly waiting = new Map<string, Proposed>();

  constructor(
    private readonly workspace: Workspace,
    private readonly mode: 'confirm' | 'full',
  ) {}

  /** Shows a change of a file, or carries it out. */
  async propose(name: string, edit: Edit): Promise<string> {
    const path = await this.workspace.place(name);
    const version = await readVersion(path);
    const loaded = load(version.bytes, name);
    const before = Uint8Array.from(valid(loaded).memory.text());
    const after = await changed(loaded, edit);
    if (after === null || Buffer.compare(before, after) === 0) return 'Nothing would change.';
    const text = Uint8Array.from(after);
    const bytes = loaded.isPacked ? gzipSync(text) : text;
    const proposed = { path, version, bytes, shown: showChange(before, text) };
    if (this.mode === 'full') return `Written.\n${await this.write(proposed)}`;
    const id = randomUUID().slice(0, 8);
    this.waiting.set(id, proposed);
    for (const oldest of this.waiting.keys()) if (this.waiting.size > MAX_WAITING) this.waiting.delete(oldest);
    return `Change ${id}, not written yet. Call "apply" with it.\n${proposed.shown}`.slice(0, MAX_ANSWER);
  }

  /** Carries out a change that was shown. @throws CodedError `missing`, `conflict` */
  async apply(id: string): Promise<string> {
    const proposed = this.waiting.get(id);
    if (proposed === undefined) throw new CodedError('missing', `There is no change ${id} that waits.`);
    this.waiting.delete(id);
    return `Written.\n${await this.write(proposed)}`.slice(0, MAX_ANSWER);
  }

  private async write({ path, version, bytes, shown }: Proposed): Promise<string> {
    await withLock(path, (lock) => replaceFile(version, bytes, false, lock));
    this.workspace.forget(path);
    return shown;
  }
}

/** Whether a byte is part of a scalar, and not between two. */
function isInToken(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && !' ,:[]{}'.includes(String.fromCharCode(byte));
}

/** What differs between two texts: the first and the last byte that do, and what is between them. */
function showChange(before: Uint8Array, after: Uint8Array): string {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  while (
    tail < before.length - start &&
    tail < after.length - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  // Whole tokens: a change from 1 to 1.5 is not one of nothing to .5.
  for (let left = MAX_TOKEN; left > 0 && start > 0 && isInToken(before[start - 1]); left -= 1) start -= 1;
  for (let left = MAX_TOKEN; left > 0 && tail > 0 && isInToken(before[before.length - tail]); left -= 1) tail -= 1;
  const side = (bytes: Uint8Array): string => {
    const part = bytes.subarray(start, bytes.length - tail);
    const text = decodeUtf8(part.subarray(0, MAX_SIDE));
    return part.length > MAX_SIDE ? `${text}… (${part.length.toLocaleString('en-US')} bytes)` : text;
  };
  return `at byte ${start.toLocaleString('en-US')}\n- ${side(before)}\n+ ${side(after)}\nAll other bytes stay.`;
}
