import { beforeAll, expect, test } from 'vitest';
import { makeActors } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, postOf } from '../../../test/harness/factories.ts';
import { startQueues } from '../../kernel/jobs/job-queue.ts';
import { countFiltered, listFilteredIds } from '../posts/list-filtered.ts';
import { editableBy } from '../posts/policy.ts';
import { deletePost, updatePost } from '../posts/writer.ts';
import { saveSettings } from '../settings/store.ts';
import { createTemplate } from '../templates/writer.ts';
import { writeUserMeta } from '../users/writer.ts';
import { areMentionsNoted, mentionsQueue } from './jobs.ts';
import { findMediaFiles } from './media-files.ts';
import { mediaNames } from '../../lib/markup/media-names.ts';
import { findUses, usedBesidePosts } from './uses.ts';
import { saveGeneratedSizes, saveMedia } from './writer.ts';

test('finds files in texts by URLs of any size and host, and by ids in blocks, classes and shortcodes', () => {
  const names = (text: string) => [...mediaNames([text])].toSorted();
  expect(
    names(
      '<img src="https://old.example/wp-content/uploads/2020/05/a-300x200.jpg?w=3" class="x wp-image-12 y">',
    ),
  ).toEqual(['#12', '2020/05/a-300x200.jpg', '2020/05/a-scaled.jpg', '2020/05/a.jpg']);
  expect(
    names('<!-- wp:image {"id":7,"url":"https:\\/\\/x.example\\/wp-content\\/uploads\\/b%20c.png.webp"} -->'),
  ).toEqual(['#7', 'b c.png', 'b c.png.webp']);
  expect(
    names(
      '<!-- wp:gallery {"ids":[1,2]} --><!-- wp:media-text {"mediaId":3} --><!-- wp:group {"style":{"background":{"backgroundImage":{"id":4}}}} -->',
    ),
  ).toEqual(['#1', '#2', '#3', '#4']);
  expect(
    names(
      '[gallery ids="5, 6"] [playlist ids=8 type="video"] [caption id="attachment_9" width="3"]x[/caption]',
    ),
  ).toEqual(['#5', '#6', '#8', '#9']);
  expect(names('[gallery columns="2"]')).toEqual(['+']);
  expect(names(`<!-- wp:image {"id":${'9'.repeat(40)}} --> <!-- wp:x {broken -->`)).toEqual([]);
  expect(mediaNames([Array.from({ length: 9000 }, (_, n) => `wp-image-${n + 1}`).join(' ')]).size).toBe(5000);
});

