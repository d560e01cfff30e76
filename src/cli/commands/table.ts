// diptych table: CSV and TSV in and out.

import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import type { CsvReadOptions, CsvWriteOptions } from '../../shared/protocol/csv.ts';
import { finish } from '../../engine/base/work.ts';
import { readTable } from '../../engine/csv/read.ts';
import { writeTable } from '../../engine/csv/write.ts';
import { EXIT, isOn, positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { entryAt, load, readDocument, valid } from '../documents.ts';
import { unpacked } from '../gzip-files.ts';
import { inputName, readBytes } from '../inputs.ts';

/** A byte that can stand between cells. */
const SEPARATOR = /^[\t -!#-~]$/;

export const table: CliCommand = {
  usage: 'table FILE',
  summary: 'turn CSV into JSON; with --csv, an array of JSON into CSV',
  details: `      --csv           from JSON to CSV
      --at PATH       the array, with --csv (the root)
      --separator C   one character of ASCII, or "tab"; found by itself when reading
      --no-header     the first row is data, or is left out
      --nest          dots in names make objects (reading)
      --json-cells    objects stay JSON in their cell (writing)
      --typed         a form that gives the same JSON when it is read again (writing)
      --formulas      texts that a spreadsheet would run get an apostrophe (writing)
Numbers keep all their digits, and 00123 stays a text.`,
  examples: ['table people.csv > people.json', 'table orders.json --csv --at /items --separator ";"'],
  options: {
    csv: { type: 'boolean' },
    at: { type: 'string' },
    separator: { type: 'string' },
    'no-header': { type: 'boolean' },
    nest: { type: 'boolean' },
    'json-cells': { type: 'boolean' },
    typed: { type: 'boolean' },
    formulas: { type: 'boolean' },
  },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    const given = textOption(call, 'separator');
    const separator = given === 'tab' ? '\t' : given;
    if (separator !== undefined && !SEPARATOR.test(separator))
      throw new UsageError('--separator is one character of ASCII, no quote or line end, or "tab".');
    const header = isOn(call, 'no-header') ? false : undefined;
    if (isOn(call, 'csv')) {
      const document = valid(await readDocument(file, io));
      const options: CsvWriteOptions = {
        separator,
        header,
        form: isOn(call, 'typed') ? 'typed' : 'plain',
        nested: isOn(call, 'json-cells') ? 'json' : 'flatten',
        formulas: isOn(call, 'formulas') ? 'escape' : 'keep',
      };
      const { content, doubled } = finish(
        writeTable(document, entryAt(document, textOption(call, 'at') ?? ''), options),
      );
      for (const piece of content) await io.write(piece);
      if (doubled > 0)
        io.tell(`diptych: left out, because later values in the same object have the same name: ${doubled}`);
      return EXIT.ok;
    }
    const name = inputName(file);
    const bytes = unpacked(await readBytes(file, io), name);
    if (isJsonFile(bytes, name)) throw new UsageError(`${name} is JSON. Add --csv to turn it into CSV.`);
    const options: CsvReadOptions = { separator, header, nest: isOn(call, 'nest') };
    const { json } = finish(readTable(bytes, options));
    for (const piece of json) await io.write(piece);
    return EXIT.ok;
  },
};

/** Whether a file that is to be read as a table is JSON. A table that only begins like it is none. */
function isJsonFile(bytes: Uint8Array, name: string): boolean {
  if (/\.(?:csv|tsv|tab|txt)(?:\.gz)?$/i.test(name)) return false;
  if (/\.(?:json|jsonc|json5|ndjson|jsonl|ldjson)(?:\.gz)?$/i.test(name)) return true;
  return /^\s*[[{]/.test(decodeUtf8(bytes.subarray(0, 256))) && load(bytes, name).document.isWhole;
}
