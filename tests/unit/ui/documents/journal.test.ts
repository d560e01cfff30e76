// The journal of a document's writes: which changes are in effect, what remains after a new base, and what a worker's death
// removes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Splice } from '../../../../src/shared/document/splice.ts';
import type { Source } from '../../../../src/shared/protocol/protocol.ts';
import { asByte, asRevision } from '../../../../src/shared/units.ts';
import {
  NO_STEPS,
  recordedSteps,
  Journal,
  type JournaledWrite,
  type JournalEntry,
  type Return,
} from '../../../../src/ui/client/journal.ts';
import type { RecoveringConnection } from '../../../../src/ui/client/recovering-connection.ts';
import { Writing } from '../../../../src/ui/client/writing.ts';
import { CodedError } from '../../../../src/shared/errors.ts';
import { runs } from '../../../runs.ts';

const splice = (text: string): Splice => ({ start: asByte(0), end: asByte(0), insert: new TextEncoder().encode(text) });
const typed = (text: string): JournaledWrite => ({ type: 'apply', splices: [splice(text)], step: 'alone' });
const returnTo = (to: number | null, splices: readonly Splice[] | null = null): Return => ({
  type: 'return',
  to,
  splices,
});

const source = (text: string): Source => ({ content: new Blob([text]), dialect: 'json' });

/** The texts that the changes insert, in order. */
const spell = (changes: readonly JournaledWrite[]): string[] =>
  changes.map((change) =>
    change.type === 'apply' ? new TextDecoder().decode(change.splices[0]?.insert) : `a ${change.type}`,
  );

/** The journal of an opened document, with content number 1. */
function opened(): Journal {
  const journal = new Journal();
  journal.start(source('0'), 1);
  return journal;
}

/** Sends a write and confirms it. Returns its number. */
function done(journal: Journal, write: JournaledWrite | Return, content: number): number {
  const number = journal.send(write);
  journal.confirm(number, { content }, write);
  return number;
}

const inEffect = (journal: Journal): string[] => spell(journal.steps.done.map(({ change }) => change));
const numbers = (journal: Journal): number[] => journal.entries.map(({ number }) => number);

/** The changes in effect after some entries. */
const changesInEffect = (baseNumber: number, entries: readonly JournalEntry[]): JournaledWrite[] =>
  recordedSteps(baseNumber, entries).done.map(({ change }) => change);

