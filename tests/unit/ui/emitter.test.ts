import { expect, it } from 'vitest';
import { Emitter } from '../../../src/ui/model/emitter.ts';

it('calls its listeners in order until they unsubscribe', () => {
  const emitter = new Emitter<[string]>();
  const calls: string[] = [];
  const first = emitter.subscribe((value) => calls.push(`first ${value}`));
  emitter.subscribe((value) => calls.push(`second ${value}`));
  emitter.emit('a');
  first();
  emitter.emit('b');
  expect(calls).toEqual(['first a', 'second a', 'second b']);
});

it('runs its source while it has listeners, whoever unsubscribes twice', () => {
  const calls: string[] = [];
  const emitter = new Emitter({ start: () => calls.push('start'), stop: () => calls.push('stop') });
  const first = emitter.subscribe(() => undefined);
  const second = emitter.subscribe(() => undefined);
  first();
  first();
  expect(calls).toEqual(['start']);
  second();
  second();
  expect(calls).toEqual(['start', 'stop']);
  emitter.subscribe(() => undefined);
  expect(calls).toEqual(['start', 'stop', 'start']);
});
