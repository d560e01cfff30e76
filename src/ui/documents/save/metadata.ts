// The metadata of a panel's document: its name, its schema, and who may open it. A change is shown immediately, and reverted if
// it fails. @see requirements DOC-8

import { DIALECT_LABELS, dialectOf, acceptsDialect } from '../../../shared/document/dialect.ts';
import { CodedError, hasCode } from '../../../shared/errors.ts';
import { STALE } from '../../../shared/texts/documents.ts';
import { detailsOf, messageOf, type StoredError } from '../../notices/notices.ts';
import { CANNOT_UPDATE } from '../../strings/documents/cloud.ts';
import { WORKING } from '../../strings/panel/editing.ts';
import type { Documents } from '../documents.ts';
import type { ExternalChanges } from './external-changes.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { sameDocument, showsKey } from '../../panel-core/shown-document.ts';
import { isShelved, type Origin, type ShelvedOrigin } from '../../model/origin.ts';
import { mayShare, type MetadataActions } from './may-share.ts';
import { unlessStale } from '../../async/stale.ts';

/** What the metadata actions depend on. */
export interface MetadataOptions {
  readonly documents: Documents;
  readonly external: ExternalChanges;
  /** Runs work after the pending writes of this panel, and before any later one. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Creates the metadata actions of a panel. */
export function createMetadataActions(
  core: PanelCore,
  { documents, external, inTurn }: MetadataOptions,
): Omit<MetadataActions, 'mayShare'> {
  const { client, state } = core;

  /** Runs a write in its turn. Until it has ended, the panel is shown as being saved, and leaving the page asks. */
  const store = async <T>(work: () => Promise<T>): Promise<T> => {
    state.pendingMetadata += 1;
    try {
      return await inTurn(work);
    } finally {
      state.pendingMetadata -= 1;
    }
  };
  const fail = (error: unknown, isShown: boolean): void => {
    core.report(error);
    if (hasCode(error, 'conflict') && isShown) external.handleForeignSave();
  };
  /** Returns a check whether the panel still has this document, stored at this place. */
  const samePlace = ({ kind, key }: ShelvedOrigin): (() => boolean) => {
    const isSame = sameDocument(core);
    return () => isSame() && state.document.origin.kind === kind && showsKey(core, key);
  };
  /**
   * Switches to the dialect of a new file name, unless that is plain JSON. A text that is valid must stay valid: otherwise it
   * keeps its dialect, as it does under every other name.
   */
  const followName = async (before: string, name: string, isSame: () => boolean): Promise<void> => {
    const { dialect, validity, revision: base } = client.state;
    const named = dialectOf(name);
    if (named === 'json' || named === dialect || named === dialectOf(before)) return;
    if (validity !== 'invalid' && !acceptsDialect(named, dialect)) return;
    const writing = core.write(WORKING.dialect(DIALECT_LABELS[named]), async (task) =>
      client.replace(await client.read(task), { ...task, dialect: named, base }),
    );
    // If the text was edited in the meantime, it keeps its dialect.
    await unlessStale(writing, null).catch((error: unknown) => isSame() && core.report(error));
  };

  return {
    async rename(name) {
      const { blank, name: before, origin: shown } = state.document;
      const isSame = sameDocument(core);
      const wanted = name.trim();
      if (blank) core.report(new CodedError('missing', CANNOT_UPDATE.noDocument('name')));
      if (blank || wanted === '' || wanted === before) return;
      state.document.name = wanted;
      const by = external.writer();
      const renamed = store(async () => {
        // A document that was being saved for the first time has its place by now.
        const origin = isSame() ? state.document.origin : shown;
        if (!isShelved(origin)) return;
        const { key, kind } = origin;
        try {
          const shelf = await documents.shelf(kind);
          const meta = await shelf.rename(key.id, wanted, external.latest(origin), by);
          const dialect = isSame() ? client.state.dialect : meta.dialect;
          documents.recent.view(key, { name: wanted, updated: meta.updated, size: meta.size, dialect });
        } catch (error) {
          if (isSame() && state.document.name === wanted) state.document.name = before;
          fail(error, isSame());
        }
      });
      await followName(before, wanted, isSame);
      await renamed;
    },
    async setSchema(schema) {
      const { schema: before } = state.document;
      const isSame = sameDocument(core);
      state.document.schema = schema;
      const by = external.writer();
      const { schema: shown } = state.document;
      await store(async () => {
        const { origin } = state.document;
        // A document that is saved for the first time later is saved with its schema.
        if (!isSame() || !isShelved(origin)) return;
        try {
          await (await documents.shelf(origin.kind)).setSchema(origin.key.id, schema, external.latest(origin), by);
        } catch (error) {
          if (isSame() && state.document.schema === shown) state.document.schema = before;
          fail(error, isSame());
        }
      });
    },
    async setAccess(access) {
      const { origin: before } = state.document;
      if (!mayShare(core) || !isShelved(before)) return errorOf(CANNOT_UPDATE.noCloud);
      const isShown = samePlace(before);
      state.document.origin = { ...before, access };
      const by = external.writer();
      return store(async () => {
        const { origin } = state.document;
        if (!isShelved(origin) || !isShown()) return errorOf(STALE.document);
        try {
          const cloud = await documents.cloudShelf();
          const meta = await cloud.setAccess(origin.key.id, external.latest(origin), access, by);
          if (isShown()) state.document.origin = { ...state.document.origin, access: meta.access } as Origin;
          return null;
        } catch (error) {
          if (isShown()) state.document.origin = { ...state.document.origin, access: before.access } as Origin;
          if (hasCode(error, 'conflict') && isShown()) external.handleForeignSave();
          return errorOf(error);
        }
      });
    },
    async readAccess() {
      const { origin: before } = state.document;
      if (!mayShare(core) || !isShelved(before)) return errorOf(CANNOT_UPDATE.noCloud);
      const isShown = samePlace(before);
      try {
        const { access } = await (await documents.cloudShelf()).meta(before.key.id);
        const { origin } = state.document;
        if (isShelved(origin) && isShown()) state.document.origin = { ...origin, access };
        return null;
      } catch (error) {
        return errorOf(error);
      }
    },
  };
}

/** Returns an error as the dialog for access shows it. */
function errorOf(error: unknown): StoredError {
  return { message: messageOf(error), ...detailsOf(error) };
}
