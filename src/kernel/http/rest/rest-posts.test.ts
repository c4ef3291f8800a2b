import { beforeAll, expect, test } from 'vitest';
import { deletePost } from '../../../modules/posts/writer.ts';
import { saveSettings } from '../../../modules/settings/store.ts';
import { onBothDatabases } from '../../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../../test/harness/factories.ts';
import { siteUrl, useRestApp } from '../../../../test/harness/rest-app.ts';

const day = (n: number, hour = 12) => Date.UTC(2026, 5, n, hour);

onBothDatabases('posts over REST', (get) => {
  const rest = useRestApp(get);
  const it = {
    ann: 0,
    bob: 0,
    news: 0,
    local: 0,
    tag: 0,
    picture: 0,
    first: 0,
    second: 0,
    third: 0,
    fourth: 0,
    about: 0,
    team: 0,
  };

  beforeAll(async () => {
    await get().write(async (tx) => {
      await saveSettings(tx, { timezone_string: 'Europe/Berlin' });
      it.ann = await makeUser(tx, { login: 'ann', displayName: 'Ann Ander' });
      it.bob = await makeUser(tx, { login: 'bob', displayName: 'Bob Bee' });
      it.news = await makeTerm(tx, { name: 'News' });
      it.local = await makeTerm(tx, { name: 'Local', parentId: it.news });
      it.tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'Rivers' });
      it.picture = await makeMedia(tx, { title: 'A river', authorId: it.ann });
      it.first = await makePost(tx, {
        title: 'Banana & co',
        slug: 'banana',
        authorId: it.ann,
        termIds: [it.news, it.tag],
        featuredMediaId: it.picture,
        publishedAt: day(1),
        modifiedAt: day(20),
        excerpt: 'In short',
      });
      it.second = await makePost(tx, {
        title: 'Apple',
        slug: 'apple',
        authorId: it.bob,
        termIds: [it.local],
        publishedAt: day(2),
        modifiedAt: day(3),
        sticky: true,
      });
      it.third = await makePost(tx, {
        title: 'Cherry',
        slug: 'cherry',
        authorId: it.ann,
        termIds: [it.tag],
        publishedAt: day(3),
        modifiedAt: day(10),
        format: 'video',
        meta: { _wp_page_template: ['wide'] },
      });
      it.fourth = await makePost(tx, {
        title: 'Damson',
        slug: 'damson',
        authorId: it.bob,
        publishedAt: day(4, 23),
        modifiedAt: day(4),
        content: 'Quinces grow here',
      });
      it.about = await makePost(tx, {
        type: 'page',
        title: 'About',
        slug: 'about',
        authorId: it.ann,
        menuOrder: 2,
        publishedAt: day(5),
      });
      it.team = await makePost(tx, {
        type: 'page',
        title: 'Team',
        slug: 'team',
        authorId: it.ann,
        parentId: it.about,
        menuOrder: 1,
        publishedAt: day(6),
      });
    });
  });

  test('a post has WordPress’ fields, in their order', async () => {
    const { json, headers } = await rest.get(`/wp/v2/posts/${it.first}`);
    const link = (path: string) => ({ embeddable: true, href: `${siteUrl}/wp-json/wp/v2/${path}` });
    expect(json).toEqual({
      id: it.first,
      date: '2026-06-01T14:00:00',
      date_gmt: '2026-06-01T12:00:00',
      guid: { rendered: `${siteUrl}/?p=${it.first}` },
      modified: '2026-06-20T14:00:00',
      modified_gmt: '2026-06-20T12:00:00',
      slug: 'banana',
      status: 'publish',
      type: 'post',
      link: `${siteUrl}/banana/`,
      title: { rendered: 'Banana &#038; co' },
      content: {
        rendered:
          '<rendered><!-- wp:paragraph -->\n<p>Text of Banana & co.</p>\n<!-- /wp:paragraph --></rendered>',
        protected: false,
      },
      excerpt: { rendered: '<p>In short</p>\n', protected: false },
      author: it.ann,
      featured_media: it.picture,
      comment_status: 'open',
      ping_status: 'closed',
      sticky: false,
      template: '',
      format: 'standard',
      meta: { footnotes: '' },
      categories: [it.news],
      tags: [it.tag],
      class_list: [
        `post-${it.first}`,
        'post',
        'type-post',
        'status-publish',
        'format-standard',
        'has-post-thumbnail',
        'hentry',
        'category-news',
        'tag-rivers',
      ],
      _links: {
        self: [{ href: `${siteUrl}/wp-json/wp/v2/posts/${it.first}`, targetHints: { allow: ['GET'] } }],
        collection: [{ href: `${siteUrl}/wp-json/wp/v2/posts` }],
        about: [{ href: `${siteUrl}/wp-json/wp/v2/types/post` }],
        author: [link(`users/${it.ann}`)],
        replies: [link(`comments?post=${it.first}`)],
        'version-history': [{ count: 0, href: `${siteUrl}/wp-json/wp/v2/posts/${it.first}/revisions` }],
        'wp:featuredmedia': [link(`media/${it.picture}`)],
        'wp:attachment': [{ href: `${siteUrl}/wp-json/wp/v2/media?parent=${it.first}` }],
        'wp:term': [
          { taxonomy: 'category', ...link(`categories?post=${it.first}`) },
          { taxonomy: 'post_tag', ...link(`tags?post=${it.first}`) },
        ],
        curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
      },
    });
    expect(Object.keys(json).join()).toBe(
      'id,date,date_gmt,guid,modified,modified_gmt,slug,status,type,link,title,content,excerpt,author,featured_media,comment_status,ping_status,sticky,template,' +
        'format,meta,categories,tags,class_list,_links',
    );
    expect(headers['link']).toBe(
      `<${siteUrl}/wp-json/>; rel="https://api.w.org/", <${siteUrl}/banana/>; rel="alternate"; type=text/html`,
    );
    expect((await rest.get(`/wp/v2/posts/${it.third}`)).json).toMatchObject({
      template: 'wide',
      format: 'video',
      categories: [],
      tags: [it.tag],
    });
  });

  test('context=embed returns fewer fields, and context=edit requires a user', async () => {
    const { json } = await rest.get(`/wp/v2/posts/${it.first}?context=embed`);
    expect(Object.keys(json)).toEqual([
      'id',
      'date',
      'slug',
      'type',
      'link',
      'title',
      'excerpt',
      'author',
      'featured_media',
      '_links',
    ]);
    for (const path of [
      '/wp/v2/posts?context=edit',
      `/wp/v2/posts/${it.first}?context=edit`,
      '/wp/v2/users?context=edit',
      '/wp/v2/categories?context=edit',
      '/wp/v2/comments?context=edit',
      '/wp/v2/media?context=edit',
    ]) {
      const reply = await rest.get(path);
      expect([path, reply.status, reply.json['code']]).toEqual([path, 401, 'rest_forbidden_context']);
    }
  });

  test('a page has a parent, a menu order and a URL below its parent’s', async () => {
    const { json } = await rest.get(`/wp/v2/pages/${it.team}`);
    expect(json).toMatchObject({
      type: 'page',
      parent: it.about,
      menu_order: 1,
      link: `${siteUrl}/about/team/`,
    });
    expect(json).not.toHaveProperty('categories');
    expect(json).not.toHaveProperty('sticky');
    expect(json['_links']?.['up']).toEqual([
      { embeddable: true, href: `${siteUrl}/wp-json/wp/v2/pages/${it.about}` },
    ]);
    expect(await rest.ids(`/wp/v2/pages?parent=${it.about}`)).toEqual([it.team]);
    expect(await rest.ids('/wp/v2/pages?parent=0')).toEqual([it.about]);
    expect(await rest.ids('/wp/v2/pages?menu_order=1')).toEqual([it.team]);
    expect(await rest.ids('/wp/v2/pages?orderby=menu_order&order=asc')).toEqual([it.team, it.about]);
    expect((await rest.get(`/wp/v2/posts/${it.about}`)).json['code']).toBe('rest_post_invalid_id');
  });

  test('filters restrict lists', async () => {
    const { first, second, third, fourth, ann, bob, news, local, tag } = it;
    const cases: [string, number[]][] = [
      ['', [fourth, third, second, first]],
      [`author=${ann}`, [third, first]],
      [`author[]=${ann}&author[]=${bob}`, [fourth, third, second, first]],
      [`author_exclude=${ann}`, [fourth, second]],
      [`categories=${news}`, [first]],
      [`categories=${local}`, [second]],
      [`categories=${news},${local}`, [second, first]],
      [`categories_exclude=${news}`, [fourth, third, second]],
      [`tags=${tag}`, [third, first]],
      [`tags_exclude=${tag}`, [fourth, second]],
      [`categories=${news}&tags=${tag}`, [first]],
      [`categories=${local}&tags=${tag}`, []],
      [`categories=${local}&tags=${tag}&tax_relation=OR`, [third, second, first]],
      ['sticky=true', [second]],
      ['sticky=0', [fourth, third, first]],
      ['format=video', [third]],
      ['slug=apple', [second]],
      ['slug[]=apple&slug[]=cherry', [third, second]],
      ['slug=nothing', []],
      ['status=publish', [fourth, third, second, first]],
      [`include=${first},${third}`, [third, first]],
      [`exclude=${first}&exclude=${second}`, [fourth, third, first]],
      [`include=${first},999999`, [first]],
      ['after=2026-06-02T14:00:00', [fourth, third]],
      ['after=2026-06-02T13:59:59', [fourth, third, second]],
      ['after=2026-06-02T12:00:00Z', [fourth, third]],
      ['before=2026-06-02T14:00:00%2B02:00', [first]],
      ['modified_after=2026-06-09T00:00:00', [third, first]],
      ['modified_before=2026-06-04T00:00:00', [second]],
      ['search=quinces', [fourth]],
      ['search=nowhere', []],
      [`search=quinces&include=${first}`, []],
      ['search=&per_page=1', [fourth]],
      ['search=quinces&search_columns=post_content', [fourth]],
      ['search=quinces&search_columns=post_title,post_excerpt', []],
      ['search=DAMSON&search_columns[]=post_title', [fourth]],
      ['search=damson&search_columns[0]=post_content', []],
      ['search=short&search_columns=post_excerpt', [first]],
      ['search=damson&search_semantics=exact', [fourth]],
      ['search=dam&search_semantics=exact', []],
      [`categories[terms]=${news}`, [first]],
      [`categories[terms][]=${news}&categories[include_children]=true`, [second, first]],
      [`categories[terms]=${news},${local}&categories[operator]=AND`, []],
      [
        `categories[terms]=${news},${local}&categories[operator]=AND&categories[include_children]=1`,
        [second],
      ],
      [
        `categories[terms]=${news},${local}&categories[operator]=AND&tags=${tag}&tax_relation=OR`,
        [third, first],
      ],
      [
        `categories[terms]=${news}&categories[include_children]=1&tags[terms]=${tag}&tags[operator]=AND`,
        [first],
      ],
      [`categories[terms]=${local}&tax_relation=OR`, [second]],
      ['categories[terms]=', [fourth, third, second, first]],
      [`categories_exclude[terms]=${news}&categories_exclude[include_children]=true`, [fourth, third]],
      [`tags_exclude[terms][0]=${tag}`, [fourth, second]],
      ['unknown=1&xyz[]=2&per_page=1', [fourth]],
    ];
    for (const [query, expected] of cases) {
      const { list, headers } = await rest.get(`/wp/v2/posts?${query}`);
      expect([query, list.map(({ id }) => id)]).toEqual([query, expected]);
      if (!query.includes('per_page'))
        expect([query, headers['x-wp-total']]).toEqual([query, String(expected.length)]);
    }
  });

  test('queries the maximum number of terms', async () => {
    const { first, news, tag } = it;
    const others = (from: number) => Array.from({ length: 499 }, (_, n) => 100_000 + from + n).join();
    const both = `categories[terms]=${news},${others(0)}&tags[terms]=${tag},${others(500)}`;
    const every = `${both}&categories[operator]=AND&tags[operator]=AND`;
    for (const [query, expected] of [
      [both, [first]],
      [every, []],
      [`${every}&tax_relation=OR`, []],
    ] as const) {
      const { status, list } = await rest.get(`/wp/v2/posts?${query}`);
      expect([status, list.map(({ id }) => id)]).toEqual([200, expected]);
    }
    // A post with all of them is found.
    const { above, termIds, whole } = await get().write(async (tx) => {
      const parent = await makeTerm(tx, { name: 'Above' });
      const parts: number[] = [];
      for (let n = 0; n < 30; n++) parts.push(await makeTerm(tx, { name: `Part ${n}`, parentId: parent }));
      return { above: parent, termIds: parts, whole: await makePost(tx, { slug: 'whole', termIds: parts }) };
    });
    const all = (terms: readonly number[], more = '') =>
      rest.ids(`/wp/v2/posts?categories[operator]=AND&categories[terms]=${terms.join()}${more}`);
    expect([
      await all(termIds),
      await all(termIds.slice(0, 25)),
      await all(termIds, `&tags=${tag}&tax_relation=OR`),
    ]).toEqual([[whole], [whole], [it.third, first, whole]]);
    expect([
      await all([...termIds, above]),
      await all([...termIds, above], '&categories[include_children]=1'),
      await all([...termIds, news]),
    ]).toEqual([[], [whole], []]);
    await get().write((tx) => deletePost(tx, whole));
  });

  test('orders', async () => {
    const { first, second, third, fourth } = it;
    const cases: [string, number[]][] = [
      ['order=asc', [first, second, third, fourth]],
      ['orderby=title&order=asc', [second, first, third, fourth]],
      ['orderby=slug', [fourth, third, first, second]],
      ['orderby=id', [fourth, third, second, first]],
      ['orderby=modified', [first, third, fourth, second]],
      [`orderby=include&include=${third},${first},${fourth}`, [third, first, fourth]],
      [`orderby=include&include=${third},${first},${fourth}&per_page=1&page=2`, [first]],
      ['orderby=author&order=asc', [first, third, second, fourth]],
      ['orderby=relevance&search=cherry', [third]],
      ['slug=cherry,apple,damson&orderby=include_slugs', [third, second, fourth]],
      ['slug=cherry,apple,damson&orderby=include_slugs&order=asc&per_page=1&page=2', [second]],
      ['orderby=include_slugs', [fourth, third, second, first]],
    ];
    for (const [query, expected] of cases)
      expect([query, await rest.ids(`/wp/v2/posts?${query}`)]).toEqual([query, expected]);
    expect((await rest.get('/wp/v2/posts?orderby=relevance')).json['code']).toBe(
      'rest_no_search_term_defined',
    );
    expect((await rest.get('/wp/v2/posts?orderby=include')).json['code']).toBe(
      'rest_orderby_include_missing_include',
    );
  });

  test('pages have totals and links', async () => {
    const { first, second, third, fourth } = it;
    const one = await rest.get('/wp/v2/posts?per_page=3&_fields=id&author[]=1&author[]=2&author[]=3');
    expect(one.headers).toMatchObject({ 'x-wp-total': '4', 'x-wp-totalpages': '2' });
    expect(one.headers['link']).toBe(
      `<${siteUrl}/wp-json/wp/v2/posts?per_page=3&_fields=id&author%5B%5D=1&author%5B%5D=2&author%5B%5D=3&page=2>; rel="next"`,
    );
    const two = await rest.get('/wp/v2/posts?per_page=1&page=2');
    expect(two.headers['link']).toBe(
      `<${siteUrl}/wp-json/wp/v2/posts?per_page=1&page=1>; rel="prev", <${siteUrl}/wp-json/wp/v2/posts?per_page=1&page=3>; rel="next"`,
    );
    expect(await rest.ids('/wp/v2/posts?per_page=3&page=2')).toEqual([first]);
    expect(await rest.ids('/wp/v2/posts?offset=1&per_page=2')).toEqual([third, second]);
    expect(await rest.ids('/wp/v2/posts?offset=400')).toEqual([]);
    expect(await rest.ids('/wp/v2/posts?slug=none&page=9')).toEqual([]);
    const beyond = await rest.get('/wp/v2/posts?page=2');
    expect([beyond.status, beyond.json]).toEqual([
      400,
      {
        code: 'rest_post_invalid_page_number',
        message: 'The page number requested is larger than the number of pages available.',
        data: { status: 400 },
      },
    ]);
    expect(fourth).toBeGreaterThan(0);
    const named = await rest.get(
      `/wp/v2/posts?per_page=1&tags[terms][]=${it.tag}&tags[operator]=AND&_fields=id`,
    );
    const next = String(/<([^>]*)>; rel="next"/.exec(named.headers['link'] ?? '')?.[1]);
    expect([
      named.list.map(({ id }) => id),
      (await rest.get(`=${next.slice(siteUrl.length)}`)).list.map(({ id }) => id),
    ]).toEqual([[third], [first]]);
  });

  test('reports invalid parameters as WordPress does', async () => {
    const { status, json } = await rest.get(
      '/wp/v2/posts?per_page=101&page=0&orderby=price&include=1,x&after=soon&sticky=maybe',
    );
    expect(status).toBe(400);
    const { params, details } = json['data'] ?? {};
    expect(json).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    expect(String(json['message'])).toMatch(/^Invalid parameter\(s\): /);
    expect(params).toEqual({
      per_page: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
      page: 'page must be greater than or equal to 1',
      orderby: expect.stringMatching(/^orderby is not one of author, date, id/),
      include: 'include[1] is not of type integer.',
      after: 'Invalid date.',
      sticky: 'sticky is not of type boolean.',
    });
    expect(details?.['per_page']).toEqual({
      code: 'rest_out_of_bounds',
      message: 'per_page must be between 1 (inclusive) and 100 (inclusive)',
      data: null,
    });
    const terms: [string, string, RegExp][] = [
      [
        'categories[other]=1',
        'categories',
        /^categories has no property "other"; it accepts terms, include_children, operator\.$/,
      ],
      ['categories[operator]=XOR', 'categories', /^categories\[operator\] is not one of AND, OR\.$/],
      ['categories=x', 'categories', /\[0\] is not of type integer/],
      [
        'categories_exclude[operator]=AND',
        'categories_exclude',
        /^categories_exclude has no property "operator"/,
      ],
      [
        'tags[include_children]=1',
        'tags',
        /^tags has no property "include_children"; it accepts terms, operator\.$/,
      ],
      ['tags[terms]=x', 'tags', /is not of type integer/],
      ['tags[terms][a][b]=1', 'tags', /is not of type array/],
      [
        'categories[include_children]=maybe',
        'categories',
        /^categories\[include_children\] is not of type boolean\.$/,
      ],
      [
        'search_columns=post_password',
        'search_columns',
        /is not one of post_title, post_content, post_excerpt/,
      ],
      ['search=a&search_semantics=loose', 'search_semantics', /is not one of exact/],
    ];
    for (const [query, name, message] of terms) {
      const reply = await rest.get(`/wp/v2/posts?${query}`);
      expect([query, reply.status, reply.json['data']?.['params']]).toEqual([
        query,
        400,
        { [name]: expect.stringMatching(message) },
      ]);
    }
    const forbidden = await rest.get('/wp/v2/posts?status=draft');
    expect([forbidden.status, forbidden.json['data']?.['details']?.['status']?.['code']]).toEqual([
      400,
      'rest_forbidden_status',
    ]);
    expect((await rest.get('/wp/v2/posts?status=nope')).json['data']?.['details']?.['status']?.['code']).toBe(
      'rest_not_in_enum',
    );
  });
});
