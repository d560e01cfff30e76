// Regular expressions of the server: each meets headers, paths, names or bodies of strangers, and must not take quadratic time
// for any of them. Each is fed 64 KB of what it repeats, in a context that ends what does not end by itself.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { takesGzip } from '../../../src/server/documents/accept-encoding.ts';
import { hostOf } from '../../../src/server/forwarder/public-address.ts';

const ROOT = join(import.meta.dirname, '../../../src/server');
const LENGTH = 65_536;
/** Not a measure: quadratic time is several times as long, linear time a hundredth. Of the processor, whatever else runs on it. */
const MAX_CPU_MS = 1000;
/** Ends what takes exponential time. */
const HANG_MS = 60_000;
/** A literal after what may precede an expression. */
const LITERAL =
  /(?:^|[=(,:!&|?[{;]|=>|return)\s*\/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])+\]|[^/\\[\n])+)\/([dgimsuvy]*)(?=[\s.,;)\]])/gm;

const patterns = readdirSync(ROOT, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    [...readFileSync(join(ROOT, name), 'utf8').matchAll(LITERAL)].map(
      ([, source = '', flags = '']) => [`${name} /${source}/${flags}`, source, flags] as const,
    ),
  );

/** Returns texts of 64 KB: each character or short text that a pattern may repeat, behind each of its beginnings. */
function worst(source: string): string[] {
  const letters = [...new Set(source.replace(/\\[a-zA-Z]/g, ' a0').replace(/[\\^$()[\]{}|?*+]/g, ''))];
  const repeated = [...letters, ' ', '\t', '\n', 'a', '0', '.', '/', ',', ';', '-', '"', '<', ', ', 'a.', '; ', ' a'];
  const begun = [
    '',
    source.replaceAll('\\', '').replace(/[(^].*$/s, ''),
    'a',
    'gzip',
    'Bearer ',
    '<',
    '[',
    '/',
    'a/a',
    '"',
  ];
  return [...new Set(begun)].flatMap((start) =>
    [...new Set(repeated)].map((one) => `${start}${one.repeat(LENGTH / one.length)}\u0001x`),
  );
}

const context = createContext({});
const replacing = new Script('text.replace(new RegExp(source, flags), "")');
const working = new Script('work()');

/** Runs a script on values, and expects it to take linear time. */
function takesLinear(script: Script, values: object): void {
  Object.assign(context, values);
  const before = process.cpuUsage();
  script.runInContext(context, { timeout: HANG_MS });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(MAX_CPU_MS);
}

it('finds the expressions of the server', () => {
  expect(patterns.length).toBeGreaterThan(40);
});

it.each(patterns)('[OPS-4] %s takes 64 KB of its worst', (_name, source, flags) => {
  for (const text of worst(source)) takesLinear(replacing, { source, flags, text });
});

it('[OPS-4] headers and names without an expression take 64 KB too', () => {
  for (const one of [' ', ',', ';', 'gzip,', 'gzip;', ';q=', '.', '.a'])
    for (const end of ['', 'x', ', gzip']) {
      const text = `gzip${one.repeat(LENGTH / one.length)}${end}`;
      takesLinear(working, { work: () => [takesGzip(text), hostOf({ hostname: text } as URL)] });
    }
});
