import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { useRestApp } from '../../../../test/harness/rest-app.ts';

onBothDatabases('what each user sees over REST', (get) => {
  const rest = useRestApp(get);
  const who = { admin: 0, editor: 0, author: 0, contributor: 0, subscriber: 0 };
  const it = {
    open: 0,
    draft: 0,
    own: 0,
    ownPrivate: 0,
    locked: 0,
    page: 0,
    picture: 0,
    ofDraft: 0,
    held: 0,
    term: 0,
  };

  beforeAll(async () => {
    await get().write(async (tx) => {
      for (const role of ['admin', 'editor', 'author', 'contributor', 'subscriber'] as const) {
        who[role] = await makeUser(tx, {
          login: role,
          email: `${role}@secret.example`,
          roles: [role === 'admin' ? 'administrator' : role],
        });
      }
      it.term = await makeTerm(tx, { name: 'News' });
      it.open = await makePost(tx, {
        title: 'Open & free',
        authorId: who.author,
        excerpt: 'Short',
        termIds: [it.term],
      });
      it.draft = await makePost(tx, { title: 'Draft of an editor', status: 'draft', authorId: who.editor });
      it.own = await makePost(tx, { title: 'Draft of an author', status: 'draft', authorId: who.author });
      it.ownPrivate = await makePost(tx, {
        title: 'Private of an author',
        status: 'private',
        authorId: who.author,
      });
      it.locked = await makePost(tx, {
        title: 'Locked',
        password: 'sesame',
        content: 'Locked text',
        excerpt: 'Locked excerpt',
        authorId: who.editor,
        meta: { footnotes: ['Locked note'] },
      });
      it.page = await makePost(tx, {
        type: 'page',
        title: 'Page draft',
        status: 'draft',
        authorId: who.editor,
      });
      it.picture = await makeMedia(tx, { title: 'Free picture', authorId: who.author });
      it.ofDraft = await makeMedia(tx, {
        title: 'Picture of a draft',
        parentId: it.draft,
        authorId: who.editor,
      });
      it.held = await makeComment(tx, {
        postId: it.open,
        status: 'hold',
        content: 'Held remark',
        authorEmail: 'held@secret.example',
      });
    });
  });

  const ids = async (userId: number, path: string) => {
    const { status, list, text } = await rest.getAs(userId, path);
    expect(status, `${path}: ${text.slice(0, 300)}`).toBe(200);
    return list.map(({ id }) => Number(id));
  };
  const statusAndCode = async (userId: number, path: string) => {
    const { status, json } = await rest.getAs(userId, path);
    return [status, json['code']];
  };

  test('lists each status to users who can see posts in it, as its count does', async () => {
    expect(await ids(who.editor, '/wp/v2/posts?status=draft&order=asc')).toEqual([it.draft, it.own]);
    expect(await ids(who.author, '/wp/v2/posts?status=draft')).toEqual([it.own]);
    expect(await ids(who.contributor, '/wp/v2/posts?status=draft,private')).toEqual([]);
    expect(await ids(who.author, '/wp/v2/posts?status=any&orderby=id&order=asc')).toEqual([
      it.open,
      it.own,
      it.ownPrivate,
    ]);
    expect(await ids(who.editor, '/wp/v2/posts?status=publish&orderby=id&order=asc')).toEqual([
      it.open,
      it.locked,
    ]);
    expect(await ids(who.contributor, '/wp/v2/posts')).toEqual([it.open]);
    expect(await ids(who.editor, '/wp/v2/pages?status=draft')).toEqual([it.page]);
    for (const [person, found] of [
      [who.editor, [it.draft, it.own]],
      [who.author, [it.own]],
    ] as const) {
      expect(await ids(person, '/wp/v2/posts?search=DRAFT&status=draft&order=asc')).toEqual(found);
    }
    expect((await rest.getAs(who.editor, '/wp/v2/posts?status=any')).headers['x-wp-total']).toBe('5');
    const subscriber = await rest.getAs(who.subscriber, '/wp/v2/posts?status=draft');
    expect([subscriber.status, subscriber.json['data']?.['details']?.['status']]).toEqual([
      400,
      { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status: 403 } },
    ]);
    expect((await rest.getAs(who.author, '/wp/v2/pages?status=draft')).status).toBe(400);
    expect(await ids(who.editor, '/wp/v2/media?orderby=id&order=asc')).toEqual([it.picture, it.ofDraft]);
    expect(await ids(who.subscriber, '/wp/v2/media')).toEqual([it.picture]);
  });

  test('shows a post to users who can read it, and returns 403 to others', async () => {
    expect((await rest.getAs(who.editor, `/wp/v2/posts/${it.draft}`)).json['title']).toEqual({
      rendered: 'Draft of an editor',
    });
    expect((await rest.getAs(who.author, `/wp/v2/posts/${it.ownPrivate}`)).status).toBe(200);
    expect(await statusAndCode(who.author, `/wp/v2/posts/${it.draft}`)).toEqual([403, 'rest_forbidden']);
    expect(await statusAndCode(who.subscriber, `/wp/v2/media/${it.ofDraft}`)).toEqual([
      403,
      'rest_forbidden',
    ]);
    expect((await rest.getAs(who.editor, `/wp/v2/media/${it.ofDraft}`)).status).toBe(200);
  });

  test('context=edit shows raw content to users who can edit it', async () => {
    const { json } = await rest.getAs(who.author, `/wp/v2/posts/${it.open}?context=edit`);
    expect(json).toMatchObject({
      title: { raw: 'Open & free', rendered: 'Open &#038; free' },
      excerpt: { raw: 'Short', rendered: '<p>Short</p>\n', protected: false },
      password: '',
      content: {
        raw: expect.stringContaining('<!-- wp:paragraph -->'),
        rendered: expect.stringContaining('<rendered>'),
        protected: false,
        block_version: 1,
      },
      categories: [it.term],
    });
    expect(Object.keys(json).slice(0, 8)).toEqual([
      'id',
      'date',
      'date_gmt',
      'guid',
      'modified',
      'modified_gmt',
      'password',
      'slug',
    ]);
    expect(await statusAndCode(who.contributor, `/wp/v2/posts/${it.open}?context=edit`)).toEqual([
      403,
      'rest_forbidden_context',
    ]);
    expect(await statusAndCode(who.subscriber, '/wp/v2/posts?context=edit')).toEqual([
      403,
      'rest_forbidden_context',
    ]);
    expect(await ids(who.author, '/wp/v2/posts?context=edit&status=any&orderby=id&order=asc')).toEqual([
      it.open,
      it.own,
      it.ownPrivate,
    ]);
    expect((await rest.getAs(who.editor, '/wp/v2/media?context=edit')).list[0]).toMatchObject({
      caption: { raw: '' },
      title: { raw: expect.any(String) },
    });
    expect(await statusAndCode(who.author, '/wp/v2/categories?context=edit')).toEqual([
      403,
      'rest_forbidden_context',
    ]);
    expect((await rest.getAs(who.editor, `/wp/v2/categories/${it.term}?context=edit`)).json).toMatchObject({
      name: 'News',
      count: 1,
    });
    for (const path of ['/wp/v2/types/post', '/wp/v2/taxonomies/category', '/wp/v2/statuses/draft']) {
      expect((await rest.getAs(who.editor, `${path}?context=edit`)).status, path).toBe(200);
      expect((await statusAndCode(who.subscriber, `${path}?context=edit`))[0], path).toBe(403);
    }
    expect(await statusAndCode(who.author, '/wp/v2/types/page?context=edit')).toEqual([
      403,
      'rest_forbidden_context',
    ]);
  });

  test('shows password-protected content only to users who can edit it, in context=edit', async () => {
    const edited = await rest.getAs(who.editor, `/wp/v2/posts/${it.locked}?context=edit`);
    expect(edited.json).toMatchObject({
      password: 'sesame',
      content: { raw: 'Locked text', rendered: '<rendered>Locked text</rendered>', protected: true },
      meta: { footnotes: 'Locked note' },
    });
    for (const [userId, query] of [
      [who.editor, ''],
      [who.editor, '?context=embed'],
      [who.author, ''],
      [who.subscriber, '?_embed'],
    ] as const) {
      const { status, text } = await rest.getAs(userId, `/wp/v2/posts/${it.locked}${query}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/Locked (?:text|excerpt|note)|sesame/);
    }
    expect((await rest.getAs(who.author, `/wp/v2/posts/${it.locked}?context=edit`)).status).toBe(403);
  });

  test('shows pending comments to moderators, with email and IP addresses only in context=edit', async () => {
    expect(await ids(who.editor, '/wp/v2/comments?status=hold')).toEqual([it.held]);
    const [held] = (await rest.getAs(who.editor, '/wp/v2/comments?status=hold&context=edit')).list;
    expect(held).toMatchObject({
      status: 'hold',
      author_email: 'held@secret.example',
      author_ip: '203.0.113.9',
      content: { raw: 'Held remark' },
    });
    expect((await rest.getAs(who.editor, '/wp/v2/comments?status=hold')).text).not.toContain(
      'secret.example',
    );
    expect(await statusAndCode(who.author, '/wp/v2/comments?status=hold')).toEqual([
      403,
      'rest_forbidden_param',
    ]);
    expect(await statusAndCode(who.contributor, `/wp/v2/comments/${it.held}`)).toEqual([
      403,
      'rest_cannot_read',
    ]);
    // On their own post.
    expect((await rest.getAs(who.author, `/wp/v2/comments/${it.held}`)).json['status']).toBe('hold');
    expect((await rest.getAs(who.author, `/wp/v2/comments/${it.held}`)).text).not.toContain('secret.example');
    expect((await rest.getAs(who.editor, `/wp/v2/comments/${it.held}`)).json['status']).toBe('hold');
  });

  test('shows users their own account, and all accounts to those who can list users', async () => {
    expect((await rest.getAs(who.subscriber, '/wp/v2/users/me')).json).toMatchObject({
      id: who.subscriber,
      slug: 'writer-of-subscriber',
    });
    expect((await rest.getAs(who.subscriber, '/wp/v2/users/me?context=edit')).json).toMatchObject({
      username: 'subscriber',
      email: 'subscriber@secret.example',
      roles: ['subscriber'],
    });
    expect((await rest.getAs(who.subscriber, '/wp/v2/users/me')).text).not.toContain('secret.example');
    // Publishing apps use this to find out what to offer.
    const me = async (userId: number) => (await rest.getAs(userId, '/wp/v2/users/me?context=edit')).json;
    expect(await me(who.subscriber)).toMatchObject({
      capabilities: { read: true, subscriber: true },
      extra_capabilities: { subscriber: true },
    });
    const author = (await me(who.author))['capabilities'] as Record<string, unknown>;
    expect([
      author['publish_posts'],
      author['upload_files'],
      author['author'],
      'edit_others_posts' in author,
    ]).toEqual([true, true, true, false]);
    expect(
      (await rest.getAs(who.admin, '/wp/v2/users?context=edit&roles=author&_fields=capabilities')).list,
    ).toEqual([{ capabilities: author }]);
    expect((await rest.getAs(who.admin, `/wp/v2/users/${who.author}`)).json).not.toHaveProperty(
      'capabilities',
    );
    const more = { capabilities: { manage_options: true }, extra_capabilities: { administrator: true } };
    expect((await rest.sendAs(who.author, 'POST', '/wp/v2/users/me', more)).json).toMatchObject({
      capabilities: author,
      extra_capabilities: { author: true },
    });
    expect(await ids(who.admin, '/wp/v2/users?roles=editor')).toEqual([who.editor]);
    expect(await statusAndCode(who.editor, '/wp/v2/users?roles=editor')).toEqual([
      403,
      'rest_user_cannot_view',
    ]);
    expect(await ids(who.admin, '/wp/v2/users?capabilities=publish_posts&orderby=id')).toEqual([
      who.admin,
      who.editor,
      who.author,
    ]);
    expect(await ids(who.admin, '/wp/v2/users?capabilities=publish_posts&roles=author,subscriber')).toEqual([
      who.author,
    ]);
    expect(
      await ids(
        who.admin,
        '/wp/v2/users?capabilities=edit_pages,no_such_thing&exclude[0]=' + String(who.admin),
      ),
    ).toEqual([who.editor]);
    expect(await ids(who.admin, '/wp/v2/users?capabilities=no_such_thing')).toEqual([]);
    expect(await statusAndCode(who.editor, '/wp/v2/users?capabilities=edit_posts')).toEqual([
      403,
      'rest_user_cannot_view',
    ]);
    // Users who write posts can list potential authors, even those without posts.
    expect(await ids(who.editor, '/wp/v2/users?who=authors&orderby=id')).toEqual([
      who.admin,
      who.editor,
      who.author,
      who.contributor,
    ]);
    expect(await ids(who.admin, '/wp/v2/users?who=authors&capabilities=publish_posts&roles=author')).toEqual([
      who.author,
    ]);
    expect([
      await ids(who.admin, '/wp/v2/users?has_published_posts=true&orderby=id'),
      await ids(who.admin, '/wp/v2/users?has_published_posts=page'),
    ]).toEqual([[who.author], []]);
    expect(await ids(who.admin, '/wp/v2/users?has_published_posts[]=post&roles=author')).toEqual([
      who.author,
    ]);
    expect((await ids(who.admin, '/wp/v2/users?has_published_posts=false')).length).toBe(5);
    const invalid = await rest.getAs(who.admin, '/wp/v2/users?has_published_posts=post,revision');
    expect([invalid.status, invalid.json['data']?.['params']?.['has_published_posts']]).toEqual([
      400,
      expect.stringContaining('"revision"'),
    ]);
    expect(await statusAndCode(who.editor, `/wp/v2/users/${who.author}?context=edit`)).toEqual([
      403,
      'rest_forbidden_context',
    ]);
    expect(await statusAndCode(who.author, `/wp/v2/users/${who.subscriber}`)).toEqual([
      403,
      'rest_user_cannot_view',
    ]);
  });

  test('caches nothing that a user with more rights is shown, so another visitor never sees it', async () => {
    const bystander = async () => {
      const replies = await Promise.all(
        [
          '/wp/v2/posts',
          '/wp/v2/posts?status=publish',
          '/wp/v2/comments',
          '/wp/v2/users',
          '/wp/v2/media',
          '/wp/v2/statuses',
        ].map((path) => rest.get(path)),
      );
      return replies.map(({ status, text, headers }) => [
        status,
        text,
        headers['x-wp-total'],
        headers['cache-control'],
      ]);
    };
    const before = await bystander();
    for (const userId of Object.values(who)) {
      for (const path of [
        'posts',
        'posts?status=any',
        'comments?status=all',
        'users',
        'media',
        'statuses',
        'posts?status=publish',
        'posts?context=edit',
      ]) {
        const { headers } = await rest.getAs(userId, `/wp/v2/${path}`);
        expect(headers['cache-control'], path).toBe('no-store');
      }
    }
    expect(await bystander()).toEqual(before);
    const forged = await rest.send('GET', '/wp/v2/posts', { headers: { 'x-test-actor': 'forged' } });
    expect([forged.status, forged.json['code']]).toEqual([403, 'rest_cookie_invalid_nonce']);
    expect(
      rest.faults.filter((fault) => !(fault instanceof Error && fault.message === 'Cookie check failed')),
    ).toEqual([]);
  });

  test('by relevance, a draft with exactly that title comes first, and other drafts have every second place', async () => {
    const { editor } = who;
    const made = await get().write(async (tx) => {
      const out: number[] = [];
      for (let n = 1; n <= 3; n += 1)
        out.push(await makePost(tx, { title: `Quay lamps, part ${n}`, authorId: editor }));
      const other = await makePost(tx, { title: 'Old quay lamps', status: 'draft', authorId: editor });
      return {
        out,
        other,
        whole: await makePost(tx, {
          title: 'Quay Lamps',
          status: 'pending',
          authorId: editor,
          modifiedAt: 1,
        }),
      };
    });
    const found = await ids(
      editor,
      '/wp/v2/posts?search=quay+lamps&orderby=relevance&status=publish,draft,pending',
    );
    expect(found.toSorted((a, b) => a - b)).toEqual([...made.out, made.other, made.whole]);
    expect([found[0], found[2]]).toEqual([made.whole, made.other]);
  });
});
