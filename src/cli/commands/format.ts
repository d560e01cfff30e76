// diptych format: lays a document out anew. Every token stays as it is spelt.

import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { lineEndsOf } from '../../engine/layout/line-ends.ts';
import { loadDocument } from '../../engine/document/load-document.ts';
import { sortKeysInside } from '../../engine/sort/sort-members.ts';
import { formatDocument } from '../../engine/layout/format.ts';
import { finish, type Work } from '../../engine/base/work.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { EXIT, forEachFile, isOn, textOption, UsageError, type CliCommand } from '../command.ts';
import { editDocument, FORCE_DETAILS, printText, readDocument, readDocuments, textOf, valid } from '../documents.ts';

const MAX_INDENT = 10;

export const format: CliCommand = {
  usage: 'format FILE...',
  summary: 'print a document with one value in a line, compact, or smart',
  details: `  -c, --compact       without white space
  -s, --smart         short objects and arrays on one line
  -i, --indent N      spaces of a level, or "tab" (2)
      --width N       characters of a line of --smart (100)
      --sort-keys     the keys of all objects in order; numbers in them by their value
      --ascii         characters outside of ASCII as escapes
  -w, --write         change the file
      --check         say by exit code 1 that it is laid out otherwise; of several files, those are listed
${FORCE_DETAILS}
The last line ends with a line end. Several files are taken with --write and --check; the exit code is the worst of all.`,
  examples: [
    'format data.json',
    'format -w --indent tab config.json',
    'format --check *.json',
    'cat big.json | diptych format - -c > small.json',
  ],
  options: {
    print: { type: 'boolean', short: 'p' },
    force: { type: 'boolean' },
    compact: { type: 'boolean', short: 'c' },
    smart: { type: 'boolean', short: 's' },
    indent: { type: 'string', short: 'i' },
    width: { type: 'string' },
    'sort-keys': { type: 'boolean' },
    ascii: { type: 'boolean' },
    write: { type: 'boolean', short: 'w' },
    check: { type: 'boolean' },
  },
  async run(call, io) {
    const files = call.positionals;
    if (files.length === 0) throw new UsageError('An argument is missing.');
    const [writes, checks] = [isOn(call, 'write'), isOn(call, 'check')];
    if (writes && checks) throw new UsageError('--write and --check exclude each other.');
    if (files.length > 1 && !writes && !checks)
      throw new UsageError('Several files are laid out with --write or --check alone.');
    const style = isOn(call, 'compact') ? 'compact' : isOn(call, 'smart') ? 'smart' : 'format';
    const options: WriteOptions = {
      style,
      indent: indentOf(textOption(call, 'indent') ?? '2'),
      maxLineLength: Number(textOption(call, 'width') ?? 100),
      escapeUnicode: isOn(call, 'ascii'),
    };
    // The same text whether it is printed, written or checked.
    const layOut = function* (document: JsonDocument): Work<JsonDocument> {
      const source = isOn(call, 'sort-keys') ? yield* sortedCopy(document) : document;
      return yield* formatDocument(source, options, { ...lineEndsOf(document), endsLastLine: true });
    };
    if (writes) return forEachFile(files, io, (file) => editDocument(file, call, io, layOut));
    return forEachFile(files, io, async (file) => {
      const loaded = checks ? await readDocument(file, io) : await readDocuments(file, io);
      const document = valid(loaded);
      const made = textOf(finish(layOut(document)));
      if (!checks) {
        await printText(loaded, made, io);
        return EXIT.ok;
      }
      if (Buffer.compare(made, textOf(document)) === 0) return EXIT.ok;
      if (files.length > 1) await io.write(`${file}\n`);
      return EXIT.different;
    });
  },
};

/** A copy whose objects have their keys in order. Comments go with their members. */
function* sortedCopy(document: JsonDocument): Work<JsonDocument> {
  const copy = loadDocument(textOf(document), document.dialect);
  const { splices } = yield* sortKeysInside(copy.places, 0, 'ascending');
  copy.apply(splices);
  yield* copy.settle();
  return copy;
}

function indentOf(text: string): string {
  if (text === 'tab') return '\t';
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_INDENT)
    throw new UsageError(`--indent is 1 to ${MAX_INDENT}, or "tab".`);
  return ' '.repeat(count);
}
