import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostMeta } from '../../src/modules/posts/reader.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { onDrawnDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { rawRequest, serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const reference = '<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>';
const markup = (words: string) =>
  `<!-- wp:paragraph --><p>${words}${reference}</p><!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->`;
const notes = (content: string) => JSON.stringify([{ id: 'n1', content }]);

onDrawnDatabase('footnotes', (_get, place) => {
  let site: ServedSite;
  let author = 0;
  let postId = 0;

  beforeAll(async () => {
    site = await serveSite(place());
    await site.database.write(async (tx) => {
      author = await makeUser(tx, { login: 'author', roles: ['author'] });
      postId = await makePost(tx, {
        title: 'Noted',
        slug: 'noted',
        authorId: author,
        content: markup('Stored'),
        meta: { footnotes: [notes('As stored')] },
      });
    });
  });
  afterAll(() => site.close());

  test('readers get the list of a text, and a preview the list of its autosave', async () => {
    const list = (content: string) =>
      `<li id="n1">${content} <a href="#n1-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>`;
    const page = await rawRequest(site.url, '/noted/');
    expect(page.body).toContain(reference);
    expect(page.body).toContain(list('As stored'));

    const { cookie, nonce } = await site.signIn(author);
    const autosave = async (body: object) => {
      const reply = await rawRequest(site.url, `/wp-json/wp/v2/posts/${postId}/autosaves`, {
        method: 'POST',
        headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        body: JSON.stringify({ revision: 1, window: 'one', ...body }),
      });
      const { preview_link: link } = JSON.parse(reply.body) as { readonly preview_link: string };
      return (await rawRequest(site.url, link.slice(site.url.length), { headers: { cookie } })).body;
    };
    for (const typed of ['As typed', 'As typed <em>later</em>']) {
      const preview = await autosave({ content: markup('Typed'), meta: { footnotes: notes(typed) } });
      expect(preview).toContain('Typed<sup');
      expect(preview).toContain(list(typed));
    }
    expect(await autosave({ content: '<p>Without</p>', meta: { footnotes: '' } })).not.toContain(
      'wp-block-footnotes"',
    );
    expect((await rawRequest(site.url, '/noted/')).body).toContain(list('As stored'));
  });

  test('exported footnotes stay as WordPress stored them, and readers get the sanitized list', async () => {
    const exported = notes(
      'See <em>the report</em>.<script>alert(1)</script><b onclick="x()" style="position:fixed">bold</b>',
    );
    await importWxr(
      site.database,
      inPieces(
        wxr([
          {
            id: 7001,
            slug: 'imported-notes',
            title: 'Imported notes',
            content: markup('Exported'),
            meta: { footnotes: exported },
          },
        ]),
      ),
    );
    expect((await findPostMeta(site.database.read, [7001])).get(7001)?.get('footnotes')).toEqual([exported]);
    const { body } = await rawRequest(site.url, '/imported-notes/');
    const list = /<ol class="wp-block-footnotes">[^]*?<\/ol>/.exec(body)?.[0] ?? '';
    expect(list).toContain('<li id="n1">See <em>the report</em>.');
    expect(list).toContain('bold</b>');
    expect(list).not.toMatch(/alert|onclick|fixed/);
  });

  test('a change of the footnotes alone reaches the page, the feed and REST', async () => {
    const { cookie, nonce } = await site.signIn(author);
    const { status } = await rawRequest(site.url, `/wp-json/wp/v2/posts/${postId}`, {
      method: 'POST',
      headers: { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ meta: { footnotes: notes('Corrected') } }),
    });
    expect(status).toBe(200);
    for (const path of ['/noted/', '/feed/', `/wp-json/wp/v2/posts/${postId}`]) {
      await expect
        .poll(async () => (await rawRequest(site.url, path)).body, { message: path })
        .toContain('Corrected');
    }
  });
});
