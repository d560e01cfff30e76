// Validates in a job worker, on the snapshot of a document worker: a regular expression of the schema may run forever, and ends
// with the worker. The compiled schema is kept, so that the next validation costs only itself.
//
//   files ──▶ engine/schema/compile.ts ──▶ graph ─┐
//   snapshot ─────────────────────────────────────┴▶ engine/schema/validate.ts ──▶ failures ──▶ the list's first hundred

import { CodedError } from '../../shared/errors.ts';
import type { Problem } from '../../shared/protocol/problems.ts';
import type { Alternative, FixPlan, FixRequest } from '../../shared/protocol/schema-fixes.ts';
import type { SchemaFile, SchemaOrder, SchemaResult } from '../../shared/protocol/schema.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { asByte, type ByteRange } from '../../shared/units.ts';
import { SCHEMA } from '../../shared/texts/schema.ts';
import type { Snapshots } from './snapshots.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import type { Parser } from '../../shared/document/parser.ts';
import { inferSchema, type InferredSchema } from '../../engine/schema/infer/infer-schema.ts';
import { compileSchema } from '../../engine/schema/compile.ts';
import { describeFailure } from '../../engine/schema/describe.ts';
import type { SchemaFailure } from '../../engine/schema/failure.ts';
import type { SchemaGraph } from '../../engine/schema/graph.ts';
import { validate } from '../../engine/schema/validate.ts';
import { ValueReader } from '../../engine/schema/value-reader.ts';
import { FORMATS } from '../../engine/schema/library/formats.ts';
import { METASCHEMAS } from '../../engine/schema/library/metaschemas.ts';
import { ANY_TEXT, makePatterns } from '../../engine/schema/library/browser-regexps.ts';
import { JobDriver } from './drive-job.ts';
import { alternativesOf, findFailure, offeredFixes, planFixes } from './schema-fixes.ts';

/** The part of a job worker that validates a document. */
export class SchemaJob {
  private readonly driver = new JobDriver();
  /** The errors that were listed last, for the schema with that key. */
  private found: { readonly key: string; readonly failures: readonly SchemaFailure[] } | null = null;
  private compiled: { readonly key: string; readonly graph: SchemaGraph } | null = null;

  constructor(private readonly snapshots: Snapshots) {
    snapshots.onReplace(() => (this.found = null));
  }

  /** @throws CodedError `invalid-document`, `syntax`, `cancelled` */
  async validate(order: SchemaOrder, progress: MessagePort): Promise<SchemaResult> {
    const document = this.valid;
    const graph = await this.graphOf(order, progress);
    const { places } = document;
    const { failures, notes } = await this.driver.report(validate(graph, places, order.parser), progress);
    const reader = new ValueReader(places, order.parser);
    this.found = { key: keyOf(order), failures: failures.first };
    const first = failures.first.map((failure) => ({
      ...problemOf(document, failure, reader),
      ...offeredFixes(graph, failure, reader),
    }));
    const group =
      failures.count === 0 ? null : { kind: 'schema' as const, count: failures.count, first, ...failures.nodes };
    return { group, notes, missing: graph.missing };
  }

  /** @throws CodedError as `validate`, `too-large` */
  async planFix(order: SchemaOrder, request: FixRequest, progress: MessagePort): Promise<FixPlan> {
    const document = this.valid;
    const graph = await this.graphOf(order, progress);
    const reader = new ValueReader(document.places, order.parser);
    const failure = request.isAll ? null : await this.find(order, request, graph, progress);
    if (failure === null && !request.isAll) return { splices: new Blob([]), count: 0 };
    return await this.driver.report(planFixes(graph, reader, request, failure), progress);
  }

  /** @throws CodedError as `validate` */
  async explainAlternatives(
    order: SchemaOrder,
    error: Pick<FixRequest, 'start' | 'message'>,
    progress: MessagePort,
  ): Promise<readonly Alternative[]> {
    const { places } = this.valid;
    const graph = await this.graphOf(order, progress);
    const failure = await this.find(order, error, graph, progress);
    if (failure === null) return [];
    return await this.driver.report(alternativesOf(graph, failure, new ValueReader(places, order.parser)), progress);
  }

