// Reads of the page in the end-to-end tests: what a page shows is polled. A single read, right after an action, may come before
// the page has shown its result; on a loaded machine it does.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../e2e');
/** What may be awaited once: actions, such as saving, and their results, which are complete when they come. */
const ACTIONS = new Set([
  'ask',
  'caughtBytes',
  'downloaded.path',
  'findings',
  'findingsInBoth',
  'format',
  'gap',
  'noted',
  'said',
  'saveBytes',
  'text',
  'visit',
  'waiting',
  'width',
  'written',
]);
/** The beginning of an assertion about something awaited, and what that is. */
const SINGLE_READ = /\bexpect\(\s*(?:\w+\()?[[(]*\s*await\s+\(*([\w.?]+)/g;

it('are polled, so that they wait for what is shown', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  let actions = 0;
  const reads = files.flatMap((file) => {
    const source = readFileSync(join(FOLDER, file), 'utf8');
    return [...source.matchAll(SINGLE_READ)].flatMap(({ 1: read = '', index }) => {
      if (ACTIONS.has(read)) actions += 1;
      else return [`${file}:${source.slice(0, index).split('\n').length} reads ${read} once: use expect.poll`];
      return [];
    });
  });
  expect(reads).toEqual([]);
  expect(actions).toBeGreaterThan(50);
});
