// diptych set, delete, insert and patch.

import { mergeDocument } from '../../engine/patch/merge-patch.ts';
import { patchDocument } from '../../engine/patch/patch.ts';
import {
  countOf,
  isOn,
  positionals,
  UsageError,
  type CliCommand,
  type CommandCall,
  type CommandIo,
} from '../command.ts';
import { EDIT_DETAILS, EDIT_OPTIONS, editDocument, readDocument, valid } from '../documents.ts';
import {
  insertValue,
  outermostOf,
  removeEntries,
  removeValues,
  setEntries,
  setValue,
  setWithParents,
} from '../edits.ts';
import { hasWildcards, PATH_DETAILS, select } from '../selection.ts';
import { isJson } from '../../shared/document/json-text.ts';

/** The JSON text of a value: as given, or with `--string` as a string. @throws UsageError if it is no JSON */
function valueOf(call: CommandCall, text: string): string {
  if (isOn(call, 'string')) return JSON.stringify(text);
  if (isJson(text)) return text;
  throw new UsageError(`${text} is not JSON. Put quotes around a string, or use --string.`);
}

function tellCount(io: CommandIo, call: CommandCall, count: number, done: string): void {
  io.tell(`diptych: ${countOf(count, 'value')} ${isOn(call, 'dry-run') ? `would be ${done}` : done}.`);
}

const STRING = '  -s, --string  the value is a text, not JSON\n';

export const set: CliCommand = {
  usage: 'set FILE PATH VALUE',
  summary: 'set the value at a path; a new key is added',
  details: `${STRING}      --parents make the objects around it that are missing; 0 and - in a path make an array
${EDIT_DETAILS}
${PATH_DETAILS}
With wildcards, the values that are there are set, and their number is told on standard error. A file that has the value
already is not written.`,
  examples: [
    'set package.json /version \'"2.0.0"\'',
    'set config.json $.port 8080',
    'set config.json /name -s "Kite & Co"',
    'set config.json /server/tls/port 8443 --parents',
    "set orders.json '/items/*/price' 0 --dry-run",
  ],
  options: { ...EDIT_OPTIONS, string: { type: 'boolean', short: 's' }, parents: { type: 'boolean' } },
  async run(call, io) {
    const [file = '', at = '', text = ''] = positionals(call, 3);
    const value = valueOf(call, text);
    return editDocument(file, call, io, async (document) => {
      if (!hasWildcards(document, at))
        return isOn(call, 'parents') ? setWithParents(document, at, value) : setValue(document, at, value);
      const entries = outermostOf(document, (await select(document, at)).entries);
      tellCount(io, call, entries.length, 'set');
      return setEntries(document, entries, value);
    });
  },
};

export const insert: CliCommand = {
  usage: 'insert FILE PATH VALUE',
  summary: 'insert a value before an item of an array, at its end (/-), or under a new key',
  details: `${STRING}${EDIT_DETAILS}\nA key that is there already is left alone, and an error.`,
  examples: ['insert list.json /items/0 \'{"id": 1}\'', 'insert list.json /items/- 5'],
  options: { ...EDIT_OPTIONS, string: { type: 'boolean', short: 's' } },
  async run(call, io) {
    const [file = '', at = '', text = ''] = positionals(call, 3);
    const value = valueOf(call, text);
    return editDocument(file, call, io, (document) => insertValue(document, at, value));
  },
};

export const remove: CliCommand = {
  usage: 'delete FILE PATH...',
  summary: 'delete the values at paths',
  details: `${EDIT_DETAILS}\n${PATH_DETAILS}\nAll of them, or none if one is missing. The number of values that wildcards have found is told on standard error.`,
  examples: [
    "delete response.json '$..internal' --dry-run",
    'delete package.json /devDependencies/left-pad',
    'delete list.json $.items[0] $.items[1]',
  ],
  options: EDIT_OPTIONS,
  async run(call, io) {
    const [file, ...given] = call.positionals;
    if (file === undefined || given.length === 0) throw new UsageError('A file and a path are needed.');
    return editDocument(file, call, io, async (document) => {
      if (!given.some((path) => hasWildcards(document, path))) return removeValues(document, given);
      const found = new Set<number>();
      for (const path of given) for (const entry of (await select(document, path)).entries) found.add(entry);
      tellCount(io, call, found.size, 'deleted');
      return removeEntries(document, [...found]);
    });
  },
};

export const patch: CliCommand = {
  usage: 'patch FILE PATCH',
  summary: 'apply a JSON Patch (RFC 6902), or a merge patch (RFC 7396)',
  details: `  -m, --merge   PATCH is a merge patch\n${EDIT_DETAILS}\nAll operations, or none if one fails.`,
  examples: ['patch config.json changes.json', 'diptych diff a.json b.json --patch | diptych patch a.json -'],
  options: { ...EDIT_OPTIONS, merge: { type: 'boolean', short: 'm' } },
  async run(call, io) {
    const [file = '', name = ''] = positionals(call, 2);
    const changes = valid(await readDocument(name, io));
    return editDocument(file, call, io, (document) =>
      isOn(call, 'merge') ? mergeDocument(document, changes) : patchDocument(document, changes),
    );
  },
};
