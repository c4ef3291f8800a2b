import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('has a width for each kind of screen', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({ desktop: 8, tablet: '6' })} data={undefined} blockId="a">inner</View>);
  expect(html).toContain('--desktop:8;--tablet:6;--phone:12');
  expect(html).not.toContain('data-sticky');
});

test('[STICK-09] the settings of a sticky column are base64-encoded JSON with its three keys', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({ 'sticky-enabled-on': 'desktop, moon', 'sticky-offset': 80 })} data={undefined} blockId="a">inner</View>);
  const settings: unknown = JSON.parse(atob(/data-sticky="([^"]+)"/.exec(html)?.[1] ?? ''));
  expect(settings).toEqual({ 'sticky-enabled-on': ['desktop'], 'sticky-offset': 80, 'sticky-is-width-auto': true });
  expect(html).toContain('sticky-desktop');
});
