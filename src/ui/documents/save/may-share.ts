// The actions on the metadata of a panel's document, and which documents can be shared.

import type { StoredError } from '../../notices/notices.ts';
import { CodedError } from '../../../shared/errors.ts';
import type { Access } from '../../model/document-meta.ts';
import type { Schema } from '../../model/schema.ts';
import type { PanelCore } from '../../panel-core/panel-core.ts';
import { CANNOT_UPDATE } from '../../strings/documents/cloud.ts';

export interface MetadataActions {
  rename(name: string): Promise<void>;
  /** Sets the location of the document's schema, and stores it if the document is stored. */
  setSchema(schema: Schema): Promise<void>;
  /** Sets who may open a document of the cloud. Returns the error, or `null`. */
  setAccess(access: readonly Access[]): Promise<StoredError | null>;
  /** Whether the document is in the cloud, so that other people can get access to it; reports an error if it is not. */
  mayShare(): boolean;
  /** Reads who may open the document. Returns the error, or `null`. */
  readAccess(): Promise<StoredError | null>;
}

/** Whether a document is in the cloud, so that other people can get access to it; reports an error if it is not. */
export function mayShare({ state, report }: Pick<PanelCore, 'state' | 'report'>): boolean {
  const { blank, origin } = state.document;
  if (!blank && origin.kind === 'cloud') return true;
  report(new CodedError('missing', blank ? CANNOT_UPDATE.noDocument('access') : CANNOT_UPDATE.noCloud));
  return false;
}
