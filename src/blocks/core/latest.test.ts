import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { deletePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';

const block = (name: string, attributes: object = {}) => `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`;
const namesIn = (html: string) =>
  [...html.matchAll(/post-title" href="\/([\w-]+)\//g)].map(([, slug]) => slug);

onBothDatabases('core/latest-posts', (get) => {
  let site: PageSite;
  let section: number;
  let inside: number;
  let author: number;
  let first: number;
  beforeAll(async () => {
    site = pageSite(get());
    await get().write(async (tx) => {
      section = await makeTerm(tx, { name: 'Moon' });
      inside = await makeTerm(tx, { name: 'Tides', parentId: section });
      author = await makeUser(tx, { displayName: 'Ada & Co' });
      const picture = await makeMedia(tx);
      const text = `<!-- wp:paragraph --><p>${'word '.repeat(80)}</p><!-- /wp:paragraph -->`;
      first = await makePost(tx, {
        title: 'B first',
        slug: 'b-first',
        termIds: [section],
        authorId: author,
        publishedAt: Date.UTC(2026, 0, 5),
        content: text,
        featuredMediaId: picture,
      });
      await makePost(tx, {
        title: 'C second',
        slug: 'c-second',
        termIds: [inside],
        publishedAt: Date.UTC(2026, 0, 6),
      });
      await makePost(tx, { title: 'a third', slug: 'a-third', publishedAt: Date.UTC(2026, 0, 7) });
      await makePost(tx, { title: 'Hidden', status: 'draft' });
      await makePost(tx, { title: 'Locked', password: 'x' });
      await makePost(tx, { title: 'A page', type: 'page' });
    });
  });
  const show = (attributes: object = {}) => showMarkup(site, block('latest-posts', attributes));

  test('lists public posts, as saved by older and newer editors', async () => {
    const html = await showMarkup(site, '<!-- wp:latest-posts /-->');
    expect(html).toBe(
      '<ul class="wp-block-latest-posts wp-block-latest-posts__list">' +
        ['a-third', 'c-second', 'b-first']
          .map(
            (slug) =>
              '<li><a class="wp-block-latest-posts__post-title" ' +
              `href="/${slug}/">${slug.replace('-', ' ').replace(/^[bc]/, (letter) => letter.toUpperCase())}</a></li>`,
          )
          .join('') +
        '</ul>',
    );
    expect(namesIn(await show({ order: 'asc' }))).toEqual(['b-first', 'c-second', 'a-third']);
    expect(namesIn(await show({ orderBy: 'title', order: 'asc' }))).toEqual([
      'a-third',
      'b-first',
      'c-second',
    ]);
    expect(namesIn(await show({ orderBy: 'title' }))).toEqual(['c-second', 'b-first', 'a-third']);
    expect(namesIn(await show({ postsToShow: 1 }))).toEqual(['a-third']);
    for (const categories of [[{ id: section, value: 'Moon' }], String(section), section]) {
      expect(namesIn(await show({ categories }))).toEqual(['b-first']); // without posts of child categories
    }
    expect(namesIn(await show({ categories: [{ id: inside }] }))).toEqual(['c-second']);
    for (const orderBy of ['date', 'title']) {
      expect(
        namesIn(
          await show({ categories: [{ id: section }, { id: inside }, { id: 999 }], orderBy, order: 'asc' }),
        ),
      ).toEqual(['b-first', 'c-second']);
    }
    expect(namesIn(await show({ selectedAuthor: author }))).toEqual(['b-first']);
    expect(
      namesIn(await show({ selectedAuthor: author, categories: [{ id: section }], orderBy: 'title' })),
    ).toEqual(['b-first']);
  });

  test('shows author, date, excerpt and picture if set', async () => {
    const html = await show({
      selectedAuthor: author,
      displayAuthor: true,
      displayPostDate: true,
      displayPostContent: true,
      excerptLength: 3,
      displayFeaturedImage: true,
      featuredImageAlign: 'left',
      featuredImageSizeWidth: 75,
      addLinkToFeaturedImage: true,
      postLayout: 'grid',
      columns: 2,
    });
    expect(html).toContain(
      '<ul class="wp-block-latest-posts wp-block-latest-posts__list is-grid columns-2 has-dates has-author"><li>' +
        '<div class="wp-block-latest-posts__featured-image alignleft"><a href="/b-first/" aria-label="B first"><img class="attachment-thumbnail ' +
        'size-thumbnail wp-post-image"',
    );
    expect(html).toMatch(
      /<img [^>]*width="150" height="84" alt="Alt text of picture \d+" loading="lazy" decoding="async" style="max-width:75px"/,
    );
    expect(html).toContain(
      '<div class="wp-block-latest-posts__post-author">by Ada &amp; Co</div>' +
        '<time dateTime="2026-01-05T00:00:00+00:00" class="wp-block-latest-posts__post-date">January 5, 2026</time>',
    );
    expect(html).toContain(
      '<div class="wp-block-latest-posts__post-excerpt">word word word… <a class="wp-block-latest-posts__read-more" ' +
        'href="/b-first/" rel="noopener">' +
        'Read more<span class="screen-reader-text visually-hidden">: B first</span></a></div>',
    );
    const words = async (excerptLength: number) =>
      (
        /post-excerpt">([^<]*)/.exec(
          await show({ selectedAuthor: author, displayPostContent: true, excerptLength }),
        )?.[1] ?? ''
      ).match(/word/g)?.length;
    expect([await words(55), await words(56), await words(79), await words(80), await words(9000)]).toEqual([
      55, 56, 79, 80, 80,
    ]);
    // A manual excerpt is not cut.
    const long = Array.from({ length: 70 }, (_, n) => `own${n}`).join(' ');
    const bylineId = await get().write(async (tx) => {
      const byline = await makeUser(tx, { displayName: 'Excerpter' });
      for (const excerpt of ['Two <b>own</b> words', long])
        await makePost(tx, { excerpt, authorId: byline, publishedAt: Date.UTC(2019, 0, 1) });
      return byline;
    });
    expect(
      [
        ...(await show({ selectedAuthor: bylineId, displayPostContent: true, excerptLength: 1 })).matchAll(
          /post-excerpt">([^<]*)</g,
        ),
      ].map(([, text]) => text),
    ).toEqual([long, 'Two own words']);
    expect(await show({ layout: { type: 'grid', columnCount: 4, minimumColumnWidth: '12rem' } })).toContain(
      'is-grid columns-4 has-native-responsive-grid',
    );
  });

  test('shows full content in the list, but never a post in itself', async () => {
    const whole = block('latest-posts', { displayPostContent: true, displayPostContentRadio: 'full_post' });
    expect(await showMarkup(site, whole)).toMatch(
      /<div class="wp-block-latest-posts__post-full-content">\s*<p>Text of a third\.<\/p>\s*<\/div>/,
    );
    await get().write((tx) =>
      makePost(tx, { title: 'Mirror', slug: 'mirror', content: whole, publishedAt: Date.UTC(2026, 0, 8) }),
    );
    const html = await showMarkup(site, whole);
    expect(html.match(/Text of a third\./g)).toHaveLength(2);
    expect(html.match(/>Mirror</g)).toHaveLength(2);
  });

  test('blocks in full content use that post, not the page’s, as context', async () => {
    const id = await get().write((tx) =>
      makePost(tx, {
        title: 'Speaks of itself',
        slug: 'itself',
        content: block('post-title', { isLink: true }),
        publishedAt: Date.UTC(2026, 0, 8, 1),
      }),
    );
    const other = await get().write((tx) =>
      makePost(tx, { title: 'The page around', slug: 'around', publishedAt: Date.UTC(2025, 0, 8) }),
    );
    const whole = block('latest-posts', {
      postsToShow: 1,
      displayPostContent: true,
      displayPostContentRadio: 'full_post',
    });
    expect(await showMarkup(site, whole, await pageOf(site, other))).toMatch(
      /full-content">\s*<h2[^>]*><a href="\/itself\/"[^>]*>Speaks of itself</,
    );
    await get().write((tx) => deletePost(tx, id));
    await get().write((tx) => deletePost(tx, other));
  });

  test('posts that all contain all others end', async () => {
    const whole = block('latest-posts', {
      postsToShow: 9,
      displayPostContent: true,
      displayPostContentRadio: 'full_post',
    });
    const mirrors = await get().write(async (tx) => {
      const ids: number[] = [];
      for (let n = 0; n < 9; n++)
        ids.push(
          await makePost(tx, { title: `Hall ${n}`, content: whole, publishedAt: Date.UTC(2026, 2, 1 + n) }),
        );
      return ids;
    });
    expect((await showMarkup(site, whole)).match(/full-content/g)?.length).toBeLessThan(2100);
    expect(site.logged.some(({ message }) => message.includes('repeat too much'))).toBe(true);
    await get().write(async (tx) => {
      for (const id of mirrors) await deletePost(tx, id);
    });
  });

  test('renders hostile attributes and titles harmlessly', async () => {
    await get().write((tx) =>
      makePost(tx, { title: hostileTitle, slug: 'hostile', publishedAt: Date.UTC(2026, 0, 9) }),
    );
    const faults = [
      { categories: 'x' },
      { categories: [{ id: '1) or 1=1' }, null, {}] },
      { selectedAuthor: {} },
      { postsToShow: -5 },
      { postsToShow: 1e9 },
      { columns: '"><script>' },
      { featuredImageSizeSlug: '"><script>', displayFeaturedImage: true },
      { order: 'drop table' },
      { orderBy: ['date'] },
      { layout: 'grid' },
      { layout: { type: 'grid', columnCount: 'x' } },
      { categories: Array.from({ length: 5000 }, (_, id) => ({ id: id + 1 })) },
      { excerptLength: 'many', displayPostContent: true },
    ];
    for (const fault of faults) expect(await show(fault)).not.toMatch(/<script|<img src=x/);
    expect(await show({ categories: [{ id: 987_654 }] })).toBe(
      '<ul class="wp-block-latest-posts wp-block-latest-posts__list"></ul>',
    );
  });

  test('is loaded once for all pages, until an article changes', async () => {
    const render = async () =>
      showMarkup(site, block('latest-posts', { postsToShow: 2 }), await pageOf(site, first));
    const html = await render();
    expect(await render()).toBe(html);
    const id = await get().write((tx) =>
      makePost(tx, { title: 'Newest', slug: 'newest', publishedAt: Date.UTC(2026, 1, 9) }),
    );
    expect(namesIn(await render())[0]).toBe('newest');
    await get().write((tx) => deletePost(tx, id));
    expect(await render()).toBe(html);
  });
});

onBothDatabases('core/latest-comments', (get) => {
  let site: PageSite;
  const show = (attributes: object = {}) => showMarkup(site, block('latest-comments', attributes));
  beforeEach(() => {
    site = pageSite(get());
  });

  test('says so when the site has no posts', async () => {
    expect(await showMarkup(site, '<!-- wp:latest-comments /-->')).toBe(
      '<div class="wp-block-latest-comments has-avatars has-dates has-excerpts no-comments">No comments to show.</div>',
    );
  });

  test('shows commenters and posts, with links to the comments', async () => {
    const [post, user] = await get().write(
      async (tx) =>
        [await makePost(tx, { title: 'Bells', slug: 'bells' }), await makeUser(tx, { slug: 'ada' })] as const,
    );
    await get().write(async (tx) => {
      await makePost(tx, { title: 'By her', authorId: user });
      const said = `<b>Well</b> ${'said '.repeat(30)}<script>alert(1)</script>`;
      await makeComment(tx, {
        postId: post,
        authorName: 'Ann <i>',
        authorUrl: 'https://ann.example/',
        content: said,
        createdAt: Date.UTC(2026, 5, 1),
      });
      await makeComment(tx, {
        postId: post,
        authorName: 'Eve',
        authorUrl: 'javascript:alert(1)',
        createdAt: Date.UTC(2026, 5, 2),
      });
      await makeComment(tx, {
        postId: post,
        authorName: 'Ada',
        userId: user,
        createdAt: Date.UTC(2026, 5, 3),
      });
      await makeComment(tx, { postId: post, status: 'hold', content: 'Held' });
      await makeComment(tx, { postId: await makePost(tx, { status: 'private' }), content: 'Secret' });
    });
    const html = await show();
    expect(html).toContain(
      '<ol class="wp-block-latest-comments has-avatars has-dates has-excerpts"><li class="wp-block-latest-comments__comment">',
    );
    expect(html).toMatch(
      /<footer class="wp-block-latest-comments__comment-meta"><a class="wp-block-latest-comments__comment-author" href="\/author\/ada\/" rel="nofollow ugc">Ada<\/a> on <a class="wp-block-latest-comments__comment-link" href="\/bells\/#comment-\d+">Bells<\/a><time dateTime="2026-06-03T00:00:00\+00:00" class="wp-block-latest-comments__comment-date">June 3, 2026<\/time><\/footer>/,
    );
    expect(html).toContain('<span class="wp-block-latest-comments__comment-author">Eve</span>');
    expect(html).toContain('href="https://ann.example/"');
    expect(html).toContain(`<p>Well ${'said '.repeat(19).trim()}…</p>`);
    expect(html).not.toMatch(/javascript:|<script|Held|Secret/);
    const bare = await show({
      commentsToShow: 1,
      displayAvatar: false,
      displayDate: false,
      displayContent: 'none',
    });
    expect(bare).toMatch(
      /^<ol class="wp-block-latest-comments"><li class="wp-block-latest-comments__comment"><article><footer[^]*<\/footer><\/article><\/li><\/ol>$/,
    );
    expect(await show({ displayContent: 'full', displayExcerpt: true })).toContain('<p>Well said');
    expect(await show({ displayContent: 'full', displayExcerpt: false })).not.toContain('comment-excerpt');
    expect(await show({ displayContent: 'full' })).toContain(
      '<div class="wp-block-latest-comments__comment-excerpt"><p><b>Well</b> said',
    );
    expect(await show({ displayExcerpt: false })).not.toContain('comment-excerpt');
  });

  test('uses the site’s language, and follows new and removed comments', async () => {
    await get().write((tx) => saveSettings(tx, { translation_comment_on_post: '%2$s: %1$s' }));
    expect(await show()).toMatch(/>Bells<\/a>: <a [^>]*>Ada</);
    const post = await get().write((tx) => makePost(tx, { title: 'Later', slug: 'later' }));
    await get().write((tx) =>
      makeComment(tx, { postId: post, authorName: 'Late', createdAt: Date.UTC(2027, 0, 1) }),
    );
    expect(await show({ commentsToShow: 1 })).toContain('>Later<');
    await get().write((tx) => deletePost(tx, post));
    expect(await show({ commentsToShow: 1 })).not.toContain('>Later<');
    await get().write((tx) => saveSettings(tx, { translation_comment_on_post: '' }));
  });
});
