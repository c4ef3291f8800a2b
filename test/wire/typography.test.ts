import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { assignMenu, createMenu, replaceMenuItems } from '../../src/modules/menus/store.ts';
import { deletePost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { ajax, rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const typed = {
  title: 'Dan\'s "moon" &amp; <em>Eve</em>\'s 2x4',
  content:
    '<!-- wp:paragraph --><p title="5 \'a\' -- b">It\'s "<em>the</em>" text... 3x5 -- &quot;kept&quot; <code>"code" --</code></p><!-- /wp:paragraph -->' +
    '<!-- wp:code --><pre class="wp-block-code"><code>print("it\'s") --</code></pre><!-- /wp:code -->' +
    '[caption width="300"]<img src="/a.jpg" alt="An \'alt\'"> A "caption"[/caption]',
  excerpt: 'An "excerpt" - don\'t',
  term: 'Bird\'s "eye"',
  description: 'All "birds"',
  comment: 'I\'d say "yes"\n\n<code>a -- "b"</code>',
  commenter: "Pat O'Neil",
  bio: 'Writes "well"',
};

onDrawnDatabase('typographic marks', (_get, place) => {
  let site: ServedSite;
  const ids = { post: 0, term: 0, comment: 0, media: 0, editor: 0 };
  const body = async (path: string, headers: Record<string, string> = {}) =>
    (await rawRequest(site.url, path, { headers })).body;
  const rest = async (path: string, headers?: Record<string, string>): Promise<unknown> =>
    JSON.parse(await body(`/wp-json/wp/v2/${path}`, headers));
  const liveSearch = async () =>
    (
      JSON.parse((await ajax(site.url, { action: 'td_ajax_search', td_string: 'moon' })).body) as {
        td_data: string;
      }
    ).td_data;

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      ids.term = await makeTerm(tx, { name: typed.term, slug: 'birds', description: typed.description });
      ids.editor = await makeUser(tx, {
        displayName: "Mo O'Hara",
        slug: 'mo',
        bio: typed.bio,
        roles: ['editor'],
      });
      ids.media = await makeMedia(tx, {
        title: 'A "picture"',
        slug: 'picture',
        excerpt: 'Photo: "Mo"',
        content: 'Mo\'s "view"',
      });
      ids.post = await makePost(tx, {
        title: typed.title,
        slug: 'story',
        content: typed.content,
        excerpt: typed.excerpt,
        termIds: [ids.term],
        authorId: ids.editor,
        commentStatus: 'open',
        featuredMediaId: ids.media,
      });
      ids.comment = await makeComment(tx, {
        postId: ids.post,
        content: typed.comment,
        authorName: typed.commenter,
      });
      const menuId = await createMenu(tx, { name: 'Main' });
      await replaceMenuItems(tx, menuId, [
        { label: "What's on", url: '/' },
        { type: 'post_type', object: 'post', objectId: ids.post },
      ]);
      await assignMenu(tx, 'primary', menuId);
      await saveSettings(tx, { blogname: "Dan's Daily", blogdescription: 'All the "news"' });
    });
  });
  afterAll(() => site.close());
  afterEach(() =>
    site.database
      .write((tx) => saveSettings(tx, { texturize: null, site_language: null }))
      .then(() => undefined),
  );

  test('appear in titles, texts, names and comments on pages', async () => {
    const page = await body('/story/');
    for (const shown of [
      '<title>Dan’s “moon” &amp; Eve’s 2×4 – Dan’s Daily</title>',
      'An “excerpt” – don’t',
      'Bird’s “eye”',
      'Photo: “Mo”',
      'Writes “well”',
      'Pat O’Neil',
      'I’d say “yes”',
      'What’s on',
      'All the “news”',
      'A “caption”',
      'It’s “<em>the</em>” text… 3×5 — "kept"',
    ])
      expect(page).toContain(shown);
    expect(page).toMatch(
      /<h1 class="post-title[^"]*"><span>Dan&#8217;s &#8220;moon&#8221; &amp; <em>Eve<\/em>&#8217;s 2&#215;4<\/span><\/h1>/,
    );
    for (const unchanged of [
      '<code>"code" --</code>',
      'print("it\'s") --',
      '<code>a -- "b"</code>',
      'title="5 \'a\' -- b"',
      'alt="An \'alt\'"',
    ]) {
      expect(page).toContain(unchanged);
    }
    expect(await body('/')).toContain('Dan’s “moon” &amp; Eve’s 2×4');
    const archive = await body('/category/birds/');
    for (const shown of [
      '<h1>Bird’s “eye”</h1>',
      'All “birds”',
      'Dan’s “moon” &amp; Eve’s 2×4',
      'An “excerpt” – don’t',
    ])
      expect(archive).toContain(shown);
  });

  test('appear in strings of core blocks', async () => {
    const said = `It's "said"`;
    const block = (name: string, attributes: object = {}) =>
      `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
    await site.database.write((tx) =>
      makePost(tx, { slug: 'before-it', title: 'Before', publishedAt: 1000 }),
    );
    const postId = await site.database.write((tx) =>
      makePost(tx, {
        slug: 'saying',
        title: 'Saying',
        authorId: ids.editor,
        termIds: [ids.term],
        content:
          [
            block('home-link', { label: said, description: said }),
            block('navigation-link', { label: said, description: said, url: '/x/', kind: 'custom' }),
            block('navigation-submenu', { label: said, url: '/x/', kind: 'custom' }),
            block('read-more', { content: said }),
            block('post-excerpt', { moreText: said }),
            block('post-terms', { term: 'category', prefix: said, suffix: said }),
            block('post-navigation-link', { type: 'previous', label: said }),
            block('post-author', { byline: said }),
            block('search', { label: said, buttonText: said }),
            block('social-link', { url: 'https://a.example', service: 'chain', label: said }),
          ].join('') + `<h6 id="site">${block('site-title')}${block('site-tagline')}</h6>`,
      }),
    );
    const [, text = ''] =
      /<div class="post-content[^>]*>([^]*?)<\/h6>/.exec(decodeEntities(await body('/saying/'))) ?? [];
    expect(text.split('It’s “said”')).toHaveLength(15);
    expect(text).not.toContain('said"');
    expect(text.slice(text.indexOf('id="site"'))).toMatch(/Dan’s Daily[^]*All the “news”/);
    await site.database.write((tx) => deletePost(tx, postId));
  });

  test('appear in shared links, and in titles of feeds', async () => {
    const heads = await Promise.all(
      ['/', '/story/', '/category/birds/'].map((path) =>
        body(path).then((page) => page.slice(0, page.indexOf('<style>'))),
      ),
    );
    for (const shown of [
      'og:title" content="Dan’s Daily"',
      'og:title" content="Dan’s “moon” &amp; Eve’s 2×4"',
      'og:title" content="Bird’s “eye”"',
      'og:site_name" content="Dan’s Daily"',
      'og:description" content="All the “news”"',
      'og:description" content="An “excerpt” – don’t"',
      'name="description" content="All “birds”"',
      'title="Dan’s Daily – Bird’s “eye”"',
      'title="Comments on Dan’s “moon” &amp; Eve’s 2×4"',
    ])
      expect(heads.join('')).toContain(shown);
    expect(heads.join('').match(/(?:content|title)="[^"]*(?:&#39;|&quot;)[^"]*"/g)).toBe(null);
    expect(await body('/story/embed/')).toMatch(/<title>[^<]* – Dan’s Daily</);
  });

  test('appear in feeds, embeds, live search and search metadata', async () => {
    const feed = await body('/feed/');
    expect([/<title>([^<]*)/.exec(feed)?.[1], /<title>([^<]*)/.exec(await body('/feed/atom/'))?.[1]]).toEqual(
      ['Dan’s Daily', 'Dan’s Daily'],
    );
    expect(/<title>([^<]*)/.exec(await body('/category/birds/feed/'))?.[1]).toBe(
      'Bird’s “eye” – Dan’s Daily',
    );
    expect(feed).toContain('<title>Dan’s “moon” &amp; Eve’s 2×4</title>');
    expect(feed).toContain('It’s “<em>the</em>” text… 3×5 — "kept" <code>"code" --</code>');
    expect(await body('/story/feed/')).toContain('I’d say “yes”');
    expect(await liveSearch()).toContain('Dan’s “<mark class="search-hit">moon</mark>” &amp; Eve’s 2×4');
    expect(await body('/?s=eve')).toContain('Dan’s “moon” &amp; <mark class="search-hit">Eve</mark>’s 2×4');
    expect(await body('/story/embed/')).toContain('Dan’s “moon” &amp; Eve’s 2×4');
    expect(await body(`/wp-json/oembed/1.0/embed?url=${encodeURIComponent(`${site.url}/story/`)}`)).toContain(
      '"title":"Dan’s “moon” & Eve’s 2×4"',
    );
  });

  test('appear in rendered REST fields, as references in titles; raw fields, names and slugs are as typed', async () => {
    const rendered = 'Dan&#8217;s &#8220;moon&#8221; &amp; <em>Eve</em>&#8217;s 2&#215;4';
    const post = await rest(`posts/${ids.post}`);
    expect(post).toMatchObject({
      slug: 'story',
      title: { rendered },
      excerpt: { rendered: '<p>An &#8220;excerpt&#8221; &#8211; don&#8217;t</p>\n' },
    });
    expect(post).toHaveProperty(
      'content.rendered',
      expect.stringContaining('It’s “<em>the</em>” text… 3×5 — "kept" <code>"code" --</code>'),
    );
    expect(await rest('search?search=moon')).toMatchObject([{ title: rendered }]);
    expect(await rest(`media/${ids.media}`)).toMatchObject({
      title: { rendered: 'A &#8220;picture&#8221;' },
      caption: { rendered: '<p>Photo: &#8220;Mo&#8221;</p>\n' },
      description: { rendered: '<p>Mo&#8217;s &#8220;view&#8221;</p>\n' },
    });
    expect(await rest(`comments/${ids.comment}`)).toMatchObject({
      author_name: typed.commenter,
      content: {
        rendered: expect.stringMatching(/^<p>I’d say “yes”<\/p>\s*<p><code>a -- "b"<\/code><\/p>/) as string,
      },
    });
    expect(await rest(`categories/${ids.term}`)).toMatchObject({
      name: typed.term,
      description: typed.description,
    });
    const { cookie, nonce } = await site.signIn(ids.editor);
    expect(await rest(`posts/${ids.post}?context=edit`, { cookie, 'x-wp-nonce': nonce })).toMatchObject({
      title: { raw: typed.title, rendered },
      content: { raw: typed.content },
      excerpt: { raw: typed.excerpt },
    });
  });

  test('follow the site’s language, and are absent if switched off', async () => {
    const [german, french, off] = [
      { site_language: 'de-DE' },
      { site_language: 'fr' },
      { texturize: false },
    ].map((settings) => async () => {
      await site.database.write((tx) => saveSettings(tx, settings));
      return {
        page: await body('/story/'),
        list: await body('/category/birds/'),
        search: await liveSearch(),
        post: await rest(`posts/${ids.post}`),
      };
    });
    const inGerman = await german?.();
    expect(inGerman?.page).toContain('It’s „<em>the</em>“ text… 3×5 — "kept"');
    expect(inGerman?.list).toContain('Dan’s „moon“ &amp; Eve’s 2×4');
    expect(inGerman?.search).toContain('Dan’s „<mark class="search-hit">moon</mark>“');
    expect(inGerman?.post).toHaveProperty(
      'title.rendered',
      'Dan&#8217;s &#8222;moon&#8220; &amp; <em>Eve</em>&#8217;s 2&#215;4',
    );
    expect((await french?.())?.list).toContain('Dan’s «\u00a0moon\u00a0»');
    const plain = await off?.();
    expect(plain?.page).toContain('It\'s "<em>the</em>" text... 3x5 -- "kept"');
    expect(plain?.list).toContain('Dan&#x27;s &quot;moon&quot; &amp; Eve&#x27;s 2x4');
    expect(plain?.post).toMatchObject({
      title: { rendered: typed.title },
      excerpt: { rendered: '<p>An "excerpt" - don\'t</p>\n' },
    });
  });

  test('hostile texts stay inside of their elements, and their neighbours as they are', async () => {
    const hostile = [
      '"><script>alert(1)</script>',
      "<a title=\"'--\">'x'</a>",
      '<img alt="a" onerror="x">',
      '"'.repeat(20_000),
      "<b>'".repeat(5000),
      '&#8220;&quot;&#34;"&',
      '<a href="',
      '\u0001"\u0002\'\u0003',
      '[gallery ids="1" "',
      '<!-- "',
      '\u202e"שלום"\u202c',
      '<code>"',
      '«"»',
      '&#x201c',
      '"\ud83d',
    ];
    const posts: number[] = [];
    await site.database.write(async (tx) => {
      for (const text of hostile)
        posts.push(
          await makePost(tx, {
            title: text,
            slug: `hostile-${posts.length}`,
            content: `<p>${text}</p>`,
            excerpt: text,
          }),
        );
    });
    for (const [index, id] of posts.entries()) {
      const { status, body: page } = await rawRequest(site.url, `/hostile-${index}/`);
      expect([hostile[index]?.slice(0, 30), status]).toEqual([hostile[index]?.slice(0, 30), 200]);
      expect(page).not.toMatch(/<script>alert|onerror=/);
      expect((await rawRequest(site.url, `/wp-json/wp/v2/posts/${id}`)).status).toBe(200);
    }
    expect((await rawRequest(site.url, '/feed/')).status).toBe(200);
    expect(await body('/story/')).toContain('It’s “<em>the</em>” text… 3×5 — "kept"');
  });

  test('entities by any name are the characters that they mean, in titles, cards, descriptions and search', async () => {
    await site.database.write((tx) =>
      makePost(tx, {
        title: 'Caf&eacute; 5 &euro; M&uuml;ller',
        slug: 'entities',
        content: '<p>In der Hauptstra&szlig;e, und &amp;euro; bleibt.</p>',
      }),
    );
    const page = await body('/entities/');
    for (const shown of [
      '<title>Café 5 € Müller – ',
      '<meta name="description" content="In der Hauptstraße, und &amp;euro; bleibt.">',
    ]) {
      expect(page).toContain(shown);
    }
    for (const address of ['/', '/?s=hauptstra%C3%9Fe', '/?s=cafe+m%C3%BCller', '/feed/']) {
      expect((await body(address)).replace(/<\/?mark\b[^>]*>/g, '')).toContain('Café 5 € Müller');
    }
    expect(await body('/?s=cafe+m%C3%BCller')).toContain('>1 result</p>');
    expect(await body('/')).toContain('In der Hauptstraße, und &amp;euro; bleibt.');
  });
});
