// What the benches measure, and that it is measured beside the alternatives in the same run, in CI.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interleave } from '../../../bench/engine/interleave.ts';
import { operationSteps } from '../../../bench/engine/operations.ts';
import { parsingSteps } from '../../../bench/engine/parsing.ts';
import { SCAN, type BenchJob, type Step } from '../../../bench/engine/step.ts';
import { generate, SHAPES } from '../../../bench/generate.ts';
import { readRuns, shownResults } from '../../../bench/report/write.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ONCE = { least: 1, most: 1, budgetMs: 0 };
const job = (more: Partial<BenchJob>): BenchJob => ({
  suite: 'engine',
  shape: 'records',
  style: 'pretty',
  size: 20_000,
  rounds: ONCE,
  ...more,
});

describe('the benches', () => {
  it('[BIG-3] run a step and its peer in turn: A B B A', async () => {
    const order: string[] = [];
    const step: Step = {
      name: 'step',
      prepare: () => order.push('prepare'),
      own: () => void order.push('own'),
      restore: () => order.push('restore'),
      beside: [{ name: 'peer', start: 'open', run: () => void order.push('peer') }],
    };
    const { own, beside } = await interleave(step, { least: 2, most: 2, budgetMs: 0 });
    const turns = order.filter((turn) => turn === 'own' || turn === 'peer');
    // A peer that is too short for the clock is repeated, a step that is prepared is not.
    expect(
      turns
        .slice(3)
        .join(' ')
        .replaceAll(/peer( peer)+/g, 'peers'),
    ).toBe('own peers own own peers own');
    expect(order.slice(0, 3)).toEqual(['prepare', 'own', 'restore']);
    expect([own.length, beside[0]?.own.length, beside[0]?.theirs.length]).toEqual([4, 4, 4]);
  });

  it('[BIG-3] go on when a peer cannot do the work, and say why', async () => {
    const peer = {
      name: 'peer',
      start: 'bytes' as const,
      run: () => {
        throw new RangeError('too long for a string');
      },
    };
    const found = await interleave({ name: 'step', own: () => undefined, beside: [peer] }, ONCE);
    expect(found.beside).toEqual([
      { peer: 'peer', start: 'bytes', own: [], theirs: [], failure: 'too long for a string' },
    ]);
    expect(found.own.length).toBeGreaterThan(0);
  });

  it('[BIG-3] measure the engine beside JSON.parse, lossless-json and the same change by hand', async () => {
    for (const [steps, peers] of [
      [parsingSteps(job({})), ['JSON.parse', 'lossless-json', 'jsonc-parser', 'JSON.parse, stringify', SCAN]],
      [operationSteps(job({ suite: 'operations' })), ['JSON.parse, by hand, stringify', 'TextDecoder, indexOf', SCAN]],
    ] as const) {
      const names = new Set<string>();
      for (const step of steps) {
        // Five million items are for a bench.
        if (step.name === 'take a snapshot') break;
        const { own, beside } = await interleave(step, ONCE);
        expect(own.every((ms) => ms >= 0) && own.length > 0, step.name).toBe(true);
        for (const { peer, failure } of beside) {
          expect(failure, `${step.name}, ${peer}`).toBe(undefined);
          names.add(peer);
        }
      }
      for (const peer of peers) expect([...names]).toContain(peer);
    }
  });

  it('scan documents of every shape', () => {
    for (const shape of SHAPES) {
      const style = shape === 'levels' ? 'compact' : 'pretty';
      const [step] = parsingSteps(job({ shape, style, size: 2000 }));
      expect(step?.name, shape).toBe('open');
      expect(generate(shape, style, 2000), shape).toEqual(generate(shape, style, 2000));
    }
  });

  it('[BIG-3] run in CI, which writes no committed results and keeps its report', () => {
    const script = read('.ci/run');
    expect(script).toMatch(/^node scripts\/run-to-end.mjs \d+ npm run bench:report -- .*--out dist\//m);
    expect(script).toMatch(/^node scripts\/run-to-end.mjs \d+ npm run bench:gate /m);
    const workflow = read('.github/workflows/ci.yml');
    expect(workflow).toContain('run: .ci/run');
    expect(workflow).toMatch(/upload-artifact@v\d[\s\S]*path: dist\/report/);
    expect(workflow).toContain('dist/report/summary.md >> "$GITHUB_STEP_SUMMARY"');
    for (const path of ['.ci/run', '.github/workflows/ci.yml', '.github/workflows/nightly.yml'])
      for (const [command] of read(path).matchAll(/bench:report.*/g)) expect(command, path).toContain('--out dist/');
  });

  it('[BIG-3] have committed results beside the usual alternatives', () => {
    const { measures } = shownResults(readRuns(join(ROOT, 'bench/results')));
    const peers = new Set(measures.flatMap(({ beside }) => beside.map(({ peer }) => peer)));
    for (const peer of [
      'JSON.parse',
      'lossless-json',
      'whole-model Monaco',
      'JSON.parse, ajv',
      'JSON.parse, jsondiffpatch',
    ])
      expect([...peers]).toContain(peer);
  });
});
