// diptych get: prints values as they are spelt.

import { unquote } from '../../shared/bytes/literals.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { countOf, EXIT, isOn, UsageError, type CliCommand } from '../command.ts';
import { readDocument, valid } from '../documents.ts';
import { LineOutput } from '../line-output.ts';
import { PATH_DETAILS, select } from '../selection.ts';

export const get: CliCommand = {
  usage: 'get FILE PATH...',
  summary: 'print the values at paths, as they are spelt',
  details: `  -r, --raw   print the contents of strings, without quotes
${PATH_DETAILS}
The number of values that wildcards have found is told on standard error.
Exit code 1: there is no such value.`,
  examples: [
    'get package.json /version -r',
    "get orders.json '$..price'",
    'curl -s https://api.example/items | diptych get - $[0].id',
  ],
  options: { raw: { type: 'boolean', short: 'r' } },
  async run(call, io) {
    const [file, ...paths] = call.positionals;
    if (file === undefined || paths.length === 0) throw new UsageError('A file and a path are needed.');
    const document = valid(await readDocument(file, io));
    const output = new LineOutput(io);
    for (const path of paths) {
      const { entries, isMany } = await select(document, path);
      for (const entry of entries) {
        if (!io.isRead()) break;
        const { start, end } = document.places.range(entry);
        const bytes = document.memory.text(start, end);
        const isString = bytes[0] === 0x22 || bytes[0] === 0x27;
        await output.add(isOn(call, 'raw') && isString ? unquote(decodeUtf8(bytes)) : bytes);
      }
      await output.end();
      if (isMany) io.tell(`diptych: ${countOf(entries.length, 'value')} at ${path}.`);
    }
    return EXIT.ok;
  },
};
