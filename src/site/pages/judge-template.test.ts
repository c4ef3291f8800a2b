import { describe, expect, test } from 'vitest';
import { bundledLibrary, bundledFile } from '../../modules/templates/library/library.ts';
import type { TemplateType } from '../../modules/templates/model.ts';
import { builtInTemplates } from '../../theme/built-in-templates.ts';
import { judgeTemplate, partKey } from './judge-template.ts';
import type { JudgedTemplate, ReferencedDocuments } from './judge-template.ts';

const none: ReferencedDocuments = { patterns: new Map(), parts: new Map(), isCut: false };
const content = '<!-- wp:broadsheet/post-content /-->';
const words = '<!-- wp:paragraph --><p>Words</p><!-- /wp:paragraph -->';

/** Warnings as `phone blank 2`: device, warning, and the template at fault. */
function judge(
  markup: string,
  more: Partial<JudgedTemplate> & { readonly mobileMarkup?: string } = {},
  references: Partial<ReferencedDocuments> = {},
): string[] {
  const { mobileMarkup, ...template } = more;
  const mobile = mobileMarkup === undefined ? undefined : { id: 2, title: 'Small', content: mobileMarkup };
  return judgeTemplate(
    { id: 1, title: 'Wide', type: 'single', isMobile: false, mobile, ...template, content: markup },
    { ...none, ...references },
  ).map(({ device, what, templateId }) => `${device} ${what} ${templateId}`);
}
const blank = ['all blank 1'];
const noContent = ['all no_content 1'];

const wrapped = (name: string, inside: string, attributes = '') =>
  `<!-- wp:${name}${attributes === '' ? '' : ` ${attributes}`} --><div class="wp-block">${inside}</div><!-- /wp:${name} -->`;
const hiddenOn = (...widths: readonly string[]) =>
  JSON.stringify({
    metadata: { blockVisibility: { viewport: Object.fromEntries(widths.map((width) => [width, false])) } },
  });

describe('documents that show nothing', () => {
  test.each([
    ['empty', ''],
    ['white space and comments', ' \n<!-- a note -->\n&nbsp;\u200b'],
    ['an empty paragraph', '<!-- wp:paragraph --><p></p><!-- /wp:paragraph -->'],
    ['an empty group in columns', wrapped('columns', wrapped('column', wrapped('group', '')))],
    ['empty rows', '<!-- wp:broadsheet/row --><!-- wp:broadsheet/column /--><!-- /wp:broadsheet/row -->'],
    [
      'a spacer and a line',
      '<!-- wp:spacer --><div></div><!-- /wp:spacer --><!-- wp:separator --><hr/><!-- /wp:separator -->',
    ],
    ['an unknown block', '<!-- wp:acme/hero --><p>Saved words</p><!-- /wp:acme/hero -->'],
    ['a pattern that only a theme has', '<!-- wp:pattern {"slug":"acme/hero"} /-->'],
    [
      'scripts and styles',
      '<!-- wp:html --><script>alert("words")</script><style>p{color:red}</style><!-- /wp:html -->',
    ],
    [
      'ads and a progress line',
      '<!-- wp:broadsheet/ad {"slot":"sidebar"} /--><!-- wp:broadsheet/reading-progress /-->',
    ],
    [
      'hidden words',
      `<!-- wp:paragraph {"metadata":{"blockVisibility":false}} --><p>Words</p><!-- /wp:paragraph -->`,
    ],
    ['words hidden on every screen', wrapped('group', words, hiddenOn('desktop', 'tablet', 'mobile'))],
    [
      'words for screen readers',
      '<!-- wp:broadsheet/column {"className":"visually-hidden"} -->' +
        `${words}<!-- /wp:broadsheet/column -->`,
    ],
    ['a pattern that is gone', '<!-- wp:block {"ref":9} /-->'],
    ['a pattern without a number', '<!-- wp:block {"ref":"nine"} /-->'],
    ['broken attributes of an empty block', '<!-- wp:group {"a": --><div></div><!-- /wp:group -->'],
    ['closing comments alone', '<!-- /wp:group --><!-- /wp:paragraph -->'],
    [
      'an empty list of other posts',
      '<!-- wp:query --><div><!-- wp:post-template /--></div><!-- /wp:query -->',
    ],
  ])('%s', (_name, markup) => {
    expect(judge(markup)).toEqual(blank);
  });

  test.each([
    ['words', words],
    ['words without blocks', 'Words'],
    ['a picture', '<!-- wp:image --><figure><img src="/a.png" alt=""/></figure><!-- /wp:image -->'],
    ['a player', '<!-- wp:audio --><figure><audio controls src="/a.mp3"></audio></figure><!-- /wp:audio -->'],
    [
      'a background picture',
      '<!-- wp:group --><div style="background-image:url(/a.png)"></div><!-- /wp:group -->',
    ],
    ['a Broadsheet block', '<!-- wp:broadsheet/post-title /-->'],
    ['a known block in an unknown one', wrapped('acme/section', words)],
    [
      'a bound paragraph',
      '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"a"}}}}} --><p></p><!-- /wp:paragraph -->',
    ],
  ])('has no content: %s', (_name, markup) => {
    expect(judge(markup, { type: '404' })).toEqual([]);
    expect(judge(markup)).toEqual(noContent);
  });
});

