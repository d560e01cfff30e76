// Sends the beginning of a document that is being opened before it is requested, and lets the panel paint it before the worker
// continues: with few cores, the worker's load would delay the first text by as much again.
//
//   first bytes ──▶ `text`, then `state` ──▶ the panel paints it ──▶ `painted` ──▶ all the other bytes

import type { DocumentEvent } from '../../shared/protocol/protocol.ts';
import type { TextRequest } from '../../shared/protocol/textview.ts';
import type { Revision } from '../../shared/units.ts';
import type { JsonDocument } from '../../engine/document/document.ts';
import { cutText } from '../../engine/textview/text-window.ts';

/** Longest wait for the paint, in milliseconds: a hidden page never paints. */
const MAX_PAINT_MS = 200;

/** The beginning of the document that is being opened. */
export class FirstText {
  private goOn: () => void = () => undefined;

  constructor(private readonly send: (event: DocumentEvent) => void) {}

  /** Sends the response to a request in advance, for the revision that is reported next. */
  sendText(document: JsonDocument, revision: Revision, request: TextRequest): void {
    this.send({ type: 'text', request, window: cutText(document, revision, request) });
  }

  /** Resolves once the beginning is painted. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, MAX_PAINT_MS);
      this.goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Called when the beginning is painted. */
  painted(): void {
    this.goOn();
  }
}
