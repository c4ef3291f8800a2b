import { expect, test, vi } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeComment, makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { findPost, findPosts } from '../../modules/posts/reader.ts';
import { saveRender } from '../../modules/posts/render-store.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { htmlToText } from '../../lib/plain-text.ts';
import { renderFragment } from './render-fragment.ts';
import { renderPostsHtml, withoutCopyMarks, withoutLazy } from './render-post-html.ts';

test('lazy pictures and frames become plain ones, and others stay', () => {
  const plain = '<p>a</p><img src="/a.jpg" alt="A"><iframe src="/f"></iframe>';
  const lazy =
    '<p>a</p><img class="wide lazy" src="data:," data-src="/a.jpg" alt="A"><noscript><img src="/a.jpg" alt="A"></noscript><iframe class="lazy" data-src="/f">' +
    '</iframe><noscript><iframe src="/f"></iframe></noscript>';
  expect(withoutLazy(lazy)).toBe(plain);
  expect(withoutLazy(plain)).toBe(plain);
  expect(
    withoutLazy(
      '<img class="lazy" alt="a > b" data-src="/a.jpg"><noscript><img alt="a > b" src="/a.jpg"></noscript>!',
    ),
  ).toBe('<img alt="a > b" src="/a.jpg">!');
  const hostile = `<!-- lazy ${'<img '.repeat(300_000)} -->`;
  expect(withoutLazy(hostile)).toBe(hostile); // would take minutes if each scanned to the end
  expect(withoutLazy('<img class="lazybones" src="/b.jpg">')).toBe('<img class="lazybones" src="/b.jpg">');
});

test('removes the button mark and the tab index from code', () => {
  const others = '<p data-copyable>a</p><pre tabindex="0">y</pre>';
  expect(
    withoutCopyMarks(
      `${others}<pre class="wp-block-code" title="a > b" data-copyable tabindex="0"><code>x</code></pre>!`,
    ),
  ).toBe(`${others}<pre class="wp-block-code" title="a > b"><code>x</code></pre>!`);
  const hostile = `<!-- data-copyable ${'<pre "'.repeat(300_000)} -->`;
  expect(withoutCopyMarks(hostile)).toBe(hostile);
});

