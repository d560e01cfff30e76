// Keeps a panel's document in the browser while it is worked on: a moment after the last edit it is saved, and what
// had no place of its own gets one. Saves never overlap. A document that another tab has saved meanwhile is not
// written over: a person is asked.
//
//   edit ──▶ 1 s, or 4 s for a large one ──▶ read ──▶ compress (job worker) ──▶ one transaction, checks `_rev`

import { subscribe } from 'valtio';
import { hasCode } from '../../shared/errors.ts';
import type { LocalEvent } from '../storage/local.ts';
import type { DocumentMeta } from '../storage/meta.ts';
import { uniqueName } from '../storage/names.ts';
import { copyName, UNNAMED } from '../texts/opening.ts';
import { tooLargeLocally } from '../texts/storage.ts';
import type { Documents } from './documents.ts';
import { messageOf } from './notices.ts';
import { conflictOver, isUnsaved, type Origin, type PanelCore } from './panel.ts';
import type { CompoundKey } from './route.ts';

/** Documents above it are saved less often, and compared when asked again. @see requirements DOC-5, CMP-6 */
export const LARGE_BYTES = 104_857_600;
/** No document above it is kept in the browser. @see requirements SET-4 */
const MOST_LOCAL_BYTES = 536_870_912;
const DELAY_MS = 1000;
const LONG_DELAY_MS = 4000;

/** How a document is saved in the browser. */
export interface SaveOptions {
  /** As another document. */
  readonly copy?: boolean;
  /** Whatever another tab has saved meanwhile. */
  readonly over?: boolean;
  /** A person wants it, and is told of every failure. */
  readonly isAsked?: boolean;
}

export interface Keeping {
  /** Saves in the browser what is unsaved, if it may be; answers whether nothing is unsaved any more. */
  flush(): Promise<boolean>;
  /** Saves in the browser, whatever the document came from. */
  saveLocally(how?: SaveOptions): Promise<boolean>;
  rename(name: string): Promise<void>;
  /** Ends the conflict with another tab's save; `later` only puts the question away, `ask` brings it back. */
  resolveConflict(how: 'overwrite' | 'copy' | 'later' | 'ask'): Promise<void>;
  /** The panel stands on the other side now: that is where its unsaved work is to come back. */
  takeSide(): void;
  stop(): void;
}

/** What the keeping of a panel needs from others. */
export interface KeepingOptions {
  readonly documents: Documents;
  /** Whether a person wants documents saved by themselves. */
  readonly isOn: () => boolean;
  /** The panel shows this now; the hash says so without a new entry. */
  readonly onKey: (key: CompoundKey) => void;
  /** Shows a local document anew, as another tab has saved it. */
  readonly reload: (id: string) => Promise<void>;
  /** Empties the panel: its document was deleted. */
  readonly close: () => Promise<void>;
}

