// The calls of a job worker; replies as for a document worker. @see protocol.ts

import type { Mark } from '../document/changes.ts';
import type { AssistAnswer, AssistRequest } from './assist.ts';
import type {
  ChangedTable,
  ChangedText,
  ChangeView,
  CompareFormat,
  CompareOptions,
  CompareResult,
  DifferencePlace,
  LineFillers,
  MergeSelection,
  Side,
} from './compare.ts';
import type { CsvFile, CsvOrigin, CsvPreview, CsvReadOptions, CsvTable, CsvWriteOptions } from './csv.ts';
import type { FindApi } from './extract.ts';
import type { Dialect } from '../document/dialect.ts';
import type { DialectText, FormText, ReadForm, ValueForm, ValueText } from './forms.ts';
import type { LeakGroup, RedactOrder, RedactPlan } from './leaks.ts';
import type { Receipt, ReceiptHashes, ReceiptRequest } from './receipt.ts';
import type { MergeAnswers, MergedText, OtherVersions } from './merge.ts';
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

/** A file in an archive. */
export interface ArchiveEntry {
  /** File name with extension; unique. */
  readonly name: string;
  /** Compressed with gzip. */
  readonly content: Blob;
  readonly modified: Date;
}

/** Which snapshot of a worker: of the one document that it works on, or of a side of a comparison. */
export type SnapshotSlot = 'document' | Side;

