// Watches the file that a panel shows for changes by other programs. Without unsaved changes here, the file is shown as it is
// now, as one undo step; with some, the user is asked. Nothing here is ever overwritten, and neither is the file.
//
//   look ── time and size, or an observer of the browser ──▶ differs ── the same again ──▶ copy ──▶ compare ──▶ reload, or ask
//
// Own saves are known: they set the document's file, and nothing is looked at while one is under way. The file is copied before it is
// read, so that it can't change meanwhile, and so that the copy restores the document when its worker dies.

import { proxy, ref } from 'valtio';
import { hasCode } from '../../../shared/errors.ts';
import { beginsAsGzip, readFirstBytes } from '../../../shared/bytes/first-bytes.ts';
import type { Dialect } from '../../../shared/document/dialect.ts';
import type { FileDifference } from '../../../shared/protocol/protocol.ts';
import type { Revision } from '../../../shared/units.ts';
import { loadWithRetry } from '../../browser/load-with-retry.ts';
import { waitForState } from '../../client/wait-for-state.ts';
import { isAsKnown, type DiskFile, type DiskHandle, type OpenFile } from '../../model/open-file.ts';
import { messageOf } from '../../notices/notices.ts';
import { hasUnsavedWork, type PanelCore } from '../../panel-core/panel-core.ts';
import type { PanelDocument } from '../../panel-core/panel-document.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';
import { FeatureSlot } from '../../model/slot.ts';
import { UNDO_OFFER, WORKING } from '../../strings/panel/editing.ts';
import { DISK } from '../../strings/documents/disk.ts';
import { csvOf } from '../csv/csv-state.ts';
import { withSample } from './file-sample.ts';
import { fileOf, readFileState, type SeenFile } from './file-state.ts';
import { noteShared } from '../versions/shared-version.ts';
import { secureBase } from './opened-copy.ts';
import { takeOver } from '../versions/take-over.ts';

const loadCsv = loadWithRetry(() => import('../csv/open-csv.ts'));

/** Between two looks, in milliseconds; and between the two that have to see the same. */
const LOOK_MS = 700;
const SETTLE_MS = 250;
/** The same for a file that is empty or gone: the program that writes it may be about to. */
const EMPTY_MS = 1500;

/** What happened to the file, for the user to decide on. */
export interface FileChange {
  readonly kind:
    | 'changed'
    | 'truncated'
    | 'rotated'
    | 'deleted'
    | 'denied'
    | 'replaced'
    | 'ended'
    | 'unreadable'
    | 'lost';
  readonly message: string;
  /** The file as it was then; `null` if it can't be read. */
  readonly copy: Blob | null;
  /** What the look at it saw. */
  readonly mark: string;
}

/** What watching depends on. */
export interface FileWatchOptions {
  /** The saves of the panel. */
  readonly saves: { readonly isBusy: boolean };
  /** Opens a file in the panel. */
  readonly openFile: (file: File, handle: DiskHandle, dialect: Dialect) => Promise<boolean>;
  /** Called when the user has decided about a state of the file, which is the known one from then on. */
  readonly onKept: () => void;
  /** Whether a file that was followed and is started anew is shown as it is now. */
  readonly showsRotated: () => boolean;
}

/** `FileSystemObserver`, which TypeScript's DOM library does not have yet. */
interface Observer {
  observe(handle: DiskHandle): Promise<void>;
  disconnect(): void;
}
type ObserverClass = new (onRecords: () => void) => Observer;

/** A file's content to be shown. */
interface Readable {
  /** The bytes of the file that it was read from. */
  readonly copy: Blob;
  readonly content: Blob;
  readonly settle: () => void;
}

/** Watches the file of one panel. */
export class FileWatch {
  readonly state = proxy<{ change: FileChange | null }>({ change: null });
  private options: FileWatchOptions | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isLooking = false;
  /** The document that was looked at last. */
  private document: PanelDocument | null = null;
  /** The file that was looked at last. */
  private watched: OpenFile | null = null;
  /** Whether the end of the file is being followed, which looks by itself. */
  isFollowed = false;
  /** What the last look saw, and what the user knows of already. */
  private seen = '';
  private seenAt = 0;
  private told = '';
  /** The content that counts as unsaved because the file has lost it, although nothing was done to it. */
  private untouched: number | null = null;
  /** Whether the text stays when the file is started anew: it was followed. */
  private keepsText = false;
  private observer: Observer | null = null;
  private observed: DiskHandle | null = null;

