// Notes which test runs, for `hang-reporter.ts`: a test in an endless loop can't say so any more.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from 'vitest';

const folder = process.env['DIPTYCH_RUNNING_TESTS'];

if (folder !== undefined) {
  beforeEach(({ task }) => {
    writeFileSync(join(folder, String(process.pid)), `${task.file.filepath}\n${task.name}`);
  });
}
