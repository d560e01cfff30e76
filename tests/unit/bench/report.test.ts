// The report of the benches: made by the command from committed results, and nothing in it typed by hand.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { figuresIn, fillBlocks, makeReport, outsideBlocks, PICTURES } from '../../../bench/report/page.ts';
import { THEMES } from '../../../bench/report/plots/frame.ts';
import {
  readResults,
  spellResult,
  type MeasureLine,
  type Results,
  type RunLine,
} from '../../../bench/report/results.ts';
import { costSeries } from '../../../bench/report/summary.ts';
import { readRuns, reportFiles, shownResults, writeReport } from '../../../bench/report/write.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const runs = readRuns(join(ROOT, 'bench/results'));
const MAX_BYTES = 100 * 1024;

const RUN: RunLine = {
  type: 'run',
  format: 2,
  date: '2026-01-02T03:04:05.000Z',
  commit: '0123456789abcdef0123456789abcdef01234567',
  isChanged: false,
  share: 'quick',
  processor: 'A processor',
  cores: 2,
  memoryGb: 8,
  node: '20.0.0',
  chromium: '150.0.0.0',
};

/** A step on one document beside a peer. */
function line(more: Partial<MeasureLine>): MeasureLine {
  const base = {
    type: 'measure',
    suite: 'engine',
    step: 'scan',
    shape: 'records',
    style: 'pretty',
    unit: 'ms',
  } as const;
  return {
    ...base,
    bytes: 1e6,
    own: [3, 5],
    beside: [{ peer: 'JSON.parse', start: 'bytes', own: [1, 2], theirs: [4, 6] }],
    ...more,
  };
}

const resultsOf = (...measures: MeasureLine[]): Results => ({
  run: RUN,
  gauges: [{ type: 'gauge', when: 'before', ms: [2], load: 1 }],
  measures,
  tasks: [],
  bundle: [],
});

describe('the committed report', () => {
  it('is what the command makes of the committed results', () => {
    const files = reportFiles(ROOT, makeReport(shownResults(runs), runs));
    for (const [path, text] of files)
      expect(read(path) === text, `${path}: npm run bench:report -- --render`).toBe(true);
    const pictures = [...files.keys()].filter((path) => path.startsWith(PICTURES));
    expect(pictures.map((path) => path.slice(PICTURES.length + 1)).toSorted()).toEqual(
      readdirSync(join(ROOT, PICTURES)).toSorted(),
    );
    expect(pictures.length).toBeGreaterThan(3);
  });

  it('has no time and no ratio outside its blocks', () => {
    for (const path of ['README.md', 'docs/performance.md']) {
      expect(figuresIn(outsideBlocks(read(path))), path).toEqual([]);
      expect(figuresIn(read(path)).length, path).toBeGreaterThan(10);
    }
    for (const figure of ['12 ms', '1.5×', '3 times', '2 s', '40 minutes'])
      expect(figuresIn(`It takes ${figure} here.`), figure).toEqual([figure]);
    expect(figuresIn('100 MB, 20.19, 3 KB, port 8080, 2 cores')).toEqual([]);
  });

  it('shows pictures that are small, name their fonts and follow the theme', () => {
    for (const name of readdirSync(join(ROOT, PICTURES))) {
      const text = read(`${PICTURES}/${name}`);
      expect(statSync(join(ROOT, PICTURES, name)).size, name).toBeLessThanOrEqual(MAX_BYTES);
      expect(text, name).toMatch(/font-family:Inter, /);
      expect(text, name).toContain('@media (prefers-color-scheme:dark)');
      expect(text, name).toMatch(/<title id="title">[^<]+<\/title>\n<desc/);
    }
  });

  it('names the machine, the commit and how busy the machine was', () => {
    const { run, gauges } = shownResults(runs);
    const text = read('docs/performance.md');
    for (const part of [run.processor, run.chromium, run.commit.slice(0, 12)]) expect(text).toContain(part);
    expect(gauges.map(({ when }) => when).filter((when) => when !== 'between')).toEqual(['before', 'after']);
  });
});

