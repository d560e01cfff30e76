// A document's states, for those who show them. Between two keys most texts are invalid: that an edited text is, is told
// once it has been for a moment, so that no error comes and goes while somebody types. What is opened is told at once.
//
//   client.state   valid   unknown   invalid   unknown   valid       unknown   invalid
//   calm.state     valid   unknown             unknown   valid       unknown   ·········invalid
//                                                                              CALM_MS

import type { DocumentState } from '../../shared/protocol/protocol.ts';
import type { DocumentClient } from './document.ts';

/** So long an edited text has to be invalid, in milliseconds; an error is to be told within 300 of the last key. */
export const CALM_MS = 80;

/** One document's state, with its errors a moment late. */
export class CalmDocument {
  state: DocumentState;
  private wasValid = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly end: () => void;

  constructor(private readonly client: Pick<DocumentClient, 'state' | 'subscribe'>) {
    this.state = client.state;
    this.show(client.state);
    this.end = client.subscribe(() => this.follow());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  stop(): void {
    clearTimeout(this.timer);
    this.end();
  }

  private follow(): void {
    clearTimeout(this.timer);
    const { state } = this.client;
    if (state.phase !== 'ready') this.wasValid = false;
    if (state.validity !== 'invalid' || !this.wasValid) return this.show(state);
    this.timer = setTimeout(() => this.show(state), CALM_MS);
  }

  private show(state: DocumentState): void {
    this.state = state;
    if (state.validity !== 'unknown') this.wasValid = state.phase === 'ready' && state.validity === 'valid';
    for (const listener of this.listeners) listener();
  }
}
