// The search of the palette: whole words before starts of words, and these before scattered letters.

import { describe, expect, it } from 'vitest';
import { integersFrom } from '../../../random.ts';
import { SEED } from '../../../runs.ts';
import { searchCommands } from '../../../../src/ui/commands/command-search.ts';
import type { Command } from '../../../../src/ui/commands/command.ts';

const command = (name: string, rest: Partial<Command> = {}): Command => ({
  name,
  group: 'Page',
  disabled: false,
  run: () => undefined,
  ...rest,
});
const names = (commands: readonly Command[], query: string): string[] =>
  searchCommands(commands, query).map(({ command: { name } }) => name);

describe('the search of commands', () => {
  it('[PAN-11] ranks whole words over starts of words, and these over scattered letters', () => {
    const commands = [
      command('Copy as Python table of contents'),
      command('Fold at level'),
      command('Show as tab list'),
      command('Show as table'),
    ];
    expect(names(commands, 'tab')[0]).toBe('Show as tab list');
    expect(names(commands, 'table').slice(0, 2).toSorted()).toEqual([
      'Copy as Python table of contents',
      'Show as table',
    ]);
    expect(names([command('Sealed tall oak'), command('Save to a disk')], 'disk')[0]).toBe('Save to a disk');
    expect(
      names([command('Hide sort or yield'), command('History'), command('Steps…', { also: 'history' })], 'history'),
    ).toEqual(['History', 'Steps…', 'Hide sort or yield']);
    expect(names([command('Reduce activity'), command('Check for secrets…', { also: 'redact' })], 'redact')).toEqual([
      'Check for secrets…',
      'Reduce activity',
    ]);
  });

  it('[PAN-11] finds by words of the name and other words together, by keys, and a disabled one of that name', () => {
    const commands = [
      command('From a web address…', { also: 'url fetch http' }),
      command('Next problem', { hint: 'F8' }),
      command('Previous problem', { hint: 'Shift+F8' }),
      command('Go to…', { hint: 'Ctrl+G' }),
      command('Undo', { disabled: true }),
      command('Steps…', { also: 'undo list' }),
    ];
    expect(names(commands, 'from url')[0]).toBe('From a web address…');
    expect(names(commands, 'url web')[0]).toBe('From a web address…');
    expect(names(commands, 'f8').slice(0, 2)).toEqual(['Next problem', 'Previous problem']);
    expect(names(commands, 'shift+f8')[0]).toBe('Previous problem');
    expect(names(commands, 'ctrl+g')[0]).toBe('Go to…');
    expect(names(commands, 'go to…')[0]).toBe('Go to…');
    expect(names(commands, 'undo')[0]).toBe('Undo');
  });

  it('[PAN-11] never ranks letters over words, whatever the names are', () => {
    const below = integersFrom(SEED);
    const words = ['open', 'save', 'fold', 'sort', 'tree', 'table', 'copy', 'show', 'key', 'on', 'to', 'all', 'disk'];
    const pick = (): string => words[below(words.length)] ?? '';
    for (let run = 0; run < 300; run += 1) {
      const commands = Array.from({ length: 12 }, (_, index) => command(`${pick()} ${pick()} ${pick()} ${index}`));
      const query = [pick(), ...(below(2) === 0 ? [pick()] : [])].join(' ');
      const found = names(commands, query);
      const wanted = query.split(' ');
      // A plain model: whether each word of the query is a word of the name.
      const isWhole = (name: string): boolean => wanted.every((word) => name.split(' ').includes(word));
      const ranks = found.map((name) => (isWhole(name) || name.startsWith(query) ? 0 : 1));
      expect([query, ...ranks]).toEqual([query, ...ranks.toSorted((a, b) => a - b)]);
      expect(commands.filter(({ name }) => isWhole(name)).every(({ name }) => found.includes(name))).toBe(true);
    }
  });
});
