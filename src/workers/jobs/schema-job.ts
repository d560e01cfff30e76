// Validates in a job worker, on the snapshot that a document worker hands over: a regular expression of the schema may run
// for ever, and ends with the worker. Snapshot and schema are kept, so that the next validation costs itself alone.
//
//   files ──▶ engine/schema/compile.ts ──▶ graph ─┐
//   snapshot ─────────────────────────────────────┴▶ engine/schema/validate.ts ──▶ failures ──▶ the list's first hundred

import { CodedError } from '../../shared/errors.ts';
import type { Problem } from '../../shared/protocol/problems.ts';
import type { SchemaFile, SchemaOrder, SchemaResult } from '../../shared/protocol/schema.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { SCHEMA } from '../../shared/texts/schema.ts';
import { receiveDocument } from '../common/handover.ts';
import { compileEngine } from '../engine/base/memory.ts';
import { JsonDocument } from '../engine/document/document.ts';
import { compileSchema } from '../engine/schema/compile.ts';
import { describeFailure } from '../engine/schema/describe.ts';
import type { Failure } from '../engine/schema/failure.ts';
import type { SchemaGraph } from '../engine/schema/graph.ts';
import { validate } from '../engine/schema/validate.ts';
import { ValueReader } from '../engine/schema/value-reader.ts';
import { FORMATS } from '../schema/formats.ts';
import { METASCHEMAS } from '../schema/metaschemas.ts';
import { ANY_TEXT, makePatterns } from '../schema/patterns.ts';
import { Driver } from './drive-job.ts';

/** What a job worker does with the document that is validated. */
export class Validating {
  private readonly module = compileEngine();
  private readonly driver = new Driver();
  private document: JsonDocument | null = null;
  private compiled: { readonly key: string; readonly graph: SchemaGraph } | null = null;

  /** @throws CodedError `refused` for a snapshot of another version, `too-large` */
  async keep(source: MessagePort): Promise<void> {
    this.document = null;
    this.document = await receiveDocument(this.module, source);
  }

  /** @throws CodedError `invalid-document`, `syntax`, `cancelled` */
  async validate(order: SchemaOrder, progress: MessagePort): Promise<SchemaResult> {
    try {
      const { document } = this;
      if (document?.validity !== 'valid') throw new CodedError('invalid-document', NOT_VALID.text);
      const graph = await this.graphOf(order, progress);
      const { places } = document;
      const { failures, notes } = await this.driver.report(validate(graph, places, order.parser), progress);
      const reader = new ValueReader(places, order.parser);
      const first = failures.first.map((failure) => problemOf(document, failure, reader));
      const group = failures.count === 0 ? null : { kind: 'schema' as const, count: failures.count, first };
      return { group, notes, missing: graph.missing };
    } finally {
      progress.close();
    }
  }

  /** The graph of a schema; the same until another one is asked for. */
  async graphOf(
    { files, name, parser, assertsFormats, runsPatterns }: SchemaOrder,
    progress: MessagePort,
  ): Promise<SchemaGraph> {
    const key = JSON.stringify([name, parser, assertsFormats, runsPatterns]);
    if (this.compiled?.key === key) return this.compiled.graph;
    this.compiled = null;
    const [schema, ...others] = await Promise.all(files.map((file) => this.read(file)));
    const [{ uri } = { uri: '' }] = files;
    if (schema === undefined) throw new RangeError('no file of a schema, expected one at least');
    const known = new Map(others.map((document, index) => [files[index + 1]?.uri ?? '', document]));
    const library = (wanted: string): JsonDocument | null => {
      const text = METASCHEMAS.get(wanted);
      if (text !== undefined && !known.has(wanted))
        known.set(wanted, this.parse(new TextEncoder().encode(text), 'json'));
      return known.get(wanted) ?? null;
    };
    const patterns = runsPatterns ? makePatterns() : ANY_TEXT;
    const work = compileSchema(schema, uri, library, { parser, assertsFormats, patterns, formats: FORMATS });
    const graph = await this.driver.report(work, progress);
    this.compiled = { key, graph };
    return graph;
  }

  private async read({ uri, content, dialect }: SchemaFile): Promise<JsonDocument> {
    const document = this.parse(new Uint8Array(await content.arrayBuffer()), dialect);
    if (document.validity !== 'valid')
      throw new CodedError('syntax', SCHEMA.notJson(uri, document.error?.message ?? ''));
    return document;
  }

  private parse(bytes: Uint8Array, dialect: SchemaFile['dialect']): JsonDocument {
    const document = new JsonDocument(this.module, bytes.length, dialect);
    document.append(bytes);
    document.complete();
    return document;
  }
}

/** Where an error is: a container is marked at its bracket, or at its key, and an unknown member at its key. */
function problemOf({ places, lines }: JsonDocument, failure: Failure, reader: ValueReader): Problem {
  const { value, reason } = failure;
  const entry = value < 0 ? ~value : value;
  const isAtKey = value < 0 || ((reason === 'unknown' || reason === 'unevaluated') && hasKey(reader, entry));
  const range = isAtKey ? places.keyRange(entry) : places.range(entry);
  const end = !isAtKey && places.tape.isOpening(entry) ? range.start + places.tape.bracketLength(entry) : range.end;
  const { start } = range;
  const message = describeFailure(failure, reader);
  return { kind: 'schema', start, end, ...lines.placeOf(start), path: places.path(entry), message };
}

function hasKey({ places }: ValueReader, entry: number): boolean {
  const parent = places.parent(entry);
  return parent >= 0 && places.kind(parent) === 'object';
}
