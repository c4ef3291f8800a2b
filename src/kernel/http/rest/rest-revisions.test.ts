import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makePost, makeUser, postOf } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';
import { listActivity } from '../../../modules/activity/reader.ts';
import { keepAround, keepRevision } from '../../../modules/posts/revisions.ts';
import { updatePost } from '../../../modules/posts/writer.ts';
import { registerPostType } from '../../../modules/types/registry.ts';
import type { TakeBack } from '../../../modules/types/registry.ts';
import { createRole } from '../../../modules/users/role-writer.ts';
import { deleteUser } from '../../../modules/users/writer.ts';

/** A type with content but without revisions. */
const brief = {
  name: 'brief',
  labels: { plural: 'Briefs', singular: 'Brief' },
  restBase: 'briefs',
  supports: ['title', 'editor'],
} as const;

onBothDatabases('revisions and autosaves over REST', (get) => {
  let takeBack: TakeBack | undefined;
  beforeAll(() => {
    takeBack = registerPostType(brief);
  });
  afterAll(() => takeBack?.());
  const rest = useRestApp(get);
  const who = { editor: 0, author: 0, contributor: 0, subscriber: 0, other: 0 };

  beforeAll(() =>
    get().write(async (tx) => {
      for (const role of ['editor', 'author', 'contributor', 'subscriber'] as const)
        who[role] = await makeUser(tx, { login: role, roles: [role] });
      who.other = await makeUser(tx, { login: 'other' });
    }),
  );

  const statusAndCode = async (userId: number, method: string, path: string, body?: unknown) => {
    const { status, json } = await rest.sendAs(userId, method, path, body);
    return [status, json['code']];
  };
  /** The author's post, saved twice. */
  const made = async () => {
    const { json } = await rest.sendAs(who.author, 'POST', '/wp/v2/posts', {
      title: 'First',
      content: '<p>One</p>',
      excerpt: 'Short',
      status: 'publish',
    });
    const id = Number(json['id']);
    await rest.sendAs(who.author, 'PATCH', `/wp/v2/posts/${id}`, {
      title: 'Second & last',
      content: '<p>Two</p>',
    });
    return { id, path: `/wp/v2/posts/${id}` };
  };

  test('renders content as readers see it on request, and skips rendering when only raw content is requested', async () => {
    const { id, path } = await made();
    await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { content: '<p>Three</p>' });
    const renderedFor = async (address: string) => {
      rest.rendered.length = 0;
      const { status, text } = await rest.getAs(who.author, `${address}_fields=id,content.raw`);
      expect([status, text.includes('"raw"')]).toEqual([200, true]);
      const before = rest.rendered.length;
      for (const fields of ['id,content', 'content.raw,content.rendered', ''])
        await rest.getAs(who.author, `${address}_fields=${fields}`);
      return [before, rest.rendered.length];
    };
    expect(await renderedFor(`/wp/v2/posts/${id}?context=edit&`)).toEqual([0, 3]);
    expect(await renderedFor(`${path}/revisions?context=edit&`)).toEqual([0, 9]);
    expect(await renderedFor(`${path}/autosaves?context=edit&`)).toEqual([0, 3]);
  });

  test('restores the texts of a revision, and saves the replaced ones', async () => {
    const { id, path } = await made();
    const [first] = (await rest.getAs(who.author, `${path}/revisions?order=asc`)).list;
    const address = (revision: unknown, of: number = id) =>
      `/broadsheet/v1/posts/${of}/revisions/${String(revision)}`;
    const stale = await rest.sendAs(who.author, 'POST', address(first?.['id']), { revision: 1 });
    expect([stale.status, stale.json['code'], stale.json['data']]).toEqual([
      409,
      'stale',
      {
        status: 409,
        mine: { title: 'First', content: '<p>One</p>', excerpt: 'Short' },
        theirs: expect.objectContaining({ id, revision: 2 }),
      },
    ]);
    const { status, json, text } = await rest.sendAs(who.author, 'POST', address(first?.['id']), {
      revision: 2,
    });
    expect([status, json], text).toEqual([
      200,
      expect.objectContaining({
        id,
        status: 'publish',
        revision: 3,
        title: expect.objectContaining({ raw: 'First' }),
        content: expect.objectContaining({ raw: '<p>One</p>' }),
      }),
    ]);
    const titles = (await rest.getAs(who.author, `${path}/revisions?context=edit`)).list.map(
      (one) => one['title']?.['raw'],
    );
    expect(titles).toEqual(['First', 'Second & last', 'First']);
    expect((await listActivity(get().read, { limit: 1 }))[0]).toMatchObject({
      verb: 'restore',
      kind: 'post',
      itemId: id,
      userId: who.author,
    });
    // An autosave, and two concurrent requests without a revision.
    const { json: typed } = await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { title: 'Typed' });
    const both = await Promise.all(
      [typed['id'], first?.['id']].map(
        async (revision) => (await rest.sendAs(who.author, 'POST', address(revision))).status,
      ),
    );
    expect(both).toEqual([200, 200]);
    // No permission, another post's revision, a missing one.
    const other = await made();
    expect(await statusAndCode(who.other, 'POST', address(first?.['id']))).toEqual([403, 'rest_cannot_edit']);
    expect(await statusAndCode(who.editor, 'POST', address(first?.['id'], other.id))).toEqual([
      404,
      'rest_revision_parent_id_mismatch',
    ]);
    expect(await statusAndCode(who.editor, 'POST', address(999_999))).toEqual([404, 'rest_post_invalid_id']);
    expect(await statusAndCode(who.editor, 'POST', address(first?.['id'], 999_999))).toEqual([
      404,
      'rest_post_invalid_parent',
    ]);
    expect(await statusAndCode(who.editor, 'GET', address(first?.['id']))).toEqual([404, 'rest_no_route']);
    const { headers } = await rest.sendAs(who.author, 'OPTIONS', address(first?.['id']));
    expect(headers['allow']).toBe('POST');
  });

  test('users who can edit a post list and see its revisions, with raw texts', async () => {
    const { id, path } = await made();
    const { status, list, headers } = await rest.getAs(who.author, `${path}/revisions?context=edit`);
    expect([status, list.length, headers['x-wp-total'], headers['cache-control']]).toEqual([
      200,
      2,
      '2',
      'no-store',
    ]);
    const [newest, first] = list;
    expect(newest).toMatchObject({
      author: who.author,
      parent: id,
      slug: `${id}-revision-v1`,
      title: { raw: 'Second & last', rendered: 'Second &#038; last' },
      content: { raw: '<p>Two</p>', rendered: '<rendered><p>Two</p></rendered>' },
      excerpt: { raw: 'Short', rendered: '<p>Short</p>\n' },
      _links: { parent: [{ href: `${siteUrl}/wp-json/wp/v2/posts/${id}` }] },
    });
    expect((await rest.getAs(who.author, `${path}/revisions/${first?.['id']}`)).json).toMatchObject({
      id: first?.['id'],
      title: { rendered: 'First' },
      content: { rendered: '<rendered><p>One</p></rendered>' },
    });
    expect(
      (await rest.getAs(who.author, `${path}/revisions/${first?.['id']}`)).json['title'],
    ).not.toHaveProperty('raw');
    expect((await rest.getAs(who.author, `${path}?context=edit`)).json['_links']).toMatchObject({
      'version-history': [{ count: 2 }],
      'predecessor-version': [{ id: newest?.['id'] }],
    });
    const titles = async (query: string) =>
      (await rest.getAs(who.editor, `${path}/revisions?${query}`)).list.map(({ title }) =>
        String(title?.['rendered']),
      );
    expect(await titles('order=asc')).toEqual(['First', 'Second &#038; last']);
    expect(await titles('orderby=title&order=asc')).toEqual(['First', 'Second &#038; last']);
    expect(await titles('search=one')).toEqual(['First']);
    expect(await titles('per_page=1&page=2')).toEqual(['First']);
    expect(await titles(`include=${first?.['id']}`)).toEqual(['First']);
    expect(await titles(`exclude=${first?.['id']}`)).toEqual(['Second &#038; last']);
    expect(await statusAndCode(who.editor, 'GET', `${path}/revisions?page=9`)).toEqual([
      400,
      'rest_revision_invalid_page_number',
    ]);
    expect(await statusAndCode(who.editor, 'GET', `${path}/revisions?offset=9`)).toEqual([
      400,
      'rest_revision_invalid_offset_number',
    ]);
  });

  test('shows revisions only to users who can edit the post, and only those of that post', async () => {
    const { id, path } = await made();
    const other = await made();
    const revision = Number((await rest.getAs(who.author, `${path}/revisions`)).list[0]?.['id']);
    for (const at of [
      `${path}/revisions`,
      `${path}/revisions/${revision}`,
      `${path}/autosaves`,
      `${path}/autosaves/1`,
    ]) {
      const visitor = await rest.get(at);
      expect([at, visitor.status, visitor.json['code'], visitor.text.includes('Second')]).toEqual([
        at,
        401,
        'rest_cannot_read',
        false,
      ]);
      for (const userId of [who.subscriber, who.contributor, who.other]) {
        expect([at, ...(await statusAndCode(userId, 'GET', at))]).toEqual([at, 403, 'rest_cannot_read']);
      }
    }
    expect(await statusAndCode(who.editor, 'GET', `${other.path}/revisions/${revision}`)).toEqual([
      404,
      'rest_revision_parent_id_mismatch',
    ]);
    expect(
      await statusAndCode(who.editor, 'DELETE', `${other.path}/revisions/${revision}?force=true`),
    ).toEqual([404, 'rest_revision_parent_id_mismatch']);
    expect(await statusAndCode(who.editor, 'GET', `${path}/revisions/${'9'.repeat(30)}`)).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
    expect(await statusAndCode(who.editor, 'GET', `/wp/v2/posts/${'9'.repeat(30)}/revisions`)).toEqual([
      404,
      'rest_post_invalid_parent',
    ]);
    expect(await statusAndCode(who.editor, 'GET', `/wp/v2/pages/${id}/revisions`)).toEqual([
      404,
      'rest_post_invalid_parent',
    ]);
    expect(await statusAndCode(who.editor, 'GET', `${path}/autosaves/${revision}`)).toEqual([
      404,
      'rest_post_no_autosave',
    ]);
    expect(await statusAndCode(who.editor, 'GET', `/wp/v2/media/${id}/revisions`)).toEqual([
      404,
      'rest_no_route',
    ]);
  });

  test('users who can delete a post can delete its revisions permanently, and the post stays', async () => {
    const { id, path } = await made();
    const first = Number((await rest.getAs(who.author, `${path}/revisions?order=asc`)).list[0]?.['id']);
    const before = await postOf(get().read, id);
    expect(await statusAndCode(who.other, 'DELETE', `${path}/revisions/${first}?force=true`)).toEqual([
      403,
      'rest_cannot_delete',
    ]);
    expect((await rest.send('DELETE', `${path}/revisions/${first}?force=true`)).status).toBe(401);
    expect(await statusAndCode(who.author, 'DELETE', `${path}/revisions/${first}`)).toEqual([
      501,
      'rest_trash_not_supported',
    ]);
    const deleted = await rest.sendAs(who.author, 'DELETE', `${path}/revisions/${first}?force=true`);
    expect([deleted.status, deleted.json]).toMatchObject([
      200,
      { deleted: true, previous: { id: first, title: { raw: 'First' } } },
    ]);
    expect(await statusAndCode(who.author, 'GET', `${path}/revisions/${first}`)).toEqual([
      404,
      'rest_post_invalid_id',
    ]);
    expect(await postOf(get().read, id)).toEqual(before);
    const [note] = await listActivity(get().read, { limit: 1 });
    expect(note).toMatchObject({
      verb: 'delete',
      kind: 'post',
      itemId: id,
      userId: who.author,
      summary: expect.stringContaining(`revision ${first}`),
    });
  });

  test('[IMP-02] users who can edit but not delete a post can delete their own autosave, and nothing else', async () => {
    const { path } = await made();
    const desk = await get().write(async (tx) => {
      await createRole(tx, {
        name: 'desk',
        label: 'Desk',
        capabilities: ['read', 'edit_posts', 'edit_others_posts', 'edit_published_posts'],
      });
      return makeUser(tx, { roles: ['desk'] });
    });
    const type = async (userId: number) =>
      (await rest.sendAs(userId, 'POST', `${path}/autosaves`, { content: `By ${userId}` })).json['id'];
    const [foreign, own] = [await type(who.author), await type(desk)];
    const revision = (await rest.getAs(desk, `${path}/revisions?order=asc`)).list[0]?.['id'];
    const other = await made();
    for (const id of [foreign, revision])
      expect(await statusAndCode(desk, 'DELETE', `${path}/revisions/${id}?force=true`)).toEqual([
        403,
        'rest_cannot_delete',
      ]);
    for (const invalid of [`${other.path}/revisions/${own}`, `${path}/revisions/999999`]) {
      expect([invalid, await statusAndCode(desk, 'DELETE', `${invalid}?force=true`)]).toEqual([
        invalid,
        [403, 'rest_cannot_delete'],
      ]);
    }
    const noted = await listActivity(get().read, { limit: 1 });
    expect((await rest.sendAs(desk, 'DELETE', `${path}/revisions/${own}?force=true`)).status).toBe(200);
    expect(await listActivity(get().read, { limit: 1 })).toEqual(noted); // it was created without a log entry, too
    expect((await rest.getAs(desk, `${path}/autosaves`)).list.map(({ id }) => id)).toEqual([foreign]);
    await rest.sendAs(who.editor, 'DELETE', `${path}/revisions/${foreign}?force=true`); // deleting another user's autosave is logged
    expect(await listActivity(get().read, { limit: 1 })).toMatchObject([
      { verb: 'delete', summary: expect.stringContaining(`autosave ${foreign}`) },
    ]);
  });

  test('an autosave of one’s own draft without a window updates the draft, and all others leave the post unchanged', async () => {
    const create = async (status: string) =>
      Number(
        (
          await rest.sendAs(who.author, 'POST', '/wp/v2/posts', {
            title: 'Begun',
            content: '<p>c0</p>',
            status,
          })
        ).json['id'],
      );
    const contentOf = async (id: number) =>
      (await rest.getAs(who.author, `/wp/v2/posts/${id}?context=edit`)).json['content']?.['raw'];
    const autosave = (userId: number, id: number, body: Record<string, unknown>) =>
      rest.sendAs(userId, 'POST', `/wp/v2/posts/${id}/autosaves`, body);
    const draft = await create('draft');
    const { status, json } = await autosave(who.author, draft, { content: '<p>c1</p><script>x()</script>' });
    expect([status, json]).toMatchObject([
      200,
      { id: draft, author: who.author, title: { raw: 'Begun', rendered: 'Begun' } },
    ]);
    expect(await contentOf(draft)).toBe('<p>c1</p>');
    expect((await rest.getAs(who.author, `/wp/v2/posts/${draft}/autosaves`)).list).toEqual([]);
    expect((await autosave(who.author, draft, { content: '<p>c1</p>' })).status).toBe(200);
    expect((await autosave(who.author, draft, { content: '<p>c2</p>', revision: 1 })).json).toMatchObject({
      code: 'stale',
    });
    await autosave(who.editor, draft, { content: '<p>An editor types</p>' });
    await autosave(who.author, draft, { content: '<p>A window</p>', window: 'one' });
    expect(await contentOf(draft)).toBe('<p>c1</p>');
    const published = await create('publish');
    await autosave(who.author, published, { content: '<p>c1</p>' });
    expect(await contentOf(published)).toBe('<p>c0</p>');
    await rest.sendAs(who.editor, 'POST', `/broadsheet/v1/posts/${draft}/lock`, { window: 'theirs' });
    await autosave(who.author, draft, { content: '<p>c3</p>' });
    expect(await contentOf(draft)).toBe('<p>c1</p>');
  });

  test('[IMP-02] discards autosaves, also of types without revisions, and refuses to delete a revision as an autosave', async () => {
    const { json } = await rest.sendAs(who.author, 'POST', '/wp/v2/briefs', {
      title: 'Short',
      content: '<p>One</p>',
    });
    const path = `/wp/v2/briefs/${json['id']}`;
    const autosave = (
      await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { content: '<p>Typing</p>', window: 'one' })
    ).json['id'];
    expect((await rest.sendAs(who.author, 'DELETE', `${path}/revisions/${autosave}?force=true`)).status).toBe(
      404,
    );
    const at = `${path}/autosaves/${autosave}`;
    expect(await statusAndCode(who.author, 'DELETE', at)).toEqual([501, 'rest_trash_not_supported']);
    expect(await statusAndCode(who.contributor, 'DELETE', `${at}?force=true`)).toEqual([
      403,
      'rest_cannot_delete',
    ]);
    const other = await made();
    for (const invalid of [`${other.path}/autosaves/${autosave}`, `${path}/autosaves/999999`]) {
      expect([invalid, await statusAndCode(who.editor, 'DELETE', `${invalid}?force=true`)]).toEqual([
        invalid,
        [404, 'rest_post_no_autosave'],
      ]);
    }
    expect(await rest.sendAs(who.author, 'DELETE', `${at}?force=true`)).toMatchObject({
      status: 200,
      json: { deleted: true, previous: { id: autosave } },
    });
    expect((await rest.getAs(who.author, `${path}/autosaves`)).list).toEqual([]);
    const revision = (await rest.getAs(who.editor, `${other.path}/revisions`)).list[0]?.['id'];
    expect(
      await statusAndCode(who.editor, 'DELETE', `${other.path}/autosaves/${revision}?force=true`),
    ).toEqual([404, 'rest_post_no_autosave']);
    expect((await rest.getAs(who.editor, `${other.path}/revisions/${revision}`)).status).toBe(200);
  });

  test('[IMP-02] saving from a window settles its autosave, even if the saved text was reverted', async () => {
    const { id, path } = await made();
    const type = async (title: string) =>
      rest.sendAs(who.author, 'POST', `${path}/autosaves`, { title, revision: 2, window: 'one' });
    const haveBase = async () =>
      (await rest.getAs(who.author, `${path}/autosaves?context=edit`)).list.map(({ base }) => base !== null);
    const save = async (body: object) => {
      const { revision } = await postOf(get().read, id);
      return (await rest.sendAs(who.author, 'POST', path, { ...body, revision })).status;
    };
    await type('Headline');
    expect([await save({ title: 'Headline, longer', window: 'other' }), await haveBase()]).toEqual([
      200,
      [true],
    ]);
    expect([await save({ title: 'Headline, better', window: 'one' }), await haveBase()]).toEqual([
      200,
      [false],
    ]);
    await type('Typed');
    expect([await save({ title: 'Headline, better', window: 'other' }), await haveBase()]).toEqual([
      200,
      [true],
    ]);
    expect([await save({ title: 'Headline, better', window: 'one' }), await haveBase()]).toEqual([200, []]); // no change
    // A write of a window without changes discards the user's autosave of this window only, and is not logged.
    const before = [await postOf(get().read, id), await listActivity(get().read, { limit: 3 })];
    for (const window of ['one', 'other'])
      await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { title: window, revision: 2, window });
    await rest.sendAs(who.editor, 'POST', `${path}/autosaves`, {
      title: 'Theirs',
      revision: 2,
      window: 'one',
    });
    const { status, json } = await rest.sendAs(who.author, 'POST', `${path}?_fields=id`, { window: 'one' });
    expect([status, json]).toEqual([200, { id }]);
    expect(
      (await rest.getAs(who.author, `${path}/autosaves?context=edit`)).list
        .map(({ title }) => title?.['raw'])
        .toSorted(),
    ).toEqual(['Theirs', 'other']);
    expect([await postOf(get().read, id), await listActivity(get().read, { limit: 3 })]).toEqual(before);
    expect(await statusAndCode(who.other, 'POST', path, { window: 'other' })).toEqual([
      403,
      'rest_cannot_edit',
    ]);
  });

  test('[IMP-02] an autosave shows its base, whatever was stored since, until its author stores another text', async () => {
    const save = (userId: number, id: number, body: object) =>
      rest.sendAs(userId, 'POST', `/wp/v2/posts/${id}`, body);
    const based = async (path: string, userId = who.author) =>
      (await rest.getAs(who.editor, `${path}/autosaves?context=edit`)).list.find(
        ({ author }) => Number(author) === userId,
      )?.['base'];
    // Imported posts have no revisions yet.
    const imported = await get().write((tx) =>
      makePost(tx, { title: 'Old', content: '<p>One</p>', authorId: who.author }),
    );
    for (const { id, path } of [await made(), { id: imported, path: `/wp/v2/posts/${imported}` }]) {
      const { json } = await rest.getAs(who.author, `${path}?context=edit`);
      const began = {
        revision: Number(json['revision']),
        title: json['title']?.['raw'],
        content: json['content']?.['raw'],
        excerpt: json['excerpt']?.['raw'],
        footnotes: '',
      };
      const type = (content: string, more: object = {}) =>
        rest.sendAs(who.author, 'POST', `${path}/autosaves`, { content, ...more });
      expect((await type('<p>Mine</p>', { revision: began.revision })).json['base']).toEqual(began);
      await save(who.editor, id, { sticky: true });
      expect(await based(path)).toEqual(began);
      for (const content of ['<p>Theirs</p>', '<p>Theirs, again</p>']) {
        await save(who.editor, id, { content, title: content });
        expect(await based(path)).toEqual(began);
      }
      // The first autosave may also come after the other user's save.
      expect((await type('<p>Mine, more</p>', { revision: began.revision })).json['base']).toEqual(began);
      expect((await type('<p>Of now</p>', { revision: began.revision + 2 })).json['base']).toMatchObject({
        content: '<p>Theirs</p>',
        title: '<p>Theirs</p>',
      });
      for (const none of [{}, { revision: 999 }])
        expect((await type('<p>Of nothing</p>', none)).json['base']).toBe(null);
      expect((await type('<p>x</p>', { revision: 0 })).status).toBe(400);
      await type('<p>Last</p>', { revision: began.revision });
      await save(who.author, id, { title: 'Mine' });
      expect(await based(path)).toEqual(began);
      await save(who.author, id, { content: '<p>Stored</p>' });
      expect(await based(path)).toBe(null);
      await type('<p>Later</p>', { revision: began.revision });
      const newest = (await rest.getAs(who.author, `${path}/revisions`)).list.find(({ slug }) =>
        String(slug).includes('-revision-'),
      );
      await rest.sendAs(who.editor, 'DELETE', `${path}/revisions/${newest?.['id']}?force=true`);
      const unknown = { ...began, title: null, content: null, excerpt: null, footnotes: null };
      expect(await based(path)).toEqual(unknown);
      // The base stays unknown for later autosaves of a user who started earlier.
      for (const content of ['<p>After</p>', '<p>After that</p>']) await save(who.editor, id, { content });
      expect((await type('<p>Later on</p>', { revision: began.revision })).json['base']).toEqual(unknown);
      const { json: now } = await rest.getAs(who.author, `${path}?context=edit`);
      await save(who.editor, id, { content: '<p>Newest</p>' });
      expect((await type('<p>Of now</p>', { revision: Number(now['revision']) })).json['base']).toMatchObject(
        { content: '<p>After that</p>' },
      );
      expect(
        (await rest.getAs(who.author, `${path}/revisions?context=edit`)).list.every(
          ({ base, slug }) => base === null || String(slug).includes('autosave'),
        ),
      ).toBe(true);
      expect((await rest.getAs(who.author, `${path}/autosaves`)).list.every((one) => !('base' in one))).toBe(
        true,
      );
    }
  });

  test('[IMP-02] the base of an autosave is neither a later import nor the autosave of an author who left', async () => {
    const based = async (path: string) =>
      (await rest.getAs(who.editor, `${path}/autosaves?context=edit`)).list[0]?.['base'];
    const id = await get().write((tx) =>
      makePost(tx, { title: 'Old', content: '<p>One</p>', authorId: who.author }),
    );
    const path = `/wp/v2/posts/${id}`;
    await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { content: '<p>One, mine</p>', revision: 1 });
    const texts = { title: 'Old', excerpt: '', content: '<p>Two</p>' };
    await get().write((tx) => keepAround(tx, id, texts, () => updatePost(tx, id, texts)));
    expect(await based(path)).toMatchObject({ content: '<p>One</p>' });
    expect(
      (await rest.getAs(who.author, `${path}/revisions?context=edit`)).list.map(
        ({ content }) => content?.['raw'],
      ),
    ).toEqual(expect.arrayContaining(['<p>One</p>', '<p>Two</p>']));
    await get().write((tx) => keepAround(tx, id, texts, () => updatePost(tx, id, texts)));
    expect((await rest.getAs(who.author, `${path}/revisions`)).headers['x-wp-total']).toBe('3'); // including the autosave
    // A deleted colleague had an autosave, too; the heir's own autosave is based on the same text.
    const leaving = await get().write((tx) => makeUser(tx, { roles: ['editor'] }));
    const revision = Number((await rest.getAs(who.author, `${path}?context=edit`)).json['revision']);
    await rest.sendAs(leaving, 'POST', `${path}/autosaves`, { content: '<p>Theirs</p>', revision });
    await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { content: '<p>Two, mine</p>', revision });
    await get().write((tx) => deleteUser(tx, leaving, who.author));
    await rest.sendAs(who.editor, 'POST', path, { content: '<p>Three</p>' });
    expect(await based(path)).toMatchObject({ content: '<p>Two</p>' });
  });

  test('[IMP-02] each window of a user has an autosave, which saves of other windows leave alone, and a sixth turns the oldest into a revision', async () => {
    const { path } = await made();
    let revision = 2;
    const type = async (window: string | undefined, content: string) => {
      const { status, json } = await rest.sendAs(who.author, 'POST', `${path}/autosaves`, {
        content,
        revision,
        window,
      });
      return [status, json['code'] ?? json['content']?.['raw']];
    };
    const all = async (part: string) => (await rest.getAs(who.author, `${path}/${part}?context=edit`)).list;
    const autosaves = async () =>
      (await all('autosaves')).map(({ content, base }) => `${content?.['raw']}${base === null ? '-' : ''}`);
    const save = async (content: string, window?: string) => {
      const { status, json } = await rest.sendAs(who.author, 'POST', path, { content, revision, window });
      revision = Number(json['revision']);
      return status;
    };
    await type('one', 'First');
    expect([
      await type('one', 'First, more'),
      await type('other', 'Other'),
      await type(undefined, 'By a program'),
    ]).toEqual([
      [200, 'First, more'],
      [200, 'Other'],
      [200, 'By a program'],
    ]);
    expect(await type('other', '<p>Two</p>')).toEqual([400, 'rest_autosave_no_changes']);
    expect(await autosaves()).toEqual(['By a program', 'First, more']);
    await type('other', 'Other');
    expect([await save('Stored', 'other'), await autosaves()]).toEqual([
      200,
      ['Other-', 'By a program', 'First, more'],
    ]);
    await type('other', 'Other again'); // a settled autosave is deleted with the next one
    expect([await save('By the program'), await autosaves()]).toEqual([
      200,
      ['Other again', 'By a program-', 'First, more'],
    ]);
    expect([await save('First, more', 'third'), await autosaves()]).toEqual([
      200,
      ['Other again', 'By a program-'],
    ]); // same as the stored text
    for (const window of ['1', '2', '3', '4', '5']) await type(window, `In ${window}`);
    expect(await autosaves()).toEqual(['In 5', 'In 4', 'In 3', 'In 2', 'In 1']);
    expect(
      (await all('revisions'))
        .filter(({ slug }) => String(slug).includes('-revision-'))
        .map(({ content }) => content?.['raw']),
    ).toContain('Other again');
    for (const window of ['a b', '../x', 'x'.repeat(41)]) {
      expect([window, await type(window, 'x'), await save('x', window)]).toEqual([
        window,
        [400, 'rest_invalid_param'],
        400,
      ]);
      revision = 5;
    }
    expect(
      (await rest.sendAs(who.editor, 'POST', `${path}/autosaves`, { content: 'Mine', window: '1' })).status,
    ).toBe(200);
    expect(await autosaves()).toHaveLength(6);
  });

  test('stores an autosave per user, sanitized, and leaves the post unchanged', async () => {
    const { id, path } = await made();
    const before = await postOf(get().read, id);
    const typed = '<p>Typed</p><script>x()</script>';
    const stored = await rest.sendAs(who.author, 'POST', `${path}/autosaves`, {
      title: 'Typing',
      content: { raw: typed },
    });
    expect([stored.status, stored.json], stored.text).toMatchObject([
      200,
      {
        parent: id,
        author: who.author,
        slug: `${id}-autosave-v1`,
        title: { raw: 'Typing' },
        content: { raw: '<p>Typed</p>' },
        excerpt: { raw: 'Short' },
        preview_link: `${siteUrl}/?p=${id}&preview=true`,
      },
    ]);
    const byEditor = await rest.sendAs(who.editor, 'POST', `${path}/autosaves`, { content: typed });
    expect(byEditor.json).toMatchObject({
      content: { raw: typed },
      title: { raw: 'Second & last' },
      author: who.editor,
    });
    await rest.sendAs(who.author, 'POST', `${path}/autosaves`, { title: 'Typing on' });
    const { list } = await rest.getAs(who.editor, `${path}/autosaves?context=edit`);
    expect(list.map(({ author, title }) => [author, title?.['raw']]).toSorted()).toEqual(
      [
        [who.author, 'Typing on'],
        [who.editor, 'Second & last'],
      ].toSorted(),
    );
    expect((await rest.getAs(who.author, `${path}/autosaves/${byEditor.json['id']}`)).json['id']).toBe(
      byEditor.json['id'],
    );
    expect(await postOf(get().read, id)).toEqual(before);
    expect(await statusAndCode(who.author, 'POST', `${path}/autosaves`, { title: 'Second & last' })).toEqual([
      400,
      'rest_autosave_no_changes',
    ]);
    for (const userId of [who.other, who.contributor, who.subscriber]) {
      expect(await statusAndCode(userId, 'POST', `${path}/autosaves`, { title: 'x' })).toEqual([
        403,
        'rest_cannot_edit',
      ]);
    }
    expect((await rest.send('POST', `${path}/autosaves`, { payload: '{"title":"x"}' })).status).toBe(401);
    expect(await statusAndCode(who.author, 'POST', `${path}/autosaves`, { title: 5 })).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect((await rest.get(path)).text).not.toContain('Typing');
    expect(rest.faults).toEqual([]);
  });

  test('an autosave never has the id of its post, which would confuse clients', async () => {
    await get().write(async (tx) => {
      const ahead = await keepRevision(tx, await makePost(tx, {}), who.editor, 'autosave');
      const post = await makePost(tx, { id: ahead + 1, title: 'Numbered' });
      expect([post, await keepRevision(tx, post, who.editor, 'autosave')]).toEqual([ahead + 1, ahead + 2]);
    });
  });
});
