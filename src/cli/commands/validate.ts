// diptych validate and infer: JSON Schema.

import { basename, resolve } from 'node:path';
import { finish } from '../../engine/base/work.ts';
import { inferSchema } from '../../engine/schema/infer/infer-schema.ts';
import { FORMATS } from '../../engine/schema/library/formats.ts';
import { EXIT, isOn, positionals, textOption, type CliCommand } from '../command.ts';
import { DEADLINE_DETAILS, DEADLINE_OPTIONS, withDeadline } from '../deadline.ts';
import { load, readDocument, valid } from '../documents.ts';
import { readVersion } from '../files.ts';
import { listErrors } from '../schemas.ts';

const PARSER = 'lossless';

export const validate: CliCommand = {
  usage: 'validate FILE [--schema SCHEMA]',
  summary: 'check a document: its syntax, or a JSON Schema (drafts 4 to 2020-12)',
  details: `  -s, --schema FILE   the schema
      --formats       formats are checked, too
      --json          one line of JSON for each error
${DEADLINE_DETAILS}
Exit code 1: the document is not valid.`,
  examples: ['validate data.json', 'validate order.json -s order.schema.json --json'],
  options: {
    schema: { type: 'string', short: 's' },
    formats: { type: 'boolean' },
    json: { type: 'boolean' },
    ...DEADLINE_OPTIONS,
  },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    const loaded = await readDocument(file, io);
    const name = textOption(call, 'schema');
    const schema = name === undefined ? null : valid(load((await readVersion(resolve(io.cwd, name))).bytes, name));
    const list = (): ReturnType<typeof listErrors> => listErrors(loaded, schema, isOn(call, 'formats'));
    // A schema may have expressions.
    const { errors, count } = schema === null ? list() : await withDeadline(call, 'validate', async () => list());
    for (const { path, line, column, message } of errors) {
      const place = `${file === '-' ? 'standard input' : basename(file)}:${line}:${column}`;
      await io.write(
        isOn(call, 'json')
          ? `${JSON.stringify({ ...(path !== null && { path }), line, column, message })}\n`
          : `${place}: ${path === null ? '' : `${path}: `}${message}\n`,
      );
    }
    const rest = count - errors.length;
    if (rest > 0) io.tell(`diptych: ${rest.toLocaleString('en-US')} more errors are not listed.`);
    return count > 0 ? EXIT.different : EXIT.ok;
  },
};

export const infer: CliCommand = {
  usage: 'infer FILE',
  summary: 'print a JSON Schema that the document matches',
  details: '      --ranges   with the least and the greatest number of each place',
  examples: ['infer orders.json > orders.schema.json'],
  options: { ranges: { type: 'boolean' } },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    const document = valid(await readDocument(file, io));
    const { json, isComplete } = finish(inferSchema(document.places, PARSER, FORMATS, isOn(call, 'ranges')));
    await io.write(json.endsWith('\n') ? json : `${json}\n`);
    if (!isComplete)
      io.tell('diptych: The document has more places than a schema has room for; the rest is left open.');
    return EXIT.ok;
  },
};