describe('the text of the page', () => {
  test.each([
    ['our block', content],
    ["WordPress' block", '<!-- wp:post-content /-->'],
    ['in columns in a group', wrapped('group', wrapped('columns', wrapped('column', content)))],
    [
      'in our rows',
      `<!-- wp:broadsheet/row --><!-- wp:broadsheet/column -->${content}<!-- /wp:broadsheet/column --><!-- /wp:broadsheet/row -->`,
    ],
    ['blocks that never end', `<!-- wp:group --><div><!-- wp:columns --><div>${content}`],
    ['broken JSON around it', `<!-- wp:group {"layout":{"type": --><div>${content}</div><!-- /wp:group -->`],
    ['broken JSON of its own', '<!-- wp:broadsheet/post-content {"room": /-->'],
    [
      'in a list that is the page’s own',
      '<!-- wp:query {"query":{"inherit":true}} --><div><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->',
    ],
  ])('has content: %s', (_name, markup) => {
    expect(judge(markup)).toEqual([]);
  });

  test('does not count in a list of other posts', () => {
    const list = (query: string) =>
      `<!-- wp:query ${query} --><div><!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template --></div><!-- /wp:query -->`;
    expect(judge(list('{"query":{"inherit":false}}'))).toEqual(noContent);
    const viaPattern =
      '<!-- wp:query {"query":{"inherit":false}} --><!-- wp:post-template --><!-- wp:block {"ref":3} /--><!-- /wp:post-template --><!-- /wp:query -->';
    expect(judge(viaPattern, {}, { patterns: new Map([[3, content]]) })).toEqual(noContent);
  });

  test('finds content 200 levels deep, and accepts deeper documents', () => {
    const nest = (levels: number, inside: string) =>
      '<!-- wp:group --><div>'.repeat(levels) + inside + '</div><!-- /wp:group -->'.repeat(levels);
    expect(judge(nest(199, content))).toEqual([]);
    expect(judge(nest(199, words))).toEqual(noContent);
    expect(judge(nest(3000, words))).toEqual(noContent);
    const ids = [...Array(19).keys()].map((id) => id + 1);
    const patterns = new Map(ids.map((id) => [id, nest(190, `<!-- wp:block {"ref":${id + 1}} /-->`)]));
    expect(judge('<!-- wp:block {"ref":1} /-->', {}, { patterns })).toEqual([]);
  });
});

describe('references', () => {
  test('a synced pattern with the text in columns, in another pattern, and a template part', () => {
    const patterns = new Map([
      [1, wrapped('columns', wrapped('column', '<!-- wp:block {"ref":2} /-->'))],
      [2, content],
    ]);
    expect(judge('<!-- wp:block {"ref":1} /-->', {}, { patterns })).toEqual([]);
    expect(judge('<!-- wp:block {"ref":"1"} /-->', {}, { patterns })).toEqual([]);
    const parts = new Map([[partKey('article', ''), content]]);
    expect(judge('<!-- wp:template-part {"slug":"article"} /-->', {}, { parts })).toEqual([]);
    expect(judge('<!-- wp:template-part {"slug":"article","theme":"other"} /-->', {}, { parts })).toEqual(
      blank,
    );
  });

  test('ends for circular patterns, and reads each of many references once', () => {
    const circle = new Map([
      [1, '<!-- wp:block {"ref":2} /-->'],
      [2, '<!-- wp:block {"ref":1} /-->'],
    ]);
    expect(judge('<!-- wp:block {"ref":1} /-->', {}, { patterns: circle })).toEqual(blank);
    const withText = new Map([
      [1, '<!-- wp:block {"ref":2} /-->'],
      [2, `<!-- wp:block {"ref":1} /-->${content}`],
    ]);
    expect(judge('<!-- wp:block {"ref":1} /-->', {}, { patterns: withText })).toEqual([]);
    const twice = (id: number) => `<!-- wp:block {"ref":${id}} /-->`.repeat(50);
    const doubling = new Map([...Array(19).keys()].map((id) => [id + 1, twice(id + 2)]));
    expect(judge(twice(1), {}, { patterns: doubling })).toEqual(blank);
  });

  test('a list continues in a pattern', () => {
    const patterns = new Map([
      [1, '<!-- wp:post-template --><!-- wp:post-content /--><!-- /wp:post-template -->'],
    ]);
    const query = (own: boolean) =>
      `<!-- wp:query {"query":{"inherit":${own}}} --><!-- wp:block {"ref":1} /--><!-- /wp:query -->`;
    expect(judge(query(true), {}, { patterns })).toEqual([]);
    expect(judge(query(false) + query(true), {}, { patterns })).toEqual([]);
    expect(judge(query(false), {}, { patterns })).toEqual(noContent);
  });

  test('references that were not loaded count as complete', () => {
    expect(judge('<!-- wp:block {"ref":1} /-->', {}, { isCut: true })).toEqual([]);
  });
});

