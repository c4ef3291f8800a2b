import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser, postOf } from '../../../test/harness/factories.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { present } from '../../../test/harness/present.ts';
import { defaultSettings } from '../../modules/settings/settings.ts';
import { inSiteWords } from '../wordings.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('more from the category', (get) => {
  test('shows other posts of the same categories, and nothing without a post', async () => {
    const [post, authorId] = await get().write(async (tx) => {
      const section = await makeTerm(tx, { name: 'Section' });
      const author = await makeUser(tx);
      const at = await makePost(tx, { title: 'At hand', authorId: author, termIds: [section] });
      for (let n = 1; n <= 5; n++) {
        await makePost(tx, { title: `Same author ${n}`, authorId: author });
        await makePost(tx, { title: `Same section ${n}`, termIds: [section] });
      }
      await makePost(tx, { title: 'Zyxdraft', status: 'draft', authorId: author, termIds: [section] });
      return [await postOf(tx.db, at), author] as const;
    });
    const context = fakeLoadContext(testContent(get()), { ...homePage, kind: 'single', post });
    const data = present(await load(inSiteWords(block.settings.parse({}), defaultSettings), context));
    expect(data.cards.map(({ title }) => title)).toEqual([5, 4, 3, 2].map((n) => `Same section ${n}`));
    expect(data.state).toMatchObject({
      found_posts: 5,
      max_num_pages: 2,
      atts: { live_filter_cur_post_id: post?.id, live_filter_cur_post_author: authorId },
    });
    expect(renderToStaticMarkup(<View data={data} blockId="a" />)).toContain('More from this section');
    expect(await load(block.settings.parse({}), fakeLoadContext(testContent(get())))).toBeUndefined();
  });
});
