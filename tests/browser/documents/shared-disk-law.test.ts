// A file is opened, edited, saved, undone, reloaded, merged, kept and recovered at random, beside another program that writes it,
// also while a merge is being decided: a save writes only over the state that somebody has decided about, and a merge starts from
// the content that both sides had. Judged by a model over flat objects: a value of one side is lost only where it was answered so.
// VITE_MERGES sets the number of sessions, VITE_SEED their seed; the seed is printed on failure.

import { expect, it } from 'vitest';
import { CodedError } from '../../../src/shared/errors.ts';
import { conflictKey, type MergeAnswer } from '../../../src/shared/protocol/merge.ts';
import { mergeQuestionOf } from '../../../src/ui/merge/merge-state.ts';
import { mergeWithDisk } from '../../../src/ui/merge/start-merge.ts';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { hasUnsavedWork } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, overwrite, textIn } from '../support/disk.ts';
import { randomFrom } from '../../random.ts';
import { makeDatabase, openTab, readDraft, type Tab } from '../support/tab.ts';

const SESSIONS = Number(import.meta.env['VITE_MERGES'] ?? 1);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 56);
const STEPS = 30;
const KEYS = ['a', 'b', 'c', 'd', 'e'];

type Flat = ReadonlyMap<string, number>;

const write = (flat: Flat): string => `{${[...flat].map(([key, value]) => `"${key}": ${value}`).join(', ')}}`;
const read = (text: string): Flat => new Map(Object.entries(JSON.parse(text) as Record<string, number>));
const sorted = (flat: Flat): string => write(new Map([...flat].toSorted(([one], [other]) => (one < other ? -1 : 1))));

/** What the merge of two objects has to be, with the answers to the keys that both have changed. */
function merged(base: Flat, left: Flat, right: Flat, answers: ReadonlyMap<string, 'left' | 'right'>): Flat {
  const out = new Map<string, number>();
  for (const key of KEYS) {
    const [was, mine, theirs] = [base.get(key), left.get(key), right.get(key)];
    const value = mine === theirs || theirs === was || (mine !== was && answers.get(key) !== 'right') ? mine : theirs;
    if (value !== undefined) out.set(key, value);
  }
  return out;
}

