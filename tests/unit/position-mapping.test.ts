// One change algebra: positions are mapped through splices in `src/shared/document/changes.ts` and nowhere else. Whoever maps them by
// hand has to compute by how much a splice lengthens the text, which is what is looked for.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ALGEBRA = 'src/shared/document/changes.ts';

/** What an insert is longer than the range that it replaces, in either order of the terms. */
const DELTAS = [
  /(?:length|inserted|size)\)?\s*-\s*\(\s*[\w.]*end\s*-\s*[\w.]*start\s*\)/gi,
  /\bend\s*-\s*[\w.]*start\s*-\s*[\w.]*(?:length|inserted)\b/gi,
  /\b(?:offset|start|end)\s*\+\s*\w*(?:length|inserted)\s*-\s*removed\b/gi,
];

/** Files that compute it for something else than a position. */
const OTHERS = [
  // Moves the bytes themselves.
  'src/engine/document/apply-splices.ts',
  // Places of lines in another order.
  'src/engine/lines/reverse-lines.ts',
  // Lists of splices themselves.
  'src/shared/document/splice-lists.ts',
  // The size of the text.
  'src/ui/client/change-reporting-client.ts',
];

const found = (text: string): number => DELTAS.reduce((sum, delta) => sum + [...text.matchAll(delta)].length, 0);

describe('positions', () => {
  it('are mapped through splices in one file', () => {
    const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => join('src', file).replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/engine/wasm/') && file !== ALGEBRA);
    const places = files.filter((file) => found(readFileSync(join(ROOT, file), 'utf8')) > 0);
    expect(places).toEqual(OTHERS);
    expect(found(readFileSync(join(ROOT, ALGEBRA), 'utf8'))).toBeGreaterThan(0);
  });

  it.each([
    'delta += insert.length - (end - start);',
    'delta += splice.insert.length - (splice.end - splice.start);',
    'delta += splice.end - splice.start - splice.insert.length;',
    'const delta = inserted - (end - start);',
    'return offset + length - removed;',
    'this.size += (blob ? insert.size : insert.length) - (end - start);',
  ])('are looked for by what maps them: %s', (line) => {
    expect(found(line)).toBe(1);
  });
});
