// The judged cases of the leak guard: documents with secrets, and ordinary ones.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toPointer } from '../../../../src/shared/document/path.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { findLeaks } from '../../../../src/engine/leaks/find-leaks.ts';
import { makeDocument } from '../support/documents.ts';

const FOLDER = join(import.meta.dirname, '../../../cases/leaks');

interface Case {
  readonly id: string;
  readonly text: string;
  readonly expected: readonly { readonly path: string; readonly kind: string; readonly severity: string }[];
  readonly neutral?: readonly string[];
}
interface Make {
  makeCases(folder: string): Promise<{ readonly secrets: readonly Case[]; readonly clean: readonly Case[] }>;
}

const { secrets, clean } = await ((await import(pathToFileURL(join(FOLDER, 'make.mjs')).href)) as Make).makeCases(
  FOLDER,
);

/** Finds the leaks of a text, each as its path, kind and severity. */
function leaksOf(text: string): { path: string; kind: string; severity: string }[] {
  const { places } = makeDocument(text);
  return finish(findLeaks(places)).flatMap(({ first }) =>
    first.map(({ path, kind, severity }) => ({ path: toPointer(path), kind, severity })),
  );
}

describe('the leak guard', () => {
  it('[NEW-7] finds the secrets of all documents, by kind and severity', () => {
    const missed: string[] = [];
    const other: string[] = [];
    for (const { id, text, expected } of secrets) {
      const found = leaksOf(text);
      for (const { path, kind, severity } of expected) {
        const there = found.filter((leak) => leak.path === path);
        if (there.length === 0) missed.push(`${id} ${path} ${kind}`);
        else if (!there.some((leak) => leak.kind === kind && leak.severity === severity))
          other.push(
            `${id} ${path} ${kind}/${severity}: ${there.map((leak) => `${leak.kind}/${leak.severity}`).join(' ')}`,
          );
      }
    }
    expect(missed).toEqual([]);
    expect(other).toEqual([]);
  });

  it('[NEW-7] finds nothing where nothing is', () => {
    const wrong = [...secrets, ...clean].flatMap(({ id, text, expected, neutral = [] }) =>
      leaksOf(text)
        .filter(({ path }) => !neutral.includes(path) && !expected.some((one) => one.path === path))
        .map(({ path, kind }) => `${id} ${path} ${kind}`),
    );
    expect(wrong).toEqual([]);
  });
});
