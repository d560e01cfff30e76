// The README's table: the twelve things people do, each beside the peer that comes closest. Which rows it has follows from this rule
// and the results alone.

import type { MeasureLine } from './results.ts';
import type { RatioRow } from './summary.ts';

/** One of the things, and the step that measures it. */
export interface Thing {
  readonly name: string;
  readonly suite: MeasureLine['suite'];
  readonly step: string;
}

const query = (name: string, step: string): Thing => ({ name: `query: ${name}`, suite: 'query', step });

/** The twelve things, in the order in which people meet them; each query language has a row. */
export const THINGS: readonly Thing[] = [
  { name: 'open: first text', suite: 'browser', step: 'first text on the screen' },
  { name: 'open: whole document, checked', suite: 'browser', step: 'whole document, checked' },
  { name: 'first edit', suite: 'browser', step: 'first edit on the screen' },
  { name: 'key to frame, p95', suite: 'browser', step: 'key to frame, p95' },
  { name: 'search', suite: 'operations', step: 'search plain text' },
  { name: 'format', suite: 'engine', step: 'format' },
  { name: 'sort', suite: 'operations', step: 'sort the records by a number' },
  { name: 'table filter', suite: 'table', step: 'a column contains a text' },
  query('JavaScript', 'JavaScript'),
  query('Lodash', 'Lodash'),
  query('JMESPath', 'JMESPath'),
  query('JSONPath', 'JSONPath, a filter'),
  query('JSON Query', 'JSON Query'),
  query('jq', 'jq'),
  { name: 'compare', suite: 'compare', step: 'changes in some places' },
  { name: 'CSV in', suite: 'table', step: 'CSV in' },
  { name: 'CSV out', suite: 'table', step: 'CSV out' },
  { name: 'save', suite: 'browser', step: 'save' },
  { name: 'memory', suite: 'browser', step: 'memory of the renderer' },
];

/** A row of the table: from each start the closest peer, where there is one. */
export interface Headline {
  readonly thing: Thing;
  readonly bytes: RatioRow | null;
  readonly open: RatioRow | null;
}

/**
 * Returns the rows. From each start a thing is shown on the largest document on which it was measured beside any peer, beside the
 * peer with the least ratio there.
 */
export function headlinesOf(rows: readonly RatioRow[]): Headline[] {
  return THINGS.map((thing) => {
    const closest = (start: RatioRow['start']): RatioRow | null => {
      const measured = rows.filter(
        (row) => row.suite === thing.suite && row.step === thing.step && row.start === start,
      );
      const largest = Math.max(0, ...measured.map(({ bytes }) => bytes));
      const [first] = measured
        .filter(({ bytes }) => bytes === largest)
        .toSorted((a, b) => a.ratio.value - b.ratio.value);
      return first ?? null;
    };
    return { thing, bytes: closest('bytes'), open: closest('open') };
  });
}
