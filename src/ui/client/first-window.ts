// The beginning of a document's text, which its worker tells with the first bytes of what is opened: whoever asks for it
// then has it without waiting for the worker, which is at work on all the others.

import type { TextRequest, TextWindow } from '../../shared/protocol/textview.ts';

/** What a view will ask for first, and the answer once it has come. */
export class Ahead {
  /** What the worker is to answer ahead, if anything. */
  wanted: TextRequest | null = null;
  private told: { readonly request: TextRequest; readonly window: TextWindow } | null = null;

  /** Says what will be asked for. Answers how to take that back. */
  want(request: TextRequest): () => void {
    this.wanted = request;
    return () => {
      if (this.wanted === request) this.wanted = null;
    };
  }

  tell(request: TextRequest, window: TextWindow): void {
    this.told = { request, window };
  }

  /** Does without what was told: that worker is gone. */
  forget(): void {
    this.told = null;
  }

  /** The answer to a request, once; `null` where another one was told, or the text is another by now. */
  take(request: TextRequest, revision: number): TextWindow | null {
    const { told } = this;
    this.told = null;
    if (told === null || told.window.revision !== revision) return null;
    return JSON.stringify(told.request) === JSON.stringify(request) ? told.window : null;
  }
}
