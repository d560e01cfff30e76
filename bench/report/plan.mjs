// What a run of the report measures, by share: `quick` within a minute or so, in `.ci/run`; `short` within five; `full` all sizes and
// shapes.

const QUICK = { least: 2, most: 4, budgetMs: 150 };
const SHORT = { least: 2, most: 10, budgetMs: 500 };
const FULL = { least: 3, most: 12, budgetMs: 1200 };

/** The steps whose cost is shown against the size. */
const LARGE_STEPS = {
  engine: ['open', 'scan', 'format'],
  operations: [
    'set one value',
    'sort the records by a number',
    'search plain text',
    'search an expression in the text',
    'filter, sort and pick them',
  ],
  compare: ['changes in some places'],
  table: [
    'the columns of all rows',
    'a column contains a text',
    'sort by a number, first',
    'CSV in',
    'CSV out',
    'secrets and personal data',
    'a receipt of three edits',
  ],
  schema: ['validate, native numbers'],
  query: ['wizard', 'JavaScript', 'Lodash', 'JMESPath', 'JSON Query', 'JSONPath, a filter', '$..city'],
};
const SIDE_SHAPES = ['numbers', 'strings', 'escapes', 'cjk', 'deep', 'levels', 'wide', 'geo', 'logs', 'duplicates'];

const job = (suite, megabytes, rounds, more = {}) => ({
  suite,
  shape: suite === 'schema' ? 'orders' : 'records',
  style: 'pretty',
  size: megabytes * 1e6,
  rounds,
  ...more,
});
const large = (suite, megabytes, rounds) => job(suite, megabytes, rounds, { only: LARGE_STEPS[suite] });
const suites = Object.keys(LARGE_STEPS);

/** Returns the jobs of the engine, and what is measured of the server and the browser. */
export function planOf(share) {
  if (share === 'quick')
    return {
      engine: [
        job('engine', 1, QUICK),
        ...['operations', 'compare', 'table', 'schema', 'query'].map((suite) => large(suite, 1, QUICK)),
      ],
      server: null,
      opening: { megabytes: [2], rounds: 1, peers: ['monaco'], keys: 20 },
      tasks: { megabytes: 2, rounds: 1, views: [] },
    };
  if (share === 'short')
    return {
      engine: [
        job('engine', 1, SHORT),
        ...SIDE_SHAPES.map((shape) => job('engine', 1, SHORT, { shape, only: ['open', 'scan'] })),
        ...suites.map((suite) => large(suite, 1, SHORT)),
        ...suites.map((suite) => large(suite, 10, SHORT)),
      ],
      server: { rounds: 2, roundSeconds: 0.5, bytes: 10_000 },
      opening: { megabytes: [10], rounds: 1, peers: ['monaco', 'codemirror', 'vanilla-tree'], keys: 50 },
      tasks: { megabytes: 10, rounds: 1, views: ['text'] },
    };
  return {
    engine: [
      ...[0.1, 1].flatMap((megabytes) => suites.map((suite) => large(suite, megabytes, FULL))),
      job('engine', 10, FULL),
      job('engine', 10, FULL, { style: 'compact' }),
      ...SIDE_SHAPES.map((shape) =>
        job('engine', 10, SHORT, {
          shape,
          style: shape === 'levels' ? 'compact' : 'pretty',
          // Indented, 100,000 levels take the square of that.
          only: shape === 'levels' ? ['open', 'scan', 'compact'] : LARGE_STEPS.engine,
        }),
      ),
      ...suites.filter((suite) => suite !== 'engine').map((suite) => job(suite, 10, SHORT)),
      ...suites.map((suite) => large(suite, 100, FULL)),
      job('engine', 100, FULL, { style: 'compact', only: LARGE_STEPS.engine }),
      ...SIDE_SHAPES.flatMap((shape) =>
        [1, 100].map((megabytes) =>
          job('engine', megabytes, SHORT, {
            shape,
            style: shape === 'levels' ? 'compact' : 'pretty',
            only: ['open', 'scan'],
          }),
        ),
      ),
      large('engine', 1000, { least: 1, most: 1, budgetMs: 0 }),
    ],
    server: { rounds: 4, roundSeconds: 1, bytes: 10_000 },
    opening: {
      megabytes: [100, 10, 1],
      rounds: 3,
      peers: ['monaco', 'codemirror', 'vanilla-text', 'vanilla-tree'],
      keys: 50,
    },
    tasks: { megabytes: 100, rounds: 5, views: ['both panels', 'text', 'tree', 'table', 'compare', 'transform'] },
  };
}
