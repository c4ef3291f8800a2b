import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { configId } from '../../reader/islands/acting.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('the background ad', (get) => {
  const show = async (settings: Record<string, unknown>) => {
    await get().write((tx) => saveSettings(tx, settings));
    const data = await load({}, fakeLoadContext(testContent(get())));
    return renderToStaticMarkup(<>{data && <View settings={{}} data={data} blockId="a" />}</>);
  };

  test('renders the ad with its link, keeps its picture inside the style, and waits for consent when another host serves it', async () => {
    expect(await show({ background_ad_image: '/sky.webp' })).toBe('');
    expect(await show({ background_ad_link: 'https://shop.example/' })).toBe(
      '<div class="background-ad" style="background-image:url(&quot;/sky.webp&quot;)" data-behaviour="background-ad" ' +
        `data-config="${configId({ link: 'https://shop.example/', target: '' })}"></div>`,
    );
    expect(await show({ background_ad_image: '/a").b\\c' })).toContain('url(&quot;/a%22).b%5Cc&quot;)');
    expect(
      await show({ consent: true, background_ad_image: 'https://pictures.example/sky.webp' }),
    ).not.toContain('style=');
    await show({ background_ad_link: null, background_ad_image: null, consent: null });
  });
});
