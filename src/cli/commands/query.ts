// diptych query.

import { toJsonPath } from '../../shared/document/path.ts';
import { isJson } from '../../shared/document/json-text.ts';
import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { QueryNote } from '../../shared/protocol/query.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import type { JqOptions } from '../../engine/languages/jq.ts';
import type { Places } from '../../engine/tape/places.ts';
import {
  EXIT,
  isOn,
  listOption,
  positionals,
  textOption,
  UsageError,
  type CliCommand,
  type CommandCall,
} from '../command.ts';
import { DEADLINE_DETAILS, DEADLINE_OPTIONS, withDeadline } from '../deadline.ts';
import { readDocuments, textOf, valid } from '../documents.ts';
import { readBytes } from '../inputs.ts';
import { LineOutput } from '../line-output.ts';
import { ALL_LANGUAGE_NAMES, layOut, runQuery } from '../queries.ts';

/** The options that jq alone has. */
const OF_JQ = ['null-input', 'slurp', 'arg', 'argjson'] as const;

export const query: CliCommand = {
  usage: 'query FILE QUERY',
  summary: 'run a query in JSONPath, JMESPath, JSON Query, jq or JavaScript',
  details: `  -l, --language   jsonpath (default), jmespath, jsonquery, jq, javascript or lodash
  -f, --from-file FILE   the query is in a file, and no argument
  -c, --compact    the result on one line
  -r, --raw        each result on a line of its own, strings without quotes
  -e, --exit-status   exit code 1 if the last result is false or null, or there is none
Of jq alone:
  -n, --null-input   run once without input; "inputs" reads it, record by record for NDJSON. FILE may be missing
  -s, --slurp      the input in an array, as the records of NDJSON always are
      --arg NAME VALUE      $NAME is a text; --argjson NAME VALUE: JSON
${DEADLINE_DETAILS}
Numbers keep all their digits. A query that can’t be read says where. Code in JavaScript runs with your rights: run only
what you trust.`,
  examples: [
    "query orders.json '$..price'",
    "query orders.json -l jmespath 'items[?price > `10`].name'",
    "query orders.json -l jq '.items | map(.price) | add'",
    "query orders.json -l jq -r --arg city Bern '.items[] | select(.city == $city) | .name'",
    'query orders.json -l lodash \'_.sumBy(data.items, "price")\'',
  ],
  options: {
    language: { type: 'string', short: 'l' },
    'from-file': { type: 'string', short: 'f' },
    compact: { type: 'boolean', short: 'c' },
    raw: { type: 'boolean', short: 'r' },
    'exit-status': { type: 'boolean', short: 'e' },
    'null-input': { type: 'boolean', short: 'n' },
    slurp: { type: 'boolean', short: 's' },
    arg: { type: 'string', multiple: true },
    argjson: { type: 'string', multiple: true },
    ...DEADLINE_OPTIONS,
  },
  pairs: ['arg', 'argjson'],
  async run(call, io) {
    const language = textOption(call, 'language') ?? 'jsonpath';
    if (!ALL_LANGUAGE_NAMES.includes(language))
      throw new UsageError(`${language} is no language: ${ALL_LANGUAGE_NAMES.join(', ')}.`);
    const ofJq = OF_JQ.filter((name) => call.values[name] !== undefined);
    if (language !== 'jq' && ofJq.length > 0) throw new UsageError(`--${ofJq.join(', --')} goes with -l jq alone.`);
    const program = textOption(call, 'from-file');
    const wanted = program === undefined ? 2 : 1;
    const given = positionals(call, isOn(call, 'null-input') ? wanted - 1 : wanted, wanted);
    const text = program === undefined ? (given.at(-1) ?? '') : decodeUtf8(await readBytes(program, io));
    const file = given.length === wanted ? given[0] : undefined;
    const document = file === undefined ? loadDocument(encodeUtf8('null')) : valid(await readDocuments(file, io));
    const jq = language === 'jq' ? jqOptions(call) : undefined;
    const made = await withDeadline(call, 'query', () => runQuery(document, language, text, { jq, allowsCode: true }));
    const isMany = language === 'jsonpath' || made.notes.some(({ type }) => type === 'several');
    for (const note of made.notes)
      if (note.type !== 'several' || !isOn(call, 'raw')) io.tell(`diptych: ${sayNote(note)}`);
    const printed = layOut(made, isOn(call, 'compact') || isOn(call, 'raw') ? 'compact' : 'format');
    const { places } = printed;
    const results = isMany ? [...childrenOf(places, 0)] : [0];
    if (isOn(call, 'raw')) {
      const output = new LineOutput(io);
      for (const entry of results) {
        if (!io.isRead()) break;
        const { start, end } = places.range(entry);
        const bytes = printed.memory.text(start, end);
        await output.add(places.kind(entry) === 'string' ? unquote(decodeUtf8(bytes)) : bytes);
      }
      await output.end();
    } else {
      await io.write(textOf(printed));
      await io.write('\n');
    }
    const last = results.at(-1);
    const isTrue = last !== undefined && !['false', 'null'].includes(places.kind(last));
    return isOn(call, 'exit-status') && !isTrue ? EXIT.different : EXIT.ok;
  },
};

function* childrenOf({ tape }: Places, container: number): Generator<number> {
  const close = tape.closing(container);
  for (let entry = container + 1; entry < close; entry = tape.next(entry)) yield entry;
}

/** @throws UsageError for a name that jq can’t have, and a value that is no JSON */
function jqOptions(call: CommandCall): JqOptions {
  const variables = new Map<string, string>();
  for (const option of ['arg', 'argjson'] as const)
    for (const pair of listOption(call, option)) {
      const [name = '', value = ''] = pair.split('\0');
      if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`${name} is no name of a variable.`);
      if (option === 'argjson' && !isJson(value)) throw new UsageError(`${value} is not JSON; --arg takes a text.`);
      variables.set(name, option === 'arg' ? JSON.stringify(value) : value);
    }
  return { variables, isNullInput: isOn(call, 'null-input'), isSlurped: isOn(call, 'slurp') };
}

/** What the result does not show by itself. */
function sayNote(note: QueryNote): string {
  switch (note.type) {
    case 'inexact':
    case 'rounded':
      return note.count === 1
        ? `A number has more digits than the query calculates with: ${note.text} at ${toJsonPath(note.path)}.`
        : `${note.count} numbers have more digits than the query calculates with; the first is ${note.text} at ${toJsonPath(note.path)}.`;
    case 'replaced':
      return `${note.count} strings have half a surrogate pair, which the query replaced; the first is at ${toJsonPath(note.path)}.`;
    case 'several':
      return `The query gave ${note.count} results.`;
    case 'unordered':
      return `${note.operator} compares strings, which have no order in this language, and gave null.`;
    case 'name':
      return `${note.name} is read as the name of a field; a string needs quotes.`;
    case 'respelled':
      return 'The language spells numbers in its own way.';
  }
}
