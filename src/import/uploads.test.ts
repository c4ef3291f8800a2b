import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { dumpTables } from '../../test/harness/dump-tables.ts';
import { testContent } from '../../test/harness/load-context.ts';
import { inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { createContent } from '../modules/content/content.ts';
import { assignMenu, findMenuBySlug } from '../modules/menus/store.ts';
import { listMediaQueue } from '../modules/media/queue.ts';
import { findMediaByUrls, findPictures } from '../modules/media/reader.ts';
import { findPost } from '../modules/posts/reader.ts';
import { createDocumentStore } from '../site/pages/document-store.ts';
import { importWxr } from './import-wxr.ts';
import { UploadsFolder } from './uploads.ts';

const root = mkdtempSync(join(tmpdir(), 'broadsheet-uploads-'));
const uploads = join(root, 'uploads');
const site = 'https://files.example';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
const put = (path: string, bytes: Buffer | string) => {
  mkdirSync(join(uploads, path, '..'), { recursive: true });
  writeFileSync(join(uploads, path), bytes);
};
const attachment = (id: number, path: string, meta: Record<string, string> = {}): FixtureItem => ({
  id,
  type: 'attachment',
  status: 'inherit',
  slug: `file-${id}`,
  attachmentUrl: `${site}/wp-content/uploads/${path}`,
  meta: { _wp_attached_file: path, ...meta },
});

const metadata =
  'a:4:{s:5:"width";i:1200;s:6:"height";i:800;s:14:"original_image";s:5:"a.jpg";s:5:"sizes";a:2:{s:6:"medium";a:3:{s:4:"file";s:13:"a-300x200.jpg";s:5:"width";i:999;s:6:"height";i:999;}s:5:"large";a:1:{s:4:"file";s:14:"a-1024x683.jpg";}}}';
/** As old texts link files: without https. */
const old = 'http://files.example/wp-content/uploads/2020/05/';
const items: FixtureItem[] = [
  attachment(1, '2020/05/a-scaled.jpg', { _wp_attachment_metadata: metadata }),
  attachment(2, '2020/05/paper.pdf'),
  attachment(3, '2020/05/page.html'),
  attachment(4, '2020/05/missing.jpg'),
  attachment(5, '2020/05/no-picture.jpg'),
  attachment(6, '2020/05/leads-out.jpg'),
  attachment(7, '../secret.jpg'),
  attachment(8, '2020/05/folder.jpg'),
  attachment(9, '2020/%2e%2e/%2e%2e/secret.jpg'),
  attachment(10, '2020/05/run.php'),
  attachment(11, '2020/05/K%C3%A4se.jpg'),
  { id: 12, slug: 'text', content: `<img src="${site}/wp-content/uploads/2020/05/a-300x200.jpg">` },
  attachment(13, 'sites/3/2020/05/many.jpg', { _wp_attached_file: '2020/05/many.jpg' }),
  attachment(14, '2020/05/vector.svg'),
  attachment(15, '2020/05/%00.jpg'),
  attachment(16, `2020/05/${'x'.repeat(400)}.jpg`),
  { ...attachment(30, '2020/05/film.webm') },
  { ...attachment(31, '2020/05/still.jpg') },
  { ...attachment(32, '2020/05/song.mp3') },
  {
    id: 33,
    slug: 'players',
    content: [
      '<!-- wp:video {"id":30} -->',
      `<figure class="wp-block-video"><video controls poster="${old}still.jpg" src="${old}film.webm"></video></figure>`,
      '<!-- /wp:video -->',
      '<!-- wp:audio {"id":32} -->',
      `<figure class="wp-block-audio"><audio controls><source src="${old}song.mp3" type="audio/mpeg"></audio></figure>`,
      '<!-- /wp:audio -->',
      '<!-- wp:file {"id":2} -->',
      `<div class="wp-block-file"><a href="${old}paper.pdf">Paper</a><a href="${old}paper.pdf" class="wp-block-file__button" download>Download</a></div>`,
      '<!-- /wp:file -->',
      `<!-- wp:paragraph --><p><a href="${old}film.webm#t=3">The film</a>, <a href="${old}lost.pdf">lost</a></p><!-- /wp:paragraph -->`,
    ].join('\n'),
  },
  {
    ...attachment(17, ''),
    attachmentUrl: 'https://files.files.wordpress.com/2020/05/by-month.jpg?w=300',
    meta: {},
  },
];

beforeAll(async () => {
  put('2020/05/a-scaled.jpg', await picture(1200, 800));
  put('2020/05/a.jpg', await picture(1500, 1000));
  put('2020/05/a-300x200.jpg', await picture(300, 200));
  put('2020/05/a-696x464.jpg', await picture(696, 464)); // a size of an old theme
  put('2020/05/ab-300x200.jpg', await picture(300, 200)); // of another picture
  put('2020/05/Käse.jpg', await picture(40, 30));
  put('2020/05/many.jpg', await picture(50, 30));
  put('2020/05/by-month.jpg', await picture(50, 30));
  put('2020/05/paper.pdf', '%PDF-1.4');
  put('2020/05/film.webm', 'film');
  put('2020/05/song.mp3', 'song');
  put('2020/05/still.jpg', await picture(640, 360));
  for (const name of ['page.html', 'run.php', 'no-picture.jpg', 'vector.svg'])
    put(`2020/05/${name}`, '<script>alert(1)</script>');
  writeFileSync(join(root, 'secret.jpg'), await picture(10, 10));
  symlinkSync(join(root, 'secret.jpg'), join(uploads, '2020/05/leads-out.jpg'));
  mkdirSync(join(uploads, '2020/05/folder.jpg'));
});
afterAll(() => rmSync(root, { recursive: true }));

onBothDatabases('files of an import', (get, place) => {
  const text = wxr(items, { url: site });
  const storedPath = (path: string) => join(place().dataDir, 'media', path);
  const mediaOf = (id: number) =>
    get().read.selectFrom('media').selectAll().where('post_id', '=', id).executeTakeFirstOrThrow();

  test('stay at the old site without a folder, and are imported by a later run with one', async () => {
    const without = await importWxr(get(), inPieces(text));
    expect(without.missingFiles.map(({ id }) => Number(id))).toEqual(
      items.filter(({ type }) => type === 'attachment').map(({ id }) => id),
    );
    expect((await mediaOf(1)).file).toBe('');
    const report = await importWxr(get(), inPieces(text), {
      uploads: await UploadsFolder.open(uploads, place().dataDir),
    });
    expect(report.missingFiles.map(({ id, reason }) => [Number(id), reason])).toEqual([
      [3, 'files that end in ".html" are not allowed'],
      [4, 'it is not in the uploads folder'],
      [5, 'it can’t be read as an image'],
      [6, 'it is a link to a file outside the uploads folder'],
      [7, 'its address is not inside wp-content/uploads'],
      [8, 'it is not a regular file'],
      [9, 'its address is not inside wp-content/uploads'],
      [10, 'files that end in ".php" are not allowed'],
      [14, 'files that end in ".svg" are not allowed'],
      [15, 'its address is not inside wp-content/uploads'],
      [16, 'its address is not inside wp-content/uploads'],
    ]);
    expect(report.uploads).toEqual({ files: 8, sizes: 2, copied: 11 });
    expect(
      (await listMediaQueue(get().read, { failed: false }))
        .map(({ mediaId }) => mediaId)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 11, 13, 17, 31]);
    const row = await mediaOf(1);
    expect(row).toMatchObject({
      file: '2020/05/a-scaled.jpg',
      width: 1200,
      height: 800,
      bytes: statSync(join(uploads, '2020/05/a-scaled.jpg')).size,
    });
    expect(JSON.parse(row.sizes)).toEqual({
      medium: { file: 'a-300x200.jpg', width: 300, height: 200, mime: 'image/jpeg' },
      'a-696x464.jpg': { file: 'a-696x464.jpg', width: 696, height: 464, mime: 'image/jpeg' },
      'original:a.jpg': { file: 'a.jpg', width: 1500, height: 1000, mime: 'image/jpeg', original: 'named' },
    });
    expect((await mediaOf(11)).file).toBe('2020/05/Käse.jpg');
    expect((await mediaOf(13)).file).toBe('sites/3/2020/05/many.jpg');
    expect((await mediaOf(2)).file).toBe('2020/05/paper.pdf');
    for (const path of ['2020/05/a.jpg', '2020/05/a-scaled.jpg', '2020/05/a-696x464.jpg']) {
      expect(readFileSync(storedPath(path)).equals(readFileSync(join(uploads, path)))).toBe(true);
    }
    for (const path of [
      '2020/05/page.html',
      '2020/05/run.php',
      '2020/05/ab-300x200.jpg',
      '2020/05/leads-out.jpg',
      '2020/05/vector.svg',
      '../secret.jpg',
    ]) {
      expect([path, existsSync(storedPath(path))]).toEqual([path, false]);
    }
  });

  test('get our srcset in texts, under their local addresses', async () => {
    const url = `${site}/wp-content/uploads/2020/05/a-300x200.jpg`;
    const found = (await findMediaByUrls({ database: get(), siteUrl: 'https://here.example' }, [url])).get(
      url,
    );
    expect(found?.srcset).toBe(
      ['300x200.jpg 300w', '696x464.jpg 696w', 'scaled.jpg 1200w']
        .map((name) => `https://here.example/wp-content/uploads/2020/05/a-${name}`)
        .join(', '),
    );
    expect(
      (await findPictures({ database: get(), siteUrl: 'https://here.example' }, [11])).get(11)?.fullUrl,
    ).toBe('https://here.example/wp-content/uploads/2020/05/K%C3%A4se.jpg');
  });

  test('are imported once: a further run changes nothing, and never overwrites other files', async () => {
    const before = await dumpTables(get());
    const folder = await UploadsFolder.open(uploads, place().dataDir);
    expect((await importWxr(get(), inPieces(text), { uploads: folder })).uploads).toEqual({
      files: 0,
      sizes: 0,
      copied: 0,
    });
    expect(await dumpTables(get())).toEqual(before);
    put('2020/06/b.jpg', await picture(60, 40));
    mkdirSync(storedPath('2020/06'), { recursive: true });
    writeFileSync(storedPath('2020/06/b.jpg'), 'ours');
    mkdirSync(storedPath('2020/07'), { recursive: true });
    put('2020/07/c.jpg', await picture(60, 40));
    linkSync(join(uploads, '2020/07/c.jpg'), storedPath('2020/07/c.jpg')); // copied by hand before
    const report = await importWxr(
      get(),
      inPieces(wxr([attachment(21, '2020/06/b.jpg'), attachment(22, '2020/07/c.jpg')], { url: site })),
      { uploads: folder },
    );
    expect(report.missingFiles).toEqual([
      {
        id: '21',
        title: 'Title 21',
        url: `${site}/wp-content/uploads/2020/06/b.jpg`,
        reason: 'another file already has the name 2020/06/b.jpg',
      },
    ]);
    expect(readFileSync(storedPath('2020/06/b.jpg'), 'utf8')).toBe('ours');
    expect([report.uploads, (await mediaOf(22)).file]).toEqual([
      { files: 1, sizes: 0, copied: 0 },
      '2020/07/c.jpg',
    ]);
  });

  test('with invalid target paths stay at the old site, and later ones are imported', async () => {
    for (const name of ['wall', 'far', 'brink', 'near']) put(`2020/09/${name}.jpg`, await picture(60, 40));
    const at = (id: number, path: string, name: string) =>
      attachment(id, path, { _wp_attached_file: `2020/09/${name}.jpg` });
    const through = '2020/09/wall.jpg/inside.jpg';
    const deep = `${`${'x'.repeat(200)}/`.repeat(30)}far.jpg`;
    const room = 4095 - storedPath('').length; // remaining bytes of a path
    const brink = `${`${'y'.repeat(200)}/`.repeat(Math.floor((room - 100) / 201))}${'z'.repeat(240)}.jpg`;
    const report = await importWxr(
      get(),
      inPieces(
        wxr(
          [
            attachment(71, '2020/09/wall.jpg'),
            at(72, through, 'far'),
            at(73, deep, 'far'),
            at(74, brink, 'brink'),
            attachment(75, '2020/09/near.jpg'),
          ],
          { url: site },
        ),
      ),
      { uploads: await UploadsFolder.open(uploads, place().dataDir) },
    );
    expect(report.missingFiles.map(({ id, reason }) => [id, reason])).toEqual([
      ['72', `its address ${through} leads through an existing file`],
      ['73', `its address ${deep.slice(0, 200)}… is too long for a file name`],
      ['74', `its address ${brink.slice(0, 200)}… is too long for a file name`],
    ]);
    expect([report.uploads, (await mediaOf(75)).file]).toEqual([
      { files: 2, sizes: 0, copied: 2 },
      '2020/09/near.jpg',
    ]);
  });

  test('are found with decomposed accents, and keep the export’s names', async () => {
    const apart = (path: string) => path.normalize('NFD');
    put(apart('2020/08/Käse.jpg'), await picture(1200, 800));
    put(apart('2020/08/Käse-300x200.jpg'), await picture(300, 200));
    put('2020/08/Rübe.jpg', await picture(60, 40));
    const folder = await UploadsFolder.open(uploads, place().dataDir);
    const report = await importWxr(
      get(),
      inPieces(
        wxr([attachment(41, '2020/08/Käse.jpg'), attachment(42, apart('2020/08/Rübe.jpg'))], { url: site }),
      ),
      { uploads: folder },
    );
    expect([report.missingFiles, report.uploads]).toEqual([[], { files: 2, sizes: 1, copied: 3 }]);
    const row = await mediaOf(41);
    expect([row.file, JSON.parse(row.sizes)]).toMatchObject([
      '2020/08/Käse.jpg',
      { 'Käse-300x200.jpg': { file: 'Käse-300x200.jpg', width: 300 } },
    ]);
    expect((await mediaOf(42)).file).toBe(apart('2020/08/Rübe.jpg'));
    for (const path of ['2020/08/Käse.jpg', '2020/08/Käse-300x200.jpg', apart('2020/08/Rübe.jpg')]) {
      expect([path, existsSync(storedPath(path))]).toEqual([path, true]);
    }
  });

  test('report an invalid folder', async () => {
    await expect(UploadsFolder.open(join(root, 'secret.jpg'), place().dataDir)).rejects.toThrow(
      /is not a folder/,
    );
    await expect(UploadsFolder.open(join(root, 'nowhere'), place().dataDir)).rejects.toThrow(
      /could not be read/,
    );
  });

  test('of films, stills, music and downloads are played and linked in texts once imported', async () => {
    const post = await findPost(get().read, 33);
    if (!post) throw new Error('The text was not imported.');
    const fail = (_details: object, message: string) => expect.unreachable(message);
    const { nodes } = await createDocumentStore(testContent(get()), { warn: fail, error: fail }).post(post);
    await expect
      .poll(() => get().read.selectFrom('post_render').select('post_id').execute())
      .toEqual([{ post_id: 33 }]); // it is retained in the meantime
    const html = nodes.join('');
    const uploaded = 'https://example.test/wp-content/uploads/2020/05/';
    expect(html).toContain(
      `<video controls poster="${uploaded}still.jpg" src="${uploaded}film.webm" style="aspect-ratio:640/360" preload="none"></video>`,
    );
    expect(html).toContain(
      `<audio controls preload="none"><source src="${uploaded}song.mp3" type="audio/mpeg"></audio>`,
    );
    expect(html).toContain(
      `<a href="${uploaded}paper.pdf">Paper</a><a href="${uploaded}paper.pdf" class="wp-block-file__button" download>`,
    );
    expect(html).toContain(
      `<a href="${uploaded}film.webm#t=3">The film</a>, <a href="${old}lost.pdf">lost</a>`,
    );
  });

  test('are applied to earlier texts: by address, id, and in galleries without ids', async () => {
    const late: FixtureItem[] = [
      {
        id: 51,
        slug: 'by-address',
        content: `<p><img src="${site}/wp-content/uploads/2020/09/late-300x200.jpg"><a href="${site}/wp-content/uploads/2020/09/late.pdf">Paper</a></p>`,
      },
      { id: 52, slug: 'by-id', content: `<img class="wp-image-55" src="${site}/2020/09/late.jpg">` },
      { id: 53, slug: 'all', content: '[gallery]' },
      { id: 54, slug: 'none', content: '<p>No file</p>' },
    ];
    await importWxr(get(), inPieces(wxr(late, { url: site })));
    const fail = (_details: object, message: string) => expect.unreachable(message);
    const ids = [51, 52, 53, 54];
    const read = async () => {
      const documents = createDocumentStore(testContent(get()), { warn: fail, error: fail });
      return Promise.all(
        ids.map(async (id) =>
          (
            await documents.post((await findPost(get().read, id)) ?? expect.fail('It was not imported.'))
          ).nodes.join(''),
        ),
      );
    };
    const cachedIds = async () =>
      (
        await get()
          .read.selectFrom('post_render')
          .select('post_id')
          .where('post_id', 'in', ids)
          .orderBy('post_id')
          .execute()
      ).map((row) => row.post_id);
    expect((await read())[0]).toContain(`${site}/wp-content/uploads/2020/09/late.pdf`);
    await expect.poll(cachedIds).toEqual(ids);
    put('2020/09/late.jpg', await picture(1200, 800));
    put('2020/09/late-300x200.jpg', await picture(300, 200));
    put('2020/09/late.pdf', '%PDF-1.4');
    const files = [{ ...attachment(55, '2020/09/late.jpg'), parent: 53 }, attachment(56, '2020/09/late.pdf')];
    const receivedTags: string[] = [];
    const stop = get().bus.listen((emissions) => receivedTags.push(...emissions.map(({ tag }) => tag)));
    await importWxr(get(), inPieces(wxr(files, { url: site })), {
      uploads: await UploadsFolder.open(uploads, place().dataDir),
    });
    stop();
    expect(await cachedIds()).toEqual([54]);
    expect(receivedTags).toEqual(expect.arrayContaining(['post:51', 'post:52', 'post:53']));
    expect(receivedTags).not.toContain('post:54');
    const [byAddress = '', byId = '', all = ''] = await read();
    const uploaded = 'https://example.test/wp-content/uploads/2020/09/';
    expect(byAddress).toContain(`href="${uploaded}late.pdf"`);
    for (const html of [byAddress, byId, all])
      expect(html).toContain(`srcset="${uploaded}late-300x200.jpg 300w, ${uploaded}late.jpg 1200w"`);
    // Once all are shown it is not scanned again: a further run finds it unchanged.
    await expect.poll(cachedIds).toEqual(ids);
    await importWxr(get(), inPieces(wxr(files, { url: site })));
    expect(await cachedIds()).toEqual(ids);
  });

  test('are linked by menus of an earlier export', async () => {
    const kit = `${site}/wp-content/uploads/2020/10/kit.pdf`;
    const parts = [termXml({ taxonomy: 'nav_menu', slug: 'footer', id: 900 })];
    await importWxr(
      get(),
      inPieces(wxr([menuItem(61, 'footer', { url: kit, title: 'Kit' })], { url: site, parts })),
    );
    await get().write(async (tx) => assignMenu(tx, 'footer', (await findMenuBySlug(tx.db, 'footer'))?.id));
    const { menus, close } = createContent(get(), 'https://example.test');
    const address = async () => (await menus.at('footer')).nodes.map(({ url }) => url);
    expect(await address()).toEqual([kit]);
    put('2020/10/kit.pdf', '%PDF-1.4');
    await importWxr(get(), inPieces(wxr([attachment(62, '2020/10/kit.pdf')], { url: site })), {
      uploads: await UploadsFolder.open(uploads, place().dataDir),
    });
    expect(await address()).toEqual(['/wp-content/uploads/2020/10/kit.pdf']);
    await close();
  });
});