describe('a report', () => {
  it('has the same bytes for the same results', () => {
    const results = shownResults(runs);
    expect(makeReport(results, runs)).toEqual(makeReport(results, runs));
  });

  it('is written beside the committed one, which stays as it is', () => {
    const out = mkdtempSync(join(tmpdir(), 'diptych-report-'));
    try {
      const before = read('docs/performance.md');
      mkdirSync(join(out, 'results'));
      writeFileSync(join(out, 'results/run.jsonl'), [RUN, line({})].map(spellResult).join('\n'));
      expect(writeReport(ROOT, out).every((path) => path.startsWith(out))).toBe(true);
      expect(readFileSync(join(out, 'docs/performance.md'), 'utf8')).toContain('A processor, 2 cores');
      expect(readFileSync(join(out, 'summary.md'), 'utf8')).toContain('| engine | scan | 1 MB of records |');
      expect(read('docs/performance.md')).toBe(before);
    } finally {
      rmSync(out, { recursive: true });
    }
  });

  it('refuses a marker that names no block', () => {
    expect(() => fillBlocks('<!-- made: nothing -->\n<!-- end: nothing -->', {})).toThrow('no block nothing');
  });

  it('names a step in red that grows faster than its work', () => {
    const at = (bytes: number, ms: number): MeasureLine => line({ bytes, beside: [], own: [ms] });
    const linear = resultsOf(at(1e6, 1), at(1e7, 10), at(1e8, 100));
    const steep = resultsOf(at(1e6, 1), at(1e7, 20), at(1e8, 400));
    expect(costSeries(linear)[0]?.exponent).toBeCloseTo(1);
    expect(makeReport(linear, []).blocks['cost']).not.toContain('🔴');
    expect(makeReport(steep, []).blocks['cost']).toContain('🔴 **1.30**');
    expect(makeReport(steep, []).pictures['cost-wide.svg']).toContain('exponent 1.30, too steep');
  });

  it('compares neighbouring measurements with each other', () => {
    // The machine was ten times as busy in the second half: each pair still says three.
    const beside = [{ peer: 'JSON.parse', start: 'bytes' as const, own: [1, 1, 10, 10], theirs: [3, 3, 30, 30] }];
    expect(makeReport(resultsOf(line({ beside })), []).blocks['ratios']).toContain('3× (range 3 to 3)');
  });

  it('never joins the times of two classes of machines', () => {
    const on = (processor: string): Results => {
      const results = resultsOf(line({ bytes: 1e7 }));
      return { ...results, run: { ...results.run, processor } };
    };
    const plot = makeReport(on('One'), [on('One'), on('Other')]).pictures['history-wide.svg'] ?? '';
    expect(plot.match(/aria-label="line"><path[^>]*>/g)?.length).toBe(2);
    expect(plot).toContain('One, 2 cores');
    expect(plot).toContain('Other, 2 cores');
  });

  it('is readable in both themes', () => {
    const channel = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const luminance = (hex: string): number =>
      [1, 3, 5].reduce(
        (sum, at, index) =>
          sum + ([0.2126, 0.7152, 0.0722][index] ?? 0) * channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
        0,
      );
    for (const { ground, grid, ...colours } of Object.values(THEMES)) {
      expect(grid).not.toBe(ground);
      for (const colour of Object.values(colours)) {
        const [light = 0, dark = 0] = [luminance(colour), luminance(ground)].toSorted((a, b) => b - a);
        expect((light + 0.05) / (dark + 0.05), colour).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

describe('results', () => {
  const spelt = spellResult(RUN);

  it('come back from their lines', () => {
    const measured = line({ facts: { differences: 3 } });
    const text = [spelt, spellResult(measured)].join('\n');
    expect(readResults(text)).toEqual({ run: RUN, gauges: [], measures: [measured], tasks: [], bundle: [] });
  });

  it.each([
    ['no run', spellResult(line({})), 'line 1: the first line describes the run'],
    ['no JSON', `${spelt}\n{`, 'line 2: not JSON'],
    ['another format', spelt.replace('"format":2', '"format":1'), 'line 1: format'],
    ['an unknown field', spelt.replace('{', '{"more":1,'), 'line 1'],
    ['a time below zero', `${spelt}\n${spellResult(line({})).replace('[1,2]', '[1,-2]')}`, 'line 2: beside.0.own.1'],
    ['a pair of one', `${spelt}\n${spellResult(line({})).replace('[1,2]', '[1]')}`, 'line 2: beside.0'],
    ['two runs', `${spelt}\n${spelt}`, 'one run'],
  ])('are refused with the line and the reason: %s', (_, text, message) => {
    expect(() => readResults(text)).toThrow(message);
  });
});
