import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeComment, makeMedia, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { makeTestDatabase } from '../../../test/harness/databases.ts';
import type { TestDatabase } from '../../../test/harness/databases.ts';
import { dumpTables } from '../../../test/harness/dump-tables.ts';
import { formerBackup, makeFormerDatabase } from '../../../test/harness/former-site.ts';
import { createContent } from '../content/content.ts';
import { createPost, deletePost } from '../posts/writer.ts';
import { addNote, enqueueDueNotes, listSentMessages } from '../push/notes.ts';
import { claimShare } from '../push/queue.ts';
import { searchPosts } from '../search/results.ts';
import { isIndexCurrent } from '../search/store.ts';
import { saveSettings } from '../settings/store.ts';
import type { DialectName } from '../../kernel/db/dialect-sql.ts';
import { newestSchema, schemaVersion } from '../../kernel/db/migrate.ts';
import { openSiteDatabase } from '../../site-database.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { loadSecret } from '../../lib/keys.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const siteUrl = 'https://news.example';
const places: { place: TestDatabase; database: Database }[] = [];

/** A separate database; closed and dropped after the test. */
async function open(
  dialect: DialectName,
  { migrated = true } = {},
): Promise<{ database: Database; dataDir: string }> {
  const place = await makeTestDatabase(dialect, { migrated });
  const database = await openSiteDatabase({
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    maxConnections: 4,
  });
  if (migrated) await database.migrate();
  places.push({ place, database });
  return { database, dataDir: place.dataDir };
}

async function closeAll(): Promise<void> {
  for (const { place, database } of places.splice(0)) {
    await database.close();
    await place.drop();
  }
}

async function fillSite(
  { database, dataDir }: { database: Database; dataDir: string },
  posts = 450,
): Promise<void> {
  loadSecret(dataDir);
  mkdirSync(join(dataDir, 'media/2026/11'), { recursive: true });
  writeFileSync(join(dataDir, 'media/2026/11/bälle.jpg'), Buffer.alloc(300_000, 7));
  writeFileSync(join(dataDir, 'media/2026/11/empty.txt'), '');
  writeFileSync(join(dataDir, 'media/2026/11/.half.part'), 'being written');
  await database.write(async (tx) => {
    const author = await makeUser(tx, { login: 'mira' });
    const term = await makeTerm(tx);
    await saveSettings(tx, { blogname: 'Die Zeitung' });
    const picture = await makeMedia(tx, { file: { file: '2026/11/bälle.jpg', bytes: 300_000 } });
    for (let at = 0; at < posts; at++) {
      const id = await createPost(tx, {
        status: at % 10 === 9 ? 'draft' : 'publish',
        title: `Post ${at} \u2028 “quoted”`,
        content: `<p>Zebra ${at} ${'words '.repeat(50)}\n</p>`,
        authorId: author,
        termIds: [term],
        featuredMediaId: picture,
        meta: { color: ['red', ''] },
      });
      if (at % 50 === 0) await makeComment(tx, { postId: id, content: 'Well, "no".' });
    }
    await deletePost(tx, await createPost(tx, { title: 'Gone' }));
  });
}

