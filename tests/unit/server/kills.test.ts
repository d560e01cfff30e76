// Servers that are killed while users save: acknowledged writes survive the restart, and every restart succeeds. One kill per
// database by default; KILLS=50 for a nightly run.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, describe, expect, it } from 'vitest';
import { emptyDatabase, freePort, startPostgres, type Shared } from './databases.ts';
import { builtProgram, endProgram as end, signUpAt, startProgram } from './programs.ts';

const MAIN = builtProgram();
const KILLS = Number(process.env['KILLS'] ?? 1);
const WRITERS = 4;

let postgres: (Shared & { readonly address: string }) | null = null;
afterAll(() => postgres?.stop());

describe('a server that is killed under load', () => {
  it.each(['PGlite', 'PostgreSQL'])(
    '[API-6] has lost no acknowledged write on %s, and starts again',
    async (kind) => {
      if (kind === 'PostgreSQL') postgres = await startPostgres();
      const folder = mkdtempSync(join(tmpdir(), 'diptych-kills-'));
      if (kind === 'PGlite')
        await (await PGlite.create({ dataDir: join(folder, 'pglite'), loadDataDir: await emptyDatabase() })).close();
      const port = String(await freePort());
      const environment = {
        PORT: port,
        DATA_FOLDER: folder,
        WRITES_PER_MINUTE: '1000000',
        DRAIN_SECONDS: '3',
        ...(kind === 'PostgreSQL' && { DATABASE_URL: postgres?.address ?? '' }),
      };
      const origin = `http://localhost:${port}`;
      let running = await startProgram(MAIN, environment);
      const headers = await signUpAt(origin);
      const ids: string[] = [];
      for (let writer = 0; writer < WRITERS; writer++) {
        const made = await fetch(`${origin}/v2/docs`, { method: 'POST', body: '0', headers });
        ids.push(((await made.json()) as { _id: string })._id);
      }
      const written = ids.map(() => 0);
      const sent = ids.map(() => 0);

      for (let kill = 0; kill < KILLS; kill++) {
        let isOver = false;
        let enough = (): void => undefined;
        let left = 2 * WRITERS + Math.floor(Math.random() * 20);
        const writers = ids.map(async (id, index) => {
          while (!isOver) {
            const next = (sent[index] ?? 0) + 1;
            sent[index] = next;
            const answer = await fetch(`${origin}/v2/docs/${id}/data`, {
              method: 'PUT',
              body: String(next),
              headers,
            }).catch(() => null);
            if (answer?.ok === true) {
              written[index] = next;
              left -= 1;
              // On a busy machine, one writer may be done often before another is for the first time.
              if (left <= 0 && !written.includes(0)) setTimeout(enough, Math.random() * 10);
            }
            if (answer === null) return;
            if (!answer.ok) throw new Error(`a write was refused: ${answer.status} ${await answer.text()}`);
          }
        });
        // Kills the server at a random point between writes.
        await new Promise<void>((resolve) => (enough = resolve));
        await end(running, 'SIGKILL');
        isOver = true;
        await Promise.all(writers);
        running = await startProgram(MAIN, environment);
        for (const [index, id] of ids.entries()) {
          const there = Number(await (await fetch(`${origin}/v2/docs/${id}/data`)).text());
          // The last write may have been stored without being acknowledged.
          expect(there).toBeGreaterThanOrEqual(written[index] ?? 0);
          expect(there).toBeLessThanOrEqual(sent[index] ?? 0);
        }
      }
      expect(Math.min(...written)).toBeGreaterThan(0);

      if (kind === 'PGlite') {
        const second = spawn(process.execPath, [MAIN], {
          env: { PATH: process.env['PATH'], ...environment, PORT: String(await freePort()) },
        });
        let said = '';
        second.stderr.on('data', (chunk) => (said += String(chunk)));
        expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(1);
        expect(said).toContain(`in use by process ${running.process.pid}`);
      }
      // On SIGTERM the server completes the requests in progress.
      const put = request(`${origin}/v2/docs/${ids[0]}/data`, {
        method: 'PUT',
        headers: { ...headers, 'content-length': 6, expect: '100-continue' },
      });
      const answered = new Promise<number | undefined>((resolve, reject) => {
        put.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
      });
      await new Promise((resolve) => put.on('continue', resolve).flushHeaders());
      const ended = end(running, 'SIGTERM');
      // It still serves, and says that it is to get no more.
      const asked = (path: string) => fetch(`${origin}${path}`);
      await expect.poll(() => asked('/ready').then(({ status }) => status), { timeout: 20_000 }).toBe(503);
      const last = await asked(`/v2/docs/${ids[0]}/data`);
      expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
      put.end('"last"');
      expect(await answered).toBe(200);
      expect(await ended).toBe(0);
      rmSync(folder, { recursive: true, force: true });
    },
    600_000,
  );

  it('ends at once, with a sentence, for a setting that is wrong', async () => {
    const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], PORT: 'many' } });
    let said = '';
    child.stderr.on('data', (chunk) => (said += String(chunk)));
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1);
    expect(said.trim()).toBe('PORT has to be a whole number from 0 to 65535. It is: many');
  });
});
