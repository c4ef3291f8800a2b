import { expect, test } from 'vitest';
import { FormerSites } from '../../lib/former-sites.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import { renderPostContent } from './content-pipeline.ts';
import type { DocumentNode } from './document.ts';

async function compile(content: string, words = {}): Promise<string> {
  const document = await renderPostContent(
    { id: 12, content },
    {
      siteUrl: 'https://new.test',
      former: new FormerSites([]),
      isRendered: () => false,
      words: { ...viewTexts, ...words },
      onProblem: () => undefined,
      pictures: async () => new Map(),
      picturesByUrl: async () => new Map(),
    },
  );
  const htmlOf = (nodes: readonly DocumentNode[]): string =>
    nodes.map((node) => (typeof node === 'string' ? node : htmlOf(node.children))).join('');
  return htmlOf(document.nodes);
}
const block = (html: string) => `<!-- wp:html -->${html}<!-- /wp:html -->`;

test('a frame without a title is named after its site', async () => {
  expect(
    await compile(
      block(
        '<iframe src="https://www.codepen.test/a"></iframe><iframe title=" " src="//archive.org/embed/x"></iframe>',
      ),
    ),
  ).toMatch(
    /^<iframe title="codepen.test".*<noscript><iframe [^>]*title="codepen.test".*<iframe title="Internet Archive" /,
  );
});

test('code in brackets is code in blocks, too, if its paragraphs are there', async () => {
  const paragraph = (html: string) => `<!-- wp:paragraph --><p>${html}</p><!-- /wp:paragraph -->`;
  const listing = (code: string) =>
    `<pre class="wp-block-code" data-copyable tabindex="0"><code>${code}</code></pre>`;
  for (const [written, html] of [
    [paragraph('[code]a = b[0];<br>c &lt; d[/code]'), listing('a = b[0];\nc &lt; d')],
    [
      paragraph('Use [code]x[1][/code] here.'),
      '<p class="wp-block-paragraph">Use <code>x[1]</code> here.</p>',
    ],
    [
      `${paragraph('[php]')}\n${paragraph('$a = 1;')}\n${paragraph('$b = 2;')}\n${paragraph('[/php]')}`,
      listing('$a = 1;\n\n$b = 2;'),
    ],
    [block('<p>[sourcecode]</p><p>x</p><p>[/sourcecode]</p>'), listing('x')],
    [block('<p>[code]</p><h2>Not code</h2><p>[/code]</p>'), '<h2>Not code</h2>'],
    [
      `<!-- wp:code --><pre class="wp-block-code"><code>[code]x[/code]</code></pre><!-- /wp:code -->`,
      listing('[code]x[/code]'),
    ],
  ] as const) {
    expect((await compile(written)).trim()).toBe(html);
  }
});

test('code sets the labels of its button where they are not English', async () => {
  expect((await compile('<pre>a</pre>', { copy_code: 'העתקת "הקוד"' })).trim()).toBe(
    '<pre data-copyable="העתקת &quot;הקוד&quot;" tabindex="0">a</pre>',
  );
  expect(await compile('<pre data-copyable="Forged">a</pre>')).not.toContain('Forged');
});