/** The calls of a job worker, which is terminated when the caller cancels. */
export interface JobApi extends FindApi {
  /** Called once, first, with the name of a Web Lock to hold for life. Returns whether it is held. */
  connect(lock: string | null): Promise<Reply<boolean>>;
  /**
   * Plans the changes that turn nearly valid text into valid JSON.
   * @throws syntax if that is impossible, unreadable, too-large
   */
  repair(source: Blob, dialect: Dialect): Promise<Reply<RepairPlan>>;
  /** Compresses a content with gzip, for storage. @throws unreadable */
  compress(content: Blob): Promise<Reply<Blob>>;
  /** Returns the uncompressed size of gzip content in bytes; stops counting shortly after `most`. @throws unreadable */
  unpackedSize(content: Blob, most: number): Promise<Reply<number>>;
  /**
   * Reads a CSV file, which may be compressed, as a document. Progress, in bytes, is sent over `progress`; any message back stops
   * the work.
   * @throws unreadable, cancelled
   */
  readCsv(content: Blob, options: CsvReadOptions, progress: MessagePort): Promise<Reply<CsvTable>>;
  /**
   * Returns the dialect of a file, which may be compressed, that holds JSON or NDJSON whatever its name says; `null` if it holds
   * neither.
   * @throws unreadable
   */
  findJson(content: Blob, progress: MessagePort): Promise<Reply<'json' | 'ndjson' | null>>;
  /** Like `readCsv`, without the document: its first rows only. @throws unreadable, cancelled */
  previewCsv(content: Blob, options: CsvReadOptions, progress: MessagePort): Promise<Reply<CsvPreview>>;
  /**
   * Writes an array as CSV: with options, or back into the file that it was read from. It is that of the stored snapshot where
   * `text` is `null`.
   * @throws invalid-document, refused, too-large, unreadable, cancelled
   */
  writeCsv(text: DialectText | null, how: CsvWriteOptions | CsvOrigin, progress: MessagePort): Promise<Reply<CsvFile>>;
  /** Writes copied cells, a `SpeltCells` as JSON, as CSV with the names of their columns. @throws as `writeCsv` */
  writeCells(
    cells: Blob,
    names: readonly string[],
    options: CsvWriteOptions,
    progress: MessagePort,
  ): Promise<Reply<CsvFile>>;
  /**
   * Writes values in another form: those of the stored snapshot where `values` is `null`. A text that is no JSON has two forms:
   * its contents, and escaped.
   * @throws invalid-document, too-large, unreadable, cancelled
   */
  writeForm(values: ValueText | null, form: ValueForm, progress: MessagePort): Promise<Reply<FormText>>;
  /**
   * Reads a text as values: in a form, or, where that is `null`, in the one that it plainly has. Returns `null` if it is JSON of
   * a dialect, but for a string that holds an object or an array, or not in that form.
   */
  readForm(text: string, dialect: Dialect, form: ValueForm | null): Promise<Reply<ReadForm | null>>;
  /** Stores what is merged with the snapshot. It is read by the next merge. */
  keepVersions(others: OtherVersions): Promise<Reply<void>>;
  /**
   * Merges the edits of the stored snapshot and of another version that come from the same document. Where both conflict, the
   * snapshot's edit stands, unless there is another answer. A further merge of the same snapshot reads and compares nothing again.
   * @throws invalid-document, which names the document; unreadable, too-large, cancelled; syntax if an answer is no value
   */
  mergeSnapshot(answers: MergeAnswers, progress: MessagePort): Promise<Reply<MergedText>>;
  /** Packs gzip contents into one ZIP file. @throws unreadable */
  archive(entries: readonly ArchiveEntry[]): Promise<Reply<Blob>>;
  /** Stores the snapshot received over `source`, replacing the previous one. @throws refused, too-large */
  keepSnapshot(slot: SnapshotSlot, source: MessagePort): Promise<Reply<void>>;
  /**
   * Searches the stored snapshot. Hits are sent over `hits` in order, packed as in `search.ts`; any message back over it stops
   * the search. Returns the number of hits.
   * @throws refused, invalid-document, too-large, cancelled
   */
  search(query: SearchQuery, hits: MessagePort): Promise<Reply<number>>;
  /**
   * Plans replacing one hit, or all, in the stored snapshot. Progress, in bytes, is sent over `progress`; any message back
   * stops the work.
   * @throws stale if there is no such hit, refused, invalid-document, too-large, cancelled
   */
  planReplace(
    query: SearchQuery,
    replacing: Replacing,
    only: ByteRange | null,
    follow: readonly Mark[],
    progress: MessagePort,
  ): Promise<Reply<ReplacePlan>>;
  /**
   * Compares the two stored snapshots, and stores the result. Progress, in bytes, is sent over `progress`; any message back
   * stops the work.
   * @throws invalid-document, which names the side; cancelled
   */
  compare(options: CompareOptions, progress: MessagePort): Promise<Reply<CompareResult>>;
  /** Returns changes of a comparison from an index on, for display in a list. @throws stale unless it is the last comparison */
  describeChanges(id: number, from: number, count: number): Promise<Reply<ChangeView[]>>;
  /** Returns the nearest places of nodes on the other side, packed as in `compare.ts`. @throws stale */
  counterparts(id: number, side: Side, nodes: Uint32Array): Promise<Reply<Uint32Array>>;
  /** Returns the rows and columns with differences in the array at a path of one side. @throws stale, cancelled */
  changedTable(id: number, side: Side, path: Path, progress: MessagePort): Promise<Reply<ChangedTable>>;
  /** Returns the position among the differences of the value at a path of one side. @throws stale */
  differencePlace(id: number, side: Side, path: Path): Promise<Reply<DifferencePlace>>;
  /** Returns the differences inside a changed string; `null` for other changes. @throws stale */
  changedText(id: number, index: number): Promise<Reply<ChangedText | null>>;
  /** Returns the free lines that keep the texts level. @throws stale, cancelled */
  lineFillers(id: number, progress: MessagePort): Promise<Reply<LineFillers>>;
  /** Returns the splices, packed as in `splice-pack.ts`, that copy changes to one side. @throws stale, cancelled, too-large */
  planMerge(id: number, selection: MergeSelection, toward: Side, progress: MessagePort): Promise<Reply<Blob>>;
  /** Describes the value at a path of that snapshot. @throws invalid-document, missing */
  queriedValue(path: Path): Promise<Reply<QueriedValue>>;
  /** Returns the text of that value. @throws invalid-document, missing */
  queriedText(path: Path): Promise<Reply<Blob>>;
  /** Returns the fields of all items at a path. @throws invalid-document, missing, cancelled */
  wizardFields(path: Path, progress: MessagePort): Promise<Reply<WizardFields>>;
  /**
   * Sends the value at a path to the sandbox at the other end of `sandbox`, which creates its values before the code is known.
   * They are used by the next code query on that whole value, and by no other.
   * @throws invalid-document, missing, cancelled
   */
  prepareCode(path: Path, parser: Parser, sandbox: MessagePort, progress: MessagePort): Promise<Reply<void>>;
  /**
   * Runs a query on the stored snapshot. Code runs in the sandbox at the other end of `sandbox`, or, if that is `null`, in the
   * one that `prepareCode` prepared.
   * @throws syntax and refused, with a position in the query; invalid-document, missing, too-large, cancelled, worker-died
   */
  query(query: Query, sandbox: MessagePort | null, progress: MessagePort): Promise<Reply<QueryResult>>;
  /**
   * Returns the nodes of that snapshot that a JSONPath selects, sorted.
   * @throws invalid-document, syntax and refused, with a position in the path; unreadable, cancelled
   */
  nodesByPath(path: string, progress: MessagePort): Promise<Reply<Uint32Array>>;
  /**
   * Returns the splices, packed as in `splice-pack.ts`, that replace the value at a path by a result.
   * @throws missing, cancelled
   */
  placeResult(path: Path, content: Blob, progress: MessagePort): Promise<Reply<Blob>>;
  /**
   * Validates the stored snapshot. Progress, in tape entries, is sent over `progress`; any message back stops the work. A
   * regular expression of the schema can prevent it from ever replying.
   * @throws invalid-document for the document, syntax for a file of the schema, refused, cancelled
   */
  validate(order: SchemaOrder, progress: MessagePort): Promise<Reply<SchemaResult>>;
  /** Plans quick fixes of the snapshot's errors, as one list of splices. @throws as `validate`, too-large */
  planFix(order: SchemaOrder, request: FixRequest, progress: MessagePort): Promise<Reply<FixPlan>>;
  /** Returns the errors of the other alternatives of an error; empty if the error no longer exists. @throws as `validate` */
  explainAlternatives(
    order: SchemaOrder,
    error: Pick<FixRequest, 'start' | 'message'>,
    progress: MessagePort,
  ): Promise<Reply<readonly Alternative[]>>;
  /**
   * Returns a schema that the snapshot satisfies, as JSON, and whether it describes all of it. `hasRanges`: with `minimum` and
   * `maximum`.
   * @throws invalid-document, cancelled
   */
  inferSchema(
    parser: Parser,
    hasRanges: boolean,
    progress: MessagePort,
  ): Promise<Reply<{ readonly json: string; readonly isComplete: boolean }>>;
  /**
   * Finds the secrets of the stored snapshot, but for those at `ignored` places. Progress, in tape entries, is sent over
   * `progress`; any message back stops the work.
   * @throws invalid-document, cancelled
   */
  findLeaks(ignored: readonly string[], progress: MessagePort): Promise<Reply<readonly LeakGroup[]>>;
  /** Plans the changes that replace the secrets of the stored snapshot. @throws as `findLeaks` */
  planRedaction(order: RedactOrder, progress: MessagePort): Promise<Reply<RedactPlan>>;
  /** Returns the text of the stored snapshot without its secrets. @throws as `findLeaks` */
  redactedText(order: RedactOrder, progress: MessagePort): Promise<Reply<Blob>>;
  /** Finds the secrets of short texts, as of a name or an address. */
  findLeaksInTexts(texts: readonly string[]): Promise<Reply<readonly LeakGroup[]>>;
  /** Returns short texts without their secrets. */
  redactTexts(texts: readonly string[], order: RedactOrder): Promise<Reply<readonly string[]>>;
  /** Compares what was opened with what it is now. @throws unreadable, too-large, cancelled */
  writeReceipt(request: ReceiptRequest, progress: MessagePort): Promise<Reply<Receipt>>;
  /** Returns SHA-256 of both. @throws unreadable; refused where the browser has no SHA-256 */
  hashReceipt(request: ReceiptRequest): Promise<Reply<ReceiptHashes>>;
  /** Queries a schema about a place. @throws syntax for a file of the schema, cancelled */
  assist(order: SchemaOrder, request: AssistRequest, progress: MessagePort): Promise<Reply<AssistAnswer>>;
  /** Exports all changes as a file. @throws stale, cancelled */
  exportChanges(id: number, format: CompareFormat, progress: MessagePort): Promise<Reply<Blob>>;
}

