// The whole of json5-tests: what JSON5 must accept and refuse. JSON must refuse what only JSON5 accepts.

import { describe, expect, it } from 'vitest';
import { makeDocument } from '../unit/engine/support/documents.ts';
import { hasSuite, suiteFiles } from './suites.ts';

describe.runIf(hasSuite('json5-tests'))('json5-tests', () => {
  const files = ['arrays', 'comments', 'misc', 'new-lines', 'numbers', 'objects', 'strings', 'todo']
    .flatMap((folder) => [...suiteFiles(`json5-tests/${folder}`)])
    .filter(({ name }) => /\.(?:json5?|txt)$/.test(name));
  const named = (extension: string): typeof files => files.filter(({ name }) => name.endsWith(extension));

  it('has the cases that its notice names', () => {
    expect([named('.json').length, named('.json5').length, named('.txt').length]).toEqual([25, 57, 31]);
  });

  it.each([...named('.json'), ...named('.json5')])('[DOC-17] accepts $name as JSON5', ({ bytes }) => {
    for (const piece of [1, 2, 3, 1000]) {
      const document = makeDocument(bytes, piece, 'json5');
      expect(document.error?.message).toBeUndefined();
      expect(document.validity).toBe('valid');
      document.check();
    }
  });

  it.each(named('.txt'))('[DOC-17] refuses $name, with a place and a sentence', ({ bytes }) => {
    for (const piece of [1, 2, 3, 1000]) {
      const document = makeDocument(bytes, piece, 'json5');
      expect(document.validity).toBe('invalid');
      expect(document.error?.message).toMatch(/^[A-Z].*\.$/s);
      expect(document.error?.place?.offset).toBeLessThanOrEqual(bytes.length);
    }
  });

  it.each(named('.json5'))('[PAR-3] refuses $name as JSON', ({ bytes }) => {
    expect(makeDocument(bytes).validity).toBe('invalid');
  });
});
