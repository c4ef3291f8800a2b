import { beforeAll, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost } from '../../../test/harness/factories.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { textActs } from './text-acts.ts';

const accordion = (attributes: object, ...bodies: readonly string[]) =>
  `<!-- wp:accordion ${JSON.stringify(attributes)} -->` +
  `<div role="group" class="wp-block-accordion">${bodies
    .map(
      (body) =>
        '<!-- wp:accordion-item --><div class="wp-block-accordion-item">' +
        '<!-- wp:accordion-heading --><h3 class="wp-block-accordion-heading has-icon"><button type="button" class="wp-block-accordion-heading__toggle">' +
        '<span class="wp-block-accordion-heading__toggle-title">Ask</span></button></h3><!-- /wp:accordion-heading --><!-- wp:accordion-panel -->' +
        `<div role="region" class="wp-block-accordion-panel">${body}</div><!-- /wp:accordion-panel --></div><!-- /wp:accordion-item -->`,
    )
    .join('')}` +
  '</div><!-- /wp:accordion -->';
const image = (attributes: object, tag: string) =>
  `<!-- wp:image ${JSON.stringify(attributes)} --><figure class="wp-block-image">${tag}</figure><!-- /wp:image -->`;
const file = (attributes: object, data: string, more = '') =>
  `<!-- wp:file ${JSON.stringify(attributes)} --><div class="wp-block-file">` +
  `<object class="wp-block-file__embed" data="${data}" type="application/pdf" style="width:100%;height:600px" ` +
  `aria-label="Annual &quot;report&quot;"${more}></object>` +
  `<a href="${data}">Annual report</a></div><!-- /wp:file -->`;

