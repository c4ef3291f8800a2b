import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import type { Emission } from '../../kernel/db/invalidation.ts';
import { createPost } from '../posts/writer.ts';
import type { PostInput } from '../posts/writer.ts';
import { toPicture } from './picture.ts';
import { findMediaByUrls, findPictures } from './reader.ts';
import { saveMedia } from './writer.ts';
import type { MediaInput } from './writer.ts';

const siteUrl = 'https://news.example';
const uploads = `${siteUrl}/wp-content/uploads`;
const webp = (name: string, width: number, height: number) => ({
  file: `${name}-${width}x${height}.jpg.webp`,
  width,
  height,
  mime: 'image/webp',
});

onBothDatabases('media', (get) => {
  const content = () => ({ database: get(), siteUrl });
  const attach = (media: Omit<MediaInput, 'postId'>, post: Partial<PostInput> = {}) =>
    get().write(async (tx) => {
      const postId = await createPost(tx, {
        type: 'attachment',
        status: 'inherit',
        title: 'File',
        mimeType: 'image/jpeg',
        ...post,
      });
      await saveMedia(tx, { postId, ...media });
      return postId;
    });

  test('offers a picture in every size with the same aspect ratio', async () => {
    const id = await attach(
      {
        file: '2026/11/été, 1.jpg',
        width: 3000,
        height: 2000,
        alt: 'A "view"',
        color: '#102030',
        focalX: 300,
        sizes: {
          thumbnail: webp('é', 150, 150),
          medium: webp('é', 300, 200),
          large: webp('é', 1024, 683),
          medium_fallback: { file: 'é-300x200.jpg', width: 300, height: 200, mime: 'image/jpeg' },
        },
      },
      { excerpt: 'A <b>caption</b>' },
    );
    const pdf = await attach({ file: '2026/11/a.pdf' }, { mimeType: 'application/pdf' });
    const nowhere = await attach({});
    const found = await findPictures(content(), [id, id, pdf, nowhere, 999_999]);
    expect([...found.keys()]).toEqual([id]);
    expect(found.get(id)).toEqual({
      id,
      width: 3000,
      height: 2000,
      alt: 'A "view"',
      color: '#102030',
      focalX: 300,
      focalY: 500,
      caption: 'A <b>caption</b>',
      version: 2,
      src: `${uploads}/2026/11/%C3%A9-1024x683.jpg.webp`,
      small: `${uploads}/2026/11/%C3%A9-300x200.jpg.webp`,
      srcset: `${uploads}/2026/11/%C3%A9-300x200.jpg.webp 300w, ${uploads}/2026/11/%C3%A9-1024x683.jpg.webp 1024w`,
      fullUrl: `${uploads}/2026/11/%C3%A9t%C3%A9%2C%201.jpg`,
    });
    expect(await findPictures(content(), [])).toEqual(new Map());
  });

  test('URLs keep the file name’s accents as they are: macOS stores them as separate characters', async () => {
    const name = '2026/11/u\u0308ber.jpg';
    const id = await attach({
      file: name,
      width: 900,
      height: 600,
      sizes: { medium: webp('u\u0308ber', 300, 200) },
    });
    const { fullUrl = '', small = '' } = (await findPictures(content(), [id])).get(id) ?? {};
    expect([fullUrl, small]).toEqual([
      `${uploads}/2026/11/u%CC%88ber.jpg`,
      `${uploads}/2026/11/u%CC%88ber-300x200.jpg.webp`,
    ]);
    const address = `https://old.example/wp-content/uploads/${name}`;
    expect((await findMediaByUrls(content(), [address])).get(address)?.id).toBe(id);
  });

  test('uses the exported site’s URL while the file is not here yet', async () => {
    const id = await attach({ sourceUrl: 'https://old.example/2008/06/bell.jpg', width: 800, height: 600 });
    expect((await findPictures(content(), [id])).get(id)).toMatchObject({
      src: 'https://old.example/2008/06/bell.jpg',
      srcset: '',
      width: 800,
    });
  });

  test('finds pictures by URLs in texts', async () => {
    const ours = await attach({ file: '2020/01/über-uns.jpg', width: 10, height: 10 });
    const scaled = await attach({ file: '2020/01/big-scaled.jpg', width: 10, height: 10 });
    const named = await attach({ file: '2020/01/wall-300x200.jpg', width: 10, height: 10 });
    await attach({ file: '2020/01/wall.jpg', width: 10, height: 10 });
    const theirs = await attach({
      sourceUrl: 'https://old.example/2008/06/canola.jpg',
      width: 10,
      height: 10,
    });
    const expected: [string, number | undefined][] = [
      ['/wp-content/uploads/2020/01/über-uns.jpg', ours],
      ['https://any.example/blog/wp-content/uploads/2020/01/%C3%BCber-uns-300x200.jpg?w=3', ours],
      ['/wp-content/uploads/2020/01/über-uns-300x200.jpg.webp', ours],
      ['/wp-content/uploads/2020/01/big.jpg', undefined],
      ['/wp-content/uploads/2020/01/big-1024x9.jpg', scaled],
      ['/wp-content/uploads/2020/01/wall-300x200.jpg', named],
      ['http://old.example/2008/06/canola-300x199.jpg#x', theirs],
      ['https://old.example/2008/06/canola.jpg', theirs],
      ['https://old.example/2008/06/else.jpg', undefined],
      ['%', undefined],
      ['', undefined],
      ['/wp-content/uploads/%E0%A4%A', undefined],
    ];
    const found = await findMediaByUrls(
      content(),
      expected.map(([url]) => url),
    );
    expect(expected.map(([url]) => [url, found.get(url)?.id])).toEqual(expected);
    expect(
      (
        await findMediaByUrls(
          content(),
          Array.from({ length: 1500 }, (_, index) => `/wp-content/uploads/x${index}.jpg`),
        )
      ).size,
    ).toBe(0);
  });

  test('when two sites had a file of one name, a URL refers to its own site’s', async () => {
    const [one, two] = ['https://one.example', 'https://two.example'].map(
      (host) => `${host}/wp-content/uploads/2020/03/flood.jpg`,
    );
    const first = await attach({ file: '2020/03/flood.jpg', sourceUrl: one, width: 900, height: 600 });
    const second = await attach({ sourceUrl: two, width: 900, height: 600 });
    const path = '/wp-content/uploads/2020/03/flood.jpg';
    const expected: [string, number][] = [
      [one ?? '', first],
      [two ?? '', second],
      ['http://two.example/wp-content/uploads/2020/03/flood-300x200.jpg', second],
      [path, first],
      [`https://third.example${path}`, first],
    ];
    const found = await findMediaByUrls(
      content(),
      expected.map(([url]) => url),
    );
    expect(expected.map(([url]) => [url, found.get(url)?.id])).toEqual(expected);
    expect(found.get(two ?? '')?.src).toBe(two);
  });

  test('keeps fields that a change does not name', async () => {
    const emitted: Emission[] = [];
    const id = await attach({ file: '2026/01/a.png', alt: 'Alt', width: 5 });
    const stop = get().bus.listen((emissions) => emitted.push(...emissions));
    await get().write((tx) => saveMedia(tx, { postId: id, height: 7, color: '#ffffff' }));
    await get().write((tx) => saveMedia(tx, { postId: id }));
    stop();
    expect((await findPictures(content(), [id])).get(id)).toMatchObject({
      alt: 'Alt',
      width: 5,
      height: 7,
      color: '#ffffff',
    });
    expect(emitted.slice(0, 2).map(({ tag }) => tag)).toEqual([`post:${id}`, `media:${id}`]);
    for (const file of ['../x.jpg', '/etc/passwd', 'a/../../b', 'a\\b']) {
      await expect(get().write((tx) => saveMedia(tx, { postId: id, file }))).rejects.toThrow('no path below');
    }
    await expect(get().write((tx) => saveMedia(tx, { postId: id, color: 'red;x' }))).rejects.toThrow(
      '#rrggbb',
    );
  });
});

