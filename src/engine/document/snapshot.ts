// A document as transferable buffers, for a job worker: text, tape and revision. `docs/tape.md` draws the layout. Copying 100
// MB takes 20 to 70 ms; opening a snapshot needs no scan. View state, such as expanded rows, and the checkpoints of children
// are not included.

import { DIALECTS, valueDialect } from '../../shared/document/dialect.ts';
import { CodedError, fromWire, toWire, type WireError } from '../../shared/errors.ts';
import { asRevision, type Revision } from '../../shared/units.ts';
import { JsonDocument } from './document.ts';
import { LINK_MASK, OPENING } from '../tape/tape.ts';
import { DOCUMENT, NOT_VALID } from '../../shared/texts/documents.ts';

/** Increased whenever the header, the tape or the meaning of either changes. */
export const SNAPSHOT_VERSION = 1;

/** "DIPT" in little-endian byte order. */
const MAGIC = 0x54504944;
const HEADER_WORDS = 8;
const SPAN = 0x100000000;

/** A document sent between workers. It owns all three buffers, so they can be transferred. */
export interface Snapshot {
  readonly header: Uint32Array<ArrayBuffer>;
  readonly text: Uint8Array<ArrayBuffer>;
  /** Two words per entry; empty when the text is not valid. */
  readonly tape: Uint32Array<ArrayBuffer>;
  /** Why the text is not valid; `null` when it is. */
  readonly error: WireError | null;
}

/**
 * Copies the current document. With `part` `text`, only the text, without any index or validity.
 * @throws RangeError for `all` while the document's validity is unknown
 */
export function takeSnapshot(document: JsonDocument, revision: Revision, part: 'text' | 'all' = 'all'): Snapshot {
  const view = viewSnapshot(document, revision, part);
  return { ...view, text: view.text.slice(), tape: view.tape.slice() };
}

/**
 * Like `takeSnapshot`, but a view of the document's own memory: valid until the document changes or its memory grows. Must not
 * be transferred.
 */
export function viewSnapshot(document: JsonDocument, revision: Revision, part: 'text' | 'all' = 'all'): Snapshot {
  const { memory, tape, validity, error, dialect } = document;
  if (part === 'all' && validity === 'unknown')
    throw new RangeError('the document is not settled, expected valid or invalid');
  const isValid = part === 'all' && validity === 'valid';
  const text = memory.text() as Uint8Array<ArrayBuffer>;
  const base = tape.wordBase;
  const entries = memory.words.subarray(base, isValid ? base + tape.count * 2 : base) as Uint32Array<ArrayBuffer>;
  const high = Math.floor(revision / SPAN);
  const low = revision % SPAN;
  const header = Uint32Array.of(
    MAGIC,
    SNAPSHOT_VERSION,
    low,
    high,
    text.length,
    entries.length,
    isValid ? 1 : 0,
    DIALECTS.indexOf(dialect),
  );
  return { header, text, tape: entries, error: isValid || error === null ? null : toWire(error) };
}

/** The transfer list of a snapshot for `postMessage`, so that nothing is copied. */
export function snapshotBuffers({ header, text, tape }: Snapshot): ArrayBuffer[] {
  return [header.buffer, text.buffer, tape.buffer];
}

/** The revision that a snapshot was taken at. */
export function snapshotRevision({ header }: Snapshot): Revision {
  return asRevision((header[2] ?? 0) + (header[3] ?? 0) * SPAN);
}

/**
 * Creates a document from a snapshot, which is not changed. Its rows are those of a newly opened document.
 * @throws CodedError `refused` for another version, or for buffers that don't belong together; `too-large`
 */
export function openSnapshot(module: WebAssembly.Module, snapshot: Snapshot): JsonDocument {
  checkSnapshot(snapshot);
  const { header, text, tape, error } = snapshot;
  const document = new JsonDocument(module, text.length, DIALECTS[header[7] ?? 0]);
  if (header[6] === 1) {
    document.appendIndexed(text, tape);
    document.completeIndexed();
  } else {
    document.refuse(error === null ? new CodedError('syntax', NOT_VALID.text) : fromWire(error));
    document.append(text);
  }
  return document;
}

/**
 * Copies one value of a valid snapshot into a snapshot of its own, with the value as root and the same revision. `start` and
 * `end` (exclusive) are its bytes. Cost: its size.
 */
export function cutSnapshot(snapshot: Snapshot, entry: number, start: number, end: number): Snapshot {
  const [magic = 0, version = 0, low = 0, high = 0] = snapshot.header;
  const dialect = DIALECTS[snapshot.header[7] ?? 0] ?? 'json';
  const link = snapshot.tape[entry * 2 + 1] ?? 0;
  const entries = 1 + ((link & OPENING) === 0 ? 0 : link & LINK_MASK);
  const text = snapshot.text.slice(start, end);
  const tape = snapshot.tape.slice(entry * 2, (entry + entries) * 2);
  // Only starts need adjusting; links are relative.
  if (start > 0) for (let at = 0; at < tape.length; at += 2) tape[at] = (tape[at] ?? 0) - start;
  // A record of NDJSON is JSON.
  const own = entry > 0 ? valueDialect(dialect) : dialect;
  const header = Uint32Array.of(magic, version, low, high, text.length, tape.length, 1, DIALECTS.indexOf(own));
  return { header, text, tape, error: null };
}

/** @throws CodedError `refused` for another version, or for buffers that don't belong together */
export function checkSnapshot({ header, text, tape }: Snapshot): void {
  const [magic, version = 0, , , textBytes, tapeWords, isValid] = header;
  if (magic !== MAGIC || header.length !== HEADER_WORDS) {
    throw new CodedError('refused', DOCUMENT.notSnapshot);
  }
  if (version !== SNAPSHOT_VERSION) {
    throw new CodedError('refused', DOCUMENT.otherSnapshot(version, SNAPSHOT_VERSION));
  }
  if (textBytes !== text.length || tapeWords !== tape.length || (isValid === 1) === (tape.length === 0)) {
    throw new CodedError('refused', DOCUMENT.cutSnapshot);
  }
}
