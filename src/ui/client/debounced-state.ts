// The state of a document with its errors debounced. Between two keys most texts are invalid: an edited text is reported as
// invalid once it has been so for a moment, so that errors do not flicker while the user types. A document just opened is
// reported immediately.
//
//   client.state   valid   unknown   invalid   unknown   valid       unknown   invalid
//   debounced      valid   unknown             unknown   valid       unknown   ·········invalid    all but the error at once
//                                                                              DEBOUNCE_MS

import { Emitter } from '../model/emitter.ts';
import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { DocumentClient } from './document.ts';

/** How long an edited text must stay invalid before that is reported. An error must show within 300 ms of the last key. */
export const DEBOUNCE_MS = 80;

/** The state of one document, its errors debounced. */
export class DebouncedState {
  state: DocumentState;
  private wasValid = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly changed = new Emitter();
  private readonly end: () => void;

  constructor(private readonly client: Pick<DocumentClient, 'state' | 'subscribe'>) {
    this.state = client.state;
    this.show(client.state);
    this.end = client.subscribe(() => this.onStateChange());
  }

  readonly subscribe = this.changed.subscribe;

  stop(): void {
    clearTimeout(this.timer);
    this.end();
  }

  private onStateChange(): void {
    clearTimeout(this.timer);
    const { state } = this.client;
    if (state.phase !== 'ready') this.wasValid = false;
    if (state.validity !== 'invalid' || !this.wasValid) return this.show(state);
    // What was written is told at once: it is unsaved work. A replaced text is never unknown before it is invalid.
    if (state.content !== this.state.content) this.show({ ...state, validity: 'unknown', error: null });
    this.timer = setTimeout(() => this.show(state), DEBOUNCE_MS);
  }

  private show(state: DocumentState): void {
    this.state = state;
    if (state.validity !== 'unknown') this.wasValid = state.phase === 'ready' && state.validity === 'valid';
    this.changed.emit();
  }
}