describe('[DOC-5] the changes in effect', () => {
  it('leave out what was undone, and hold what was typed then', () => {
    const entries: JournalEntry[] = [
      { number: 1, write: typed('a') },
      { number: 2, write: typed('b') },
      { number: 3, write: typed('c') },
      { number: 4, write: returnTo(1) },
    ];
    expect(spell(changesInEffect(0, entries))).toEqual(['a']);
    expect(spell(changesInEffect(0, [...entries, { number: 5, write: typed('X') }]))).toEqual(['a', 'X']);
    expect(spell(changesInEffect(0, [...entries, { number: 5, write: returnTo(3) }]))).toEqual(['a', 'b', 'c']);
    expect(changesInEffect(0, [...entries, { number: 5, write: returnTo(0) }])).toEqual([]);
  });

  it('hold what a return changed where the state that it returned to is older than the base', () => {
    for (const to of [null, 3]) {
      const entries: JournalEntry[] = [
        { number: 8, write: typed('a') },
        { number: 9, write: returnTo(to, [splice('back')]) },
      ];
      expect(spell(changesInEffect(7, entries))).toEqual(['a', 'back']);
      expect(spell(changesInEffect(7, [...entries, { number: 10, write: returnTo(8) }]))).toEqual(['a']);
    }
  });

  it('are not known where nothing says what such a return changed', () => {
    for (const to of [null, 3]) {
      expect(() => changesInEffect(7, [{ number: 8, write: returnTo(to) }])).toThrow(
        new RangeError('a return to a state before write 7, expected a later one'),
      );
    }
    const journal = opened();
    done(journal, typed('a'), 2);
    expect([journal.isWhole, journal.needsBase]).toEqual([true, false]);
    done(journal, returnTo(null), 3);
    expect([journal.isWhole, journal.needsBase, journal.steps]).toEqual([false, true, NO_STEPS]);
  });

  it('[NEW-11] are followed by what was undone, until something is typed', () => {
    const undone = (...entries: JournalEntry[]): string[] =>
      spell(recordedSteps(0, entries).undone.map(({ change }) => change));
    const entry = (number: number, write: JournaledWrite | Return): JournalEntry => ({ number, write });
    const three = [entry(1, typed('a')), entry(2, typed('b')), entry(3, typed('c'))];
    expect(undone(...three)).toEqual([]);
    expect(undone(...three, entry(4, returnTo(1)))).toEqual(['b', 'c']);
    expect(undone(...three, entry(4, returnTo(0)))).toEqual(['a', 'b', 'c']);
    expect(undone(...three, entry(4, returnTo(0)), entry(5, returnTo(2)))).toEqual(['c']);
    expect(undone(...three, entry(4, returnTo(1)), entry(5, typed('X')))).toEqual([]);
    expect(undone(...three, entry(4, returnTo(1)), entry(5, typed('X')), entry(6, returnTo(1)))).toEqual(['X']);
  });

  it('are those of a history that is walked back and forth', () => {
    const steps = fc.array(fc.oneof(fc.string({ minLength: 1, maxLength: 2 }), fc.nat({ max: 20 })), { maxLength: 20 });
    fc.assert(
      fc.property(steps, (wanted) => {
        const entries: JournalEntry[] = [];
        // The changes in effect after each write, by its number. After the base, number 100, there are none.
        const states = new Map<number, readonly string[]>([[100, []]]);
        let current: readonly string[] = [];
        for (const [index, step] of wanted.entries()) {
          const number = 101 + index;
          if (typeof step === 'string') {
            current = current.concat(step);
            states.set(number, current);
            entries.push({ number, write: typed(step) });
          } else {
            const [to, state] = [...states][step % states.size] ?? [100, []];
            current = state;
            entries.push({ number, write: returnTo(to) });
          }
        }
        expect(spell(changesInEffect(100, entries))).toEqual(current);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('[DOC-5] the number of a content', () => {
  it('is that of the write that made it, also after an undo to it', () => {
    const journal = opened();
    const one = done(journal, typed('a'), 2);
    done(journal, typed('b'), 3);
    done(journal, returnTo(one), 2);
    expect([1, 2, 3, 4].map((content) => journal.numberOf(content))).toEqual([journal.baseNumber, one, one + 1, null]);
    expect(journal.returned({ content: 2 })).toEqual(returnTo(one));
  });

  it("is the base's for the content that the base is", () => {
    const journal = opened();
    done(journal, typed('a'), 2);
    journal.rebase(source('0a'), journal.lastNumber, 2);
    expect([journal.numberOf(2), journal.numberOf(1)]).toEqual([journal.baseNumber, null]);
  });
});

describe('[DOC-5] a new base', () => {
  it('takes the writes up to it, and leaves the later ones', () => {
    const journal = opened();
    const [, second, third] = ['a', 'b', 'c'].map((text, index) => done(journal, typed(text), index + 2));
    const base = source('0ab');
    journal.rebase(base, second ?? 0, 3);
    expect([journal.base, journal.baseNumber, journal.baseContent]).toEqual([base, second, 3]);
    expect(numbers(journal)).toEqual([third]);
    expect(inEffect(journal)).toEqual(['c']);
  });

  it('that was read before another one, or of the document before, comes too late', () => {
    const journal = opened();
    const [first, second] = ['a', 'b'].map((text, index) => done(journal, typed(text), index + 2));
    const newer = source('0ab');
    journal.rebase(newer, second ?? 0, 3);
    journal.rebase(source('0a'), first ?? 0, 2);
    expect([journal.base, journal.baseNumber]).toEqual([newer, second]);
    const other = source('other');
    journal.start(other, 9);
    journal.rebase(source('0ab'), second ?? 0, 3);
    expect([journal.base, journal.baseContent, numbers(journal)]).toEqual([other, 9, []]);
  });

  it('is wanted after many writes, or many bytes, and not again once it is there', () => {
    const many = opened();
    for (let count = 0; count < 2000; count += 1) done(many, typed('a'), count + 2);
    expect(many.needsBase).toBe(false);
    done(many, typed('a'), 2002);
    expect(many.needsBase).toBe(true);
    const large = opened();
    const insert = new Uint8Array(16 * 1024 * 1024);
    const write = { type: 'apply', splices: [{ ...splice(''), insert }], step: 'alone' } as const;
    done(large, write, 2);
    done(large, write, 3);
    expect(large.needsBase).toBe(false);
    done(large, typed('a'), 4);
    expect(large.needsBase).toBe(true);
    large.rebase(source(''), large.lastNumber - 1, 3);
    expect(large.needsBase).toBe(false);
  });
});

describe('[DOC-5] writes under way', () => {
  it('count at once where they are small, and behind a large one once that is done', () => {
    const journal = opened();
    const small = journal.send(typed('a'));
    const large = journal.send(null);
    const behind = journal.send(typed('b'));
    expect(numbers(journal)).toEqual([small]);
    journal.confirm(large, { content: 3 }, { type: 'packed', splices: new Blob([]) });
    expect(numbers(journal)).toEqual([small, large, behind]);
    expect(inEffect(journal)).toEqual(['a', 'a packed', 'b']);
  });

  it('stay what they were when the worker answers', () => {
    const journal = opened();
    const number = journal.send(typed('a'));
    journal.confirm(number, { content: 2 }, returnTo(null));
    expect(inEffect(journal)).toEqual(['a']);
  });

  it('go again when the worker refuses them, and let go of what waited', () => {
    const journal = opened();
    const large = journal.send(null);
    const behind = journal.send(typed('b'));
    journal.remove(large);
    expect(numbers(journal)).toEqual([behind]);
    journal.remove(behind);
    expect(numbers(journal)).toEqual([]);
    expect(journal.keep(behind)).toBe(false);
  });

  it('are told to the sink once they are carried out, in their order', () => {
    const journal = opened();
    const told: number[] = [];
    journal.sink = {
      beforeWrite: () => undefined,
      afterWrite: () => undefined,
      add: ({ number }) => told.push(number),
      restart: () => told.push(0),
      renewBase: () => Promise.resolve(false),
    };
    const first = journal.send(typed('a'));
    const second = journal.send(typed('b'));
    expect(told).toEqual([]);
    journal.confirm(first, { content: 2 }, typed('a'));
    expect(journal.keep(second)).toBe(true);
    journal.start(source(''), 5);
    expect(told).toEqual([first, second, 0]);
  });
});

describe('[DOC-5] the death of a worker', () => {
  it('takes a large write and what was sent after it, and leaves the small ones before it', () => {
    const journal = opened();
    const small = journal.send(typed('a'));
    journal.send(null);
    journal.send(typed('b'));
    journal.forgetDeadly();
    expect(numbers(journal)).toEqual([small]);
    journal.send(typed('c'));
    expect(inEffect(journal)).toEqual(['a', 'c']);
  });

  it('takes a small write over which two workers have died, and no accepted one, however many die', () => {
    const journal = opened();
    const accepted = done(journal, typed('a'), 2);
    const suspect = journal.send(typed('b'));
    journal.forgetDeadly();
    expect(numbers(journal)).toEqual([accepted, suspect]);
    journal.forgetDeadly();
    expect(numbers(journal)).toEqual([accepted]);
    journal.forgetDeadly();
    expect(numbers(journal)).toEqual([accepted]);
  });

  it('leaves a write that the next worker has carried out, as one like any other', () => {
    const journal = opened();
    const number = journal.send(typed('a'));
    journal.forgetDeadly();
    expect(journal.keep(number)).toBe(true);
    journal.forgetDeadly();
    journal.forgetDeadly();
    expect(numbers(journal)).toEqual([number]);
  });
});

it('[BIG-2] keeps a write that was replayed after a death, though the state of before it is still shown', async () => {
  const journal = opened();
  const connection = {
    journal,
    // That of the replayed write arrives later.
    state: { revision: 1, content: 1 },
    painting: { after: (work: () => void) => work() },
    restored: () => Promise.resolve(),
    expect: () => undefined,
    toOwnContent: (content: number) => content,
    subscribe: () => () => undefined,
  } as unknown as RecoveringConnection;
  const died = (): Promise<never> => Promise.reject(new CodedError('worker-died', ''));
  await new Writing(connection).write(typed('a'), died, asRevision(1));
  expect(inEffect(journal)).toEqual(['a']);
});
