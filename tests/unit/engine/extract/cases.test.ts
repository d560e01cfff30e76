// The judged texts: logs, dumps, transcripts, code, and texts without any JSON.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findsIn } from '../support/finds.ts';

const FOLDER = join(import.meta.dirname, '../../../cases/text');

interface Expected {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly or?: readonly string[];
  readonly guess: boolean;
  readonly optional?: boolean;
}
interface Case {
  readonly id: string;
  readonly input: string;
  readonly finds: readonly Expected[];
}
interface Reader {
  read(text: string): unknown;
  canonical(node: unknown): string;
}

const load = (name: string): readonly Case[] => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as readonly Case[];
const reader = (await import(pathToFileURL(join(FOLDER, '../reader.mjs')).href)) as Reader;
const canonical = (json: string): string => reader.canonical(reader.read(json));

describe('[NEW-3] the judged texts', () => {
  it.each(load('cases.json'))('$id', ({ input, finds }) => {
    const rest = findsIn(input).map((found) => ({ ...found, json: canonical(found.json) }));
    for (const { start, end, value, or = [], guess, optional = false } of finds) {
      if (optional) continue;
      const index = rest.findIndex((found) => found.start === start && found.end === end);
      const [found] = index < 0 ? [] : rest.splice(index, 1);
      expect(found, `the find at ${start}`).toBeDefined();
      expect([value, ...or]).toContain(found?.json);
      if (guess) expect(found?.isGuess).toBe(true);
    }
    expect(rest).toEqual([]);
  });

  it('finds nothing in texts without JSON', () => {
    const found = load('none.json').flatMap(({ id, input }) => findsIn(input).map((find) => ({ id, ...find })));
    expect(found).toEqual([]);
  });
});