async function session(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const log: string[] = [];
  const where = (): string => `seed ${seed}:\n${log.join('\n')}\n`;
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  let values = 0;
  /** Another object: one or two members have other values, new or older ones, or come, or go. */
  const change = (flat: Flat): Flat => {
    const next = new Map(flat);
    for (let count = 1 + below(2); count > 0; count -= 1) {
      const key = pick(KEYS);
      if (next.has(key) && random() < 0.15) next.delete(key);
      else next.set(key, values > 0 && random() < 0.4 ? below(values) : (values += 1));
    }
    return next;
  };

  const first = write(change(new Map(KEYS.slice(1).map((key) => [key, 0]))));
  const handle = await makeFile(null, `shared-${seed}.json`, first);
  const database = makeDatabase();
  let asked = 0;
  let isConfirmed = false;
  const confirm = (): Promise<boolean> => {
    asked += 1;
    isConfirmed = random() < 0.3;
    return Promise.resolve(isConfirmed);
  };
  const open = async (): Promise<Tab> => {
    const opened = openTab({ confirm, database });
    expect(await opened.opening.openFile(await handle.getFile(), handle)).toBe(true);
    // What was opened is copied soon. Written before that, it can't be merged, which is said.
    await expect.poll(() => opened.core.document.opened?.content instanceof File).toBe(false);
    return opened;
  };
  let tab = await open();

  /** The file; the state of it that a save may write over; and what both sides had in common. */
  let disk = first;
  let known = first;
  let base = first;
  const mine = (): Promise<string> => tab.text();
  const watch = () => fileWatchOf(tab.core);

  const earlier: string[] = [first];
  /** Another program changes what it has read, or brings back what the file held before. */
  const others = async (): Promise<void> => {
    disk = random() < 0.2 ? pick(earlier) : write(change(read(disk)));
    earlier.push(disk);
    log.push(`theirs ${disk}`);
    await overwrite(handle, disk);
  };
  /** Waits until the page has taken the file in, or has told of it; and until nothing is told of that is not so. */
  const settle = async (): Promise<void> => {
    const before = await mine();
    const wasTold = watch().state.change !== null;
    const isTouched = hasUnsavedWork(tab.core);
    const isSettled = async (): Promise<boolean> => {
      const { change: told } = watch().state;
      const { file } = tab.core.document;
      const now = await handle.getFile();
      const isKnown = file !== null && file.modified === now.lastModified && file.size === now.size;
      if (told !== null) return told.mark === `${now.lastModified} ${now.size}`;
      return isKnown;
    };
    await expect.poll(isSettled, { message: `told, ${where()}`, timeout: 5000 }).toBe(true);
    const after = await mine();
    if (watch().state.change !== null) {
      expect(after, `told of, ${where()}`).toBe(before);
      expect(isTouched || wasTold, `told of a change although nothing was done here, ${where()}`).toBe(true);
      return;
    }
    if (known === disk) return;
    log.push('is shown');
    expect(after, where()).toBe(disk);
    // What was here was saved, or is the same.
    expect(isTouched && before !== disk, `replaced, ${where()}`).toBe(false);
    known = base = disk;
  };

  const steps: Readonly<Record<string, () => Promise<void>>> = {
    async edits() {
      const text = write(change(read(await mine())));
      log.push(`mine ${text}`);
      await tab.replace(text);
    },
    async undoes() {
      if (!tab.client.state.canUndo) return;
      await tab.undo();
      log.push(`undo ${await mine()}`);
    },
    async saves() {
      const text = await mine();
      asked = 0;
      const saved = await tab.saving.save();
      log.push(`save ${String(saved)}, asked ${asked}`);
      if (known !== disk) expect(asked, `asked, ${where()}`).toBeGreaterThan(0);
      expect(await textIn(handle), `the file, ${where()}`).toBe(saved ? text : disk);
      if (known === disk) expect(saved, `saved, ${where()}`).toBe(true);
      if (!saved) return;
      expect(known === disk || isConfirmed, `overwritten, ${where()}`).toBe(true);
      known = disk = base = text;
    },
    async reloads() {
      if (watch().state.change === null) return;
      log.push('reload');
      await watch().reload();
      expect(await mine(), where()).toBe(disk);
      known = base = disk;
    },
    async keeps() {
      if (watch().state.change === null) return;
      log.push('keep');
      const kept = disk;
      if (random() < 0.3) {
        // The file changes before the answer.
        const { change: told } = watch().state;
        await others();
        await watch().keep(told);
      } else {
        await watch().keep();
      }
      known = kept;
    },
    async merges() {
      const { core } = tab;
      const copy = watch().state.change?.copy;
      if (copy == null) return;
      // The file may be another one already.
      const theirs = await copy.text();
      const before = await mine();
      log.push(`merge base ${base}`);
      let isCancelled = false;
      const answers = new Map<string, 'left' | 'right'>();
      const merging = mergeWithDisk(core).then(
        () => null,
        (error: unknown) => error,
      );
      let outcome: unknown;
      let isDone = false;
      void merging.then((result) => {
        outcome = result;
        isDone = true;
      });
      const answer = async (): Promise<boolean> => {
        const question = mergeQuestionOf(core);
        if (question === null) return isDone;
        if (random() < 0.5) await others();
        isCancelled = random() < 0.2;
        if (isCancelled) {
          question.answer(null);
          return false;
        }
        const chosen = new Map<string, MergeAnswer>();
        for (const conflict of question.conflicts) {
          const side = random() < 0.5 ? 'left' : 'right';
          answers.set(conflict.path.slice(1), side);
          chosen.set(conflictKey(conflict), side);
        }
        question.answer(chosen);
        return false;
      };
      await expect.poll(answer, { message: where(), timeout: 10_000 }).toBe(true);
      const after = await mine();
      log.push(`merged ${after}, ${[...answers].join(' ')}${isCancelled ? ', cancelled' : ''}`);
      expect(outcome, where()).toBeNull();
      if (isCancelled) {
        expect(after, where()).toBe(before);
        return;
      }
      const wanted = merged(read(base), read(before), read(theirs), answers);
      expect(sorted(read(after)), `merged, ${where()}`).toBe(sorted(wanted));
      base = known = theirs;
    },
    async kills() {
      const isKept = (): boolean => tab.core.state.protection === 'kept' || !hasUnsavedWork(tab.core);
      await expect.poll(isKept, { message: where() }).toBe(true);
      const before = await mine();
      const isTouched = hasUnsavedWork(tab.core);
      const draft = await readDraft(tab.documents, await database.open());
      tab.keeping.stop();
      tab.client.close();
      log.push(`kill, ${draft === null ? 'no draft' : 'recovered'}`);
      if (draft === null) {
        expect(isTouched, `without a draft, ${where()}`).toBe(false);
        tab = await open();
        known = base = disk;
        return;
      }
      tab = openTab({ confirm, database });
      expect(await tab.opening.recover(draft), where()).toBe(true);
      expect(await mine(), `recovered, ${where()}`).toBe(before);
    },
    async renews() {
      log.push('renew');
      await tab.client.journal.sink?.renewBase();
    },
    async loses() {
      // An undo past the base of the journal gives it another base at once.
      await expect.poll(() => tab.client.journal.isWhole, { message: where() }).toBe(true);
      log.push('worker dies');
      const before = await mine();
      tab.killWorker();
      expect(await mine(), where()).toBe(before);
    },
    others,
  };
  const names = [...Object.keys(steps), 'edits', 'edits', 'others', 'others', 'merges', 'merges', 'saves', 'undoes'];
  for (let step = 0; step < STEPS; step += 1) {
    const name = pick(names);
    await steps[name]?.().catch((error: unknown) => {
      if (error instanceof CodedError) throw new Error(`${name}, ${where()}`, { cause: error });
      throw error;
    });
    if (random() < 0.7) await settle();
  }
  tab.keeping.stop();
  tab.client.close();
}

it(
  '[NEW-2] [NEW-12] is written only over what was decided about, and merged from what both had',
  { timeout: 600_000 },
  async () => {
    for (let index = 0; index < SESSIONS; index += 1) await session(SEED + index);
  },
);
