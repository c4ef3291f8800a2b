import { beforeAll, expect, test } from 'vitest';
import { emittedBy, makeActors } from '../../../test/harness/actors.ts';
import type { Actors } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, postOf } from '../../../test/harness/factories.ts';
import { listActivity } from '../activity/reader.ts';
import { saveSettings } from '../settings/store.ts';
import { findTerms } from '../terms/reader.ts';
import { createPost, updatePost, trashPost, restorePost, deletePost } from './post-commands.ts';
import { listPostIds } from './list.ts';
import { findIdByOldSlug, findPost, findPostMeta } from './reader.ts';
import { listRevisions } from './revisions.ts';
import * as writer from './writer.ts';

const ahead = Date.UTC(2090, 0, 1);
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

onBothDatabases('post commands', (get) => {
  let actors: Actors;
  const made = async (input: Parameters<typeof makePost>[1] = {}) =>
    postOf(get().read, await get().write((tx) => makePost(tx, input)));
  const post = (id: number) => postOf(get().read, id);
  const create = (input: unknown, actor = actors.editor) =>
    get().write((tx) => createPost(tx, actor, input as Parameters<typeof createPost>[2]));
  const update = (input: unknown, from: number, actor = actors.editor) =>
    get().write((tx) => updatePost(tx, actor, input as Parameters<typeof updatePost>[2], from));
  const trash = (id: number, from: number) => get().write((tx) => trashPost(tx, actors.editor, { id }, from));
  const restore = (id: number, from: number) =>
    get().write((tx) => restorePost(tx, actors.editor, { id }, from));

  beforeAll(async () => {
    actors = await makeActors(get());
  });

  test('a new post has the given fields, and is otherwise a draft by its author', async () => {
    expect(await post(await create({ title: 'Just begun' }, actors.author))).toMatchObject({
      type: 'post',
      status: 'draft',
      title: 'Just begun',
      slug: '',
      authorIds: [actors.author.id],
      publishedAt: 0,
      sticky: false,
      termIds: [expect.any(Number)],
    });
    const [term, picture] = await get().write(async (tx) => [await makeTerm(tx), await makeMedia(tx)]);
    const sent = {
      title: 'All of <em>it</em>',
      status: 'publish',
      slug: 'All of it!',
      content: paragraph('text'),
      excerpt: 'Short <b>said</b>',
      authorIds: [actors.author.id, actors.editor.id],
      publishedAt: Date.UTC(2026, 1, 1),
      sticky: true,
      format: 'gallery',
      commentStatus: 'closed',
      pingStatus: 'open',
      featuredMediaId: picture,
      termIds: [term],
    };
    const details = {
      subtitle: 'Below <i>it</i>',
      smartList: { heading: 'h3', order: 'desc', layout: 'list' },
      seoTitle: 'Found',
      noindex: true,
      canonicalUrl: 'https://other.example/x',
      relatedExclude: [3, 4],
    };
    expect(await post(await create({ ...sent, details }))).toMatchObject({
      ...sent,
      slug: 'all-of-it!',
      details,
    });
    expect(
      await post(
        await create({
          type: 'page',
          title: 'Below',
          status: 'publish',
          parentId: await create({ type: 'page', title: 'Above' }),
          menuOrder: -3,
        }),
      ),
    ).toMatchObject({ type: 'page', menuOrder: -3, slug: 'below' });
  });

  test('no slug is the name of a script or a file of the site', async () => {
    for (const [sent, slug] of [
      ['xmlrpc.php', 'xmlrpc-php'],
      ['robots.txt', 'robots-txt'],
      ['.v1.. 2.', 'v1-2'],
      ['...', 'named'],
    ] as const) {
      expect([
        sent,
        (await post(await create({ type: 'page', title: 'Named', status: 'publish', slug: sent }))).slug,
      ]).toEqual([sent, slug]);
    }
  });

  test('slugs are unique, a date ahead schedules, a date that has come publishes', async () => {
    const twins = await Promise.all([1, 2].map(() => create({ title: 'The same', status: 'publish' })));
    expect((await Promise.all(twins.map(post))).map(({ slug }) => slug).toSorted()).toEqual([
      'the-same',
      'the-same-2',
    ]);
    const id = await create({ title: 'Later', status: 'publish', publishedAt: ahead });
    expect(await post(id)).toMatchObject({ status: 'future', publishedAt: ahead });
    await update({ id, publishedAt: Date.UTC(2020, 0, 1) }, 1);
    expect((await post(id)).status).toBe('publish');
    await update({ id, publishedAt: ahead }, 2);
    expect((await post(id)).status).toBe('future');
    await update({ id, status: 'draft' }, 3);
    expect(await post(id)).toMatchObject({ status: 'draft', publishedAt: ahead, slug: 'later' });
    expect((await listActivity(get().read, { kind: 'post', itemId: id, limit: 1 }))[0]?.summary).toBe(
      'post "Later": future → draft',
    );
  });

  test('a post without a category gets the one of the settings, whatever its status', async () => {
    const [usual, chosen] = await get().write(async (tx) => [await makeTerm(tx), await makeTerm(tx)]);
    await get().write((tx) => saveSettings(tx, { default_category: usual }));
    const draft = await create({ title: 'Draft' });
    expect((await post(draft)).termIds).toEqual([usual]);
    await update({ id: draft, termIds: [] }, 1);
    expect((await post(draft)).termIds).toEqual([usual]);
    expect((await post(await create({ title: 'Out', status: 'publish' }))).termIds).toEqual([usual]);
    expect(
      (await post(await create({ title: 'Out', status: 'publish', termIds: [chosen] }))).termIds,
    ).toEqual([chosen]);
    expect((await post(await create({ type: 'page', title: 'Page', status: 'publish' }))).termIds).toEqual(
      [],
    );
    await get().write((tx) => saveSettings(tx, { default_category: 999_999 }));
    // Without a valid default category, WordPress' default is created.
    const {
      termIds: [first = 0],
    } = await post(await create({ title: 'Out', status: 'publish' }));
    expect((await findTerms(get().read, [first])).get(first)).toMatchObject({
      taxonomy: 'category',
      name: 'Uncategorized',
      slug: 'uncategorized',
    });
    await get().write((tx) => saveSettings(tx, { default_category: null }));
    const others = await Promise.all([1, 2, 3].map(() => create({ title: 'At once' })));
    for (const id of others) expect((await post(id)).termIds).toEqual([first]);
  });

  test('refuses a stale change with both versions, and loses nothing', async () => {
    const { id } = await made({ title: 'Begun', content: paragraph('begun') });
    await update({ id, content: paragraph('theirs') }, 1, actors.administrator);
    await expect(update({ id, content: paragraph('mine'), slug: 'mine' }, 1)).rejects.toMatchObject({
      status: 409,
      code: 'stale',
      mine: { content: paragraph('mine'), slug: 'mine' },
      theirs: { id, content: paragraph('theirs'), revision: 2 },
      message: /saved by someone else in the meantime \(revision 2, yours is based on 1\)/,
    });
    for (const act of [
      trash,
      (of: number, from: number) => get().write((tx) => deletePost(tx, actors.editor, { id: of }, from)),
    ]) {
      await expect(act(id, 1)).rejects.toMatchObject({ status: 409, theirs: { revision: 2 } });
    }
    expect(await post(id)).toMatchObject({ content: paragraph('theirs'), revision: 2 });
    const saves = await Promise.allSettled(['a', 'b', 'c'].map((title) => update({ id, title }, 2)));
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const save of saves)
      if (save.status === 'rejected')
        expect(save.reason).toMatchObject({
          status: 409,
          code: 'stale',
          mine: { title: expect.any(String) },
        });
    for (const from of [undefined, null, '2', Number.NaN]) {
      await expect(update({ id, title: 'x' }, from as number)).rejects.toMatchObject({
        status: 400,
        code: 'revision_missing',
      });
    }
  });

  test('stores the texts before and after as revisions, once each', async () => {
    const { id } = await made({ title: 'First', content: 'one', authorId: actors.author.id });
    await update({ id, title: 'Second' }, 1);
    await update({ id, menuOrder: undefined, commentStatus: 'closed' }, 2);
    await update({ id, content: 'two' }, 3);
    const { revisions } = await listRevisions(get().read, id, { limit: 9 });
    expect(revisions.map(({ title, authorId }) => [title, authorId])).toEqual([
      ['Second', actors.editor.id],
      ['Second', actors.editor.id],
      ['First', actors.author.id],
    ]);
  });

  test('an unchanged update changes nothing, and a change invalidates only pages that show it', async () => {
    const [section, elsewhere] = await get().write(async (tx) => [await makeTerm(tx), await makeTerm(tx)]);
    const mine = await made({
      termIds: [section],
      authorId: actors.author.id,
      meta: { subtitle: ['<i>As it was</i><script>'] },
    });
    const bystander = await made({ termIds: [elsewhere], authorId: actors.contributor.id });
    const same = {
      id: mine.id,
      title: mine.title,
      content: mine.content,
      slug: mine.slug,
      termIds: mine.termIds,
      authorIds: mine.authorIds,
      status: 'publish',
      sticky: false,
      password: '',
      details: { subtitle: '<i>As it was</i><script>', smartList: null },
    };
    expect(await emittedBy(get(), () => update(same, 1, actors.author))).toEqual([]);
    expect(await post(mine.id)).toEqual(mine);
    const emitted = await emittedBy(get(), () => update({ id: mine.id, excerpt: 'New' }, 1));
    expect(emitted).toEqual([
      'jobs:check-post change',
      `list:author:${actors.author.id} change`,
      'list:post change',
      `list:term:${section} change`,
      `post:${mine.id} change`,
    ]);
    const hidden = await emittedBy(get(), () => update({ id: mine.id, status: 'private' }, 2));
    expect(hidden).toEqual([
      `list:author:${actors.author.id} remove`,
      'list:post remove',
      `list:term:${section} remove`,
      `post:${mine.id} remove`,
      'terms:category change',
    ]);
    expect(await post(bystander.id)).toEqual(bystander);
    expect(await listPostIds(get().read, { termId: elsewhere, limit: 9 })).toEqual([bystander.id]);
  });

  test('strips scripts from texts of users who can’t write them, and keeps existing ones byte for byte', async () => {
    const evil = '<p onclick="alert(1)">Hi<script>alert(1)</script></p>';
    const hostile = {
      title: 'A <b>bold</b><script>alert(1)</script>',
      excerpt: `x${evil}`,
      details: { subtitle: '<img src=x onerror=alert(1)>Sub' },
      content: `<!-- wp:html -->\n${evil}\n<!-- /wp:html -->`,
    };
    const cleaned = await post(await create(hostile, actors.author));
    expect(JSON.stringify(cleaned)).not.toMatch(/<script|onclick|onerror|alert/);
    expect(cleaned).toMatchObject({
      title: 'A <b>bold</b>',
      excerpt: 'x<p>Hi</p>',
      content: '<!-- wp:html -->\n<p>Hi</p>\n<!-- /wp:html -->',
      details: { subtitle: 'Sub' },
    });
    expect(await post(await create(hostile, actors.editor))).toMatchObject(hostile);
    const frame = '<!-- wp:html -->\n<iframe srcdoc="<b>an editor\'s</b>"></iframe>\n<!-- /wp:html -->';
    const { id } = await made({ authorId: actors.author.id, content: `${frame}\n\n${paragraph('old')}` });
    await update({ id, content: `${frame}\n\n${paragraph('new<script>1</script>')}` }, 1, actors.author);
    expect((await post(id)).content).toBe(`${frame}\n\n${paragraph('new')}`);
  });

  test('trashing frees the slug, and restoring returns the post', async () => {
    const { id } = await made({ title: 'Thrown away', meta: { keep: ['1'] } });
    await expect(restore(id, 1)).rejects.toMatchObject({ status: 409, code: 'not_trashed' });
    await trash(id, 1);
    expect(await post(id)).toMatchObject({ status: 'trash', slug: 'thrown-away__trashed' });
    await expect(trash(id, 2)).rejects.toMatchObject({ status: 409, code: 'rest_already_trashed' });
    await expect(update({ id, status: 'publish' }, 2)).rejects.toMatchObject({
      status: 409,
      code: 'rest_already_trashed',
    });
    expect((await findPostMeta(get().read, [id])).get(id)?.get('_wp_trash_meta_status')).toEqual(['publish']);
    expect(await findIdByOldSlug(get().read, 'thrown-away')).toBe(id);
    await restore(id, 2);
    expect(await post(id)).toMatchObject({ status: 'draft', slug: 'thrown-away', title: 'Thrown away' });
    expect((await findPostMeta(get().read, [id])).get(id)).toEqual(new Map([['keep', ['1']]]));
    await trash(id, 3);
    const heir = await create({ title: 'Thrown away', status: 'publish' });
    expect((await post(heir)).slug).toBe('thrown-away');
    await restore(id, 4);
    expect((await post(id)).slug).toBe('thrown-away-2');
  });

  test('refuses invalid input with a message that names field, value and limit, and writes nothing', async () => {
    const [tag, picture] = await get().write(async (tx) => [
      await makeTerm(tx, { taxonomy: 'post_tag' }),
      await makeMedia(tx),
    ]);
    const { id } = await made();
    const page = await made({ type: 'page' });
    const refusals: readonly [object, RegExp][] = [
      [{ title: 7 }, /"title" of the post can't be 7; expected text/],
      [{ title: 'x'.repeat(2001) }, /at most 2000 characters, but has 2001/],
      [{ title: 'a\0' }, /null byte/],
      [{ title: '', content: ' ', excerpt: '' }, /title, a text or an excerpt/],
      [{ content: ['x'] }, /"content"/],
      [{ content: 'x'.repeat(5_000_001) }, /5000000 characters/],
      [{ slug: 'x\0' }, /null byte/],
      [{ status: 'trash' }, /"status".*can't be "trash"; use one of publish/],
      [{ status: 'inherit' }, /"status"/],
      [{ type: 'attachment' }, /no such type/],
      [{ type: 'nowhere' }, /no such type/],
      [{ type: 'revision' }, /no such type/],
      [{ authorIds: [] }, /"authorIds" of the post needs at least 1/],
      [{ authorIds: [999_999] }, /no user 999999/],
      [{ authorIds: '1' }, /"authorIds"/],
      [{ publishedAt: -1e14 }, /at least -30610224000000, not -1/],
      [{ publishedAt: 1e20 }, /"publishedAt"/],
      [{ publishedAt: '2026-01-01' }, /"publishedAt" of the post can't be 2026-01-01/],
      [{ status: 'future' }, /needs a date/],
      [{ sticky: 1 }, /true or false/],
      [{ format: 'poster' }, /"format".*can't be "poster"/],
      [{ featuredMediaId: 999_999 }, /no picture 999999/],
      [{ featuredMediaId: page.id }, /no picture/],
      [{ password: 'x'.repeat(256) }, /255 characters/],
      [{ sticky: true, password: 'x' }, /can't be sticky and ask for a password/],
      [{ termIds: [999_999] }, /no term 999999/],
      [{ type: 'page', termIds: [tag] }, /not for posts of the type "page"/],
      [{ type: 'page', sticky: true }, /have no sticky/],
      [{ type: 'page', format: 'video' }, /have no format/],
      [{ menuOrder: 3 }, /have no menuOrder/],
      [{ parentId: page.id }, /have no parents/],
      [{ type: 'page', parentId: id }, /no page \d+; choose another parent/],
      [{ details: { canonicalUrl: 'javascript:alert(1)' } }, /"details.canonicalUrl".*expected a URL/],
      [{ details: { socialImage: '//evil.example/x' } }, /expected a URL/],
      [{ details: { smartList: {} } }, /"details.smartList.heading"/],
      [{ details: { unknown: 1 } }, /Unknown field "unknown"/],
      [{ meta: { _edit_lock: ['1'] } }, /no meta "_edit_lock"/],
      [{ meta: { constructor: ['1'] } }, /no meta "constructor"/],
      [{ guid: 'x' }, /Unknown field "guid"/],
      [{ modifiedAt: 1 }, /Unknown field "modifiedAt"/],
      [{ id: 7 }, /Unknown field "id"/],
    ];
    const count = async () =>
      Number(
        (
          await get()
            .read.selectFrom('post')
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const before = await count();
    for (const [input, message] of refusals) {
      await expect(
        create({ title: 'Fine', ...input }),
        JSON.stringify(input).slice(0, 80),
      ).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) });
    }
    for (const input of [undefined, null, 'x', [], 7])
      await expect(create(input)).rejects.toMatchObject({ status: 400 });
    expect(await count()).toBe(before);
    const now = await post(page.id);
    const child = await made({ type: 'page', parentId: page.id });
    await expect(update({ id: page.id, parentId: child.id }, 1)).rejects.toMatchObject({
      status: 400,
      message: /can't be below itself/,
    });
    await expect(update({ id: page.id, parentId: page.id }, 1)).rejects.toMatchObject({ status: 400 });
    await expect(update({ id: page.id, type: 'post' }, 1)).rejects.toMatchObject({
      status: 400,
      message: /Unknown field "type"/,
    });
    await expect(update({ id: picture, title: 'x' }, 1)).rejects.toMatchObject({ status: 404 });
    for (const odd of [0, -1, 1.5, '1', null])
      await expect(update({ id: odd, title: 'x' }, 1)).rejects.toMatchObject({ status: 400 });
    expect(await post(page.id)).toEqual(now);
  });

  test('a change that fails at its end leaves nothing behind', async () => {
    const { id } = await made();
    await expect(
      get().write(async (tx) => {
        await updatePost(tx, actors.editor, { id, title: 'Half' }, 1);
        await writer.deletePost(tx, id);
        throw new Error('the disk is gone');
      }),
    ).rejects.toThrow('the disk is gone');
    expect((await findPost(get().read, id))?.revision).toBe(1);
    expect(await listActivity(get().read, { kind: 'post', itemId: id, limit: 1 })).toEqual([]);
  });
});
