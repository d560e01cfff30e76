// JSON that was found in a text that is none: what is listed of it, and the calls that read it and write it back.

import type { Reply } from './reply.ts';

/** The languages and encodings of finds. */
export type FoundAs =
  | 'json'
  | 'escaped'
  | 'url'
  | 'html'
  | 'base64'
  | 'csv'
  | 'sql'
  | 'js'
  | 'python'
  | 'ruby'
  | 'go'
  | 'rust'
  | 'php'
  | 'mongo'
  | 'java'
  | 'kotlin'
  | 'csharp';

/** A find in a list. Offsets are in bytes, lines from 0. */
export interface FoundView {
  readonly index: number;
  readonly kind: FoundAs;
  /** Whether its form is ambiguous. */
  readonly isGuess: boolean;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Its text on one line, cut. */
  readonly preview: string;
}

/**
 * What a record is known by in a later version of its text: its offset and its bytes; what stands before and behind it on its line,
 * and whether no other line is like that; the lines before and behind, `null` where there is none; and its text.
 */
export interface RecordIdentity {
  readonly start: number;
  readonly raw: Uint8Array;
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
  readonly previous: Uint8Array | null;
  readonly next: Uint8Array | null;
  readonly isOnly: boolean;
  readonly textLength: number;
  readonly textHash: string;
}

/** A find as a document. */
export interface FoundDocument extends Pick<FoundView, 'kind' | 'isGuess' | 'start' | 'end' | 'line'> {
  readonly json: Blob;
  /** What it is known by, to be written back. */
  readonly record: RecordIdentity;
  /** Whether it can be written back: no literal of another language. */
  readonly isWritable: boolean;
}

/** What a scan found. */
export interface Findings {
  readonly count: number;
  readonly lineCount: number;
  /** Whether there is text around the JSON: it is no JSON with a fault, and none of another dialect. */
  readonly isOffered: boolean;
}

/** A change of the text that writes a find back. */
export interface FindChange {
  readonly start: number;
  readonly end: number;
  readonly insert: Uint8Array;
  /** What it is known by then. */
  readonly record: RecordIdentity;
}

/** The calls about finds; one text at a time. */
export interface FindApi {
  /**
   * Scans a text, replacing the one before. `[done, total, finds so far]` is sent over `progress`; any message back stops the
   * work.
   * @throws unreadable, cancelled
   */
  extract(text: Blob, progress: MessagePort): Promise<Reply<Findings>>;
  /** Lists finds from an index on. */
  listFinds(from: number, count: number): Promise<Reply<readonly FoundView[]>>;
  /** Reads a find as a document. */
  readFound(index: number): Promise<Reply<FoundDocument>>;
  /** Returns the line or lines that a find stands in, as text to read: escaped line ends are line ends. */
  readRecord(index: number): Promise<Reply<string>>;
  /** Writes all finds as records of NDJSON, with the text around them as fields. @throws cancelled, too-large */
  findRecords(progress: MessagePort): Promise<Reply<Blob>>;
  /**
   * Plans to write a changed find back into a text, which may be another version of the one that it was found in.
   * @throws stale if it is not certain where the find is now, refused if its form can't hold the change
   */
  planFindChange(text: Blob, record: RecordIdentity, json: Blob): Promise<Reply<FindChange>>;
}