/** All rows except regenerated ones. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const {
    post_render: _render,
    post_search_key: _search,
    counter = [],
    ...rows
  } = await dumpTables(database);
  return { ...rows, counter: counter.filter((line) => !line.includes('search:tokens')) };
}

const dialects = ['sqlite', 'postgres'] as const;

describe.each(dialects)('a backup of %s', (from) => {
  let file: string;
  let origin: { database: Database; dataDir: string };
  let rows: Record<string, string[]>;

  beforeAll(async () => {
    origin = await open(from);
    await fillSite(origin);
    rows = await rowsOf(origin.database);
    file = join(origin.dataDir, 'all.tar.gz');
    await writeBackup({ ...origin, siteUrl }, file);
  });
  afterAll(closeAll);

  test.each(dialects)('[IMP-31] restores completely in %s: rows, files, keys, search, ids', async (to) => {
    const target = await open(to, { migrated: false });
    const report = await restoreBackup(target, file);
    expect(report).toMatchObject({
      files: 2,
      indexed: 405,
      manifest: { siteUrl, schema: newestSchema, database: from },
    });
    expect(await rowsOf(target.database)).toEqual(rows);
    expect(readFileSync(join(target.dataDir, 'media/2026/11/bälle.jpg'))).toEqual(Buffer.alloc(300_000, 7));
    expect(readdirSync(join(target.dataDir, 'media/2026/11')).toSorted()).toEqual(['bälle.jpg', 'empty.txt']);
    expect(loadSecret(target.dataDir)).toEqual(loadSecret(origin.dataDir));
    expect(readdirSync(target.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
    const content = createContent(target.database, siteUrl);
    expect((await searchPosts(content, { query: 'zebra 417', limit: 3 })).ids).toHaveLength(1);
    await content.close();
    const newest = Math.max(
      ...(await target.database.read.selectFrom('post').select('id').execute()).map(({ id }) => id),
    );
    expect(await target.database.write((tx) => createPost(tx, { title: 'Next' }))).toBe(newest + 2); // the highest id was deleted and isn't reused
  });

  test('is readable only by its owner, and is a consistent snapshot despite concurrent writes', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const busy = await open(from);
    await fillSite(busy, 30);
    const stop = new AbortController();
    const others = (async () => {
      for (let at = 0; !stop.signal.aborted; at++) {
        await busy.database.write((tx) =>
          createPost(tx, {
            title: `Meanwhile ${at}`,
            status: 'publish',
            termIds: [1],
            meta: { at: [String(at)] },
          }),
        );
        await setImmediate(); // SQLite replies synchronously; without a pause nothing else would run
      }
    })();
    const backup = join(busy.dataDir, 'busy.tar.gz');
    await writeBackup({ ...busy, siteUrl }, backup);
    stop.abort();
    await others;
    const target = await open('sqlite', { migrated: false });
    await restoreBackup(target, backup);
    const posts = await target.database.read
      .selectFrom('post')
      .select('id')
      .where('title', 'like', 'Meanwhile %')
      .execute();
    const meta = await target.database.read
      .selectFrom('post_meta')
      .select('post_id')
      .where('key', '=', 'at')
      .execute();
    expect(meta.map(({ post_id }) => post_id)).toEqual(posts.map(({ id }) => id));
  });
});

describe('restoring', () => {
  afterEach(closeAll);

  async function backupOfOne(): Promise<string> {
    const origin = await open('sqlite');
    await fillSite(origin, 3);
    const file = join(origin.dataDir, 'one.tar.gz');
    await writeBackup({ ...origin, siteUrl }, file);
    return file;
  }

  test.each(dialects)('does not replace a site with posts on %s without `replace`', async (to) => {
    const file = await backupOfOne();
    const target = await open(to);
    await fillSite(target, 5);
    writeFileSync(join(target.dataDir, 'media/old.jpg'), 'old');
    await target.database.write((tx) =>
      tx.db
        .insertInto('post_related')
        .values({ post_id: 2, ranking_key: '1.1', ranked_at: Date.now(), ranking: '[[3,1]]' })
        .execute(),
    );
    const before = await rowsOf(target.database);
    await expect(restoreBackup(target, file)).rejects.toThrow('--replace');
    expect(await rowsOf(target.database)).toEqual(before);
    expect(existsSync(join(target.dataDir, 'media/old.jpg'))).toBe(true);
    await restoreBackup(target, file, { replace: true });
    expect(
      await target.database.read.selectFrom('post').select('title').where('type', '=', 'post').execute(),
    ).toHaveLength(3);
    expect(existsSync(join(target.dataDir, 'media/old.jpg'))).toBe(false);
    expect(await target.database.read.selectFrom('post_related').select('post_id').execute()).toEqual([]);
  });

  test.each<[what: string, spoil: (bytes: Buffer) => Buffer, message: RegExp]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length >> 1), /cut off|damaged/],
    [
      'cut off before its last entry',
      (bytes) => gzipSync(withoutLastEntry(gunzipSync(bytes))),
      /end is missing/,
    ],
    [
      'with a changed byte',
      (bytes) =>
        Buffer.concat([bytes.subarray(0, 700), Buffer.from([(bytes[700] ?? 0) ^ 255]), bytes.subarray(701)]),
      /cut off|damaged|no JSON/,
    ],
    ['with a row left out', (bytes) => gzipSync(blankRow(gunzipSync(bytes))), /should hold/],
    [
      'that leads out of the folder',
      (bytes) =>
        gzipSync(
          Buffer.from(
            gunzipSync(bytes)
              .toString('latin1')
              .replaceAll('media/2026/11/empty.txt', 'media/../../1/empty.txt'),
            'latin1',
          ),
        ),
      /damaged|leads elsewhere/,
    ],
    [
      'whose keys would not start a server',
      (bytes) =>
        gzipSync(
          Buffer.from(gunzipSync(bytes).toString('latin1').replace('{"secret"', '{"secreT"'), 'latin1'),
        ),
      /contains no keys|damaged/,
    ],
    [
      'that expands without end',
      (bytes) => gzipSync(Buffer.concat([gunzipSync(bytes).subarray(0, -1024), Buffer.alloc(150 * 2 ** 20)])),
      /expands to more than|damaged/,
    ],
    ['of no backup', () => gzipSync('hello'.repeat(400)), /no backup/],
    ['of plain text', () => Buffer.from('hello'), /no backup/],
  ])('refuses a file %s, and changes nothing', async (_what, spoil, message) => {
    const file = await backupOfOne();
    writeFileSync(file, spoil(readFileSync(file)));
    const target = await open('sqlite');
    await fillSite(target, 2);
    const before = await rowsOf(target.database);
    await expect(restoreBackup(target, file, { replace: true })).rejects.toThrow(message);
    expect(await rowsOf(target.database)).toEqual(before);
    expect(readdirSync(target.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
    expect(existsSync(join(target.dataDir, 'media/2026/11/bälle.jpg'))).toBe(true);
  });

  test.each(dialects)(
    '[IMP-31] asks once the file is checked, and writes further rows with the replacement in %s, or nothing',
    async (to) => {
      const file = await backupOfOne();
      const target = await open(to);
      await fillSite(target, 2);
      const before = await rowsOf(target.database);
      const stop = { onChecked: () => Promise.reject(new Error('The server stops.')) };
      await expect(restoreBackup(target, file, { replace: true, ...stop })).rejects.toThrow(
        'The server stops.',
      );
      const fail = { onLoaded: () => Promise.reject(new Error('The log is full.')) };
      await expect(restoreBackup(target, file, { replace: true, ...fail })).rejects.toThrow(
        'The log is full.',
      );
      expect(await rowsOf(target.database)).toEqual(before);
      const steps: string[] = [];
      await restoreBackup(target, file, {
        replace: true,
        onChecked: async () => void steps.push('checked'),
        onLoaded: async (tx) => {
          steps.push('loaded');
          await saveSettings(tx, { blogname: 'Restored' });
        },
      });
      expect(steps).toEqual(['checked', 'loaded']);
      const name = await target.database.read
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'blogname')
        .executeTakeFirst();
      expect(name?.value).toBe('"Restored"');
    },
  );

  test.each(dialects)('[IMP-31] sends no push message twice after a restore into %s', async (to) => {
    const origin = await open('sqlite');
    loadSecret(origin.dataDir);
    const now = Date.now();
    const note = { body: '', url: '/', image: '', createdAt: now };
    await origin.database.write(async (tx) => {
      const insertSubscriber = (name: string, told: number) =>
        tx.db
          .insertInto('push_subscription')
          .values({
            endpoint: `https://up.example/${name}`,
            p256dh: '',
            auth: '',
            site_url: siteUrl,
            created_at: now,
            told,
          })
          .execute();
      await addNote(tx, { ...note, title: 'Delivered', dueAt: now }, true);
      await insertSubscriber('ada', 1);
      await addNote(tx, { ...note, title: 'Half sent', dueAt: now }, true);
      await insertSubscriber('ben', 2);
      await tx.db.insertInto('push_message').values({ number: 3, post_id: 1, created_at: now }).execute();
      await addNote(tx, { ...note, title: 'Due since', dueAt: now - 1 }, false);
      await addNote(tx, { ...note, title: 'Tomorrow', dueAt: now + 86_400_000 }, false);
    });
    const file = join(origin.dataDir, 'push.tar.gz');
    await writeBackup({ ...origin, siteUrl }, file);
    const target = await open(to);
    await restoreBackup(target, file);
    const { read } = target.database;
    const notes = await read.selectFrom('push_note').select(['title', 'state']).orderBy('id').execute();
    expect(notes.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      'Delivered: queued',
      'Half sent: stopped',
      'Due since: stopped',
      'Tomorrow: scheduled',
    ]);
    await enqueueDueNotes(target.database, Date.now());
    expect(await claimShare(target.database, siteUrl, Date.now())).toBeUndefined();
    const messages = await listSentMessages(read, siteUrl, { limit: 10, offset: 0, now });
    expect(messages.messages.map(({ note: found, waiting }) => [found?.title, waiting])).toEqual([
      ['Due since', 0],
      [undefined, 0],
      ['Half sent', 0],
      ['Delivered', 0],
    ]);
  });

  test.each(dialects)('[IMP-31] a backup of Broadsheet 0.1.0 is restored into %s', async (to) => {
    const target = await open(to, { migrated: false });
    const report = await restoreBackup(target, formerBackup);
    expect(report).toMatchObject({ files: 1, indexed: 1, manifest: { schema: 85, database: 'sqlite' } });
    expect(await schemaVersion(target.database.read)).toBe(newestSchema);
    expect(readFileSync(join(target.dataDir, 'media/2026/11/harbour.jpg'), 'utf8')).toBe('a file');
    const origin = await makeFormerDatabase('sqlite');
    const former = await openSiteDatabase(origin);
    places.push({ place: origin, database: former });
    await former.migrate(); // columns added since
    expect(await rowsOf(target.database)).toEqual(await rowsOf(former));
    const content = createContent(target.database, siteUrl);
    expect((await searchPosts(content, { query: 'zeppelin', limit: 3 })).ids).toEqual([2]);
    await content.close();
    expect(await target.database.write((tx) => createPost(tx, { title: 'Next' }))).toBe(5);
  });

  test.each([
    [1, 'restores 85 and later: restore it with Broadsheet 0.1.0, then start this one.'],
    [84, 'restores 85 and later: restore it with Broadsheet 0.1.0, then start this one.'],
    [9999, `knows ${newestSchema}: restore it with the version that made it, or a newer one.`],
  ])('[IMP-31] a backup of schema %i is refused, and nothing is written', async (schema, message) => {
    for (const to of dialects) {
      const target = await open(to, { migrated: false });
      const file = join(target.dataDir, 'other.tar.gz');
      const tar = gunzipSync(readFileSync(formerBackup)).toString('latin1');
      writeFileSync(file, gzipSync(Buffer.from(withSchema(tar, schema), 'latin1')));
      const before = readdirSync(target.dataDir);
      await expect(restoreBackup(target, file)).rejects.toThrow(
        `The backup has schema ${schema}, this Broadsheet ${message}`,
      );
      expect(await target.database.read.introspection.getTables()).toEqual([]);
      expect(readdirSync(target.dataDir)).toEqual(before);
    }
  });

  test.each(dialects)('leaves a database with an older schema on %s unchanged', async (to) => {
    const place = await makeFormerDatabase(to, { lastMigration: 84 });
    const database = await openSiteDatabase({ ...place, maxConnections: 2 });
    places.push({ place, database });
    const before = await rowsOf(database);
    await expect(
      restoreBackup({ database, dataDir: place.dataDir }, formerBackup, { replace: true }),
    ).rejects.toThrow(
      'The database in place has schema 84, this Broadsheet opens 85 and later. Restore into a new one (another DATA_DIR or DATABASE_URL), ' +
        'or start Broadsheet 0.1.0 on it once before.',
    );
    expect(await rowsOf(database)).toEqual(before);
    expect(readdirSync(place.dataDir).filter((name) => !name.startsWith('broadsheet.sqlite'))).toEqual([]);
  });

  test.each(dialects)(
    'leaves a new database of %s without tables when the rows can’t be loaded',
    async (to) => {
      const file = await backupOfOne();
      const target = await open(to, { migrated: false });
      const write: Database['write'] = (work) =>
        target.database.write(async (tx) => {
          await work(tx);
          throw new Error('the power went');
        });
      await expect(
        restoreBackup({ ...target, database: { ...target.database, write } }, file),
      ).rejects.toThrow('the power went');
      expect(await target.database.read.introspection.getTables()).toEqual([]);
      expect(readdirSync(target.dataDir).filter((name) => !name.startsWith('broadsheet.sqlite'))).toEqual([]);
    },
  );

  test.each(dialects)(
    'stopping it changes and leaves nothing in %s, and the next run removes what a killed one unpacked',
    async (to) => {
      const file = await backupOfOne();
      const target = await open(to, { migrated: false });
      const left = () =>
        readdirSync(target.dataDir)
          .filter((name) => !name.startsWith('broadsheet.sqlite'))
          .toSorted();
      await expect(restoreBackup(target, file, { signal: AbortSignal.abort() })).rejects.toThrow(
        'stopped, and nothing was changed',
      );
      expect(left()).toEqual([]);
      const stop = new AbortController();
      const write: Database['write'] = (work) => {
        stop.abort();
        return target.database.write(work);
      };
      await expect(
        restoreBackup({ ...target, database: { ...target.database, write } }, file, { signal: stop.signal }),
      ).rejects.toThrow('stopped, and nothing was changed');
      expect([await target.database.read.introspection.getTables(), left()]).toEqual([[], []]);
      for (const name of ['media.restoring-0a1b2c3d', 'media.restoring-0a1b2c3d.before'])
        mkdirSync(join(target.dataDir, name));
      await restoreBackup(target, file);
      expect(left()).toEqual(['keys.json', 'media', 'media.restoring-0a1b2c3d.before']);
    },
  );

  test.each(dialects)(
    'a restore into %s that is stopped after the rows are loaded changes nothing',
    async (to) => {
      const file = await backupOfOne();
      const target = await open(to);
      await fillSite(target, 2);
      const before = await rowsOf(target.database);
      const stop = new AbortController();
      await expect(
        restoreBackup(target, file, {
          replace: true,
          signal: stop.signal,
          onLoaded: async () => stop.abort(),
        }),
      ).rejects.toThrow('stopped, and nothing was changed');
      expect(await rowsOf(target.database)).toEqual(before);
    },
  );

  test('two restores don’t run at a time, and a lock of a process that ended is ignored', async () => {
    const file = await backupOfOne();
    const target = await open('sqlite');
    for (const pid of [process.pid, 2 ** 30]) {
      writeFileSync(join(target.dataDir, 'restore.lock'), `${hostname()}~${pid}`);
      let other: unknown;
      await restoreBackup(target, file, {
        replace: true,
        onChecked: async () => {
          other = await restoreBackup(target, file, { replace: true }).catch((error: unknown) => error);
        },
      });
      expect(other).toMatchObject({ code: 'restore_running' });
      expect(existsSync(join(target.dataDir, 'media/2026/11/bälle.jpg'))).toBe(true);
    }
    for (const owner of [`${hostname()}~${process.ppid}`, 'elsewhere~1', '']) {
      writeFileSync(join(target.dataDir, 'restore.lock'), owner);
      await expect(restoreBackup(target, file, { replace: true })).rejects.toMatchObject({
        code: 'restore_running',
      });
    }
  });

  test('keeps media and keys if the unpacked ones are gone', async () => {
    const file = await backupOfOne();
    const target = await open('sqlite');
    await fillSite(target, 2);
    const before = await rowsOf(target.database);
    const media = join(target.dataDir, 'media/old.jpg');
    writeFileSync(media, 'old');
    await expect(
      restoreBackup(target, file, {
        replace: true,
        onChecked: async () => {
          for (const name of readdirSync(target.dataDir).filter((one) => one.includes('restoring')))
            rmSync(join(target.dataDir, name), { recursive: true });
        },
      }),
    ).rejects.toThrow('nothing was changed');
    expect(await rowsOf(target.database)).toEqual(before);
    expect(readFileSync(media, 'utf8')).toBe('old');
    expect(readdirSync(target.dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });

  test.each(dialects)('a site in %s that could not be replaced keeps assigning its own ids', async (to) => {
    const file = await backupOfOne();
    const target = await open(to);
    await fillSite(target, 20);
    const write: Database['write'] = (work) =>
      target.database.write(async (tx) => {
        await work(tx);
        throw new Error('the power went');
      });
    await expect(
      restoreBackup({ ...target, database: { ...target.database, write } }, file, { replace: true }),
    ).rejects.toThrow('the power went');
    expect(await target.database.write((tx) => createPost(tx, { title: 'Next' }))).toBeGreaterThan(21);
  });

  test('does not report a replaced site as unchanged when a later step fails', async () => {
    const file = await backupOfOne();
    const target = await open('sqlite', { migrated: false });
    const migrate = () => Promise.reject(Object.assign(new Error('no room'), { code: 'SQLITE_FULL' }));
    await expect(
      restoreBackup({ ...target, database: { ...target.database, migrate } }, file),
    ).rejects.toThrow(
      /is restored, but its search index is not made yet: run reindex once this is mended\. The disk of DATA_DIR is full/,
    );
    expect(
      await target.database.read.selectFrom('post').select('id').where('type', '=', 'post').execute(),
    ).toHaveLength(3);
    expect(await isIndexCurrent(target.database.read)).toBe(false); // the next start rebuilds it
    expect(await target.database.read.selectFrom('post_search_key').select('post_id').execute()).toEqual([]);
  });

  test('names a missing file', async () => {
    const target = await open('sqlite');
    await expect(restoreBackup(target, join(target.dataDir, 'none.tar.gz'))).rejects.toThrow(
      /^File or folder .*none\.tar\.gz not found\. Correct the name/,
    );
  });

  test('includes files and folders that the media folder links to, reports broken links, and stops at circles', async () => {
    const origin = await open('sqlite');
    await fillSite(origin, 1);
    const media = join(origin.dataDir, 'media');
    mkdirSync(join(origin.dataDir, 'elsewhere/05'), { recursive: true });
    writeFileSync(join(origin.dataDir, 'elsewhere/05/old.jpg'), 'old');
    symlinkSync(join(origin.dataDir, 'elsewhere'), join(media, '2019'));
    symlinkSync('2019/05/old.jpg', join(media, 'one.jpg'));
    symlinkSync('..', join(media, '2026/up'));
    symlinkSync('nowhere.jpg', join(media, 'gone.jpg'));
    symlinkSync('itself.jpg', join(media, 'itself.jpg'));
    const file = join(origin.dataDir, 'linked.tar.gz');
    const { files, vanished } = await writeBackup({ ...origin, siteUrl }, file);
    expect([files, vanished.toSorted()]).toEqual([4, ['gone.jpg', 'itself.jpg']]);
    const target = await open('sqlite', { migrated: false });
    await restoreBackup(target, file);
    expect(
      ['2019/05/old.jpg', 'one.jpg'].map((path) => readFileSync(join(target.dataDir, 'media', path), 'utf8')),
    ).toEqual(['old', 'old']);
  });

  test('a failed backup leaves no file', async () => {
    const origin = await open('sqlite');
    await fillSite(origin, 1);
    rmSync(join(origin.dataDir, 'keys.json'));
    const file = join(origin.dataDir, 'one.tar.gz');
    await expect(writeBackup({ ...origin, siteUrl }, file)).rejects.toThrow(/keys\.json/);
    expect(readdirSync(origin.dataDir).filter((name) => name.includes('tar'))).toEqual([]);
  });
});

/** Drops `complete.json`: one header of 512 bytes, its content, and the two empty blocks of the end. */
function withoutLastEntry(tar: Buffer): Buffer {
  return Buffer.concat([tar.subarray(0, tar.lastIndexOf('complete.json')), Buffer.alloc(1024)]);
}

/** Replaces the schema of a manifest; the spaces that keep its length are whitespace of JSON. */
function withSchema(tar: string, schema: number): string {
  const manifest = /\{"format":"broadsheet-backup".*?\}\}/.exec(tar)?.[0] ?? '';
  const changed = manifest
    .replace('"schema":85', `"schema":${schema}`)
    .replace('"siteUrl":"https://courier.example"', '"siteUrl":""');
  return tar.replace(manifest, changed.padEnd(manifest.length));
}

/** Replaces the first setting by an empty line. */
function blankRow(tar: Buffer): Buffer {
  const at = tar.indexOf('{"key":"blogname"');
  return Buffer.concat([
    tar.subarray(0, at),
    Buffer.alloc(tar.indexOf('\n', at) - at, '\n'),
    tar.subarray(tar.indexOf('\n', at)),
  ]);
}
