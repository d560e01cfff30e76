// Reads results and writes the report: into the repository, or into a folder of its own.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fillBlocks, makeReport, PICTURES, type Report } from './page.ts';
import { readResults, type Results } from './results.ts';
import { machineClass } from './summary.ts';

/** Reads all runs of a folder, the oldest first. @throws Error with the file and the line that is wrong */
export function readRuns(folder: string): Results[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return names
    .map((name) => {
      try {
        return readResults(readFileSync(join(folder, name), 'utf8'));
      } catch (error) {
        throw new Error(`${name}, ${String(error)}`, { cause: error });
      }
    })
    .toSorted((a, b) => (a.run.date < b.run.date ? -1 : 1));
}

/**
 * What a report shows: of each suite, the last results in the runs of the largest share on the machine of the last of these. A suite
 * can be measured again by itself.
 */
export function shownResults(runs: readonly Results[]): Results {
  const ofShare = ['full', 'short', 'quick'].map((share) => runs.filter(({ run }) => run.share === share));
  const last = ofShare.find((some) => some.length > 0)?.at(-1);
  if (last === undefined) throw new Error('there are no results');
  const alike = runs
    .filter(({ run }) => run.share === last.run.share && machineClass(run) === machineClass(last.run))
    .toReversed();
  const owner = new Map<string, Results>();
  for (const results of alike) for (const name of measuredIn(results)) if (!owner.has(name)) owner.set(name, results);
  const isShown = (results: Results, name: string): boolean => owner.get(name) === results;
  return {
    run: last.run,
    gauges: last.gauges,
    parts: alike
      .map((results) => {
        const measured = measuredIn(results).filter((name) => isShown(results, name));
        return { run: results.run, gauges: results.gauges, measured };
      })
      .filter(({ measured }) => measured.length > 0)
      .toReversed(),
    measures: alike.flatMap((results) => results.measures.filter(({ suite }) => isShown(results, suite))),
    tasks: alike.flatMap((results) => results.tasks.filter(({ view }) => isShown(results, `tasks of ${view}`))),
    // Sizes are the same on every machine and in every share.
    bundle: runs.findLast(({ bundle }) => bundle.length > 0)?.bundle ?? [],
  };
}

function measuredIn({ measures, tasks }: Results): string[] {
  return [...new Set([...measures.map(({ suite }) => suite), ...tasks.map(({ view }) => `tasks of ${view}`)])];
}

/** The texts that have blocks, and all pictures, by path in the repository. */
export function reportFiles(root: string, report: Report): Map<string, string> {
  const files = new Map<string, string>();
  for (const path of ['docs/performance.md', 'README.md'])
    files.set(path, fillBlocks(readFileSync(join(root, path), 'utf8'), report.blocks));
  for (const [name, svg] of Object.entries(report.pictures)) files.set(`${PICTURES}/${name}`, svg);
  return files;
}

/**
 * Writes the report of the committed results, or into `out` that of the results there, with a summary for the page of a CI job.
 * Returns the paths.
 */
export function writeReport(root: string, out: string | null): string[] {
  const runs = readRuns(join(out ?? join(root, 'bench'), 'results'));
  const shown = shownResults(out === null ? runs : runs.slice(-1));
  const report = makeReport(shown, runs);
  const target = out ?? root;
  const files = reportFiles(root, report);
  if (out !== null) {
    files.delete('README.md');
    const { machine, ratios, shapes, bundle } = report.blocks;
    const text = [
      '## Benchmark report',
      machine,
      '### Beside peers',
      ratios,
      '### Shapes',
      shapes,
      '### Bundle',
      bundle,
    ].join('\n\n');
    files.set('summary.md', `${text.replaceAll(/<picture>[\s\S]*?<\/picture>\n*/g, '')}\n`);
  }
  if (out === null) {
    const pictures = join(root, PICTURES);
    for (const name of existsSync(pictures) ? readdirSync(pictures) : [])
      if (!files.has(`${PICTURES}/${name}`)) rmSync(join(pictures, name));
  }
  for (const [path, content] of files) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), content);
  }
  return [...files.keys()].map((path) => join(target, path));
}
