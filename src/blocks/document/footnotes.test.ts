import { expect, test } from 'vitest';
import { FormerSites } from '../../lib/former-sites.ts';
import { viewTexts } from '../../lib/view-texts.ts';
import { renderPostContent } from './content-pipeline.ts';

const paragraphAndBlock = '<!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --><!-- wp:footnotes /-->';

async function footnotes(
  json?: string,
  content = paragraphAndBlock,
): Promise<{ html: string; problems: string[] }> {
  const problems: string[] = [];
  const { nodes } = await renderPostContent(
    { id: 12, content },
    {
      siteUrl: 'https://new.test',
      former: new FormerSites([]),
      isRendered: () => false,
      pictures: async () => new Map(),
      picturesByUrl: async () => new Map(),
      words: viewTexts,
      footnotes: async () => json,
      onProblem: (message) => problems.push(message),
    },
  );
  return { html: nodes.join(''), problems };
}

test('lists footnotes where their block is, each with a link to its reference', async () => {
  const reference = '<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup>';
  const two = JSON.stringify([
    { id: 'n1', content: 'A <em>note</em>' },
    { id: 'n2', content: 'Another' },
  ]);
  expect(
    (
      await footnotes(
        two,
        `<!-- wp:paragraph --><p>a${reference}</p><!-- /wp:paragraph --><!-- wp:footnotes /-->`,
      )
    ).html,
  ).toBe(
    `<p class="wp-block-paragraph">a${reference}</p>` +
      '<ol class="wp-block-footnotes"><li id="n1">A <em>note</em> <a href="#n1-link" aria-label="Jump to footnote reference 1">↩︎</a></li>' +
      '<li id="n2">Another <a href="#n2-link" aria-label="Jump to footnote reference 2">↩︎</a></li></ol>',
  );
});

test('the footnotes block has the chosen styles, and is rendered once', async () => {
  const one = '[{"id":"n1","content":"A note"}]';
  const hidden = '<!-- wp:footnotes {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} /-->';
  expect((await footnotes(one, hidden)).html).toContain(
    '<ol class="wp-block-footnotes wp-block-hidden-mobile"><li id="n1">A note',
  );
  const styled =
    '<!-- wp:footnotes {"anchor":"notes","textColor":"black","style":{"spacing":{"padding":{"top":"1em"}}}} /-->';
  const { html } = await footnotes(one, styled + styled);
  expect(html.match(/<ol[^>]*>/g)).toEqual([
    '<ol class="wp-block-footnotes has-black-color has-text-color" id="notes" style="padding-top:1em">',
  ]);
});

test('the block renders nothing without valid footnotes', async () => {
  for (const none of ['[]', '', undefined])
    expect((await footnotes(none)).html).toBe('<p class="wp-block-paragraph">a</p>');
  for (const bad of ['[', '{"id":"n1"}']) {
    expect(await footnotes(bad)).toMatchObject({
      html: '<p class="wp-block-paragraph">a</p>',
      problems: [expect.stringContaining('footnotes')],
    });
  }
});

test.each([
  ['a script', '<script>alert(1)</script>x'],
  ['a handler', '<b onmouseover="alert(1)">x</b>'],
  ['an address that runs', '<a href="javascript:alert(1)">x</a>'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>x'],
  ['an end of the list', '</li></ol></div><p>x'],
  ['an open element', '<div><b>x'],
  ['an id of the page', '<b id="content">x</b>'],
  ['an internal mark', '<b data-behaviour="video" data-config="{}">x</b>'],
  ['a comment that never ends', 'x<!--'],
  ['an open attribute', 'x<a href="'],
])('a footnote with %s stays in its list item and runs no script', async (_, content) => {
  const json = JSON.stringify([
    { id: 'n1', content },
    { id: 'n2', content: 'Last' },
  ]);
  const { html } = await footnotes(
    json,
    '<!-- wp:footnotes /--><!-- wp:paragraph --><p>behind</p><!-- /wp:paragraph -->',
  );
  expect(html).not.toMatch(/<script|\son|javascript:|srcdoc|id="content"|data-behaviour/);
  expect(html).toMatch(
    /^<ol class="wp-block-footnotes"><li id="n1">.*<\/li><li id="n2">Last <a [^>]*>↩︎<\/a><\/li><\/ol><p [^>]*>behind<\/p>$/s,
  );
  expect(html.match(/<li /g)).toHaveLength(2);
});

test.each(['content', 'wpadminbar', '"><script>alert(1)</script>', 'comment-5', '__proto__'])(
  'the footnote id %s can’t clash with an id of the page',
  async (id) => {
    const { html } = await footnotes(JSON.stringify([{ id, content: 'x' }]));
    expect(html).not.toMatch(/id="(?:content|wpadminbar|comment-5|__proto__)"|<script/);
    expect(html).toContain('x');
  },
);
