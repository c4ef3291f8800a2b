import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { addAlternateLanguages } from '../../src/site/pages/head/head-facts.ts';
import { htmlTokens, readAttribute } from '../../src/lib/markup/html-tokens.ts';
import { decodeEntities } from '../../src/lib/plain-text.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

type Thing = Readonly<Record<string, unknown>>;

/** The metadata in a page's head. */
interface Head {
  readonly html: string;
  readonly title: string;
  /** By name or property; all values of repeated ones. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  readonly links: readonly {
    readonly rel: string;
    readonly href: string;
    readonly type: string;
    readonly hreflang: string;
  }[];
  /** schema.org nodes by type. */
  readonly graph: ReadonlyMap<string, Thing>;
}

function readHead(page: string): Head {
  const html = page.slice(0, page.indexOf('</head>'));
  const metas = new Map<string, string[]>();
  const links: Head['links'][number][] = [];
  for (const { kind, name, start, end } of htmlTokens(html)) {
    if (kind !== 'open') continue;
    const tag = html.slice(start, end);
    const read = (attribute: string) => decodeEntities(readAttribute(tag, attribute) ?? '');
    if (name === 'meta')
      metas.set(read('name') || read('property'), [
        ...(metas.get(read('name') || read('property')) ?? []),
        read('content'),
      ]);
    if (name === 'link')
      links.push({ rel: read('rel'), href: read('href'), type: read('type'), hreflang: read('hreflang') });
  }
  const json = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? '{"@graph":[]}';
  const graph = (JSON.parse(json) as { '@graph': Thing[] })['@graph'];
  return {
    html,
    title: decodeEntities(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    metas,
    links,
    graph: new Map(graph.map((thing) => [String(thing['@type']), thing])),
  };
}

onDrawnDatabase('heads', (_get, place) => {
  let site: ServedSite;
  const get = (path: string) => rawRequest(site.url, path);
  const head = async (path: string) => readHead((await get(path)).body);
  const write = <Result>(work: Parameters<typeof site.database.write<Result>>[0]) =>
    site.database.write(work);
  const set = (changes: Record<string, unknown>) => write((tx) => saveSettings(tx, changes));
  const published = Date.UTC(2026, 5, 1, 8);
  const hostile = 'Half “quoted” "></title><script>alert(1)</script> & <b>bold</b> \u2028';

  beforeAll(async () => {
    site = await serveSite(place());
    await write(async (tx) => {
      const logo = await makeMedia(tx, { file: { width: 600, height: 60 } });
      await saveSettings(tx, {
        blogname: 'The Daily & Co.',
        blogdescription: 'News <soon>',
        site_language: 'en-GB',
        site_logo: logo,
        twitter_site: '@daily',
        social_profiles: ['https://social.example/daily'],
      });
      const ada = await makeUser(tx, {
        login: 'ada',
        slug: 'ada',
        displayName: 'Ada Quill',
        bio: 'Writes of <b>stars</b>.',
        url: 'https://ada.example/',
      });
      const ben = await makeUser(tx, { login: 'ben', slug: 'ben', displayName: 'Ben Ink' });
      const science = await makeTerm(tx, {
        name: 'Science',
        slug: 'science',
        description: 'All <i>about</i> it.',
      });
      const space = await makeTerm(tx, { name: 'Space', slug: 'space', parentId: science });
      const tag = await makeTerm(tx, { taxonomy: 'post_tag', name: 'comets', slug: 'comets' });
      const picture = await makeMedia(tx, {
        file: {
          width: 2400,
          height: 1350,
          alt: 'Its "tail"',
          sizes: {
            large_fallback: { file: 'p-1280x720.jpg', width: 1280, height: 720, mime: 'image/jpeg' },
            large: { file: 'p-1280x720.webp', width: 1280, height: 720, mime: 'image/webp' },
            square: { file: 'p-600x600.webp', width: 600, height: 600, mime: 'image/webp' },
            thumbnail: { file: 'p-150x150.webp', width: 150, height: 150, mime: 'image/webp' },
          },
        },
      });
      const story = {
        authorIds: [ada, ben],
        termIds: [space, tag],
        featuredMediaId: picture,
        publishedAt: published,
        modifiedAt: published + 3_600_000,
      };
      await makePost(tx, {
        title: 'A comet returns',
        slug: 'a-comet',
        content: '<p>One two three four five.</p>',
        ...story,
      });
      await makePost(tx, {
        title: hostile,
        slug: 'hostile',
        content: '<p>x</p>',
        excerpt: 'Ends </script> "here"',
        ...story,
      });
      await makePost(tx, {
        title: 'Told',
        slug: 'told',
        ...story,
        meta: detailsMeta({
          subtitle: 'The <i>subtitle</i>',
          seoTitle: 'Told to engines',
          seoDescription: 'For engines.',
          canonicalUrl: 'https://first.example/told/',
          socialTitle: 'Told to friends',
          socialDescription: 'For friends.',
          socialImage: '/wp-content/uploads/social.jpg',
        }),
      });
      await makePost(tx, {
        title: 'Subtitled',
        slug: 'subtitled',
        content: '<p>The text.</p>',
        meta: detailsMeta({ subtitle: 'The <i>subtitle</i>', noindex: true }),
      });
      await makePost(tx, {
        title: 'Locked',
        slug: 'locked',
        password: 'x',
        content: 'The treasure.',
        featuredMediaId: picture,
        meta: detailsMeta({ socialDescription: 'Treasure there.' }),
      });
      for (let n = 1; n <= 22; n++)
        await makePost(tx, { title: `Note ${n}`, slug: `note-${n}`, termIds: [science], authorId: ada });
      await makePost(tx, {
        title: 'Ahead',
        slug: 'ahead',
        modifiedAt: Date.UTC(2020, 4, 1),
        publishedAt: Date.UTC(2020, 4, 9, 8),
      });
      await makePost(tx, { type: 'page', title: 'About', slug: 'about', id: 800 });
      await makePost(tx, { type: 'page', title: 'Team', slug: 'team', parentId: 800 });
    });
  });
  afterAll(() => site.close());

  test('[IMP-08] an article has metadata for search engines and social networks', async () => {
    const { title, metas, links, graph } = await head('/a-comet/');
    expect(title).toBe('A comet returns – The Daily & Co.');
    const preview = `${site.url}/wp-content/uploads/2026/01/p-1280x720.jpg`;
    for (const [name, value] of Object.entries({
      description: 'One two three four five.',
      robots: 'max-image-preview:large',
      'og:type': 'article',
      'og:title': 'A comet returns',
      'og:description': 'One two three four five.',
      'og:url': `${site.url}/a-comet/`,
      'og:site_name': 'The Daily & Co.',
      'og:locale': 'en_GB',
      'og:image': preview,
      'og:image:width': '1280',
      'og:image:height': '720',
      'og:image:alt': 'Its "tail"',
      'article:published_time': '2026-06-01T08:00:00Z',
      'article:modified_time': '2026-06-01T09:00:00Z',
      'article:section': 'Space',
      'article:tag': 'comets',
      'twitter:card': 'summary_large_image',
      'twitter:site': '@daily',
    }))
      expect([name, metas.get(name)]).toEqual([name, [value]]);
    const { metas: ofAhead } = await head('/ahead/');
    expect(ofAhead.get('article:modified_time')).toEqual(['2020-05-09T08:00:00Z']);
    expect(metas.get('article:author')).toEqual([`${site.url}/author/ada/`, `${site.url}/author/ben/`]);
    expect(links.find(({ rel }) => rel === 'canonical')?.href).toBe(`${site.url}/a-comet/`);
    expect(graph.get('NewsArticle')).toMatchObject({
      headline: 'A comet returns',
      datePublished: '2026-06-01T08:00:00Z',
      dateModified: '2026-06-01T09:00:00Z',
      articleSection: ['Science', 'Space'],
      keywords: ['comets'],
      wordCount: 5,
      isAccessibleForFree: true,
      inLanguage: 'en-GB',
      mainEntityOfPage: `${site.url}/a-comet/`,
      publisher: { '@id': `${site.url}/#organization` },
      author: [
        { '@type': 'Person', name: 'Ada Quill', url: `${site.url}/author/ada/` },
        { '@type': 'Person', name: 'Ben Ink', url: `${site.url}/author/ben/` },
      ],
      image: [
        { '@type': 'ImageObject', url: preview, width: 1280, height: 720 },
        { '@type': 'ImageObject', url: expect.stringMatching(/p-600x600\.webp$/), width: 600, height: 600 },
      ],
    });
    expect(graph.get('Organization')).toMatchObject({
      '@id': `${site.url}/#organization`,
      name: 'The Daily & Co.',
      logo: { width: 600, height: 60 },
      sameAs: ['https://social.example/daily'],
    });
    expect(graph.get('BreadcrumbList')?.itemListElement).toEqual(
      [
        ['Home', '/'],
        ['Science', '/category/science/'],
        ['Space', '/category/science/space/'],
        ['A comet returns', '/a-comet/'],
      ].map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${site.url}${path}`,
      })),
    );
  });

  test('editors’ search and sharing metadata comes first', async () => {
    const headOfStory = await head('/told/');
    expect(headOfStory.title).toBe('Told to engines');
    expect(
      ['description', 'og:title', 'og:description', 'og:image', 'og:url'].map(
        (name) => headOfStory.metas.get(name)?.[0],
      ),
    ).toEqual([
      'For engines.',
      'Told to friends',
      'For friends.',
      `${site.url}/wp-content/uploads/social.jpg`,
      'https://first.example/told/',
    ]);
    expect(headOfStory.links.find(({ rel }) => rel === 'canonical')?.href).toBe(
      'https://first.example/told/',
    );
    const subtitled = await head('/subtitled/');
    expect([subtitled.metas.get('description'), subtitled.metas.get('robots')]).toEqual([
      ['The subtitle'],
      ['noindex, follow'],
    ]);
  });

  test('hostile titles and texts stay texts', async () => {
    const { html, title, metas, graph } = await head('/hostile/');
    expect(title).toBe('Half “quoted” “> & bold – The Daily & Co.');
    expect(metas.get('og:title')).toEqual(['Half “quoted” “> & bold']);
    expect(metas.get('description')).toEqual(['Ends “here”']);
    expect(graph.get('NewsArticle')).toMatchObject({ headline: 'Half “quoted” “> & bold' });
    expect(html).not.toContain('alert(1)');
    await set({ blogname: 'A </script><script>alert(2)</script> site' });
    const front = await head('/');
    expect(front.graph.get('WebSite')?.name).toBe('A </script><script>alert(2)</script> site');
    expect(front.html).not.toContain('<script>alert(2)');
    await set({ blogname: 'The Daily & Co.' });
  });

  test('metadata reveals nothing of a password-protected post', async () => {
    const { html, metas, graph } = await head('/locked/');
    expect(html).not.toMatch(/treasure/i);
    expect(metas.has('og:image')).toBe(false);
    expect(graph.has('NewsArticle')).toBe(false);
  });

  test('every page has a picture for shares: its own, the site’s, that of the first post it lists, or the logo', async () => {
    const pictureOf = async (path: string) => {
      const { metas } = await head(path);
      return [
        metas
          .get('og:image')?.[0]
          ?.replace(site.url, '')
          .replace(/^.*(?=p-1280)/, ''),
        metas.get('twitter:card')?.[0],
      ];
    };
    const logo = (await pictureOf('/about/'))[0];
    expect(await pictureOf('/about/')).toEqual([expect.stringContaining('/wp-content/uploads/'), 'summary']);
    for (const path of ['/category/science/space/', '/tag/comets/', '/author/ben/', '/2026/06/']) {
      expect([path, await pictureOf(path)]).toEqual([path, ['p-1280x720.jpg', 'summary_large_image']]);
    }
    const picture = (
      await site.database.read
        .selectFrom('post')
        .select('featured_media_id as id')
        .where('slug', '=', 'a-comet')
        .executeTakeFirstOrThrow()
    ).id;
    await set({ social_image: picture, site_logo: null });
    for (const path of ['/', '/about/', '/note-1/', '/category/science/']) {
      expect([path, await pictureOf(path)]).toEqual([path, ['p-1280x720.jpg', 'summary_large_image']]);
    }
    const { graph } = await head('/');
    expect(graph.get('Organization')?.logo).toEqual({
      '@type': 'ImageObject',
      url: `${site.url}/icon-512.png`,
      width: 512,
      height: 512,
    });
    expect([(await get('/icon-512.png')).status, logo === undefined]).toEqual([200, false]);
    await set({ social_image: null });
    expect((await head('/note-1/')).metas.has('og:image')).toBe(false);
  });

  test('[IMP-08] lists, authors and the front page have their own schema, and pages of a list link their neighbours', async () => {
    const front = await head('/');
    expect(front.graph.get('WebSite')).toMatchObject({
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: `${site.url}/?s={search_term_string}` },
      },
    });
    expect(front.metas.get('description')).toEqual(['News <soon>']);
    const category = await head('/category/science/page/2/');
    expect(category.graph.get('CollectionPage')).toMatchObject({
      name: 'Science',
      description: 'All about it.',
      url: `${site.url}/category/science/page/2/`,
    });
    expect(
      ['canonical', 'prev', 'next'].map((wanted) => category.links.find(({ rel }) => rel === wanted)?.href),
    ).toEqual(
      ['/category/science/page/2/', '/category/science/', '/category/science/page/3/'].map(
        (path) => site.url + path,
      ),
    );
    const last = await head('/category/science/page/3/');
    expect(last.links.map(({ rel }) => rel)).not.toContain('next');
    const author = await head('/author/ada/');
    expect(author.graph.get('ProfilePage')).toMatchObject({
      mainEntity: {
        '@type': 'Person',
        name: 'Ada Quill',
        description: 'Writes of stars.',
        sameAs: ['https://ada.example/'],
      },
    });
    expect(author.metas.get('og:type')).toEqual(['profile']);
    expect((await head('/about/team/')).graph.get('BreadcrumbList')?.itemListElement).toHaveLength(3);
    for (const path of ['/?s=comet', '/none/'])
      expect([path, (await head(path)).metas.get('robots')]).toEqual([path, ['noindex, follow']]);
    await set({ blog_public: false });
    expect((await head('/a-comet/')).metas.get('robots')).toEqual(['noindex, nofollow']);
    await set({ blog_public: true });
  });

  test('feeds, embeds and REST are found from the pages', async () => {
    const hrefs = async (path: string) =>
      (await head(path)).links
        .filter(({ rel, type }) => rel === 'alternate' && type !== '')
        .map(({ type, href }) => [type, href.replace(site.url, '')]);
    const encodedUrl = encodeURIComponent(`${site.url}/a-comet/`);
    expect(await hrefs('/a-comet/')).toEqual([
      ['application/rss+xml', '/feed/'],
      ['application/rss+xml', '/a-comet/feed/'],
      ['application/json+oembed', `/wp-json/oembed/1.0/embed?url=${encodedUrl}`],
      ['text/xml+oembed', `/wp-json/oembed/1.0/embed?url=${encodedUrl}&format=xml`],
    ]);
    expect(await hrefs('/category/science/')).toEqual([
      ['application/rss+xml', '/feed/'],
      ['application/rss+xml', '/category/science/feed/'],
    ]);
    expect(await hrefs('/')).toEqual([
      ['application/rss+xml', '/feed/'],
      ['application/rss+xml', '/comments/feed/'],
    ]);
    for (const path of ['/a-comet/', '/category/science/', '/']) {
      for (const [, href] of await hrefs(path))
        expect([href, (await get(href ?? '')).status]).toEqual([href, 200]);
    }
  });

  test('services find their verification codes, and other languages their registered addresses', async () => {
    await set({
      verify_google: 'g-1',
      verify_bing: 'b-2',
      verify_yandex: 'y-3',
      verify_pinterest: 'p-4',
      verify_facebook: 'f-5',
    });
    const remove = addAlternateLanguages(async (page) =>
      page.kind === 'single'
        ? [
            { language: 'en-GB', url: `https://en.example${page.path}` },
            { language: 'de', url: `https://de.example${page.path}?a&b` },
          ]
        : [],
    );
    const { metas, links } = await head('/a-comet/');
    expect(
      [
        'google-site-verification',
        'msvalidate.01',
        'yandex-verification',
        'p:domain_verify',
        'facebook-domain-verification',
      ].map((name) => metas.get(name)?.[0]),
    ).toEqual(['g-1', 'b-2', 'y-3', 'p-4', 'f-5']);
    expect(
      links.filter(({ hreflang }) => hreflang !== '').map(({ hreflang, href }) => [hreflang, href]),
    ).toEqual([
      ['en-GB', 'https://en.example/a-comet/'],
      ['de', 'https://de.example/a-comet/?a&b'],
    ]);
    remove();
    await set({
      verify_google: null,
      verify_bing: null,
      verify_yandex: null,
      verify_pinterest: null,
      verify_facebook: null,
    });
    expect((await head('/a-comet/')).links.some(({ hreflang }) => hreflang !== '')).toBe(false);
  });

  test('custom head code: tags are in the head, scripts wait for our loader under the policy', async () => {
    await set({
      head_code:
        '<meta name="x" content="1"><script async src="https://stats.example/a.js"></script>\n<script>window.q = [1];</script><base href="//evil.example/">' +
        '<p>text</p><script type="application/ld+json">{"a":1}</script>',
      head_code_hosts: ['https://stats.example'],
    });
    const { headers, body } = await get('/a-comet/');
    const { html, metas } = readHead(body);
    expect(metas.get('x')).toEqual(['1']);
    expect(html).toContain(
      '<template id="head-code"><script async src="https://stats.example/a.js"></script><script>window.q = [1];</script></template>',
    );
    expect(html).toContain('<script type="application/ld+json">{"a":1}</script>');
    expect(html).not.toMatch(/<base|<p>text/);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' https://stats.example;");
    expect(policy.match(/'sha256-/g)).toHaveLength(3);
    expect(policy).not.toMatch(/script-src[^;]*stats\.example/);
    await set({ head_code: null, head_code_hosts: null });
  });

  test('an article without its own text and CSS, which have separate bounds, is at most 12 KB', async () => {
    expect(
      gzipSync((await get('/a-comet/')).body.replace(/<style>[^<]*<\/style>/g, '')).length,
    ).toBeLessThanOrEqual(12 * 1024);
  });
});
