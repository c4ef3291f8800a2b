import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('the link back to the consent dialog', (get) => {
  test('renders if the site asks for consent', async () => {
    const show = async () => {
      const data = await load({}, fakeLoadContext(testContent(get())));
      return renderToStaticMarkup(<>{data && <View settings={{}} data={data} blockId="a" />}</>);
    };
    expect(await show()).toBe('');
    await get().write((tx) => saveSettings(tx, { consent: true }));
    expect(await show()).toBe(
      '<button type="button" class="consent-link" data-consent-change="">Privacy choices</button>',
    );
  });
});
