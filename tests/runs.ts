// How often the laws are tried, and with which seed: the same in every run by default, so that a run fails for what was
// changed and not by chance. DIPTYCH_RUNS=1 tries all, 10 ten times as often; DIPTYCH_SEED is another seed. Nightly runs set both.

const SHARE = Number(process.env['DIPTYCH_RUNS'] ?? 0.1);

/** The seed of everything random in unit tests. */
export const SEED = Number(process.env['DIPTYCH_SEED'] ?? 20_261);

/** The tries of a law that has `all` of them. */
export const runs = (all: number): number => Math.ceil(all * SHARE);
