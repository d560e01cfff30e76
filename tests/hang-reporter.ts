import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';

/** What a run may take, in milliseconds. */
export interface HangLimits {
  /** Without a word from a file that is running: longer than any test may take. */
  readonly silence: number;
  /** For each project, from its first file to its last. */
  readonly project: number;
  /** From the last test to the end of the process: browsers and servers close. */
  readonly closing: number;
}

const LIMITS: HangLimits = { silence: 600_000, project: 1_500_000, closing: 60_000 };
const CHECKS_PER_LIMIT = 20;

interface RunningFile {
  readonly name: string;
  readonly path: string;
  readonly project: string;
  heard: number;
  /** `null`: its imports have not ended. */
  test: string | null;
}

interface RunningProject {
  /** Files that have not ended. */
  files: number;
  startedAt: number | null;
  heard: number;
}

/**
 * Ends a run that would never end, and names what hangs: a file that says nothing any more, a project that takes too long, or a
 * process that goes on after its tests. A page or a worker in an endless loop runs no timer either, so the time limits of its
 * tests never come. What such a process leaves running is ended by `scripts/run-to-end.mjs`.
 */
export default class HangReporter implements Reporter {
  /** By project and file: Vitest has more than one object for a file. */
  private readonly running = new Map<string, RunningFile>();
  private readonly projects = new Map<string, RunningProject>();
  private readonly limits: HangLimits;
  /** Where `running-test.ts` notes the test of each process. */
  private readonly notes = mkdtempSync(join(tmpdir(), 'diptych-tests-'));
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(limits: Partial<HangLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    process.env['DIPTYCH_RUNNING_TESTS'] = this.notes;
    process.on('exit', () => rmSync(this.notes, { recursive: true, force: true }));
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { project } of specifications) {
      const known = this.projects.get(project.name);
      if (known === undefined) this.projects.set(project.name, { files: 1, startedAt: null, heard: 0 });
      else known.files += 1;
    }
    this.timer = setInterval(() => this.check(), this.limits.silence / CHECKS_PER_LIMIT);
  }

  onTestModuleQueued(module: TestModule): void {
    const project = this.projects.get(module.project.name);
    if (project !== undefined) project.startedAt ??= Date.now();
    this.hear(module, null);
  }

  onTestModuleStart(module: TestModule): void {
    this.hear(module, 'none');
  }

  onTestCaseReady(test: TestCase): void {
    // The last result may come after the end of its file.
    if (this.running.has(keyOf(test.module))) this.hear(test.module, test.fullName);
  }

  onTestCaseResult(test: TestCase): void {
    this.onTestCaseReady(test);
  }

  onTestModuleEnd(module: TestModule): void {
    this.running.delete(keyOf(module));
    const project = this.projects.get(module.project.name);
    if (project === undefined) return;
    project.files -= 1;
    if (project.files === 0) this.projects.delete(module.project.name);
  }

  onTestRunEnd(): void {
    clearInterval(this.timer);
    const isFailed = process.exitCode !== undefined && process.exitCode !== 0;
    // Does not keep the process alive itself.
    setTimeout(() => {
      this.end(
        'The tests have ended, but their process has not: a browser, a server or a worker is still open.',
        isFailed,
      );
    }, this.limits.closing).unref();
  }

  private hear(module: TestModule, test: string | null): void {
    const { relativeModuleId: name, moduleId: path, project } = module;
    const heard = Date.now();
    this.running.set(keyOf(module), { name, path, project: project.name, heard, test });
    const known = this.projects.get(project.name);
    if (known !== undefined) known.heard = heard;
  }

  private check(): void {
    const now = Date.now();
    for (const file of this.running.values()) {
      const { name, project, heard, test } = file;
      // A file that waits for its turn looks like one whose imports do not end: then others of its project go on.
      const since = test === null ? Math.max(heard, this.projects.get(project)?.heard ?? 0) : heard;
      if (now - since > this.limits.silence)
        this.end(
          `${name} has not gone on for ${seconds(this.limits.silence)}. Its last test: ${this.lastTestOf(file)}`,
        );
    }
    for (const [project, { files, startedAt }] of this.projects) {
      if (startedAt === null || now - startedAt < this.limits.project) continue;
      const open = [...this.running.values()].filter((file) => file.project === project);
      const last = open.map((file) => `\n  ${file.name}: ${this.lastTestOf(file)}`).join('');
      this.end(
        `The project ${project} has not ended within ${seconds(this.limits.project)}. Files left: ${files}${last}`,
      );
    }
  }

  private lastTestOf({ path, test }: RunningFile): string {
    const notes = readdirSync(this.notes).map((name) => readFileSync(join(this.notes, name), 'utf8').split('\n'));
    const [, noted] = notes.find(([file]) => file === path) ?? [];
    return noted ?? test ?? 'none: its imports have not ended';
  }

  private end(why: string, isFailed = true): void {
    process.stderr.write(`\n${why}\n`);
    // The run waits for what never answers.
    process.exit(isFailed ? 1 : 0);
  }
}

function keyOf({ project, moduleId }: TestModule): string {
  return `${project.name} ${moduleId}`;
}

function seconds(milliseconds: number): string {
  return milliseconds < 60_000 ? `${milliseconds / 1000} seconds` : `${milliseconds / 60_000} minutes`;
}
