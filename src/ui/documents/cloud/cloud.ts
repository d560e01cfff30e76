// The cloud as the page's store sees it. The code that talks to the server is loaded on first use.

import { CodedError } from '../../../shared/errors.ts';
import { loadWithRetry, onceLoaded } from '../../browser/load-with-retry.ts';
import { ShelfChannel } from '../storage/shelf.ts';
import { CLOUD_UNREADABLE } from '../../strings/documents/cloud.ts';
import type { CloudConfig } from './cloud-config.ts';
import type { CloudDocuments } from './cloud-documents.ts';
import type { Tokens } from './token.ts';

const loadDocuments = loadWithRetry(() => import('./cloud-documents.ts'));

/** The documents of the cloud, if the server of this page has one. */
export interface Cloud {
  /** Whether the user is signed in. */
  readonly isSignedIn: boolean;
  /** The address of the API. */
  readonly url: string;
  readonly tokens: Tokens;
  /** Reports what happens to the documents, even before their code is loaded. */
  readonly channel: ShelfChannel;
  /** @throws CodedError `http` when their code can't be loaded */
  shelf(): Promise<CloudDocuments>;
}

/** Creates the cloud. Sends no request yet. */
export function createCloud(config: CloudConfig, tokens: Tokens): Cloud {
  const channel = new ShelfChannel('diptych-cloud');
  const shelf = onceLoaded(async (): Promise<CloudDocuments> => {
    const { openCloud } = await loadDocuments().catch(() => {
      throw new CodedError('http', CLOUD_UNREADABLE);
    });
    return openCloud(config, tokens, channel);
  });
  return {
    get isSignedIn() {
      return tokens.isSignedIn;
    },
    url: config.url,
    tokens,
    channel,
    shelf,
  };
}