onBothDatabases('saved interactive blocks', (get) => {
  let site: PageSite;
  let pdf = '';
  beforeAll(async () => {
    site = pageSite(get());
    await get().write((tx) =>
      makeMedia(tx, {
        mimeType: 'application/pdf',
        file: { file: '2026/01/report.pdf', width: 0, height: 0, sizes: {} },
      }),
    );
    pdf = 'https://example.test/wp-content/uploads/2026/01/report.pdf';
  });
  const nodesOf = async (content: string) => {
    const { post } = await pageOf(site, await get().write((tx) => makePost(tx, { content })));
    if (!post) throw new Error('The post is gone.');
    return (await site.documents.post(post)).nodes;
  };
  const show = async (content: string) => (await nodesOf(content)).join('');

  test('accordions render as saved, open without scripts, and request the script that folds them', async () => {
    const html = await show(accordion({}, '<p>One</p>', '<p>Two</p>'));
    expect(html).toMatch(
      /^<div data-behaviour="accordion" role="group" class="wp-block-accordion is-layout-flow wp-block-accordion-is-layout-flow">/,
    );
    expect(html).toContain(
      '<div role="region" class="wp-block-accordion-panel is-layout-flow wp-block-accordion-panel-is-layout-flow"><p>Two</p></div>',
    );
    expect(html).not.toContain('hidden');
    expect(textActs([html]).map(({ name }) => name)).toEqual(['accordion']);
    expect(await show(accordion({ autoclose: true }, 'x'))).toContain(
      '<div data-behaviour="accordion" data-autoclose="" ',
    );
    expect(await showMarkup(site, accordion({}, 'In a template'))).toContain('data-behaviour="accordion"');
  });

  test('tabs know which of them is shown first', async () => {
    const tabs = (index: unknown) =>
      show(
        `<!-- wp:tabs ${JSON.stringify({ activeTabIndex: index })} --><div class="wp-block-tabs"><!-- wp:tab-list -->` +
          '<div role="tablist" class="wp-block-tab-list"><button type="button" role="tab">One</button></div><!-- /wp:tab-list --></div><!-- /wp:tabs -->',
      );
    expect(await tabs(2)).toContain(
      '<div data-behaviour="tabs" data-tab="2" class="wp-block-tabs is-layout-flow wp-block-tabs-is-layout-flow">' +
        '<div role="tablist" class="wp-block-tab-list is-layout-flex wp-block-tab-list-is-layout-flex"><button type="button" role="tab">',
    );
    for (const index of [-1, 1e9, '1', null, {}, 0.5]) expect(await tabs(index)).toContain('data-tab="0"');
  });

  test('lightbox follows an editor’s choice for a picture, whatever its size', async () => {
    const small = '<img src="https://else.example/small.png" alt="Small" width="100" height="80">';
    expect(await show(image({ lightbox: { enabled: true } }, small))).toMatch(
      /<figure class="wp-lightbox-container wp-block-image"><img [^>]*data-lightbox data-lightbox-src="https:\/\/else\.example\/small\.png"/,
    );
    expect(await show(image({}, small))).not.toContain('data-lightbox');
    const id = await get().write((tx) => makeMedia(tx, { file: { file: '2026/01/wide.jpg' } }));
    const wide = `<img src="https://example.test/wp-content/uploads/2026/01/wide.jpg" alt="" class="wp-image-${id}">`;
    expect(await show(image({ id }, wide))).toContain('data-lightbox');
    expect(await show(image({ id, lightbox: { enabled: false } }, wide))).not.toContain('data-lightbox');
    const gallery = `<!-- wp:gallery --><figure class="wp-block-gallery">${image({ lightbox: { enabled: true } }, small)}</figure><!-- /wp:gallery -->`;
    expect(await show(gallery)).toContain('data-lightbox="gallery-1"');
    expect(
      await show(image({ lightbox: { enabled: true } }, `<a href="/elsewhere/">${small}</a>`)),
    ).not.toContain('data-lightbox');
  });

  test('local documents are embedded, and external or invalid ones are links', async () => {
    const html = await show(file({ displayPreview: true, previewHeight: 480 }, pdf));
    expect(html).toContain(
      '<iframe class="wp-block-file__embed lazy" title="Annual &quot;report&quot;" style="width:100%;height:480px" data-src="',
    );
    expect(html).toContain('loading="lazy"></iframe></noscript><a href=');
    for (const [attributes, data] of [
      [{ displayPreview: false }, pdf],
      [{}, pdf],
      [{ displayPreview: 'true' }, pdf],
      [{ displayPreview: true }, 'https://else.example/report.pdf'],
      [{ displayPreview: true }, '/wp-admin/'],
      [{ displayPreview: true }, 'javascript:alert(1)'],
      [{ displayPreview: true }, 'data:application/pdf,x'],
      [{ displayPreview: true }, 'https://example.test/wp-content/uploads/2026/01/gone.pdf'],
      [{ displayPreview: true }, ''],
    ] as const) {
      const shown = await show(file(attributes, data));
      expect([
        data,
        shown.includes('<iframe'),
        shown.includes('<object'),
        shown.includes('Annual report'),
      ]).toEqual([data, false, false, true]);
    }
    expect(await show(file({ displayPreview: true, previewHeight: '1px;position:fixed' }, pdf))).toContain(
      'style="width:100%;height:600px"',
    );
    expect(await show(file({ displayPreview: true, previewHeight: 1e9 }, pdf))).toContain('height:2000px');
    expect(await show(file({ displayPreview: true }, pdf, ' onload="alert(1)"'))).not.toContain('onload');
  });

  test('content can’t set internal marks, and other blocks are intact', async () => {
    const html = await show(
      '<!-- wp:html --><div data-behaviour="accordion" data-autoclose data-tab="1" data-live class="wp-block-accordion">a</div>' +
        '<img data-lightbox="x" src="/x.png"><iframe class="wp-block-file__embed" src="https://else.example/x.pdf"></iframe>' +
        '<div data-behaviour="own-0-tabs">b</div>' +
        '<!-- /wp:html --><!-- wp:paragraph --><p>Bystander</p><!-- /wp:paragraph -->',
    );
    expect(html).not.toMatch(/data-(?:behaviour|autoclose|tab|live|lightbox)|<iframe/);
    expect(html).toContain('>Bystander</p>');
    for (const attributes of [
      { lightbox: 'yes' },
      { lightbox: [] },
      { lightbox: { enabled: 'x' } },
      { lightbox: null },
    ]) {
      expect(await show(image(attributes, '<img src="/a.png" alt="">'))).not.toContain('data-lightbox');
    }
  });
});
