// The version that the page shows.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PRODUCT_VERSION } from '../../../src/shared/version.ts';

it('[NEW-8] is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  expect(PRODUCT_VERSION).toBe(version);
});
