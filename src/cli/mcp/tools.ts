// The tools of the server: what a client may ask of documents. Contents are data: nothing in them is followed or run.

import { toJsonPath } from '../../shared/document/path.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { CodedError } from '../../shared/errors.ts';
import { COMPARE_DEFAULTS } from '../../shared/protocol/compare.ts';
import type { WriteOptions } from '../../shared/protocol/format-options.ts';
import { finish } from '../../workers/engine/base/work.ts';
import { compareDocuments } from '../../workers/engine/diff/result/compare.ts';
import { writeReport } from '../../workers/engine/diff/output/report.ts';
import type { JsonDocument } from '../../workers/engine/document/document.ts';
import { formatDocument } from '../../workers/engine/layout/format.ts';
import { lineEndsOf } from '../../workers/engine/layout/line-ends.ts';
import { patchDocument } from '../../workers/engine/patch/patch.ts';
import { Hits } from '../../workers/engine/search/hits.ts';
import { searchDocument } from '../../workers/engine/search/search.ts';
import { entryAt, makeDocument, valid, type Edit } from '../documents.ts';
import { insertValue, isJson, removeValues, setValue } from '../edits.ts';
import { LANGUAGE_NAMES, runQuery } from '../queries.ts';
import { listErrors } from '../schemas.ts';
import type { Changes } from './changes.ts';
import { AnswerPage, pageOfText } from './pages.ts';
import type { Workspace } from './workspace.ts';

/** What tools work with. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly changes: Changes;
  /** Tokens of an answer. */
  readonly budget: number;
}

type Arguments = Readonly<Record<string, unknown>>;

/** One tool. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  /** Whether it changes files. */
  readonly writes: boolean;
  run(given: Arguments, context: ToolContext): Promise<string>;
}

/** Bytes of a value that a line shows. */
const MAX_PREVIEW = 80;
/** Members and items that an outline counts through; of more, the first ones are shown. */
const MAX_OUTLINE = 100_000;

const FILE = { type: 'string', description: 'The file, below one of the folders that may be used.' };
const PATH = { type: 'string', description: 'A JSON Pointer (/a/0) or a JSONPath ($.a[0]); empty for the root.' };
const FROM = { type: 'integer', minimum: 0, description: 'Where to go on, as the answer before said.' };

function textOf(given: Arguments, name: string, fallback?: string): string {
  const value = given[name] ?? fallback;
  if (typeof value === 'string') return value;
  throw new CodedError('refused', `"${name}" is ${value === undefined ? 'missing' : 'not a text'}.`);
}

function numberOf(given: Arguments, name: string): number {
  const value = given[name] ?? 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new CodedError('refused', `"${name}" is not a whole number from 0 on.`);
}

/** The JSON of a value that a client has sent as a value, or as text with all its digits. */
function jsonOf(given: Arguments): string {
  if (typeof given['json'] === 'string') {
    if (isJson(given['json'])) return given['json'];
    throw new CodedError('refused', '"json" is not valid JSON.');
  }
  if (!('value' in given)) throw new CodedError('refused', '"value" or "json" is missing.');
  return JSON.stringify(given['value']);
}

function preview(document: JsonDocument, entry: number): string {
  const { places } = document;
  const kind = places.kind(entry);
  if (kind === 'object' || kind === 'array') {
    const count = places.children.count(entry);
    return `${kind} (${count.toLocaleString('en-US')})`;
  }
  const { start, end } = places.range(entry);
  const text = decodeUtf8(document.memory.text(start, Math.min(end, start + MAX_PREVIEW)));
  return end - start > MAX_PREVIEW ? `${text}…` : text;
}

