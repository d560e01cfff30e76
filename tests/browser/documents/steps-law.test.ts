// Edits, undos, redos of several steps, saves and kills at random: a jump goes as many steps as it says, also after recoveries.
// VITE_STEPS sets the number of sessions, VITE_SEED their first seed; the seed is printed on failure.

import { expect, it } from 'vitest';
import { makeFile } from '../support/disk.ts';
import { randomFrom } from '../../random.ts';
import { makeDatabase, openTab, readDraft } from '../support/tab.ts';

const SESSIONS = Number(import.meta.env['VITE_STEPS'] ?? 1);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 1);
const STEPS = 30;

async function session(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const database = makeDatabase();
  const handle = await makeFile(null, `jumps-${seed}.json`, '["0"]');
  let tab = openTab({ database });
  expect(await tab.opening.openFile(await handle.getFile(), handle)).toBe(true);
  await expect.poll(() => tab.core.document.opened?.content instanceof File).toBe(false);
  let texts = [await tab.text()];
  let at = 0;
  const log: string[] = [];
  const where = (): string => `seed ${seed}: ${log.join(', ')}`;
  let floor = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const roll = random();
    if (roll < 0.5) {
      if (random() < 0.5) await tab.type(`${step} `, 1);
      else await tab.replace(`["${step}", ${'1'.repeat(below(5) + 1)}]`);
      texts = [...texts.slice(0, at + 1), await tab.text()];
      at += 1;
      log.push(`edit ${at}`);
    } else if (roll < 0.62) {
      const count = Math.min(1 + below(3), at - floor);
      if (count === 0) continue;
      log.push(`undo ${count} from ${at}`);
      const done = await tab.client.undo(undefined, count);
      expect(done, where()).not.toBeNull();
      at -= count;
      expect(await tab.text(), where()).toBe(texts[at]);
    } else if (roll < 0.72) {
      const count = Math.min(1 + below(3), texts.length - 1 - at);
      if (count === 0) continue;
      log.push(`redo ${count} from ${at}`);
      await tab.client.redo(undefined, count);
      at += count;
      expect(await tab.text(), where()).toBe(texts[at]);
    } else if (roll < 0.8) {
      log.push(`save ${at}`);
      expect(await tab.saving.save()).toBe(true);
    } else {
      await expect.poll(() => tab.core.state.protection, { message: where() }).not.toBe('pending');
      const before = await tab.text();
      const draft = await readDraft(tab.documents, await database.open());
      if (draft === null) continue;
      log.push(`kill, done ${draft.steps.done.length}, undone ${draft.steps.undone.length}`);
      tab.keeping.stop();
      tab.client.close();
      tab = openTab({ database });
      expect(await tab.opening.recover(draft)).toBe(true);
      expect(await tab.text(), where()).toBe(before);
      // What was before the base is not known any more.
      floor = Math.max(0, at - draft.steps.done.length);
      texts = texts.slice(0, at + 1 + draft.steps.undone.length);
    }
  }
  tab.keeping.stop();
  tab.client.close();
}

it('[NEW-11] [DOC-19] several steps are undone and redone as one, also after kills', { timeout: 600_000 }, async () => {
  for (let index = 0; index < SESSIONS; index += 1) await session(SEED + index);
});
