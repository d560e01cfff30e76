// The beginning of a document's text, which its worker sends with the first bytes of what is opened. The view gets it without
// waiting for the worker, which is still busy with the remaining bytes.

import type { TextRequest, TextWindow } from '../../shared/protocol/textview.ts';

/** The announced first request of a view, and the reply once it has arrived. */
export class FirstWindow {
  /** The request that the worker should reply to ahead of time, if any. */
  wanted: TextRequest | null = null;
  private received: { readonly request: TextRequest; readonly window: TextWindow } | null = null;

  /** Announces a request. Returns a function that withdraws it. */
  want(request: TextRequest): () => void {
    this.wanted = request;
    return () => {
      if (this.wanted === request) this.wanted = null;
    };
  }

  receive(request: TextRequest, window: TextWindow): void {
    this.received = { request, window };
  }

  /** Discards the reply: its worker has been replaced. */
  forget(): void {
    this.received = null;
  }

  /** Returns the reply to a request, once; `null` when the reply is to another request or the text has changed. */
  take(request: TextRequest, revision: number): TextWindow | null {
    const { received: told } = this;
    this.received = null;
    if (told === null || told.window.revision !== revision) return null;
    return JSON.stringify(told.request) === JSON.stringify(request) ? told.window : null;
  }
}
