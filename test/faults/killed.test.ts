import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { letPass } from '../harness/let-pass.ts';
import { makeUser } from '../harness/factories.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';
import { seededRandom } from '../harness/random.ts';
import { startRealServer } from '../harness/real-server.ts';
import { makeWxr } from '../bench/made-up-wxr.ts';
import { long, report, seed } from './effort.ts';
import { isQuiet, problemsOf } from './problems-of.ts';
import { lostWrites, startWriter } from './writer-process.ts';

/** A second kill meets the half-done work of the first. */
const rounds = long ? 25 : 2;
const importedPosts = long ? 20_000 : 120;
const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run broadsheet -- import FILE` with the built program. */
function startImport(place: Pick<TestDatabase, 'dataDir' | 'databaseUrl'>, file: string): ChildProcess {
  return endsWithUs(
    spawn(process.execPath, ['dist/server/cli.js', 'import', file, '--quiet'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        DATA_DIR: place.dataDir,
        DATABASE_URL: place.databaseUrl ?? '',
        ADMIN_PASSWORD: 'a password of the tests',
      },
      stdio: 'ignore',
    }),
  );
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  child.kill('SIGKILL');
  await ended;
}

onDrawnDatabase('processes that are killed', (get, place) => {
  test('writes wait for the disk', async () => {
    const sqlite = place().dialect === 'sqlite';
    const query = sqlite
      ? sql<{ value: unknown }>`select synchronous as value from pragma_synchronous`
      : sql<{ value: unknown }>`select source as value from pg_settings where name = 'synchronous_commit'`;
    const { rows } = await get().write((tx) => query.execute(tx.db));
    // SQLite: 2 is FULL. PostgreSQL: the operator's setting is left alone (off in the test cluster, for speed).
    expect(rows).toEqual([{ value: sqlite ? 2 : 'command line' }]);
  });

  test('a writer, an import and a serving process, killed again and again: acknowledged data is stored, and nothing is contradictory', {
    timeout: long ? 1_800_000 : 900_000,
  }, async () => {
    const random = seededRandom(seed);
    const file = join(place().dataDir, 'export.xml');
    const pieces: string[] = [];
    for await (const piece of makeWxr(importedPosts)) pieces.push(piece);
    writeFileSync(file, pieces.join(''));
    await get().write(async (tx) => {
      for (const login of ['first', 'second', 'third']) await makeUser(tx, { login }); // authors of the writer's posts
    });
    let [acknowledged, pictures, cutOff] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const server = await startRealServer(place(), { LOG_LEVEL: 'warn' });
      const writer = startWriter(place(), seed * 1000 + round);
      const importing = startImport(place(), file);
      // Three processes start at once, and the writer waits for the import.
      await expect.poll(() => writer.done.size, { timeout: 500_000 }).toBeGreaterThan(5);
      await letPass(200 + random() * (long ? 6000 : 1000));
      const [inFlight] = await Promise.all([writer.kill(), killed(server.process), killed(importing)]);
      expect(writer.errors()).toBe('');
      await expect.poll(() => isQuiet(get()), { interval: 5 }).toBe(true);
      expect(await lostWrites(get(), writer.done, inFlight)).toEqual([]);
      if (inFlight?.kind === 'media') cutOff++;
      expect(await problemsOf(get(), place().dataDir, { cutOff })).toEqual([]);
      acknowledged += writer.done.size;
      pictures += [...writer.done.values()].filter(({ kind }) => kind === 'media').length;
    }
    expect(acknowledged).toBeGreaterThan(rounds * 5);

    // The import resumes, and imports each post once.
    const [code] = (await once(startImport(place(), file), 'exit')) as [number];
    expect(code).toBe(0);
    const { count } = await get()
      .read.selectFrom('import_item')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('kind', '=', 'post')
      .executeTakeFirstOrThrow();
    const { posts } = await get()
      .read.selectFrom('import_item')
      .select((eb) => eb.fn.count<number>('local_id').distinct().as('posts'))
      .where('kind', '=', 'post')
      .executeTakeFirstOrThrow();
    expect([Number(count), Number(posts)]).toEqual([importedPosts, importedPosts]);
    // A serving process finishes the pictures, and removes partial files.
    const server = await startRealServer(place(), { LOG_LEVEL: 'warn' });
    const queue = async () =>
      (
        (await (await fetch(`${server.url}/healthz`)).json()) as {
          readonly mediaQueue: { readonly waiting: number; readonly failed: number };
        }
      ).mediaQueue;
    // Hundreds of pictures take minutes on a busy machine; only a standstill fails.
    for (let { waiting } = await queue(); waiting > 0; { waiting } = await queue()) {
      await expect
        .poll(async () => (await queue()).waiting, { timeout: 500_000, interval: 200 })
        .toBeLessThan(waiting);
    }
    expect(await queue()).toMatchObject({ waiting: 0, failed: 0 });
    expect(await problemsOf(get(), place().dataDir, { cutOff })).toEqual([]);
    expect(await server.stop()).toBe(0);
    report(`killed on ${place().dialect}`, {
      kills: rounds * 3,
      'writes acknowledged': acknowledged,
      'of them pictures': pictures,
      'posts imported': importedPosts,
    });
  });
});
