import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestDatabase, onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { rawRequest, serveSite } from '../../test/harness/served-site.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { restoreBackup } from '../modules/backup/restore-backup.ts';
import { writeBackup } from '../modules/backup/write-backup.ts';
import { startQueues } from '../kernel/jobs/job-queue.ts';
import { findMediaFiles } from '../modules/media/media-files.ts';
import { removalQueue } from '../modules/media/jobs.ts';
import { deleteMedia, saveGeneratedSizes } from '../modules/media/writer.ts';
import { openSiteDatabase } from '../site-database.ts';
import { importWxr } from './import-wxr.ts';
import { UploadsFolder, copiesOf, findOriginal } from './uploads.ts';

const site = 'https://originals.example';
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(200),
]);

describe('the original next to a picture', () => {
  test.each<readonly [string, string, readonly string[], string | undefined]>([
    ['has its name without -scaled', 'a-scaled.jpg', ['b.jpg', 'a.jpg', 'a-300x200.jpg'], 'a.jpg'],
    ['or without -rotated', 'a-rotated.png', ['a.png'], 'a.png'],
    ['in capitals', 'IMG_1-scaled.jpg', ['IMG_1.JPG'], 'IMG_1.JPG'],
    ['in another format', 'a-scaled.jpg', ['a.heic', 'a.txt', 'a.pdf'], 'a.heic'],
    ['rather in the same format', 'a-scaled.jpg', ['a.png', 'a.jpg', 'a.heic'], 'a.jpg'],
    ['converted only', 'a.jpg', ['a.HEIC', 'a-300x200.jpg'], 'a.HEIC'],
    ['scaled down twice', 'a-scaled-scaled.jpg', ['a-scaled.jpg', 'a.jpg'], 'a-scaled.jpg'],
    ['is missing', 'a-scaled.jpg', ['b.jpg', 'a.svg', 'A.jpg', 'a.jpg.bak', 'ab.jpg'], undefined],
    ['may not be the picture itself', 'a-scaled.jpg', ['a-scaled.jpg'], undefined],
    ['is no other picture of the same name', 'a.jpg', ['a.png', 'a.webp'], undefined],
    ['is one of two', 'a-scaled.jpg', ['a.png', 'a.webp'], undefined],
    ['belongs to one of two pictures', 'a-scaled.jpg', ['a.png', 'a-scaled.webp'], undefined],
    ['belongs to the other picture', 'a-scaled.webp', ['a.jpg', 'a-scaled.jpg'], undefined],
    ['has no name', '-scaled.jpg', ['.jpg', ''], undefined],
  ])('%s', (_, own, names, expected) => {
    expect(findOriginal(own, names)).toBe(expected);
    if (expected) expect(copiesOf(`2024/05/${expected}`)).toContain(`2024/05/${own}`);
  });
});

