import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import type { PostInput } from '../../modules/posts/writer.ts';
import { findPost } from '../../modules/posts/reader.ts';
import { contentToText } from '../../lib/content-text.ts';
import { renderPostsHtml } from '../../site/pages/render-post-html.ts';

const paragraph = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`;
const place = (ref: unknown, more: object = {}) => `<!-- wp:block ${JSON.stringify({ ref, ...more })} /-->`;

onBothDatabases('core/block', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const pattern = (content: string, input: Partial<PostInput> = {}) =>
    get().write((tx) => makePost(tx, { type: 'wp_block', content, ...input }));
  const show = (markup: string) => showMarkup(site, markup);

  test('a pattern’s content replaces its block, without a wrapper', async () => {
    const id = await pattern(paragraph('Ring twice.'));
    expect(await show(`${paragraph('Before')}${place(id)}${paragraph('Behind')}`)).toBe(
      '<p>Before</p><p>Ring twice.</p><p>Behind</p>',
    );
    expect(await show(place(String(id)))).toBe('<p>Ring twice.</p>');
  });

  test('blocks of a pattern use the page’s post as their context', async () => {
    const id = await pattern('<!-- wp:post-title {"level":3} /-->');
    const post = await get().write((tx) => makePost(tx, { title: 'A bell', content: place(id) }));
    expect(await showMarkup(site, place(id), await pageOf(site, post))).toBe(
      '<h3 class="wp-block-post-title">A bell</h3>',
    );
    const found = await findPost(get().read, post);
    if (!found) throw new Error('The post is gone.');
    expect(await renderPostsHtml(site, [found])).toEqual(['<h3 class="wp-block-post-title">A bell</h3>']);
  });

  test('in a list of posts its blocks use each post as context, also for bound meta', async () => {
    const bindings = { content: { source: 'core/post-meta', args: { key: 'mood' } } };
    const bound = `<!-- wp:paragraph ${JSON.stringify({ metadata: { bindings } })} --><p>None</p><!-- /wp:paragraph -->`;
    const id = await pattern(`<!-- wp:post-title {"level":3} /-->${bound}`);
    const [one, two] = await get().write(async (tx) => [
      await makePost(tx, { title: 'Loop one', meta: { mood: ['Calm'] } }),
      await makePost(tx, { title: 'Loop two', meta: { mood: ['Stormy'] } }),
    ]);
    const before = get().queryCount();
    const query = { perPage: 2, include: [one, two], postType: 'post', orderBy: 'date', order: 'desc' };
    const html = await show(
      `<!-- wp:query ${JSON.stringify({ queryId: 3, query })} --><div>` +
        `<!-- wp:post-template -->${place(id)}<!-- /wp:post-template --></div><!-- /wp:query -->`,
    );
    expect(html.match(/<h3[^>]*>[^<]*<\/h3><p>[^<]*<\/p>/g)).toEqual([
      '<h3 class="wp-block-post-title">Loop two</h3><p>Stormy</p>',
      '<h3 class="wp-block-post-title">Loop one</h3><p>Calm</p>',
    ]);
    // Blocks that load data in one turn of the event loop are batched. Over a connection replies arrive in any order,
    // so the number is fixed only where all are present at once.
    if (get().dialect.name === 'sqlite') expect(get().queryCount() - before).toBeLessThanOrEqual(8);
  });

  test('patterns that are drafts, trashed, protected, deleted or no patterns render nothing', async () => {
    for (const input of [
      { status: 'draft' },
      { status: 'trash' },
      { status: 'private' },
      { status: 'future' },
      { password: 'x' },
      { type: 'post' },
    ] as const) {
      expect([input, await show(place(await pattern(paragraph('Secret'), input)))]).toEqual([input, '']);
    }
    const gone = await pattern(paragraph('Gone'));
    expect(await show(place(gone))).toBe('<p>Gone</p>');
    await get().write((tx) => deletePost(tx, gone));
    expect(await show(place(gone))).toBe('');
    expect(await show(`${place(999_999)}<!-- wp:block /-->${paragraph('Bystander')}`)).toBe(
      '<p>Bystander</p>',
    );
  });

  test('patterns nest, but never in themselves', async () => {
    const inner = await pattern(paragraph('Inner'));
    const outer = await pattern(`${place(inner)}${paragraph('Outer')}`);
    expect(await show(place(outer))).toBe('<p>Inner</p><p>Outer</p>');
    await get().write((tx) => updatePost(tx, inner, { content: `${paragraph('Inner')}${place(outer)}` }));
    expect(await show(place(outer))).toBe('<p>Inner</p><p>Outer</p>');
    const own = await pattern('');
    await get().write((tx) => updatePost(tx, own, { content: `${paragraph('Once')}${place(own)}` }));
    expect(await show(`${place(own)}${place(own)}`)).toBe('<p>Once</p><p>Once</p>');
  });

  test('patterns that contain each other ten times end', async () => {
    let id = await pattern(paragraph('Leaf'));
    for (let level = 0; level < 6; level++) id = await pattern(place(id).repeat(10));
    const html = await show(`${place(id)}${paragraph('Bystander')}`);
    expect(html.split('Leaf').length).toBeLessThan(2100);
    expect(html).toContain('<p>Bystander</p>');
    expect(site.logged.at(-1)?.message).toContain('repeat too much');
  });

  test('patterns nest up to twenty deep, on pages and in text extraction', async () => {
    let id = await pattern(paragraph('Level1x'));
    for (let level = 2; level <= 22; level++)
      id = await pattern(`${paragraph(`Level${level}x`)}${place(id)}`);
    const html = await show(`${place(id)}${paragraph('Bystander')}`);
    const shown = Array.from({ length: 20 }, (_, n) => `<p>Level${22 - n}x</p>`).join('');
    expect(html).toBe(`${shown}<p>Bystander</p>`);
    const post = await get().write((tx) => makePost(tx, { content: place(id) + paragraph('Bystander') }));
    const whole = await findPost(get().read, post);
    expect(whole?.opening).toBe(contentToText(html));
    const finds = async (query: string) => (await site.content.search.find({ query, limit: 5 })).ids;
    expect([await finds('level3x'), await finds('level2x')]).toEqual([[post], []]);
  });

  test('ten patterns on a page take one query, and none once cached', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, (_, n) => pattern(paragraph(`Pattern ${n}`))));
    const markup = ids.map((id) => place(id)).join('');
    await show(markup);
    await expect
      .poll(
        async () =>
          (await get().read.selectFrom('post_render').select('post_id').where('post_id', 'in', ids).execute())
            .length,
      )
      .toBe(10);
    const cold = pageSite(get());
    await cold.content.settings.current();
    const before = get().queryCount();
    expect(await showMarkup(cold, markup)).toContain('<p>Pattern 9</p>');
    const queries = get().queryCount() - before;
    await showMarkup(cold, markup);
    expect([queries, get().queryCount() - before]).toEqual([1, 1]);
  });

  test('in ten attacks no reference shows other content, and nothing throws', async () => {
    const bystander = await pattern(paragraph('Bystander'));
    const attacks = [-1, 1.5, 2 ** 60, '1 or 1=1', null, {}, [bystander], '', true, 'NaN'];
    for (const ref of attacks) expect([ref, await show(place(ref))]).toEqual([ref, '']);
    expect(
      await show(`<!-- wp:block {"ref":${bystander},"content":[1],"overrides":"x","__proto__":{"a":1}} /-->`),
    ).toBe('<p>Bystander</p>');
    const running = await pattern(
      `${paragraph('<script>alert(1)</script>Quiet')}<!-- wp:html --><p onclick="alert(2)">Still</p><!-- /wp:html -->`,
    );
    expect(await show(place(running))).toBe('<p>Quiet</p><p>Still</p>');
  });
});
