// Runs queries in a job worker, on the snapshot of a document. The language decides where: JMESPath, JSONPath, JSON Query and
// jq here, the user's code in the sandbox, the wizard on the tape.
//
//   snapshot ──▶ the value at the path, or the beginning of it ──▶ wizard  ─┐
//                                                                 language ─┼─▶ JSON ──▶ formatted ──▶ Blob
//                                                                 sandbox ──┘

import { CodedError } from '../../shared/errors.ts';
import { toJsonPath, type Path } from '../../shared/document/path.ts';
import type { Parser } from '../../shared/document/parser.ts';
import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import {
  isCode,
  type QueriedValue,
  type Query,
  type QueryNote,
  type QueryResult,
} from '../../shared/protocol/query.ts';
import { asRevision } from '../../shared/units.ts';
import type { WizardFields } from '../../shared/protocol/wizard.ts';
import { valueDialect } from '../../shared/document/dialect.ts';
import { packSplices } from '../../shared/document/splice-pack.ts';
import { JobDriver } from './drive-job.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import { QueryInput } from '../../engine/query/input.ts';
import { placeResult } from '../../engine/query/placing.ts';
import { sampleText } from '../../engine/query/sample.ts';
import { carryOutWizard, wizardFields } from '../../engine/query/wizard.ts';
import { layOutResult } from '../../engine/query/result-layout.ts';
import { viewSnapshot } from '../../engine/document/snapshot.ts';
import type { Snapshots } from './snapshots.ts';
import type { QueryOutput } from '../../engine/languages/language.ts';
import { findByPath, runLanguage } from '../../engine/languages/run.ts';
import { runCode, sendInput } from './sandbox-query.ts';
import { NOT_VALID } from '../../shared/texts/documents.ts';
import { QUERY } from '../../shared/texts/queries.ts';

/** The result of a query on a single line stays on one line if it is longer than this. */
const ONE_LINE_BYTES = 1024 * 1024;
const LINE_BREAK = 10;

/** The inputs of one path. */
interface Inputs {
  readonly path: string;
  /** The memory that they are views of. */
  readonly buffer: ArrayBufferLike;
  readonly whole: Asked;
  /** Samples of the value, by the requested number of bytes. */
  readonly samples: Map<number, Asked>;
}

/** A value of a document, and the input of queries on it. */
interface Asked {
  readonly document: JsonDocument;
  readonly node: number;
  readonly input: QueryInput;
}

/** A sandbox whose values are prepared before there is code to run. */
interface Ahead {
  readonly path: string;
  readonly parser: Parser;
  readonly sandbox: MessagePort;
}

const NO_REVISION = asRevision(0);

/** The part of a job worker that runs queries on a document. */
export class QueryJob {
  private readonly driver = new JobDriver();
  /** The inputs of the last path, with the values that were made from them. */
  private inputs: Inputs | null = null;
  private prefetched: Ahead | null = null;

  constructor(private readonly snapshots: Snapshots) {
    snapshots.onReplace(() => {
      this.inputs = null;
      this.forgetAhead();
    });
  }

  /** @throws CodedError `invalid-document`, `missing` */
  queriedValue(path: Path): QueriedValue {
    const document = this.kept();
    const node = nodeAt(document, path);
    return {
      dialect: node > 0 ? valueDialect(document.dialect) : document.dialect,
      isList: document.places.kind(node) === 'array',
    };
  }

  /** @throws CodedError `invalid-document`, `missing` */
  queriedText(path: Path): Blob {
    const document = this.kept();
    const { start, end } = document.places.range(nodeAt(document, path));
    return new Blob([document.memory.text(start, end) as Uint8Array<ArrayBuffer>]);
  }

  /** @throws CodedError `invalid-document`, `missing`, `cancelled` */
  async wizardFields(path: Path, progress: MessagePort): Promise<WizardFields> {
    const document = this.kept();
    return await this.driver.report(wizardFields(document, nodeAt(document, path)), progress);
  }

  /**
   * Lets a sandbox prepare the values at a path for the next query in code.
   * @throws CodedError `invalid-document`, `missing`, `cancelled`
   */
  async prepareCode(path: Path, parser: Parser, sandbox: MessagePort, progress: MessagePort): Promise<void> {
    this.forgetAhead();
    const { input } = this.input(path, null);
    await this.sendInput(input, parser, sandbox, progress);
    this.prefetched = { path: toJsonPath(path), parser, sandbox };
  }

  /**
   * Runs a query. `sandbox` may be `null` for code if `prepareCode` was called with one.
   * @throws CodedError `syntax` and `refused` with places in the query; `invalid-document`, `missing`, `too-large`,
   * `cancelled`, `worker-died`
   */
  async query(query: Query, sandbox: MessagePort | null, progress: MessagePort): Promise<QueryResult> {
    const whole = this.input(query.path, null);
    const asked = this.input(query.path, query.sampleBytes);
    const output = await this.run(query, asked, sandbox, progress);
    const result = await this.result(output, asked, query.layout, progress);
    // Code, and the query of a sample, only see the value: their paths are relative to it.
    const isCut = asked !== whole || (query.wizard === null && isCode(query.language));
    const notes = isCut ? result.notes.map((note) => placeNote(note, query.path)) : result.notes;
    return { ...result, notes, isSample: asked !== whole };
  }

