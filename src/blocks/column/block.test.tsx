import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { fakeLoadContext, testContent } from '../../../test/harness/load-context.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

const decoded = (html: string): unknown => JSON.parse(atob(/data-sticky="([^"]+)"/.exec(html)?.[1] ?? ''));

test('has a width for each screen size', () => {
  const html = renderToStaticMarkup(
    <View settings={block.settings.parse({ desktop: 8, tablet: '6' })} data={null} blockId="a">
      inner
    </View>,
  );
  expect(html).toContain('--desktop:8;--tablet:6;--phone:12');
  expect(html).not.toContain('data-sticky');
});

onBothDatabases('sticky columns', (get) => {
  const render = async (attributes: object) => {
    const settings = block.settings.parse(attributes);
    const context = fakeLoadContext(testContent(get()));
    return {
      html: renderToStaticMarkup(
        <View settings={settings} data={await load(settings, context)} blockId="a">
          inner
        </View>,
      ),
      tags: [...context.tags.keys()],
    };
  };

  test('[STICK-09] the settings of a sticky column are base64-encoded JSON with its three keys', async () => {
    const { html } = await render({ 'sticky-enabled-on': 'desktop, moon', 'sticky-offset': 80 });
    expect(decoded(html)).toEqual({
      'sticky-enabled-on': ['desktop'],
      'sticky-offset': 80,
      'sticky-is-width-auto': true,
    });
    expect(html).toContain('column-inner sticky-desktop"');
    expect((await render({ 'sticky-enabled-on': 'moon' })).html).not.toContain('sticky');
  });

  test('a column follows the site’s sticky setting by default', async () => {
    const before = await render({ 'sticky-enabled-on': 'site', 'sticky-offset': 80 });
    expect(decoded(before.html)).toEqual({
      'sticky-enabled-on': ['desktop', 'landscape'],
      'sticky-offset': 20,
      'sticky-is-width-auto': true,
    });
    expect(before.tags).toContain('setting:sticky_column_offset');
    await get().write((tx) =>
      saveSettings(tx, {
        sticky_column_enabled_on: ['phone'],
        sticky_column_offset: 5,
        sticky_column_is_width_auto: false,
      }),
    );
    const after = await render({ 'sticky-enabled-on': 'site' });
    expect(decoded(after.html)).toEqual({
      'sticky-enabled-on': ['phone'],
      'sticky-offset': 5,
      'sticky-is-width-auto': false,
    });
    expect(after.html).toContain('sticky-phone sticky-fixed-width');
    await get().write((tx) => saveSettings(tx, { sticky_column_enabled_on: [] }));
    expect((await render({ 'sticky-enabled-on': 'site' })).html).not.toContain('sticky-');
  });
});