/** The calls by the part of a worker that carries them out, but for `connect`. */
export const JOB_CALLS = {
  contents: ['repair', 'compress', 'unpackedSize', 'archive'],
  snapshots: ['keepSnapshot'],
  search: ['search', 'planReplace'],
  compare: [
    'compare',
    'describeChanges',
    'counterparts',
    'changedTable',
    'differencePlace',
    'changedText',
    'lineFillers',
    'planMerge',
    'exportChanges',
  ],
  query: ['queriedValue', 'queriedText', 'wizardFields', 'prepareCode', 'query', 'nodesByPath', 'placeResult'],
  schema: ['validate', 'inferSchema', 'planFix', 'explainAlternatives'],
  assist: ['assist'],
  leaks: ['findLeaks', 'planRedaction', 'redactedText', 'findLeaksInTexts', 'redactTexts'],
  receipt: ['writeReceipt', 'hashReceipt'],
  csv: ['readCsv', 'findJson', 'previewCsv', 'writeCells', 'writeCsv'],
  forms: ['writeForm', 'readForm'],
  merge: ['keepVersions', 'mergeSnapshot'],
  extract: ['extract', 'listFinds', 'readFound', 'readRecord', 'findRecords', 'planFindChange'],
} as const satisfies Readonly<Record<string, readonly (keyof JobApi)[]>>;

/** A planned replacement. */
export interface ReplacePlan {
  /** Packed as in `splice-pack.ts`. */
  readonly splices: Blob;
  /** Number of hits. */
  readonly count: number;
  /** The tracked offsets after the replacement. */
  readonly followed: readonly number[];
}
