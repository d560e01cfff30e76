// A type has a name of its own, so that a reader who searches for it finds one definition.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
/** The package for hosts, whose names are its interface. */
const SDK = 'src/embed/sdk/';

it('gives each exported type, interface and class a name that no other one has', () => {
  const places = new Map<string, string[]>();
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    const file = join('src', name);
    if (!/\.tsx?$/.test(file) || file.startsWith(SDK)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    for (const [, type = ''] of text.matchAll(/^export (?:declare |abstract )*(?:interface|type|class|enum) (\w+)/gm)) {
      places.set(type, [...(places.get(type) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(500);
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
});
