import { createComment } from '../../src/modules/comments/store.ts';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import type { BenchSite } from './make-site.ts';

const words =
  'Every shipyard keeps a ledger of what went wrong, and no one reads it until something goes wrong again.';
const paragraph = `<!-- wp:paragraph --><p>${words} ${words} ${words}</p><!-- /wp:paragraph -->`;

/** Creates an article with everything that an article page can show, enabling features that are off by default; returns its path. */
export async function writeFullArticle({ database }: BenchSite): Promise<string> {
  const { media_id: picture } = await database.read
    .selectFrom('media')
    .select('post_id as media_id')
    .orderBy('post_id')
    .executeTakeFirstOrThrow();
  const categories = await database.read
    .selectFrom('term')
    .select('id')
    .where('taxonomy', '=', 'category')
    .orderBy('count', 'desc')
    .limit(1)
    .execute();
  const figure =
    `<!-- wp:image {"id":${picture}} --><figure class="wp-block-image"><img class="wp-image-${picture}"/><figcaption>A caption</figcaption>` +
    '</figure><!-- /wp:image -->';
  const video =
    '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefghijk","type":"video","providerNameSlug":"youtube"} --><figure ' +
    'class="wp-block-embed">https://www.youtube.com/watch?v=abcdefghijk</figure><!-- /wp:embed -->';
  const code = '<!-- wp:code --><pre class="wp-block-code"><code>npm start</code></pre><!-- /wp:code -->';
  const table =
    '<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>Year</th><th>Ships</th></tr></thead><tbody><tr><td>2025</td><td>12</td></tr>' +
    '</tbody></table></figure><!-- /wp:table -->';
  await database.write(async (tx) => {
    await saveSettings(tx, { more_articles: 'show' });
    const id = await createPost(tx, {
      type: 'post',
      status: 'publish',
      title: 'An article with everything',
      slug: 'an-article-with-everything',
      termIds: categories.map(({ id: term }) => term),
      featuredMediaId: picture,
      content: [
        paragraph,
        figure,
        paragraph,
        video,
        code,
        table,
        ...Array.from({ length: 10 }, () => paragraph),
      ].join('\n'),
      meta: detailsMeta({ subtitle: words }),
    });
    for (let n = 0; n < 5; n++)
      await createComment(tx, { postId: id, authorName: `Reader ${n}`, content: words, status: 'approved' });
  });
  return '/an-article-with-everything/';
}
