import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors, whoMay } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, postOf } from '../../../test/harness/factories.ts';
import { keepMediaQueue } from '../../../test/harness/media-jobs.ts';
import type { Database } from '../../kernel/db/open-database.ts';
import { StaleError } from '../../lib/errors.ts';
import { listActivity } from '../activity/reader.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { findComment } from '../comments/reader.ts';
import { findRender, saveRender } from '../posts/render-store.ts';
import { findPost } from '../posts/reader.ts';
import { updatePost, deletePost } from '../posts/post-commands.ts';
import { saveSettings, readSettings } from '../settings/store.ts';
import { creditKey } from '../types/names.ts';
import { findMediaFiles, findPathsOf } from './media-files.ts';
import { mediaQueueLength } from './queue.ts';
import { findPictures } from './reader.ts';
import { removalQueue } from './jobs.ts';
import { updateMedia, deleteMedia } from './media-commands.ts';
import { uploadMedia, replaceFile } from './upload-commands.ts';

onBothDatabases('media commands', (get, place) => {
  let actors: Actors;
  const made = async (input: Parameters<typeof makeMedia>[1] = {}) =>
    postOf(get().read, await get().write((tx) => makeMedia(tx, input)));
  const post = (id: number) => postOf(get().read, id);
  const fileOf = async (id: number) => (await findMediaFiles(get().read, [id])).get(id);
  const update = (input: unknown, from: number, actor = actors.editor) =>
    get().write((tx) => updateMedia(tx, actor, input as Parameters<typeof updateMedia>[2], from));
  const remove = (id: number, from: number, actor = actors.editor) =>
    get().write((tx) => deleteMedia(tx, actor, { id }, from));
  const upload = (input: unknown, actor: Actors[keyof Actors] = actors.author) =>
    uploadMedia(
      { database: get(), dataDir: place().dataDir },
      actor,
      input as Parameters<typeof uploadMedia>[2],
    );
  const text = { name: 'notes.txt', bytes: Buffer.from('words') };
  /** Files in the uploads folder, except parts being written. */
  const onDisk = () =>
    existsSync(join(place().dataDir, 'media'))
      ? readdirSync(join(place().dataDir, 'media'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
          .toSorted()
      : [];
  const store = async (path: string) => {
    await mkdir(join(place().dataDir, 'media', dirname(path)), { recursive: true });
    await writeFile(join(place().dataDir, 'media', path), path);
  };

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('derives a title from the name without null bytes and bidi controls', async () => {
    const titled = async (name: string) => {
      const { id, file } = await upload({ ...text, name });
      return [(await post(id)).title, basename(file)];
    };
    expect(await titled('a\0b.txt')).toEqual(['ab', expect.stringMatching(/^b(-\d+)?\.txt$/)]);
    expect(await titled('fees\u202Efdp.txt')).toEqual(['feesfdp', expect.stringMatching(/^fees/)]);
    expect(await titled('\u202E\0.txt')).toEqual(['', expect.stringMatching(/^file/)]);
    expect(await titled('نامه\u200cها.txt')).toEqual(['نامه\u200cها', expect.stringMatching(/\.txt$/)]);
  });

  test('users manage their own uploads, and users who can edit others’ posts manage all', async () => {
    expect(
      await whoMay(actors, (actor) =>
        uploadMedia({ database: get(), dataDir: place().dataDir }, actor, text),
      ),
    ).toBe('administrator editor author');
    const own = async (authorId: number | undefined, act: (id: number, from: number) => Promise<unknown>) => {
      const { id, revision } = await made(authorId === undefined ? {} : { authorId });
      await act(id, revision);
    };
    const acts = [
      (actor: Actors[keyof Actors]) => (id: number, from: number) =>
        get().write((tx) => updateMedia(tx, actor, { id, alt: 'New' }, from)),
      (actor: Actors[keyof Actors]) => (id: number, from: number) =>
        get().write((tx) => deleteMedia(tx, actor, { id }, from)),
    ];
    for (const act of acts) {
      expect(await whoMay(actors, (actor) => own(actor?.id, act(actor)))).toBe(
        'administrator editor author contributor',
      );
      expect(await whoMay(actors, (actor) => own(undefined, act(actor)))).toBe('administrator editor');
    }
  });

  test('a refusal leaves no file, no row and no log entry', async () => {
    const [before, files] = [await listActivity(get().read, { limit: 1 }), onDisk()];
    const strange = await get().write((tx) => makePost(tx, { authorId: actors.editor.id }));
    const hidden = await get().write((tx) => makePost(tx, { authorId: actors.editor.id, status: 'draft' }));
    await expect(upload(text, actors.contributor)).rejects.toMatchObject({
      status: 403,
      code: 'rest_cannot_create',
    });
    for (const [input, message] of [
      [{ ...text, name: 'page.html' }, /can't be uploaded/],
      [{ ...text, name: 'picture.svg' }, /can't be uploaded/],
      [{ ...text, name: '' }, /"name"/],
      [{ ...text, parentId: strange }, /not allowed to upload media to this post/],
      [{ ...text, parentId: hidden }, /There is no post/],
      [{ ...text, parentId: 999_999 }, /There is no post/],
      [{ ...text, title: 'a\0' }, /null byte/],
      [{ name: 'sham.jpg', bytes: Buffer.from('<svg/>') }, /no picture/],
    ] as const)
      await expect(upload(input), JSON.stringify(input).slice(0, 60)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    await expect(upload({ ...text, authorId: actors.editor.id })).rejects.toMatchObject({
      status: 403,
      code: 'rest_cannot_edit_others',
    });
    const open = await made({ authorId: actors.editor.id });
    const secret = await made({ authorId: actors.editor.id, parentId: hidden });
    await expect(update({ id: open.id, alt: 'Mine' }, 1, actors.author)).rejects.toMatchObject({
      status: 403,
      code: 'rest_cannot_edit',
    });
    await expect(remove(open.id, 1, actors.author)).rejects.toMatchObject({
      status: 403,
      code: 'rest_cannot_delete',
    });
    for (const id of [secret.id, strange, 999_999]) {
      await expect(update({ id, alt: 'x' }, 1, actors.author)).rejects.toMatchObject({
        status: 404,
        code: 'rest_post_invalid_id',
      });
      await expect(remove(id, 1, actors.author)).rejects.toMatchObject({
        status: 404,
        code: 'rest_post_invalid_id',
      });
    }
    await expect(update({ id: strange, alt: 'x' }, 1)).rejects.toMatchObject({ status: 404 });
    for (const act of [
      () => get().write((tx) => updatePost(tx, actors.editor, { id: open.id, title: 'x' }, 1)),
      () =>
        get().write((tx) =>
          deletePost(
            tx,
            actors.editor,
            {
              id: open.id,
            },
            1,
          ),
        ),
    ])
      await expect(act()).rejects.toMatchObject({ status: 404 });
    expect([await listActivity(get().read, { limit: 1 }), onDisk(), await post(open.id)]).toEqual([
      before,
      files,
      open,
    ]);
  });

  test('an upload has the given fields, sanitized for users who can’t write scripts, and belongs to the user', async () => {
    const evil = '<b>Bell</b><script>x()</script><img src=x onerror=x()>';
    const owner = await get().write((tx) => makePost(tx, { authorId: actors.author.id }));
    await get().write((tx) => saveRender(tx, owner, 'key', {}));
    const fields = {
      ...text,
      title: evil,
      alt: 'A <i>bell</i>',
      caption: evil,
      description: evil,
      credit: evil,
      parentId: owner,
    };
    const emitted = await emittedBy(get(), async () => {
      const { id, file } = await upload(fields);
      expect(await post(id)).toMatchObject({
        type: 'attachment',
        status: 'inherit',
        title: '<b>Bell</b>',
        excerpt: '<b>Bell</b><img src="x">',
        content: '<b>Bell</b><img src="x">',
        authorId: actors.author.id,
        parentId: owner,
        mimeType: 'text/plain',
        commentStatus: 'closed',
        revision: 1,
      });
      expect(await fileOf(id)).toMatchObject({ file, alt: 'A bell', bytes: 5 });
      expect(await listActivity(get().read, { kind: 'post', itemId: id, limit: 9 })).toMatchObject([
        { verb: 'create', userId: actors.author.id, from: 'site', summary: `attachment ${file}` },
      ]);
    });
    expect(emitted).toContain(`post:${owner} change`); // its galleries show all attachments
    expect(await findRender(get().read, owner, 'key')).toBeUndefined();
    const { id } = await upload(fields, actors.administrator);
    expect(await post(id)).toMatchObject({ title: evil, excerpt: evil, content: evil });
  });

  test('changes a file and its post together, and nothing else', async () => {
    const [before, after] = await get().write(async (tx) => [await makePost(tx), await makePost(tx)]);
    const { id } = await made({ parentId: before, authorId: actors.author.id });
    const bystander = await made();
    const sent = {
      title: 'A <em>bell</em>',
      slug: 'great-bell',
      alt: 'A bell',
      caption: 'Rings <b>loud</b>',
      description: '<p>Cast in 1701</p>',
      credit: 'Ann & <i>Co</i>',
      authorId: actors.editor.id,
      parentId: after,
      commentStatus: 'open',
      pingStatus: 'open',
      focalX: 100,
      focalY: 900,
    } as const;
    expect(await emittedBy(get(), () => update({ id, ...sent }, 1))).toEqual([
      `media:${id} change`,
      ...[before, after, id]
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
        .map((one) => `post:${one} change`),
    ]);
    expect(await post(id)).toMatchObject({
      title: sent.title,
      slug: 'great-bell',
      excerpt: sent.caption,
      content: sent.description,
      authorId: actors.editor.id,
      parentId: after,
      commentStatus: 'open',
      pingStatus: 'open',
      status: 'inherit',
      revision: 2,
    });
    expect(await fileOf(id)).toMatchObject({ alt: 'A bell', focalX: 100, focalY: 900 });
    expect(
      await get()
        .read.selectFrom('post_meta')
        .select('value')
        .where('post_id', '=', id)
        .where('key', '=', creditKey)
        .execute(),
    ).toEqual([{ value: sent.credit }]);
    expect(await emittedBy(get(), () => update({ id, ...sent, slug: '' }, 2))).toEqual([]);
    await update({ id, credit: '', parentId: 0 }, 2);
    expect(await post(id)).toMatchObject({ parentId: 0, title: sent.title, revision: 3 });
    expect(await post(bystander.id)).toEqual(bystander);
    expect(
      (await listActivity(get().read, { kind: 'post', itemId: id, limit: 9 })).map(({ summary }) => summary),
    ).toEqual([
      'attachment "A bell": credit, parentId',
      expect.stringMatching(/: title, alt, caption, .*, slug$/),
    ]);
  });

  test('refuses a stale change with both versions, and loses nothing', async () => {
    const { id } = await made({ file: { alt: 'As it was' } });
    await update({ id, alt: 'theirs' }, 1);
    await expect(update({ id, alt: 'mine', caption: 'x' }, 1)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { alt: 'mine', caption: 'x' },
      theirs: { id, alt: 'theirs', caption: '', revision: 2 },
    });
    await expect(remove(id, 1)).rejects.toMatchObject({ status: 409, theirs: { alt: 'theirs' } });
    const saves = await Promise.allSettled(['a', 'b', 'c'].map((alt) => update({ id, alt }, 2)));
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const from of [undefined, Number.NaN, '2'])
      await expect(update({ id, alt: 'x' }, from as number)).rejects.toMatchObject({
        code: 'revision_missing',
      });
  });

  test('no user can give a file to another user or attach it to a post that they can’t edit', async () => {
    const { id } = await made({ authorId: actors.author.id });
    const theirs = await get().write((tx) => makePost(tx, { authorId: actors.editor.id }));
    await expect(update({ id, authorId: actors.editor.id }, 1, actors.author)).rejects.toMatchObject({
      status: 403,
    });
    await expect(update({ id, parentId: theirs }, 1, actors.author)).rejects.toMatchObject({ status: 400 });
    await update(
      { id, caption: 'Hi<script>x()</script>', credit: '<b onclick=x()>Ann</b>' },
      1,
      actors.author,
    );
    expect(await post(id)).toMatchObject({ excerpt: 'Hi', authorId: actors.author.id, parentId: 0 });
  });

  test('refuses invalid input with a message that names the field', async () => {
    const { id } = await made();
    for (const [input, message] of [
      [{ focalX: 1001 }, /"focalX".*at most 1000/],
      [{ alt: 7 }, /"alt".*expected text/],
      [{ title: 'a\0' }, /null byte/],
      [{ parentId: -1 }, /at least 0/],
      [{ caption: 'x'.repeat(20_001) }, /20000 characters/],
      [{ commentStatus: 'maybe' }, /use one of open, closed/],
      [{ file: '../x' }, /Unknown field "file"/],
      [{ status: 'publish' }, /Unknown field "status"/],
      [{ authorId: 999_999 }, /no user 999999/],
      [{ parentId: 999_999 }, /no post 999999/],
      [{ parentId: id }, /no post/],
    ] as const) {
      await expect(update({ id, ...input }, 1), JSON.stringify(input).slice(0, 60)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    }
    for (const input of [undefined, null, [], {}, { id: 0 }])
      await expect(update(input, 1)).rejects.toMatchObject({ status: 400 });
  });

  test('replacing a file keeps its URL, texts and uses, generates its sizes again and deletes the former ones', async () => {
    const drawn = (colour: string, width: number, height = 400) =>
      sharp({ create: { width, height, channels: 3, background: colour } })
        .jpeg()
        .toBuffer();
    const { id } = await upload({
      name: 'harbour.jpg',
      bytes: await drawn('#aa2020', 800),
      alt: 'The harbour',
      title: 'Harbour',
    });
    const file = (await fileOf(id))?.file ?? '';
    const log = {
      info: () => {},
      warn: (details: object) => {
        throw new Error(JSON.stringify(details));
      },
    };
    const jobs = keepMediaQueue(get(), place().dataDir, log);
    const ready = () => expect.poll(async () => (await mediaQueueLength(get().read)).waiting).toBe(0);
    await ready();
    const first = await findPathsOf(get().read, id);
    expect(first).toEqual(expect.arrayContaining([expect.stringContaining('harbour-300x150.jpg')]));
    const article = await get().write((tx) => makePost(tx, { featuredMediaId: id }));
    const replace = async (bytes: Buffer, from: number, actor: Actors[keyof Actors] = actors.author) =>
      replaceFile({ database: get(), dataDir: place().dataDir }, actor, { id, bytes }, from);
    const before = await post(id);
    const bytes = await drawn('#2020aa', 600, 600);
    // Rejected without changes: others' files, stale revisions, other types, files that aren't images.
    const was = readFileSync(join(place().dataDir, 'media', file));
    await expect(replace(bytes, before.revision, actors.contributor)).rejects.toThrow('not allowed');
    await expect(replace(bytes, before.revision - 1)).rejects.toBeInstanceOf(StaleError);
    await expect(replace(await sharp(bytes).png().toBuffer(), before.revision)).rejects.toThrow(
      'this is a .png file',
    );
    await expect(replace(Buffer.from('<svg onload=alert(1)>'), before.revision)).rejects.toThrow(
      'this is not an image',
    );
    expect([
      readFileSync(join(place().dataDir, 'media', file)).equals(was),
      await post(id),
      readdirSync(join(place().dataDir, 'media', '.parts')),
    ]).toEqual([true, before, []]);
    expect(await emittedBy(get(), () => replace(bytes, before.revision))).toEqual(
      expect.arrayContaining([`media:${id} change`, `post:${id} change`, 'jobs:media-sizes change']),
    );
    await ready();
    expect(await fileOf(id)).toMatchObject({ file, alt: 'The harbour', edition: 1, width: 600, height: 600 });
    expect(await post(id)).toMatchObject({ title: 'Harbour', revision: before.revision + 1 });
    expect(await post(article)).toMatchObject({ featuredMediaId: id });
    expect((await sharp(join(place().dataDir, 'media', file)).stats()).dominant.b).toBeGreaterThan(120);
    const then = await findPathsOf(get().read, id);
    expect(then).toEqual(expect.arrayContaining([expect.stringContaining('harbour-300x300.jpg')]));
    await expect
      .poll(() => onDisk().filter((name) => name.startsWith('harbour')))
      .toEqual(then.map((path) => basename(path)).toSorted());
    expect(
      (await sharp(join(place().dataDir, 'media', dirname(file), 'harbour-150x150.jpg')).stats()).dominant.b,
    ).toBeGreaterThan(120);
    expect(
      (await findPictures({ database: get(), siteUrl: 'https://news.example' }, [id])).get(id)?.fullUrl,
    ).toBe(`https://news.example/wp-content/uploads/${file}?v=1`);
    await jobs.close();
    // A former file that can't be removed doesn't undo the replacement.
    const parts = join(place().dataDir, 'media', '.parts');
    const write: Database['write'] = async (work) => {
      const done = await get().write(work);
      for (const name of readdirSync(parts)) await rm(join(parts, name)).then(() => mkdir(join(parts, name)));
      return done;
    };
    const grey = await drawn('#808080', 500);
    await replaceFile(
      { database: { ...get(), write }, dataDir: place().dataDir },
      actors.author,
      { id, bytes: grey },
      before.revision + 1,
    );
    expect([
      (await fileOf(id))?.width,
      (await sharp(join(place().dataDir, 'media', file)).metadata()).width,
      readdirSync(parts).length,
    ]).toEqual([500, 500, 1]);
    await rm(parts, { recursive: true });
  });

  const drawnAs = (background: string) =>
    sharp({ create: { width: 600, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();

  test('only users who can change both attachments of a shared file can replace it', async () => {
    const bytes = await drawnAs('#2020aa');
    const { id: first } = await upload({ name: 'shared.jpg', bytes, alt: '', title: 'Shared' });
    const file = (await fileOf(first))?.file ?? '';
    const second = await get().write((tx) => makeMedia(tx, { authorId: actors.editor.id, file: { file } }));
    const replace = async (actor: Actors[keyof Actors]) =>
      replaceFile(
        { database: get(), dataDir: place().dataDir },
        actor,
        { id: first, bytes: await drawnAs('#aa2020') },
        (await post(first)).revision,
      );
    const before = [await post(first), await post(second), await fileOf(first), await fileOf(second)];
    const was = readFileSync(join(place().dataDir, 'media', file));
    await expect(replace(actors.author)).rejects.toMatchObject({
      status: 403,
      code: 'rest_cannot_edit',
      capability: 'edit_others_posts',
    });
    expect([await post(first), await post(second), await fileOf(first), await fileOf(second)]).toEqual(
      before,
    );
    expect(readFileSync(join(place().dataDir, 'media', file)).equals(was)).toBe(true);
    await replace(actors.editor);
    expect([(await fileOf(first))?.edition, (await fileOf(second))?.edition]).toEqual([1, 1]);
  });

  test('deletes a file with its page, comments, sizes and references, and keeps files that another attachment shares', async () => {
    const picture = await made({
      file: {
        file: '2026/02/bell-scaled.jpg',
        sizes: {
          medium: { file: 'bell-300x200.webp', width: 300, height: 200, mime: 'image/webp' },
          odd: { file: '../../../keep.txt', width: 1, height: 1, mime: 'x' },
        },
      },
    });
    const twin = await made({ file: { file: '2026/02/twin.jpg' } });
    const heir = await made({ file: { file: '2026/02/twin.jpg' } });
    const paths = [
      '2026/02/bell-scaled.jpg',
      '2026/02/bell.jpg',
      '2026/02/bell-300x200.webp',
      '2026/02/other.jpg',
      '2026/02/twin.jpg',
      'keep.txt',
    ];
    for (const path of paths) await store(path);
    await writeFile(join(place().dataDir, 'keep.txt'), 'outside');
    const [article, comment] = await get().write(async (tx) => [
      await makePost(tx, { featuredMediaId: picture.id }),
      await makeComment(tx, { postId: picture.id }),
    ]);
    await get().write((tx) => saveSettings(tx, { site_logo: picture.id, site_icon: twin.id }));
    const emitted = await emittedBy(get(), () => remove(picture.id, 1));
    expect(emitted).toEqual(
      expect.arrayContaining([
        `media:${picture.id} remove`,
        `post:${picture.id} remove`,
        `post:${article} change`,
        'setting:site_logo change',
        'jobs:media-removal change',
      ]),
    );
    expect([
      await findPost(get().read, picture.id),
      await findComment(get().read, comment),
      await findPathsOf(get().read, picture.id),
    ]).toEqual([undefined, undefined, []]);
    expect(await post(article)).toMatchObject({ featuredMediaId: 0, revision: 2 });
    const { settings } = await readSettings(get().read);
    expect([settings.site_logo, settings.site_icon]).toEqual([0, twin.id]);
    await remove(twin.id, 1);
    expect(onDisk()).toEqual(expect.arrayContaining(['bell.jpg', 'twin.jpg'])); // removed after the deletion is committed
    const log = {
      info: () => {},
      warn: (details: object) => {
        throw new Error(JSON.stringify(details));
      },
    };
    const jobs = startQueues([removalQueue({ database: get(), dataDir: place().dataDir, log })], {
      bus: get().bus,
      log,
    });
    await expect
      .poll(
        async () =>
          (await get().read.selectFrom('job').select('id').where('kind', '=', 'media-removal').execute())
            .length,
      )
      .toBe(0);
    await jobs.close();
    expect(onDisk().filter((name) => /bell|twin|other|keep/.test(name))).toEqual([
      'keep.txt',
      'other.jpg',
      'twin.jpg',
    ]);
    expect(existsSync(join(place().dataDir, 'keep.txt'))).toBe(true);
    expect(await fileOf(heir.id)).toMatchObject({ file: '2026/02/twin.jpg' });
    expect(await listActivity(get().read, { kind: 'post', itemId: picture.id, limit: 9 })).toMatchObject([
      { verb: 'delete', summary: `attachment "${picture.title}" (2026/02/bell-scaled.jpg)` },
    ]);
  });
});