const outline: Tool = {
  name: 'outline',
  description: 'Lists the members or items at a path, each with its kind, its number of children or its value.',
  properties: { file: FILE, path: PATH, from: FROM },
  required: ['file'],
  writes: false,
  async run(given, { workspace, budget }) {
    const document = valid(await workspace.read(textOf(given, 'file')));
    const { places } = document;
    const entry = entryAt(document, textOf(given, 'path', ''));
    const page = new AnswerPage(budget, numberOf(given, 'from'));
    const kind = places.kind(entry);
    if (kind !== 'object' && kind !== 'array') return preview(document, entry);
    const close = places.tape.closing(entry);
    let index = 0;
    for (let child = entry + 1; child < close && !page.isFull && index < MAX_OUTLINE; child = places.tape.next(child)) {
      page.add(`${kind === 'object' ? JSON.stringify(places.key(child)) : `[${index}]`}: ${preview(document, child)}`);
      index += 1;
    }
    return `${toJsonPath(places.path(entry))}: ${preview(document, entry)}\n${page.text(places.children.count(entry))}`;
  },
};

const get: Tool = {
  name: 'get',
  description: 'Returns the value at a path as it is spelt. A long one comes in parts.',
  properties: { file: FILE, path: PATH, from: FROM },
  required: ['file', 'path'],
  writes: false,
  async run(given, { workspace, budget }) {
    const document = valid(await workspace.read(textOf(given, 'file')));
    const { start, end } = document.places.range(entryAt(document, textOf(given, 'path')));
    return pageOfText(document.memory.text(start, end), budget, numberOf(given, 'from'));
  },
};

const find: Tool = {
  name: 'find',
  description: 'Returns the paths of keys and values that hold a text, with the values.',
  properties: {
    file: FILE,
    text: { type: 'string' },
    in: { enum: ['all', 'keys', 'values'], default: 'all' },
    matchCase: { type: 'boolean', default: false },
    from: FROM,
  },
  required: ['file', 'text'],
  writes: false,
  async run(given, { workspace, budget }) {
    const document = valid(await workspace.read(textOf(given, 'file')));
    const scope = textOf(given, 'in', 'all');
    if (scope !== 'all' && scope !== 'keys' && scope !== 'values')
      throw new CodedError('refused', '"in" is all, keys or values.');
    const hits = new Hits();
    const pattern = textOf(given, 'text');
    finish(
      searchDocument(
        document,
        { pattern, regex: false, matchCase: given['matchCase'] === true, wholeWord: false, scope },
        hits,
      ),
    );
    const { places } = document;
    const page = new AnswerPage(budget, numberOf(given, 'from'));
    for (let index = 0; index < hits.storedCount && !page.isFull; index += 1) {
      const { node, part } = hits.at(index);
      if (node !== null)
        page.add(`${toJsonPath(places.path(node))}${part === 'key' ? ' (key)' : ''}: ${preview(document, node)}`);
    }
    return hits.count === 0 ? 'Nothing was found.' : page.text(hits.count);
  },
};

const query: Tool = {
  name: 'query',
  description: 'Runs a query in JSONPath, JMESPath, JSON Query or jq; returns its result as JSON.',
  properties: {
    file: FILE,
    query: { type: 'string' },
    language: { enum: LANGUAGE_NAMES, default: 'jsonpath' },
    from: FROM,
  },
  required: ['file', 'query'],
  writes: false,
  async run(given, { workspace, budget }) {
    const document = valid(await workspace.read(textOf(given, 'file')));
    const { result } = await runQuery(document, textOf(given, 'language', 'jsonpath'), textOf(given, 'query'), {
      isCompact: false,
      allowsCode: false,
    });
    return pageOfText(result, budget, numberOf(given, 'from'));
  },
};

const diff: Tool = {
  name: 'diff',
  description: 'Compares two documents; returns the differences by path and value.',
  properties: { left: FILE, right: FILE, from: FROM },
  required: ['left', 'right'],
  writes: false,
  async run(given, { workspace, budget }) {
    const left = valid(await workspace.read(textOf(given, 'left')));
    const right = valid(await workspace.read(textOf(given, 'right')));
    const comparison = finish(compareDocuments(left, right, COMPARE_DEFAULTS));
    if (comparison.count === 0) return 'There is no difference.';
    return pageOfText(Buffer.concat(finish(writeReport(comparison))), budget, numberOf(given, 'from'));
  },
};

