// The README's table: the rows that its rule picks, wins and losses alike, judged by reading the committed results once more.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../bench/generate.ts';
import { SCAN } from '../../../bench/engine/step.ts';
import { headlinesOf, THINGS } from '../../../bench/report/headlines.ts';
import type { RatioRow } from '../../../bench/report/summary.ts';
import { readRuns, shownResults } from '../../../bench/report/write.ts';

const ROOT = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
/** The twelve things, in words that a row must begin with. */
const TWELVE = [
  'open: first text',
  'open: whole document',
  'first edit',
  'key to frame',
  'search',
  'format',
  'sort',
  'table filter',
  'query: ',
  'compare',
  'CSV',
  'save',
  'memory',
];
const LANGUAGES = ['JavaScript', 'Lodash', 'JMESPath', 'JSONPath', 'JSON Query', 'jq'];

const rows = /<!-- made: readme -->[\s\S]*?<!-- end: readme -->/
  .exec(readme)?.[0]
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.includes('---'))
  .map((line) => line.slice(2, -2).split(' | '));

/** The ratio in a cell, as it is spelt. */
const ratioIn = (cell: string | undefined): number | null => {
  const found = /^\*\*([\d.,]+)×(?:, slower)?\*\*/.exec(cell ?? '')?.[1];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

describe("the README's table", () => {
  it('has every one of the things, and each query language', () => {
    const names = rows?.map(([name = '']) => name) ?? [];
    for (const thing of TWELVE) expect(names.filter((name) => name.startsWith(thing)).length, thing).toBeGreaterThan(0);
    for (const language of LANGUAGES) expect(names).toContain(`query: ${language}`);
    expect(names.filter((name) => name.startsWith('CSV'))).toEqual(['CSV in', 'CSV out']);
    expect(names.slice(1)).toEqual(THINGS.map(({ name }) => name));
  });

  it('has the least ratio of all peers on the largest document, from both starts', () => {
    const { measures } = shownResults(readRuns(join(ROOT, 'bench/results')));
    for (const [at, { name, suite, step }] of THINGS.entries()) {
      const [, document, ...cells] = rows?.[at + 1] ?? [];
      for (const [index, start] of ['bytes', 'open'].entries()) {
        const lines = measures.filter(
          (line) =>
            line.suite === suite &&
            line.step === step &&
            line.style === 'pretty' &&
            line.shape === 'records' &&
            line.beside.some((pairs) => pairs.start === start && pairs.own.length > 0 && pairs.peer !== SCAN),
        );
        const largest = lines.toSorted((a, b) => b.bytes - a.bytes)[0];
        const shown = ratioIn(cells[index]);
        expect(shown === null, `${name}, ${start}`).toBe(largest === undefined);
        if (largest === undefined || shown === null) continue;
        const ratios = largest.beside
          .filter((pairs) => pairs.start === start && pairs.own.length > 0 && pairs.peer !== SCAN)
          .map(({ own, theirs }) => middle(theirs.map((time, pair) => time / (own[pair] ?? Number.NaN))));
        const least = Math.min(...ratios);
        // Two digits at least.
        expect(Math.abs(shown / least - 1), `${name}, ${start}: ${shown}, and not ${least}`).toBeLessThan(0.06);
        expect((cells[index] ?? '').includes('slower'), `${name}, ${start}`).toBe(least < 1);
        expect(document).toContain(`${largest.bytes / 1e6} MB`);
      }
    }
  });

  it('says its rule above it, and the pairs in it', () => {
    const above = readme.slice(readme.indexOf('## How fast'), readme.indexOf('<!-- made: readme -->'));
    for (const words of ['by this rule', 'wins and losses alike', 'closest', 'From bytes', 'Document open'])
      expect(above).toContain(words);
    expect(rows?.[0]?.at(-1)).toBe('pairs');
  });

  it('picks the closest peer of the largest document, whatever the order of the rows', () => {
    const row = (step: string, bytes: number, peer: string, value: number, start: RatioRow['start']): RatioRow => ({
      suite: 'engine',
      step,
      peer,
      start,
      shape: 'records',
      style: 'pretty',
      bytes,
      larger: null,
      unit: 'ms',
      own: 1,
      theirs: value,
      ratio: { value, low: value, high: value },
      pairs: 6,
    });
    const random = new Random(5);
    for (let run = 0; run < 50; run += 1) {
      const all = Array.from({ length: 12 }, (_, index) =>
        row('format', 10 ** random.int(3), `peer ${index}`, random.next() * 4, random.int(2) === 0 ? 'bytes' : 'open'),
      );
      const format = headlinesOf(all).find(({ thing }) => thing.name === 'format');
      for (const start of ['bytes', 'open'] as const) {
        const found = format?.[start] ?? null;
        const others = all.filter((one) => one.start === start);
        if (found === null) expect(others).toEqual([]);
        else
          for (const other of others)
            expect(other.bytes < found.bytes || other.ratio.value >= found.ratio.value).toBe(true);
      }
    }
  });
});
