import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { View } from './view.tsx';

test('the code is in the HTML as text, marked for its behaviour', () => {
  const html = renderToStaticMarkup(<View settings={block.settings.parse({ code: '<script>alert("x")</script>' })} data={undefined} blockId="a" />);
  expect(html).toContain('data-behaviour="copy-code"');
  expect(html).toContain('<code data-code="">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</code>');
  expect(html).toContain('data-copy="" style="visibility:hidden"');
  expect(renderToStaticMarkup(<View settings={block.settings.parse({})} data={undefined} blockId="a" />)).toBe('');
});
