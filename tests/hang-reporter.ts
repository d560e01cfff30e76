import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Longer than any test may take, in milliseconds. */
const MAX_SILENCE = 600_000;

/**
 * Ends a run in which a file says nothing any more, and names the file. A page in an endless loop runs no timer either, so the time
 * limits of its tests never come.
 */
export default class HangReporter implements Reporter {
  private readonly running = new Map<TestModule, { heard: number; test: string }>();
  private timer: ReturnType<typeof setInterval> | undefined;

  onTestRunStart(): void {
    this.timer = setInterval(() => {
      for (const [{ relativeModuleId }, { heard, test }] of this.running) {
        if (Date.now() - heard < MAX_SILENCE) continue;
        process.stderr.write(
          `\n${relativeModuleId} has not gone on for ${MAX_SILENCE / 60_000} minutes. Its last test: ${test}\n`,
        );
        // The run waits for the page, which never answers.
        process.exit(1);
      }
    }, 10_000);
  }

  onTestModuleStart(module: TestModule): void {
    this.running.set(module, { heard: Date.now(), test: 'none' });
  }

  onTestCaseReady(test: TestCase): void {
    // The last result may come after the end of its file.
    if (this.running.has(test.module)) this.running.set(test.module, { heard: Date.now(), test: test.fullName });
  }

  onTestCaseResult(test: TestCase): void {
    this.onTestCaseReady(test);
  }

  onTestModuleEnd(module: TestModule): void {
    this.running.delete(module);
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
  }
}
