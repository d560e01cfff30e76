// The whole of JSONTestSuite: what must be accepted, what must be refused, and that neither does harm.

import { describe, expect, it } from 'vitest';
import { finish } from '../../src/engine/base/work.ts';
import { formatDocument } from '../../src/engine/layout/format.ts';
import { makeDocument, textOf } from '../unit/engine/support/documents.ts';
import { hasSuite, suiteFiles } from './suites.ts';

describe.runIf(hasSuite('nst-jsontestsuite'))('JSONTestSuite', () => {
  const files = [...suiteFiles('nst-jsontestsuite/test_parsing')];

  it('has the cases that its notice names', () => {
    const count = (prefix: string): number => files.filter(({ name }) => name.startsWith(prefix)).length;
    expect([count('y_'), count('n_'), count('i_')]).toEqual([95, 188, 35]);
  });

  it.each(files.filter(({ name }) => name.startsWith('y_')))('[PAR-3] accepts $name', ({ bytes }) => {
    const document = makeDocument(bytes, 7);
    expect(document.validity).toBe('valid');
    document.check();
  });

  it.each(files.filter(({ name }) => name.startsWith('n_')))(
    '[PAR-3] refuses $name, with a place and a sentence',
    ({ bytes }) => {
      const document = makeDocument(bytes, 7);
      expect(document.validity).toBe('invalid');
      expect(document.error?.message).toMatch(/^[A-Z].*\.$/s);
      const place = document.error?.place;
      expect(place?.offset).toBeLessThanOrEqual(bytes.length);
      expect(place?.line).toBe(document.lines.lineAt(place?.offset ?? -1));
    },
  );

  it.each(files.filter(({ name }) => name.startsWith('i_')))('[PAR-3] survives $name', ({ bytes }) => {
    const document = makeDocument(bytes, 7);
    expect(document.validity).not.toBe('unknown');
    expect(document.memory.text().slice()).toEqual(new Uint8Array(bytes));
    document.check();
  });

  it.each([...suiteFiles('nst-jsontestsuite/test_transform')])(
    '[PAR-2] [FMT-4] keeps every value of $name as written',
    ({ bytes }) => {
      const document = makeDocument(bytes);
      if (document.validity === 'invalid') return;
      const format = { style: 'format', indent: '  ', maxLineLength: 80 } as const;
      const compact = { ...format, style: 'compact' } as const;
      const pretty = finish(formatDocument(document, format));
      expect(textOf(finish(formatDocument(pretty, compact)))).toBe(textOf(finish(formatDocument(document, compact))));
    },
  );
});

describe.runIf(hasSuite('samples'))('samples', () => {
  it.each([...suiteFiles('samples')].filter(({ name }) => name.endsWith('.json')))(
    'scans, formats and compacts $name',
    ({ bytes }) => {
      const document = makeDocument(bytes, 100_000);
      expect(document.validity).toBe('valid');
      document.check();
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      for (const style of ['format', 'smart', 'compact'] as const) {
        const made = finish(formatDocument(document, { style, indent: '  ', maxLineLength: 80 }));
        expect(JSON.parse(textOf(made))).toEqual(value);
      }
    },
  );
});
