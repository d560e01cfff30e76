// The official test suite of JSON Schema, all five drafts, and real schemas with valid and invalid documents.
// `DIPTYCH_CONFORMANCE` names a folder with other suites to run instead.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../src/shared/document/path.ts';
import { finish } from '../../src/engine/base/work.ts';
import type { DraftRules } from '../../src/engine/schema/drafts.ts';
import { METASCHEMAS } from '../../src/engine/schema/library/metaschemas.ts';
import { validateText } from '../unit/engine/schema/support.ts';
import { makeDocument } from '../unit/engine/support/documents.ts';
import { hasSuite, ROOT } from './suites.ts';

const FOLDER = process.env['DIPTYCH_CONFORMANCE'] ?? ROOT;
const SUITE = join(FOLDER, 'json-schema-test-suite');
const REMOTES = 'http://localhost:1234/';

const DRAFTS: readonly (readonly [folder: string, draft: DraftRules])[] = [
  ['draft4', 4],
  ['draft6', 6],
  ['draft7', 7],
  ['draft2019-09', 2019],
  ['draft2020-12', 2020],
];

/** Mandatory tests that can't pass (`file: group: test`), with the reasons. There are none. */
const KNOWN_FAILURES = new Map<string, string>();

/** Optional tests that differ, by a part of their names, with the reasons. */
const KNOWN_DIFFERENCES = new Map([
  ['optional/content.json', 'contentEncoding and contentMediaType annotate, as later drafts say'],
  ['IPvFuture', 'the library of formats knows no such address'],
]);

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** All files below a folder. */
function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else yield path;
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
}

/** Reads the groups of a file, with the spelling of their schemas and documents: 1.0 must not become 1. */
function groupsOf(path: string): { group: Group; schema: string; data: string[] }[] {
  const text = readText(path);
  const { places } = makeDocument(text);
  const spelling = (at: Path): string => {
    const { start, end } = places.range(places.atPath(at));
    return new TextDecoder().decode(places.text.slice(start, end));
  };
  return (JSON.parse(text) as Group[]).map((group, index) => ({
    group,
    schema: spelling([index, 'schema']),
    data: group.tests.map((_, test) => spelling([index, 'tests', test, 'data'])),
  }));
}

function remoteTexts(): Map<string, string> {
  const texts = new Map(METASCHEMAS);
  const folder = join(SUITE, 'remotes');
  if (existsSync(folder)) {
    for (const path of filesIn(folder)) texts.set(REMOTES + relative(folder, path), readText(path));
  }
  return texts;
}

/** Runs the tests of a file. Returns the names of those with an unexpected outcome, and their number in all. */
function runFile(
  path: string,
  name: string,
  draft: DraftRules,
  texts: Map<string, string>,
  assertsFormats: boolean,
): { wrong: string[]; count: number } {
  const wrong: string[] = [];
  let count = 0;
  for (const { group, schema, data } of groupsOf(path)) {
    for (const [index, { description, valid }] of group.tests.entries()) {
      count += 1;
      const full = `${name}: ${group.description}: ${description}`;
      let found: boolean | string;
      try {
        found = finish(validateText(schema, data[index] ?? '', { draft, texts, assertsFormats })).isValid;
      } catch (error) {
        found = String(error);
      }
      if ((found === valid) === KNOWN_FAILURES.has(full)) wrong.push(`${full}: ${String(found)}`);
    }
  }
  return { wrong, count };
}

function reasonOf(name: string): string {
  return [...KNOWN_DIFFERENCES].find(([part]) => name.includes(part))?.[1] ?? '';
}

describe.runIf(hasSuite('json-schema-test-suite', FOLDER))('[SCH-3] JSON Schema', () => {
  const texts = remoteTexts();

  it.each(DRAFTS.filter(([folder]) => existsSync(join(SUITE, 'tests', folder))))(
    'passes all mandatory tests of %s',
    (folder, draft) => {
      const wrong: string[] = [];
      let count = 0;
      for (const file of readdirSync(join(SUITE, 'tests', folder)).filter((name) => /\.json(\.gz)?$/.test(name))) {
        const result = runFile(join(SUITE, 'tests', folder, file), `${folder}/${file}`, draft, texts, false);
        wrong.push(...result.wrong);
        count += result.count;
      }
      process.stdout.write(`${folder}: ${count - wrong.length} of ${count} mandatory tests\n`);
      expect(wrong).toEqual([]);
      expect(count).toBeGreaterThan(0);
    },
  );

  it.each(DRAFTS.filter(([folder]) => existsSync(join(SUITE, 'tests', folder, 'optional'))))(
    'counts the optional tests of %s',
    (folder, draft) => {
      let [passed, count, formats, formatCount] = [0, 0, 0, 0];
      const wrong: string[] = [];
      for (const path of filesIn(join(SUITE, 'tests', folder, 'optional'))) {
        const name = relative(join(SUITE, 'tests', folder), path);
        const isFormat = name.startsWith(join('optional', 'format'));
        const result = runFile(path, `${folder}/${name}`, draft, texts, isFormat && !name.includes('format-assertion'));
        wrong.push(...result.wrong);
        if (isFormat)
          [formats, formatCount] = [formats + result.count - result.wrong.length, formatCount + result.count];
        else [passed, count] = [passed + result.count - result.wrong.length, count + result.count];
      }
      process.stdout.write(
        `${folder}: ${passed} of ${count} optional tests, ${formats} of ${formatCount} of formats\n`,
      );
      process.stdout.write(wrong.map((name) => `  ${name} (${reasonOf(name)})\n`).join(''));
      // Formats are checked by a library: a few results may differ.
      const unexplained = wrong.filter((name) => reasonOf(name) === '');
      expect(unexplained.length).toBeLessThanOrEqual((count + formatCount) / 50);
    },
  );
});

describe.runIf(hasSuite('schemastore', FOLDER))('[SCH-2] real schemas', () => {
  it('are kept by the documents that fit, and broken by those that do not', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const name of readdirSync(join(FOLDER, 'schemastore'))) {
      const folder = join(FOLDER, 'schemastore', name);
      const schemaPath = ['schema.json', 'schema.json.gz']
        .map((file) => join(folder, file))
        .find((path) => existsSync(path));
      if (schemaPath === undefined) continue;
      const schema = readText(schemaPath);
      for (const verdict of ['valid', 'invalid']) {
        const documents = join(folder, verdict);
        if (!existsSync(documents)) continue;
        for (const path of filesIn(documents)) {
          count += 1;
          const options = { texts: new Map(METASCHEMAS), assertsFormats: true, parser: 'native' as const };
          const { isValid } = finish(validateText(schema, readText(path), options));
          if (isValid !== (verdict === 'valid')) wrong.push(`${name}: ${path}`);
        }
      }
    }
    process.stdout.write(`schemastore: ${count - wrong.length} of ${count} documents\n`);
    expect(wrong).toEqual([]);
  });
});
