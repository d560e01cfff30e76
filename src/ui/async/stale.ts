// Calls that are made for one revision of a document. When it is written meanwhile they reject with `stale`: the answer is of no use
// any more, and whoever follows the document asks again.

import { CodedError, hasCode, type ErrorCode } from '../../shared/errors.ts';

const STALE = Symbol('stale');

/** Resolves to the result of work, or to `otherwise` if that is stale, or has failed with one of the codes in `also`. */
export async function unlessStale<T, F>(work: Promise<T>, otherwise: F, ...also: readonly ErrorCode[]): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'stale') || also.some((code) => hasCode(error, code))) return otherwise;
    throw error;
  }
}

/** Resolves to the result of work. If that is stale, `message` says so. @throws CodedError what the work throws */
export async function explainStale<T>(work: Promise<T>, message: string): Promise<T> {
  const result = await unlessStale(work, STALE);
  if (result === STALE) throw new CodedError('stale', message);
  return result;
}

/**
 * Carries out work for the current revision, again when the document was written meanwhile, `tries` times at most. `renew` is awaited
 * before each further try.
 * @throws CodedError what the work throws; `stale` after the last try
 */
export async function retryStale<T>(
  tries: number,
  work: (attempt: number) => Promise<T>,
  renew: () => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  for (let attempt = 1; attempt < tries; attempt += 1) {
    const result = await unlessStale(work(attempt), STALE);
    if (result !== STALE) return result;
    await renew();
  }
  return work(tries);
}
