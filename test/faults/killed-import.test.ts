import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sealDemo } from '../../src/cli/demo-state.ts';
import { importFolder, listExports, readImport, writeStand } from '../../src/modules/imports/export-files.ts';
import { demoSource, Ledger } from '../../src/modules/imports/ledger.ts';
import { readUploadsSummary } from '../../src/modules/imports/unpack-uploads.ts';
import { createUser } from '../../src/modules/users/writer.ts';
import { ensureRoles } from '../../src/modules/users/roles.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { wxr } from '../fixtures/wxr.ts';
import { cookiesOf, password } from '../harness/account-site.ts';
import { commandLine } from '../harness/command-line.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';
import { startRealServer } from '../harness/real-server.ts';
import { rawRequest } from '../harness/served-site.ts';
import { zipOf } from '../harness/zip.ts';

const path = '/wp-json/broadsheet/v1/imports';
const methods = { start: 'POST', stop: 'DELETE' } as const;
const posts = 1500;

test('a stopped import with a killed server resumes, and imports everything once', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openSiteDatabase({ ...place, maxConnections: 2 });
  let server = await startRealServer(place);
  try {
    const hash = await hashPassword(password);
    await database.write(async (tx) => {
      await ensureRoles(tx);
      await createUser(tx, {
        login: 'chief',
        email: 'chief@mail.example',
        roles: ['administrator'],
        password: hash,
      });
    });
    mkdirSync(importFolder(place.dataDir), { recursive: true });
    const text = `<p>${'A line of words. '.repeat(60)}</p>`;
    const items = Array.from({ length: posts }, (_, n) => ({
      id: n + 10,
      slug: `story-${n}`,
      content: text,
    }));
    writeFileSync(join(importFolder(place.dataDir), 'old.xml'), wxr(items));
    const signIn = async () =>
      cookiesOf(
        await rawRequest(server.url, '/wp-login.php', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ log: 'chief', pwd: password }).toString(),
        }),
      );
    const send = async (act: keyof typeof methods) => {
      const cookie = await signIn();
      const nonce = (
        await rawRequest(server.url, '/wp-admin/admin-ajax.php?action=rest-nonce', { headers: { cookie } })
      ).body.trim();
      return rawRequest(server.url, path, {
        method: methods[act],
        headers: { cookie, 'x-wp-nonce': nonce },
      });
    };
    const count = async () =>
      Number(
        (
          await database.read
            .selectFrom('post')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .where('type', '=', 'post')
            .executeTakeFirstOrThrow()
        ).n,
      );
    // A killed server's import is taken over after its lease, and a failed one is retried: both take time.
    const until = { timeout: 500_000, interval: 20 };
    const outcome = async () => ({
      ...(await readImport(place.dataDir)).outcome,
      said: server.output().slice(-300),
    });
    expect((await send('start')).status).toBe(200);
    await expect.poll(count, until).toBeGreaterThan(100);
    expect((await send('stop')).status).toBe(200);
    await expect.poll(outcome, until).toMatchObject({ isWhole: false });
    const stopped = await count();
    expect([stopped < posts, (await listExports(place.dataDir)).length]).toEqual([true, 1]);
    expect((await send('start')).status).toBe(200);
    await expect.poll(count, until).toBeGreaterThan(stopped);
    server.process.kill('SIGKILL');
    server = await startRealServer(place);
    await expect.poll(outcome, until).toMatchObject({ isWhole: true });
    expect(await count()).toBe(posts);
    const slugs = await database.read.selectFrom('post').select('slug').where('type', '=', 'post').execute();
    expect(slugs.every(({ slug }) => /^story-\d+$/.test(slug))).toBe(true);
    await expect.poll(() => listExports(place.dataDir), until).toEqual([]);
  } finally {
    await server.stop();
    await database.close();
    await place.drop();
  }
}, 1_800_000);

