import { expect, test } from 'vitest';
import { findBlock } from '../registry.server.ts';
import { unknownParts } from './unknown-parts.ts';

const namesOf = (markup: string) => {
  const { blocks, shortcodes } = partsOf(markup);
  return { blocks: Object.fromEntries(blocks), shortcodes: Object.fromEntries(shortcodes) };
};
const partsOf = (markup: string) => unknownParts(markup, (name) => findBlock(name) !== undefined);

test('counts unknown blocks and shortcodes', () => {
  expect(
    namesOf(`<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --><!-- wp:acme/map {"a":"-->"} /--><!-- wp:group --><!-- wp:acme/map --><p>[sic] [1]</p>
    <!-- /wp:acme/map --><!-- wp:hologram /--><!-- /wp:group --><!-- wp:core-embed/youtube {"url":"x"} /--><!-- wp:broadsheet/ad /-->
    [gallery ids="1"][contact-form-7 id="3"] [vc_row][vc_column]y[/vc_column][/vc_row] [[escaped id="1"]] <code>[in_code id="1"]</code> [box]z[/box]`),
  ).toEqual({
    blocks: { 'acme/map': 1, 'core/hologram': 1 },
    shortcodes: { 'contact-form-7': 1, vc_row: 1, vc_column: 1, box: 1 },
  });
});

test('counts unknown blocks only if they show nothing', () => {
  const wrapped = (inner: string, name = 'acme/box') => `<!-- wp:${name} -->${inner}<!-- /wp:${name} -->`;
  const module = (name: string) =>
    `<!-- wp:divi/${name} {"content":{"innerContent":{"desktop":{"value":"Words"}}}} /-->`;
  for (const shown of [
    wrapped('<p>Words</p>'),
    wrapped('<div><img src="/a.png"></div>'),
    wrapped(wrapped('<p>Words</p>', 'acme/inner')),
    wrapped('<!-- wp:latest-posts /-->'),
    wrapped('<!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph -->'),
    wrapped(module('text'), 'divi/section'),
    '<!-- wp:acf/box {"data":{"title":"Words","_title":"field_1"}} /-->',
    '<!-- wp:siteorigin-panels/layout-block {"panelsData":{"widgets":[]}} /-->',
  ])
    expect([shown, namesOf(shown).blocks]).toEqual([shown, {}]);
  for (const [lost, name] of [
    [wrapped(''), 'acme/box'],
    [wrapped('<div class="x">&nbsp;</div>'), 'acme/box'],
    [wrapped('<!-- wp:group --><div></div><!-- /wp:group -->'), 'acme/box'],
    ['<!-- wp:acme/map {"a":1} /-->', 'acme/map'],
    ['<!-- wp:acf/map {"mode":"preview"} /-->', 'acf/map'],
    [module('contact-form'), 'divi/contact-form'],
    [module('menu'), 'divi/menu'],
  ] as const)
    expect([lost, namesOf(lost).blocks]).toEqual([lost, { [name]: 1 }]);
  const stray = `${'<!-- wp:acme/a -->'.repeat(20_000)}${'<!-- /wp:acme/b -->'.repeat(20_000)}`;
  expect(namesOf(stray).blocks).toEqual({ 'acme/a': 20_000 });
});

test('counts each shortcode of a shortcode block, and those alone on a line, with any name and attributes', () => {
  const inBlocks = [
    '[sitemap]',
    '[youtube http://a.example/?v=1]',
    '[youtube=http://a.example/]',
    '[vimeo 12345]',
    '[foo "bar"]',
    '[my_code]',
    '[ns:tag a="b"]',
    '[2col]',
    '[Über x="1"]',
    '[column.half]x[/column.half]',
    '[outer a="[inner]"][[escaped]] [gallery ids="1"] [contact-form-7 id="5"]',
    '[1] [never ends',
  ];
  const { shortcodes } =
    namesOf(`${inBlocks.map((text) => `<!-- wp:shortcode -->${text}<!-- /wp:shortcode -->`).join('')}
<p><strong>[mailpoet]</strong></p>[acme-quiz] <br>[gist 1]
[sic] and words<p>[1]</p><p>[Photo: Ann]</p><pre>
[in-pre]
</pre><code>[in-code]</code><p>[[shown]]</p><p title="
[in-tag]
">[…]</p><script>
[in-script]
</script><p>[gallery]</p><p>[acme-quiz]</p>`);
  expect(shortcodes).toEqual({
    sitemap: 1,
    youtube: 2,
    vimeo: 1,
    foo: 1,
    my_code: 1,
    'ns:tag': 1,
    '2col': 1,
    Über: 1,
    'column.half': 1,
    outer: 1,
    'contact-form-7': 1,
    mailpoet: 1,
    'acme-quiz': 2,
    gist: 1,
  });
});

test('finds nothing in texts without either', () => {
  for (const text of [
    '',
    'Just wp:text [1]',
    '<!-- wp: -->',
    '<!-- wp:more --><!--more--><!-- /wp:more -->',
    '<!-- wp:pattern {"slug":"theme/hero"} /-->',
    '<!-- wp:social-link-amazon /--><!-- wp:text -->x<!-- /wp:text -->',
    '[caption]x[/caption]',
    '\0[\0',
  ]) {
    expect(namesOf(text)).toEqual({ blocks: {}, shortcodes: {} });
  }
});

