// Follows a file that grows: NDJSON, or a log. Only its new end is read, and becomes part of the document when its last line is
// complete: half a record is arriving, and no error. The end of the document stays in view until somebody scrolls away from it.
//
//   look ── longer ──▶ the new bytes, and the last ones that are known ── the same ──▶ whole lines ──▶ extend
//
// A browser no longer reads a `File` once its file has changed, so it is asked for again until the two happen close enough. A hidden
// page reads nothing, and catches up when it is shown.

import { LOG_NAME } from '../../../shared/document/file-types.ts';
import { proxy } from 'valtio';
import { CodedError, hasCode } from '../../../shared/errors.ts';
import { LF } from '../../../shared/bytes/ascii.ts';
import { equalBytes, joinBytes } from '../../../shared/bytes/bytes.ts';
import { asByte, type Revision } from '../../../shared/units.ts';
import type { DiskFile, OpenFile } from '../../model/open-file.ts';
import { hasUnsavedWork, type PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';
import { FeatureSlot } from '../../model/slot.ts';
import { FOLLOW } from '../../strings/documents/disk.ts';
import { csvOf } from '../csv/csv-state.ts';
import { ArrivingLine } from './arriving-line.ts';
import { readFileState, type SeenFile } from './file-state.ts';
import { fileWatchOf } from './file-watch.ts';
import { forgetShared } from '../versions/shared-version.ts';
import { takeOver } from '../versions/take-over.ts';

/** Between two looks, in milliseconds. */
const LOOK_MS = 100;
/** An incomplete last line that has not changed for so long may be all that comes. */
const QUIET_MS = 1000;
/** Most new bytes that are read at once. */
const MAX_PIECE = 4 * 1024 * 1024;
/** How many of the known bytes before the new ones are compared. */
const COMPARED_BYTES = 65_536;
/** How often a file that changes while it is read is asked for before the next look. */
const MAX_TRIES = 12;
/** A file that is gone for longer does not come back. */
const MAX_MISSING_MS = 2000;
/** Longest time that a view is waited for, in milliseconds. */
const MAX_VIEW_MS = 300;

/** What the user sees of a file that is followed. */
export interface FollowState {
  isOn: boolean;
  /** Records or lines since the start; those out of sight since somebody scrolled up. */
  count: number;
  unseen: number;
  /** Bytes of a last line that is not complete. */
  arriving: number;
  isAtEnd: boolean;
}

/** Follows the file of one panel. */
export class FileFollow {
  readonly state = proxy<FollowState>({ isOn: false, count: 0, unseen: 0, arriving: 0, isAtEnd: true });
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSame: () => boolean = () => false;
  /** Up to where the file has been read, including what is arriving, and the last of those bytes. */
  private read = 0;
  private last: Uint8Array = new Uint8Array();
  /** The beginning of a line whose end has not arrived. */
  private arriving = new ArrivingLine();
  private changedAt = 0;
  /** The state of the file that was noted here last; another one was saved, or `null`: the worker has died. */
  private known: OpenFile | null = null;
  /** The time of the file when it was read last. */
  private readAt = 0;
  private missingSince: number | null = null;

  constructor(private readonly core: PanelCore) {}

  /** Starts to follow the file, or stops. */
  async toggle(): Promise<void> {
    if (this.state.isOn) return this.stop();
    const { core } = this;
    const { file } = core.document;
    const refusal = this.refusal();
    if (file === null || refusal !== null) throw new CodedError('refused', refusal ?? FOLLOW.noFile);
    const watch = fileWatchOf(core);
    watch.isFollowed = true;
    this.isSame = sameDocument(core);
    Object.assign(this.state, { isOn: true, count: 0, unseen: 0, arriving: 0, isAtEnd: true });
    this.missingSince = null;
    try {
      await this.begin(file);
      void core.view?.showEnd?.();
      this.lookSoon(0);
    } catch (error) {
      this.stop();
      throw error;
    }
    document.addEventListener('visibilitychange', this.onShown);
  }

  /** Scrolls to the end, which stays in view from then on. */
  showEnd(): void {
    Object.assign(this.state, { isAtEnd: true, unseen: 0 });
    void this.core.view?.showEnd?.();
  }

  /** Stops following. The file is watched like any other. */
  stop(why: string | null = null): void {
    if (!this.state.isOn) return;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.onShown);
    this.state.isOn = false;
    const { core } = this;
    const { file } = core.document;
    fileWatchOf(core).isFollowed = false;
    // What has not been shown yet is seen as a change by the watch.
    if (this.isSame() && file !== null && (this.arriving.length > 0 || this.read !== file.size))
      core.document.file = { handle: file.handle, modified: 0, size: 0 };
    if (why !== null) core.notify({ severity: 'warning', message: why });
  }

  private readonly onShown = (): void => this.lookSoon(0);

  /** Why the document can't be followed; `null` if it can. */
  private refusal(): string | null {
    const { core } = this;
    const {
      state,
      client,
      document: { file },
    } = core;
    const { dialect, validity, size, encoding } = client.state;
    if (file === null) return FOLLOW.noFile;
    if (hasUnsavedWork(core) || client.isWriting) return FOLLOW.unsaved;
    if (state.document.packed || encoding !== 'utf-8') return FOLLOW.encoding;
    const isLog = dialect === 'ndjson' || validity === 'invalid' || size === 0 || LOG_NAME.test(file.handle.name);
    return isLog && csvOf(core) === null ? null : FOLLOW.noLog;
  }

  /** Finds the end of what is shown in the file; half a record at the end is taken back until the rest is there. */
  private async begin(file: OpenFile): Promise<void> {
    const { client } = this.core;
    const { size, revision, dialect } = client.state;
    this.read = size;
    this.readAt = 0;
    this.known = file;
    this.last = await client.readRange({ start: asByte(Math.max(0, size - COMPARED_BYTES)), end: asByte(size) });
    this.arriving = new ArrivingLine();
    this.changedAt = performance.now();
    if (size === 0 || this.last.at(-1) === LF || dialect !== 'ndjson') return;
    const { start } = await client.lineAround(asByte(size));
    const line = await client.readRange({ start, end: asByte(size) });
    this.arriving.add(line);
    if (this.arriving.isRecord) return void this.arriving.take();
    const now = await readFileState(file.handle);
    const isTaken = now.type === 'file' && (await this.extend(file, now.file, revision, start, new Uint8Array()));
    if (!isTaken) this.arriving.take();
    this.state.arriving = this.arriving.length;
  }

  private lookSoon(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) => {
          if (hasCode(error, 'worker-died')) {
            this.known = null;
            return LOOK_MS;
          }
          this.stop();
          this.core.report(error);
          return null;
        })
        .then((next) => {
          if (next !== null && this.state.isOn) this.lookSoon(next);
        });
    }, ms);
  }

  /** Reads what is new. Returns when to look again; `null` when it has ended, or the page is hidden. */
  private async look(): Promise<number | null> {
    const { core } = this;
    const { file } = core.document;
    const { name } = core.state.document;
    if (!this.isSame() || file === null) {
      this.stop();
      return null;
    }
    if (document.visibilityState === 'hidden') return null;
    if (core.client.lost !== null) return this.openAgain();
    if (hasUnsavedWork(core) || core.client.isWriting) {
      this.stop(FOLLOW.touched(name));
      return null;
    }
    this.noteView();
    if (this.isBusy) return LOOK_MS;
    if (file !== this.known) {
      // The text may have more or less of the file than was noted.
      await this.begin(file);
      return 0;
    }
    const found = await this.readNew(file);
    if (core.document.file !== file || !this.isSame() || this.isBusy) return LOOK_MS;
    if (found === null) return 0;
    if ('type' in found) {
      if (found.type === 'moving' || (found.type === 'deleted' && this.missed())) return LOOK_MS;
      return this.end();
    }
    this.missingSince = null;
    const { now, isKnown, bytes } = found;
    if (!isKnown) return this.end();
    return this.take(file, now, bytes);
  }

  /** Whether something else is being done with the document or its file. */
  private get isBusy(): boolean {
    const { client, state } = this.core;
    const isWriting = state.task !== null || state.writes > 0 || state.pendingOpens > 0 || client.isRecovering;
    return isWriting || fileWatchOf(this.core).isSaving;
  }

  /** Opens the file again: its worker has died, and what was opened can't be read any more because the file has grown. */
  private async openAgain(): Promise<null> {
    this.stop();
    await fileWatchOf(this.core).reload();
    if (this.core.client.lost === null) await this.toggle();
    return null;
  }

  /** Notes that the file has gone. Returns whether it may still come back: a log that is rotated is gone for a moment. */
  private missed(): boolean {
    const now = performance.now();
    this.missingSince ??= now;
    return now - this.missingSince < MAX_MISSING_MS;
  }

  /** The file was started anew, or has gone: the new one is followed, or the text stays. */
  private async end(): Promise<null> {
    this.stop();
    if (await fileWatchOf(this.core).endFollowing()) await this.toggle();
    return null;
  }

  /** Reads the new bytes of the file; `null` if it changes too fast. */
  private async readNew({
    handle,
  }: OpenFile): Promise<
    { now: DiskFile; isKnown: boolean; bytes: Uint8Array } | Exclude<SeenFile, { type: 'file' }> | null
  > {
    const { read, last } = this;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const seen = await readFileState(handle);
      if (seen.type !== 'file') return seen;
      const now = seen.file;
      if (now.size < read) return { now, isKnown: false, bytes: new Uint8Array() };
      if (now.size === read && now.lastModified === this.readAt) return { now, isKnown: true, bytes: new Uint8Array() };
      const from = read - last.length;
      const buffer = await now
        .slice(from, Math.min(now.size, read + MAX_PIECE))
        .arrayBuffer()
        .catch(() => null);
      if (buffer === null) continue;
      const all = new Uint8Array(buffer);
      return { now, isKnown: equalBytes(all.subarray(0, last.length), last), bytes: all.subarray(last.length) };
    }
    return null;
  }

  /** Adds new bytes to the document, as far as their lines are complete. */
  private async take(file: OpenFile, now: DiskFile, bytes: Uint8Array): Promise<number> {
    const { client } = this.core;
    if (bytes.length > 0) this.changedAt = performance.now();
    this.read += bytes.length;
    this.readAt = now.lastModified;
    this.last = joinBytes([this.last, bytes]).slice(-COMPARED_BYTES);
    const { arriving } = this;
    const end = bytes.lastIndexOf(LF) + 1;
    // The line that was arriving ends here, and another one may begin.
    const first = end > 0 ? joinBytes([arriving.take(), bytes.subarray(0, end)]) : new Uint8Array();
    arriving.add(bytes.slice(end));
    const isQuiet = performance.now() - this.changedAt > QUIET_MS;
    const isWhole = isQuiet && (client.state.dialect !== 'ndjson' || arriving.isRecord);
    const whole = isWhole ? joinBytes([first, arriving.take()]) : first;
    if (this.state.arriving !== this.arriving.length) this.state.arriving = this.arriving.length;
    if (whole.length > 0) {
      const { revision, size } = client.state;
      if (!(await this.extend(file, now, revision, size, whole))) {
        this.stop(FOLLOW.touched(this.core.state.document.name));
        return LOOK_MS;
      }
      const lines = countLines(whole);
      this.state.count += lines;
      if (!this.state.isAtEnd) this.state.unseen += lines;
      // A view that is still on its way would never arrive if the next records came first.
      else
        await Promise.race([this.core.view?.showEnd?.(), new Promise((resolve) => setTimeout(resolve, MAX_VIEW_MS))]);
    }
    return this.read < now.size ? 0 : LOOK_MS;
  }

  /** Replaces the text from a byte on. Returns whether it did. */
  private async extend(
    { handle }: OpenFile,
    now: DiskFile,
    base: Revision,
    start: number,
    tail: Uint8Array,
  ): Promise<boolean> {
    const { core } = this;
    // What is still arriving is in the file, but not in the text: a restored text must not have it, and a save must not overwrite
    // it unasked.
    const size = this.read - this.arriving.length;
    const isWhole = size === now.size;
    const content = this.contentUpTo(now, start, size, tail);
    const settle = (): void => {
      core.document.file = { handle, modified: isWhole ? now.lastModified : 0, size };
      this.known = core.document.file;
      core.document.opened = { content, dialect: core.client.state.dialect };
      forgetShared(core);
    };
    const done = await takeOver(core, base, { content, settle }, () => core.client.extend(base, start, tail));
    return done !== null;
  }

  /** Returns the file up to a byte: of one that the browser has not, what was read of it. */
  private contentUpTo(now: DiskFile, start: number, size: number, tail: Uint8Array): Blob {
    if (now instanceof File) return size === now.size ? now : new File([now.slice(0, size)], now.name);
    const { opened } = this.core.document;
    return new Blob([opened?.content.slice(0, start) ?? '', tail.slice()]);
  }

  /** Notes whether the view shows the end. A view that is on its way does not know. */
  private noteView(): void {
    const isAtEnd = this.core.view?.isAtEnd?.() ?? this.state.isAtEnd;
    if (isAtEnd === this.state.isAtEnd) return;
    this.state.isAtEnd = isAtEnd;
    if (isAtEnd) this.state.unseen = 0;
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LF) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== LF ? count + 1 : count;
}

const FOLLOWER = new FeatureSlot<PanelCore, FileFollow>((core) => new FileFollow(core));

/** What follows the file of a panel. */
export function fileFollowOf(core: PanelCore): FileFollow {
  return FOLLOWER.of(core);
}