const validate: Tool = {
  name: 'validate',
  description:
    'Checks a document: its syntax, or a JSON Schema in another file. Returns the errors with path and place.',
  properties: { file: FILE, schema: FILE, from: FROM },
  required: ['file'],
  writes: false,
  async run(given, { workspace, budget }) {
    const loaded = await workspace.read(textOf(given, 'file'));
    const schema = given['schema'] === undefined ? null : valid(await workspace.read(textOf(given, 'schema')));
    const { errors, count } = listErrors(loaded, schema, false);
    if (count === 0) return 'It is valid.';
    const page = new AnswerPage(budget, numberOf(given, 'from'));
    for (const { path, line, column, message } of errors)
      page.add(`${line}:${column}${path === null ? '' : ` ${path}`}: ${message}`);
    return page.text(count);
  },
};

const VALUE = {
  value: { description: 'The value.' },
  json: { type: 'string', description: 'The value as JSON text, for numbers with more digits than a double has.' },
};

/** A tool that changes one file: it shows what it would change, and is carried out by `apply` or, in the mode "full", at once. */
function edit(
  name: string,
  description: string,
  properties: Tool['properties'],
  required: readonly string[],
  plan: (given: Arguments) => Edit,
): Tool {
  return {
    name,
    description,
    properties: { file: FILE, ...properties },
    required: ['file', ...required],
    writes: true,
    run: (given, { changes }) => changes.propose(textOf(given, 'file'), plan(given)),
  };
}

const EDITS: readonly Tool[] = [
  edit(
    'set',
    'Sets the value at a path; a new key is added. Every other byte of the file stays.',
    { path: PATH, ...VALUE },
    ['path'],
    (given) => {
      const [path, json] = [textOf(given, 'path'), jsonOf(given)];
      return (document) => setValue(document, path, json);
    },
  ),
  edit(
    'insert',
    'Inserts a value before an item of an array, at its end (/-), or under a new key.',
    { path: PATH, ...VALUE },
    ['path'],
    (given) => {
      const [path, json] = [textOf(given, 'path'), jsonOf(given)];
      return (document) => insertValue(document, path, json);
    },
  ),
  edit(
    'delete',
    'Deletes the values at paths: all of them, or none.',
    { paths: { type: 'array', items: PATH, minItems: 1 } },
    ['paths'],
    (given) => {
      const { paths } = given;
      if (!Array.isArray(paths) || paths.length === 0 || !paths.every((path) => typeof path === 'string'))
        throw new CodedError('refused', '"paths" is not a list of paths.');
      return (document) => removeValues(document, paths);
    },
  ),
  edit(
    'patch',
    'Applies a JSON Patch (RFC 6902): all of it, or none.',
    { patch: { type: 'array', items: { type: 'object' } } },
    ['patch'],
    (given) => {
      const changes = makeDocument(new TextEncoder().encode(JSON.stringify(given['patch'] ?? null)), 'json');
      return (document) => patchDocument(document, changes);
    },
  ),
  edit(
    'format',
    'Lays a file out anew; every token stays as it is spelt.',
    {
      style: { enum: ['format', 'compact', 'smart'], default: 'format' },
      indent: { type: 'integer', minimum: 1, maximum: 10, default: 2 },
    },
    [],
    (given) => {
      const style = textOf(given, 'style', 'format');
      if (style !== 'format' && style !== 'compact' && style !== 'smart')
        throw new CodedError('refused', '"style" is format, compact or smart.');
      const options: WriteOptions = {
        style,
        indent: ' '.repeat(Math.min(10, Math.max(1, numberOf({ indent: 2, ...given }, 'indent')))),
        maxLineLength: 100,
      };
      return (document) => formatDocument(document, options, lineEndsOf(document));
    },
  ),
];

const apply: Tool = {
  name: 'apply',
  description: 'Carries out a change that was shown before. Refuses if the file has changed since.',
  properties: { change: { type: 'string', description: 'The id of the change.' } },
  required: ['change'],
  writes: true,
  run: (given, { changes }) => changes.apply(textOf(given, 'change')),
};

/** The tools of a mode. */
export function toolsOf(mode: 'read-only' | 'confirm' | 'full'): readonly Tool[] {
  const reading = [outline, get, find, query, diff, validate];
  if (mode === 'read-only') return reading;
  return mode === 'full' ? [...reading, ...EDITS] : [...reading, ...EDITS, apply];
}