onBothDatabases('uses of files', (get) => {
  let actors: Actors;
  const uses = async (id: number, actor = actors.editor) => {
    const { parentId } = await postOf(get().read, id);
    const file = (await findMediaFiles(get().read, [id])).get(id) ?? expect.fail('It has no file.');
    const { posts, total, others, copies } = await findUses(get().read, actor, { id, parentId, file });
    return {
      posts: posts.map(({ id: post, ways }) => `${post} ${ways.join()}`),
      total,
      others: others.map(({ kind, title }) => `${kind} ${title}`),
      copies,
    };
  };
  const nothing = { posts: [], total: 0, others: [], copies: [] };
  const unused = async () => {
    const filter = { type: 'attachment', unusedBeside: await usedBesidePosts(get().read) };
    const among = { rule: editableBy(actors.editor, 'attachment'), statuses: ['inherit'] as const };
    const ids = await listFilteredIds(
      get().read,
      { ...filter, order: 'id', descending: false, limit: 50, offset: 0 },
      among,
    );
    expect(await countFiltered(get().read, filter, among)).toBe(ids.length);
    return ids;
  };
  const media = (file: string, more: Parameters<typeof makeMedia>[1] = {}) =>
    get().write((tx) => makeMedia(tx, { ...more, file: { file, ...more.file } }));

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('[IMP-04] lists every kind of use, adds and removes uses as texts change, and finds unused files', async () => {
    const [lead, named, sized, attached, free] = [
      await media('2026/02/lead.jpg'),
      await media('2026/02/named.jpg'),
      await media('2026/02/sized-scaled.jpg'),
      await media('2026/02/attached.jpg'),
      await media('2026/02/free.jpg'),
    ];
    const absent = await media('', {
      file: { sourceUrl: 'https://old.example/wp-content/uploads/2019/01/jam%C3%A1s.jpg' },
    });
    expect(await unused()).toEqual([lead, named, sized, attached, free]);
    const post = await get().write((tx) =>
      makePost(tx, {
        featuredMediaId: lead,
        excerpt: '<img src="/wp-content/uploads/2019/01/jamás-150x150.jpg">',
        content: `<img class="wp-image-${named}"><img src="https://cdn.example/wp-content/uploads/2026/02/sized-768x400.jpg">[gallery]`,
      }),
    );
    const draft = await get().write((tx) =>
      makePost(tx, {
        status: 'draft',
        authorId: actors.editor.id,
        content: `<!-- wp:image {"id":${named}} -->`,
      }),
    );
    await get().write((tx) => updatePost(tx, attached, { parentId: post }));
    expect(await uses(lead)).toEqual({ ...nothing, posts: [`${post} lead`], total: 1 });
    expect(await uses(named)).toEqual({ ...nothing, posts: [`${draft} text`, `${post} text`], total: 2 });
    // Only users who may read a draft see it, but it counts.
    expect(await uses(named, actors.author)).toEqual({ ...nothing, posts: [`${post} text`], total: 2 });
    expect([await uses(sized), await uses(absent)]).toEqual(
      Array.from({ length: 2 }, () => ({ ...nothing, posts: [`${post} text`], total: 1 })),
    );
    expect(await uses(attached)).toEqual({ ...nothing, posts: [`${post} gallery`], total: 1 });
    expect([await uses(free), await unused()]).toEqual([nothing, [free]]);
    await get().write((tx) =>
      updatePost(tx, post, {
        meta: { td_post_video: ['https://x.example/wp-content/uploads/2026/02/free.jpg'] },
      }),
    );
    expect([(await uses(free)).total, await unused()]).toEqual([1, []]);
    await get().write((tx) =>
      updatePost(tx, post, {
        content: 'None.',
        excerpt: '',
        meta: { td_post_video: [] },
        featuredMediaId: 0,
      }),
    );
    expect(await unused()).toEqual([lead, sized, attached, free]);
    await get().write((tx) => deletePost(tx, draft));
    expect(await unused()).toEqual([lead, named, sized, attached, free]);
    expect(await get().read.selectFrom('media_mention').selectAll().execute()).toEqual([]);
    for (const id of [lead, named, sized, attached, free, absent])
      await get().write((tx) => deletePost(tx, id));
  });

  test('counts uses in settings, templates, terms and users, and lists duplicate files', async () => {
    const [logo, drawn, section, face] = [
      await media('2026/03/logo.png'),
      await media('2026/03/drawn.jpg'),
      await media('2026/03/section.jpg'),
      await media('2026/03/face.jpg'),
    ];
    await get().write(async (tx) => {
      await saveSettings(tx, { site_logo: logo });
      await createTemplate(tx, {
        type: 'single',
        title: 'Of one',
        content: `<!-- wp:cover {"id":${drawn}} /-->`,
      });
      await makeTerm(tx, {
        taxonomy: 'category',
        name: 'Sea',
        slug: 'sea',
        description: '<img src="/wp-content/uploads/2026/03/section-300x200.jpg">',
      });
      await writeUserMeta(tx, actors.author.id, { portrait_media_id: [String(face)] });
    });
    expect(await uses(logo)).toEqual({ ...nothing, others: ['setting site_logo'] });
    expect(await uses(drawn)).toEqual({ ...nothing, others: ['template Of one'] });
    expect(await uses(section)).toEqual({ ...nothing, others: ['term Sea'] });
    expect((await uses(face)).others).toEqual([expect.stringMatching(/^user /)]);
    expect(await unused()).toEqual([]);
    // More names than one statement binds, and the name of the original next to the file.
    const free = await media('2026/03/free-scaled.jpg');
    expect([await media('2026/03/wide-scaled.jpg'), await unused()]).toEqual([
      expect.any(Number),
      expect.arrayContaining([free]),
    ]);
    await get().write(async (tx) => {
      for (let part = 0; part < 4; part++) {
        const named = Array.from({ length: 5000 }, (_, n) => `wp-image-${1_000_000 + part * 5000 + n}`);
        await makeTerm(tx, { description: `/wp-content/uploads/2026/03/wide.jpg ${named.join(' ')}` });
      }
    });
    expect(await unused()).toEqual([free]);
    await get().write(async (tx) => {
      await saveMedia(tx, { postId: logo, hash: 'a1' });
      await saveMedia(tx, { postId: drawn, hash: 'a1' });
      // Files from before hashes were stored get theirs with the sizes; a known hash stays.
      const made = { width: 9, height: 9, color: '#102030', focalX: 1, focalY: 1, sizes: {}, hash: 'b2' };
      await saveGeneratedSizes(tx, section, made);
      await saveGeneratedSizes(tx, logo, made);
    });
    expect((await uses(logo)).copies).toEqual([{ id: drawn, title: expect.any(String) }]);
    const filter = {
      type: 'attachment',
      hasCopies: true,
      order: 'id',
      descending: false,
      limit: 9,
      offset: 0,
    } as const;
    expect(await listFilteredIds(get().read, filter)).toEqual([logo, drawn]);
  });

  test('indexes older posts in the background, and reports no file as unused until that is done', async () => {
    const id = await media('2026/04/older.jpg');
    const post = await get().write((tx) => makePost(tx, { content: `<img class="wp-image-${id}">` }));
    await get().write(async (tx) => {
      await tx.db.deleteFrom('media_mention').execute();
      await tx.db
        .insertInto('job')
        .values({ kind: 'media-mentions', key: 'all', payload: '{}', due_at: 1, created_at: 1 })
        .execute();
    });
    expect([(await uses(id)).total, await areMentionsNoted(get().read)]).toEqual([0, false]);
    const log = {
      info: () => {},
      warn: (details: object) => {
        throw new Error(JSON.stringify(details));
      },
    };
    const jobs = startQueues([mentionsQueue({ database: get(), log })], { bus: get().bus, log });
    await expect.poll(() => areMentionsNoted(get().read)).toBe(true);
    await jobs.close();
    expect((await uses(id)).posts).toEqual([`${post} text`]);
  });
});
