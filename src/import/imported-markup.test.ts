import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { authorXml, inPieces, menuItem, termXml, wxr } from '../../test/fixtures/wxr.ts';
import { onDrawnDatabase } from '../../test/harness/databases.ts';
import { serveSite } from '../../test/harness/served-site.ts';
import type { ServedSite } from '../../test/harness/served-site.ts';
import { importWxr } from './import-wxr.ts';

const css = '.evil-sheet{position:fixed;inset:0;z-index:99999}#content{overflow:visible!important}';
const hostile = (place: string) =>
  `<p>Words of ${place}</p><style>${css}</style><style media="all">.evil-sheet{position:\\66ixed}</style>` +
  `<svg><style>${css}</style><rect width="1" height="1"/></svg><math><mtext><style>${css}</style></mtext></math><noscript><style>${css}</style></noscript>` +
  '<link rel="stylesheet" href="https://evil.example/a.css"><input type=password name=a><input TYPE="PassWord"><input type="pass&#119;ord">' +
  '<form><input type="text" autocomplete="current-password"><input style="-webkit-text-security:disc"></form>' +
  '<a tabindex="7" style="position:fixed;inset:0" href="https://evil.example/">evil</a>';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cdata = (text: string) => `<![CDATA[${text}]]>`;
const author = authorXml('ann', 7, `Ann${hostile('a name')}`).replace(
  '</wp:author>',
  `<wp:author_description>${cdata(hostile('a biography'))}</wp:author_description></wp:author>`,
);
const shortcodes =
  `[vc_row css=".vc_custom{position:fixed !important;}"][vc_column css=".x{position:fixed}"]` +
  `[td_block_text_with_title]${hostile('a shortcode')}` +
  `[/td_block_text_with_title][vc_raw_html]${Buffer.from(encodeURIComponent(hostile('raw HTML'))).toString('base64')}[/vc_raw_html][/vc_column][/vc_row]`;
const file = wxr(
  [
    {
      id: 1,
      slug: 'story',
      title: `Title${hostile('a title')}`,
      content: hostile('a text'),
      excerpt: hostile('an excerpt'),
      terms: ['category/news', 'post_tag/tides'],
      meta: {
        td_post_theme_settings: `a:1:{s:11:"td_subtitle";s:${Buffer.byteLength(hostile('a subtitle'))}:"${hostile('a subtitle')}";}`,
      },
      comments: [{ id: 1, content: hostile('a comment'), author: `Guest${hostile('a guest')}` }],
    },
    { id: 2, slug: 'shortcodes', content: shortcodes },
    {
      id: 3,
      slug: 'blocks',
      content:
        `<!-- wp:html -->${hostile('a block')}<!-- /wp:html --><!-- wp:group {"style":{"css":"position:fixed"}} -->` +
        `<div class="wp-block-group" style="position:fixed">${hostile('a group')}</div><!-- /wp:group --><!-- wp:block {"ref":4} /-->`,
    },
    { id: 4, type: 'wp_block', slug: 'pattern', content: hostile('a pattern') },
    {
      id: 5,
      type: 'attachment',
      slug: 'picture',
      title: `Picture${hostile('a picture')}`,
      content: hostile('a description'),
      excerpt: hostile('a caption'),
    },
    {
      id: 6,
      type: 'page',
      slug: 'elementor',
      content: hostile('a page'),
      meta: {
        _elementor_data: JSON.stringify([
          { elType: 'widget', widgetType: 'html', settings: { html: hostile('a widget'), custom_css: css } },
        ]),
        _wpb_shortcodes_custom_css: css,
        _wpb_post_custom_css: css,
        _elementor_page_settings: `a:1:{s:10:"custom_css";s:${css.length}:"${css}";}`,
      },
    },
    { id: 7, type: 'custom_css', slug: 'theme', content: `${css}</style><input type=password>` },
    menuItem(8, 'main', { url: '/story/', title: `Menu${hostile('a menu')}` }),
  ],
  {
    authors: [author],
    title: escaped(`Site${hostile('a site')}`),
    parts: [
      termXml({
        taxonomy: 'category',
        slug: 'news',
        name: `News${hostile('a section')}`,
        description: hostile('a section’s description'),
      }),
      termXml({ taxonomy: 'post_tag', slug: 'tides', description: hostile('a tag') }),
      termXml({ taxonomy: 'nav_menu', slug: 'main' }),
    ],
  },
).replace('Its motto', escaped(hostile('a motto')));

