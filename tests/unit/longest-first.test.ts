// The list of long files names files that exist, so that a move or a new name fails here.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONG_FILES } from '../longest-first.ts';

it('are files that exist', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(import.meta.dirname, '../..', path)))).toEqual([]);
});