onBothDatabases('a post outside its site’s pages', (get) => {
  test('contains no ads, neither those of its content nor the inline one', async () => {
    const ad = '<!-- wp:broadsheet/ad {"slot":"header"} /-->';
    const id = await get().write(async (tx) => {
      await saveSettings(tx, {
        ad_header: '<script>ad()</script>',
        ad_article_inline: '<script>ad()</script>',
        ad_article_inline_after: 1,
      });
      return makePost(tx, {
        content:
          `<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->${ad}<!-- wp:broadsheet/row --><!-- wp:paragraph --><p>Two</p><!-- /wp:paragraph ` +
          `--><!-- wp:code --><pre class="wp-block-code"><code>Three</code></pre><!-- /wp:code -->${ad}<!-- /wp:broadsheet/row -->`,
      });
    });
    const site = pageSite(get());
    const post = await findPost(get().read, id);
    if (!post) throw new Error('The post is gone');
    const [html] = await renderPostsHtml(site, [post]);
    expect(html).toContain(
      '<p class="wp-block-paragraph">Two</p><pre class="wp-block-code"><code>Three</code></pre>',
    );
    expect(html).not.toMatch(/ad\(\)|class="ad/);
  });

  test('links to the page of its post, and to anchors on it, wherever its blocks do', async () => {
    const content =
      '<!-- wp:post-title {"isLink":true} /--><!-- wp:query {"queryId":1,"query":{"perPage":1}} --><div>' +
      '<!-- wp:post-template -->.<!-- /wp:post-template -->' +
      '<!-- wp:query-pagination --><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->' +
      '<!-- wp:comments --><div><!-- wp:comment-template --><!-- wp:comment-date /--><!-- wp:comment-reply-link /-->' +
      '<!-- /wp:comment-template --></div><!-- /wp:comments -->';
    const id = await get().write(async (tx) => {
      const parentId = await makePost(tx, { type: 'page', slug: 'outer' });
      const made = await makePost(tx, {
        type: 'page',
        slug: 'inner',
        parentId,
        content,
        commentStatus: 'open',
      });
      await makeComment(tx, { postId: made });
      await makePost(tx);
      await makePost(tx);
      return made;
    });
    const post = await findPost(get().read, id);
    if (!post) throw new Error('The post is gone');
    const site = pageSite(get());
    const links = [...String(await renderPostsHtml(site, [post])).matchAll(/ href="([^"]*)"/g)].map(
      ([, href = '']) => href,
    );
    // Absolute, since subscribers read it on another site.
    expect(links.map((href) => href.replace(`${site.content.siteUrl}/`, '/').replace(/\d+/g, 'N'))).toEqual([
      '/outer/inner/',
      '/outer/inner/?query-N-page=N',
      '/outer/inner/#comment-N',
      '/outer/inner/?replytocom=N#respond',
    ]);
    expect(links.filter((href) => !href.startsWith(`${site.content.siteUrl}/`))).toEqual([]);
  });

  test('a post whose searches time out loses only those lists, and is soon rendered again, while others of the reply are complete', async () => {
    const list = (words: string) =>
      `<!-- wp:query {"query":{"perPage":1,"search":"${words}"}} --><div><!-- wp:post-template --><!-- wp:post-title /-->` +
      '<!-- /wp:post-template --><!-- wp:query-no-results --><p>None</p><!-- /wp:query-no-results --></div><!-- /wp:query -->';
    const words = ['Quagga', 'Quoll', 'Quetzal', 'Quail', 'Quelea'];
    const ids = await get().write(async (tx) => {
      for (const title of [...words, 'Quilt']) await makePost(tx, { title });
      return [
        await makePost(tx, { content: words.map(list).join('') + '<p>Behind</p>' }),
        await makePost(tx, { content: '<p>Bystander</p>' }),
        await makePost(tx, { content: `<p>Once more</p>${list('Quilt')}` }),
      ];
    });
    const site = pageSite(get());
    const posts = [...(await findPosts(get().read, ids)).values()].toSorted((a, b) => a.id - b.id);
    const { find } = site.content.search;
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    let release = () => {};
    const firstHasSearched = new Promise<void>((resolve) => (release = resolve));
    const searched = vi.spyOn(site.content.search, 'find').mockImplementation(async (query) => {
      now += 3000;
      if (searched.mock.calls.length === 3) release();
      return find.call(site.content.search, query);
    });
    // Texts are rendered concurrently: the last one requests its lists once the first has used up the time.
    const documentOf = site.documents.post.bind(site.documents);
    const loaded = vi.spyOn(site.documents, 'post').mockImplementation(async (post) => {
      if (post.id === ids[2]) await firstHasSearched;
      return documentOf(post);
    });
    const expireAt = vi.fn<(time: number) => void>();
    const lack = vi.fn<() => void>();
    const before = Date.now();
    const shown = (await renderPostsHtml(site, posts, { expireAt, lack })).map((html) => htmlToText(html));
    expect(shown).toEqual(['Quagga Quoll Quetzal Behind', 'Bystander', 'Once more']);
    const soonest = Math.min(...expireAt.mock.calls.map(([time]) => time));
    expect([soonest >= before + 60_000, soonest <= Date.now() + 60_000]).toEqual([true, true]);
    expect(site.logged.map(({ message }) => message)).toEqual(
      Array.from({ length: 2 }, () => 'A list can’t be searched for in time, and is left out'),
    );
    expect(lack).toHaveBeenCalledTimes(2);
    // Results are cached: the next reply continues where this one ended. Errors other than a timeout of a list affect
    // the whole reply.
    const next = (await renderPostsHtml(site, posts, { lack })).map((html) => htmlToText(html));
    expect(next).toEqual(['Quagga Quoll Quetzal Quail Quelea Behind', 'Bystander', 'Once more Quilt']);
    expect(lack).toHaveBeenCalledTimes(2);
    const parts = ['Quagga', 'Quince', 'Quartz', 'Quiver', 'Quota'].map((word) => list(word)).join('');
    const part = await renderFragment(
      site,
      { document: site.documents.template(parts, 'part'), id: 'part', tags: [] },
      new Set(),
    );
    expect([
      part.isLacking,
      (
        await renderFragment(
          site,
          { document: site.documents.template('', 'none'), id: 'none', tags: [] },
          new Set(),
        )
      ).isLacking,
    ]).toEqual([true, false]);
    searched.mockRejectedValue(new Error('The index is gone'));
    const [first] = await get().write(async (tx) => [await makePost(tx, { content: list('Quokka') })]);
    const broken = first && (await findPost(get().read, first));
    await expect(renderPostsHtml(site, broken ? [broken] : [])).rejects.toThrow('The index is gone');
    clock.mockRestore();
    searched.mockRestore();
    loaded.mockRestore();
  });

  test('is sanitized by the current rules, even with a stored render of an earlier version, and the stored content stays unchanged', async () => {
    const content =
      '<!-- wp:html --><p data-behaviour="ad-slot">Words</p><svg><style><img src=x onerror=y></style></svg><!-- /wp:html -->';
    const id = await get().write((tx) => makePost(tx, { content }));
    const post = await findPost(get().read, id);
    if (!post) throw new Error('The post is gone');
    expect(await renderPostsHtml(pageSite(get()), [post])).toEqual(['<p>Words</p><svg></svg><img src="x">']);
    const keyOf = async () =>
      (
        await get()
          .read.selectFrom('post_render')
          .select('render_key')
          .where('post_id', '=', id)
          .executeTakeFirst()
      )?.render_key;
    await expect.poll(keyOf).toBeTypeOf('string');
    const [revision, version, ...rest] = (await keyOf())?.split('.') ?? [];
    const outdated = { nodes: [content], blocks: ['core/html'] };
    await get().write((tx) =>
      saveRender(tx, id, [revision, Number(version) - 1, ...rest].join('.'), outdated),
    );
    expect(await renderPostsHtml(pageSite(get()), [post])).toEqual(['<p>Words</p><svg></svg><img src="x">']);
    expect((await findPost(get().read, id))?.content).toBe(content);
  });

  test('sanitizes HTML of users’ templates, and trusts that of built-in ones', () => {
    const { documents } = pageSite(get());
    const markup =
      '<!-- wp:html --><p data-behaviour="x" onclick="y">a<!-- /wp:html --><!-- wp:broadsheet/row --><b onclick="z">b</b><!-- /wp:broadsheet/row -->';
    expect(documents.template(markup, 'template:1').nodes).toMatchObject([
      '<p>a',
      { children: ['<b>b</b>'] },
      '</p>',
    ]);
    expect(documents.template(markup, 'built-in:x').nodes[0]).toContain('data-behaviour');
  });
});
