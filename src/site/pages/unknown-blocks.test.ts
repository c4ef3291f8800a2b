import { expect, test } from 'vitest';
import { savedActor } from '../../../test/harness/actors.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeUser } from '../../../test/harness/factories.ts';
import { pageOf } from '../../../test/harness/core-blocks.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { siteSeenBy } from './site.ts';
import { PageRender } from './page-render.ts';
import { renderDocument } from './render-document.ts';
import { renderPostsHtml } from './render-post-html.ts';

onBothDatabases('unknown blocks', (get) => {
  test('show readers their saved HTML, show editors their names, and leave the content unchanged', async () => {
    const site = pageSite(get());
    const content =
      '<!-- wp:acme/box {"a":1} --><div>Kept</div><!-- /wp:acme/box --><!-- wp:hologram /-->' +
      '<!-- wp:pattern {"slug":"theme/<hero>"} /--><!-- wp:pattern /-->' +
      '<!-- wp:template-part {"slug":"header"} /--><!-- wp:spacer {"style":{"css":"color:red"}} --><hr><!-- /wp:spacer -->' +
      '<!-- wp:acme/live /--><!-- wp:paragraph --><p>After</p><!-- /wp:paragraph -->';
    const id = await get().write((tx) => makePost(tx, { content }));
    const page = await pageOf(site, id);
    const post = page.post;
    if (!post) throw new Error('The post is gone.');
    const seenBy = async (roles?: readonly string[]) => {
      const actor =
        roles && (await savedActor(get(), await get().write((tx) => makeUser(tx, { roles: [...roles] }))));
      const seen = siteSeenBy(site, actor);
      const render = new PageRender(seen, page, await seen.content.settings.current(), 0);
      return { html: (await renderDocument(await seen.documents.post(post), `post:${id}`, render)) ?? '' };
    };
    const plain = { html: '<div>Kept</div><hr><p class="wp-block-paragraph">After</p>' };
    expect(await seenBy()).toEqual(plain);
    expect(await seenBy(['subscriber'])).toEqual(plain);
    const { html } = await seenBy(['editor']);
    expect(html.match(/role="note"/g)).toHaveLength(6);
    expect(html).toMatch(
      /core\/pattern theme\/&lt;hero&gt;<.*wp_template_part header<\/p><\/div><p role="note"[^>]*>[^<]*core\/spacer style.css<\/p><hr>/,
    );
    expect(html).toMatch(
      /The block acme\/box is[^<]*<\/p><div>Kept<\/div><p role="note"[^>]*>[^<]*The block core\/hologram is.*acme\/live.*<p[^>]*>After<\/p>$/,
    );
    expect(await seenBy()).toEqual(plain);
    expect(await renderPostsHtml(site, [post])).toEqual([plain.html]);
    expect((await pageOf(site, id)).post?.content).toBe(content);
    expect(
      site.logged
        .map(({ details }) => String(details.problem))
        .filter((problem) => problem.includes('not known')),
    ).toHaveLength(3);
  });
});
