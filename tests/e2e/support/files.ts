// Files on disk for the tests to drop, in a folder that is removed at the end.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder for the files of one test file. */
export function makeFolder(): {
  write(name: string, content: string | Uint8Array): string;
  folder(name: string): string;
} {
  const root = mkdtempSync(join(tmpdir(), 'diptych-e2e-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    write(name, content) {
      const path = join(root, name);
      writeFileSync(path, content);
      return path;
    },
    folder(name) {
      const path = join(root, name);
      mkdirSync(path);
      return path;
    },
  };
}

/** Returns `count` records, pretty-printed with two spaces. */
export function records(count: number): string {
  const list = Array.from({ length: count }, (_, id) => ({
    id,
    name: `record ${id}`,
    tags: ['a', 'b'],
    nested: { exact: 0.1, none: null },
  }));
  return JSON.stringify(list, null, 2);
}

/** Returns `count` records of about 100 bytes, one per line; their scores fall from `count` to 1. */
export function scored(count: number): string {
  const lines: string[] = [];
  for (let id = 0; id < count; id += 1) {
    lines.push(
      `  {"id": ${id}, "name": "record ${id}", "score": ${count - id}, "tags": ["a", "b"], "nested": {"none": null}}`,
    );
  }
  return `[\n${lines.join(',\n')}\n]\n`;
}
