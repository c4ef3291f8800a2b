import { describe, expect, test } from 'vitest';
import { pageOf } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import { compileDocument } from './compile-document.ts';

const shown = (markup: string) =>
  compileDocument(markup, { isRendered: () => false, onProblem: () => {} }).nodes.join('|');
const block = (name: string, html: string, attributes: object = {}) =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${html}<!-- /wp:${name} -->`;

describe('paragraphs, headings and lists have their block’s classes', () => {
  test.each([
    ['paragraph', '\n<p>a</p>\n', '\n<p class="wp-block-paragraph">a</p>\n'],
    [
      'paragraph',
      '<p id="x" class="has-drop-cap">a<p>b',
      '<p id="x" class="has-drop-cap wp-block-paragraph">a<p>b',
    ],
    ['paragraph', '<p class="wp-block-paragraph">a</p>', '<p class="wp-block-paragraph">a</p>'],
    ['paragraph', '<pre>a</pre>', '<pre>a</pre>'],
    ['paragraph', '', ''],
    ['paragraph', '<p', '&lt;p'],
    [
      'paragraph',
      '<P title=\'class="a>b"\' CLASS=\'one "two"\'>a</p>',
      '<P title="class=&quot;a>b&quot;" class="one &quot;two&quot; wp-block-paragraph">a</p>',
    ],
    ['heading', '<h3>a</h3><h3>b</h3>', '<h3 class="wp-block-heading">a</h3><h3>b</h3>'],
    ['heading', '<hr><H1 class="x">a</H1>', '<hr><H1 class="x wp-block-heading">a</H1>'],
    [
      'list',
      `<ol start="2">${block('list-item', '<li>a</li>')}</ol>`,
      '<ol class="wp-block-list" start="2"><li>a</li></ol>',
    ],
    [
      'list',
      `<ul>${block('list-item', `<li>a${block('list', '<ul></ul>')}</li>`)}</ul>`,
      '<ul class="wp-block-list"><li>a<ul class="wp-block-list"></ul></li></ul>',
    ],
  ])('%s: %s', (name, html, expected) => {
    expect(shown(block(name, html))).toBe(expected);
  });
});

describe('containers keep the chosen block gap', () => {
  test.each([
    ['gallery', '40px', 'gap:40px;--gallery-gap:40px'],
    [
      'gallery',
      { top: '1em', left: 'var:preset|spacing|40' },
      'gap:1em var(--wp--preset--spacing--40);--gallery-gap:var(--wp--preset--spacing--40)',
    ],
    ['columns', { left: '60px' }, 'column-gap:60px'],
    ['buttons', '0', 'gap:0'],
    ['gallery', '0', 'gap:0;--gallery-gap:0px'],
    ['group', '2rem', '--block-gap:2rem'],
    ['column', { top: '5px', left: '9px' }, '--block-gap:5px'],
    ['buttons', '1px;color:red', undefined],
    ['columns', { top: 'url(x)' }, undefined],
    ['group', {}, undefined],
  ])('%s %o', (name, blockGap, expected) => {
    const html = shown(
      block(name, `<div class="wp-block-${name}"><!-- wp:spacer /--></div>`, {
        style: { spacing: { blockGap } },
      }),
    );
    expect(/ style="([^"]*?);?"/.exec(html)?.[1]).toBe(expected);
  });
});

test('a group is sticky only where chosen, with its chosen offset', () => {
  const of = (name: string, position: object) =>
    shown(block(name, '<div class="x"></div>', { style: { position } }));
  expect(of('group', { type: 'sticky', top: '10px' })).toBe(
    '<div style="--sticky-at:10px;" class="x is-layout-flow wp-block-group-is-layout-flow is-position-sticky"></div>',
  );
  for (const top of [undefined, '', 'x;position:fixed', 'url(x)'])
    expect(of('group', { type: 'sticky', top })).toContain('style="--sticky-at:0px;"');
  for (const position of [{ type: 'fixed' }, { top: '0' }, {}])
    expect(of('group', position)).not.toMatch(/sticky|position/);
  expect(of('column', { type: 'sticky' })).not.toContain('sticky');
});

describe('containers have their layout classes', () => {
  const inner = '<!-- wp:spacer /-->';
  test.each([
    ['group', {}, 'is-layout-flow wp-block-group-is-layout-flow'],
    [
      'group',
      { layout: { type: 'constrained' } },
      'is-layout-constrained wp-block-group-is-layout-constrained',
    ],
    ['group', { layout: { inherit: true } }, 'is-layout-constrained wp-block-group-is-layout-constrained'],
    [
      'group',
      { layout: { type: 'default', orientation: 'vertical' } },
      'is-layout-flow wp-block-group-is-layout-flow',
    ],
    [
      'group',
      { layout: { type: 'flex', orientation: 'vertical', justifyContent: 'right' } },
      'is-vertical is-content-justification-right is-layout-flex wp-block-group-is-layout-flex',
    ],
    ['buttons', {}, 'is-layout-flex wp-block-buttons-is-layout-flex'],
    [
      'buttons',
      { layout: { type: 'flex', flexWrap: 'nowrap', verticalAlignment: '"bad' } },
      'is-nowrap is-layout-flex wp-block-buttons-is-layout-flex',
    ],
    ['columns', {}, 'is-nowrap is-layout-flex wp-block-columns-is-layout-flex'],
    ['column', {}, 'is-layout-flow wp-block-column-is-layout-flow'],
    ['gallery', {}, 'is-layout-flex wp-block-gallery-is-layout-flex'],
    ['quote', {}, 'is-layout-flow wp-block-quote-is-layout-flow'],
    ['social-links', {}, 'is-layout-flex wp-block-social-links-is-layout-flex'],
  ])('%s %j', (name, attributes, expected) => {
    expect(shown(block(name, `<div class="wp-block-${name}">${inner}</div>`, attributes))).toBe(
      `<div class="wp-block-${name} ${expected}"></div>`,
    );
    expect(shown(block(name, '<section></section>', attributes))).toBe(
      `<section class="${expected}"></section>`,
    );
  });

  test.each([
    [{}, 'repeat(auto-fill, minmax(min(12rem, 100%), 1fr))'],
    [{ columnCount: 3 }, 'repeat(3, minmax(0, 1fr))'],
    [{ minimumColumnWidth: '8rem' }, 'repeat(auto-fill, minmax(min(8rem, 100%), 1fr))'],
    [{ columnCount: 1e9, minimumColumnWidth: '1px;position:fixed' }, 'repeat(16, minmax(0, 1fr))'],
    [
      { columnCount: '3', minimumColumnWidth: '"><script>' },
      'repeat(auto-fill, minmax(min(12rem, 100%), 1fr))',
    ],
  ])('a grid %j has columns', (layout, columns) => {
    expect(
      shown(
        block('group', `<div class="wp-block-group">${inner}</div>`, { layout: { type: 'grid', ...layout } }),
      ),
    ).toBe(
      `<div style="grid-template-columns:${columns};" class="wp-block-group is-layout-grid wp-block-group-is-layout-grid"></div>`,
    );
  });

  test('the innermost element around the inner blocks has the classes', () => {
    expect(
      shown(
        block(
          'cover',
          `<div class="wp-block-cover"><span class="x"></span><div class="wp-block-cover__inner-container">${inner}</div></div>`,
        ),
      ),
    ).toContain(
      '<div class="wp-block-cover"><span class="x"></span>' +
        '<div class="wp-block-cover__inner-container is-layout-flow wp-block-cover-is-layout-flow">',
    );
    expect(
      shown(block('details', `<details class="wp-block-details"><summary>More</summary>${inner}</details>`)),
    ).toBe(
      '<details class="wp-block-details is-layout-flow wp-block-details-is-layout-flow"><summary>More</summary></details>',
    );
    expect(
      shown(block('gallery', '<ul class="wp-block-gallery"><li class="blocks-gallery-item"></li></ul>')),
    ).toBe(
      '<ul class="wp-block-gallery is-layout-flex wp-block-gallery-is-layout-flex"><li class="blocks-gallery-item"></li></ul>',
    );
  });

  test.each([
    ['text', '"flex"'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an invalid type', '{"type":"constructor"}'],
    ['markup', '{"type":"x\\u0022><script>"}'],
    ['things', '{"type":{},"justifyContent":{},"flexWrap":[],"orientation":7}'],
    ['a huge text', JSON.stringify({ type: 'f'.repeat(100_000) })],
  ])('a layout that is %s is the default one', (_what, layout) => {
    expect(
      shown(`<!-- wp:group {"layout":${layout}} --><div class="wp-block-group">a</div><!-- /wp:group -->`),
    ).toBe('<div class="wp-block-group is-layout-flow wp-block-group-is-layout-flow">a</div>');
  });
});

describe('buttons', () => {
  const button = (inside: string, attributes: object = {}, name = 'a') =>
    shown(
      block(
        'button',
        `<div class="wp-block-button"><${name} class="wp-block-button__link" href="/x">${inside}</${name}></div>`,
        attributes,
      ),
    );

  test('omits empty ones, and no text', () => {
    for (const name of ['a', 'button'])
      expect([button('', {}, name), button('<!-- c --><!-- d -->', {}, name)]).toEqual(['', '']);
    for (const inside of ['Go', ' ', '<img src="/x.png" alt="">', '<br>', '<!-- c -->Go'])
      expect([inside, button(inside) !== '']).toEqual([inside, true]);
    expect(shown(block('button', '<div class="wp-block-button">Words</div>'))).toBe(
      '<div class="wp-block-button">Words</div>',
    );
    expect(
      shown(block('buttons', `<div class="wp-block-buttons">${block('button', '<div><a></a></div>')}</div>`)),
    ).toBe('<div class="wp-block-buttons is-layout-flex wp-block-buttons-is-layout-flex"></div>');
  });

  test.each([
    [
      '50%',
      '<div style="--wp--block-button--width:50;" class="wp-block-button has-custom-width wp-block-button__width wp-block-button__width-50">',
    ],
    [
      '33.5%',
      '<div style="--wp--block-button--width:33.5;" class="wp-block-button has-custom-width wp-block-button__width">',
    ],
    ['12rem', '<div style="width:12rem;" class="wp-block-button has-custom-width">'],
    [
      'var:preset|dimension|wide',
      '<div style="width:var(--wp--preset--dimension--wide);" class="wp-block-button has-custom-width">',
    ],
    ...['', 50, {}, null, '1px;position:fixed', '"><script>', 'url(//x)', '9'.repeat(9999)].map((width) => [
      width,
      '<div class="wp-block-button">',
    ]),
  ])('of the width %j', (width, opening) => {
    expect(button('Go', { style: { dimensions: { width } } })).toBe(
      `${String(opening)}<a class="wp-block-button__link" href="/x">Go</a></div>`,
    );
  });
});

test('an existing style follows the width', () => {
  expect(
    shown(
      block('button', '<div style="color:red" class="wp-block-button"><a>Go</a></div>', {
        style: { dimensions: { width: '9em' } },
      }),
    ),
  ).toBe('<div style="width:9em;color:red" class="wp-block-button has-custom-width"><a>Go</a></div>');
});

onBothDatabases('texts with shown classes', (get) => {
  test('are stored with the render: a page adds nothing', async () => {
    const site = pageSite(get());
    const content =
      block('paragraph', '<p>Words</p>') +
      block('button', '<div class="wp-block-button"><a>Go</a></div>', {
        style: { dimensions: { width: '40%' } },
      });
    const { post } = await pageOf(site, await get().write((tx) => makePost(tx, { content })));
    if (!post) throw new Error('The post is gone.');
    expect((await site.documents.post(post)).nodes).toEqual([
      '<p class="wp-block-paragraph">Words</p>' +
        '<div style="--wp--block-button--width:40;" class="wp-block-button has-custom-width wp-block-button__width"><a>Go</a></div>',
    ]);
  });
});

describe('positions and colours that are saved among the attributes', () => {
  const place = (layout: object) => ({ style: { layout } });
  const inside = (elements: object) => ({ style: { elements } });
  test.each([
    [place({ columnSpan: 2, rowSpan: 3 }), '<p style="grid-column:span 2;grid-row:span 3;">a</p>'],
    [
      place({ columnStart: 2, columnSpan: 400, rowStart: 1 }),
      '<p style="grid-column:2 / span 16;grid-row:1;">a</p>',
    ],
    [place({ selfStretch: 'fill', flexSize: '3px' }), '<p style="flex-grow:1;">a</p>'],
    [
      place({ selfStretch: 'fixed', flexSize: '20rem' }),
      '<p style="flex-basis:20rem;box-sizing:border-box;">a</p>',
    ],
    [
      place({ selfStretch: 'fixedNoShrink', flexSize: '9px' }),
      '<p style="flex-basis:9px;box-sizing:border-box;flex-shrink:0;">a</p>',
    ],
    [
      inside({ heading: { color: { text: '#fff', background: 'var:preset|color|black' } } }),
      '<p style="--wp--heading-color:#fff;--wp--heading-background:var(--wp--preset--color--black);">a</p>',
    ],
    [
      inside({
        button: { color: { gradient: 'linear-gradient(red,blue)' }, ':hover': { color: { text: 'blue' } } },
        h2: { color: { text: 'red' } },
      }),
      '<p style="--wp--button-hover-color:blue;--wp--button-background:linear-gradient(red,blue);--wp--h2-color:red;">a</p>',
    ],
    [{ style: { color: { text: '#1e0566' } } }, '<p style="--wp--text-color:#1e0566;">a</p>'],
    ...[
      { style: { color: { text: '#1e0566', background: '#fff' } } },
      { style: { color: { text: 'red;position:fixed' } } },
      place({ columnSpan: 0, rowSpan: '2', selfStretch: 'fit', flexSize: '1px' }),
      place({ selfStretch: 'fixed', flexSize: '1px;color:red' }),
      { style: { layout: 'x' } },
      inside({ heading: 'x', button: { color: 'x' }, body: { color: { text: 'red' } } }),
    ].map((none) => [none, '<p>a</p>']),
  ])('%j', (attributes, expected) => {
    expect(shown(block('table', '<p>a</p>', attributes as object))).toBe(expected);
  });
});

test('a named text colour that older editors saved next to the style also applies', () => {
  expect(shown(block('table', '<p>a</p>', { customTextColor: '#1e0566' }))).toBe(
    '<p style="--wp--text-color:#1e0566;">a</p>',
  );
});

describe('links have their chosen colour', () => {
  const link = (text: unknown) => ({ style: { elements: { link: { color: { text } } } } });
  test.each([
    [
      'paragraph',
      '<p>a</p>',
      link('#fff'),
      '<p style="--wp--link-color:#fff;" class="wp-block-paragraph has-link-color">a</p>',
    ],
    [
      'file',
      '<div class="wp-block-file has-link-color"><a>b</a></div>',
      link('var:preset|color|vivid-purple'),
      '<div style="--wp--link-color:var(--wp--preset--color--vivid-purple);" class="wp-block-file has-link-color"><a>b</a></div>',
    ],
    [
      'file',
      '<div style="color:red">b</div>',
      link('#fff'),
      '<div class="has-link-color" style="--wp--link-color:#fff;color:red">b</div>',
    ],
  ])('%s: %s', (name, html, attributes, expected) => {
    expect(shown(block(name, html, attributes))).toBe(expected);
  });

  test.each([
    link('red;background:url(//evil.example)'),
    link('"><script>'),
    link({}),
    link('url(x)'),
    link('x'.repeat(300)),
    { style: [] },
    { style: { elements: 'x' } },
  ])('only a colour is one: %j', (attributes) => {
    expect(shown(block('file', '<div>b</div>', attributes))).toBe('<div>b</div>');
  });
});
