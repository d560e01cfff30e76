// The mandatory tests of the official JSON Schema test suite, run through the workers of the built page under its content
// security policy, which forbids code generation. The suites are read from `DIPTYCH_CONFORMANCE`, or else from a folder beside
// the project.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { hasSuite, ROOT } from '../../conformance/suites.ts';
import { makeDocument } from '../../unit/engine/support/documents.ts';
import { setStage } from '../support/app.ts';

const FOLDER = process.env['DIPTYCH_CONFORMANCE'] ?? ROOT;
const SUITE = join(FOLDER, 'json-schema-test-suite');
const ASSETS = join(import.meta.dirname, '../../../dist/client/assets');
const DRAFTS = { draft4: 4, draft6: 6, draft7: 7, 'draft2019-09': 2019, 'draft2020-12': 2020 } as const;

/** A schema, and documents with their expected validity. */
interface Group {
  readonly name: string;
  readonly draft: number;
  readonly schema: string;
  readonly data: readonly string[];
  readonly valid: readonly boolean[];
}

const readText = (path: string): string => {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
};

/** The groups of a file with their numbers as spelt: 1.0 must not become 1. */
function groupsOf(path: string, name: string, draft: number): Group[] {
  const text = readText(path);
  const { places } = makeDocument(text);
  const spelling = (at: readonly (string | number)[]): string => {
    const { start, end } = places.range(places.atPath(at));
    return new TextDecoder().decode(places.text.slice(start, end));
  };
  const groups = JSON.parse(text) as { description: string; tests: { description: string; valid: boolean }[] }[];
  return groups.map(({ description, tests }, index) => ({
    name: `${name}: ${description}`,
    draft,
    schema: spelling([index, 'schema']),
    data: tests.map((_, test) => spelling([index, 'tests', test, 'data'])),
    valid: tests.map(({ valid }) => valid),
  }));
}

function readRemotes(): [string, string][] {
  const folder = join(SUITE, 'remotes');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [`http://localhost:1234/${relative(folder, path)}`, readText(path)];
    });
}

describe.runIf(hasSuite('json-schema-test-suite', FOLDER))('[SCH-3] JSON Schema in a page', () => {
  const stage = setStage();

  it('passes all mandatory tests of the five drafts under the page’s policy', { timeout: 180_000 }, async () => {
    const groups = Object.entries(DRAFTS).flatMap(([folder, draft]) => {
      const path = join(SUITE, 'tests', folder);
      const files = existsSync(path) ? readdirSync(path).filter((name) => /\.json(\.gz)?$/.test(name)) : [];
      return files.flatMap((file) => groupsOf(join(path, file), `${folder}/${file}`, draft));
    });
    const scripts = readdirSync(ASSETS);
    const workers = ['document', 'job'].map((name) => {
      const file = scripts.find((script) => script.startsWith(`${name}.worker-`) && script.endsWith('.js')) ?? '';
      return `${stage.address()}assets/${file}`;
    });
    const page = await stage.blank();
    const { wrong, count } = await page.evaluate(runSuite, { groups, remotes: readRemotes(), workers });
    process.stdout.write(`in a page: ${count - wrong.length} of ${count} mandatory tests\n`);
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(0);
  });
});

/** Runs in the page. The documents of a group form one array; a wrapper schema refers each item to the group's schema. */
async function runSuite({
  groups,
  remotes,
  workers,
}: {
  groups: readonly Group[];
  remotes: readonly [string, string][];
  workers: readonly string[];
}): Promise<{ wrong: string[]; count: number }> {
  interface Answer {
    ok: boolean;
    value: { group: { count: number; first: { path: (string | number)[] }[] } | null; missing: string[] };
    error?: { message: string };
  }
  const files = new Map(remotes);
  let calls = 0;
  /** Calls a worker as Comlink does. */
  const caller = (url: string) => {
    const worker = new Worker(url, { type: 'module' });
    return (name: string, args: unknown[], transfer: Transferable[] = []): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const id = String((calls += 1));
        const listen = ({ data }: MessageEvent<{ id: string; value: Answer }>): void => {
          if (data.id !== id) return;
          worker.removeEventListener('message', listen);
          if (data.value.ok) resolve(data.value);
          else reject(new Error(`${name}: ${data.value.error?.message ?? ''}`));
        };
        worker.addEventListener('message', listen);
        worker.addEventListener('error', () => reject(new Error(`${url} failed`)));
        const argumentList = args.map((value) => ({ type: 'RAW', value }));
        worker.postMessage({ id, type: 'APPLY', path: [name], argumentList }, transfer);
      });
  };
  const [open, job] = workers.map((url) => caller(url));
  if (open === undefined || job === undefined) throw new Error('two workers expected');
  const events = new MessageChannel();
  await open('connect', [events.port1, null], [events.port1]);
  await job('connect', [null]);
  const wrong: string[] = [];
  let count = 0;
  for (const [index, { name, draft, schema, data, valid }] of groups.entries()) {
    await open('open', [index, { content: new Blob([`[${data.join(',')}]`]), dialect: 'json' }]);
    const { port1, port2 } = new MessageChannel();
    await Promise.all([
      open('sendSnapshot', [port1, 'all'], [port1]),
      job('keepSnapshot', ['document', port2], [port2]),
    ]);
    const file = (uri: string, text: string) => ({ uri, content: new Blob([text]), dialect: 'json' });
    const given = [
      file('test:///all.json', '{"items":{"$ref":"test:///schema.json"}}'),
      file('test:///schema.json', schema),
    ];
    let answer: Answer;
    for (;;) {
      const options = { parser: 'lossless', assertsFormats: false, runsPatterns: true, draft };
      const progress = new MessageChannel();
      const order = { files: given, name: `${index} ${given.length}`, ...options };
      answer = await job('validate', [order, progress.port1], [progress.port1]);
      const more = answer.value.missing.flatMap((uri) => {
        const text = given.some((known) => known.uri === uri) ? undefined : files.get(uri);
        return text === undefined ? [] : [file(uri, text)];
      });
      if (more.length === 0) break;
      given.push(...more);
    }
    const { first = [], count: errors = 0 } = answer.value.group ?? {};
    const invalid = new Set(first.map(({ path }) => path[0]));
    for (const [test, expected] of valid.entries()) {
      count += 1;
      // Only the first hundred errors are listed, so with more of them single results are unknown.
      if (invalid.has(test) === expected && errors <= first.length) wrong.push(`${name}: ${test}`);
    }
    if (errors > first.length) wrong.push(`${name}: ${errors} errors`);
  }
  return { wrong, count };
}
