// Runs both suites on one database: once normally, and once with a fifth of all commits failing with a serialization error.

import { afterAll, beforeAll, describe } from 'vitest';
import type { Shared } from '../databases.ts';
import { startServers, type Servers } from '../servers.ts';
import { accountSuite, WEBHOOK_SECRET } from './account-suite.ts';
import { documentSuite } from './document-suite.ts';
import { strangerSuite } from './stranger-suite.ts';

const SETTINGS = {
  PRIVATE_BYTES: '100000',
  ACCOUNT_BYTES: '2500000',
  ACCOUNT_DOCUMENTS: '60',
  SHARES_PER_HOUR: '20',
  WEBHOOK_SECRET,
  PUBLIC_URL: 'https://diptych.example',
};
const SEED = 20_261;

/** Throws error 40001 at a fifth of the commits, chosen by a Park-Miller generator. */
function conflicts(): { beforeCommit(): void } {
  let state = SEED;
  return {
    beforeCommit() {
      state = (state * 48_271) % 2_147_483_647;
      if (state % 5 === 0) throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    },
  };
}

/** Declares the tests on a database, which is started before them. */
export function suitesOn(start: () => Promise<Shared>): void {
  let shared: Shared;
  beforeAll(async () => {
    shared = await start();
  }, 120_000);
  afterAll(() => shared?.stop());
  for (const [title, faults] of [
    ['with two servers', undefined],
    ['with two servers, and conflicts at a fifth of all commits', conflicts()],
  ] as const)
    describe(title, () => {
      let servers: Servers;
      beforeAll(async () => {
        servers = await startServers(shared, { settings: SETTINGS, ...(faults && { faults }) });
      }, 60_000);
      afterAll(() => servers?.close());
      documentSuite(() => servers);
      accountSuite(() => servers);
      strangerSuite(() => servers);
    });
}