describe('devices', () => {
  test('phones have their own document if there is one', () => {
    expect(judge(content, { mobileMarkup: '' })).toEqual(['phone blank 2']);
    expect(judge(content, { mobileMarkup: words })).toEqual(['phone no_content 2']);
    expect(judge(words, { mobileMarkup: content })).toEqual(['desktop no_content 1']);
    expect(judge('', { mobileMarkup: '' })).toEqual(['desktop blank 1', 'phone blank 2']);
    expect(judge(content, { mobileMarkup: content })).toEqual([]);
    expect(judge('', { isVariantElsewhere: true })).toEqual(['desktop blank 1']);
  });

  test('judges a mobile document for phones', () => {
    expect(judge('', { isMobile: true })).toEqual(['phone blank 1']);
    expect(judge(wrapped('group', content, hiddenOn('desktop')), { isMobile: true })).toEqual([]);
    expect(judge(wrapped('group', content, hiddenOn('mobile')), { isMobile: true })).toEqual([
      'phone blank 1',
    ]);
  });

  test('content that is hidden on some screens is missing there', () => {
    expect(judge(`${words}${wrapped('group', content, hiddenOn('mobile'))}`)).toEqual(['phone no_content 1']);
    expect(judge(wrapped('group', content, hiddenOn('mobile')))).toEqual(['phone blank 1']);
    expect(judge(wrapped('group', content, hiddenOn('tablet')))).toEqual(['tablet blank 1']);
    const both =
      wrapped('group', content, hiddenOn('mobile')) + wrapped('group', content, hiddenOn('desktop'));
    expect(judge(both)).toEqual([]);
  });

  test('a mobile page has its own content', () => {
    const more = { type: 'page', isMobile: true, isMobilePage: true } as const;
    expect(judge(words, more)).toEqual([]);
    expect(judge('', more)).toEqual(['phone blank 1']);
    expect(judge(words, { ...more, isMobilePage: false })).toEqual(['phone no_content 1']);
  });
});

describe('kinds', () => {
  const popular = '<!-- wp:broadsheet/popular /-->';
  const loop = '<!-- wp:broadsheet/archive-loop /-->';
  const query =
    '<!-- wp:query --><div><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --></div><!-- /wp:query -->';

  test.each([
    'category',
    'tag',
    'author',
    'date',
    'search',
    'woo_archive',
    'woo_search_archive',
    'woo_shop_base',
    'cpt_tax',
  ] as const)('%s needs its own list, which a sidebar’s is not', (type) => {
    expect(judge(words + popular, { type })).toEqual(['all no_list 1']);
    expect(judge('', { type })).toEqual(blank);
    for (const list of [loop, query]) expect(judge(list, { type }), list).toEqual([]);
    expect(judge('<!-- wp:broadsheet/post-list {"category_id":"7"} /-->', { type })).toEqual([]);
  });

  test('the front page needs any list, or the content of a page', () => {
    expect(judge(words, { type: 'home' })).toEqual(['all no_list 1']);
    for (const list of [loop, query, popular, content])
      expect(judge(list, { type: 'home' }), list).toEqual([]);
  });

  test('every Broadsheet block that shows posts counts as a list, and a cover does when it contains one', () => {
    for (const name of ['big-grid', 'more-from-category', 'voices', 'slide'])
      expect(judge(`<!-- wp:broadsheet/${name} /-->`, { type: 'home' }), name).toEqual([]);
    expect(judge(wrapped('cover', words), { type: 'home' })).toEqual(['all no_list 1']);
    expect(judge(wrapped('cover', popular), { type: 'home' })).toEqual([]);
    expect(judge(wrapped('cover', content))).toEqual([]);
  });

  test('an attachment page needs the file or its text, and the 404 page and parts need neither', () => {
    expect(judge(words, { type: 'attachment' })).toEqual(noContent);
    expect(judge('<!-- wp:broadsheet/attachment /-->', { type: 'attachment' })).toEqual([]);
    expect(judge(words, { type: '404' })).toEqual([]);
    expect(judge('', { type: '404' })).toEqual(blank);
    expect([judge('', { type: 'header' }), judge('', { type: 'footer' })]).toEqual([[], []]);
  });

  test('every built-in template passes', () => {
    for (const [type, markup] of Object.entries(builtInTemplates)) {
      expect(judge(markup, { type: type as TemplateType }), type).toEqual([]);
    }
    for (const name of bundledLibrary().keys()) {
      const {
        templates: [main, mobile],
      } = bundledFile(name);
      if (!main) throw new Error(name);
      const { type, isMobile } = main;
      expect(
        judge(main.content, { type, isMobile, ...(mobile ? { mobileMarkup: mobile.content } : {}) }),
        name,
      ).toEqual([]);
    }
  });
});
