import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm } from '../../test/harness/factories.ts';
import { fakeLoadContext, homePage } from '../../test/harness/load-context.ts';
import { pageSite } from '../../test/harness/page-site.ts';
import type { PageSite } from '../../test/harness/page-site.ts';
import { updatePost } from '../modules/posts/writer.ts';
import { htmlTokens } from '../lib/markup/html-tokens.ts';
import { writeOpening } from '../lib/markup/block-markup.ts';
import { boundValues, writeBound } from './bound-values.server.ts';

const comment = (name: string, attributes: object, html: string) =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${html}<!-- /wp:${name} -->`;
const overridden = (name: string, more: object = {}) => ({
  ...more,
  metadata: { name, bindings: { __default: { source: 'core/pattern-overrides' } } },
});
const bound = (attribute: string, source: string, args: object = {}) => ({
  metadata: { bindings: { [attribute]: { source, args } } },
});
const meta = (attribute: string, key: unknown) => bound(attribute, 'core/post-meta', { key });
const paragraph = (attributes: object, html = 'Saved') => comment('paragraph', attributes, `<p>${html}</p>`);
const button =
  '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/saved/" rel="author">Saved</a></div>';
const image =
  '<figure class="wp-block-image"><img src="https://elsewhere.test/saved.jpg" alt="Saved" class="wp-image-7"/></figure>';

/** Tags of a text without attribute values, which are not markup. */
const tagsOf = (html: string) =>
  htmlTokens(html)
    .filter(({ kind }) => kind === 'open')
    .map(({ start, end }) => html.slice(start, end).replace(/"[^"]*"/g, '""'))
    .join('');

onBothDatabases('bindings of blocks', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const show = async (markup: string, id?: number) =>
    showMarkup(site, markup, id === undefined ? homePage : await pageOf(site, id));
  const withMeta = (values: Record<string, string>) =>
    get().write((tx) =>
      makePost(tx, {
        meta: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value]])),
      }),
    );
  /** A pattern with this markup, included with `overrides`. */
  const inPlace = async (markup: string, overrides: object, as: 'content' | 'overrides' = 'content') => {
    const ref = await get().write((tx) => makePost(tx, { type: 'wp_block', content: markup }));
    return show(writeOpening('core/block', { ref, [as]: overrides }, true));
  };

  test('a pattern’s overrides set its blocks’ values, and others keep their saved ones', async () => {
    const pattern =
      `${paragraph(overridden('One'))}${comment('heading', overridden('Two', { level: 3 }), '<h3 class="wp-block-heading">Saved</h3>')}` +
      comment('button', overridden('Three'), button);
    const overrides = {
      One: { content: 'Ring <strong>twice</strong>' },
      Three: { text: 'Go', url: '/bells/?a=1&b=2', linkTarget: '_blank', rel: '' },
    };
    const expected =
      '<p>Ring <strong>twice</strong></p><h3>Saved</h3>' +
      '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/bells/?a=1&amp;b=2" target="_blank">Go</a></div>';
    expect(await inPlace(pattern, overrides)).toBe(expected);
    expect(await inPlace(pattern, overrides, 'overrides')).toBe(expected);
    expect(await inPlace(pattern, { One: { values: { content: 'Deep' } } })).toContain('<p>Deep</p>');
    expect(await inPlace(pattern, {})).toContain('<p>Saved</p>');
    expect(await inPlace(paragraph(overridden('One')), { One: { content: '' } })).toBe('<p></p>');
  });

  test('a nested pattern uses the outer overrides, unless it has its own', async () => {
    const inner = await get().write((tx) =>
      makePost(tx, { type: 'wp_block', content: paragraph(overridden('One')) }),
    );
    const place = (content?: object) => `<!-- wp:block ${JSON.stringify({ ref: inner, content })} /-->`;
    expect(await inPlace(place(), { One: { content: 'From outside' } })).toBe('<p>From outside</p>');
    expect(
      await inPlace(place({ One: { content: 'From within' } }), { One: { content: 'From outside' } }),
    ).toBe('<p>From within</p>');
    expect(await show(paragraph(overridden('One')))).toBe('<p>Saved</p>');
  });

  test('completes pictures like others, and drops their id when the URL changes', async () => {
    const id = await get().write((tx) => makeMedia(tx, { file: { file: '2026/01/bell.jpg' } }));
    const html = await inPlace(comment('image', overridden('One', { id: 7 }), image), {
      One: {
        id,
        url: '/wp-content/uploads/2026/01/bell.jpg',
        alt: 'A "bell"',
        caption: 'Cast <em>here</em>',
      },
    });
    expect(html).toContain(`wp-image-${id}`);
    expect(html).toContain('alt="A &quot;bell&quot;"');
    expect(html).toContain('<figcaption class="wp-element-caption">Cast <em>here</em></figcaption>');
    expect(html).toContain('width="1600"');
    const foreign = await inPlace(comment('image', overridden('One', { id: 7 }), image), {
      One: { url: 'https://elsewhere.test/other.jpg' },
    });
    expect(foreign).toContain('https://elsewhere.test/other.jpg');
    expect(foreign).not.toMatch(/wp-image-|saved/);
  });

  test('meta come from the page’s post, and inside a list from the list’s', async () => {
    const id = await withMeta({ mood: 'Calm & <em>clear</em>', link: 'https://elsewhere.test/' });
    expect(await show(paragraph(meta('content', 'mood')), id)).toBe('<p>Calm &amp; <em>clear</em></p>');
    expect(await show(comment('button', meta('url', 'link'), button), id)).toContain(
      'href="https://elsewhere.test/"',
    );
    expect(await show(paragraph(meta('content', 'mood')))).toBe('<p>Saved</p>');
    const other = await withMeta({ mood: 'Stormy' });
    const listed = fakeLoadContext(site.content, await pageOf(site, id), { inherited: { postId: other } });
    expect(
      await boundValues({ name: 'core/paragraph', attributes: meta('content', 'mood') }, listed),
    ).toEqual({ content: 'Stormy' });
  });

  test('shows no internal meta, and none of posts that are unreadable or password protected', async () => {
    const id = await withMeta({ _secret: 'S1', php: 'a:1:{i:0;s:1:"x";}' });
    for (const key of [
      '_secret',
      'php',
      '',
      5,
      null,
      { key: 'mood' },
      '__proto__',
      'constructor',
      'x'.repeat(300),
      "' or 1=1 --",
    ]) {
      expect([key, await show(paragraph(meta('content', key)), id)]).toEqual([key, '<p>Saved</p>']);
    }
    for (const input of [
      { status: 'draft' },
      { status: 'private' },
      { status: 'future' },
      { password: 'x' },
      { type: 'wp_block' },
    ] as const) {
      const hidden = await get().write((tx) => makePost(tx, { ...input, meta: { mood: ['Hidden'] } }));
      expect([input, await site.content.meta.find(hidden, 'mood', false)]).toEqual([input, undefined]);
    }
    const locked = await get().write((tx) => makePost(tx, { password: 'x', meta: { mood: ['Hidden'] } }));
    expect(await show(paragraph(meta('content', 'mood')), locked)).toBe('<p>Saved</p>');
  });

  test('ten blocks that show meta run one query', async () => {
    const id = await withMeta(
      Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`field${n}`, `Value ${n}`])),
    );
    const markup = Array.from({ length: 10 }, (_, n) => paragraph(meta('content', `field${n}`))).join('');
    const page = await pageOf(site, id);
    await site.content.settings.current();
    const before = get().queryCount();
    expect(await showMarkup(site, markup, page)).toContain('<p>Value 9</p>');
    const firstCount = get().queryCount() - before;
    await showMarkup(site, markup, page);
    expect([firstCount, get().queryCount() - before]).toEqual([1, 1]);
    await get().write((tx) => updatePost(tx, id, { meta: { field9: ['Changed'] } }));
    expect(await showMarkup(site, markup, page)).toContain('<p>Changed</p>');
  });

  test('fields of posts and terms', async () => {
    const [id, term] = await get().write(async (tx) => [
      await makePost(tx, {
        slug: 'facts',
        publishedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
        modifiedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
      }),
      await makeTerm(tx, { name: 'Bells', slug: 'bells' }),
    ]);
    expect(await show(paragraph(bound('content', 'core/post-data', { field: 'date' })), id)).toBe(
      '<p>2026-01-02T03:04:05+00:00</p>',
    );
    expect(await show(paragraph(bound('content', 'core/post-data', { field: 'modified' })), id)).toBe(
      '<p></p>',
    );
    expect(
      await show(comment('button', bound('url', 'core/post-data', { field: 'link' }), button), id),
    ).toContain('href="/facts/"');
    const item = (attributes: object, source: string) =>
      show(
        `<!-- wp:navigation-link ${JSON.stringify({
          label: 'Item',
          url: '/saved/',
          ...attributes,
          ...bound('url', source, { field: 'link' }),
        })} /-->`,
      );
    expect(await item({ id: term, kind: 'taxonomy', type: 'category' }, 'core/term-data')).toContain(
      'href="/category/bells/"',
    );
    expect(await item({ id, kind: 'post-type', type: 'page' }, 'core/post-data')).toContain('href="/facts/"');
    expect(await item({ id: 999_999 }, 'core/term-data')).toContain('href="/saved/"');
    expect(await item({ id: 999_999 }, 'core/post-data')).toContain('href="/saved/"');
  });

  test('a list of ten whose blocks bind post fields runs no more queries than one that shows dates', async () => {
    const category = await get().write(async (tx) => {
      const id = await makeTerm(tx, { name: 'Rooks', slug: 'rooks' });
      for (let n = 0; n < 10; n++) await makePost(tx, { slug: `rook-${n}`, termIds: [id] });
      return id;
    });
    const list = (inner: string) =>
      `<!-- wp:query {"query":{"perPage":10,"taxQuery":{"category":[${category}]}}} --><!-- wp:post-template -->${inner}` +
      '<!-- /wp:post-template --><!-- /wp:query -->';
    const fact = (field: string) => paragraph(bound('content', 'core/post-data', { field }));
    const cost = async (inner: string) => {
      const fresh = pageSite(get());
      await fresh.content.settings.current();
      const before = get().queryCount();
      const html = await showMarkup(fresh, list(inner));
      return [html.match(/2026-|datetime/gi)?.length, get().queryCount() - before];
    };
    const [, dated] = await cost('<!-- wp:post-date /-->');
    expect(await cost(fact('date') + fact('link'))).toEqual([10, dated]);
    const item = {
      label: 'x',
      url: '/',
      id: category,
      kind: 'taxonomy',
      ...bound('url', 'core/term-data', { field: 'link' }),
    };
    expect(await cost(fact('date') + comment('navigation-link', item, ''))).toEqual([10, dated]);
  });

  test('a block without a known binding is plain HTML, and costs nothing', () => {
    const compiled = site.documents.template(
      [
        paragraph(bound('content', 'acme/weather')),
        paragraph(bound('rel', 'core/post-meta', { key: 'x' })),
        paragraph({ metadata: { name: 'One' } }),
        comment('list', overridden('One'), '<ul></ul>'),
        paragraph({ metadata: { bindings: [] } }),
        paragraph({ metadata: { bindings: { content: 'x' } } }),
      ].join(''),
      'template:plain',
    );
    expect(compiled.nodes.every((node) => typeof node === 'string')).toBe(true);
  });

  test('in ten attacks no value runs anything or closes its element, and the next block is intact', async () => {
    const attacks = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '</p><iframe srcdoc="<script>alert(1)</script>"></iframe><p>',
      '--><script>alert(1)</script><!--',
      '<!-- wp:html --><script>alert(1)</script><!-- /wp:html -->',
      '<svg><script>alert(1)</script></svg>',
      '" onclick="alert(1)" x="',
      '<form action="javascript:alert(1)"><button>x</button></form>',
      '<b style="x:expression(alert(1))" onmouseover="alert(1)">x</b>',
    ];
    const runs = /<script|\son\w+\s*=\s*["'a]|javascript:|<iframe|<svg|<form|expression|srcdoc/i;
    const all = (value: string) => ({
      id: value,
      url: value,
      title: value,
      alt: value,
      caption: value,
      content: value,
      text: value,
      linkTarget: value,
      rel: value,
    });
    const pattern =
      paragraph(overridden('One')) +
      comment('image', overridden('One'), image) +
      comment('button', overridden('One'), button) +
      paragraph({}, 'Bystander');
    for (const attack of attacks) {
      const html = await inPlace(pattern, { One: all(attack) });
      expect([attack, runs.test(tagsOf(html)), html.includes('<p>Bystander</p>')]).toEqual([
        attack,
        false,
        true,
      ]);
      const id = await withMeta({ attack });
      const shown = await show(
        paragraph(meta('content', 'attack')) + comment('button', meta('url', 'attack'), button),
        id,
      );
      expect([attack, runs.test(tagsOf(shown))]).toEqual([attack, false]);
    }
    for (const attack of attacks) {
      // the second check, without the first
      const { nodes } = await site.documents.text(
        writeBound({ name: 'core/paragraph', attributes: overridden('One') }, '<p>Saved</p>', {
          content: attack,
        }),
      );
      expect([
        attack,
        nodes.some(
          (node) => typeof node === 'string' && /<script|\son\w+\s*=|javascript:|srcdoc/i.test(tagsOf(node)),
        ),
      ]).toEqual([attack, false]);
    }
    for (const url of [
      'javascript:alert(1)',
      ' JAVA\tSCRIPT:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
    ]) {
      const html = await inPlace(
        comment('button', overridden('One'), button) + comment('image', overridden('One'), image),
        { One: { url } },
      );
      expect([url, html.includes('href="/saved/"'), html.includes('saved.jpg')]).toEqual([url, true, true]);
    }
    expect(
      await inPlace(pattern, { One: { content: { toString: 'x' }, url: ['/'], id: -1, alt: 5 } }),
    ).toContain('<p>Saved</p>');
    expect(await inPlace(pattern, { One: { content: 'x'.repeat(200_000) } })).toContain('<p>Saved</p>');
    expect(
      await inPlace(
        paragraph(overridden('__proto__')),
        JSON.parse('{"__proto__":{"content":"Own"}}') as object,
      ),
    ).toBe('<p>Own</p>');
    expect(await inPlace(paragraph(overridden('constructor')), {})).toBe('<p>Saved</p>');
  });
});
