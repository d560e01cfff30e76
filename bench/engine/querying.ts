// Steps of the suite `query`: the same filter, sort and pick of records in each language, through the functions that a job worker
// runs, beside handwritten JavaScript and the library of the language by itself, which have to parse the values first.

import { search as searchJmespath, type JSONValue } from '@jmespath-community/jmespath';
import { jsonquery } from '@jsonquerylang/jsonquery';
import { JSONPathEnvironment, type JSONPathNode } from 'json-p3';
import lodash from 'lodash';
import { joinBytes } from '../../src/shared/bytes/bytes.ts';
import { chooseParser } from '../../src/shared/document/parser.ts';
import { isCode, type CodeLanguage, type QueryLanguage } from '../../src/shared/protocol/query.ts';
import { asRevision } from '../../src/shared/units.ts';
import type { Wizard } from '../../src/shared/protocol/wizard.ts';
import type { JsonDocument } from '../../src/engine/document/document.ts';
import { QueryInput } from '../../src/engine/query/input.ts';
import { writeOutput } from '../../src/engine/query/output.ts';
import { carryOutWizard } from '../../src/engine/query/wizard.ts';
import { viewSnapshot } from '../../src/engine/document/snapshot.ts';
import { finish, type Work } from '../../src/engine/base/work.ts';
import { runLanguage } from '../../src/engine/languages/run.ts';
import { compileCode } from '../../src/engine/javascript/code.ts';
import { generate } from '../generate.ts';
import { decode, encodeValue, holding, openDocument } from './open.ts';
import type { BenchJob, Step } from './step.ts';

/** One query to measure, in a new worker. */
export interface QueryOrder {
  readonly name: string;
  readonly language: QueryLanguage | 'wizard';
  readonly text: string;
  /** The implementation that it is compared with. */
  readonly peers: readonly QueryPeer[];
}

export type QueryPeer = 'by hand' | 'filter by hand' | 'json-p3' | 'JMESPath' | 'JSON Query' | 'Lodash';

interface Person {
  readonly age: number | null;
  readonly name: string;
  readonly balance: number;
}

/** The query of `queries.mjs`. */
const WIZARD: Wizard = {
  filters: [{ path: ['age'], operator: '>', literal: '40' }],
  join: 'and',
  sort: { path: ['balance'], direction: 'ascending' },
  pick: [['name'], ['balance']],
};

const drive = <T>(work: Work<T>): Promise<T> => Promise.resolve(finish(work));

/** Returns the step of one query on records. */
export async function* querySteps({ size, query }: BenchJob): AsyncGenerator<Step> {
  if (query === undefined) throw new RangeError('no query was given');
  const bytes = generate('records', 'pretty', size);
  const document = openDocument(bytes);
  const parse = (): unknown => JSON.parse(decode(bytes));
  const runs = async (on: JsonDocument): Promise<Uint8Array> => joinBytes(await run(query, on));
  const made = await runs(document);
  const items = (JSON.parse(decode(made)) as unknown[]).length;
  for (const peer of query.peers) {
    const wanted = (JSON.parse(decode(runPeer(peer, query.text, parse()))) as unknown[]).length;
    if (items !== wanted) throw new RangeError(`${query.text} gave ${items} items, ${peer} ${wanted}`);
  }
  yield {
    name: query.name,
    own: async () => runs(document),
    fromBytes: async () => runs(openDocument(bytes)),
    beside: query.peers.flatMap((peer) => [
      {
        name: `JSON.parse, ${peer}, stringify`,
        start: 'bytes',
        run: () => runPeer(peer, query.text, parse()),
      },
      holding(`${peer}, stringify`, parse, (data) => runPeer(peer, query.text, data)),
    ]),
    facts: () => ({ items, result: made.length }),
  };
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
  // In the job worker, while the sandbox makes the values.
  input.useRespelt(finish(whole.respelt()));
  const data = finish(input.value(chooseParser('auto', size) === 'native' ? 'native' : 'guarded'));
  finish(input.respeltNodes());
  const value = code.run(data, language === 'lodash' ? lodash : undefined);
  return finish(writeOutput(input, value, 'checked')) ?? [];
}

function runPeer(peer: QueryPeer, text: string, data: unknown): Uint8Array {
  if (peer === 'json-p3') return encodeValue(valuesAt(text, data as JSONPathNode['value']));
  if (peer === 'JMESPath') return encodeValue(searchJmespath(data as JSONValue, text));
  if (peer === 'JSON Query') return encodeValue(jsonquery(data, text));
  const people = data as Person[];
  if (peer === 'Lodash')
    return encodeValue(
      lodash.map(
        lodash.sortBy(
          lodash.filter(people, ({ age }) => age !== null && age > 40),
          'balance',
        ),
        (item) => lodash.pick(item, ['name', 'balance']),
      ),
    );
  const old = people.filter(({ age }) => age !== null && age > 40);
  if (peer === 'filter by hand') return encodeValue(old);
  return encodeValue(old.toSorted((a, b) => a.balance - b.balance).map(({ name, balance }) => ({ name, balance })));
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