/** Makes the keeping of a panel, and begins it. */
export function createKeeping(core: PanelCore, options: KeepingOptions): Keeping {
  const { client, state } = core;
  const { documents } = options;
  const { local, recent } = documents;
  let isDraftless = false;
  const writer = documents.drafts.writer((error) => {
    // A browser that keeps nothing says so for every write.
    if (!isDraftless) core.report(error);
    isDraftless = true;
  });
  client.journal.sink = writer;

  /** Who saves, to whoever hears of it. */
  const self = uniqueName();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<boolean> | null = null;
  /** The content that the timer was set for, or that was tried last. */
  let seen: number | null = null;
  let asked = false;
  /** How many bytes there was room for when a document was too large. */
  let most = 0;
  /** Revisions that only gave a document another name, each as its id and its number. */
  const renames = new Set<string>();

  /** The latest revision whose content is the one of `rev`. */
  const latest = (id: string, rev: number): number => {
    let last = rev;
    while (renames.has(`${id} ${last + 1}`)) last += 1;
    return last;
  };

  const mayKeep = (): boolean =>
    options.isOn() &&
    core.file === null &&
    state.conflict === null &&
    (state.keeping !== 'too-large' || client.state.size <= most);

  const become = (meta: DocumentMeta, content: number): void => {
    const key: CompoundKey = { source: 'local', id: meta._id };
    Object.assign(state, {
      name: meta.name,
      origin: { kind: 'local', key, rev: meta._rev } satisfies Origin,
      savedContent: content,
      savedAt: Date.now(),
      keeping: 'idle',
      conflict: null,
    });
    recent.view(key, { name: meta.name, updated: meta.updated, size: meta.size });
    options.onKey(key);
  };

  const write = async ({ copy = false, over = false, isAsked = true }: SaveOptions): Promise<boolean> => {
    const { content, size } = client.state;
    const { origin, name, documentCount, keeping } = state;
    const max = await localMaximum();
    if (size > max) {
      if (isAsked || keeping !== 'too-large') core.notify({ severity: 'warning', message: tooLargeLocally(size, max) });
      state.keeping = 'too-large';
      most = max;
      return false;
    }
    state.keeping = 'saving';
    try {
      const blob = await documents.compress(await client.read(undefined, 'file'));
      // Meanwhile something else may have been opened here: this content is not its.
      if (state.documentCount !== documentCount) return false;
      const kept = { blob, size };
      let meta: DocumentMeta;
      if (origin.kind === 'local' && !copy) {
        // The revision that was read, whatever is shown by now.
        const rev = latest(origin.key.id, origin.rev);
        meta = await local.save(origin.key.id, over ? null : rev, kept, self).catch((error: unknown) => {
          // Deleted elsewhere: what is here is kept as a document of its own.
          if (hasCode(error, 'missing')) return local.create(name, kept);
          throw error;
        });
      } else {
        meta = await local.create(copy ? copyName(name) : name === UNNAMED ? null : name, kept);
      }
      if (state.documentCount !== documentCount) return false;
      if (!asked) {
        asked = true;
        // Documents that a person works on are worth more than a cache.
        if ('storage' in navigator) void navigator.storage.persist?.().catch(() => false);
      }
      become(meta, content);
      return true;
    } catch (error) {
      if (state.documentCount !== documentCount) return false;
      state.keeping = 'failed';
      if (hasCode(error, 'conflict')) state.conflict = { message: messageOf(error), asking: true };
      // What goes wrong by itself with every edit is said once.
      else if (!isAsked && keeping === 'failed') return false;
      else if (hasCode(error, 'full')) core.notify({ severity: 'error', message: tooLargeLocally(size, null) });
      else core.report(error);
      return false;
    }
  };

  const saveLocally = async (how: SaveOptions = {}): Promise<boolean> => {
    clearTimeout(timer);
    // One after the other: the second has what the first has missed.
    while (saving !== null) await saving;
    saving = write(how).finally(() => (saving = null));
    return saving;
  };

  const schedule = (): void => {
    const { origin: shown } = state;
    if (shown.kind === 'local') {
      const rev = latest(shown.key.id, shown.rev);
      if (rev !== shown.rev) state.origin = { ...shown, rev };
    }
    const unsaved = isUnsaved(state);
    if (!unsaved) {
      clearTimeout(timer);
      seen = null;
      writer.end();
      return;
    }
    if (!writer.isOpen) {
      const { origin } = state;
      const key = 'key' in origin && origin.kind !== 'json' ? `${origin.key.source}.${origin.key.id}` : null;
      const rev = origin.kind === 'local' ? origin.rev : null;
      const { base, writes } = client.journal;
      writer.begin({ side: core.side, name: state.name, key, rev, at: Date.now() }, base, writes, core.file);
    }
    const { content, size } = client.state;
    if (content === seen || saving !== null || !mayKeep()) return;
    seen = content;
    clearTimeout(timer);
    const { kind } = state.origin;
    const isSlow = size > LARGE_BYTES || kind === 'url' || kind === 'json';
    timer = setTimeout(() => void saveLocally({ isAsked: false }).then(schedule), isSlow ? LONG_DELAY_MS : DELAY_MS);
  };
  const unsubscribe = subscribe(state, schedule);

  const hear = (event: LocalEvent): void => {
    const { origin } = state;
    if (origin.kind !== 'local' || origin.key.id !== event.id) return;
    if (event.type === 'renamed') {
      // What was saved before that may not have been heard of yet: only the next revision is known to be this one.
      renames.add(`${event.id} ${event.rev}`);
      Object.assign(state, { name: event.name, origin: { ...origin, rev: latest(event.id, origin.rev) } });
    } else if (event.type === 'saved') {
      if (event.by === self || event.rev <= origin.rev) return;
      if (isUnsaved(state)) state.conflict = conflictOver(state.name);
      else void options.reload(event.id);
    } else if (isUnsaved(state)) {
      state.origin = { kind: 'none' };
    } else {
      void options.close();
    }
  };
  const deafen = local.subscribe(hear);

  return {
    async flush() {
      if (!isUnsaved(state)) return true;
      if (!mayKeep()) return false;
      return (await saveLocally({ isAsked: false })) && !isUnsaved(state);
    },
    saveLocally,
    async rename(name) {
      const { origin, name: before } = state;
      const wanted = name.trim();
      if (wanted === '' || wanted === before) return;
      state.name = wanted;
      if (origin.kind !== 'local') return;
      try {
        const meta = await local.rename(origin.key.id, wanted);
        recent.view(origin.key, { name: wanted, updated: meta.updated, size: meta.size });
      } catch (error) {
        if (state.name === wanted) state.name = before;
        core.report(error);
      }
    },
    async resolveConflict(how) {
      const { conflict } = state;
      if (conflict === null) return;
      if (how === 'later' || how === 'ask') {
        state.conflict = { ...conflict, asking: how === 'ask' };
        return;
      }
      state.conflict = null;
      if (how === 'overwrite') await saveLocally({ over: true });
      else if (how === 'copy') await saveLocally({ copy: true });
    },
    takeSide: () => writer.move(core.side),
    stop() {
      clearTimeout(timer);
      unsubscribe();
      deafen();
      writer.end();
    },
  };
}

/** How many bytes of text may be kept: the maximum, or what the browser has room for. */
async function localMaximum(): Promise<number> {
  const estimate = 'storage' in navigator ? await navigator.storage.estimate?.().catch(() => null) : null;
  const { quota, usage } = estimate ?? {};
  // What is written is compressed, but nobody knows by how much.
  const room = quota === undefined ? Number.POSITIVE_INFINITY : Math.max(0, quota - (usage ?? 0));
  return Math.min(MOST_LOCAL_BYTES, room);
}