  constructor(private readonly core: PanelCore) {}

  /** Starts watching. */
  start(options: FileWatchOptions): void {
    this.options = options;
    const soon = (): void => this.lookSoon(0);
    addEventListener('focus', soon);
    document.addEventListener('visibilitychange', soon);
    soon();
  }

  /** Shows the file as it is on the disk, as one undo step. */
  async reload(): Promise<void> {
    const { core, options } = this;
    const { file } = core.document;
    if (file === null || options === null) return;
    const isSame = sameDocument(core);
    // A field that is open is written first: then undo brings it back, too.
    await core.view?.complete?.();
    await core.client.caughtUp().catch(() => undefined);
    const now = await readFileState(file.handle);
    if (core.document.file !== file || !isSame()) return;
    if (now.type !== 'file') return this.say(file, now);
    // A document that could not be restored is opened again.
    if (core.client.lost !== null) {
      this.state.change = null;
      await options.openFile(await fileOf(now.file), file.handle, core.client.state.dialect);
      return;
    }
    this.seen = now.mark;
    if (!(await this.take(file, now, true))) this.lookSoon(SETTLE_MS);
  }

  /**
   * Keeps the text here, which the next save writes over the file as it was when `change` was told: that is what the user has
   * decided about. A file that has changed since is told of again.
   */
  async keep(change = this.state.change): Promise<void> {
    const { core } = this;
    const { file } = core.document;
    if (this.state.change === change) this.state.change = null;
    if (file === null || change === null) return;
    // Whatever the file becomes, the text stays now.
    this.untouched = null;
    const now = await readFileState(file.handle);
    if (core.document.file !== file) return;
    const { handle } = file;
    const decided = now.type === 'file' && now.mark === change.mark ? now.file : null;
    if (decided === null) this.told = '';
    const content = change.copy ?? decided;
    if (content === null) return;
    core.state.document.savedContent = null;
    // What the file held before is a change like any other: it may hold that again by now.
    const state = { handle, modified: decided?.lastModified ?? 0, size: content.size };
    this.watched = core.document.file = withSample(state, content);
    this.options?.onKept();
  }

  /** Asks the browser again for a file that may not be read. Must be called in a click handler. */
  async allow(): Promise<void> {
    const { file } = this.core.document;
    if (file !== null && 'requestPermission' in file.handle)
      await (file.handle.requestPermission as (how: object) => Promise<unknown>)({ mode: 'read' });
    this.told = '';
    this.lookSoon(0);
  }

  /**
   * Called when a file that was followed was started anew, or has gone. Returns whether it is shown as it is now; if not, the text
   * stays, in a draft, because nothing else holds it.
   */
  async endFollowing(): Promise<boolean> {
    const { core, options } = this;
    const { file } = core.document;
    if (file === null || options === null) return false;
    this.begin(file);
    if (options.showsRotated()) {
      await this.reload();
      return this.state.change === null;
    }
    this.keepsText = true;
    const now = await readFileState(file.handle);
    if (core.document.file !== file) return false;
    if (now.type !== 'file') this.say(file, now);
    else this.tellRotated(file, now.mark);
    return false;
  }

  /** Called when the document was saved into its file: what was said of the file before is settled. */
  saved(): void {
    this.begin(this.core.document.file);
  }

  /** Hides what is said. */
  dismiss(): void {
    this.state.change = null;
  }

