import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

onBothDatabases('the colour scheme choice', (get) => {
  const values = async () => {
    const data = await load({}, fakeLoadContext(testContent(get())));
    const html = data && renderToStaticMarkup(<View settings={{}} data={data} blockId="a" />);
    return (
      html && [...html.matchAll(/type="radio" name="a-scheme" value="(\w+)"/g)].map(([, value]) => value)
    );
  };

  test('offers the system scheme if the site follows it, and renders nothing if readers can’t choose', async () => {
    await get().write((tx) => saveSettings(tx, { default_color_scheme: 'light' }));
    expect(await values()).toEqual(['light', 'dark']);
    await get().write((tx) => saveSettings(tx, { default_color_scheme: 'auto' }));
    expect(await values()).toEqual(['light', 'dark', 'system']);
    await get().write((tx) => saveSettings(tx, { dark_mode_toggle: false }));
    expect(await values()).toBeUndefined();
  });
});
