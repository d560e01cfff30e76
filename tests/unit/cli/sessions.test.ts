// When the tabs of `diptych open` count as closed: whatever order their requests arrive in, and whatever a tab could not say.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TabSession, TabSessions } from '../../../src/cli/open/sessions.ts';
import { randomFrom } from '../../random.ts';
import { runs, SEED } from '../../runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Longer than a reload takes. */
const LONG_MS = 6000;
const create = (): TabSession => new TabSession([], 'panels');

it('[NEW-14] takes a reload for no close, and a close for one', () => {
  const session = create();
  session.enter('a', '');
  vi.advanceTimersByTime(LONG_MS);
  expect(session.isClosed).toBe(false);
  session.leave('a');
  session.enter('b', 'a');
  vi.advanceTimersByTime(LONG_MS);
  expect(session.isClosed).toBe(false);
  session.leave('b');
  vi.advanceTimersByTime(LONG_MS);
  expect(session.isClosed).toBe(true);
});

it('[NEW-14] ends after a tab that has died and was loaded again', () => {
  const session = create();
  session.enter('a', '');
  session.noteUnsaved('a', ['x.json']);
  session.enter('b', 'a');
  expect(session.unsaved).toEqual([]);
  session.leave('b');
  vi.advanceTimersByTime(LONG_MS);
  expect(session.isClosed).toBe(true);
});

it('[NEW-14] counts a tab again that another one was taken for', () => {
  const session = create();
  session.enter('a', '');
  session.enter('copy', 'a');
  session.note('a');
  session.leave('copy');
  vi.advanceTimersByTime(LONG_MS);
  expect(session.isClosed).toBe(false);
});

it('[NEW-14] notes what is unsaved by tab, and no more of one that has left', () => {
  const session = create();
  session.enter('a', '');
  session.enter('b', '');
  session.noteUnsaved('a', ['x.json']);
  session.noteUnsaved('b', []);
  expect(session.unsaved).toEqual(['x.json']);
  session.leave('a');
  session.noteUnsaved('a', ['x.json']);
  expect(session.unsaved).toEqual([]);
});

it('[NEW-14] tells when its tabs are closed, and when one is opened again', () => {
  const session = create();
  const told: boolean[] = [];
  session.onTabs = () => void told.push(session.isClosed);
  session.enter('a', '');
  session.leave('a');
  vi.advanceTimersByTime(LONG_MS);
  session.enter('b', '');
  session.leave('b');
  vi.advanceTimersByTime(LONG_MS);
  expect(told).toEqual([true, false, true]);
});

it('[NEW-14] lets a tab that leaves before it has its secret say so', () => {
  const sessions = new TabSessions();
  const session = create();
  const token = sessions.issue(session);
  expect(sessions.ofToken(token)).toBe(session);
  sessions.begin(token);
  expect(sessions.ofToken(token)).toBe(session);
  expect(sessions.ofToken('x')).toBe(null);
});

it('[NEW-14] is closed exactly when no tab is there, in whatever order requests arrive', () => {
  const random = randomFrom(SEED);
  for (let run = 0; run < runs(300); run += 1) {
    const session = create();
    // Of each tab: it enters, asks for something, and leaves at last. Requests overtake each other.
    const requests = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, tab) => tab).flatMap((tab) => [
      { at: random(), send: () => session.enter(`${tab}`, '') },
      { at: random(), send: () => session.note(`${tab}`) },
      { at: random(), send: () => session.noteUnsaved(`${tab}`, ['x']) },
      { at: random(), send: () => session.leave(`${tab}`) },
    ]);
    for (const { send } of requests.toSorted((one, other) => one.at - other.at)) {
      send();
      if (random() < 0.2) vi.advanceTimersByTime(LONG_MS);
    }
    vi.advanceTimersByTime(LONG_MS);
    expect([run, session.isClosed, session.unsaved]).toEqual([run, true, []]);
  }
});