function elementsOf(node: Tree.Node): Tree.Element[] {
  const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
  return [...('tagName' in node ? [node] : []), ...children.flatMap(elementsOf)];
}
const valueOf = (element: Tree.Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value ?? '';

/** Elements and attributes that an import must not add to a page. */
function faultsOf(html: string): string[] {
  return elementsOf(parse(html)).flatMap((element) => {
    const found: string[] = [];
    const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    if (
      element.tagName === 'style' &&
      text.includes('evil-sheet') &&
      !/^@scope \(#content\)\{[^]*\}$/.test(text)
    )
      found.push(`style: ${text.slice(0, 80)}`);
    if (element.tagName === 'style' && /evil-sheet\{[^}]*(?:fixed|z-index:99)/.test(text))
      found.push(`style: ${text.slice(0, 80)}`);
    if (element.tagName === 'link' && valueOf(element, 'href').includes('evil.example'))
      found.push('a linked sheet');
    if (
      valueOf(element, 'type').toLowerCase() === 'password' ||
      /password/.test(valueOf(element, 'autocomplete'))
    )
      found.push('a password field');
    if (Number.parseInt(valueOf(element, 'tabindex'), 10) > 0) found.push('a tabindex');
    if (/fixed|text-security/.test(valueOf(element, 'style')))
      found.push(`style="${valueOf(element, 'style')}"`);
    return found;
  });
}

test('the faults are found in the export itself', () => {
  expect(new Set(faultsOf(hostile('a text')).map((fault) => fault.replace(/[:=].*/, '')))).toEqual(
    new Set(['style', 'a linked sheet', 'a password field', 'a tabindex']),
  );
});

onDrawnDatabase('an import with hostile sheets and password fields everywhere', (get, place) => {
  let served: ServedSite;
  beforeAll(async () => {
    served = await serveSite(place());
    await importWxr(get(), inPieces(file));
  });
  afterAll(() => served?.close());
  const read = async (path: string) => {
    const reply = await fetch(served.url + path);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply.text();
  };

  test('shows the words on every page, but neither password fields nor style sheets beyond the content', async () => {
    let seen = '';
    for (const path of [
      '/',
      '/story/',
      '/shortcodes/',
      '/blocks/',
      '/elementor/',
      '/category/news/',
      '/tag/tides/',
      '/author/ann/',
      '/?s=words',
      '/2020/',
    ]) {
      const html = await read(path);
      seen += html;
      expect([path, faultsOf(html)]).toEqual([path, []]);
    }
    for (const words of [
      'a text',
      'a comment',
      'a block',
      'a group',
      'a pattern',
      'a biography',
      'a section’s description',
      'a tag',
      'a page',
    ]) {
      expect(seen).toContain(`Words of ${words}`);
    }
  });

  test('is the same in feeds, embeds and REST', async () => {
    const posts = JSON.parse(await read('/wp-json/wp/v2/posts?per_page=50')) as Rendered[];
    const listed = async (name: string) => JSON.parse(await read(`/wp-json/wp/v2/${name}`)) as Rendered[];
    const others = await Promise.all(['pages', 'media', 'categories', 'tags', 'comments'].map(listed));
    for (const { title, content, excerpt, caption, description } of [...posts, ...others.flat()]) {
      for (const part of [title, content, excerpt, caption, description]) {
        expect(faultsOf(typeof part === 'string' ? part : (part?.rendered ?? ''))).toEqual([]);
      }
    }
    for (const path of ['/feed/', '/comments/feed/', '/story/embed/', '/category/news/feed/']) {
      const text = await read(path);
      const inside = [...text.matchAll(/<!\[CDATA\[([^]*?)\]\]>/g)].map(([, html = '']) => html);
      expect([path, faultsOf(text.startsWith('<?xml') ? inside.join('') : text)]).toEqual([path, []]);
    }
  });

  test('cleans the site’s own styles', async () => {
    const [, path = ''] = /href="(\/custom-[^"]+\.css)"/.exec(await read('/story/')) ?? [];
    const sheet = path === '' ? '' : await read(path);
    expect(sheet).not.toMatch(/fixed|99999|<|password/);
  });
});

type Rendered = Readonly<
  Record<
    'title' | 'content' | 'excerpt' | 'caption' | 'description',
    { readonly rendered: string } | string | undefined
  >
>;
