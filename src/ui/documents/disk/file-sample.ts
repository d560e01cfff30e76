// What a file held when it was read or written here, as far as a sample tells: some programs and network shares change a file and
// keep its time and its size.

import { equalBytes, joinBytes } from '../../../shared/bytes/bytes.ts';
import { isAsKnown, type DiskFile, type DiskPart, type OpenFile } from '../../model/open-file.ts';

/** A file up to this size is its own sample; of a larger one, it is both ends and parts between. In bytes. */
const MAX_WHOLE = 1024 * 1024;
const END_BYTES = 65_536;
const PARTS = 32;
const PART_BYTES = 4096;

/** How much of a file is compared at once. */
const SLICE_BYTES = 4 * 1024 * 1024;

/** What a sample can be taken of. */
type Sampled = Pick<DiskFile, 'size' | 'arrayBuffer' | 'slice'>;

const samples = new WeakMap<OpenFile, Promise<string | null>>();

/** Notes what a state of a file holds, and returns it. */
export function withSample(file: OpenFile, content: Sampled): OpenFile {
  samples.set(file, sampleOf(content));
  return file;
}

/** Whether a file is in a known state, as far as its time, its size and a sample tell. */
export async function isInState(known: OpenFile, now: DiskFile): Promise<boolean> {
  const isKnown = isAsKnown(known, now);
  const sample = await samples.get(known);
  if (sample == null) return isKnown;
  // A share whose clock differs gives the same file another time.
  const isComparable = isKnown || (known.size === now.size && now.size <= MAX_WHOLE);
  return isComparable && (await sampleOf(now)) === sample;
}

/** Whether two contents are equal. A file that changes meanwhile is not. */
export async function isEqualContent(one: Sampled, other: Sampled): Promise<boolean> {
  if (one.size !== other.size) return false;
  try {
    for (let at = 0; at < one.size; at += SLICE_BYTES) {
      const [left, right] = await Promise.all(
        [one, other].map((content) => readPart(content.slice(at, at + SLICE_BYTES))),
      );
      if (left === undefined || right === undefined || !equalBytes(left, right)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function readPart(part: DiskPart): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await part.arrayBuffer());
}

/** Returns `null` for a content that can't be read. */
async function sampleOf(content: Sampled): Promise<string | null> {
  const { size } = content;
  const parts: DiskPart[] = [content];
  if (size > MAX_WHOLE) {
    const step = Math.floor((size - 2 * END_BYTES) / PARTS);
    const between = Array.from({ length: PARTS }, (_, index) => END_BYTES + index * step);
    parts.splice(0, 1, content.slice(0, END_BYTES), content.slice(-END_BYTES));
    parts.push(...between.map((start) => content.slice(start, start + PART_BYTES)));
  }
  try {
    const digest = await crypto.subtle.digest('SHA-256', joinBytes(await Promise.all(parts.map(readPart))));
    return `${size} ${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  } catch {
    return null;
  }
}
