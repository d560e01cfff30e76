// Steps of the suite `table`: columns, filters, order and figures, in scans of the same document and beside the same on parsed
// values; CSV in and out beside papaparse.

import type { TableFilter } from '../../src/shared/protocol/table.ts';
import { finish } from '../../src/engine/base/work.ts';
import { readFigures } from '../../src/engine/table/column/figures.ts';
import { TableIndex } from '../../src/engine/table/column/table-index.ts';
import { arrangeRows } from '../../src/engine/table/row-order.ts';
import { findColumns } from '../../src/engine/table/table-columns.ts';
import { generate } from '../generate.ts';
import { csvSteps } from './csv.ts';
import { extractionSteps } from './extraction.ts';
import { trustSteps } from './guarding.ts';
import { decode, holding, openDocument, scanOf } from './open.ts';
import type { BenchJob, Limit, Peer, Step } from './step.ts';

/** The columns whose figures are measured, one of each kind. */
const COLUMNS = [['id'], ['name'], ['active'], ['age'], ['balance'], ['address', 'city'], ['tags'], ['created']];

interface Row {
  readonly name: string;
  readonly balance: number;
}

/** Returns the steps on one document of records. */
export function* tableSteps({ shape, style, size }: BenchJob): Generator<Step> {
  const bytes = generate(shape, style, size);
  const document = openDocument(bytes);
  const { places } = document;
  const scanning = scanOf(document);
  let index = new TableIndex(places, 0, document);
  const fresh = (): void => {
    index = new TableIndex(places, 0, document);
  };
  /** With the columns that were used before. */
  const warm = (): void => {
    fresh();
    for (const column of COLUMNS) finish(index.column(column));
  };
  const parse = (): Row[] => JSON.parse(decode(bytes)) as Row[];
  const parsed = (work: (rows: Row[]) => unknown): Peer[] => [
    { name: 'JSON.parse, by hand', start: 'bytes', run: () => work(parse()) },
    holding('by hand', parse, work),
  ];
  const step = (
    name: string,
    prepare: () => void,
    own: (on: TableIndex) => unknown,
    scans?: number,
    ...peers: Peer[]
  ): Step => ({
    name,
    prepare,
    own: () => own(index),
    fromBytes: () => {
      const opened = openDocument(bytes);
      return own(new TableIndex(opened.places, 0, opened));
    },
    beside: [...peers, scanning],
    ...(scans !== undefined && { limit: { scans } satisfies Limit }),
  });
  const filter = (...filters: TableFilter[]): ((on: TableIndex) => unknown) => {
    return (on) => finish(arrangeRows(on, { filters, sorts: [] }));
  };
  const range: TableFilter = { type: 'between', of: 'numbers', path: ['balance'], from: '2000', to: '5000' };
  const figures = (...filters: TableFilter[]): (() => void) => {
    return () => {
      for (const column of COLUMNS) finish(readFigures(index, { column, filters }));
    };
  };
  yield step('the columns of all rows', fresh, () => finish(findColumns(document, 0, true)));
  yield step('any column contains a text', fresh, filter({ type: 'contains', path: null, text: 'amber' }), 2);
  yield step(
    'any column contains a text that is nowhere',
    fresh,
    filter({ type: 'contains', path: null, text: 'qqq' }),
    1,
  );
  yield step(
    'a column contains a text',
    fresh,
    filter({ type: 'contains', path: ['name'], text: 'amber' }),
    3,
    ...parsed((all) => all.filter(({ name }) => name.includes('amber'))),
  );
  yield step('a number is between two, first', fresh, filter(range), 2);
  yield step('… with its column read before: a brush', warm, filter(range), 1);
  yield step(
    'sort by a number, first',
    fresh,
    (on) => finish(arrangeRows(on, { filters: [], sorts: [{ path: ['balance'], direction: 'ascending' }] })),
    undefined,
    ...parsed((all) => all.toSorted((a, b) => a.balance - b.balance)),
  );
  for (const column of COLUMNS)
    yield step(`figures of ${column.join('.')}`, fresh, () => finish(readFigures(index, { column, filters: [] })), 2);
  yield step('figures of all these after a brush', warm, figures(range));
  yield* csvSteps(size);
  yield* extractionSteps(size);
  yield* trustSteps(document);
}
