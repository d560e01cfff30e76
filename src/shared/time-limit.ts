// A limit for what may never answer: a private file system on a disk that hangs, for example.

import { CodedError } from './errors.ts';

/**
 * Awaits work for a limited time. What it resolves to after that is given to `onLate`.
 * @throws CodedError `timeout`, or what the work throws
 */
export function withinTime<T>(
  work: Promise<T>,
  limitMs: number,
  onLate: (result: T) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new CodedError('timeout', `There was no answer within ${limitMs} ms.`));
    }, limitMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        if (isLate) onLate(result);
        else resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
