// Reads jq from the disk; in a browser it is fetched. For each file of tests: its modules may have been loaded by an earlier file.

import { readFile } from 'node:fs/promises';
import { vi } from 'vitest';

vi.mock('../src/engine/languages/jq/binary.ts', () => ({
  fetchJq: () => readFile(new URL('../node_modules/jq-wasm/dist/build/jq.wasm', import.meta.url)),
}));