test('a picture without usable sizes is its original', () => {
  const row = {
    id: 1,
    file: 'a.jpg',
    sourceUrl: '',
    edition: 0,
    width: 0,
    height: 0,
    alt: '',
    focalX: 500,
    focalY: 500,
    color: '',
    sizes: 'broken',
    caption: '',
  };
  expect(toPicture(siteUrl, row)).toMatchObject({
    src: `${uploads}/a.jpg`,
    srcset: '',
    fullUrl: `${uploads}/a.jpg`,
  });
  const old = JSON.stringify({
    medium: { file: 'a-300x150.jpg', width: 300, height: 150, mime: 'image/jpeg' },
  });
  expect(toPicture(siteUrl, { ...row, width: 900, height: 450, sizes: old }).srcset).toBe(
    `${uploads}/a-300x150.jpg 300w, ${uploads}/a.jpg 900w`,
  );
  // URLs of a replaced file contain its edition.
  expect(toPicture(siteUrl, { ...row, edition: 2, width: 900, height: 450, sizes: old })).toMatchObject({
    srcset: `${uploads}/a-300x150.jpg?v=2 300w, ${uploads}/a.jpg?v=2 900w`,
    fullUrl: `${uploads}/a.jpg?v=2`,
  });
  expect(toPicture(siteUrl, { ...row, sizes: JSON.stringify({ medium: { file: 3 } }) }).src).toBe(
    `${uploads}/a.jpg`,
  );
});
