// diptych query.

import { toJsonPath } from '../../shared/document/path.ts';
import type { QueryNote } from '../../shared/protocol/query.ts';
import { EXIT, isOn, positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { DEADLINE_DETAILS, DEADLINE_OPTIONS, withDeadline } from '../deadline.ts';
import { readDocument, valid } from '../documents.ts';
import { ALL_LANGUAGE_NAMES, runQuery } from '../queries.ts';

export const query: CliCommand = {
  usage: 'query FILE QUERY',
  summary: 'run a query in JSONPath, JMESPath, JSON Query, jq or JavaScript',
  details: `  -l, --language   jsonpath (default), jmespath, jsonquery, jq, javascript or lodash
  -c, --compact    the result on one line
${DEADLINE_DETAILS}
Numbers keep all their digits. A query that can’t be read says where. Code in JavaScript runs with your rights: run only
what you trust.`,
  examples: [
    "query orders.json '$..price'",
    "query orders.json -l jmespath 'items[?price > `10`].name'",
    "query orders.json -l jq '.items | map(.price) | add'",
    'query orders.json -l lodash \'_.sumBy(data.items, "price")\'',
  ],
  options: { language: { type: 'string', short: 'l' }, compact: { type: 'boolean', short: 'c' }, ...DEADLINE_OPTIONS },
  async run(call, io) {
    const [file = '', text = ''] = positionals(call, 2);
    const language = textOption(call, 'language') ?? 'jsonpath';
    if (!ALL_LANGUAGE_NAMES.includes(language))
      throw new UsageError(`${language} is no language: ${ALL_LANGUAGE_NAMES.join(', ')}.`);
    const document = valid(await readDocument(file, io));
    const { result, notes } = await withDeadline(call, 'query', () =>
      runQuery(document, language, text, { isCompact: isOn(call, 'compact'), allowsCode: true }),
    );
    for (const note of notes) io.tell(`diptych: ${sayNote(note)}`);
    await io.write(result);
    await io.write('\n');
    return EXIT.ok;
  },
};

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
