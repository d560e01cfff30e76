// diptych validate and infer: JSON Schema.

import { basename } from 'node:path';
import { DIALECT_LABELS, toDialect, type Dialect } from '../../shared/document/dialect.ts';
import { finish } from '../../engine/base/work.ts';
import { detectDialect } from '../../engine/document/detect-dialect.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import { inferSchema } from '../../engine/schema/infer/infer-schema.ts';
import { FORMATS } from '../../engine/schema/library/formats.ts';
import {
  EXIT,
  forEachFile,
  isOn,
  positionals,
  textOption,
  UsageError,
  type CliCommand,
  type CommandCall,
  type CommandIo,
} from '../command.ts';
import { createDeadline, DEADLINE_DETAILS, DEADLINE_OPTIONS } from '../deadline.ts';
import { namedDialect, readDocument, textOf, valid, type Loaded } from '../documents.ts';
import { inputName, isStandardInput } from '../inputs.ts';
import { readSchemaFile } from '../schema-files.ts';
import { compileSchemaFile, listErrors, type CompiledSchema, type DocumentErrors } from '../schemas.ts';

const PARSER = 'lossless';

const LANGUAGES = 'json, jsonc, json5 or ndjson';

export const validate: CliCommand = {
  usage: 'validate FILE... [--schema SCHEMA]',
  summary: 'check documents: their syntax, or a JSON Schema (drafts 4 to 2020-12)',
  details: `  -s, --schema FILE   the schema; files that it refers to are read, addresses are not asked
  -d, --dialect NAME  read the files as ${LANGUAGES}
      --whole         the schema is that of the array of all records of NDJSON, and not of each
      --formats       formats are checked, too
      --json          one line of JSON for each error
${DEADLINE_DETAILS}
A file is read as what its name says: .jsonc, .json5, .ndjson and .jsonl, tsconfig.json with comments, and all others, and
standard input, as JSON by the letter (RFC 8259). Each record of NDJSON is checked by itself.
Exit code 1: a document is not valid. 2: it could not be checked, or not completely: the schema has a reference that leads
nowhere, or a keyword with a value that it can’t have.`,
  examples: [
    'validate data.json',
    'validate *.json -d jsonc',
    'validate events.ndjson -s event.schema.json',
    'validate order.json -s order.schema.json --json',
  ],
  options: {
    schema: { type: 'string', short: 's' },
    dialect: { type: 'string', short: 'd' },
    whole: { type: 'boolean' },
    formats: { type: 'boolean' },
    json: { type: 'boolean' },
    ...DEADLINE_OPTIONS,
  },
  async run(call, io) {
    const files = call.positionals;
    if (files.length === 0) throw new UsageError('An argument is missing.');
    const given = textOption(call, 'dialect');
    const dialect = toDialect(given);
    if (given !== undefined && dialect === undefined) throw new UsageError(`--dialect is ${LANGUAGES}.`);
    const name = textOption(call, 'schema');
    const schema = name === undefined ? null : await readSchemaFile(name, io);
    const compile = (isOfRecords: boolean): CompiledSchema | null =>
      schema === null ? null : compileSchemaFile(schema, { assertsFormats: isOn(call, 'formats'), isOfRecords });
    const compiled = { ofRecords: once(() => compile(true)), ofAll: once(() => compile(false)) };
    // What is wrong with the schema is said once, whatever the number of files.
    compiled.ofAll();
    const told = new Set<string>();
    // A schema may have expressions. An input may be as slow as it likes.
    const deadline = schema === null ? null : createDeadline(call, 'validate');
    try {
      return await forEachFile(files, io, async (file) => {
        const loaded = await readDocument(file, io, dialect ?? namedDialect(inputName(file)));
        const isOfRecords = loaded.document.dialect === 'ndjson' && !isOn(call, 'whole');
        const list = (): DocumentErrors => listErrors(loaded, compiled[isOfRecords ? 'ofRecords' : 'ofAll']());
        const found = deadline === null ? list() : await deadline.limit(list);
        await printErrors(file, found, files.length > 1, call, io);
        for (const note of found.notes) if (!told.has(note)) io.tell(`diptych: ${note}`);
        for (const note of found.notes) told.add(note);
        const hint = dialect === undefined && !loaded.document.isWhole ? otherDialect(loaded) : null;
        if (hint !== null)
          io.tell(`diptych: ${inputName(file)} is valid ${DIALECT_LABELS[hint]}: --dialect ${hint} reads it as that.`);
        return found.notes.length > 0 ? EXIT.trouble : found.count > 0 ? EXIT.different : EXIT.ok;
      });
    } finally {
      deadline?.end();
    }
  },
};

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The language in which a document is valid that is none in its own. */
function otherDialect({ document }: Loaded): Dialect | null {
  const text = textOf(document);
  const found = detectDialect(text, true, 'any');
  return found !== document.dialect && loadDocument(text, found).isWhole ? found : null;
}

async function printErrors(
  file: string,
  { errors, count }: DocumentErrors,
  namesFile: boolean,
  call: CommandCall,
  io: CommandIo,
): Promise<void> {
  const name = isStandardInput(file) ? 'standard input' : namesFile ? file : basename(file);
  for (const { path, record, line, column, message } of errors) {
    if (isOn(call, 'json')) {
      const place = { ...(namesFile && { file: name }), ...(path !== null && { path }) };
      await io.write(
        `${JSON.stringify({ ...place, ...(record !== undefined && { record }), line, column, message })}\n`,
      );
      continue;
    }
    const parts = [record === undefined ? null : `record ${record.toLocaleString('en-US')}`, path, message];
    await io.write(`${name}:${line}:${column}: ${parts.filter((part) => part !== null).join(': ')}\n`);
  }
  const rest = count - errors.length;
  if (rest > 0)
    io.tell(`diptych: ${namesFile ? `${name}: ` : ''}${rest.toLocaleString('en-US')} more errors are not listed.`);
}

export const infer: CliCommand = {
  usage: 'infer FILE',
  summary: 'print a JSON Schema that the document matches',
  details: `      --ranges   with the least and the greatest number of each place
Of NDJSON, the schema of a record.`,
  examples: ['infer orders.json > orders.schema.json'],
  options: { ranges: { type: 'boolean' } },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    const document = valid(await readDocument(file, io));
    const { json, isComplete } = finish(
      inferSchema(document.places, PARSER, FORMATS, isOn(call, 'ranges'), document.dialect === 'ndjson'),
    );
    await io.write(json.endsWith('\n') ? json : `${json}\n`);
    if (!isComplete)
      io.tell('diptych: The document has more places than a schema has room for; the rest is left open.');
    return EXIT.ok;
  },
};
