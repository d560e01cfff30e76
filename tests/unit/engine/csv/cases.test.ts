// The judged cases of CSV: imports, dialects, exports, round trips.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../../../src/shared/bytes/bytes.ts';
import type { CsvChoice, CsvReadOptions, CsvWriteOptions } from '../../../../src/shared/protocol/csv.ts';
import { finish } from '../../../../src/engine/base/work.ts';
import { compactJson } from '../../../../src/engine/base/strict-reader.ts';
import { nameColumns } from '../../../../src/engine/csv/names.ts';
import { readTable } from '../../../../src/engine/csv/read.ts';
import { exported, sameDocuments, sortedNames } from '../support/csv.ts';

const FOLDER = join(import.meta.dirname, '../../../cases/csv');

interface Expectation {
  readonly dialect?: Record<string, unknown>;
  readonly columns?: readonly string[];
  readonly kinds?: readonly (string | null)[];
  readonly rows?: string;
  readonly rowCount?: number;
  readonly columnCount?: number;
  readonly rowsSha256?: string;
  readonly warnings?: readonly { readonly line: number; readonly kind: string }[] | null;
}
interface ImportCase {
  readonly id: string;
  readonly file: string;
  readonly generated?: boolean;
  readonly sha256?: string;
  readonly options?: TheirRead;
  readonly expect: Expectation;
}
type TheirRead = Omit<CsvReadOptions, 'types'> & { readonly types?: Record<string, CsvChoice> };
interface Cases {
  readonly import: readonly ImportCase[];
  readonly export: readonly {
    readonly id: string;
    readonly document: string;
    readonly options: CsvWriteOptions;
    readonly expect: { readonly text: string };
  }[];
  readonly roundTrip: readonly {
    readonly id: string;
    readonly document: string;
    readonly export: CsvWriteOptions;
    readonly import: TheirRead;
  }[];
}
interface Make {
  bytes(name: string): Uint8Array;
  dialects(): Iterable<{ readonly id: string; readonly bytes: Uint8Array; readonly expect: Expectation }>;
}

const cases = JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')) as Cases;
const make = (await import(pathToFileURL(join(FOLDER, 'make.mjs')).href)) as Make;

/** Kinds of warnings that the cases judge. */
const JUDGED = new Set(
  'text-after-quote quote-in-cell unclosed-quote blank-at-quote short-row long-row nul-byte bad-json'.split(' '),
);

function optionsOf({ types, ...options }: TheirRead = {}): CsvReadOptions {
  return types === undefined ? options : { ...options, types: new Map(Object.entries(types)) };
}

/** What is wrong about a file that was read. */
function wrongs(bytes: Uint8Array, told: TheirRead | undefined, expected: Expectation): string[] {
  const options = optionsOf(told);
  const table = finish(readTable(bytes, options));
  const compact = new TextDecoder('utf-8', { ignoreBOM: true }).decode(compactJson(joinBytes(table.json)) ?? undefined);
  const found: string[] = [];
  const check = (what: string, got: unknown, want: unknown): void => {
    if (JSON.stringify(got) !== JSON.stringify(want))
      found.push(`${what}: ${JSON.stringify(got)?.slice(0, 300)}, expected ${JSON.stringify(want)?.slice(0, 300)}`);
  };
  for (const [key, value] of Object.entries(expected.dialect ?? {}))
    if (value !== null) check(key, table.dialect[key as keyof typeof table.dialect], value);
  if (expected.dialect !== undefined && 'lineEnd' in expected.dialect && !('separator' in expected.dialect))
    check('separator', table.dialect.separator, null);
  if (expected.columns) check('columns', table.columns, expected.columns);
  if (expected.columnCount !== undefined) check('columns', table.columns.length, expected.columnCount);
  for (const [index, kind] of (expected.kinds ?? []).entries())
    if (kind !== null) check(`kind of ${table.columns[index]}`, table.kinds[index], kind);
  if (expected.rowCount !== undefined) check('rows', table.rowCount, expected.rowCount);
  if (expected.rows !== undefined) {
    const isSame =
      options.nest === true
        ? sortedNames(compact) === sortedNames(expected.rows)
        : sameDocuments(compact, expected.rows);
    if (!isSame) found.push(`rows: ${compact.slice(0, 400)}, expected ${expected.rows.slice(0, 400)}`);
  }
  if (expected.rowsSha256 !== undefined)
    check('sha256 of the rows', createHash('sha256').update(compact).digest('hex'), expected.rowsSha256);
  if (expected.warnings)
    check(
      'warnings',
      table.warnings.filter(({ kind }) => JUDGED.has(kind)).map(({ line, kind }) => ({ line, kind })),
      expected.warnings,
    );
  return found;
}

describe('[TAB-4] the judged cases of CSV', () => {
  it.each(cases.import)('reads $id', ({ file, generated, sha256, options, expect: expected }) => {
    const name = file.replace('files/', '');
    const bytes = generated === true ? make.bytes(name) : readFileSync(join(FOLDER, file));
    expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(sha256);
    expect(wrongs(new Uint8Array(bytes), options, expected)).toEqual([]);
  });

  it('reads one table in 384 dialects', () => {
    let count = 0;
    for (const { id, bytes, expect: expected } of make.dialects()) {
      count += 1;
      const found = wrongs(new Uint8Array(bytes), undefined, { ...expected, warnings: [] });
      expect({ id, found }).toEqual({ id, found: [] });
    }
    expect(count).toBe(384);
  });

  it.each(cases.export)('writes $id', ({ document, options, expect: { text } }) => {
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(exported(document, options))).toBe(text);
  });

  it.each(cases.roundTrip)('writes and reads $id', ({ document, export: options, import: told }) => {
    const { json } = finish(readTable(exported(document, options), optionsOf(told)));
    expect(sortedNames(new TextDecoder().decode(joinBytes(json)))).toBe(sortedNames(document));
  });

  it('names many columns that are called the same', () => {
    const columns = nameColumns(
      Array.from({ length: 30_000 }, () => ({ text: 'a', isQuoted: false })),
      30_000,
      false,
      false,
    );
    expect(columns.at(-1)?.name).toBe('a 30000');
  }, 10_000);
});
