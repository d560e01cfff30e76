// Number of runs and seed of the property tests. Both are fixed by default, so that a run fails because of a change and not by
// chance. DIPTYCH_RUNS=1 does all runs, 10 ten times as many; DIPTYCH_SEED sets another seed. Nightly runs set both.

const SHARE = Number(process.env['DIPTYCH_RUNS'] ?? 0.1);

/** The seed of all randomness in unit tests. */
export const SEED = Number(process.env['DIPTYCH_SEED'] ?? 20_261);

/** Returns the number of runs of a property whose full number is `all`. */
export const runs = (all: number): number => Math.ceil(all * SHARE);
