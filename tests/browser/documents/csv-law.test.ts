// A CSV file is edited, undone, saved, written by another program and read again, and tabs are killed, at random moments: the file
// is always what a plain list of its lines says, byte for byte.
// VITE_CSV_SEEDS sets the number of seeds, VITE_SEED the first; the seed is printed on failure.

import { expect, it } from 'vitest';
import type { Draft } from '../../../src/ui/documents/drafts/drafts.ts';
import { fileWatchOf } from '../../../src/ui/documents/disk/file-watch.ts';
import { isUnsaved } from '../../../src/ui/panel-core/panel-core.ts';
import { makeFile, overwrite } from '../support/disk.ts';
import { randomFrom } from '../../random.ts';
import { makeDatabase, openTab, readDraft, type Tab } from '../support/tab.ts';

const SEEDS = Number(import.meta.env['VITE_CSV_SEEDS'] ?? 2);
const FIRST = Number(import.meta.env['VITE_SEED'] ?? 56);
const STEPS = 14;

/** A line of the file, and the row that it is. */
interface Line {
  readonly text: string;
  readonly id: string;
  readonly word: string;
}

/** Lines in every dress; a word is read as a text. */
const DRESSES: readonly ((id: string, word: string) => string)[] = [
  (id, word) => `${id};${word}\r\n`,
  (id, word) => `  ${id};"${word}"\n`,
  (id, word) => `\r\n${id};${word};;\r\n`,
  (id, word) => `${id} ;"${word}"\r`,
];

const head = '\ufeff\r\n"id" ; word\r\n';
const fileOf = (lines: readonly Line[]): string => head + lines.map(({ text }) => text).join('');
const rowsOf = (lines: readonly Line[]): string =>
  JSON.stringify(lines.map(({ id, word }) => ({ id: Number(id), ...(word === '' ? {} : { word }) })));

it.each(Array.from({ length: SEEDS }, (_, at) => FIRST + at))(
  '[TAB-4] a CSV file is what its lines are after edits, undo, saves, other programs and kills: seed %i',
  { timeout: 300_000 },
  async (seed) => {
    const random = randomFrom(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const log: string[] = [];
    const where = (): string => `seed ${seed}: ${log.join(', ')}`;
    let next = 0;
    const made = (dress = below(DRESSES.length)): Line => {
      next += 1;
      const [id, word] = [String(next), `w${next}`];
      return { id, word, text: (DRESSES[dress] as (typeof DRESSES)[number])(id, word) };
    };
    let lines: readonly Line[] = Array.from({ length: 5 }, () => made());
    let onDisk = lines;
    const past: (readonly Line[])[] = [];
    /** Words that were written here are in quotes where most of their column are. */
    const edited = new Set<string>();
    const asEdited = (text: string): string =>
      text.replaceAll(/"(w\d+)"/g, (all, word: string) => (edited.has(word) ? word : all));
    const database = makeDatabase();
    const file = await makeFile(null, `law-${seed}.csv`, fileOf(lines));
    let tab: Tab = openTab({ database });
    expect(await tab.opening.openFile(await file.getFile(), file)).toBe(true);

    const isThere = async (): Promise<void> => {
      await expect
        .poll(async () => JSON.stringify(JSON.parse(await tab.text())), { message: where() })
        .toBe(rowsOf(lines));
    };
    const edit = async (after: readonly Line[]): Promise<void> => {
      past.push(lines);
      lines = after;
      const rows = JSON.parse(rowsOf(lines)) as unknown[];
      await tab.replace(`[\n  ${rows.map((row) => JSON.stringify(row)).join(',\n  ')}\n]\n`);
    };
    const save = async (): Promise<void> => {
      expect(await tab.saving.save(), where()).toBe(true);
      const bytes = await (await file.getFile()).arrayBuffer();
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      expect(asEdited(text), where()).toBe(asEdited(fileOf(lines)));
      onDisk = lines;
    };
    for (let step = 0; step < STEPS; step += 1) {
      const at = below(Math.max(1, lines.length));
      const line = lines[at];
      const kind = below(8);
      log.push(
        ['edits', 'empties', 'deletes', 'moves', 'undoes', 'saves', 'is written elsewhere', 'is killed'][kind] ?? '',
      );
      if (kind === 0 && line !== undefined) {
        next += 1;
        const word = `w${next}`;
        edited.add(word);
        const text = line.word === '' ? null : line.text.replace(line.word, word);
        if (text !== null) await edit(lines.with(at, { ...line, word, text }));
      } else if (kind === 1 && line !== undefined && line.word !== '') {
        // Empty as the cells of this file are: without quotes.
        const text = line.text.replace(/"?w\d+"?/, '');
        await edit(lines.with(at, { ...line, word: '', text }));
      } else if (kind === 2) await edit(lines.toSpliced(at, 1));
      else if (kind === 3 && line !== undefined) await edit([...lines.toSpliced(at, 1), line]);
      else if (kind === 4) {
        const before = past.pop();
        if (before === undefined) continue;
        await tab.undo();
        lines = before;
      } else if (kind === 5) await save();
      else if (kind === 6) {
        if (isUnsaved(tab.core.state) || onDisk !== lines) continue;
        past.push(lines);
        lines = [made(), ...lines, made()];
        onDisk = lines;
        await overwrite(file, fileOf(lines));
      } else if (kind === 7) {
        if (!isUnsaved(tab.core.state)) {
          tab = openTab({ database });
          expect(await tab.opening.openFile(await file.getFile(), file)).toBe(true);
        } else {
          expect(await tab.keeping.drafted(), where()).toBe(true);
          const draft = await readDraft(tab.documents, await database.open());
          fileWatchOf(tab.core).dismiss();
          tab = openTab({ database });
          expect(await tab.opening.recover(draft as Draft), where()).toBe(true);
        }
        past.length = 0;
      }
      await isThere();
    }
    await save();
  },
);
