// The beginning of what is opened is told before anybody asks for it, and then painted before the worker goes on: on few
// cores its work on all the rest makes the first text late by as much again.
//
//   first bytes ──▶ `text`, then `state` ──▶ the panel paints it ──▶ `painted` ──▶ all the other bytes

import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { TextRequest } from '../../shared/protocol/textview.ts';
import type { Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../engine/document/document.ts';
import { cutText } from '../engine/textview/text-window.ts';

/** A page that nobody sees paints nothing: it is not waited for any longer, in milliseconds. */
const LONGEST_MS = 200;

/** The beginning of the document that is being opened. */
export class Beginning {
  private goOn: () => void = () => undefined;

  constructor(private readonly send: (event: DocumentEvent) => void) {}

  /** Answers a request ahead, of the revision that is told next. */
  tell(document: JsonDocument, revision: Revision, request: TextRequest): void {
    this.send({ type: 'text', request, window: cutText(document, revision, request) });
  }

  /** Resolves once it is painted. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LONGEST_MS);
      this.goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** It is. */
  painted(): void {
    this.goOn();
  }
}
