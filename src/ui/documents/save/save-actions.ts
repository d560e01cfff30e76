// Saves a panel's document: where it came from, on disk, in the browser or the cloud, or at an address. On disk it is saved in
// place if it came with a file handle, else into a file that the user picks if the browser has a picker, else as a download.

import { abortable } from '../../../shared/abortable.ts';
import { subscribeKey } from 'valtio/utils';
import { cancelled, CodedError, hasCode } from '../../../shared/errors.ts';
import { DIALECT_FILES, DIALECT_LABELS, fileNameIn, type Dialect } from '../../../shared/document/dialect.ts';
import { encodingLabel } from '../../../shared/document/encoding-name.ts';
import type { Task } from '../../client/document.ts';
import { CLOUD_UTF8, savedToCloud } from '../../strings/documents/cloud.ts';
import {
  CANNOT_SAVE,
  changedOnDisk,
  formatFailed,
  POSTED,
  postFailed,
  POST_UNREACHABLE,
  REFUSALS,
  replacedQuestion,
  SAVING,
  saveFailed,
} from '../../strings/documents/saving.ts';
import { savedHere } from '../../strings/documents/opened.ts';
import { noteRequestReason } from '../../model/request-reasons.ts';
import type { SaveOptions } from './document-saver.ts';
import { saveFactsOf, saveTarget } from './place.ts';
import { download, hasSavePicker, type Saving, type SavePicker, type SavingOptions } from './save-model.ts';
import { isWithdrawn, messageOf, UNTIL_MENDED } from '../../notices/notices.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument } from '../../panel-core/shown-document.ts';
import { isSealed } from '../../model/sealed.ts';
import { NEEDS_NET } from '../../strings/app/sealed.ts';
import { isAsKnown, type DiskFile, type DiskHandle, type OpenFile } from '../../model/open-file.ts';
import { csvContent, isSavedAsCsv, type CsvContent } from './save-csv.ts';
import { csvOf, isCsvName, jsonName, noteCsvSaved } from '../csv/csv-state.ts';
import { CSV } from '../../strings/documents/csv.ts';
import { DISK } from '../../strings/documents/disk.ts';
import { isEqualContent, isInState, withSample } from '../disk/file-sample.ts';
import { readFileState, type SeenFile } from '../disk/file-state.ts';
import { fileFollowOf } from '../disk/file-follow.ts';
import { fileWatchOf } from '../disk/file-watch.ts';
import { addPanel, copyOpened, secureBases } from '../disk/opened-copy.ts';
import { noteShared } from '../versions/shared-version.ts';
import { createWriteQueue } from '../write-queue.ts';
import { offerUndo } from '../../panel-core/undo-steps.ts';
import { isShelved } from '../../model/origin.ts';

/** How often a file that is being replaced is looked at, and the time between, in milliseconds. */
const MAX_LOOKS = 20;
const LOOK_MS = 50;
/** Names of the errors for files in a state that can't be compared. */
const UNREADABLE = { denied: 'NotAllowedError', moving: 'NotReadableError', replaced: 'TypeMismatchError' } as const;

/** How much of a server's refusal is read. */
const MAX_ANSWER_BYTES = 1_000_000;

/** Asks before a file is replaced that another program has changed. */
interface Guard {
  /** The file as it was when the question was asked last, or needed none. */
  approved: DiskFile | null;
  readonly mayOverwrite: () => Promise<boolean>;
}