test('an import does not wait for a former one with its own pid, as containers reuse after a crash', async () => {
  const place = await makeTestDatabase('sqlite');
  const child = endsWithUs(
    fork(join(dirname(commandLine), 'import-worker.js'), [], { env: { NODE_ENV: 'production' } }),
  );
  try {
    mkdirSync(importFolder(place.dataDir), { recursive: true });
    writeFileSync(join(importFolder(place.dataDir), 'old.xml'), wxr([{ id: 10, slug: 'story' }]));
    await writeStand(place.dataDir, { found: 0, bytes: 0, of: 1, pid: child.pid ?? 0 });
    const said: unknown[] = [];
    child.on('message', (reply) => said.push(reply));
    child.send({ task: 'import', keepDemo: false, dataDir: place.dataDir, databaseUrl: place.databaseUrl });
    // Otherwise it would wait a minute.
    await expect
      .poll(() => said, { timeout: 50_000 })
      .toEqual([{ isWhole: true, read: await listExports(place.dataDir) }]);
  } finally {
    child.kill('SIGKILL');
    await place.drop();
  }
});

test('an import that is stopped while it unpacks a ZIP keeps the demo magazine', async () => {
  const place = await makeTestDatabase('sqlite');
  const database = await openSiteDatabase({ ...place, maxConnections: 2 });
  const startWorker = () =>
    endsWithUs(fork(join(dirname(commandLine), 'import-worker.js'), [], { env: { NODE_ENV: 'production' } }));
  const request = { task: 'import', keepDemo: false, dataDir: place.dataDir, databaseUrl: place.databaseUrl };
  const demo = () =>
    database.read.selectFrom('import_item').select('kind').where('source', '=', demoSource).execute();
  try {
    await database.write(async (tx) => {
      const localId = await makePost(tx);
      await new Ledger(demoSource).record(tx, 'post', 'post:one', { localId, hash: 'seeded' });
      await sealDemo(tx, Date.now());
    });
    const zips = join(importFolder(place.dataDir), 'zips');
    mkdirSync(zips, { recursive: true });
    writeFileSync(join(zips, '1-old.zip'), zipOf([{ name: '2026/a.txt', bytes: 'a' }]));
    writeFileSync(join(importFolder(place.dataDir), 'old.xml'), wxr([{ id: 10, slug: 'story' }]));
    const stopped = startWorker();
    stopped.send(request, () => stopped.disconnect());
    await new Promise((resolve) => stopped.once('exit', resolve));
    expect((await readImport(place.dataDir)).outcome).toMatchObject({ isStopped: true });
    expect(await demo()).toHaveLength(1);
    // One that is not stopped removes it.
    const whole = startWorker();
    whole.send(request);
    await new Promise((resolve) => whole.once('exit', resolve));
    expect((await readImport(place.dataDir)).outcome).toMatchObject({ isWhole: true });
    expect(await demo()).toEqual([]);
  } finally {
    await database.close();
    await place.drop();
  }
});

test('an import does without a copy of the uploads that has no folders by year, and the check says so', async () => {
  const place = await makeTestDatabase('sqlite');
  try {
    const inner = join(importFolder(place.dataDir), 'uploads/wp-content/uploads/2026/01');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'a.txt'), 'a');
    writeFileSync(join(importFolder(place.dataDir), 'old.xml'), wxr([{ id: 10, slug: 'story' }]));
    for (const task of ['check', 'import']) {
      const child = endsWithUs(
        fork(join(dirname(commandLine), 'import-worker.js'), [], { env: { NODE_ENV: 'production' } }),
      );
      child.send({ task, keepDemo: false, dataDir: place.dataDir, databaseUrl: place.databaseUrl });
      await new Promise((resolve) => child.once('exit', resolve));
      expect((await readUploadsSummary(place.dataDir)).problems).toEqual([
        { name: 'uploads', reason: expect.stringMatching(/has no folders by year/) },
      ]);
    }
    const { outcome } = await readImport(place.dataDir);
    expect(outcome).toMatchObject({ isWhole: true, fault: '' });
    expect(outcome?.lines.join('\n')).toMatch(
      /The copy of the uploads was not used: .* has no folders by year/,
    );
  } finally {
    await place.drop();
  }
});
