// The order of the test files: those of which a phase would wait at its end come first. Without this, Vitest knows nothing of a
// file that it has not run before, and takes it by its size.

import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take over twenty seconds, the longest of each phase first. */
export const LONG_FILES: readonly string[] = [
  'tests/unit/server/administration/program.test.ts',
  'tests/unit/server/account/mail.test.ts',
  'tests/unit/server/provider/signing.test.ts',
  'tests/unit/server/account/sessions.test.ts',
  'tests/e2e/stories/by-keyboard.test.ts',
  'tests/e2e/stories/by-mouse.test.ts',
  'tests/e2e/cloud/cloud-saving.test.ts',
  'tests/e2e/cloud/account.test.ts',
  'tests/e2e/page/floating.test.ts',
  'tests/e2e/text/bad-input.test.ts',
  'tests/e2e/documents/offline.test.ts',
  'tests/e2e/documents/documents.test.ts',
  'tests/e2e/documents/save-failures.test.ts',
  'tests/browser/documents/file-watch.test.ts',
  'tests/browser/documents/csv-files.test.ts',
];

/** Sorts as Vitest does, but for the files above. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const rank = ({ moduleId, project }: TestSpecification): number => {
      // One of these between two others would end the process that those share, with all modules that it has loaded.
      if (project.name === 'isolated') return -1;
      const index = LONG_FILES.indexOf(relative(root, moduleId).replaceAll('\\', '/'));
      return index < 0 ? LONG_FILES.length : index;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- this is not that of an array
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}
