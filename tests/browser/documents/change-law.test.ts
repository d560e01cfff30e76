// The law of changes: the reported changes of a document, replayed over the opened text, always give the text that the document
// holds, whatever is done to it, even while its worker dies. VITE_CHANGES sets the number of sessions, VITE_SEED their seed;
// the seed is printed on failure.

import { describe, expect, it } from 'vitest';
import { applyChange } from '../../../src/embed/sdk/editor.ts';
import { packSplices } from '../../../src/shared/document/splice-pack.ts';
import type { Splice } from '../../../src/shared/document/splice.ts';
import { asByte, asNode } from '../../../src/shared/units.ts';
import { spawnDocumentWorker } from '../../../src/ui/client/worker-document-client.ts';
import { ChangeReportingClient } from '../../../src/ui/client/change-reporting-client.ts';
import { randomFrom } from '../../random.ts';

const SESSIONS = Number(import.meta.env['VITE_CHANGES'] ?? 2);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 20_311);
const STEPS = 40;

const encoder = new TextEncoder();

/** A copy of a document, maintained from its reported changes alone. */
class Replica {
  text = new Blob([]);
  revision = 0;
  readonly client: ChangeReportingClient;
  private worker: Worker | null = null;

  constructor() {
    this.client = new ChangeReportingClient(() => (this.worker = spawnDocumentWorker()));
  }

  async open(content: Blob): Promise<void> {
    await this.client.subscribeChanges({
      onOpened: () => {
        this.revision = this.client.state.revision;
      },
      onChange: (change) => {
        // After a worker's death the whole text is reported again, possibly with the same revision.
        expect(change.revision).toBeGreaterThanOrEqual(this.revision);
        this.revision = change.revision;
        this.text = applyChange(this.text, change);
      },
    });
    await this.reopen(content);
  }

  async reopen(content: Blob): Promise<void> {
    await this.client.open(content);
    this.text = content;
  }

  kill(): void {
    this.worker?.terminate();
  }
}

/** A random document: mostly small, sometimes large enough to be reported in several pieces. */
function documentOf(random: () => number): Blob {
  const count = random() < 0.2 ? 3000 : Math.floor(random() * 40);
  const items = Array.from({ length: count }, (_, id) => ({
    id,
    name: `Nö ${id}`,
    on: random() < 0.5,
    sub: { a: [id] },
  }));
  return new Blob([JSON.stringify(items, null, random() < 0.5 ? 2 : 0)]);
}

function splicesOf(random: () => number, size: number, count: number): Splice[] {
  const places = Array.from({ length: count }, () => Math.floor(random() * (size + 1))).toSorted((a, b) => a - b);
  return places.map((start, index) => {
    const end = Math.min(places[index + 1] ?? size, start + (random() < 0.5 ? 0 : Math.floor(random() * 5)));
    const long = random() < 0.05 ? 40_000 : Math.floor(random() * 6);
    return {
      start: asByte(start),
      end: asByte(end),
      insert: encoder.encode(random() < 0.3 ? '"ü"' : 'x'.repeat(long)),
    };
  });
}

/** Performs one random action and returns its name. A refused action is not a change. */
async function act(replica: Replica, random: () => number): Promise<string> {
  const { client } = replica;
  const { revision, size, validity, rowCount } = client.state;
  const kind = Math.floor(random() * 13);
  const json = JSON.stringify([random(), 'ß']);
  switch (kind) {
    case 0:
    case 1:
    case 2:
      await client.apply(
        revision,
        splicesOf(random, size, 1 + Math.floor(random() * 4)),
        random() < 0.5 ? 'alone' : 'begins',
      );
      return 'splices';
    case 3:
      await client.applyPacked(revision, new Blob([packSplices(splicesOf(random, size, 1200))]));
      return 'many splices';
    case 4:
      await client.undo();
      return 'undo';
    case 5:
      await client.redo();
      return 'redo';
    case 6:
      await client.format({ style: random() < 0.5 ? 'compact' : 'format', indent: '  ', maxLineLength: 80 });
      return 'format';
    case 7:
      await client.replace(documentOf(random));
      return 'replace';
    case 8:
      if (validity !== 'valid' || rowCount === 0) return 'nothing';
      await client.edit(revision, { type: 'set', node: asNode(0), json });
      return 'set';
    case 9:
      await client.patch(revision, 'json-patch', new Blob([`[{"op": "add", "path": "/0", "value": ${json}}]`]));
      return 'patch';
    case 10:
      await client.patch(revision, 'merge-patch', new Blob([`{"a": ${json}}`]));
      return 'merge';
    case 11:
      if (random() < 0.3) await replica.reopen(documentOf(random));
      return 'open';
    default:
      // Not awaited: the calls that follow wait for the next worker. A worker that is still starting is not killed: it holds no
      // lock yet, so its death would go unnoticed.
      if (random() < 0.5 && !client.isRecovering) replica.kill();
      return 'kill';
  }
}

describe('[EMB-1] what is told of a document', () => {
  it(`replayed is what it holds, over ${SESSIONS} random sessions`, async () => {
    const counts = new Map<string, number>();
    for (let session = 0; session < SESSIONS; session += 1) {
      const seed = SEED + session;
      const random = randomFrom(seed);
      const replica = new Replica();
      await replica.open(documentOf(random));
      for (let step = 0; step < STEPS; step += 1) {
        const done = await act(replica, random).catch(() => 'refused');
        counts.set(done, (counts.get(done) ?? 0) + 1);
        if (random() < 0.5) continue;
        // The worker may just have been killed: retry once.
        const { text, revision } = await replica.client.readVersion().catch(() => replica.client.readVersion());
        // The change that made this revision is reported before the reply or right after it.
        await expect.poll(() => replica.client.state.revision, { timeout: 20_000 }).toBeGreaterThanOrEqual(revision);
        await expect
          .poll(async () => (await replica.text.text()) === (await text.text()), {
            timeout: 20_000,
            message: `seed ${seed}, step ${step}: ${done}`,
          })
          .toBe(true);
      }
      replica.client.close();
    }
    // Every kind of action must have occurred: a law that is never exercised proves nothing.
    for (const done of ['splices', 'many splices', 'undo', 'redo', 'format', 'replace', 'set', 'patch', 'open', 'kill'])
      expect(counts.get(done), done).toBeGreaterThan(0);
  });
});
