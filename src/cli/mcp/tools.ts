// The tools of the server: what a client may ask of documents. Contents are data: nothing in them is followed or run.

import { toJsonPath } from '../../shared/document/path.ts';
import { decodeUtf8 } from '../../shared/bytes/utf8.ts';
import { CodedError } from '../../shared/errors.ts';
import { COMPARE_DEFAULTS } from '../../shared/protocol/compare.ts';
import type { SearchQuery } from '../../shared/protocol/search.ts';
import { finish } from '../../engine/base/work.ts';
import { compareDocuments } from '../../engine/diff/result/compare.ts';
import { writeReport } from '../../engine/diff/output/report.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { Hits } from '../../engine/search/hits.ts';
import { searchDocument } from '../../engine/search/search.ts';
import { asNamed, entryAt, textOf, valid } from '../documents.ts';
import { LANGUAGE_NAMES, layOut, runQuery } from '../queries.ts';
import { compileSchemaFile, listErrors } from '../schemas.ts';
import { EDIT_TOOLS } from './edit-tools.ts';
import { AnswerPage, clipText, pageOfText } from './pages.ts';
import { FILE, PATH, type Tool } from './tool.ts';

/** Bytes of a value that a line shows. */
const MAX_PREVIEW = 80;

const FROM = {
  type: 'integer',
  minimum: 0,
  default: 0,
  description: 'Where to go on, as the answer before said.',
} as const;

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
    const document = valid(await workspace.read(given.text('file')));
    const { places } = document;
    const entry = entryAt(document, given.text('path'));
    const page = new AnswerPage(budget, given.number('from'));
    const kind = places.kind(entry);
    if (kind !== 'object' && kind !== 'array') return preview(document, entry);
    const close = places.tape.closing(entry);
    let index = 0;
    for (let child = entry + 1; child < close && !page.isFull; child = places.tape.next(child)) {
      page.add(
        () => `${kind === 'object' ? JSON.stringify(places.key(child)) : `[${index}]`}: ${preview(document, child)}`,
      );
      index += 1;
    }
    const path = clipText(toJsonPath(places.path(entry)), MAX_PREVIEW);
    return `${path}: ${preview(document, entry)}\n${page.text(places.children.count(entry))}`;
  },
};

const get: Tool = {
  name: 'get',
  description: 'Returns the value at a path as it is spelt. A long one comes in parts.',
  properties: { file: FILE, path: PATH, from: FROM },
  required: ['file', 'path'],
  writes: false,
  async run(given, { workspace, budget }) {
    const document = valid(await workspace.read(given.text('file')));
    const { start, end } = document.places.range(entryAt(document, given.text('path')));
    return pageOfText(document.memory.text(start, end), budget, given.number('from'));
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
    const document = valid(await workspace.read(given.text('file')));
    const scope = given.text('in') as SearchQuery['scope'];
    const hits = new Hits();
    const pattern = given.text('text');
    finish(
      searchDocument(
        document,
        { pattern, regex: false, matchCase: given.isOn('matchCase'), wholeWord: false, scope },
        hits,
      ),
    );
    const { places } = document;
    const page = new AnswerPage(budget, given.number('from'));
    for (let index = 0; index < hits.storedCount && !page.isFull; index += 1) {
      page.add(() => {
        const { node, part, range } = hits.at(index);
        // Outside of all values: in a comment.
        if (node === null) return `at byte ${range.start.toLocaleString('en-US')}`;
        return `${toJsonPath(places.path(node))}${part === 'key' ? ' (key)' : ''}: ${preview(document, node)}`;
      });
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
    const document = valid(await workspace.read(given.text('file')));
    const made = await runQuery(document, given.text('language'), given.text('query'), { allowsCode: false });
    return pageOfText(textOf(layOut(made, 'format')), budget, given.number('from'));
  },
};

const diff: Tool = {
  name: 'diff',
  description: 'Compares two documents; returns the differences by path and value.',
  properties: { left: FILE, right: FILE, from: FROM },
  required: ['left', 'right'],
  writes: false,
  async run(given, { workspace, budget }) {
    const left = valid(await workspace.read(given.text('left')));
    const right = valid(await workspace.read(given.text('right')));
    const comparison = finish(compareDocuments(left, right, COMPARE_DEFAULTS));
    if (comparison.count === 0) return 'There is no difference.';
    return pageOfText(Buffer.concat(finish(writeReport(comparison))), budget, given.number('from'));
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
    const loaded = asNamed(await workspace.read(given.text('file')));
    const name = given.has('schema') ? given.text('schema') : null;
    // No file is read that the client has not named, and no address is asked.
    const read = (): null => null;
    const schema =
      name === null
        ? null
        : compileSchemaFile(
            { document: valid(await workspace.read(name)), name, uri: 'file:///schema.json', read },
            { assertsFormats: false, isOfRecords: loaded.document.dialect === 'ndjson' },
          );
    const { errors, count, notes } = listErrors(loaded, schema);
    if (count === 0 && notes.length === 0) return 'It is valid.';
    const page = new AnswerPage(budget, given.number('from'));
    for (const note of notes) page.add(() => `not checked completely: ${note}`);
    for (const { path, line, column, message } of errors)
      page.add(() => `${line}:${column}${path === null ? '' : ` ${path}`}: ${message}`);
    return page.text(count + notes.length);
  },
};

const apply: Tool = {
  name: 'apply',
  description: 'Carries out a change that was shown before. Refuses if the file has changed since.',
  properties: { change: { type: 'string', description: 'The id of the change.' } },
  required: ['change'],
  writes: true,
  // The server knows what was shown, and calls the tool that has planned it.
  run: () => Promise.reject(new CodedError('missing', 'There is no such change.')),
};

/** The tools of a mode. */
export function toolsOf(mode: 'read-only' | 'confirm' | 'full'): readonly Tool[] {
  const reading = [outline, get, find, query, diff, validate];
  if (mode === 'read-only') return reading;
  return mode === 'full' ? [...reading, ...EDIT_TOOLS] : [...reading, ...EDIT_TOOLS, apply];
}
