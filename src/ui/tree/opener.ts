// Which value of the tree is opened beside its row: in full, or as what it means. Rows, keys and menus open it; one is
// open at a time.

import { isContainer } from '../../shared/rows.ts';
import type { CachedRow } from './cache.ts';
import { meaningOf, type Meaning } from './meaning/meaning.ts';
import type { TreeModel } from './model.ts';

/** A value that is opened: the row as it was then. */
export interface Opened {
  readonly index: number;
  readonly seen: CachedRow;
  readonly meaning: Meaning | null;
}

/** Opens the values of one tree. */
export class ValueOpener {
  opened: Opened | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly model: TreeModel) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Opens a row's value; a container has none of its own. */
  async open(index: number): Promise<void> {
    const seen = await this.model.cache.read(index);
    if (seen === undefined || isContainer(seen.row.kind)) return;
    this.model.scroller.reveal(index);
    this.show({ index, seen, meaning: meaningOf(seen.row) });
  }

  close(): void {
    this.show(null);
  }

  private show(opened: Opened | null): void {
    this.opened = opened;
    for (const listener of this.listeners) listener();
  }
}

/** Does what a key does to the focused row's value; whether there is something: Alt+Enter opens it, Space switches it. */
export function keyForValue(
  model: TreeModel,
  {
    key,
    altKey,
    ctrlKey,
    metaKey,
    shiftKey,
  }: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  readOnly: boolean,
): boolean {
  const kind = model.cache.get(model.focus)?.row.kind;
  if (kind === undefined || ctrlKey || metaKey || shiftKey) return false;
  if (key === 'Enter' && altKey) {
    model.run(model.opener.open(model.focus));
    return true;
  }
  if (key !== ' ' || altKey || readOnly || (kind !== 'true' && kind !== 'false')) return false;
  model.run(model.editing.switchValue(model.focus));
  return true;
}

/** What a path begins with that a key asks for: Ctrl+G, or the slash of a JSON Pointer; `null` for any other key. */
export function askedPath({
  key,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>): string | null {
  if (altKey) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'g' ? '' : null;
  return key === '/' ? key : null;
}
