import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

const show = (text: string, url = 'https://site.example/events/feed/ics/') =>
  renderToStaticMarkup(
    <View settings={block.settings.parse({})} data={{ url, text, kind: 'calendar' }} blockId="a" />,
  );

test('[IMP-20] is a link with the text, which is no markup', () => {
  expect(show('Subscribe')).toMatch(
    /<a class="[^"]*" href="https:\/\/site.example\/events\/feed\/ics\/">.*Subscribe/,
  );
  expect(show('</a><script>')).toContain('&lt;/a&gt;&lt;script&gt;');
  expect(show('x', 'https://site.example/?p=1&feed="ics')).toContain('?p=1&amp;feed=&quot;ics');
});

test('bad settings fall back', () => {
  expect(block.settings.parse({ text: 7 })).toEqual({ text: '7' });
  expect(block.settings.parse({ text: [] })).toEqual({ text: '' });
});
