// The user's column choices, stored in the browser for each document and array.

import type { Settings } from '../../settings/browser-settings.ts';
import type { Path } from '../../../shared/document/path.ts';
import { NO_CHOICES, type ColumnChoices } from './column-layout.ts';

const KEY = 'tableColumns';
/** Arrays whose choices are stored; those changed longest ago are dropped. */
const MAX_ARRAYS = 50;

type Entry = readonly [name: string, choices: ColumnChoices];

/** Stores column choices. */
export class ColumnMemory {
  constructor(private readonly settings: Settings) {}

  read(document: string, path: Path): ColumnChoices {
    const name = nameOf(document, path);
    return this.entries().find(([one]) => one === name)?.[1] ?? NO_CHOICES;
  }

  write(document: string, path: Path, choices: ColumnChoices): void {
    const name = nameOf(document, path);
    const entries = this.entries().filter(([one]) => one !== name);
    entries.push([name, choices]);
    // If they do not fit into the storage, those changed longest ago are dropped.
    for (let most = MAX_ARRAYS; most > 0; most = Math.floor(most / 2))
      if (this.settings.write(KEY, JSON.stringify(entries.slice(-most))).success) return;
  }

  private entries(): readonly Entry[] {
    return this.settings.read(KEY, readEntries, []);
  }
}

function readEntries(stored: string): Entry[] | undefined {
  try {
    const kept: unknown = JSON.parse(stored);
    return Array.isArray(kept) ? kept.filter(isEntry) : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(document: string, path: Path): string {
  return JSON.stringify([document, ...path]);
}

function isEntry(entry: unknown): entry is Entry {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false;
  const choices: unknown = entry[1];
  if (typeof choices !== 'object' || choices === null) return false;
  const { widths, order, hidden, pinned, lines } = choices as Record<string, unknown>;
  if (lines !== undefined && typeof lines !== 'number') return false;
  const isWidths =
    typeof widths === 'object' && widths !== null && Object.values(widths).every((width) => typeof width === 'number');
  return isWidths && [order, hidden, pinned].every(isTexts);
}

function isTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === 'string');
}
