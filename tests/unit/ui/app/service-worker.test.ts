import { describe, expect, it } from 'vitest';
import { hasUpdate } from '../../../../src/ui/app/service-worker.ts';

const VERSION = {} as ServiceWorker;

describe('[OFF-1] a new version', () => {
  it.each<[string, Parameters<typeof hasUpdate>[0], boolean]>([
    ['nothing is registered', undefined, false],
    ['the version is in use', { active: VERSION, waiting: null }, false],
    [
      'the first one is about to be activated, as another tab of a first visit sees it',
      { active: null, waiting: VERSION },
      false,
    ],
    ['another one waits', { active: VERSION, waiting: VERSION }, true],
  ])('where %s', (_, registration, isThere) => {
    expect(hasUpdate(registration)).toBe(isThere);
  });
});
