import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, postOf } from '../../../test/harness/factories.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { saveSettings } from '../../modules/settings/store.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('is a link to the next article, which it names to scripts', () => {
  const { html, acts } = renderActing(
    <View
      settings={{}}
      data={{
        label: 'Weiter',
        url: '/older/',
        title: hostileTitle,
        config: { id: 7, after: '/newer/', limit: 3 },
      }}
      blockId="a"
    />,
  );
  expect(acts).toEqual([{ name: 'autoload', config: { id: 7, after: '/newer/', limit: 3 } }]);
  expect(html).toMatch(
    /data-config="\w+"><a class="autoload-next" href="\/older\/" rel="prev"><span class="section-title">Weiter<.*&lt;img/,
  );
});

onBothDatabases('choice of the next article', (get) => {
  test('is the next older listed post, and none after the oldest, on pages, or while the setting is off', async () => {
    const ids = await get().write(async (tx) => {
      const oldest = await makePost(tx, { title: 'Oldest' });
      await makePost(tx, { title: 'Draft', status: 'draft' });
      await makePost(tx, { title: 'Secret', password: 'word' });
      return { oldest, newest: await makePost(tx, { title: 'Newest' }) };
    });
    const nextOf = async (id: number, kind: 'single' | 'page' = 'single') =>
      (
        await load(
          {},
          fakeLoadContext(testContent(get()), {
            ...homePage,
            kind,
            path: '/newest/',
            post: await postOf(get().read, id),
          }),
        )
      )?.config;
    expect(await nextOf(ids.newest)).toBeUndefined();
    await get().write((tx) => saveSettings(tx, { autoload_posts: 'on' }));
    expect(await nextOf(ids.newest)).toEqual({ id: ids.oldest, after: '/newest/', limit: 5 });
    expect([await nextOf(ids.oldest), await nextOf(ids.newest, 'page')]).toEqual([undefined, undefined]);
  });
});
