// While the user types, an error appears and disappears with every other key: it is reported once typing has paused.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentState } from '../../../src/shared/protocol/protocol.ts';
import { DEBOUNCE_MS, DebouncedState } from '../../../src/ui/client/debounced-state.ts';

type Shown = Pick<DocumentState, 'phase' | 'validity'>;

const READY = { phase: 'ready' } as const;
const valid: Shown = { ...READY, validity: 'valid' };
const unknown: Shown = { ...READY, validity: 'unknown' };
const invalid: Shown = { ...READY, validity: 'invalid' };

/** A document that goes through states, and the state that is shown of it. */
function makeDocument(first: Shown) {
  let listener = (): void => undefined;
  const client = {
    state: first as DocumentState,
    subscribe(told: () => void) {
      listener = told;
      return () => (listener = () => undefined);
    },
  };
  const calm = new DebouncedState(client);
  const seen: Shown[] = [];
  calm.subscribe(() => seen.push(calm.state));
  const becomes = (...states: readonly Shown[]): void => {
    for (const state of states) {
      client.state = state as DocumentState;
      listener();
    }
  };
  return { calm, seen, becomes };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the errors of a text', () => {
  it('[PAR-4] come once an edited text has been invalid for a moment', () => {
    const { calm, seen, becomes } = makeDocument(valid);
    becomes(unknown, invalid);
    vi.advanceTimersByTime(DEBOUNCE_MS - 1);
    expect(calm.state).toBe(unknown);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual([unknown, invalid]);
  });

  it('[PAR-4] are not told where the next key mends them', () => {
    const { seen, becomes } = makeDocument(valid);
    becomes(unknown, invalid, unknown, valid);
    vi.advanceTimersByTime(DEBOUNCE_MS);
    expect(seen).toEqual([unknown, unknown, valid]);
  });

  it('[PAR-4] are told at once of what is opened, and where one was told of before', () => {
    const { seen, becomes } = makeDocument(valid);
    const loading: Shown = { phase: 'loading', validity: 'unknown' };
    becomes(loading, invalid, unknown, invalid);
    expect(seen).toEqual([loading, invalid, unknown, invalid]);
  });

  it('end with who shows them', () => {
    const { calm, seen, becomes } = makeDocument(valid);
    becomes(unknown, invalid);
    calm.stop();
    vi.advanceTimersByTime(DEBOUNCE_MS);
    expect(seen).toEqual([unknown]);
  });
});
