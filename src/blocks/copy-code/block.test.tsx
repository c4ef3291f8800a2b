import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { block } from './block.ts';
import { load } from './loader.server.ts';
import { View } from './view.tsx';

test('renders the code as text, marked for its behaviour', async () => {
  const show = async (attributes: object) => {
    const settings = block.settings.parse(attributes);
    const data = await load(settings);
    return renderToStaticMarkup(<>{data && <View settings={settings} data={data} blockId="a" />}</>);
  };
  const html = await show({ code: '<script>alert("x")</script>' });
  expect(html).toContain('data-behaviour="copy-code"');
  expect(html).toContain('<code data-code="">&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</code>');
  expect(html).toContain('data-copy="" style="visibility:hidden"');
  expect(await show({})).toBe('');
});
