// How busy the machine is: a plain loop over bytes, whose time depends on nothing of ours.

const BYTES = 4 * 1024 * 1024;
const RUNS = 15;

/** Returns the times of a loop that adds up some bytes, in milliseconds. */
export function gauge(): number[] {
  const bytes = new Uint8Array(BYTES).map((_, index) => (index * 31) & 255);
  return Array.from({ length: RUNS }, () => {
    const started = performance.now();
    let sum = 0;
    for (let index = 0; index < bytes.length; index += 1) sum = (sum + (bytes[index] ?? 0)) | 0;
    if (sum < 0) throw new RangeError('the sum of the bytes is positive');
    return performance.now() - started;
  });
}
