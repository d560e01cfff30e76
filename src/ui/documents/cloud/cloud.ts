// The cloud as the page's store knows it. What talks to the server is loaded when it is first needed.

import { CodedError } from '../../../shared/errors.ts';
import { patiently } from '../../patiently.ts';
import { ShelfChannel } from '../storage/shelf.ts';
import { CLOUD_UNREADABLE } from '../../strings/documents/cloud.ts';
import type { CloudConfig } from './cloud-config.ts';
import type { CloudDocuments } from './cloud-documents.ts';
import type { Tokens } from './token.ts';

const loadDocuments = patiently(() => import('./cloud-documents.ts'));

/** The documents of the cloud, where the server of this page has one. */
export interface Cloud {
  /** Whether somebody is signed in. */
  readonly isSignedIn: boolean;
  /** The address of the interface. */
  readonly url: string;
  readonly tokens: Tokens;
  /** Tells what happened to them, before their code is there too. */
  readonly channel: ShelfChannel;
  /** @throws CodedError `http` where their code could not be loaded */
  shelf(): Promise<CloudDocuments>;
}

/** Asks the server nothing yet. */
export function createCloud(config: CloudConfig, tokens: Tokens): Cloud {
  const channel = new ShelfChannel('diptych-cloud');
  let shelf: Promise<CloudDocuments> | null = null;
  const load = async (): Promise<CloudDocuments> => {
    const { openCloud } = await loadDocuments().catch(() => {
      shelf = null;
      throw new CodedError('http', CLOUD_UNREADABLE);
    });
    return openCloud(config, tokens, channel);
  };
  return {
    get isSignedIn() {
      return tokens.isSignedIn;
    },
    url: config.url,
    tokens,
    channel,
    shelf: () => (shelf ??= load()),
  };
}
