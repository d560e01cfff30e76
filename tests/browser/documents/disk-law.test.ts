// Both panels open, edit, save, copy and close documents at random, on disks that are slow or refuse, with opens that fail and
// workers that die: a file never gets the text of another document, and what counts as saved is in its file. VITE_DISKS sets the
// number of sessions, VITE_SEED their seed; the seed is printed on failure.

import { expect, it } from 'vitest';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, textIn, type Disk } from '../support/disk.ts';
import { openTab, pause, type Tab } from '../support/tab.ts';
import { randomFrom } from '../../random.ts';

const SESSIONS = Number(import.meta.env['VITE_DISKS'] ?? 3);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 417_203);
const STEPS = 60;
/** Files of the left panel, of the right one, and one that both open. */
const FILES = [
  [0, 1, 4],
  [2, 3, 4],
] as const;
const SHARED = 4;

/** Returns the documents whose text a text is of. */
const marksIn = (text: string): string[] => text.match(/[ft]\d+/g) ?? [];

async function session(seed: number): Promise<void> {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  let isCalm = false;
  const disk: Disk = {
    async step(what) {
      if (isCalm) return;
      if (random() < 0.5) await pause(below(25));
      if (random() < 0.06) throw new DOMException(`no ${what}`, 'NoModificationAllowedError');
    },
  };
  const handles: FileSystemFileHandle[] = [];
  /** Marks that may stand in a file: its own, and those of documents that were copied over it on purpose. */
  const allowed: Set<string>[] = [];
  for (let index = 0; index <= SHARED; index += 1) {
    // Some take a while to load.
    const filling = ' '.repeat(index % 2 === 0 ? 0 : 3_000_000);
    handles.push(await makeFile(disk, `law-${seed}-${index}.json`, `["f${index}"]${filling}`));
    allowed.push(new Set([`f${index}`]));
  }
  const confirm = (): Promise<boolean> => Promise.resolve(isCalm || random() < 0.7);
  const tabs = [openTab({ side: 'left', confirm }), openTab({ side: 'right', confirm })] as const;
  const log: string[] = [];
  const where = (): string => `seed ${seed}: ${log.slice(-14).join(', ')}`;
  const pending = new Set<Promise<unknown>>();
  const start = (name: string, work: Promise<unknown>): Promise<unknown> => {
    log.push(name);
    const done = work.catch(() => undefined).finally(() => pending.delete(done));
    pending.add(done);
    return done;
  };
  const fileOf = ({ core }: Tab): number => handles.findIndex(({ name }) => name === core.document.file?.handle.name);
  let texts = 0;
  const dying = new Set<Tab>();
  await Promise.all(tabs.map((tab) => tab.text()));

  const open = async (tab: Tab, index: number): Promise<unknown> => {
    const handle = handles[index];
    const file = await handle?.getFile().catch(() => null);
    return file && tab.opening.openFile(file, random() < 0.5 ? handle : pause(below(20)).then(() => handle ?? null));
  };
  const copy = async (from: Tab, to: Tab): Promise<void> => {
    const { state } = from.core;
    let source = fileOf(from);
    let marks = [...(allowed[source] ?? [])];
    while (source < 0) {
      const { document } = from.core;
      marks = marksIn(await from.text());
      source = fileOf(from);
      if (source >= 0) marks = [...(allowed[source] ?? [])];
      // Nothing may have been opened there, or copied to it, while its text was read.
      else if (from.core.document === document && state.pendingOpens === 0 && state.writes === 0) break;
    }
    // Only now, because another document may have been opened meanwhile.
    const target = fileOf(to);
    // What is copied may be what the source had at any time until then.
    if (target >= 0) for (const mark of marks) allowed[target]?.add(mark);
    await from.editing.copyTo(to.core);
  };
  const check = async (): Promise<void> => {
    for (const [index, handle] of handles.entries()) {
      const marks = marksIn(await textIn(handle));
      expect(
        marks.filter((mark) => !(allowed[index]?.has(mark) ?? false)),
        `file ${index}, ${where()}`,
      ).toEqual([]);
      expect(marks, `file ${index}, ${where()}`).toHaveLength(1);
    }
  };

  for (let step = 0; step < STEPS; step += 1) {
    const side = below(2);
    const tab = side === 0 ? tabs[0] : tabs[1];
    const other = side === 0 ? tabs[1] : tabs[0];
    const roll = random();
    let work: Promise<unknown>;
    if (roll < 0.24) {
      const index = FILES[side === 0 ? 0 : 1][below(3)] ?? 0;
      work = start(`${side} opens ${index}`, open(tab, index));
    } else if (roll < 0.3) {
      const broken = new File([new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff])], 'broken.json.gz');
      work = start(`${side} opens a broken one`, tab.opening.openFile(broken, handles[SHARED]));
    } else if (roll < 0.36) {
      work = start(`${side} opens a text`, tab.opening.openText(`["t${(texts += 1)}"]`));
    } else if (roll < 0.55) {
      work = start(`${side} types`, tab.type(' ', Math.min(1, tab.client.state.size)));
    } else if (roll < 0.85) {
      work = start(`${side} saves`, tab.saving.save());
    } else if (roll < 0.89) {
      work = start(`${side} closes`, tab.opening.close());
    } else if (roll < 0.93) {
      work = start(`${side} reverts`, tab.saving.revert());
    } else if (roll < 0.95) {
      work = start(`${side} is copied`, copy(tab, other));
    } else if (dying.has(tab)) {
      continue;
    } else {
      // A worker that is killed again before it has started is not noticed by this page.
      dying.add(tab);
      tab.killWorker();
      work = start(
        `${side} dies`,
        tab.text().finally(() => dying.delete(tab)),
      );
    }
    if (random() < 0.4) await work;
    if (random() < 0.5) await pause(below(15));
    if (step % 20 === 19) {
      while (pending.size > 0) await Promise.all(pending);
      await check();
    }
  }

  isCalm = true;
  while (pending.size > 0) await Promise.all(pending);
  for (const tab of tabs) {
    await tab.client.caughtUp();
    const index = fileOf(tab);
    // Another panel may have written over the file that both open.
    if (index < 0 || index === SHARED) continue;
    const { state } = tab.core;
    const shown = await tab.text();
    if (!isUnsaved(state)) expect(await textIn(handles[index] as FileSystemFileHandle), where()).toBe(shown);
    expect(await tab.saving.save(), where()).toBe(true);
    expect(await textIn(handles[index] as FileSystemFileHandle), where()).toBe(shown);
  }
  await check();
}

it.each(Array.from({ length: SESSIONS }, (_, index) => SEED + index))(
  '[DOC-19] a file on disk never gets the text of another document, seed %d',
  { timeout: 120_000 },
  session,
);
