import { beforeAll, expect, test } from 'vitest';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';

const avatars = Object.fromEntries(
  [24, 48, 96].map((side) => [side, `${siteUrl}/wp-includes/images/default-avatar.png`]),
);

onBothDatabases('related items of posts over REST', (get) => {
  const rest = useRestApp(get);
  const it = {
    ann: 0,
    idle: 0,
    chief: 0,
    news: 0,
    local: 0,
    empty: 0,
    tag: 0,
    picture: 0,
    pdf: 0,
    post: 0,
    remark: 0,
    answer: 0,
  };

  beforeAll(async () => {
    await get().write(async (tx) => {
      it.ann = await makeUser(tx, {
        login: 'ann',
        displayName: 'Ann Ander',
        bio: 'Writes.',
        url: 'https://ann.example',
      });
      it.idle = await makeUser(tx, { login: 'idle', displayName: 'Idle' });
      it.chief = await makeUser(tx, { login: 'chief', displayName: 'Chief', roles: ['administrator'] });
      it.news = await makeTerm(tx, { name: 'News', description: 'All news' });
      it.local = await makeTerm(tx, { name: 'Local', parentId: it.news });
      it.empty = await makeTerm(tx, { name: 'Empty' });
      it.tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Rivers' });
      it.picture = await makeMedia(tx, {
        title: 'A river',
        authorId: it.ann,
        excerpt: 'Near the mill',
        content: 'Taken in May',
        file: {
          file: '2026/06/a river.jpg',
          sizes: { medium: { file: 'a river-300.webp', width: 300, height: 169, mime: 'image/webp' } },
        },
      });
      it.pdf = await makeMedia(tx, {
        title: 'Report',
        mimeType: 'application/pdf',
        file: { file: '2026/06/report.pdf', width: 0, height: 0, sizes: {} },
      });
      it.post = await makePost(tx, {
        title: 'Story',
        slug: 'story',
        authorId: it.ann,
        termIds: [it.local, it.tag],
        featuredMediaId: it.picture,
      });
      it.remark = await makeComment(tx, {
        postId: it.post,
        authorName: 'Cat',
        authorUrl: 'https://cat.example',
        content: 'First line\n\nSecond',
      });
      it.answer = await makeComment(tx, {
        postId: it.post,
        parentId: it.remark,
        userId: it.ann,
        authorName: 'Ann Ander',
      });
    });
  });

  test('terms', async () => {
    expect((await rest.get(`/wp/v2/categories/${it.local}`)).json).toEqual({
      id: it.local,
      count: 1,
      description: '',
      link: `${siteUrl}/category/news/local/`,
      name: 'Local',
      slug: 'local',
      taxonomy: 'category',
      parent: it.news,
      meta: { accent: null },
      _links: {
        self: [{ href: `${siteUrl}/wp-json/wp/v2/categories/${it.local}`, targetHints: { allow: ['GET'] } }],
        collection: [{ href: `${siteUrl}/wp-json/wp/v2/categories` }],
        about: [{ href: `${siteUrl}/wp-json/wp/v2/taxonomies/category` }],
        up: [{ embeddable: true, href: `${siteUrl}/wp-json/wp/v2/categories/${it.news}` }],
        'wp:post_type': [{ href: `${siteUrl}/wp-json/wp/v2/posts?categories=${it.local}` }],
        curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
      },
    });
    expect((await rest.get(`/wp/v2/tags/${it.tag}`)).json).not.toHaveProperty('parent');
    const cases: [string, number[]][] = [
      ['', [it.empty, it.local, it.news]],
      ['hide_empty=true', [it.local]],
      [`parent=${it.news}`, [it.local]],
      ['parent=0&order=desc', [it.news, it.empty]],
      ['search=loc', [it.local]],
      [`post=${it.post}`, [it.local]],
      ['post=99999', []],
      ['slug=news,local', [it.local, it.news]],
      [`include=${it.news},${it.empty}&orderby=include`, [it.news, it.empty]],
      [`include=${it.news},${it.empty}&orderby=include&per_page=1&page=2`, [it.empty]],
      [`exclude=${it.news}`, [it.empty, it.local]],
      ['slug=news,empty,local&orderby=include_slugs', [it.news, it.empty, it.local]],
      ['slug=news,empty&orderby=include_slugs&per_page=1&page=2', [it.empty]],
      ['orderby=count&order=desc&per_page=1', [it.local]],
      ['orderby=slug', [it.empty, it.local, it.news]],
      ['per_page=1&page=3', [it.news]],
      ['page=9', []],
      ['orderby=id&per_page=1', [it.news]],
    ];
    for (const [query, expected] of cases)
      expect([query, await rest.ids(`/wp/v2/categories?${query}`)]).toEqual([query, expected]);
    expect((await rest.get('/wp/v2/categories?per_page=1')).headers).toMatchObject({
      'x-wp-total': '3',
      'x-wp-totalpages': '3',
    });
    expect((await rest.get(`/wp/v2/tags/${it.news}`)).json['code']).toBe('rest_term_invalid');
  });

  test('users: those with listed posts, without account data', async () => {
    const { json, text } = await rest.get('/wp/v2/users');
    expect(json).toEqual([
      {
        id: it.ann,
        name: 'Ann Ander',
        url: 'https://ann.example',
        description: 'Writes.',
        link: `${siteUrl}/author/ann-ander/`,
        slug: 'ann-ander',
        avatar_urls: avatars,
        meta: [],
        _links: {
          self: [{ href: `${siteUrl}/wp-json/wp/v2/users/${it.ann}`, targetHints: { allow: ['GET'] } }],
          collection: [{ href: `${siteUrl}/wp-json/wp/v2/users` }],
        },
      },
    ]);
    expect(text).not.toMatch(/mail\.example|"login"|roles|password/);
    expect(await rest.ids('/wp/v2/users?search=ander')).toEqual([it.ann]);
    expect(await rest.ids('/wp/v2/users?search=mail.example')).toEqual([]);
    expect(await rest.ids(`/wp/v2/users?include=${it.idle},${it.ann}&orderby=include`)).toEqual([it.ann]);
    expect(await rest.ids('/wp/v2/users?slug=ann-ander')).toEqual([it.ann]);
    const bySlug = await rest.getAs(it.chief, '/wp/v2/users?slug=idle,chief,ann-ander&orderby=include_slugs');
    expect(bySlug.list.map(({ id }) => id)).toEqual([it.idle, it.chief, it.ann]);
    const refusals: [string, number, string][] = [
      [`/wp/v2/users/${it.idle}`, 401, 'rest_user_cannot_view'],
      ['/wp/v2/users/99999', 404, 'rest_user_invalid_id'],
      ['/wp/v2/users?roles=administrator', 401, 'rest_user_cannot_view'],
      ['/wp/v2/users?orderby=email', 401, 'rest_forbidden_orderby'],
      ['/wp/v2/users?orderby=registered_date', 401, 'rest_forbidden_orderby'],
      ['/wp/v2/users?who=authors', 401, 'rest_forbidden_who'],
    ];
    for (const [path, status, code] of refusals) {
      const reply = await rest.get(path);
      expect([path, reply.status, reply.json['code']]).toEqual([path, status, code]);
    }
  });

  test('media with sizes and URLs', async () => {
    const { json } = await rest.get(`/wp/v2/media/${it.picture}`);
    const uploads = `${siteUrl}/wp-content/uploads/2026/06`;
    expect(json).toMatchObject({
      id: it.picture,
      type: 'attachment',
      status: 'inherit',
      title: { rendered: 'A river' },
      author: it.ann,
      caption: { rendered: '<p>Near the mill</p>\n' },
      description: { rendered: '<p>Taken in May</p>\n' },
      alt_text: expect.stringContaining('Alt text of picture'),
      media_type: 'image',
      mime_type: 'image/jpeg',
      post: null,
      source_url: `${uploads}/a%20river.jpg`,
      media_details: {
        width: 1600,
        height: 900,
        file: '2026/06/a river.jpg',
        filesize: 200_000,
        sizes: {
          medium: {
            file: 'a river-300.webp',
            width: 300,
            height: 169,
            mime_type: 'image/webp',
            source_url: `${uploads}/a%20river-300.webp`,
          },
          full: { width: 1600, height: 900, mime_type: 'image/jpeg', source_url: `${uploads}/a%20river.jpg` },
        },
      },
    });
    expect(await rest.ids('/wp/v2/media')).toEqual([it.pdf, it.picture]);
    expect(await rest.ids('/wp/v2/media?media_type=image')).toEqual([it.picture]);
    expect(await rest.ids('/wp/v2/media?mime_type=application/pdf')).toEqual([it.pdf]);
    expect(await rest.ids('/wp/v2/media?search=RIVER')).toEqual([it.picture]);
    expect(await rest.ids('/wp/v2/media?parent=0&order=asc')).toEqual([it.picture, it.pdf]);
    expect((await rest.get('/wp/v2/media?status=private')).status).toBe(400);
  });

  test('comments without email addresses of their authors', async () => {
    const { json, text, headers } = await rest.get(`/wp/v2/comments?post=${it.post}&order=asc`);
    expect(headers['x-wp-total']).toBe('2');
    expect(text).not.toMatch(/secret\.example|203\.0\.113/);
    expect(json[0]).toMatchObject({
      id: it.remark,
      post: it.post,
      parent: 0,
      author: 0,
      author_name: 'Cat',
      author_url: 'https://cat.example',
      content: { rendered: '<p>First line</p>\n<p>Second</p>\n' },
      link: `${siteUrl}/story/#comment-${it.remark}`,
      status: 'approved',
      type: 'comment',
      author_avatar_urls: avatars,
      meta: [],
      _links: {
        children: [{ href: `${siteUrl}/wp-json/wp/v2/comments?parent=${it.remark}` }],
        up: [{ post_type: 'post', embeddable: true, href: `${siteUrl}/wp-json/wp/v2/posts/${it.post}` }],
      },
    });
    expect(json[1]?.['_links']).toMatchObject({
      'in-reply-to': [{ href: `${siteUrl}/wp-json/wp/v2/comments/${it.remark}` }],
    });
    const cases: [string, number[]][] = [
      ['', [it.answer, it.remark]],
      [`parent=${it.remark}`, [it.answer]],
      ['parent=0', [it.remark]],
      [`exclude=${it.remark}`, [it.answer]],
      ['search=SECOND', [it.remark]],
      [`search=second&post=${it.post}`, [it.remark]],
      ['search=nowhere', []],
      [`include=${it.remark},${it.answer}&orderby=include`, [it.remark, it.answer]],
      ['per_page=1&page=2', [it.remark]],
      ['after=2031-01-01T00:00:00', []],
      ['before=2031-01-01T00:00:00Z&orderby=id&order=asc', [it.remark, it.answer]],
      ['status=approve&type=comment&per_page=1', [it.answer]],
    ];
    for (const [query, expected] of cases)
      expect([query, await rest.ids(`/wp/v2/comments?${query}`)]).toEqual([query, expected]);
    for (const query of ['status=hold', 'author_email=a@b.example', `author=${it.ann}`, 'type=pingback']) {
      const reply = await rest.get(`/wp/v2/comments?${query}`);
      expect([query, reply.status, reply.json['code']]).toEqual([query, 401, 'rest_forbidden_param']);
    }
  });

  test('search finds posts, pages and terms', async () => {
    const { schema } = (await rest.send('OPTIONS', '/wp/v2/search')).json;
    expect([schema?.['title'], Object.keys(schema?.['properties'] ?? {})]).toEqual([
      'search-result',
      ['id', 'title', 'url', 'type', 'subtype'],
    ]);
    expect((await rest.get('/wp/v2/search?search=story')).json).toMatchObject([
      { id: it.post, title: 'Story', url: `${siteUrl}/story/`, type: 'post', subtype: 'post' },
    ]);
    expect(await rest.ids('/wp/v2/search')).toEqual([it.post]);
    expect(await rest.ids('/wp/v2/search?search=story&subtype=page')).toEqual([]);
    expect((await rest.get('/wp/v2/search?type=term&search=riv')).json).toMatchObject([
      { id: it.tag, title: 'Rivers', url: `${siteUrl}/tag/rivers/`, type: 'post_tag' },
    ]);
    expect(await rest.ids(`/wp/v2/search?search=story&exclude=${it.post}`)).toEqual([]);
    expect((await rest.get('/wp/v2/search?search=story&page=2')).json['code']).toBe(
      'rest_search_invalid_page_number',
    );
    expect((await rest.get('/wp/v2/search?subtype=attachment')).status).toBe(400);
  });

  test('search for ids finds posts however many are newer, and no drafts', async () => {
    const draft = await get().write(async (tx) => {
      const { id: _, ...row } = await tx.db
        .selectFrom('post')
        .selectAll()
        .where('id', '=', it.post)
        .executeTakeFirstOrThrow();
      const newer = Array.from({ length: 500 }, (_post, n) => ({
        ...row,
        slug: `newer-${n}`,
        published_at: row.published_at + 1,
      }));
      await tx.db.insertInto('post').values(newer).execute();
      return makePost(tx, { slug: 'newer-draft', status: 'draft' });
    });
    expect(await rest.ids(`/wp/v2/search?include=${it.post},${draft}`)).toEqual([it.post]);
    expect([
      await rest.ids(`/wp/v2/search?include=${it.post}&subtype=page`),
      await rest.ids(`/wp/v2/search?include=${it.post}&exclude=${it.post}`),
    ]).toEqual([[], []]);
    await get().write((tx) => tx.db.deleteFrom('post').where('slug', 'like', 'newer-%').execute());
  });

  test('_embed includes author, featured media, terms and replies', async () => {
    const { json } = await rest.get(`/wp/v2/posts/${it.post}?_embed`);
    const embedded = json['_embedded'];
    expect(Object.keys(embedded ?? {})).toEqual(['author', 'replies', 'wp:featuredmedia', 'wp:term']);
    expect(embedded?.['author']).toMatchObject([{ id: it.ann, name: 'Ann Ander' }]);
    expect(embedded?.['replies']).toMatchObject([[{ id: it.answer }, { id: it.remark, author_name: 'Cat' }]]);
    expect(embedded?.['wp:featuredmedia']).toMatchObject([
      { id: it.picture, media_type: 'image', source_url: expect.stringContaining('river.jpg') },
    ]);
    expect(embedded?.['wp:term']).toMatchObject([
      [{ id: it.local, name: 'Local', taxonomy: 'category' }],
      [{ id: it.tag, taxonomy: 'post_tag' }],
    ]);
    expect(embedded?.['wp:term']?.[0]?.[0]).not.toHaveProperty('count');
    expect(
      Object.keys((await rest.get('/wp/v2/posts?_embed=author,wp:term')).json[0]?.['_embedded'] ?? {}),
    ).toEqual(['author', 'wp:term']);
    expect(
      Object.keys((await rest.get('/wp/v2/posts?_embed[]=author')).json[0]?.['_embedded'] ?? {}),
    ).toEqual(['author']);
    expect((await rest.get('/wp/v2/posts?_embed=false')).json[0]).not.toHaveProperty('_embedded');
    expect((await rest.get('/wp/v2/posts?_embed&_fields=id')).json).toEqual([{ id: it.post }]);
    expect(
      Object.keys(
        (await rest.get('/wp/v2/posts?_embed&_fields=id,_links.author')).json[0]?.['_embedded'] ?? {},
      ),
    ).toEqual(['author']);
    expect((await rest.get('/wp/v2/search?search=story&_embed')).json[0]?.['_embedded']).toMatchObject({
      self: [{ id: it.post, title: { rendered: 'Story' } }],
    });
    expect((await rest.get(`/wp/v2/comments/${it.answer}?_embed`)).json['_embedded']).toMatchObject({
      up: [{ id: it.post }],
      'in-reply-to': [{ id: it.remark }],
      author: [{ id: it.ann }],
    });
  });

  test('a hundred posts with everything embedded take as many queries as ten', async () => {
    await get().write(async (tx) => {
      for (let n = 0; n < 110; n++) {
        const author = n % 10 === 0 ? await makeUser(tx) : it.ann;
        const featuredMediaId = await makeMedia(tx, { parentId: it.post });
        const postId = await makePost(tx, {
          authorId: author,
          featuredMediaId,
          termIds: [await makeTerm(tx, { taxonomy: 'post_tag' }), it.local],
        });
        await makeComment(tx, { postId });
      }
    });
    const queriesOf = async (path: string) => {
      await rest.get(path);
      const before = get().queryCount();
      const { status } = await rest.get(path);
      expect(status).toBe(200);
      return get().queryCount() - before;
    };
    const ten = await queriesOf('/wp/v2/posts?_embed&per_page=10');
    const hundred = await queriesOf('/wp/v2/posts?_embed&per_page=100');
    expect(hundred).toBe(ten);
    expect(hundred).toBeLessThanOrEqual(16);
    expect(await queriesOf('/wp/v2/posts?per_page=100')).toBeLessThanOrEqual(5);
    expect(await queriesOf('/wp/v2/media?_embed&per_page=100')).toBe(
      await queriesOf('/wp/v2/media?_embed&per_page=10'),
    );
    expect(await queriesOf('/wp/v2/comments?_embed&per_page=100')).toBe(
      await queriesOf('/wp/v2/comments?_embed&per_page=10'),
    );
  });
});
