// Server processes that lose their database under load, and servers that look alike. Writers on documents of their own, and writers
// that race for one: no acknowledged write is lost, no process ends, and of several writes on one revision one wins. Two cuts by
// default; CUTS=100 for a nightly run, which prints what it did.

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/server/database/database.ts';
import { embeddedFolder, freePort, startPostgres } from './databases.ts';
import { builtProgram, endProgram, signUpAt, startProgram, type Running } from './programs.ts';

const MAIN = builtProgram();
const CUTS = Number(process.env['CUTS'] ?? 2);
/** Writes between two cuts. */
const BETWEEN = CUTS > 2 ? 300 : 8;
const WRITERS = 4;
const RACERS = 4;
/** Starts a program as number 1 of a space of process numbers of its own, like a container. */
const AS_FIRST = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const;
const hasSpaces = spawnSync(AS_FIRST[0], [...AS_FIRST.slice(1), 'true']).status === 0;

/** A write that a server has acknowledged. */
interface Acknowledged {
  readonly rev: number;
  readonly value: string;
}

/** Writers that send requests to servers in turn until they are stopped. */
class Load {
  readonly own: { readonly id: string; acknowledged: number; sent: number }[] = [];
  readonly raced: Acknowledged[] = [];
  readonly refused = new Map<number, number>();
  raceId = '';
  private isOver = false;
  private turn = 0;
  private writers: Promise<void>[] = [];

  constructor(
    private readonly origins: readonly string[],
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  get acknowledged(): number {
    return this.own.reduce((sum, one) => sum + one.acknowledged, 0) + this.raced.length;
  }

  ask(path: string, options: RequestInit = {}): Promise<Response> {
    this.turn += 1;
    const headers = { ...this.headers, ...(options.headers as Readonly<Record<string, string>>) };
    return fetch(`${this.origins[this.turn % this.origins.length]}${path}`, { ...options, headers });
  }

  async make(): Promise<string> {
    const made = await this.ask('/v2/docs', { method: 'POST', body: '0' });
    return ((await made.json()) as { _id: string })._id;
  }

  async begin(): Promise<void> {
    for (let n = 0; n < WRITERS; n++) this.own.push({ id: await this.make(), acknowledged: 0, sent: 0 });
    this.raceId = await this.make();
    this.writers = [
      ...this.own.map((one) => this.write(one)),
      ...Array.from({ length: RACERS }, (_, racer) => this.race(racer)),
    ];
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.writers);
  }

  private async write(one: Load['own'][number]): Promise<void> {
    while (!this.isOver) {
      one.sent += 1;
      const { sent } = one;
      const answer = await this.ask(`/v2/docs/${one.id}/data`, { method: 'PUT', body: String(sent) });
      await answer.arrayBuffer();
      if (answer.ok) one.acknowledged = sent;
      else this.refuse(answer.status);
    }
  }

  private async race(racer: number): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const read = await this.ask(`/v2/docs/${this.raceId}/data`);
      await read.arrayBuffer();
      if (!read.ok) {
        this.refuse(read.status);
        continue;
      }
      const value = `"${racer}-${n}"`;
      const options = { method: 'PUT', body: value, headers: { 'if-match': read.headers.get('etag') ?? '' } };
      const answer = await this.ask(`/v2/docs/${this.raceId}/data`, options);
      const { _rev: rev } = (await answer.json()) as { _rev: number };
      if (answer.ok) this.raced.push({ rev, value });
      else this.refuse(answer.status);
    }
  }

  private refuse(status: number): void {
    this.refused.set(status, (this.refused.get(status) ?? 0) + 1);
  }

  /** Compares what is stored with what was acknowledged. */
  async check(): Promise<void> {
    for (const { id, acknowledged, sent } of this.own) {
      const there = Number(await (await this.ask(`/v2/docs/${id}/data`)).text());
      // The last write may have been stored without being acknowledged.
      expect(there).toBeGreaterThanOrEqual(acknowledged);
      expect(there).toBeLessThanOrEqual(sent);
    }
    // Each revision has one winner, and the last one is there unless an unacknowledged one followed.
    const revs = this.raced.map(({ rev }) => rev);
    expect(new Set(revs).size).toBe(revs.length);
    const stored = await this.ask(`/v2/docs/${this.raceId}/data`);
    const rev = Number((stored.headers.get('etag') ?? '').replaceAll('"', ''));
    expect(rev).toBeGreaterThanOrEqual(Math.max(...revs));
    const text = await stored.text();
    const last = this.raced.find((one) => one.rev === rev);
    expect(last?.value ?? text).toBe(text);
    // Every revision is a write that was sent once: those without an answer are as many as were cut off at most.
    expect(rev - 1 - revs.length).toBeLessThanOrEqual(this.refused.get(503) ?? 0);
  }
}

