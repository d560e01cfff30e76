// Latency of a keystroke, from the browser's own trace: from the key press until the frame with its change is passed to the
// display.

const CHANGED = 'diptych-changed';
const TYPING = 'diptych-typing';
const BETWEEN_MS = 40;
/** If the frame of a key precedes its change, the change is in the next frame at the earliest. */
const FRAME_MS = 17;

/** A number on a line of its own: the text is invalid after the comma, then valid again. */
const TYPED = [',', '1', '2', '3', '4', '5', '6', '7', '8', 'Enter'];

/**
 * Types `keys` keys after the last value of a list that ends the text, at the speed of a fast typist. The caret is at the end;
 * `lines` selects the element that contains the lines of text. Returns a function that reads the latencies from the trace of
 * the typing, in milliseconds, in the order of the keys.
 */
export async function typeKeys(page, lines, keys) {
  await page.keyboard.press('ArrowLeft');
  await page.waitForTimeout(500);
  await page.evaluate(watchChanges, { lines, mark: CHANGED, start: TYPING });
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(TYPED[key % TYPED.length]);
    await page.waitForTimeout(BETWEEN_MS);
  }
  // A page that lags paints its last frame late.
  await page.evaluate(
    (still) => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, still))),
    500,
  );
  return (events) => {
    const times = keyTimes(events);
    if (times.length < keys) throw new Error(`${keys} keys, ${times.length} frames`);
    return times;
  };
}

/** Returns a percentile of times, in whole milliseconds. */
export function percentile(times, percent) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]);
}

/** In the page: marks the start, and the first change of the lines after each key. */
function watchChanges({ lines, mark, start }) {
  performance.mark(start);
  let isPressed = false;
  addEventListener('keydown', () => (isPressed = true), true);
  new MutationObserver(() => {
    if (isPressed) performance.mark(mark);
    isPressed = false;
  }).observe(document.querySelector(lines), { subtree: true, childList: true, attributes: true, characterData: true });
}

function keyTimes(events) {
  const rising = events.toSorted((a, b) => a.ts - b.ts);
  // The key before the start moved the caret and changed nothing.
  const start = rising.find(({ name }) => name === TYPING)?.ts ?? 0;
  const changes = rising.filter(({ name }) => name === CHANGED).map(({ ts }) => ts);
  const open = new Map();
  const times = [];
  for (const { name, ph, ts, pid, id2, args } of rising) {
    if (name !== 'EventLatency' || ts < start) continue;
    const id = `${pid} ${id2?.local}`;
    if (ph === 'b') {
      if (args.event_latency?.event_type === 'KEY_PRESSED') open.set(id, ts);
    } else if (open.has(id)) {
      const pressed = open.get(id);
      open.delete(id);
      const changed = changes.find((at) => at >= pressed);
      if (changed === undefined) continue;
      times.push(changed <= ts ? (ts - pressed) / 1000 : (changed - pressed) / 1000 + FRAME_MS);
    }
  }
  return times;
}
