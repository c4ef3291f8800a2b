import { beforeAll, expect, test, vi } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { findUser } from '../../modules/users/reader.ts';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import type { PageInfo } from '../load-context.ts';

const day = 86_400_000;
const at = Date.UTC(2026, 0, 10, 12);
const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');

onBothDatabases('post blocks', (get) => {
  let site: PageSite;
  let [author, red, blue, picture, before, bell, after] = [0, 0, 0, 0, 0, 0, 0];
  beforeAll(async () => {
    site = pageSite(get());
    await get().write(async (tx) => {
      author = await makeUser(tx, {
        displayName: 'Mira Holt',
        slug: 'mira',
        bio: 'Writes <b>here</b>.\n\nAnd there.',
      });
      red = await makeTerm(tx, { taxonomy: 'category', name: 'Red', slug: 'red' });
      blue = await makeTerm(tx, { taxonomy: 'category', name: 'Blue', slug: 'blue' });
      picture = await makeMedia(tx, { file: { alt: 'A ship "at" sea', width: 800, height: 600 } });
      const common = { authorId: author, commentStatus: 'open' } as const;
      before = await makePost(tx, {
        ...common,
        title: 'Before',
        slug: 'before',
        publishedAt: at - day,
        termIds: [blue],
      });
      await makePost(tx, { ...common, title: 'Between', slug: 'between', publishedAt: at - day / 2 });
      bell = await makePost(tx, {
        ...common,
        title: 'A bell',
        slug: 'bell',
        publishedAt: at,
        modifiedAt: at + 2 * day,
        termIds: [red, blue],
        featuredMediaId: picture,
        content: `<!-- wp:paragraph --><p>${words(400)}</p><!-- /wp:paragraph -->`,
        excerpt: '',
      });
      after = await makePost(tx, {
        ...common,
        title: 'After',
        slug: 'after',
        publishedAt: at + day,
        content: '<p>Short text. <img src="https://pics.test/a.jpg" alt="First"></p>',
        commentStatus: 'closed',
      });
    });
  });

  const shown = async (name: string, attributes: object = {}, page?: PageInfo) =>
    showMarkup(site, `<!-- ${name} ${JSON.stringify(attributes)} /-->`, page ?? (await pageOf(site, bell)));
  /** The same in a list of one post. */
  const listed = (name: string, attributes: object = {}, exclude: number[] = []) =>
    showMarkup(
      site,
      `<!-- wp:query ${JSON.stringify({
        query: { perPage: 1, sticky: 'ignore', exclude },
      })} --><!-- wp:post-template --><!-- ${name} ${JSON.stringify(attributes)} /--><!-- /wp:post-template --><!-- /wp:query -->`,
    );

  test('shows the publication or modification date, in the format of the site or the block', async () => {
    expect(await shown('wp:post-date')).toBe(
      '<div class="wp-block-post-date"><time dateTime="2026-01-10T12:00:00+00:00">January 10, 2026</time></div>',
    );
    expect(await shown('wp:post-date', { format: 'd.m.Y', isLink: true })).toBe(
      '<div class="wp-block-post-date"><a href="/bell/"><time dateTime="2026-01-10T12:00:00+00:00">10.01.2026</time></a></div>',
    );
    expect(await shown('wp:post-date', { displayType: 'modified' })).toMatch(
      /^<div class="wp-block-post-date wp-block-post-date__modified-date"><time dateTime="2026-01-12T/,
    );
    expect(
      await shown('wp:post-date', { displayType: 'modified' }, await pageOf(site, before)),
    ).not.toContain('January 9');
    expect(await shown('wp:post-date', { format: 'human-diff' })).toContain('months ago');
    const ahead = { format: 'human-diff', datetime: new Date(Date.UTC(2026, 10, 23, 12)).toISOString() };
    expect(await shown('wp:post-date', ahead)).toMatch(/<time dateTime="[^"]+">3 days from now</);
    await get().write((tx) => saveSettings(tx, { site_language: 'de' }));
    expect(await shown('wp:post-date', ahead)).toContain('>in 3 Tagen<');
    await get().write((tx) => saveSettings(tx, { site_language: null, time_ahead_txt: 'still to go' }));
    expect(await shown('wp:post-date', ahead)).toContain('>3 days still to go<');
    await get().write((tx) => saveSettings(tx, { time_ahead_txt: null }));
    expect(await shown('wp:post-date', { datetime: '2020-02-03T04:05:06' })).toContain('February 3, 2020');
    // In any time zone of the server.
    vi.stubEnv('TZ', 'America/New_York');
    expect(new Date().getTimezoneOffset()).not.toBe(0);
    for (const datetime of [
      '2020-02-03T23:30:00',
      '2020-02-03 23:30',
      '2020-02-03',
      'February 3, 2020 23:30',
      '2020-02-04T01:30+02:00',
      'Mon, 03 Feb 2020 23:30 GMT',
    ]) {
      expect(await shown('wp:post-date', { datetime, format: 'Y-m-d H:i' }), datetime).toContain(
        `>2020-02-03 ${datetime.length === 10 ? '00:00' : '23:30'}<`,
      );
    }
    vi.unstubAllEnvs();
    for (const datetime of ['nonsense', '2020-13-45', ' '])
      expect(await shown('wp:post-date', { datetime })).toBe('');
    // Machine-readable dates use the site's time zone.
    await get().write((tx) => saveSettings(tx, { timezone_string: 'Asia/Kolkata' }));
    for (const format of ['', 'human-diff'])
      expect(await shown('wp:post-date', { format })).toContain('dateTime="2026-01-10T17:30:00+05:30"');
    await get().write((tx) => saveSettings(tx, { timezone_string: null }));
    const bound = {
      metadata: { bindings: { datetime: { source: 'core/post-data', args: { field: 'modified' } } } },
    };
    expect(await shown('wp:post-date', bound)).toContain('January 12, 2026');
    expect(await listed('wp:post-date')).toContain('January 11, 2026');
    expect(await shown('wp:post-date', {}, homePage)).toBe('');
  });

  test('cuts the excerpt at the block’s length, with a link to the post', async () => {
    expect(await shown('wp:post-excerpt', { excerptLength: 10 })).toBe(
      `<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt">${words(10)}…</p></div>`,
    );
    expect(
      await shown('wp:post-excerpt', {
        excerptLength: 80,
        moreText: 'On <b>and</b> <a href="//evil.test">on</a>',
      }),
    ).toContain(
      `${words(80)}…</p><p class="wp-block-post-excerpt__more-text"><a class="wp-block-post-excerpt__more-link" href="/bell/">On <b>and</b> on</a></p>`,
    );
    expect(
      await shown('wp:post-excerpt', { excerptLength: 10, moreText: 'On', showMoreOnNewLine: false }),
    ).toContain('… <a class="wp-block-post-excerpt__more-link"');
    // The length applies as it was given.
    for (const [excerptLength, cut] of [
      [3, `${words(3)}…`],
      [1, 'w0…'],
      [0, '…'],
      ['2', 'w0 w1…'],
      [-1, '…'],
      ['x', `${words(55)}…`],
    ] as const) {
      expect(await shown('wp:post-excerpt', { excerptLength }), String(excerptLength)).toContain(
        `excerpt">${cut}</p>`,
      );
    }
    const wordless = await get().write((tx) =>
      makePost(tx, { title: 'Wordless', content: '', publishedAt: Date.UTC(2020, 0, 1) }),
    );
    for (const excerptLength of [0, 55]) {
      expect(await shown('wp:post-excerpt', { excerptLength }, await pageOf(site, wordless))).toBe(
        '<div class="wp-block-post-excerpt"><p class="wp-block-post-excerpt__excerpt"></p></div>',
      );
    }
    expect(await listed('wp:post-excerpt', { excerptLength: 80 }, [after])).toContain(`${words(80)}…`);
    const locked = await get().write((tx) =>
      makePost(tx, { title: 'Locked', content: 'Secret words', excerpt: 'Secret', password: 'x' }),
    );
    expect(await shown('wp:post-excerpt', {}, await pageOf(site, locked))).toContain(
      'There is no excerpt because this is a protected post.',
    );
  });

  test('shows the author’s name, avatar and biography', async () => {
    expect(
      await shown('wp:post-author', {
        showBio: true,
        byline: 'By <script>x</script><em>one</em>',
        isLink: true,
      }),
    ).toBe(
      '<div class="wp-block-post-author"><div class="wp-block-post-author__avatar"><span class="avatar accent-1" ' +
        'style="width:48px;height:48px;font-size:18px" aria-hidden="true">MH</span></div><div class="wp-block-post-author__content">' +
        '<p class="wp-block-post-author__byline">By <em>one</em></p>' +
        '<p class="wp-block-post-author__name"><a href="/author/mira/" target="_self">Mira Holt</a></p>' +
        '<p class="wp-block-post-author__bio">Writes here.\n\nAnd there.</p></div></div>',
    );
    expect(await shown('wp:post-author', { showAvatar: false })).not.toContain('avatar');
    expect(await listed('wp:post-author-name', { isLink: true, linkTarget: '_blank' })).toContain(
      '<div class="wp-block-post-author-name"><a href="/author/mira/" target="_blank" class="wp-block-post-author-name__link">Mira Holt</a></div>',
    );
    expect(await shown('wp:post-author-biography')).toBe(
      '<div class="wp-block-post-author-biography">Writes here.\n\nAnd there.</div>',
    );
    const user = await findUser(get().read, author);
    if (!user) throw new Error('The author is gone.');
    const archive: PageInfo = {
      kind: 'author',
      path: '/author/mira/',
      pageNumber: 1,
      title: 'Mira Holt',
      author: user,
    };
    expect(await shown('wp:post-author-name', {}, archive)).toContain('Mira Holt');
    expect(
      await shown('wp:avatar', { size: 40, isLink: true, style: { border: { radius: '5px' } } }, archive),
    ).toBe(
      '<div class="wp-block-avatar">' +
        '<a href="/author/mira/" target="_self" aria-label="All articles by Mira Holt" class="wp-block-avatar__link">' +
        '<span class="avatar accent-1 wp-block-avatar__image" style="width:40px;height:40px;font-size:15px;border-radius:5px" aria-hidden="true">MH</span>' +
        '</a></div>',
    );
    expect(await shown('wp:avatar', { userId: author }, homePage)).toContain('MH');
    expect(await shown('wp:avatar', { userId: 999_999 }, homePage)).toBe('');
    expect(await shown('wp:avatar', {}, homePage)).toBe('');
  });

  test('shows terms of any taxonomy by name, with prefix, separator and suffix', async () => {
    expect(
      await shown('wp:post-terms', {
        term: 'category',
        prefix: 'In ',
        suffix: '<b>!</b><img src=x onerror=alert(1)>',
        separator: ' | ',
      }),
    ).toBe(
      '<div class="wp-block-post-terms taxonomy-category"><span class="wp-block-post-terms__prefix">In </span><a href="/category/blue/" rel="tag">Blue</a>' +
        '<span class="wp-block-post-terms__separator"> | </span><a href="/category/red/" rel="tag">Red</a>' +
        '<span class="wp-block-post-terms__suffix"><b>!</b></span></div>',
    );
    for (const term of ['post_tag', 'nav_menu', '', '"><script>'])
      expect(await shown('wp:post-terms', { term })).toBe('');
    expect(await listed('wp:post-terms', { term: 'category' }, [after])).toContain('/category/red/');
  });

  test('shows the picture with its size, link and overlay, or the first picture of the content if chosen', async () => {
    const plain = await shown('wp:post-featured-image');
    expect(plain).toMatch(
      /^<figure class="wp-block-post-featured-image"><img width="800" height="600" src="[^"]+" class="/,
    );
    expect(plain).toContain(
      'class="attachment-post-thumbnail size-post-thumbnail wp-post-image" alt="A ship &quot;at&quot; sea" decoding="async"/></figure>',
    );
    const html = await shown('wp:post-featured-image', {
      isLink: true,
      aspectRatio: '16/9',
      width: '50%',
      height: '10rem;x',
      scale: 'contain',
      dimRatio: 40,
      overlayColor: 'primary',
      rel: 'nofollow',
      customGradient: 'linear-gradient(red,blue)',
      customOverlayColor: 'url(//evil.test)',
    });
    expect(html).toContain('<a href="/bell/" target="_self" rel="nofollow"><img');
    expect(html).toContain('alt="A bell" style="width:50%;aspect-ratio:16/9;height:auto;object-fit:contain"');
    expect(html).toContain(
      '<span class="wp-block-post-featured-image__overlay has-background-dim has-background-dim-40 has-primary-background-color ' +
        'has-background-gradient" style="opacity:0.4;background-image:linear-gradient(red,blue)" aria-hidden="true"></span>',
    );
    expect(html).not.toContain('evil');
    const shadowed = await shown('wp:post-featured-image', {
      dimRatio: 40,
      style: { shadow: 'var:preset|shadow|natural' },
    });
    expect(
      shadowed
        .match(/<\w+[^>]*box-shadow:var\(--wp--preset--shadow--natural\)/g)
        ?.map((tag) => tag.slice(0, 4)),
    ).toEqual(['<img']);
    expect(await listed('wp:post-featured-image', {}, [after])).toContain('loading="lazy"');
    expect(await listed('wp:post-featured-image')).not.toContain('<img');
    expect(await listed('wp:post-featured-image', { useFirstImageFromPost: true })).toContain(
      'src="https://pics.test/a.jpg"',
    );
  });

  test('covers and media & text show the featured image of their post', async () => {
    const cover = (attributes: object) =>
      `<!-- wp:cover ${JSON.stringify(attributes)} --><div class="wp-block-cover"><span aria-hidden="true" ` +
      'class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><!-- wp:post-title /--></div></div>' +
      '<!-- /wp:cover -->';
    const page = await pageOf(site, bell);
    const html = await showMarkup(
      site,
      cover({ useFeaturedImage: true, focalPoint: { x: 0.25, y: 7 } }),
      page,
    );
    expect(html).toMatch(
      /<\/span><img class="wp-block-cover__image-background attachment-post-thumbnail size-post-thumbnail wp-post-image" src="[^"]+"/,
    );
    expect(html).toContain(
      'style="object-position:25% 100%;"><div class="wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow">' +
        '<h2 class="wp-block-post-title">A bell</h2>',
    );
    const fixed = await showMarkup(site, cover({ useFeaturedImage: true, hasParallax: true }), page);
    expect(fixed).toContain(
      '<div role="img" aria-label="A ship &quot;at&quot; sea" class="wp-block-cover__image-background wp-image-',
    );
    expect(fixed).toContain(' has-parallax" style="background-position:50% 50%;background-image:url(');
    const webp = (width: number) => ({
      file: `large-${width}.webp`,
      width,
      height: (width * 3) / 4,
      mime: 'image/webp',
    });
    const large = await get().write((tx) =>
      makeMedia(tx, { file: { width: 6000, height: 4500, sizes: { a: webp(768), b: webp(2048) } } }),
    );
    const withLarge = await get().write((tx) =>
      makePost(tx, { type: 'page', slug: 'with-large', featuredMediaId: large }),
    );
    expect(
      await showMarkup(
        site,
        cover({ useFeaturedImage: true, hasParallax: true }),
        await pageOf(site, withLarge),
      ),
    ).toContain('/large-2048.webp');
    for (const attributes of [
      {},
      { useFeaturedImage: false },
      { useFeaturedImage: true, backgroundType: 'video' },
    ]) {
      expect(await showMarkup(site, cover(attributes), page)).not.toContain('image-background');
    }
    expect(await showMarkup(site, cover({ useFeaturedImage: true }))).toContain(
      'wp-block-cover__inner-container',
    );
    const media = (attributes: object) =>
      `<!-- wp:media-text ${JSON.stringify(attributes)} --><div class="wp-block-media-text is-image-fill"><figure ` +
      'class="wp-block-media-text__media"></figure><div class="wp-block-media-text__content"><!-- wp:post-title /--></div></div><!-- /wp:media-text -->';
    const filled = await showMarkup(site, media({ useFeaturedImage: true, imageFill: true }), page);
    expect(filled).toContain(
      '<div class="wp-block-media-text is-image-fill-element"><figure class="wp-block-media-text__media"><img src=',
    );
    expect(filled).toContain(
      'size-full" alt="A ship &quot;at&quot; sea" style="object-position:50% 50%;"></figure>',
    );
    expect(await showMarkup(site, media({}), page)).not.toContain('<img');
  });

  test('a gallery shows the attachments of its post, like one with saved pictures', async () => {
    const owner = await get().write((tx) =>
      makePost(tx, { title: 'Owner', publishedAt: Date.UTC(2020, 0, 1) }),
    );
    const add = (title: string, excerpt = '') =>
      get().write((tx) => makeMedia(tx, { parentId: owner, title, excerpt }));
    const [one, two] = [await add('b', 'Said <em>so</em> [gallery] <!-- wp:site-title /-->'), await add('A')];
    const gallery = (input: object, args: object = {}) =>
      `<!-- wp:gallery ${JSON.stringify({ dynamicContent: { source: 'core/attached-media', args }, ...input })} -->` +
      '<figcaption class="blocks-gallery-caption">All</figcaption><!-- /wp:gallery -->';
    const page = await pageOf(site, owner);
    const html = await showMarkup(
      site,
      gallery({ anchor: 'here', style: { spacing: { blockGap: '4px' } } }),
      page,
    );
    expect(html).toMatch(
      new RegExp(
        '^<figure (?=[^>]*id="here")(?=[^>]*class="wp-block-gallery has-nested-images columns-default is-cropped is-layout-flex ' +
          'wp-block-gallery-is-layout-flex")(?=[^>]*style="gap:4px;--gallery-gap:4px;?")[^>]*><figure class="wp-block-image size-large">',
      ),
    );
    expect(html).toMatch(/<\/figure><figcaption class="blocks-gallery-caption">All<\/figcaption><\/figure>$/);
    expect(html).toContain(
      '<figcaption class="wp-element-caption">Said <em>so</em> [gallery] &lt;!– wp:site-title /–&gt;</figcaption>',
    );
    const shownIds = async (value: object, args?: object) => [
      ...new Set(
        [...(await showMarkup(site, gallery(value, args), page)).matchAll(/wp-image-(\d+)/g)].map(([, id]) =>
          Number(id),
        ),
      ),
    ];
    expect(await shownIds({})).toEqual([two, one]);
    expect(await shownIds({}, { order: 'ASC' })).toEqual([one, two]);
    expect(await shownIds({}, { orderBy: 'title', order: 'asc' })).toEqual([two, one]);
    const linked = await showMarkup(
      site,
      gallery({ columns: 2, imageCrop: false, linkTo: 'media', linkTarget: '_blank', aspectRatio: '4/3' }),
      page,
    );
    expect(linked).toContain('class="wp-block-gallery has-nested-images columns-2 is-layout-flex');
    expect(linked).toMatch(
      /<a (?=[^>]*href="[^"]*\.jpg")(?=[^>]*target="_blank")[^>]*><img [^>]*aspect-ratio:4\/3;object-fit:cover/,
    );
    expect(await showMarkup(site, gallery({ linkTo: 'attachment' }), page)).toMatch(
      /<a href="\/owner\/a\/"><img /,
    );
    expect(await shownIds({ dynamicContent: { source: 'other' } })).toEqual([]);
    // In random order: lookups of posts and stored ones, otherwise unchanged.
    const saved = (randomOrder: boolean) =>
      `<!-- wp:gallery {"randomOrder":${randomOrder}} --><figure class="wp-block-gallery has-nested-images">` +
      [1, 2, 3, 4]
        .map(
          (n) =>
            `<!-- wp:image --><figure class="wp-block-image"><img src="https://pics.test/${n}.jpg" alt=""/>` +
            `<figcaption>No. ${n}</figcaption></figure><!-- /wp:image -->`,
        )
        .join('') +
      '<figcaption class="blocks-gallery-caption">All</figcaption></figure><!-- /wp:gallery -->';
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const [straight, shuffled] = [
      await showMarkup(site, saved(false), page),
      await showMarkup(site, saved(true), page),
    ];
    const captions = (text: string) => [...text.matchAll(/No\. (\d)/g)].map(([, n]) => n).join('');
    expect([captions(straight), captions(shuffled), await shownIds({ randomOrder: true })]).toEqual([
      '1234',
      '2341',
      [one, two],
    ]);
    const held = '<figure class="wp-block-image"><img src="https://pics.test/9.jpg" alt=""></figure> held';
    const holding = (randomOrder: boolean) => saved(randomOrder).replace('No. 1', `No. 1 ${held}`);
    const [plain, moved] = [
      await showMarkup(site, holding(false), page),
      await showMarkup(site, holding(true), page),
    ];
    const holder = (text: string) =>
      /No\. 1 <figure class="wp-block-image.*?<\/figure> held<\/figcaption><\/figure>/s.exec(text)?.[0] ??
      'none';
    expect([captions(plain), captions(moved), holder(moved)]).toEqual(['1234', '2341', holder(plain)]);
    expect(holder(plain)).not.toBe('none');
    expect([...moved].toSorted().join('')).toBe([...plain].toSorted().join(''));
    random.mockRestore();
    const sorted = (text: string) => text.split(/(?=<figure|<figcaption class="blocks)/).toSorted();
    expect(sorted(shuffled)).toEqual(sorted(straight));
    expect(await showMarkup(site, gallery({}), await pageOf(site, bell))).toBe('');
    expect(await showMarkup(site, gallery({}))).toBe('');
  });

  test('links to the neighbouring posts, also within the same terms', async () => {
    expect(await shown('wp:post-navigation-link', { type: 'previous' })).toBe(
      '<div class="wp-block-post-navigation-link post-navigation-link-previous"><a href="/between/" rel="prev">Previous</a></div>',
    );
    expect(
      await shown('wp:post-navigation-link', { type: 'previous', taxonomy: 'category', showTitle: true }),
    ).toContain('<a href="/before/" rel="prev">Before</a>');
    expect(await shown('wp:post-navigation-link', { taxonomy: 'category' })).toBe('');
    expect(
      await shown('wp:post-navigation-link', {
        showTitle: true,
        linkLabel: true,
        arrow: 'chevron',
        label: 'Then <i>x</i>',
      }),
    ).toBe(
      '<div class="wp-block-post-navigation-link post-navigation-link-next"><a href="/after/" rel="next">' +
        '<span class="post-navigation-link__label">Then <i>x</i></span> <span class="post-navigation-link__title">After</span></a>' +
        '<span class="wp-block-post-navigation-link__arrow-next is-arrow-chevron" aria-hidden="true">»</span></div>',
    );
    expect(await shown('wp:post-navigation-link', { label: 'Then <i>x</i>' })).toContain(
      '<a href="/after/" rel="next">Then <i>x</i></a>',
    );
    expect(await shown('wp:post-navigation-link', {}, homePage)).toBe('');
    expect(await shown('wp:post-navigation-link', { type: 'sideways' })).toContain('rel="next"');
  });

  test('shows reading time, number of comments and their link', async () => {
    expect(await shown('wp:post-time-to-read')).toBe(
      '<div class="wp-block-post-time-to-read">2–3 minutes</div>',
    );
    expect(await shown('wp:post-time-to-read', { displayAsRange: false })).toContain('>2 minutes<');
    expect(await shown('wp:post-time-to-read', { displayMode: 'words' })).toContain('>400 words<');
    expect(await shown('wp:post-time-to-read', { displayAsRange: false, averageReadingSpeed: 1 })).toContain(
      '>400 minutes<',
    );
    expect(await listed('wp:post-time-to-read', { displayMode: 'words' })).toContain('>2 words<');
    expect(await shown('wp:post-comments-count')).toBe('<div class="wp-block-post-comments-count">0</div>');
    expect(await shown('wp:post-comments-link')).toBe(
      '<div class="wp-block-post-comments-link"><a href="/bell/#respond">No comments' +
        '<span class="screen-reader-text visually-hidden"> on A bell</span></a></div>',
    );
    expect(await listed('wp:post-comments-link')).not.toContain('wp-block-post-comments-link');
    expect(
      await shown('wp:read-more', {
        content: 'Go <script>1</script><em>on</em>',
        linkTarget: '_blank',
        justifyContent: 'center',
      }),
    ).toBe(
      '<a class="wp-block-read-more is-justified-center" href="/bell/" target="_blank">Go <em>on</em>' +
        '<span class="screen-reader-text visually-hidden">: A bell</span></a>',
    );
    const marked = '<mark style="background-color:#0f0" class="has-inline-color">on</mark>';
    expect(await shown('wp:read-more', { content: `Go ${marked} <a href="/x/">not</a>` })).toContain(
      `>Go ${marked} not<span class`,
    );
    expect(await listed('wp:read-more')).toContain('href="/after/" target="_self">Read more<span');
  });

  test('renders a post’s content, also in lists, and never inside itself', async () => {
    expect(await shown('wp:post-content', { tagName: 'section' })).toMatch(
      /^<section class="post-content entry-content wp-block-post-content drop-cap"[^>]*><p>w0 w1/,
    );
    expect(await listed('wp:post-content')).toContain(
      '<div class="post-content entry-content wp-block-post-content"><p>Short text.',
    );
    const itself =
      '<!-- wp:paragraph --><p>Once</p><!-- /wp:paragraph --><!-- wp:post-content /--><!-- wp:query {"query":{"perPage":9,"sticky":"ignore"}} -->' +
      '<!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --><!-- /wp:query -->';
    const [one, two] = await get().write(async (tx) => [
      await makePost(tx, { title: 'One', content: itself, publishedAt: at + 5 * day }),
      await makePost(tx, { title: 'Two', content: itself, publishedAt: at + 6 * day }),
    ]);
    const html = await shown('wp:post-content', {}, await pageOf(site, one));
    expect(html.match(/Once/g)?.length).toBeLessThan(20);
    expect(html).toContain('Short text.');
    await get().write(async (tx) => {
      for (const id of [one, two]) if (id !== undefined) await deletePost(tx, id);
    });
    const locked = await get().write((tx) =>
      makePost(tx, { title: 'Locked', content: 'Secret words', password: 'x' }),
    );
    expect(await shown('wp:post-content', {}, await pageOf(site, locked))).toMatch(
      /wp-login\.php\?action=postpass/,
    );
  });

  test('other posts’ content ends at the more tag, with its own link text, and the page’s own continues', async () => {
    const more = (own: string) =>
      `<p>Begins</p><!-- wp:more --><!--more${own}--><!-- /wp:more --><p>Goes on</p>`;
    const ids = await get().write(async (tx) => [
      await makePost(tx, { title: 'A "mark"', slug: 'marked', content: more(''), publishedAt: at + 5 * day }),
      await makePost(tx, {
        title: 'Inside',
        slug: 'inside',
        publishedAt: at + 6 * day,
        content: `<div class="box"><section>${more(" It's <b>more</b> &amp; well-kept")}</section></div>`,
      }),
    ]);
    const [plain = 0, inside = 0] = ids;
    const inList = await listed('wp:post-content', {}, [inside]);
    expect(inList).toMatch(
      new RegExp(
        `<p>Begins</p> <a href="/marked/#more-${plain}" class="more-link">Read more<span [^>]*>: A “mark”</span></a></div>`,
      ),
    );
    const nested = await listed('wp:post-content', {}, [plain]);
    expect(nested).toMatch(
      new RegExp(
        `<p>Begins</p> <a href="/inside/#more-${inside}" class="more-link">It’s more &amp; well-kept</a></section></div></div>`,
      ),
    );
    expect(inList + nested).not.toContain('Goes on');
    expect(await shown('wp:post-content', {}, await pageOf(site, plain))).toMatch(
      /<span id="more-\d+"><\/span>\s*<p>Goes on/,
    );
    await get().write(async (tx) => {
      for (const id of ids) await deletePost(tx, id);
    });
  });

  test('shows changed values, in lists, too', async () => {
    expect(await listed('wp:post-terms', { term: 'category' }, [after])).toContain('>Red<');
    await get().write((tx) => updatePost(tx, bell, { termIds: [blue], excerpt: 'Now this.' }));
    expect(await listed('wp:post-terms', { term: 'category' }, [after])).not.toContain('>Red<');
    expect(await listed('wp:post-excerpt', {}, [after])).toContain('>Now this.<');
  });

  test('posts of a child category don’t share the parent', async () => {
    const news = await get().write(async (tx) => {
      const above = await makeTerm(tx, { name: 'All news' });
      const below = await makeTerm(tx, { name: 'Local news', parentId: above });
      const first = await makePost(tx, { slug: 'first', termIds: [above] });
      await makePost(tx, { termIds: [below] });
      return { first, third: await makePost(tx, { slug: 'third', termIds: [above] }) };
    });
    for (const [id, type, url] of [
      [news.first, 'next', '/third/'],
      [news.third, 'previous', '/first/'],
    ] as const) {
      expect(
        await showMarkup(
          site,
          `<!-- wp:post-navigation-link ${JSON.stringify({ type, taxonomy: 'category' })} /-->`,
          await pageOf(site, id),
        ),
      ).toContain(`<a href="${url}"`);
    }
  });
});
