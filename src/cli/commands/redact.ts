// diptych redact: a document without its secrets, or the list of them.

import { toJsonPath } from '../../shared/document/path.ts';
import { LEAK_KINDS, type LeakKind, type RedactOrder } from '../../shared/protocol/leaks.ts';
import { finish } from '../../workers/engine/base/work.ts';
import { findLeaks } from '../../workers/engine/leaks/find-leaks.ts';
import { redact as redactDocument } from '../../workers/engine/leaks/redact.ts';
import { EXIT, isOn, positionals, textOption, UsageError, type CliCommand } from '../command.ts';
import { EDIT_OPTIONS, editDocument, readDocument, textOf, valid } from '../documents.ts';

export const redact: CliCommand = {
  usage: 'redact FILE',
  summary: 'print a document without secrets and personal data, or list them',
  details: `      --list          list them, each with its path and most of it hidden; exit code 1 if there are any
      --keep KINDS    kinds that stay, separated by commas: ${LEAK_KINDS.join(', ')}
      --same-length   placeholders as long as what they replace
  -w, --write         change the file
      --force         write files that are read-only, have hard links, or whose owner or group a new file can’t have`,
  examples: ['redact request.har > clean.har', 'redact --list config.json'],
  options: {
    ...EDIT_OPTIONS,
    list: { type: 'boolean' },
    keep: { type: 'string' },
    'same-length': { type: 'boolean' },
    write: { type: 'boolean', short: 'w' },
  },
  async run(call, io) {
    const [file = ''] = positionals(call, 1);
    const except = (textOption(call, 'keep') ?? '').split(',').filter((kind) => kind !== '');
    const wrong = except.find((kind) => !LEAK_KINDS.some((known) => known === kind));
    if (wrong !== undefined) throw new UsageError(`${wrong} is no kind: ${LEAK_KINDS.join(', ')}.`);
    const order: RedactOrder = {
      form: isOn(call, 'same-length') ? 'length' : 'label',
      except: except as LeakKind[],
      ignored: [],
    };
    if (isOn(call, 'write')) return editDocument(file, call, io, (document) => redactDocument(document.places, order));
    const document = valid(await readDocument(file, io));
    if (isOn(call, 'list')) {
      const groups = finish(findLeaks(document.places)).filter(({ kind }) => !except.includes(kind));
      for (const { kind, severity, count, first } of groups) {
        for (const { path, masked, isKey } of first)
          await io.write(`${kind} (${severity}): ${toJsonPath(path)}${isKey ? ' (key)' : ''}: ${masked}\n`);
        if (count > first.length) await io.write(`${kind}: ${(count - first.length).toLocaleString('en-US')} more\n`);
      }
      return groups.length > 0 ? EXIT.different : EXIT.ok;
    }
    document.apply(finish(redactDocument(document.places, order)));
    await io.write(textOf(document));
    return EXIT.ok;
  },
};
