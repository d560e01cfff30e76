// The tools that change one file. Each plans an edit, which is shown or carried out elsewhere.

import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { formatDocument } from '../../engine/layout/format.ts';
import { lineEndsOf } from '../../engine/layout/line-ends.ts';
import { patchDocument } from '../../engine/patch/patch.ts';
import { type Edit } from '../documents.ts';
import { insertValue, removeValues, setValue } from '../edits.ts';
import type { Arguments, ArgumentRules } from './arguments.ts';
import { FILE, PATH, type Tool } from './tool.ts';
import { loadDocument } from '../../engine/document/load-document.ts';

const VALUE = {
  value: { description: 'The value. It is written as it is spelt, with all digits of its numbers.' },
  json: { type: 'string', description: 'The value as a text that holds JSON, instead.' },
} as const;
const MAX_INDENT = 10;

function editTool(
  name: string,
  description: string,
  properties: ArgumentRules['properties'],
  required: readonly string[],
  plan: (given: Arguments) => Edit,
): Tool {
  return {
    name,
    description,
    properties: { file: FILE, ...properties },
    required: ['file', ...required],
    writes: true,
    run: (given, { changes, shown }) => changes.make(given.text('file'), plan(given), shown),
  };
}

/** A tool that writes a value at a path. */
function valueTool(name: string, description: string, plan: typeof setValue): Tool {
  return editTool(name, description, { path: PATH, ...VALUE }, ['path'], (given) => {
    const [path, json] = [given.text('path'), given.jsonValue()];
    return (document) => plan(document, path, json);
  });
}

/** The tools that change a file. */
export const EDIT_TOOLS: readonly Tool[] = [
  valueTool('set', 'Sets the value at a path; a new key is added. Every other byte of the file stays.', setValue),
  valueTool('insert', 'Inserts a value before an item of an array, at its end (/-), or under a new key.', insertValue),
  editTool(
    'delete',
    'Deletes the values at paths: all of them, or none.',
    { paths: { type: 'array', items: PATH, minItems: 1 } },
    ['paths'],
    (given) => {
      const paths = given.list('paths');
      return (document) => removeValues(document, paths);
    },
  ),
  editTool(
    'patch',
    'Applies a JSON Patch (RFC 6902): all of it, or none.',
    { patch: { type: 'array', items: { type: 'object' } } },
    ['patch'],
    (given) => {
      const changes = loadDocument(new TextEncoder().encode(given.json('patch')), 'json');
      return (document) => patchDocument(document, changes);
    },
  ),
  editTool(
    'format',
    'Lays a file out anew; every token stays as it is spelt.',
    {
      style: { enum: ['format', 'compact', 'smart'], default: 'format' },
      indent: { type: 'integer', minimum: 1, maximum: MAX_INDENT, default: 2 },
    },
    [],
    (given) => {
      const options: WriteOptions = {
        style: given.text('style') as WriteOptions['style'],
        indent: ' '.repeat(given.number('indent')),
        maxLineLength: 100,
      };
      return (document) => formatDocument(document, options, lineEndsOf(document));
    },
  ),
];