/** Creates the saving actions of a panel. */
export function createActions(core: PanelCore, options: SavingOptions): Saving {
  const { client, state } = core;
  const { confirm, documents, autosave, editing } = options;

  /**
   * Waits for a document that is being opened, completes pending input, and formats the document as the settings say. Returns
   * whether it may be saved: not if another one has been opened in the meantime.
   */
  const layOut = async (): Promise<boolean> => {
    const isSame = sameDocument(core);
    try {
      await whenOpened(state);
      if (isSame()) await core.view?.complete?.();
    } catch (error) {
      core.report(error);
      return false;
    }
    if (!isSame()) return false;
    const style = options.formatOnSave();
    if (style === 'keep' || client.state.size === 0) return true;
    if (await editing.formatAll(style)) return isSame();
    core.notify({ severity: 'error', message: formatFailed(style) });
    return false;
  };

  /** Returns the formatted text to send; unformatted if it is invalid. The document itself is not changed. */
  const formatted = async (task: Required<Task>): Promise<Blob> => {
    const check = mustBeSame();
    const { text, dialect } = await client.readVersion(task);
    check();
    if (client.state.validity !== 'valid') return text;
    const copy = options.spawn();
    try {
      await copy.open(text, { ...task, dialect });
      await copy.format(editing.formatOptions('format'), task);
      return await copy.read(task);
    } finally {
      copy.close();
    }
  };

  const keepAs = async (how: SaveOptions): Promise<boolean> => {
    const isSame = sameDocument(core);
    const { kind: origin } = state.document.origin;
    const saved = await autosave.saveToShelf(how);
    if (!isSame()) return saved;
    const said = state.document.origin.kind === 'cloud' ? savedToCloud : savedHere;
    if (saved) core.announce(said(state.document.name));
    // This browser keeps the file beside the document.
    if (
      saved &&
      origin !== 'cloud' &&
      state.document.origin.kind === 'cloud' &&
      (isCsvName(state.document.name) || csvOf(core) !== null)
    )
      core.notify({ severity: 'info', message: CSV.savedAsJson(state.document.name) });
    // The document gets another encoding there, which the user may not want.
    const { encoding } = client.state;
    if (saved && origin !== 'cloud' && state.document.origin.kind === 'cloud' && encoding !== 'utf-8')
      core.notify({ severity: 'info', message: CLOUD_UTF8(state.document.name, encodingLabel(encoding)) });
    return saved;
  };

  /** Returns a function that throws once the panel has another document than now. */
  const mustBeSame = (): (() => void) => {
    const isSame = sameDocument(core);
    const { name } = state.document;
    return () => {
      if (!isSame()) throw new CodedError('refused', SAVING.replaced(name));
    };
  };

  /** Returns what asks before a file is replaced that another program has changed since it was last asked about. */
  const createGuard = (file: OpenFile, name: string): Guard => {
    const { handle } = file;
    let known = file;
    const guard: Guard = { approved: null, mayOverwrite };
    async function mayOverwrite(): Promise<boolean> {
      const now = await settledState(handle);
      guard.approved = now.type === 'file' ? now.file : null;
      // What is gone is written again.
      if (now.type === 'deleted') return true;
      if (now.type === 'ended') throw new Error(DISK.ended(name));
      if (now.type !== 'file') throw new DOMException(now.type, UNREADABLE[now.type]);
      if (await isInState(known, now.file)) return true;
      const { lastModified: modified, size } = now.file;
      // Time and size did not tell: now the watch tells of it, too.
      if (isAsKnown(known, now.file) && core.document.file === file)
        core.document.file = { handle, modified: 0, size: 0 };
      known = withSample({ handle, modified, size }, now.file);
      return confirm(changedOnDisk(name));
    }
    return guard;
  };

  const mayReplaceUnread = async (name: string): Promise<boolean> => {
    const { encoding, replaced } = client.state;
    return replaced === 0 || confirm(replacedQuestion(name, encodingLabel(encoding), replaced));
  };

  /** The content for a file with a name, and its number. A CSV file never gets JSON. */
  const contentFor = async (
    name: string,
    isCsv: boolean,
    file: OpenFile | null,
    task: Required<Task>,
  ): Promise<{ readonly text: Blob; readonly json: Blob; readonly saved: number; readonly csv?: CsvContent }> => {
    if (isCsv) {
      const csv = await csvContent(core, name, file, confirm, task);
      if (csv !== null) return { text: csv.content, json: csv.json, saved: csv.version, csv };
    }
    // The text may include pending writes that the state does not report yet.
    const { text, content } = await client.readVersion(task, state.document.origin.kind === 'cloud' ? 'utf-8' : 'file');
    return { text, json: text, saved: content };
  };

  const toDisk = async (): Promise<boolean> => {
    const { file } = core.document;
    const check = mustBeSame();
    const isSame = sameDocument(core);
    const { dialect } = client.state;
    const name = file === null ? fileNameIn(state.document.name, dialect) : state.document.name;
    let isCsv = false;
    try {
      // The picker and the write permission need the user's click: request them before reading.
      const handle = file?.handle ?? (hasSavePicker(window) ? await pick(window, name, dialect) : null);
      check();
      const guard = file && createGuard(file, name);
      if (guard !== null && !((await mayReplaceUnread(name)) && (await guard.mayOverwrite()))) return false;
      isCsv = await isSavedAsCsv(core, handle?.name ?? name, handle);
      const target = await handle?.createWritable();
      const { dialect: asDialect } = client.state;
      let written: Blob | null = null;
      let shared: Blob | null = null;
      let asCsv = null as CsvContent | null;
      const content = await core.run(SAVING.file(name), async (task) => {
        try {
          const { text, json, saved, csv } = await contentFor(handle?.name ?? name, isCsv, file, task);
          // It belongs to this document, because another one is read after the check fails.
          check();
          const isPacked =
            handle === null || handle === file?.handle ? state.document.packed : /\.gz$/i.test(handle.name);
          const blob = isPacked ? await documents.compress(text) : text;
          if (target === undefined) {
            download(blob, name);
            // The page around a frame may forbid downloads, which the browser does not tell.
            const isFramed = window.parent !== window;
            core.notify(
              isFramed
                ? { severity: 'warning', message: SAVING.handedOver(name) }
                : { severity: 'success', message: SAVING.downloaded(name) },
            );
            return saved;
          }
          await abortable(target.write(blob), task.signal);
          if (handle !== null) await copyOpened(handle);
          // As late as possible: what another program writes from now on is overwritten.
          if (guard !== null && !(await guard.mayOverwrite())) throw cancelled();
          await abortable(target.close(guard?.approved ?? null), task.signal);
          if (handle !== null) void secureBases(handle);
          written = blob;
          shared = json;
          asCsv = csv ?? null;
          return saved;
        } catch (error) {
          // The file stays as it is.
          target?.abort().catch(() => undefined);
          throw error;
        }
      });
      const now = handle === null ? null : await stateAfter(handle, written);
      if (isSame()) core.succeeded('save');
      if (!isSame()) return true;
      const { origin, sourceFile } = state.document;
      // Under another name it is another file.
      if (handle === null && sourceFile?.name === name)
        state.document.sourceFile = { ...sourceFile, downloaded: content };
      // A document stored in the browser or in the cloud stays there: its file is a copy. But one that is in this browser only
      // because its file could not be written moves to the file.
      const isMoved = origin.kind === 'local' && sourceFile !== null && handle !== null;
      if (isShelved(origin) && !isMoved) return true;
      if (handle !== null) {
        // The copy stays in this browser, and must not say that the file is unchanged.
        if (isShelved(origin) && sourceFile?.name === handle.name)
          void documents.local?.forgetFile(origin.key.id).catch(() => undefined);
        if (asCsv !== null) noteCsvSaved(core, handle, asCsv.content, asCsv.separator);
        options.onFile(handle, asDialect);
        const known = { handle, modified: now?.lastModified ?? 0, size: now?.size ?? 0 };
        core.document.file = now === null || written === null ? known : withSample(known, written);
        Object.assign(state.document, { name: handle.name, origin: { kind: 'disk' }, sourceFile: null });
        fileWatchOf(core).saved();
        if (shared !== null) noteShared(core, shared);
      }
      Object.assign(state.document, { savedContent: content, savedAt: Date.now() });
      autosave.noteSaved(content);
      return true;
    } catch (error) {
      if (isCsv && isSame() && (hasCode(error, 'refused') || hasCode(error, 'invalid-document')))
        reportNoCsv(error, name);
      else if (error instanceof CodedError || isWithdrawn(error)) core.report(error, isSame() ? 'save' : undefined);
      else reportUnsaved(name, error);
      return false;
    }
  };
  /**
   * Returns the state of a file after it was written; `null` if another program has written it since: then the panel is told of
   * that change.
   */
  const stateAfter = async (handle: DiskHandle, written: Blob | null): Promise<DiskFile | null> => {
    const now = await handle.getFile().catch(() => null);
    return now !== null && written !== null && (await isEqualContent(now, written)) ? now : null;
  };
  /** Says why a file could not be written, and offers what helps: to be asked again, or a download. */
  const reportUnsaved = (name: string, error: unknown): void => {
    const cause = error instanceof DOMException ? error.name : '';
    const check = mustBeSame();
    const isSame = sameDocument(core);
    const offer = (work: () => Promise<unknown>) => (): void => {
      const run = async (): Promise<void> => {
        check();
        await work();
      };
      run().catch((problem: unknown) => core.report(problem));
    };
    // The browser asks for the permission when the file is written within the click.
    const action =
      cause === 'NotAllowedError'
        ? { label: SAVING.allow, run: offer(inTurn) }
        : { label: SAVING.download, run: offer(() => downloadCopy(name, check)) };
    const about = isSame() ? { about: core.aboutOf('save') } : {};
    core.notify({
      severity: 'error',
      message: saveFailed(name, REFUSALS[cause] ?? messageOf(error)),
      action,
      stayMs: UNTIL_MENDED,
      ...about,
    });
  };
  /** Says why a document can't be CSV, and offers its text as it is. The file stays as it was. */
  const reportNoCsv = (error: CodedError, name: string): void => {
    const check = mustBeSame();
    const run = (): void => {
      core
        .run(SAVING.file(name), (task) => client.readVersion(task, 'file'))
        .then(({ text }) => {
          check();
          download(text, jsonName(name));
        })
        .catch((problem: unknown) => core.report(problem));
    };
    const action = { label: CSV.asJson, run };
    const about = core.aboutOf('save');
    core.notify({ severity: 'error', message: error.message, action, about, stayMs: UNTIL_MENDED });
  };
  const downloadCopy = async (name: string, check: () => void): Promise<void> => {
    const { text } = await core.run(SAVING.file(name), async (task) =>
      contentFor(name, await isSavedAsCsv(core, name, null), null, task),
    );
    check();
    download(state.document.packed ? await documents.compress(text) : text, name);
  };
  /** One save at a time: an earlier one that is slow must not end after a later one. */
  const queue = createWriteQueue();
  const inTurn = async (): Promise<boolean> => {
    const isSame = sameDocument(core);
    return queue.run(async () => isSame() && toDisk());
  };

  addPanel(core);
  fileWatchOf(core).start({
    saves: queue,
    openFile: options.openFile,
    onKept: autosave.describeDraft,
    showsRotated: options.showsRotated,
  });

  return {
    async save() {
      if (!(await layOut())) return false;
      const target = saveTarget(saveFactsOf(core));
      if (target === 'cloud' || target === 'browser') return keepAs({});
      const isSame = sameDocument(core);
      const isWritten = await inTurn();
      // The copy in this browser is what a reload opens.
      if (isWritten && isSame() && state.document.origin.kind === 'local') await autosave.saveToShelf();
      return isWritten;
    },
    async saveToCloud() {
      return (await layOut()) && keepAs({ to: 'cloud' });
    },
    async saveToDisk() {
      if (typeof Blob === 'undefined') {
        core.report(new CodedError('unreadable', CANNOT_SAVE.blob));
        return false;
      }
      if (!hasSavePicker(window) && !('download' in HTMLAnchorElement.prototype)) {
        core.report(new CodedError('unreadable', CANNOT_SAVE.download));
        return false;
      }
      return (await layOut()) && inTurn();
    },
    async downloadCopy() {
      const { name } = state.document;
      try {
        await downloadCopy(fileNameIn(name, client.state.dialect), mustBeSame());
        return true;
      } catch (error) {
        core.report(error);
        return false;
      }
    },
    async saveToUrl(url) {
      try {
        const sent = await core.run(SAVING.url(url), async (task) => {
          const text = await formatted(task);
          await post(url, text, task.signal);
          return text;
        });
        const isSame = sameDocument(core);
        const run = (): void => {
          if (isSame()) core.showReceipt?.(sent);
        };
        core.notify({ severity: 'success', message: POSTED, action: { label: SAVING.receipt, run } });
        return true;
      } catch (error) {
        core.report(error);
        return false;
      }
    },
    follow: () => fileFollowOf(core).toggle(),
    async revert() {
      const { opened } = core.document;
      if (opened === null) return;
      try {
        await core.write(SAVING.reverting, (task) =>
          client.replace(opened.content, { ...task, dialect: opened.dialect }),
        );
        offerUndo(core, SAVING.reverted);
      } catch (error) {
        core.report(error);
      }
    },
  };
}

