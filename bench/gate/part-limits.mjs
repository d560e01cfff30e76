// How much the parts of the built page may weigh, in bytes packed by brotli. A part that has to be heavier comes with a new limit here,
// and a reason in the commit.

/** @type {import('./judge.ts').PartLimits} */
export const PART_LIMITS = {
  parts: {
    'first screen, script': 144_000,
    'first screen, style': 9700,
    'first screen, font': 49_000,
    // Monaco.
    'editor, script': 740_000,
    'editor, style': 21_000,
    'codicon, font': 155_000,
    // The original jq.
    'jq, other': 280_000,
    // What documents and jobs need at once, with the WebAssembly for both.
    'worker-parts, script': 285_000,
    // The tree and table of results, with their editors.
    'view, script': 69_000,
    'schema-job, script': 65_000,
    'table-content, script': 49_000,
    'form-job, script': 38_000,
  },
  /** Any other part, by its kind. */
  others: { script: 25_000, style: 4500, font: 90_000, other: 8000 },
  /** All parts of a kind. */
  all: { script: 1_960_000, style: 62_000, font: 500_000, other: 300_000 },
};
