// diptych set, delete, insert and patch.

import { resolve } from 'node:path';
import { mergeDocument } from '../../engine/patch/merge-patch.ts';
import { patchDocument } from '../../engine/patch/patch.ts';
import { isOn, positionals, UsageError, type CliCommand, type CommandCall } from '../command.ts';
import { EDIT_DETAILS, EDIT_OPTIONS, editDocument, load, readDocument, valid } from '../documents.ts';
import { insertValue, removeValues, setValue } from '../edits.ts';
import { readVersion } from '../files.ts';
import { isJson } from '../../shared/document/json-text.ts';

/** The JSON text of a value: as given, or with `--string` as a string. @throws UsageError if it is no JSON */
function valueOf(call: CommandCall, text: string): string {
  if (isOn(call, 'string')) return JSON.stringify(text);
  if (isJson(text)) return text;
  throw new UsageError(`${text} is not JSON. Put quotes around a string, or use --string.`);
}

const STRING = '  -s, --string  the value is a text, not JSON\n';

export const set: CliCommand = {
  usage: 'set FILE PATH VALUE',
  summary: 'set the value at a path; a new key is added',
  details: STRING + EDIT_DETAILS,
  examples: [
    'set package.json /version \'"2.0.0"\'',
    'set config.json $.port 8080',
    'set config.json /name -s "Kite & Co"',
  ],
  options: { ...EDIT_OPTIONS, string: { type: 'boolean', short: 's' } },
  async run(call, io) {
    const [file = '', at = '', text = ''] = positionals(call, 3);
    const value = valueOf(call, text);
    return editDocument(file, call, io, (document) => setValue(document, at, value));
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
  details: `${EDIT_DETAILS}\nAll of them, or none if one is missing.`,
  examples: ['delete package.json /devDependencies/left-pad', 'delete list.json $.items[0] $.items[1]'],
  options: EDIT_OPTIONS,
  async run(call, io) {
    const [file, ...given] = call.positionals;
    if (file === undefined || given.length === 0) throw new UsageError('A file and a path are needed.');
    return editDocument(file, call, io, (document) => removeValues(document, given));
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
    const loaded =
      name === '-' ? await readDocument('-', io) : load((await readVersion(resolve(io.cwd, name))).bytes, name);
    const changes = valid(loaded);
    return editDocument(file, call, io, (document) =>
      isOn(call, 'merge') ? mergeDocument(document, changes) : patchDocument(document, changes),
    );
  },
};