/** Returns how a file is; while it is being replaced by another program, after a while. */
async function settledState(handle: DiskHandle): Promise<SeenFile> {
  for (let tries = 0; ; tries += 1) {
    const now = await readFileState(handle);
    if (now.type !== 'moving' || tries === MAX_LOOKS) return now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Resolves once no document is being opened. */
function whenOpened(state: PanelCore['state']): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (state.pendingOpens > 0) return;
      end();
      resolve();
    };
    const end = subscribeKey(state, 'pendingOpens', look);
    look();
  });
}

/** Sends a document. @throws CodedError `http` with status, status text and body */
async function post(url: string, body: Blob, signal: AbortSignal): Promise<void> {
  noteRequestReason(url, 'sent');
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', body, signal, headers: { 'content-type': 'application/json' } });
  } catch (error) {
    if (isWithdrawn(error)) throw error;
    throw new CodedError('http', postFailed(url, isSealed() ? NEEDS_NET : POST_UNREACHABLE));
  }
  if (response.ok) return;
  const text = await readStart(response, MAX_ANSWER_BYTES).catch(() => '');
  throw new CodedError('http', postFailed(url, `${response.status} ${response.statusText} ${text}`.trim()));
}

/** Returns the first bytes of a response as text, without waiting for the rest. */
async function readStart(response: Response, mostBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  for (let size = 0; reader !== undefined && size < mostBytes;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  return text;
}

function pick(target: SavePicker, suggestedName: string, dialect: Dialect): Promise<DiskHandle> {
  const isCsv = isCsvName(suggestedName);
  const { type, extensions } = isCsv
    ? { type: 'text/csv', extensions: ['.csv', '.tsv', '.tab'] }
    : DIALECT_FILES[dialect];
  return target.showSaveFilePicker({
    suggestedName,
    types: [{ description: isCsv ? 'CSV' : DIALECT_LABELS[dialect], accept: { [type]: extensions } }],
  });
}