  /** @throws CodedError `invalid-document`, `cancelled` */
  async inferSchema(parser: Parser, hasRanges: boolean, progress: MessagePort): Promise<InferredSchema> {
    return await this.driver.report(inferSchema(this.valid.places, parser, FORMATS, hasRanges), progress);
  }

  /** Finds an error by its place and message: among those that were listed, else by validating again. */
  private async find(
    order: SchemaOrder,
    { start, message }: Pick<FixRequest, 'start' | 'message'>,
    graph: SchemaGraph,
    progress: MessagePort,
  ): Promise<SchemaFailure | null> {
    const document = this.valid;
    const reader = new ValueReader(document.places, order.parser);
    const isIt = (failure: SchemaFailure): boolean =>
      placeOf(document, failure, reader).start === start && describeFailure(failure, reader) === message;
    const listed = this.found?.key === keyOf(order) ? this.found.failures : [];
    return listed.find(isIt) ?? (await this.driver.report(findFailure(graph, reader, isIt), progress));
  }

  private get valid(): JsonDocument {
    const document = this.snapshots.get();
    if (document.validity !== 'valid') throw new CodedError('invalid-document', NOT_VALID.text);
    return document;
  }

  /** Returns the graph of a schema; cached until another schema is requested. */
  async graphOf(order: SchemaOrder, progress: MessagePort): Promise<SchemaGraph> {
    const { files, parser, draft, assertsFormats, runsPatterns } = order;
    const key = keyOf(order);
    if (this.compiled?.key === key) return this.compiled.graph;
    this.compiled = null;
    const [schema, ...others] = await Promise.all(files.map((file) => this.read(file)));
    const [{ uri } = { uri: '' }] = files;
    if (schema === undefined) throw new RangeError('no file of a schema, expected one at least');
    const known = new Map(others.map((document, index) => [files[index + 1]?.uri ?? '', document]));
    const library = (wanted: string): JsonDocument | null => {
      const text = METASCHEMAS.get(wanted);
      if (text !== undefined && !known.has(wanted))
        known.set(wanted, loadDocument(new TextEncoder().encode(text), 'json'));
      return known.get(wanted) ?? null;
    };
    const patterns = runsPatterns ? makePatterns() : ANY_TEXT;
    const work = compileSchema(schema, uri, library, { parser, draft, assertsFormats, patterns, formats: FORMATS });
    const graph = await this.driver.report(work, progress);
    this.compiled = { key, graph };
    return graph;
  }

  private async read({ uri, content, dialect }: SchemaFile): Promise<JsonDocument> {
    const document = loadDocument(new Uint8Array(await content.arrayBuffer()), dialect);
    if (document.validity !== 'valid')
      throw new CodedError('syntax', SCHEMA.notJson(uri, document.error?.message ?? ''));
    return document;
  }
}

/** The key of a compiled schema. */
function keyOf({ name, parser, draft, assertsFormats, runsPatterns }: SchemaOrder): string {
  return JSON.stringify([name, parser, draft, assertsFormats, runsPatterns]);
}

function problemOf(document: JsonDocument, failure: SchemaFailure, reader: ValueReader): Problem {
  const { places, lines } = document;
  const { value } = failure;
  const { start, end } = placeOf(document, failure, reader);
  const path = places.path(value < 0 ? ~value : value);
  return { kind: 'schema', start, end, ...lines.placeOf(start), path, message: describeFailure(failure, reader) };
}

/** The marked range of an error: a container is marked at its bracket, an error of a key or of an unknown member at the key. */
function placeOf({ places }: JsonDocument, { value, reason }: SchemaFailure, reader: ValueReader): ByteRange {
  const entry = value < 0 ? ~value : value;
  const isAtKey = value < 0 || ((reason === 'unknown' || reason === 'unevaluated') && hasKey(reader, entry));
  const range = isAtKey ? places.keyRange(entry) : places.range(entry);
  const end = !isAtKey && places.tape.isOpening(entry) ? range.start + places.tape.bracketLength(entry) : range.end;
  return { start: asByte(range.start), end: asByte(end) };
}

function hasKey({ places }: ValueReader, entry: number): boolean {
  const parent = places.parent(entry);
  return parent >= 0 && places.kind(parent) === 'object';
}
