// Finds and replaces secrets in a file of separated values. A cell is named by its column, or by the cell beside it where the columns
// are `name` and `value`. All other bytes stay: quotes, line ends, encoding and mark.

import type { CsvReadOptions } from '../../shared/protocol/csv.ts';
import type { LeakGroup, RedactOrder } from '../../shared/protocol/leaks.ts';
import { joinBytes } from '../../shared/bytes/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../shared/bytes/utf8.ts';
import { asByte } from '../../shared/units.ts';
import { SLICE_BYTES, type Work } from '../base/work.ts';
import { fromUtf8 } from '../csv/encoding.ts';
import { readerOf, understand, type Reading } from '../csv/reading.ts';
import { decodeDoubled, type Decoded } from './decoded.ts';
import { bytesOf } from './find-in-text.ts';
import { LeakGroups } from './leak-groups.ts';
import { betterName } from './loose-walk.ts';
import { secretInNumber } from './named-secrets.ts';
import { Placeholders } from './placeholders.ts';
import { joinRanges, type Secret } from './secret.ts';
import { secretsIn } from './text-secrets.ts';
import { nameOfMember, NO_SIBLINGS, roleOf } from './value-names.ts';

/** A cell with its secrets. */
interface CellLeak {
  /** Of the rows of data, from 0; -1 for the header. */
  readonly row: number;
  readonly column: string;
  /** From 0. */
  readonly line: number;
  /** The bytes between its quotes, in UTF-8. */
  readonly start: number;
  readonly end: number;
  readonly secrets: readonly Secret[];
  byteAt(offset: number): number;
}

/** A cell of the row that is read. */
interface Cell {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly decoded: Decoded;
}

/** Lists the secrets of a file of separated values by kind. */
export function* listCsvLeaks(bytes: Uint8Array, options: CsvReadOptions = {}): Work<readonly LeakGroup[]> {
  const groups = new LeakGroups();
  yield* findInCells(yield* understand(bytes, options), ({ row, column, line, start, end, secrets }) =>
    groups.add(secrets, () => ({
      path: row < 0 ? [column] : [row, column],
      isKey: row < 0,
      range: { start: asByte(start), end: asByte(end) },
      line,
    })),
  );
  return groups.list;
}

/**
 * Returns a file of separated values without its secrets.
 * @throws CodedError `refused` for a character that the encoding has not
 */
export function* redactCsv(
  bytes: Uint8Array,
  { form, except }: RedactOrder,
  options: CsvReadOptions = {},
): Work<Uint8Array> {
  const reading = yield* understand(bytes, options);
  const { text, dialect } = reading;
  const placeholders = new Placeholders(form);
  const parts: Uint8Array[] = [];
  let at = 0;
  yield* findInCells(reading, ({ secrets, byteAt }) => {
    for (const { start, end, secret } of joinRanges(secrets.filter(({ kind }) => !except.includes(kind)))) {
      parts.push(text.subarray(at, byteAt(start)), encodeUtf8(placeholders.of(secret)));
      at = byteAt(end);
    }
  });
  if (at === 0) return bytes;
  parts.push(text.subarray(at));
  return joinBytes(fromUtf8(parts, dialect.encoding, dialect.mark));
}

function* findInCells(reading: Reading, onLeak: (leak: CellLeak) => void): Work<void> {
  const { text, columns, dialect } = reading;
  const reader = readerOf(reading);
  let pauseAt = SLICE_BYTES;
  let row = dialect.header ? -1 : 0;
  const cells: Cell[] = [];
  while (reader.nextRow(row < 0)) {
    cells.length = 0;
    do {
      reader.nextCell();
      const { start, end, line, hasDoubled } = reader;
      const spelt = decodeUtf8(text.subarray(start, end));
      const decoded = decodeDoubled(hasDoubled ? spelt : '', dialect.quote);
      cells.push({
        start,
        end,
        line: line - 1,
        decoded: hasDoubled ? decoded : { text: spelt, placeOf: (unit) => unit },
      });
    } while (!reader.endsRow);
    const siblings = () => ({ ...NO_SIBLINGS, name: nameBeside(cells, columns) });
    for (const [index, { start, end, line, decoded }] of cells.entries()) {
      const column = columns[index]?.name ?? '';
      const name = row < 0 || column === '' ? null : nameOfMember(column, roleOf(column), null, siblings);
      const secrets = secretsOf(decoded.text, name, columns[index]?.kind === 'number');
      if (secrets.length === 0) continue;
      const toByte = bytesOf(text, start, end);
      onLeak({ row, column, line, start, end, secrets, byteAt: (offset) => toByte(decoded.placeOf(offset)) });
    }
    row += 1;
    if (reader.at < pauseAt) continue;
    pauseAt = reader.at + SLICE_BYTES;
    yield { done: reader.at, total: text.length };
  }
}

function secretsOf(text: string, name: string | null, isNumber: boolean): readonly Secret[] {
  if (!isNumber) return secretsIn(text, { name });
  const secret = /^\d{4,19}$/.test(text) ? secretInNumber(text, name) : null;
  return secret === null ? [] : [secret];
}

/** What a cell of the row says that another one is: `DB_PASSWORD` below `name`. */
function nameBeside(cells: readonly Cell[], columns: Reading['columns']): string | null {
  let name: string | null = null;
  for (const [index, { decoded }] of cells.entries())
    if (roleOf(columns[index]?.name ?? '').isName) name = betterName(name, decoded.text);
  return name;
}
