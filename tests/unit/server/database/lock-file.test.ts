// The lock of a data folder: one process holds it, and only a dead process loses it.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FolderInUse, lockFolder } from '../../../../src/server/database/lock-file.ts';

function makeFolder(): { folder: string; path: string } {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, 'lock.json') };
}
const never = (): void => {
  throw new Error('the lock was lost');
};
const read = (path: string): Record<string, unknown> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

describe('the lock of a folder', () => {
  it('[API-6] refuses a second process within a second, with a sentence, and is free again when given up', async () => {
    const { folder, path } = makeFolder();
    const lock = await lockFolder(folder, never);
    const begun = performance.now();
    await expect(lockFolder(folder, never)).rejects.toThrow(`in use by process ${process.pid} on ${hostname()}.`);
    expect(performance.now() - begun).toBeLessThan(1000);
    await lock.release();
    expect(existsSync(path)).toBe(false);
    await (await lockFolder(folder, never)).release();
  });

  it('[API-6] of ten at once, one gets it', async () => {
    const { folder, path } = makeFolder();
    // Takes the lock over from a dead process.
    const lock = await lockFolder(folder, () => undefined);
    const left = read(path);
    await lock.release();
    writeFileSync(path, JSON.stringify({ ...left, id: 'dead', pid: 999_999_9 }));
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder, never)));
    const got = tries.filter((one) => one.status === 'fulfilled');
    expect(got.length).toBe(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(FolderInUse);
    await got[0]?.value.release();
  });

  it('[API-6] is taken over at once from a process that was killed', async () => {
    const { folder, path } = makeFolder();
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const lock = await lockFolder(folder, () => undefined);
    const left = read(path);
    await lock.release();
    const started = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    writeFileSync(path, JSON.stringify({ ...left, id: 'child', pid: child.pid, started }));
    await expect(lockFolder(folder, never)).rejects.toThrow(FolderInUse);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    await (await lockFolder(folder, never)).release();
    // The process id may have been reused by another process.
    writeFileSync(path, JSON.stringify({ ...left, id: 'reused', started: '1' }));
    await (await lockFolder(folder, never)).release();
  });

  it('[API-6] of another computer holds while it beats', async () => {
    const { folder, path } = makeFolder();
    writeFileSync(path, JSON.stringify({ id: 'far', pid: 1, host: 'another', boot: 'b', started: '1' }));
    const timer = setInterval(() => utimesSync(path, new Date(), new Date()), 200);
    onTestFinished(() => clearInterval(timer));
    const begun = performance.now();
    await expect(lockFolder(folder, never)).rejects.toThrow('in use by process 1 on another.');
    expect(performance.now() - begun).toBeLessThan(1000);
  });

  it('[OPS-4] of another container holds while it beats, whatever its number and host name are', async () => {
    const { folder, path } = makeFolder();
    const lock = await lockFolder(folder, () => undefined);
    const own = read(path);
    await lock.release();
    // Each container counts its processes from 1, and a service gives all of its containers one host name.
    for (const other of [
      { space: 'pid:[1]', started: '1' },
      { space: 'pid:[1]', pid: 999_999_9 },
      { boot: 'another computer', pid: 999_999_9 },
      // Written by an earlier version.
      { space: undefined, pid: 999_999_9 },
    ]) {
      writeFileSync(path, JSON.stringify({ ...own, id: 'other', ...other }));
      const timer = setInterval(() => utimesSync(path, new Date(), new Date()), 200);
      await expect(lockFolder(folder, never)).rejects.toThrow(FolderInUse);
      clearInterval(timer);
    }
  });

  it('[API-6] tells its holder when it was taken away', async () => {
    const { folder, path } = makeFolder();
    const onLost = vi.fn<() => void>();
    const lock = await lockFolder(folder, onLost);
    rmSync(path);
    await expect.poll(() => onLost.mock.calls.length, { timeout: 3000 }).toBeGreaterThan(0);
    await lock.release();
  });
});
