import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { hostileTitle } from '../../../test/harness/post-card.ts';
import { present } from '../../../test/harness/present.ts';
import { addSearches, phraseOf } from '../../modules/searched/store.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

const now = Date.UTC(2026, 10, 20, 12);

onBothDatabases('popular searches', (get) => {
  const ask = (text: string, askers: number, at = now) =>
    get().write((tx) =>
      addSearches(
        tx,
        Array.from({ length: askers }, (_, n) => ({ ...present(phraseOf(text)), caller: `203.0.113.${n}` })),
        at,
        { least: 3 },
      ),
    );
  const show = async (settings: object = {}) => {
    const context = fakeLoadContext(testContent(get()), undefined, { now });
    return { data: await load(block.settings.parse(settings), context), age: context.expiry() };
  };

  test('lists phrases of several visitors, most frequent first, as links to their searches, without blocked ones, and nothing below three', async () => {
    await ask('Moon', 5, now - 24 * 60 * 60_000);
    await ask('Crème brûlée', 4);
    await ask('secret of one', 2);
    expect(await show()).toEqual({ data: undefined, age: 10 * 60_000 });
    await ask('C++ & Söhne', 3);
    await ask('red moon', 3);
    const { data } = await show({ custom_title: 'Sought' });
    expect(present(data).phrases).toEqual([
      { text: 'moon', url: '/?s=moon&from=searched' },
      { text: 'crème brûlée', url: `/?s=${encodeURIComponent('crème brûlée')}&from=searched` },
      { text: 'c++ & söhne', url: `/?s=${encodeURIComponent('c++ & söhne')}&from=searched` },
      { text: 'red moon', url: '/?s=red%20moon&from=searched' },
    ]);
    expect((await show({ days: 1 })).data?.phrases.map(({ text }) => text)).toEqual([
      'crème brûlée',
      'c++ & söhne',
      'red moon',
    ]);
    expect((await show({ limit: 3 })).data?.phrases).toHaveLength(3);
    await get().write((tx) => saveSettings(tx, { popular_searches_hidden: ['RED'] }));
    expect((await show()).data?.phrases.map(({ text }) => text)).toEqual([
      'moon',
      'crème brûlée',
      'c++ & söhne',
    ]);
    await get().write((tx) => saveSettings(tx, { popular_searches_min_readers: 4 }));
    expect((await show()).data).toBeUndefined();
  });
});

test('renders phrases as text only', () => {
  const html = renderToStaticMarkup(
    <View data={{ title: hostileTitle, phrases: [{ text: hostileTitle, url: '/?s=x' }] }} />,
  );
  expect(html).not.toContain('<img');
  expect(html).toMatch(
    /^<div class="post-list searched"><h2 class="section-title">&lt;img.*<li><a href="\/\?s=x" rel="nofollow"><bdi>&lt;img/,
  );
  expect(renderToStaticMarkup(<View data={{ title: '', phrases: [] }} />)).not.toContain('<h2');
});
