import { beforeAll, describe, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { renderFragment } from '../../site/pages/render-fragment.ts';
import { compileDocument } from '../document/compile-document.ts';
import { duotoneClass, duotoneFilters, duotonesIn } from './duotone.ts';

const classOf = (duotone: unknown, name = 'core/image') => duotoneClass(name, { color: { duotone } });
const filtersOf = (html: string) => duotoneFilters(new Set(duotonesIn(html)));
const namesIn = (html: string) => [...filtersOf(html).matchAll(/<filter id="([^"]+)"/g)].map(([, id]) => id);
const block = (name: string, duotone: unknown, html: string) =>
  `<!-- wp:${name} ${JSON.stringify({ style: { color: { duotone } } })} -->${html}<!-- /wp:${name} -->`;
const image = (duotone: unknown) =>
  block('image', duotone, '<figure class="wp-block-image"><img src="/a.jpg" alt=""/></figure>');

test.each([
  ['var:preset|duotone|blue-orange', 'wp-duotone-blue-orange'],
  ['var(--wp--preset--duotone--grayscale)', 'wp-duotone-grayscale'],
  [['#000097', '#FF4747'], 'wp-duotone-000097-ff4747'],
  [['#fff', '#0008'], 'wp-duotone-ffffff-00000088'],
  [['rgb(0, 0, 151)', 'rgb(255 71 71)'], 'wp-duotone-000097-ff4747'],
  [['#000', '#888', '#fff'], 'wp-duotone-000000-888888-ffffff'],
])('%j has the class %s', (duotone, expected) => {
  expect(classOf(duotone)).toBe(expected);
  expect(namesIn(`<p class="a ${expected}">`)).toEqual([expected]);
});

test.each([
  ['unset'],
  [''],
  [null],
  [7],
  [{}],
  [[]],
  [['#000']],
  [['#000', null]],
  [['#000', 'url(https://bad.example/)']],
  [['#000', 'red;position:fixed']],
  [['#000', '#fffff']],
  [['#000', 'rgb(256,0,0)']],
  [['#000', '#fff"><script>alert(1)</script>']],
  [Array.from({ length: 100_000 }, () => '#000')],
  [['#000', `rgb(${' '.repeat(100_000)}`]],
  ['var:preset|duotone|constructor'],
  ['var:preset|duotone|a"><script>'],
  ['var:preset|duotone|of-a-theme'],
  [`var:preset|duotone|${'a'.repeat(100_000)}`],
  ['url(https://bad.example/a.svg#x)'],
])('an invalid colour gives no filter (%#)', (duotone) => {
  expect(classOf(duotone)).toBeUndefined();
});

test('blocks that WordPress gives no filter get none', () => {
  expect(
    ['core/paragraph', 'core/gallery', 'constructor', 'core/site-logo'].map((name) =>
      classOf('var:preset|duotone|midnight', name),
    ),
  ).toEqual([undefined, undefined, undefined, 'wp-duotone-midnight']);
});

describe('filters of a page', () => {
  test('each filter is rendered once, with the rules that apply it, and a page without filters stays plain', () => {
    const html = filtersOf(
      '<i class="wp-duotone-midnight"></i><i class="wp-duotone-midnight x wp-duotone-000000-ffffff80"></i>',
    );
    expect(
      namesIn(
        '<i class="wp-duotone-midnight"></i><i class="wp-duotone-midnight x wp-duotone-000000-ffffff80"></i>',
      ),
    ).toEqual(['wp-duotone-midnight', 'wp-duotone-000000-ffffff80']);
    expect(html).toContain('.wp-duotone-midnight.wp-block-image img,');
    expect(html).toContain(
      '.wp-duotone-midnight.wp-block-cover>:is(.wp-block-cover__image-background,.wp-block-cover__video-background){' +
        'filter:url(#wp-duotone-midnight)}',
    );
    expect(html).toContain(
      '<feFuncB type="table" tableValues="0 1"/><feFuncA type="table" tableValues="1 1"/>',
    );
    expect(html).toContain('<feFuncA type="table" tableValues="1 0.502"/>');
    expect(filtersOf('<p class="duotone">wp-duotone-midnight</p>')).toBe(''); // words of a text are not a class
  });

  test('ignores ten invented names, and renders the valid one next to them', () => {
    const made = [
      'constructor',
      '__proto__',
      '000000',
      '000000-',
      '000000-fffffg',
      '000000-ffffff-',
      '-000000-ffffff',
      'unset',
      'a'.repeat(1e5),
      '000000-fff',
    ];
    expect(namesIn([...made, 'midnight'].map((name) => `<i class="wp-duotone-${name}">`).join('\n'))).toEqual(
      ['wp-duotone-midnight'],
    );
    expect(
      namesIn('<i class="wp-duotone-"><script>alert(1)</script><i class="wp-duotone-midnight">'),
    ).toEqual(['wp-duotone-midnight']);
  });

  test('a page has at most fifty of them', () => {
    const many = Array.from(
      { length: 5000 },
      (_, index) => `wp-duotone-000000-${index.toString(16).padStart(6, '0')}`,
    ).join(' ');
    expect(namesIn(`<i class="${many}">`)).toHaveLength(50);
  });
});

test('saved pictures, those of galleries, and covers have the class, whatever their content says', () => {
  const shown = (markup: string) =>
    compileDocument(markup, { isRendered: () => false, onProblem: () => {} }).nodes.join('');
  expect(shown(image('var:preset|duotone|midnight'))).toBe(
    '<figure class="wp-block-image wp-duotone-midnight"><img src="/a.jpg" alt=""/></figure>',
  );
  expect(
    shown(
      `<!-- wp:gallery --><figure class="wp-block-gallery">${image(['#000', '#fff'])}${image('unset')}</figure><!-- /wp:gallery -->`,
    ),
  ).toContain(
    '<figure class="wp-block-image wp-duotone-000000-ffffff"><img src="/a.jpg" alt=""/></figure><figure class="wp-block-image"><img',
  );
  const cover =
    '<div class="wp-block-cover"><img class="wp-block-cover__image-background"/><div class="wp-block-cover__inner-container"></div></div>';
  expect(shown(block('cover', 'var:preset|duotone|midnight', cover))).toMatch(
    /^<div class="wp-block-cover [^"]*\bwp-duotone-midnight"/,
  );
});