const environmentOf = async (more: Readonly<Record<string, string>>) => ({
  PORT: String(await freePort()),
  WRITES_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  ...more,
});

describe('[API-6] [OPS-4] servers under load', () => {
  it(`lose nothing when the connections of two processes are cut ${CUTS} times`, async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const shared = { DATABASE_URL: postgres.address, PUBLIC_URL: '' };
    const first = await environmentOf(shared);
    const origin = `http://localhost:${first.PORT}`;
    const second = await environmentOf({ ...shared, PUBLIC_URL: origin });
    const running = [await startProgram(MAIN, first), await startProgram(MAIN, second)];
    const load = new Load([origin, `http://localhost:${second.PORT}`], await signUpAt(origin));
    await load.begin();
    const cutter = await openPostgres(`${postgres.address}?application_name=cutter`, 1);
    onTestFinished(() => cutter.close());
    let ended = 0;
    for (let cut = 0; cut < CUTS; cut++) {
      const before = load.acknowledged;
      // They are whole again before the next cut.
      await expect.poll(() => load.acknowledged, { timeout: 30_000 }).toBeGreaterThan(before + BETWEEN);
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
        and application_name in ('diptych', 'cutter') and backend_type = 'client backend'`.execute(cutter.read);
      ended += rows.length;
    }
    const before = load.acknowledged;
    await expect.poll(() => load.acknowledged, { timeout: 30_000 }).toBeGreaterThan(before + WRITERS + RACERS);
    await load.end();
    await load.check();
    expect(ended).toBeGreaterThan(0);
    // Refused as away, or for another’s revision; nothing else.
    for (const status of load.refused.keys()) expect([409, 503]).toContain(status);
    for (const one of running) expect([one.process.exitCode, one.process.signalCode]).toEqual([null, null]);
    if (CUTS > 2)
      process.stdout.write(
        `${CUTS} cuts, ${ended} connections ended, ${load.acknowledged} writes acknowledged, ${load.raced.length} of them in the race; ` +
          `refused: ${JSON.stringify(Object.fromEntries(load.refused))}\n`,
      );
  }, 900_000);

  it.runIf(hasSpaces)(
    'have one folder for one of two that both are process 1 of a computer with one name',
    async () => {
      const folder = await embeddedFolder();
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const environment = await environmentOf({ DATA_FOLDER: folder });
      const origin = `http://localhost:${environment.PORT}`;
      let running: Running = await startProgram(MAIN, environment, AS_FIRST);
      const load = new Load([origin], await signUpAt(origin));
      await load.begin();
      await expect.poll(() => load.acknowledged, { timeout: 30_000 }).toBeGreaterThan(WRITERS + RACERS);
      for (let tries = 0; tries < CUTS; tries++) {
        const before = load.acknowledged;
        const other = await startProgram(MAIN, await environmentOf({ DATA_FOLDER: folder }), AS_FIRST).catch(
          (error: unknown) => error,
        );
        expect(other).toBeInstanceOf(Error);
        expect((other as Error).message).toContain('is in use by process 1 on');
        await expect.poll(() => load.acknowledged, { timeout: 30_000 }).toBeGreaterThan(before);
      }
      await load.end();
      await load.check();
      if (CUTS <= 2) return void (await endProgram(running, 'SIGKILL'));
      // Once it is dead, which takes ten seconds to be sure of, the next one has the folder, and all that was acknowledged.
      await endProgram(running, 'SIGKILL');
      running = await startProgram(MAIN, environment, AS_FIRST);
      await load.check();
      await endProgram(running, 'SIGKILL');
    },
    900_000,
  );
});
