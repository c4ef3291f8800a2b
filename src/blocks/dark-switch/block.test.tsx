import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('[DARK-01] is a checkbox', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({})} />);
  expect(html).toMatch(
    /<label class="dark-switch" data-late="dark-switch"><input type="checkbox"[^>]* data-dark-switch=""/,
  );
});

onBothDatabases('the dark mode switch', (get) => {
  test('[DARK-01] renders nothing when the site has no dark mode', async () => {
    expect(await load({}, fakeLoadContext(testContent(get())))).toEqual({});
    await get().write((tx) => saveSettings(tx, { dark_mode_toggle: false }));
    expect(await load({}, fakeLoadContext(testContent(get())))).toBeUndefined();
  });
});