test('shown modules of page builders are known, and their rows and columns are not', () => {
  expect(
    namesOf(
      '[et_pb_section][et_pb_row][et_pb_blurb title="x"]y[/et_pb_blurb][/et_pb_row][/et_pb_section][vc_raw_html]eA==[/vc_raw_html][fusion_menu /]',
    ),
  ).toEqual({ blocks: {}, shortcodes: { et_pb_section: 1, et_pb_row: 1, fusion_menu: 1 } });
});

test('blocks that become an embed or code are known', () => {
  const embeds = '[youtube https://youtu.be/dQw4w9WgXcQ]\n[soundcloud url="https://soundcloud.com/a/b"]';
  const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n\n`;
  for (const markup of [
    `${embeds}\n[sourcecode language="php"]\n[my_thing a="b"]\n[/sourcecode]`,
    `<!-- wp:shortcode -->${embeds}<!-- /wp:shortcode -->`,
    paragraph('[code]my[thing_a] = [b_c d="e"][/code]'),
    ['[code]', '[my_thing a="b"]', '[my_thing]', '[/code]'].map(paragraph).join(''),
    '<!-- wp:shortcode -->\n[code]\n[my_thing a="b"]\n[/code]\n<!-- /wp:shortcode -->',
    `${paragraph('x')}[code]<b>[my_thing a="b"]</b>[/code]\n\n${paragraph('y')}`,
    `<!-- wp:freeform -->\n[php]<b>[my_thing a="b"]</b>\n[/php]\n<!-- /wp:freeform -->`,
  ]) {
    expect(namesOf(markup)).toEqual({ blocks: {}, shortcodes: {} });
  }
  // Other shortcodes are counted as usual.
  expect(
    namesOf(
      `${paragraph('[code]x[/code]')}<!-- wp:shortcode -->[other_thing a="b"]<!-- /wp:shortcode -->${paragraph('[code]a [my_thing a="b"]')}`,
    ),
  ).toEqual({ blocks: {}, shortcodes: { other_thing: 1, my_thing: 1 } });
  expect(
    namesOf(
      `${paragraph('[code]')}<!-- wp:acme/x /-->${paragraph('[my_thing a="b"]')}${paragraph('[/code]')}`,
    ).shortcodes,
  ).toMatchObject({ my_thing: 1 });
});

test('accepts any names, and texts of any length', () => {
  expect(
    namesOf(
      '<!-- wp:__proto__/x /--><!-- wp:constructor /-->[constructor a="1"][__proto__ a="1"][toString a="1"/]',
    ),
  ).toEqual({
    blocks: { 'core/constructor': 1 },
    shortcodes: { constructor: 1, ['__proto__']: 1, toString: 1 },
  });
  const many = 50_000;
  expect(namesOf('<!-- wp:acme/x -->[a_b]'.repeat(many))).toEqual({
    blocks: { 'acme/x': many },
    shortcodes: { a_b: many },
  });
  for (const half of ['<!-- wp:acme/x {', '[a_b c="', '[[', '<!--', '[a', '\n[a', '<!-- wp:shortcode -->[a '])
    namesOf(half.repeat(many));
});

test('within a sentence counts only certain shortcodes, since a single word may be an editor’s', () => {
  const { shortcodes, bracketed } =
    partsOf(`<!-- wp:paragraph --><p>It costs [price=3] or [youtube "x"], see [ns:tag a="b"] and [Über x=1] and [acme_form].</p>
    <p>In [year] [he] said [acme-quiz] at [vimeo 12345] or <b>by</b> [map https://a.example/], [sic] [note 5] [a] [The] [citation needed] [gallery].</p>
    <p title="[in-tag]">a[0] list[first] f(x)[last] [[shown]] [text](https://a.example) <code>[in-code]</code> [Jones = x] [the "best" one] [see a="b]</p>
    <!-- /wp:paragraph -->`);
  expect(Object.fromEntries(shortcodes)).toEqual({
    price: 1,
    youtube: 1,
    'ns:tag': 1,
    Über: 1,
    acme_form: 1,
    see: 1,
  });
  expect(Object.fromEntries(bracketed)).toEqual({ year: 1, he: 1, 'acme-quiz': 1, vimeo: 1, map: 1 });
  for (const half of ['x [', 'x [a', 'x [a ', 'x [a b="', '[a]', `[${'a'.repeat(1000)}`])
    partsOf(half.repeat(20_000));
});

test('names patterns and template parts, and blocks with custom CSS', () => {
  const { parts, blocks } = partsOf(
    '<!-- wp:pattern {"slug":"acme/hero"} /--><!-- wp:pattern {"slug":"acme/hero"} /--><!-- wp:pattern {"slug":5} /-->' +
      '<!-- wp:template-part {"slug":"header","theme":"acme"} /--><!-- wp:group {"style":{"css":"color:red"}} --><p>x</p><!-- /wp:group -->' +
      '<!-- wp:group {"css":"x"} --><p>x</p><!-- /wp:group --><!-- wp:pattern {bad} /-->',
  );
  expect([Object.fromEntries(parts), blocks.size]).toEqual([
    { 'core/pattern acme/hero': 2, 'core/template-part acme//header': 1, 'core/group style.css': 1 },
    0,
  ]);
});
