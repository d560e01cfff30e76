// How often the laws are tried. Seeds are new in every run, so that a part of the tries in each adds up to more than all
// of them once; DIPTYCH_RUNS=1 tries them all, 10 ten times as often.

const SHARE = Number(process.env['DIPTYCH_RUNS'] ?? 0.4);

/** The tries of a law that has `all` of them. */
export const runs = (all: number): number => Math.ceil(all * SHARE);
