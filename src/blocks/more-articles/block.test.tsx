import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm, makeUser, postOf } from '../../../test/harness/factories.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle, postCard } from '../../../test/harness/post-card.ts';
import { renderActing } from '../../../test/harness/render-acting.tsx';
import { saveSettings } from '../../modules/settings/store.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('is hidden, labelled, announced politely and closable', () => {
  const { html, acts } = renderActing(
    <View
      settings={{}}
      data={{
        title: 'Mehr',
        close: 'Zu',
        cards: [postCard({ title: hostileTitle })],
        distance: 900,
        days: 2,
      }}
      blockId="tdi_1"
    />,
  );
  expect(html).toMatch(
    /tabindex="-1" aria-live="polite" data-behaviour="more-articles" data-config="\w+"><aside aria-labelledby="tdi_1" hidden="">.*id="tdi_1">Mehr<.*<button type="button" aria-label="Zu"/,
  );
  expect(acts).toEqual([
    { name: 'more-articles', config: { distance: 900, days: 2 } },
    { name: 'lazy-image', onPage: true },
  ]);
  expect(html).not.toContain('<img src=x');
});

onBothDatabases('the box with more articles', (get) => {
  test('[MORE-10] its articles come from the category, the tags, the author or all, as many as set, without the current one', async () => {
    const post = await get().write(async (tx) => {
      const [section, tag, author] = [
        await makeTerm(tx, { name: 'Section' }),
        await makeTerm(tx, { name: 'Tag', taxonomy: 'post_tag' }),
        await makeUser(tx),
      ];
      for (const [name, input] of Object.entries({
        section: { termIds: [section] },
        tag: { termIds: [tag] },
        author: { authorId: author },
        none: {},
      })) {
        for (let n = 1; n <= 3; n++) await makePost(tx, { title: `${name} ${n}`, ...input });
      }
      return postOf(tx.db, await makePost(tx, { title: 'Read', termIds: [section, tag], authorId: author }));
    });
    const titles = async (settings: object) => {
      await get().write((tx) => saveSettings(tx, { more_articles: 'show', ...settings }));
      const data = await load({}, fakeLoadContext(testContent(get()), { ...homePage, kind: 'single', post }));
      return data?.cards.map(({ title }) => title);
    };
    expect(await titles({})).toEqual(['section 3', 'section 2']);
    expect(await titles({ more_articles_source: 'same_tag', more_articles_limit: 10 })).toEqual([
      'tag 3',
      'tag 2',
      'tag 1',
    ]);
    expect(await titles({ more_articles_source: 'same_author' })).toEqual([
      'author 3',
      'author 2',
      'author 1',
    ]);
    expect(await titles({ more_articles_source: 'latest', more_articles_limit: 4 })).toEqual([
      'none 3',
      'none 2',
      'none 1',
      'author 3',
    ]);
    expect(await titles({ more_articles: 'disabled' })).toBeUndefined();
  });
});
