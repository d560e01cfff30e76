// The names of texts that were made from others.

import { describe, expect, it } from 'vitest';
import { integersFrom } from '../../../random.ts';
import { runs, SEED } from '../../../runs.ts';
import { derivedName, nameReplaced } from '../../../../src/ui/panel-core/document-names.ts';
import type { PanelCore } from '../../../../src/ui/panel-core/panel-core.ts';
import { storedName } from '../../../../src/ui/panel-core/stored-name.ts';
import type { Origin } from '../../../../src/ui/model/origin.ts';

describe('the name of a new text', () => {
  it.each([
    ['Sample', 'copy', 'Sample (copy)'],
    ['Sample (copy)', 'copy', 'Sample (copy 2)'],
    ['people.csv', 'copy', 'people (copy).csv'],
    ['people.csv', 'result', 'people (result).json'],
    ['orders.json', 'result', 'orders (result).json'],
    ['orders (result).json', 'result', 'orders (result 2).json'],
    ['orders (copy).json', 'result', 'orders (result).json'],
    ['orders.json.gz', 'copy', 'orders (copy).json'],
    ['New document 1', 'copy', 'New document 1 (copy)'],
    ['Version 2.0 of it', 'result', 'Version 2.0 of it (result)'],
    ['.eslintrc', 'copy', '.eslintrc (copy)'],
  ] as const)('[DOC-2] of %s as a %s is %s', (name, how, made) => {
    expect(derivedName(name, how)).toBe(made);
  });

  it('[DOC-2] is never that of its source, of another document, or of the example', () => {
    const integer = integersFrom(SEED);
    const words = ['Sample', 'a', '.json', '.csv', ' (copy)', ' (copy 2)', ' (result)', '.', ' ', 'ü', '.gz', '(', ''];
    for (let run = 0; run < runs(2000); run += 1) {
      const name = Array.from({ length: integer(5) }, () => words[integer(words.length)] ?? '').join('');
      const taken: string[] = [name];
      for (let count = 0; count < 4; count += 1) {
        const made = derivedName(name, integer(2) === 0 ? 'copy' : 'result', taken);
        expect(taken, name).not.toContain(made);
        expect(storedName(made)).toBe(made);
        taken.push(made);
      }
    }
  });

  it('[DOC-2] is the next free one for what was made of the example, and for what has none', () => {
    expect([storedName('Sample'), storedName('New document'), storedName('a.json')]).toEqual([null, null, 'a.json']);
  });
});

describe('a document whose text was replaced', () => {
  const replace = (origin: Origin['kind'], name: string, blank = false) => {
    const document = { name, origin: { kind: origin }, blank };
    const replaced = nameReplaced({ state: { document } } as unknown as PanelCore, 'people (copy).csv');
    return { replaced, name: document.name, kind: document.origin.kind, blank: document.blank };
  };

  it('[DOC-19] keeps its name, but an empty panel and the example get one of their own', () => {
    expect(replace('disk', 'a.json')).toEqual({ replaced: 'a.json', name: 'a.json', kind: 'disk', blank: false });
    expect(replace('none', 'New document', true)).toEqual({
      replaced: null,
      name: 'people (copy).csv',
      kind: 'none',
      blank: false,
    });
    expect(replace('sample', 'Sample')).toEqual({
      replaced: 'The example',
      name: 'people (copy).csv',
      kind: 'none',
      blank: false,
    });
  });
});