  private lookSoon(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) => {
          // A worker that died is replaced, and the next look tries again.
          if (!hasCode(error, 'worker-died')) this.core.report(error);
          return LOOK_MS;
        })
        .then((next) => this.lookSoon(next));
    }, ms);
  }

  /** Whether the document is being saved into its file. */
  get isSaving(): boolean {
    return this.options?.saves.isBusy !== false;
  }

  /** Whether something else is being done with the document or its file. */
  private get isBusy(): boolean {
    const { pendingOpens, task, writes } = this.core.state;
    const isWriting = pendingOpens > 0 || task !== null || writes > 0 || this.isSaving;
    return isWriting || this.isFollowed;
  }

  /** Looks at the file once. Returns when to look again. */
  private async look(): Promise<number> {
    const { core } = this;
    const { file } = core.document;
    if (file !== this.watched) this.begin(file);
    if (core.document !== this.document && core.state.pendingOpens === 0) {
      this.document = core.document;
      // Its file may have been written while it was read.
      void secureBase(core);
    }
    if (file === null || this.isLooking || this.isBusy || document.visibilityState === 'hidden') return LOOK_MS;
    // Whatever the file becomes, it is another one.
    if (this.state.change?.kind === 'rotated') return LOOK_MS;
    this.isLooking = true;
    try {
      this.observe(file.handle);
      const now = await readFileState(file.handle);
      if (core.document.file !== file || this.isBusy || now.type === 'moving') return LOOK_MS;
      if (now.type === 'file' && isAsKnown(file, now.file) && this.state.change === null) {
        this.seen = '';
        return LOOK_MS;
      }
      if (now.mark === this.told) return LOOK_MS;
      const rest = this.restOf(now);
      if (rest > 0) return rest;
      if (now.type === 'file') return (await this.take(file, now, false)) ? LOOK_MS : SETTLE_MS;
      this.say(file, now);
      return LOOK_MS;
    } finally {
      this.isLooking = false;
    }
  }

  /** How long a file still has to stand still before it is acted on, in milliseconds. An observer may ask at any time. */
  private restOf(now: SeenFile): number {
    const at = performance.now();
    if (now.mark !== this.seen) {
      this.seen = now.mark;
      this.seenAt = at;
    }
    return this.seenAt + (isEmptied(now) ? EMPTY_MS : SETTLE_MS) - at;
  }

  /** Another file, or one that was saved here. */
  private begin(file: OpenFile | null): void {
    this.watched = file;
    this.seen = '';
    this.told = '';
    this.untouched = null;
    this.keepsText = false;
    this.state.change = null;
  }

  /** Whether something was done to the text that is not saved. */
  private get isTouched(): boolean {
    const { core } = this;
    if (core.client.isWriting || core.view?.isEditing?.() === true) return true;
    return hasUnsavedWork(core) && core.client.state.content !== this.untouched;
  }

  /** Called when the file does not hold the text any more: it is unsaved from now on. */
  private loseSaved(): void {
    const { core } = this;
    if (!this.isTouched) this.untouched = core.client.state.content;
    core.state.document.savedContent = null;
  }

  private observe(handle: DiskHandle): void {
    if (this.observed === handle) return;
    this.observed = handle;
    this.observer?.disconnect();
    const { FileSystemObserver } = globalThis as { FileSystemObserver?: ObserverClass };
    if (FileSystemObserver === undefined) return;
    // Some folders can't be observed: there, only the looks remain.
    this.observer = new FileSystemObserver(() => this.isLooking || this.lookSoon(0));
    this.observer.observe(handle).catch(() => undefined);
  }

  /** Says that the file can't be read any more. */
  private say(file: OpenFile, { type, mark }: Exclude<SeenFile, { type: 'file' }>): void {
    const { core } = this;
    if (type === 'moving') return;
    this.told = mark;
    void secureBase(core);
    // The text here is now all that there is of it.
    if (type !== 'denied' && type !== 'ended') this.loseSaved();
    this.state.change = { kind: type, message: DISK[type](file.handle.name), copy: null, mark };
  }

  /** Tells the user of a change, and leaves everything as it is. */
  private ask(kind: FileChange['kind'], message: string, copy: Blob | null, mark: string): true {
    this.told = mark;
    void secureBase(this.core);
    this.state.change = { kind, message, copy: copy && ref(copy), mark };
    return true;
  }

  /** Takes over a file that has changed, or asks. Returns false if the file has to be looked at again. */
  private async take(file: OpenFile, now: Extract<SeenFile, { type: 'file' }>, isAsked: boolean): Promise<boolean> {
    const { core } = this;
    const { client, state } = core;
    const { name } = file.handle;
    if (client.lost !== null) return this.ask('lost', DISK.lost(name), null, now.mark);
    const isSame = sameDocument(core);
    const copy = await new Response(now.file.stream()).blob().catch(() => null);
    const after = await readFileState(file.handle);
    if (copy === null || after.type !== 'file' || after.mark !== now.mark) {
      this.seen = '';
      return false;
    }
    if (!isSame() || core.document.file !== file || this.isBusy) return false;
    if (this.keepsText && !isAsked) return this.tellRotated(file, now.mark);
    if (copy.size === 0 && client.state.size > 0 && !isAsked) return this.askTruncated(file, copy, now.mark);
    const { revision: base, content } = client.state;
    let difference: FileDifference;
    let readable: Readable;
    try {
      readable = await this.readable(copy);
      difference = await client.planReload(base, readable.content);
    } catch (error) {
      if (!isSame() || hasCode(error, 'worker-died')) throw error;
      if (!hasCode(error, 'stale'))
        return this.ask('unreadable', DISK.unreadable(name, messageOf(error)), null, now.mark);
      return this.ask('changed', DISK.changed(name), copy, now.mark);
    }
    if (!isSame() || core.document.file !== file || this.isBusy) return false;
    if (difference === 'none') {
      if (client.state.revision !== base || client.isWriting) return false;
      this.adopt(file, now.file, readable, client.state.dialect);
      state.document.savedContent = content;
      return true;
    }
    if (!isAsked && (this.isTouched || client.state.revision !== base))
      return this.ask('changed', DISK.changed(name), copy, now.mark);
    if (!isAsked && difference === 'cut') return this.askTruncated(file, copy, now.mark);
    if (!(await this.replace(file, now.file, readable, base)))
      return this.ask('changed', DISK.changed(name), copy, now.mark);
    if (!isAsked) this.tell(DISK.reloaded(name));
    return true;
  }

  private tellRotated({ handle }: OpenFile, mark: string): true {
    this.loseSaved();
    return this.ask('rotated', DISK.rotated(handle.name), null, mark);
  }

  private askTruncated(file: OpenFile, copy: Blob, mark: string): true {
    this.loseSaved();
    const message = DISK.truncated(file.handle.name, file.size ?? this.core.client.state.size, copy.size);
    return this.ask('truncated', message, copy, mark);
  }

  /** Returns the document that a file holds. @throws CodedError `unreadable` */
  private async readable(copy: Blob): Promise<Readable> {
    const { core } = this;
    const csv = csvOf(core);
    if (csv === null) {
      const packed = beginsAsGzip(new Uint8Array(await readFirstBytes(copy)));
      return { copy, content: copy, settle: () => void (core.state.document.packed = packed) };
    }
    return { copy, ...(await (await loadCsv()).readChanged(core, csv, copy)) };
  }

  /** Replaces the text, unless it is written meanwhile. Returns whether it did. */
  private async replace(file: OpenFile, now: DiskFile, readable: Readable, base: Revision): Promise<boolean> {
    const { core } = this;
    const { client, state } = core;
    const { dialect } = client.state;
    const { content } = readable;
    const settle = (): void => this.adopt(file, now, readable, dialect);
    state.writes += 1;
    try {
      const done = await takeOver(core, base, { content, settle }, async () => {
        const result = await client.reload(base, client.readSelection());
        await waitForState(client, ({ revision }) => revision >= result.revision);
        core.view?.reveal({ ...result, isInPlace: true });
        return result;
      });
      return done !== null;
    } finally {
      state.writes -= 1;
    }
  }

  /** The document is what the file holds. */
  private adopt({ handle }: OpenFile, now: DiskFile, { copy, content, settle }: Readable, dialect: Dialect): void {
    const { core } = this;
    // Of what is shown, and not of the file, which may be another one by now.
    this.watched = core.document.file = withSample({ handle, modified: now.lastModified, size: now.size }, copy);
    core.document.opened = { content, dialect };
    noteShared(core, content);
    this.untouched = null;
    this.keepsText = false;
    this.state.change = null;
    settle();
    core.succeeded('save');
  }

  private tell(message: string): void {
    const { core } = this;
    const about = `${core.side} disk`;
    const { revision } = core.client.state;
    const run = (): void => {
      if (core.client.state.revision === revision)
        core.write(WORKING.undo, (task) => core.client.undo(task)).catch(core.report);
      else core.notify({ severity: 'warning', message: UNDO_OFFER.tooLate });
    };
    core.notify.succeeded?.(about);
    core.notify({ severity: 'info', message, about, action: { label: UNDO_OFFER.undo, run } });
  }
}

/** Whether a file is empty or gone, as it is for a moment while most programs write it. */
function isEmptied(now: SeenFile): boolean {
  return now.type === 'deleted' || (now.type === 'file' && now.file.size === 0);
}

const WATCH = new FeatureSlot<PanelCore, FileWatch>((core) => new FileWatch(core));

/** The watch over the file of a panel. */
export function fileWatchOf(core: PanelCore): FileWatch {
  return WATCH.of(core);
}
