// The calls of a job worker, answered as those of a document worker are. @see protocol.ts

import type { AssistAnswer, AssistRequest } from './assist.ts';
import type {
  ChangedText,
  ChangeView,
  CompareFormat,
  CompareOptions,
  CompareResult,
  DifferencePlace,
  MergeSelection,
  Side,
} from './compare.ts';
import type { Dialect } from '../document/dialect.ts';
import type { Parser } from '../document/parser.ts';
import type { Path } from '../document/path.ts';
import type { Reply } from './reply.ts';
import type { QueriedValue, Query, QueryResult } from './query.ts';
import type { RepairPlan } from './repair.ts';
import type { SchemaOrder, SchemaResult } from './schema.ts';
import type { Alternative, FixPlan, FixRequest } from './schema-fixes.ts';
import type { Replacing, SearchQuery } from './search.ts';
import type { ByteRange } from '../units.ts';
import type { WizardFields } from './wizard.ts';

/** A file of an archive. */
export interface ArchiveEntry {
  /** With its ending; no two are the same. */
  readonly name: string;
  /** Compressed with gzip. */
  readonly content: Blob;
  readonly modified: Date;
}

/** The calls of a job worker: stateless, and ended when the caller cancels. */
export interface JobApi {
  /** Once, first: the name of a Web Lock to hold for life. Answers whether it is held. */
  connect(lock: string | null): Promise<Reply<boolean>>;
  /** What makes valid JSON of nearly valid text. @throws syntax where that is beyond it, unreadable, too-large */
  repair(source: Blob, dialect: Dialect): Promise<Reply<RepairPlan>>;
  /** The same bytes compressed with gzip, for storage. @throws unreadable */
  compress(content: Blob): Promise<Reply<Blob>>;
  /** How many bytes a content holds that is compressed with gzip; counts no further than behind `most`. @throws unreadable */
  unpackedSize(content: Blob, most: number): Promise<Reply<number>>;
  /** Contents compressed with gzip as one ZIP file. @throws unreadable */
  archive(entries: readonly ArchiveEntry[]): Promise<Reply<Blob>>;
  /** Keeps the snapshot that comes over `source`, in place of the one before. @throws refused, too-large */
  keep(source: MessagePort): Promise<Reply<void>>;
  /**
   * Searches the snapshot that is kept; hits go over `hits`, packed as in `search.ts` and in order, and any message
   * that comes back over it ends the search. Answers how many there are.
   * @throws refused, invalid-document, too-large, cancelled
   */
  search(query: SearchQuery, hits: MessagePort): Promise<Reply<number>>;
  /**
   * Plans to replace one hit, or all of them, in the snapshot that is kept. Progress, in bytes, goes over
   * `progress`, and any message that comes back ends the work.
   * @throws stale where there is no such hit, refused, invalid-document, too-large, cancelled
   */
  planReplace(
    query: SearchQuery,
    replacing: Replacing,
    only: ByteRange | null,
    follow: readonly number[],
    progress: MessagePort,
  ): Promise<Reply<ReplacePlan>>;
  /** Keeps the snapshot that comes over `source` as one side of comparisons, in place of the one before. @throws refused, too-large */
  keepSide(side: Side, source: MessagePort): Promise<Reply<void>>;
  /**
   * Compares the two snapshots that are kept, and keeps the result. Progress, in bytes, goes over `progress`, and any
   * message that comes back ends the work.
   * @throws invalid-document that says which side, cancelled
   */
  compare(options: CompareOptions, progress: MessagePort): Promise<Reply<CompareResult>>;
  /** Changes of a comparison from an index on, as a list shows them. @throws stale for another than the last one */
  describeChanges(id: number, from: number, count: number): Promise<Reply<ChangeView[]>>;
  /** Where the other side is level with nodes, packed as in `compare.ts`. @throws stale */
  counterparts(id: number, side: Side, nodes: Uint32Array): Promise<Reply<Uint32Array>>;
  /** Where the value at a path of one side is among the differences. @throws stale */
  differencePlace(id: number, side: Side, path: Path): Promise<Reply<DifferencePlace>>;
  /** What differs inside of a changed string; `null` for another change. @throws stale */
  changedText(id: number, index: number): Promise<Reply<ChangedText | null>>;
  /** The splices, packed as in `splice-pack.ts`, that make places of one side equal to the other. @throws stale, cancelled, too-large */
  planMerge(id: number, selection: MergeSelection, toward: Side, progress: MessagePort): Promise<Reply<Blob>>;
  /** Keeps the snapshot that comes over `source` for queries, in place of the one before. @throws refused, too-large */
  keepQueried(source: MessagePort): Promise<Reply<void>>;
  /** The value at a path of that snapshot. @throws invalid-document, missing */
  queriedValue(path: Path): Promise<Reply<QueriedValue>>;
  /** Its text. @throws invalid-document, missing */
  queriedText(path: Path): Promise<Reply<Blob>>;
  /** What the items at a path have in them: all of the items. @throws invalid-document, missing, cancelled */
  wizardFields(path: Path, progress: MessagePort): Promise<Reply<WizardFields>>;
  /**
   * Gives the sandbox that holds the other end of `sandbox` the value at a path, to make its values of it before there
   * is code; it is that of the next query in code on all of that value, and of no other.
   * @throws invalid-document, missing, cancelled
   */
  prepareCode(path: Path, parser: Parser, sandbox: MessagePort, progress: MessagePort): Promise<Reply<void>>;
  /**
   * Runs a query on the snapshot that is kept. Code is run by the sandbox that holds the other end of `sandbox`, or,
   * where that is `null`, by the one that was prepared for it.
   * @throws syntax and refused, their places in the query; invalid-document, missing, too-large, cancelled, worker-died
   */
  query(query: Query, sandbox: MessagePort | null, progress: MessagePort): Promise<Reply<QueryResult>>;
  /** The splices, packed as in `splice-pack.ts`, that put a result in place of the value at a path. @throws missing, cancelled */
  placeResult(path: Path, content: Blob, progress: MessagePort): Promise<Reply<Blob>>;
  /** Keeps the snapshot that comes over `source` for validation, in place of the one before. @throws refused, too-large */
  keepValidated(source: MessagePort): Promise<Reply<void>>;
  /**
   * Validates the snapshot that is kept. Progress goes over `progress`, in entries of the tape, and any message that comes
   * back ends the work; a regular expression of the schema may keep it from ever answering.
   * @throws invalid-document for the document, syntax for a file of the schema, refused, cancelled
   */
  validate(order: SchemaOrder, progress: MessagePort): Promise<Reply<SchemaResult>>;
  /** Plans quick fixes of the snapshot's errors, as one list of splices. @throws as `validate`, too-large */
  planFix(order: SchemaOrder, request: FixRequest, progress: MessagePort): Promise<Reply<FixPlan>>;
  /** What the alternatives say that an error is one of; none where the error is not there any more. @throws as `validate` */
  explainAlternatives(
    order: SchemaOrder,
    error: Pick<FixRequest, 'start' | 'message'>,
    progress: MessagePort,
  ): Promise<Reply<readonly Alternative[]>>;
  /** A schema that the snapshot fits, as JSON, and whether it describes all of it. @throws invalid-document, cancelled */
  inferSchema(
    parser: Parser,
    progress: MessagePort,
  ): Promise<Reply<{ readonly json: string; readonly isComplete: boolean }>>;
  /** What a schema says of a place. @throws syntax for a file of the schema, cancelled */
  assist(order: SchemaOrder, request: AssistRequest, progress: MessagePort): Promise<Reply<AssistAnswer>>;
  /** All changes as a file. @throws stale, cancelled */
  exportChanges(id: number, format: CompareFormat, progress: MessagePort): Promise<Reply<Blob>>;
}

/** What would be replaced. */
export interface ReplacePlan {
  /** Packed as in `splice-pack.ts`. */
  readonly splices: Blob;
  /** How many hits. */
  readonly count: number;
  /** Where the offsets to follow will be then. */
  readonly followed: readonly number[];
}
