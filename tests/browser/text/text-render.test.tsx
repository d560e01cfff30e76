// How much of a text is redrawn on a key: of a line that fills the screen, only the rows that look different.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { isColoured } from '../support/plain-editor.ts';
import { keys, paste, View } from '../support/text-view.tsx';
import { integersFrom } from '../../random.ts';

const SEED = 20_261;
const RECORDS = 400;
let view: View;

afterEach(() => view.close());

/** Opens a document of one line, about 20 KB, and shows its end. */
async function openLine(): Promise<void> {
  const records = Array.from({ length: RECORDS }, (_, id) => ({ id, name: `name ${id}`, on: id % 2 === 0 }));
  view = new View('0');
  await view.open(new Blob([JSON.stringify(records)]));
  // Monaco marks the matching bracket some time after a key.
  view.session.editor.updateOptions({ matchBrackets: 'never' });
  await keys('{Control>}{End}{/Control}');
  await drawn();
}

const rows = (): HTMLElement[] => [
  ...(view.session.editor.getDomNode()?.querySelectorAll<HTMLElement>('.view-line') ?? []),
];

/** The HTML of the rows, from top to bottom. */
const looks = (): string[] =>
  rows()
    .toSorted((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
    .map((row) => row.innerHTML);

/** Waits until the last edit is on the screen, fully coloured: long lines are coloured in idle moments. */
async function drawn(): Promise<void> {
  await view.settled();
  await vi.waitFor(() => expect(isColoured(view.session.editor.getModel())).toBe(true), 10_000);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

describe('a line that fills the screen', () => {
  it('[TXT-2] is drawn again only where a key changed it', async () => {
    await openLine();
    expect(rows().length).toBeGreaterThan(10);
    const before = new Set(rows());
    await keys('7');
    await drawn();
    expect(looks().at(-1)).toContain('7');
    expect(rows().filter((row) => !before.has(row)).length).toBeLessThanOrEqual(2);
  });

  it('[TXT-2] leaves the rows behind what was typed, at whatever column of the line they begin now', async () => {
    await openLine();
    await keys('{Control>}{Home}{/Control}{ArrowRight}');
    // Each key lengthens the first row, whose last word moves to the next row, and so on until a row has room for it.
    let moved = 0;
    for (let key = 0; key < 20; key += 1) {
      const [before, earlier] = [new Set(rows()), looks()];
      await keys('7');
      await drawn();
      const changed = looks().filter((look, at) => look !== earlier[at]).length;
      expect(changed).toBeGreaterThan(0);
      // The first key after a jump also brings the first colours.
      if (key > 0) expect(rows().filter((row) => !before.has(row)).length).toBeLessThanOrEqual(changed + 1);
      if (changed > rows().length / 2) moved += 1;
    }
    expect(moved).toBeLessThan(10);
  });

  it('[TXT-1] has the colours of a text that is drawn anew, whatever is typed where', async () => {
    await openLine();
    const random = integersFrom(SEED);
    const { session } = view;
    for (let step = 0; step < 20; step += 1) {
      session.navigation.goTo(view.client.state.size - 1 - random(1200));
      await view.settled();
      // Pasted rather than typed, because Monaco marks the closing quote that it inserts itself.
      paste(['"', '{', ',', 'x', '1', '\\', '/*', ' ', 'true', ':', '\t'][random(11)] ?? '');
      if (random(3) === 0) await view.undo();
      await drawn();
      const shown = looks();
      session.screen.refresh();
      await drawn();
      expect(shown, `seed ${SEED}, step ${step}`).toEqual(looks());
    }
  });
});
