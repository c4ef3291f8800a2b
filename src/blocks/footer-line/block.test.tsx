import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { fakeLoadContext, homePage, testContent } from '../../../test/harness/load-context.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('is one line of text', () => {
  expect(
    renderToStaticMarkup(
      <View settings={block.settings.parse({})} data={{ text: '© <2026>' }} blockId="a" />,
    ),
  ).toBe('<p class="footer-line">© &lt;2026&gt;</p>');
});

onBothDatabases('the copyright line', (get) => {
  test('names the year and the site, or shows the set text, and expires at the end of the year', async () => {
    const context = () => fakeLoadContext(testContent(get()), homePage, { now: Date.UTC(2026, 11, 31, 23) });
    const first = context();
    expect(await load({}, first)).toEqual({ text: '© 2026 Broadsheet' });
    expect(first.expiry()).toBe(60 * 60_000);
    await get().write((tx) => saveSettings(tx, { footer_copyright: 'All rights {year}–{year}' }));
    expect(await load({}, context())).toEqual({ text: 'All rights 2026–2026' });
    // In Auckland it is 1 p.m. on New Year's Day then.
    await get().write((tx) => saveSettings(tx, { timezone_string: 'Pacific/Auckland' }));
    const there = context();
    expect([await load({}, there), there.expiry()]).toEqual([
      { text: 'All rights 2027–2027' },
      (365 * 24 - 12) * 60 * 60_000,
    ]);
  });
});
