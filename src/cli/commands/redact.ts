// diptych redact: a document without its secrets, or the list of them. A file of separated values is read as such, and what is not
// valid as text: whatever it is, only the bytes of its secrets change.

import { basename, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beginsAsGzip } from '../../shared/bytes/first-bytes.ts';
import { spliceBytes } from '../../shared/document/splice-lists.ts';
import { toJsonPath } from '../../shared/document/path.ts';
import { LEAK_KINDS, type Leak, type LeakGroup, type LeakKind, type RedactOrder } from '../../shared/protocol/leaks.ts';
import { finish } from '../../engine/base/work.ts';
import { listCsvLeaks, redactCsv } from '../../engine/leaks/find-in-csv.ts';
import { listTextLeaks, redactText } from '../../engine/leaks/find-in-text.ts';
import { findLeaks } from '../../engine/leaks/find-leaks.ts';
import { redact as redactDocument } from '../../engine/leaks/redact.ts';
import { EXIT, isOn, positionals, textOption, UsageError, type CliCommand, type CommandIo } from '../command.ts';
import { finishInTurns, load } from '../documents.ts';
import { withLock } from '../file-lock.ts';
import { checkIsFile, readVersion, replaceFile } from '../files.ts';
import { unpacked } from '../gzip-files.ts';
import { inputName, isStandardInput, readBytes } from '../inputs.ts';
import { decodeText, encodeText } from '../text-encoding.ts';

export const redact: CliCommand = {
  usage: 'redact FILE',
  summary: 'print a document without secrets and personal data, or list them',
  details: `      --list          list them, each with its path and most of it hidden; exit code 1 if there are any
      --keep KINDS    kinds that stay, separated by commas: ${LEAK_KINDS.join(', ')}
      --same-length   placeholders as long as what they replace
  -w, --write         change the file
  -p, --print         write the result to standard output, also with -w
      --force         write files that are read-only, have hard links, or whose owner or group a new file can’t have
CSV and TSV are read by their name, and what is not valid JSON as text. Files packed with gzip are printed unpacked.`,
  examples: ['redact request.har > clean.har', 'redact --list config.json', 'redact -w users.csv'],
  options: {
    print: { type: 'boolean', short: 'p' },
    force: { type: 'boolean' },
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
    if (isOn(call, 'write') && !isOn(call, 'print') && !isOn(call, 'list') && !isStandardInput(file)) {
      const path = resolve(io.cwd, file);
      await checkIsFile(path, file);
      await withLock(
        path,
        async (lock) => {
          const version = await readVersion(path);
          const made = await redactedBytes(unpacked(version.bytes, file), file, order, io);
          if (made === null) return;
          await replaceFile(version, beginsAsGzip(version.bytes) ? gzipSync(made) : made, isOn(call, 'force'), lock);
        },
        (line) => io.tell(`diptych: ${line}`),
      );
      return EXIT.ok;
    }
    const bytes = unpacked(await readBytes(file, io), inputName(file));
    if (!isOn(call, 'list')) {
      await io.write((await redactedBytes(bytes, file, order, io)) ?? bytes);
      return EXIT.ok;
    }
    const groups = leaksOf(bytes, file, io).filter(({ kind }) => !except.includes(kind));
    for (const { kind, severity, count, first } of groups) {
      for (const leak of first) await io.write(`${kind} (${severity}): ${placeOf(leak)}: ${leak.masked}\n`);
      if (count > first.length) await io.write(`${kind}: ${(count - first.length).toLocaleString('en-US')} more\n`);
    }
    return groups.length > 0 ? EXIT.different : EXIT.ok;
  },
};

function isTable(name: string): boolean {
  return /\.(?:csv|tsv|tab)(?:\.gz)?$/i.test(name);
}

function placeOf({ path, isKey, line, isComment = false }: Leak): string {
  const where = line === undefined ? '' : `line ${line + 1}`;
  if (path.length === 0 && line !== undefined) return isComment ? `${where} (comment)` : where;
  return `${toJsonPath(path)}${isKey ? ' (key)' : ''}${where === '' ? '' : `, ${where}`}`;
}

function leaksOf(bytes: Uint8Array, name: string, io: CommandIo): readonly LeakGroup[] {
  if (isTable(name)) return finish(listCsvLeaks(bytes));
  const { text } = decodeText(bytes, name);
  const { document } = load(text, name);
  if (document.isWhole) return finish(findLeaks(document.places));
  tellText(name, io);
  return finish(listTextLeaks(text));
}

/** The bytes without their secrets; `null` if there are none. */
async function redactedBytes(
  bytes: Uint8Array,
  name: string,
  order: RedactOrder,
  io: CommandIo,
): Promise<Uint8Array | null> {
  if (isTable(name)) {
    const made = await finishInTurns(redactCsv(bytes, order));
    return made === bytes ? null : made;
  }
  const { text, encoding } = decodeText(bytes, name);
  const { document } = load(text, name);
  if (!document.isWhole) tellText(name, io);
  const splices = await finishInTurns(
    document.isWhole ? redactDocument(document.places, order) : redactText(text, order),
  );
  return splices.length === 0 ? null : encodeText(spliceBytes(text, splices), encoding);
}

function tellText(name: string, io: CommandIo): void {
  io.tell(
    `${isStandardInput(name) ? 'Standard input' : basename(name)} is not valid JSON, so it was searched as text.`,
  );
}
