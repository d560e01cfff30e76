// Cost of queries in each language: the same filter, sort and pick of records, through the functions that a job worker runs,
// compared with handwritten JavaScript. Paths are compared with json-p3, which has to parse the values first.

import { JSONPathEnvironment, type JSONPathNode } from 'json-p3';
import lodash from 'lodash';
import { joinBytes } from '../../src/shared/bytes/bytes.ts';
import { chooseParser } from '../../src/shared/document/parser.ts';
import { isCode, type CodeLanguage, type QueryLanguage } from '../../src/shared/protocol/query.ts';
import { asRevision } from '../../src/shared/units.ts';
import type { Wizard } from '../../src/shared/protocol/wizard.ts';
import { JsonDocument } from '../../src/workers/engine/document/document.ts';
import { compileEngine } from '../../src/workers/engine/base/memory.ts';
import { QueryInput } from '../../src/workers/engine/query/input.ts';
import { writeOutput } from '../../src/workers/engine/query/output.ts';
import { carryOutWizard } from '../../src/workers/engine/query/wizard.ts';
import { viewSnapshot } from '../../src/workers/engine/document/snapshot.ts';
import { finish, type Work } from '../../src/workers/engine/base/work.ts';
import { runLanguage } from '../../src/workers/query/run.ts';
import { compileCode } from '../../src/workers/sandbox/code.ts';
import { generate } from '../generate.ts';

/** One query to measure, in a new worker. */
export interface QueryOrder {
  readonly language: QueryLanguage | 'wizard';
  readonly text: string;
  /** The implementation that it is compared with. */
  readonly peer: 'javascript' | 'filter' | 'json-p3';
}

/** Medians in milliseconds: from bytes and their tape to bytes of JSON, for the peer from bytes only. */
export interface QueryFigures {
  readonly bytes: number;
  readonly ms: number;
  readonly peerMs: number;
  /** Bytes of the result. */
  readonly result: number;
  readonly items: number;
}

interface Person {
  readonly age: number | null;
  readonly name: string;
  readonly balance: number;
}

/** The query of `queries.mjs`. */
const WIZARD: Wizard = {
  filter: { path: ['age'], operator: '>', literal: '40' },
  sort: { path: ['balance'], direction: 'ascending' },
  pick: [['name'], ['balance']],
};

const drive = <T>(work: Work<T>): Promise<T> => Promise.resolve(finish(work));
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** Measures one query on records of about `size` bytes. */
export async function measureQuerying(order: QueryOrder, size: number, rounds: number): Promise<QueryFigures> {
  const bytes = generate('records', 'pretty', size);
  const document = open(bytes);
  const runs = (): Promise<readonly Uint8Array[]> => run(order, document);
  const peers = (): Uint8Array => runPeer(order, bytes);
  const [made, expected] = [joinBytes(await runs()), peers()];
  const [items, wanted] = [made, expected].map((json) => (JSON.parse(decode(json)) as unknown[]).length);
  if (items !== wanted) throw new RangeError(`${order.text} gave ${items} items, expected ${wanted}`);
  const ms = await median(rounds, runs);
  const peerMs = await median(rounds, peers);
  return { bytes: bytes.length, ms, peerMs, result: made.length, items: items ?? 0 };
}

function open(bytes: Uint8Array): JsonDocument {
  const document = new JsonDocument(compileEngine(), bytes.length);
  document.append(bytes);
  document.complete();
  return document;
}

/** Runs a query as the first one on a document: no values are cached yet. */
async function run({ language, text }: QueryOrder, document: JsonDocument): Promise<readonly Uint8Array[]> {
  if (language === 'wizard') return finish(carryOutWizard(document.places, 0, WIZARD));
  const input = QueryInput.of(viewSnapshot(document, asRevision(0)), []);
  if (isCode(language)) return runCode(language, text, input, document.size);
  return (await runLanguage(input, language, text, drive)).pieces;
}

/** Does the work of the sandbox's worker without the frame around it, which only adds two transfers. */
async function runCode(
  language: CodeLanguage,
  text: string,
  whole: QueryInput,
  size: number,
): Promise<readonly Uint8Array[]> {
  const code = await compileCode(text);
  const input = QueryInput.of(whole.cut(), []);
  const parser = chooseParser('auto', size);
  if (parser === 'native') finish(input.inexact());
  const data = finish(input.value(parser === 'native' ? 'native' : 'guarded'));
  finish(input.nodes());
  const value = code.run(data, language === 'lodash' ? lodash : undefined);
  return finish(writeOutput(input, value, 'checked')) ?? [];
}

function runPeer({ peer, text }: QueryOrder, bytes: Uint8Array): Uint8Array {
  const data: unknown = JSON.parse(decode(bytes));
  if (peer === 'json-p3') return encode(valuesAt(text, data as JSONPathNode['value']));
  const old = (data as Person[]).filter(({ age }) => age !== null && age > 40);
  if (peer === 'filter') return encode(old);
  return encode(old.toSorted((a, b) => a.balance - b.balance).map(({ name, balance }) => ({ name, balance })));
}

/** Returns the values that json-p3 finds: all in one call, which is faster, or one by one where its stack overflows. */
function valuesAt(text: string, data: JSONPathNode['value']): unknown[] {
  const query = new JSONPathEnvironment().compile(text);
  try {
    return query.query(data).values();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return Array.from(query.lazyQuery(data), ({ value }) => value);
  }
}

/** Needs no warm-up: the checks before have run the task. */
async function median(rounds: number, task: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await task();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}
