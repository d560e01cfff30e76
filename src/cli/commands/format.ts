// diptych format: lays a document out anew. Every token stays as it is spelt.

import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { lineEndsOf } from '../../engine/layout/line-ends.ts';
import { formatDocument } from '../../engine/layout/format.ts';
import { finish } from '../../engine/base/work.ts';
import { EXIT, isOn, positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { EDIT_DETAILS, EDIT_OPTIONS, editDocument, readDocument, textOf, valid } from '../documents.ts';

const MAX_INDENT = 10;

export const format: CliCommand = {
  usage: 'format FILE',
  summary: 'print a document with one value in a line, compact, or smart',
  details: `  -c, --compact       without white space
  -s, --smart         short objects and arrays on one line
  -i, --indent N      spaces of a level, or "tab" (2)
      --width N       characters of a line of --smart (100)
      --ascii         characters outside of ASCII as escapes
  -w, --write         change the file
      --check         say by exit code 1 that it is laid out otherwise, and print nothing
${EDIT_DETAILS.split('\n').slice(1).join('\n')}`,
  examples: [
    'format data.json',
    'format -w --indent tab config.json',
    'cat big.json | diptych format - -c > small.json',
  ],
  options: {
    ...EDIT_OPTIONS,
    compact: { type: 'boolean', short: 'c' },
    smart: { type: 'boolean', short: 's' },
    indent: { type: 'string', short: 'i' },
    width: { type: 'string' },
    ascii: { type: 'boolean' },
    write: { type: 'boolean', short: 'w' },
    check: { type: 'boolean' },
  },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    const style = isOn(call, 'compact') ? 'compact' : isOn(call, 'smart') ? 'smart' : 'format';
    const options: WriteOptions = {
      style,
      indent: indentOf(textOption(call, 'indent') ?? '2'),
      maxLineLength: Number(textOption(call, 'width') ?? 100),
      escapeUnicode: isOn(call, 'ascii'),
    };
    if (isOn(call, 'write'))
      return editDocument(file, call, io, (document) => formatDocument(document, options, lineEndsOf(document)));
    const document = valid(await readDocument(file, io));
    const made = textOf(finish(formatDocument(document, options, lineEndsOf(document))));
    if (isOn(call, 'check')) return Buffer.compare(made, textOf(document)) === 0 ? EXIT.ok : EXIT.different;
    await io.write(made);
    if (made.at(-1) !== 0x0a) await io.write('\n');
    return EXIT.ok;
  },
};

function indentOf(text: string): string {
  if (text === 'tab') return '\t';
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_INDENT)
    throw new UsageError(`--indent is 1 to ${MAX_INDENT}, or "tab".`);
  return ' '.repeat(count);
}
