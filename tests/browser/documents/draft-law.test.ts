// The law of drafts: whatever is done to a document, and whenever its tab is killed, the recovered text was once on the screen,
// and is no older than the last text that the page reported as protected. VITE_KILLS sets the number of kills, VITE_SEED their
// seed; the seed is printed on failure.

import { describe, expect, it } from 'vitest';
import { asByte } from '../../../src/shared/units.ts';
import { openTab, pause, readDraft, textOf, unpack, type Tab } from '../support/tab.ts';
import { randomFrom } from '../../random.ts';

const KILLS = Number(import.meta.env['VITE_KILLS'] ?? 6);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 728_445);
/** Number of kills per document. */
const PER_DOCUMENT = 10;

/** The texts that were on the screen, in order, and the index of the last one reported as protected. */
class Timeline {
  readonly texts: string[];
  private claimed = 0;
  /** Resolves when all pending reads have been added to `texts`. */
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly tab: Tab,
    text: string,
  ) {
    this.texts = [text];
  }

  /** Called after a message to the worker: the next read reflects it. */
  note(): void {
    // If the worker dies, its successor replies.
    const text = this.tab.text().catch(() => this.tab.text());
    text.catch(() => undefined);
    this.reading = this.reading.then(async () => {
      this.texts.push(await text);
    });
  }

  async settle(): Promise<void> {
    await this.reading;
  }

  /** Called when the page reports all work as protected. */
  claim(): void {
    this.claimed = this.texts.length - 1;
  }

  /** Called when the page reports that nothing is protected. */
  withdraw(): void {
    this.claimed = 0;
  }

  /** The texts that may be recovered. */
  get allowed(): readonly string[] {
    return this.texts.slice(this.claimed);
  }
}

const STEPS = [
  'type',
  'type',
  'type',
  'type',
  'undo',
  'undo',
  'redo',
  'step',
  'format',
  'save',
  'base',
  'refuse',
  'erase',
  'die',
  'rest',
] as const;

async function act(tab: Tab, timeline: Timeline, random: () => number): Promise<string> {
  const step = STEPS[Math.floor(random() * STEPS.length)] ?? 'type';
  const { client, database, keeping } = tab;
  const ignore = (): undefined => undefined;
  switch (step) {
    case 'type':
    case 'step': {
      const { revision, size } = client.state;
      const at = asByte(random() < 0.7 ? size : Math.floor(random() * size));
      const insert = new TextEncoder().encode(String(Math.floor(random() * 100)));
      const writing = client
        .apply(revision, [{ start: at, end: at, insert }], step === 'type' ? 'continues' : 'alone')
        .catch(ignore);
      timeline.note();
      if (random() < 0.6) await writing;
      break;
    }
    case 'undo':
    case 'redo': {
      const writing = client[step]().catch(ignore);
      timeline.note();
      if (random() < 0.6) await writing;
      break;
    }
    case 'format':
      await client
        .format({ style: random() < 0.5 ? 'format' : 'compact', indent: '  ', maxLineLength: 80 })
        .catch(ignore);
      timeline.note();
      break;
    case 'save':
      await keeping.saveToShelf().catch(ignore);
      break;
    case 'base':
      await client.journal.sink?.renewBase();
      break;
    case 'refuse':
      database.isFull = !database.isFull && random() < 0.5;
      break;
    case 'erase':
      if (random() < 0.3) await database.erase();
      break;
    case 'die':
      await timeline.settle();
      if (random() < 0.5) void act(tab, timeline, random).catch(ignore);
      tab.killWorker();
      // The text is read from the next worker.
      await client.caughtUp();
      timeline.note();
      await timeline.settle();
      break;
    case 'rest':
      await pause(Math.floor(random() * 300));
  }
  return step;
}

/** What the user would see on opening the page now: the draft, else the stored document; `null` when there is neither. */
async function recovered(tab: Tab): Promise<string | null> {
  const { documents, database } = tab;
  const wasFull = database.isFull;
  database.isFull = false;
  try {
    const draft = await readDraft(documents, await database.open());
    if (draft !== null) return await textOf(draft);
    const { origin } = tab.core.state.document;
    const content = 'rev' in origin ? await documents.local.content(origin.key.id) : null;
    return content === null ? null : await unpack(content);
  } finally {
    database.isFull = wasFull;
  }
}

describe('unsaved work', () => {
  it(
    `[DOC-15] comes back as it was protected, or later, at each of ${KILLS} kills`,
    { timeout: 60_000 + KILLS * 4000 },
    async () => {
      for (let document = 0; document * PER_DOCUMENT < KILLS; document += 1) {
        const seed = SEED + document;
        const random = randomFrom(seed);
        const tab = openTab();
        const text = '[1, 2, 3]';
        await tab.opening.open({ name: 'law', content: new Blob([text]), origin: { kind: 'none' }, saved: true });
        const timeline = new Timeline(tab, text);
        const trace: string[] = [];
        for (let kill = 0; kill < PER_DOCUMENT; kill += 1) {
          for (let steps = Math.floor(random() * 8); steps >= 0; steps -= 1)
            trace.push(await act(tab, timeline, random));
          // The protection counts only if it covers every write: none may be pending.
          const isClaimed = tab.core.state.protection === 'kept' && !tab.client.isWriting;
          await timeline.settle();
          if (isClaimed && tab.core.state.protection === 'kept') timeline.claim();
          if (tab.core.state.protection === 'failed' || tab.database.isFull) timeline.withdraw();
          const { allowed } = timeline;
          const found = await recovered(tab);
          const where = `seed ${seed}, kill ${kill}, after ${trace.join(' ')}: ${JSON.stringify(timeline.texts)}`;
          if (found !== null) expect(allowed, where).toContain(found);
          else expect(isClaimed && tab.core.state.protection === 'kept', where).toBe(false);
        }
        // In the end everything is protected, even if the database refused some writes on the way.
        tab.database.isFull = false;
        await tab.client.caughtUp();
        await tab.type(' ');
        await expect.poll(() => tab.core.state.protection, { timeout: 20_000 }).toBe('kept');
        expect(await recovered(tab), `seed ${seed}, at the end of ${trace.join(' ')}`).toBe(await tab.text());
        tab.keeping.stop();
        tab.client.close();
      }
    },
  );
});