onBothDatabases('duotone pictures', (get) => {
  let site: PageSite;
  let [post, plain] = [0, 0];
  beforeAll(async () => {
    site = pageSite(get());
    await get().write(async (tx) => {
      const featuredMediaId = await makeMedia(tx, { file: { width: 800, height: 600 } });
      post = await makePost(tx, {
        featuredMediaId,
        content:
          image('var:preset|duotone|midnight') + image(['#102030', '#fff']) + image(['javascript:', 'x']),
      });
      plain = await makePost(tx, { content: image('unset') });
    });
  });
  test('a rendered block reports its filter to the page, and saved HTML can’t', async () => {
    const content =
      '<!-- wp:post-featured-image {"style":{"color":{"duotone":"var:preset|duotone|blue-red"}}} /--><p>wp-duotone-grayscale</p>';
    const document = site.documents.template(content, 'duotone of a block');
    const { html = '' } = await renderFragment(
      site,
      { document, id: 'duotone of a block', tags: [] },
      new Set(),
      await pageOf(site, post),
    );
    expect([...html.matchAll(/<filter id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['wp-duotone-blue-red']);
  });

  const featured = async (attributes: object) =>
    showMarkup(
      site,
      `<!-- wp:post-featured-image ${JSON.stringify(attributes)} /-->`,
      await pageOf(site, post),
    );

  test('the featured image has its filter, under an overlay, too', async () => {
    const style = { color: { duotone: 'var:preset|duotone|blue-red', background: '#fff' } };
    expect(await featured({ style })).toMatch(
      /^<figure class="wp-block-post-featured-image has-background wp-duotone-blue-red"/,
    );
    expect(await featured({ style, gradient: 'midnight', dimRatio: 50 })).toMatch(
      /^<figure class="wp-block-post-featured-image wp-duotone-blue-red">/,
    );
    expect(await featured({ style: { color: { duotone: ['#000', '"><script>'] } } })).toMatch(
      /^<figure class="wp-block-post-featured-image"><img/,
    );
  });

  test('content is sent with the filters that it names, and without others', async () => {
    const document = site.documents.template('<!-- wp:post-content /-->', 'duotone');
    const text = async (id: number) =>
      (
        await renderFragment(
          site,
          { document, id: `duotone ${id}`, tags: [] },
          new Set(),
          await pageOf(site, id),
        )
      ).html ?? '';
    const html = await text(post);
    expect([...html.matchAll(/<filter id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'wp-duotone-midnight',
      'wp-duotone-102030-ffffff',
    ]);
    expect(html.match(/<svg/g)).toHaveLength(1);
    expect(html).not.toContain('javascript');
    const other = await text(plain);
    expect(other).toContain('<img');
    expect(other).not.toMatch(/duotone|<svg/);
  });
});