onBothDatabases('originals of imported pictures', (get, place) => {
  const root = mkdtempSync(join(tmpdir(), 'broadsheet-originals-'));
  const uploads = join(root, 'uploads');
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer();
  const put = async (path: string, bytes: Buffer | string | readonly [number, number]) => {
    mkdirSync(join(uploads, path, '..'), { recursive: true });
    writeFileSync(
      join(uploads, path),
      typeof bytes === 'string' || Buffer.isBuffer(bytes) ? bytes : await picture(bytes[0], bytes[1]),
    );
  };
  const attachment = (id: number, path: string, meta: Record<string, string> = {}): FixtureItem => ({
    id,
    type: 'attachment',
    status: 'inherit',
    slug: `file-${id}`,
    attachmentUrl: `${site}/wp-content/uploads/${path}`,
    meta: { _wp_attached_file: path, ...meta },
  });
  const importItems = async (...items: readonly FixtureItem[]) =>
    importWxr(get(), inPieces(wxr([...items], { url: site })), {
      uploads: await UploadsFolder.open(uploads, place().dataDir),
    });
  const fileOf = async (id: number) =>
    (await findMediaFiles(get().read, [id])).get(id) ?? expect.fail(`${id} was not imported.`);
  const exists = (path: string) => existsSync(join(place().dataDir, 'media', path));
  const named = (name: string) => ({
    _wp_attachment_metadata: `a:1:{s:14:"original_image";s:${Buffer.byteLength(name)}:"${name}";}`,
  });

  beforeAll(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'own', 'late', 'twice'])
      await put(`2024/05/${name}-scaled.jpg`, [120, 80]);
    for (const name of ['a', 'c', 'd', 'late', 'twice']) await put(`2024/05/${name}.jpg`, [150, 100]);
    await put('2024/05/a-30x20.jpg', [30, 20]);
    await put('2024/05/b.heic', heic);
    await put('2024/05/phone.jpg', [120, 80]);
    await put('2024/05/phone.HEIC', heic);
    await put('2024/05/e.jpg', [60, 40]); // smaller than its derived file
    mkdirSync(join(uploads, '2024/05/f.jpg'));
    await put('2024/05/g.heic', '<script>alert(1)</script>');
    await put('2024/06/link-scaled.jpg', [120, 80]);
    writeFileSync(join(root, 'secret.jpg'), await picture(200, 200));
    symlinkSync(join(root, 'secret.jpg'), join(uploads, '2024/06/link.jpg'));
    for (const name of ['up', 'root', 'dots', 'self', 'nul'])
      await put(`2024/07/${name}-scaled.jpg`, [120, 80]);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('are imported without metadata, and a second import changes nothing', async () => {
    const items = [
      attachment(1, '2024/05/a-scaled.jpg'),
      attachment(2, '2024/05/b-scaled.jpg'),
      attachment(3, '2024/05/phone.jpg'),
    ];
    const report = await importItems(...items);
    expect([report.missingFiles, report.uploads]).toEqual([[], { files: 3, sizes: 1, copied: 7 }]);
    expect([(await fileOf(1)).original, (await fileOf(2)).original, (await fileOf(3)).original]).toEqual([
      'a.jpg',
      'b.heic',
      'phone.HEIC',
    ]);
    expect(Object.keys((await fileOf(1)).sizes)).toEqual(['a-30x20.jpg']);
    for (const name of ['a.jpg', 'b.heic', 'phone.HEIC'])
      expect([name, exists(`2024/05/${name}`)]).toEqual([name, true]);
    const before = await dumpTables(get());
    expect((await importItems(...items)).uploads).toEqual({ files: 0, sizes: 0, copied: 0 });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('that are attachments themselves stay so, in any order', async () => {
    await importItems(attachment(11, '2024/05/c-scaled.jpg'), attachment(12, '2024/05/c.jpg'));
    await importItems(attachment(14, '2024/05/d.jpg'), attachment(13, '2024/05/d-scaled.jpg'));
    await importItems(attachment(15, '2024/05/late-scaled.jpg'));
    expect((await fileOf(15)).original).toBe('late.jpg');
    await importItems(attachment(16, '2024/05/late.jpg'));
    for (const id of [11, 12, 13, 14, 15, 16])
      expect([id, (await fileOf(id)).original]).toEqual([id, undefined]);
    // An original named by the export stays.
    await put('2024/05/known-scaled.jpg', [120, 80]);
    await put('2024/05/known.jpg', [150, 100]);
    await importItems(
      attachment(17, '2024/05/known-scaled.jpg', named('known.jpg')),
      attachment(18, '2024/05/known.jpg'),
    );
    expect((await fileOf(17)).original).toBe('known.jpg');
  });

  test('are not read from a smaller picture, a folder, a text, or a link out of the folder', async () => {
    await importItems(
      attachment(21, '2024/05/e-scaled.jpg'),
      attachment(22, '2024/05/f-scaled.jpg'),
      attachment(23, '2024/05/g-scaled.jpg'),
      attachment(24, '2024/06/link-scaled.jpg'),
      attachment(25, '2024/05/own-scaled.jpg'),
    );
    for (const id of [21, 22, 23, 24, 25]) {
      expect([id, (await fileOf(id)).original, (await fileOf(id)).width]).toEqual([id, undefined, 120]);
    }
    for (const path of ['2024/05/e.jpg', '2024/05/f.jpg', '2024/05/g.heic', '2024/06/link.jpg'])
      expect([path, exists(path)]).toEqual([path, false]);
  });

  test('are in the folder of their picture, whatever the export’s name', async () => {
    const items = ['up', 'root', 'dots', 'self', 'nul'].map((name, n) =>
      attachment(
        31 + n,
        `2024/07/${name}-scaled.jpg`,
        named(['../05/a.jpg', '/etc/passwd', '..', 'self-scaled.jpg', 'nul\0.jpg'][n] ?? ''),
      ),
    );
    const report = await importItems(...items);
    expect(report.missingFiles).toEqual([]);
    for (const { id } of items) expect([id, (await fileOf(Number(id))).original]).toEqual([id, undefined]);
  });

  test('are shown by REST, outlast new sizes and a backup, and are deleted with the last picture that has them', async () => {
    await importItems(attachment(41, '2024/05/twice-scaled.jpg'), attachment(42, '2024/05/twice-scaled.jpg'));
    await get().write((tx) =>
      saveGeneratedSizes(tx, 41, {
        width: 120,
        height: 80,
        bytes: 9,
        color: '#336699',
        focalX: 500,
        focalY: 500,
        hash: '',
        sizes: {},
      }),
    );
    const served = await serveSite(place());
    try {
      for (const [path, expected] of [
        ['41', 'twice.jpg'],
        ['25', undefined],
      ] as const) {
        const { body } = await rawRequest(served.url, `/wp-json/wp/v2/media/${path}`);
        const { media_details: details } = JSON.parse(body) as {
          media_details: { original_image?: string; sizes: object };
        };
        expect([details.original_image, JSON.stringify(details.sizes).includes('twice.jpg')]).toEqual([
          expected,
          false,
        ]);
      }
    } finally {
      await served.close();
    }
    const backup = join(root, 'backup.tar.gz');
    await writeBackup({ database: get(), dataDir: place().dataDir, siteUrl: site }, backup);
    const other = await makeTestDatabase('sqlite', { migrated: false });
    const restored = await openSiteDatabase({
      dataDir: other.dataDir,
      databaseUrl: other.databaseUrl,
      maxConnections: 4,
    });
    try {
      await restoreBackup({ database: restored, dataDir: other.dataDir }, backup);
      expect((await findMediaFiles(restored.read, [41])).get(41)?.original).toBe('twice.jpg');
      expect(existsSync(join(other.dataDir, 'media/2024/05/twice.jpg'))).toBe(true);
    } finally {
      await restored.close();
      await other.drop();
    }
    const fail = (_details: object, message: string) => expect.unreachable(message);
    const log = { error: fail, warn: fail, info: () => {} };
    const jobs = startQueues([removalQueue({ database: get(), dataDir: place().dataDir, log })], {
      bus: get().bus,
      log,
    });
    const waits = async () =>
      (await get().read.selectFrom('job').select('key').where('kind', '=', 'media-removal').execute()).length;
    try {
      await get().write((tx) => deleteMedia(tx, 41));
      await expect.poll(waits).toBe(0);
      expect(exists('2024/05/twice.jpg')).toBe(true);
      for (const id of [42, 2]) await get().write((tx) => deleteMedia(tx, id));
      await expect.poll(waits).toBe(0);
      expect([
        exists('2024/05/twice.jpg'),
        exists('2024/05/twice-scaled.jpg'),
        exists('2024/05/b.heic'),
      ]).toEqual([false, false, false]);
      // An attachment's own file stays when a picture it may derive from is deleted.
      await get().write((tx) => deleteMedia(tx, 11));
      await expect.poll(waits).toBe(0);
      expect([exists('2024/05/c-scaled.jpg'), exists('2024/05/c.jpg')]).toEqual([false, true]);
    } finally {
      await jobs.close();
    }
  });
});
