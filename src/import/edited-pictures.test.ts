import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { testContent } from '../../test/harness/load-context.ts';
import { inPieces, wxr } from '../../test/fixtures/wxr.ts';
import type { FixtureItem } from '../../test/fixtures/wxr.ts';
import { findPathsOf } from '../modules/media/media-files.ts';
import { findMediaByUrls, findPictures } from '../modules/media/reader.ts';
import { saveGeneratedSizes } from '../modules/media/writer.ts';
import { findPost } from '../modules/posts/reader.ts';
import { createDocumentStore } from '../site/pages/document-store.ts';
import { importWxr } from './import-wxr.ts';
import { UploadsFolder } from './uploads.ts';

const root = mkdtempSync(join(tmpdir(), 'broadsheet-edited-'));
const uploads = join(root, 'uploads');
const site = 'https://edited.example';
const oldFolder = `${site}/wp-content/uploads/2020/05`;
const edit = 'e1600000000000';

const linked = `<p><a href="${oldFolder}/photo.jpg"><img src="${oldFolder}/photo-300x200.jpg"></a></p>`;

const put = async (name: string, width: number, height: number) => {
  mkdirSync(join(uploads, '2020/05'), { recursive: true });
  writeFileSync(
    join(uploads, '2020/05', name),
    await sharp({ create: { width, height, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer(),
  );
};
const php = (files: Readonly<Record<string, string>>) =>
  `a:${Object.keys(files).length}:{${Object.entries(files)
    .map(
      ([name, file]) =>
        `s:${name.length}:"${name}";a:3:{s:5:"width";i:1;s:6:"height";i:1;s:4:"file";s:${file.length}:"${file}";}`,
    )
    .join('')}}`;
const attachment = (id: number, file: string, backup: Readonly<Record<string, string>>): FixtureItem => ({
  id,
  type: 'attachment',
  status: 'inherit',
  slug: `edited-${id}`,
  attachmentUrl: `${oldFolder}/${file}`,
  meta: { _wp_attached_file: `2020/05/${file}`, _wp_attachment_backup_sizes: php(backup) },
});

beforeAll(async () => {
  // Cropped, with all earlier files.
  for (const [name, width, height] of [
    [`photo-${edit}.jpg`, 800, 800],
    [`photo-${edit}-300x300.jpg`, 300, 300],
    ['photo.jpg', 1200, 800],
    ['photo-300x200.jpg', 300, 200],
    ['photo-696x464.jpg', 696, 464],
    ['photo-other-300x200.jpg', 300, 200],
    // Large ones are scaled down first.
    [`large-scaled-${edit}.jpg`, 800, 800],
    ['large-scaled.jpg', 1500, 1000],
    ['large-300x200.jpg', 300, 200],
    ['large.jpg', 1800, 1200],
    // Only the current file of this one exists.
    [`alone-${edit}.jpg`, 800, 800],
    // Another picture has this one's former name.
    [`taken-${edit}.jpg`, 800, 800],
    ['taken.jpg', 400, 300],
  ] as const)
    await put(name, width, height);
});
afterAll(() => rmSync(root, { recursive: true }));

onBothDatabases('pictures that were edited at the old site', (get, place) => {
  const items = [
    attachment(1, `photo-${edit}.jpg`, { 'full-orig': 'photo.jpg', 'medium-orig': 'photo-300x200.jpg' }),
    attachment(2, `large-scaled-${edit}.jpg`, {
      'full-orig': 'large-scaled.jpg',
      'medium-orig': 'large-300x200.jpg',
    }),
    attachment(3, `alone-${edit}.jpg`, { 'full-orig': 'alone.jpg' }),
    attachment(4, `taken-${edit}.jpg`, {}),
    attachment(5, 'taken.jpg', {}),
    { id: 10, slug: 'of-then', content: `${linked}<p><img src="${oldFolder}/alone-300x200.jpg"></p>` },
  ];
  const source = () => ({ database: get(), siteUrl: 'https://here.example' });
  const newFolder = 'https://here.example/wp-content/uploads/2020/05';
  const shown = async (name: string) => {
    const found = (await findMediaByUrls(source(), [`${oldFolder}/${name}`])).get(`${oldFolder}/${name}`);
    return (
      found && [
        found.id,
        found.fullUrl.replace(`${newFolder}/`, ''),
        found.srcset.replaceAll(`${newFolder}/`, ''),
      ]
    );
  };

  test('stay at the old site unchanged, where no file was imported', async () => {
    await importWxr(get(), inPieces(wxr(items, { url: site })));
    expect(await shown('photo-300x200.jpg')).toBeUndefined();
    expect((await shown(`photo-${edit}-300x300.jpg`))?.[0]).toBe(1);
  });

  test('are imported with their former files, which old texts show and link; missing ones use the current files', async () => {
    const documents = createDocumentStore(testContent(get()), { warn: () => {}, error: () => {} });
    const read = async () =>
      (
        await documents.post((await findPost(get().read, 10)) ?? expect.fail('It was not imported.'))
      ).nodes.join('');
    expect(await read()).toContain(`${oldFolder}/photo-300x200.jpg`);
    await expect
      .poll(() => get().read.selectFrom('post_render').select('post_id').execute())
      .toEqual([{ post_id: 10 }]);
    await importWxr(get(), inPieces(wxr(items, { url: site })), {
      uploads: await UploadsFolder.open(uploads, place().dataDir),
    });
    const sizes = 'photo-300x200.jpg 300w, photo-696x464.jpg 696w, photo.jpg 1200w';
    for (const name of ['photo.jpg', 'photo-300x200.jpg', 'photo-1024x683.jpg'])
      expect(await shown(name)).toEqual([1, 'photo.jpg', sizes]);
    expect(await shown('large-300x200.jpg')).toEqual([
      2,
      'large-scaled.jpg',
      'large-300x200.jpg 300w, large-scaled.jpg 1500w',
    ]);
    expect((await shown('alone-300x200.jpg'))?.slice(0, 2)).toEqual([3, `alone-${edit}.jpg`]);
    // An older edit is closer to the current one than the original is.
    expect((await shown('photo-e1500000000000-300x300.jpg'))?.slice(0, 2)).toEqual([1, `photo-${edit}.jpg`]);
    expect((await shown('taken-300x200.jpg'))?.slice(0, 2)).toEqual([5, 'taken.jpg']);
    expect(await shown('phot.jpg')).toBeUndefined();
    const html = await read();
    const uploaded = 'https://example.test/wp-content/uploads/2020/05';
    expect(html).not.toContain(site);
    expect(html).toContain(`href="${uploaded}/photo.jpg"`);
    expect(html).toContain(`${uploaded}/photo-300x200.jpg 300w`);
    expect(html).toContain(`${uploaded}/alone-${edit}.jpg`);
  });

  test('appear without former versions that they lack', async () => {
    expect((await findPictures(source(), [1])).get(1)?.srcset.replaceAll(`${newFolder}/`, '')).toBe(
      `photo-${edit}-300x300.jpg 300w, photo-${edit}.jpg 800w`,
    );
    await get().write((tx) =>
      saveGeneratedSizes(tx, 1, {
        width: 800,
        height: 800,
        color: '',
        focalX: 500,
        focalY: 500,
        sizes: {},
        hash: '',
        bytes: 1,
      }),
    );
    expect(await shown('photo.jpg')).toEqual([1, 'photo.jpg', expect.stringContaining('696w')]);
    const paths = await findPathsOf(get().read, 1);
    expect(paths).toEqual(
      expect.arrayContaining(
        ['photo.jpg', 'photo-300x200.jpg', 'photo-696x464.jpg'].map((name) => `2020/05/${name}`),
      ),
    );
    expect(existsSync(join(place().dataDir, 'media/2020/05/photo-other-300x200.jpg'))).toBe(false);
  });
});