  /** Returns the nodes that a JSONPath selects, sorted. @throws CodedError `invalid-document`, `syntax`, `refused`, `cancelled` */
  async nodesByPath(path: string, progress: MessagePort): Promise<Uint32Array> {
    return await findByPath(this.input([], null).input, path, (work) => this.driver.report(work, progress));
  }

  /** Returns the splices, packed, that replace the value at a path with a result. @throws CodedError `missing`, `cancelled` */
  async placeResult(path: Path, content: Blob, progress: MessagePort): Promise<Blob> {
    const document = this.kept();
    const bytes = new Uint8Array(await content.arrayBuffer());
    const work = placeResult(document.places, nodeAt(document, path), bytes);
    return new Blob([packSplices(await this.driver.report(work, progress))]);
  }

  private kept(): JsonDocument {
    const document = this.snapshots.get();
    if (document.isLive) return document;
    throw new CodedError('invalid-document', NOT_VALID.toQuery, document.error?.place ?? null);
  }

  /** The value at a path, or a sample of about `bytes` bytes; cached, with the values that were made from it. */
  private input(path: Path, bytes: number | null): Asked {
    const document = this.kept();
    const { buffer } = document.memory.bytes;
    const name = toJsonPath(path);
    // Growing memory invalidates the views.
    if (this.inputs?.path !== name || this.inputs.buffer !== buffer)
      this.inputs = { path: name, buffer, whole: ask(document, path), samples: new Map() };
    const { whole, samples } = this.inputs;
    if (bytes === null) return whole;
    const known = samples.get(bytes);
    if (known !== undefined) return known;
    const sample = sampleText(whole.input.places, whole.node, bytes);
    const made = sample === null ? whole : ask(loadDocument(sample), []);
    samples.set(bytes, made);
    return made;
  }

  private async run(
    query: Query,
    { document, node, input }: Asked,
    sandbox: MessagePort | null,
    progress: MessagePort,
  ): Promise<QueryOutput> {
    const { language, wizard, text, parser } = query;
    if (wizard !== null && document.places.kind(node) === 'array') {
      const begun = performance.now();
      const pieces = await this.driver.report(carryOutWizard(document.places, node, wizard), progress);
      return { pieces, notes: [], durationMs: performance.now() - begun };
    }
    if (isCode(language)) {
      const code = { language, code: text };
      if (sandbox === null) return runCode(code, this.takePrefetched(query), progress, null);
      return runCode(code, sandbox, progress, this.sendInput(input, parser, sandbox, progress));
    }
    return runLanguage(input, language, text, (work) => this.driver.report(work, progress));
  }

  private sendInput(input: QueryInput, parser: Parser, sandbox: MessagePort, progress: MessagePort): Promise<void> {
    const find = (): Promise<Uint32Array<ArrayBuffer>> => this.driver.run(input.respelt(), progress, () => undefined);
    return sendInput({ parser, snapshot: input.cut() }, find, sandbox);
  }

  private takePrefetched({ path, parser, sampleBytes }: Query): MessagePort {
    const { prefetched: ahead } = this;
    this.prefetched = null;
    if (ahead?.path === toJsonPath(path) && ahead.parser === parser && sampleBytes === null) return ahead.sandbox;
    throw new RangeError('no sandbox for code, expected a port to one, or one that was prepared for it');
  }

  private forgetAhead(): void {
    this.prefetched?.sandbox.close();
    this.prefetched = null;
  }

  private async result(
    { pieces, notes, durationMs }: QueryOutput,
    { input }: Asked,
    layout: WriteOptions,
    progress: MessagePort,
  ): Promise<Omit<QueryResult, 'isSample'>> {
    const made = loadDocument(pieces);
    const style = made.size > ONE_LINE_BYTES && isOneLine(input) ? 'compact' : layout.style;
    const laidOut = await this.driver.report(layOutResult(made, { ...layout, style }), progress);
    const { places, memory } = laidOut;
    return {
      content: new Blob([memory.text() as Uint8Array<ArrayBuffer>], { type: 'application/json' }),
      kind: places.kind(0),
      count: laidOut.tape.isOpening(0) ? laidOut.children.count(0) : null,
      durationMs,
      notes,
    };
  }
}

/** Makes the path of a note start at the document's root. */
function placeNote(note: QueryNote, path: Path): QueryNote {
  return 'path' in note ? { ...note, path: [...path, ...note.path] } : note;
}

function ask(document: JsonDocument, path: Path): Asked {
  const input = QueryInput.of(viewSnapshot(document, NO_REVISION), path);
  return { document, node: input.node, input };
}

/** @throws CodedError `missing` */
function nodeAt({ places }: JsonDocument, path: Path): number {
  const node = places.atPath(path);
  if (node >= 0) return node;
  throw new CodedError('missing', QUERY.nothingThere(toJsonPath(path)));
}

function isOneLine({ places, node }: QueryInput): boolean {
  const { start, end } = places.range(node);
  return !places.text.slice(start, end).includes(LINE_BREAK);
}
