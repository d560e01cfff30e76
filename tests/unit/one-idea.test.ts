// An idea stands once: what every job, panel or call would otherwise invent again under a name of its own.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOB_CALLS } from '../../src/shared/protocol/jobs.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the places in a folder where an expression matches, as a file and the text. */
function findAll(folder: string, expression: RegExp): string[] {
  const found: string[] = [];
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(ROOT, folder, name), 'utf8');
    for (const [match] of text.matchAll(expression)) found.push(`${folder}/${name}: ${match}`);
  }
  return found;
}

it('the port of a job is closed where calls are served', () => {
  expect(findAll('src/workers/jobs', /\b(?:progress|hits)\.close\(\)/g)).toHaveLength(1);
});

it('a call of a job worker is declared and listed in one file, once', () => {
  const listed: string[] = Object.values(JOB_CALLS).flat();
  expect(new Set(listed).size).toBe(listed.length);
  for (const name of listed) expect(findAll('src/workers/jobs', new RegExp(`'${name}'[,)]`, 'g'))).toEqual([]);
});

it('a snapshot comes to a job worker by one call', () => {
  expect(findAll('src/shared/protocol', /\bkeep\w*\([^)]*MessagePort/g)).toHaveLength(1);
  expect(findAll('src/ui', /\.sendSnapshot\(port/g)).toHaveLength(1);
});

it('what features remember of a panel or a document is in its slots', () => {
  expect(findAll('src/ui', /new Weak(?:Map|Set)<(?:PanelCore|Panel|PanelDocument|DocumentClient)\b/g)).toEqual([]);
  expect(findAll('src/ui', /\bdocumentCount\b/g)).toEqual([]);
});

it('calls for another revision are tolerated by ui/async', () => {
  expect(findAll('src/ui', /hasCode\(\w+, 'stale'\)/g).length).toBeLessThanOrEqual(10);
});

// A `target` is written in slices.
it('a whole text is loaded by load-document', () => {
  const own = /^src\/engine\/document\/|^src\/workers\/document\/session\.ts/;
  const loads = ['src/workers', 'src/engine', 'src/cli'].flatMap((folder) =>
    findAll(folder, /\b(?!target)\w+\.complete\(\)/g),
  );
  expect(loads.filter((place) => !own.test(place))).toEqual([]);
});
