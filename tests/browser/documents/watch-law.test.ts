// Another program changes a file at random (appends, truncates, replaces it by another file, writes half of it, keeps its size)
// while somebody types, saves and answers at random moments, and tabs are killed: the file only ever holds what one of the two
// has written, whole; the text is never a mixture of both; what was typed is in the panel, in its history, or in the draft.
// VITE_WATCHES sets the number of changes, VITE_SEED their seed; the seed is printed on failure.

import { expect, it } from 'vitest';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { isAsKnown } from '../../../src/ui/model/open-file.ts';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, overwrite, textIn } from '../support/disk.ts';
import { randomFrom } from '../../random.ts';
import { openTab, pause, type Tab } from '../support/tab.ts';

const CHANGES = Number(import.meta.env['VITE_WATCHES'] ?? 10);
const SEED = Number(import.meta.env['VITE_SEED'] ?? 46);

/** A file of another program: every line of it names the version. */
const lines = (version: number, count: number): string =>
  `[\n${Array.from({ length: count }, (_, at) => `  "t${version}-${at % 10}"`).join(',\n')}\n]\n`;

/** Returns what was typed. */
const typedIn = (text: string): string[] => text.match(/k\d+(?=;)/g) ?? [];
/** A text without what was typed. */
const bare = (text: string): string => text.replaceAll(/k\d+;/g, '');

it(
  '[NEW-2] a file that others write and a text that is edited are never mixed, and none is lost',
  { timeout: 600_000 },
  async () => {
    const random = randomFrom(SEED);
    const below = (limit: number): number => Math.floor(random() * limit);
    const folder = await navigator.storage.getDirectory();
    const name = `law-${SEED}.json`;
    let version = 1;
    let written = lines(version, 5);
    const handle = await makeFile(null, name, written);
    const log: string[] = [];
    const where = (): string => `seed ${SEED}: ${log.slice(-12).join(', ')}`;
    /** All texts that were written into the file, by whom ever. */
    const writings = new Set([written]);
    let keys = 0;
    /** Whether somebody has agreed to overwrite what is on the disk. */
    let isAgreed = false;
    const open = async (): Promise<Tab> => {
      const opened = openTab({
        confirm: () => {
          isAgreed = random() < 0.3;
          return Promise.resolve(isAgreed);
        },
      });
      expect(await opened.opening.openFile(await handle.getFile(), handle), where()).toBe(true);
      return opened;
    };
    let tab = await open();
    /** What was typed and must not be lost. */
    let typed: string[] = [];

    const put = async (text: string): Promise<void> => {
      writings.add(text).add(bare(text));
      written = text;
      await overwrite(handle, text);
    };
    const change = async (): Promise<void> => {
      version += 1;
      const kind = below(6);
      log.push(['appends', 'truncates', 'replaces', 'writes half', 'keeps the size', 'rewrites'][kind] ?? '');
      if (kind === 0) return put(`${written.trimEnd().replace(/\]$/, '')},"t${version}-0"]\n`.replace('[,', '['));
      if (kind === 1) return put(written.slice(0, below(written.length)));
      if (kind === 2) {
        const text = lines(version, 1 + below(40));
        writings.add(text);
        written = text;
        const other = await makeFile(null, `${name}.new`, text);
        return (
          other as FileSystemFileHandle & { move(into: FileSystemDirectoryHandle, as: string): Promise<void> }
        ).move(folder, name);
      }
      if (kind === 3) {
        const whole = lines(version, 1 + below(40));
        await put(whole.slice(0, Math.floor(whole.length / 2)));
        await pause(below(900));
        return put(whole);
      }
      if (kind === 4)
        return put(written.replaceAll(/t\d+-/g, (found) => `t${String(version % 10).repeat(found.length - 2)}-`));
      return put(lines(version, 1 + below(40)));
    };
    const key = async (): Promise<void> => {
      const { client } = tab;
      // As the views do, which write nothing while the text is held.
      if (client.lost !== null || client.isRecovering || tab.core.state.writes > 0) return;
      keys += 1;
      const mark = `k${keys}`;
      log.push(`types ${mark}`);
      const text = await tab.text();
      const starts = [...text.matchAll(/^/gm)].map(({ index }) => index);
      await tab.type(`${mark};`, starts[below(starts.length)]).then(
        () => typed.push(mark),
        // The text was replaced just then: in the page, the key is typed again.
        () => log.push('refused'),
      );
    };
    const check = async (): Promise<void> => {
      const text = await tab.text();
      const onDisk = await textIn(handle);
      expect(writings.has(onDisk), `the file, ${where()}\n${onDisk}`).toBe(true);
      // Of a mixture, no part would be left.
      expect(writings.has(bare(text)) || writings.has(text), `the text, ${where()}\n${text}`).toBe(true);
      for (const mark of typed) expect(text, `${mark}, ${where()}`).toContain(`${mark};`);
    };

    for (let step = 0; step < CHANGES; step += 1) {
      const changing = pause(below(400)).then(change);
      for (let count = below(3); count > 0; count -= 1) {
        await pause(below(500));
        await key();
      }
      await changing;
      await pause(below(1500));
      const watch = fileWatchOf(tab.core);
      const roll = random();
      if (roll < 0.25 && tab.client.lost === null) {
        log.push('saves');
        // The text is known before: if the save is carried out, the file has it.
        const text = await tab.text();
        writings.add(text).add(bare(text));
        const { file } = tab.core.document;
        const isKnown = file !== null && isAsKnown(file, await handle.getFile());
        isAgreed = false;
        if (await tab.saving.save()) {
          expect(isKnown || isAgreed, `overwritten, ${where()}`).toBe(true);
          written = await textIn(handle);
          typed = [];
        }
      } else if (roll < 0.45 && watch.state.change !== null) {
        log.push('keeps');
        await watch.keep();
      } else if (roll < 0.6 && watch.state.change?.copy != null) {
        log.push('reloads');
        // Asked for: what was typed is in the history.
        await watch.reload();
        typed = typedIn(await tab.text());
      } else if (roll < 0.75) {
        log.push('is killed');
        await expect.poll(() => tab.core.state.protection).not.toBe('pending');
        const recovered = await tab.recoverable();
        for (const mark of typed) expect(recovered, `${mark} after a kill, ${where()}`).toContain(mark);
        tab.keeping.stop();
        tab.client.close();
        tab = await open();
        typed = [];
      }
      await check();
    }
    // Once everything stands still, an untouched text is that of the file.
    if (typed.length === 0 && !isUnsaved(tab.core.state))
      await expect.poll(() => tab.text()).toBe(await textIn(handle));
  },
);
