// The tasks of a page's main thread, from the browser's own trace: the processor time of each. On a machine with few or shared
// cores, a task's duration also includes the time in which it has no core.

const MARK = 'diptych-bench';

/**
 * Runs a step. Returns its result, and the longest processor time of a task in it, in milliseconds. A result that is a function
 * is called with the trace's events.
 */
export async function traceTasks(page, body) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['-*', 'toplevel', 'blink.user_timing', 'input'] });
  try {
    await page.evaluate((name) => performance.mark(name), MARK);
    const value = await body();
    // The trace reports tasks a little after they end.
    await page.waitForTimeout(300);
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    return { value: typeof value === 'function' ? value(traceEvents) : value, cpuMs: longestOf(traceEvents) };
  } catch (error) {
    await browser.stopTracing().catch(() => undefined);
    throw error;
  }
}

/** Returns the longest processor time of a task of the thread that set the mark. */
function longestOf(traceEvents) {
  const mark = traceEvents.find(({ name }) => name === MARK);
  if (mark === undefined) throw new Error('the trace does not have the step’s mark');
  let longestUs = 0;
  let isTold = false;
  for (const { ph, pid, tid, ts, tdur } of traceEvents) {
    if (ph !== 'X' || pid !== mark.pid || tid !== mark.tid || ts < mark.ts || tdur === undefined) continue;
    isTold = true;
    longestUs = Math.max(longestUs, tdur);
  }
  if (!isTold) throw new Error('the trace does not tell how long tasks were at work');
  return Math.round(longestUs / 1000);
}
