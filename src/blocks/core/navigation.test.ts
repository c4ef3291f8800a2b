import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makePost, makeTerm } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import type { PostInput } from '../../modules/posts/writer.ts';
import { deletePost, updatePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';
import { deleteTerm, updateTerm } from '../../modules/terms/writer.ts';
import { renderDocument } from '../../site/pages/render-document.ts';

/** Of wp:navigation, wp:navigation-link, wp:navigation-submenu, wp:navigation-overlay-close, wp:home-link and wp:template-part. */
const block = (name: string, attributes: object = {}, inner = '') =>
  inner === ''
    ? `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`
    : `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`;
const link = (label: string, more: object = {}) =>
  block('navigation-link', { label, url: 'https://else.example/', kind: 'custom', ...more });
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

onBothDatabases('core/navigation', (get) => {
  let site: PageSite;
  beforeAll(() => {
    site = pageSite(get());
  });
  const post = (input: Partial<PostInput>) => get().write((tx) => makePost(tx, input));
  const show = (markup: string, page = homePage) => showMarkup(site, markup, page);
  const never = (inner: string, attributes: object = {}) =>
    show(block('navigation', { overlayMenu: 'never', ...attributes }, inner));

  test('items form a list, and other blocks go between lists or into their own item', async () => {
    await get().write((tx) => saveSettings(tx, { blogname: 'The Day' }));
    const spacer = block('spacer', {}, '<div class="wp-block-spacer"></div>');
    expect(
      await never(
        link('A') +
          link('B') +
          block('site-title', { isLink: false, level: 0 }) +
          spacer +
          block('home-link'),
      ),
    ).toBe(
      '<nav class="wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex" data-late="navigation">' +
        '<ul class="wp-block-navigation wp-block-navigation__container is-layout-flex wp-block-navigation-is-layout-flex">' +
        '<li class="wp-block-navigation-link wp-block-navigation-item"><a class="wp-block-navigation-item__content" href="https://else.example/">' +
        '<span class="wp-block-navigation-item__label">A</span></a></li>' +
        '<li class="wp-block-navigation-link wp-block-navigation-item"><a class="wp-block-navigation-item__content" href="https://else.example/">' +
        '<span class="wp-block-navigation-item__label">B</span></a></li>' +
        '<li class="wp-block-navigation-item"><p class="wp-block-site-title">The Day</p></li></ul><div class="wp-block-spacer"></div>' +
        '<ul class="wp-block-navigation wp-block-navigation__container is-layout-flex wp-block-navigation-is-layout-flex">' +
        '<li class="wp-block-home-link wp-block-navigation-item current-menu-item">' +
        '<a class="wp-block-home-link__content wp-block-navigation-item__content" href="/" rel="home" aria-current="page">Home</a>' +
        '</li></ul></nav>',
    );
  });

  test('layout, colours and name follow its attributes', async () => {
    const html = await never(link('A'), {
      layout: { type: 'flex', justifyContent: 'center', orientation: 'vertical', flexWrap: 'nowrap' },
      textColor: 'primary',
      customBackgroundColor: '#123456',
      align: 'wide',
      anchor: 'menu',
      ariaLabel: 'Sections',
      fontSize: 'large',
      style: { typography: { textTransform: 'uppercase' } },
    });
    expect(html).toContain(
      '<nav id="menu" class="wp-block-navigation items-justified-center is-vertical no-wrap alignwide has-primary-color has-text-color ' +
        'has-background has-large-font-size is-vertical is-content-justification-center is-nowrap is-layout-flex ' +
        'wp-block-navigation-is-layout-flex" ' +
        'style="background-color:#123456;text-transform:uppercase" aria-label="Sections"',
    );
    expect(html.match(/id="menu"/g)).toHaveLength(1);
  });

  test('the overlay is used on phones, always or never', async () => {
    const overlaid = await show(
      block('navigation', { overlayBackgroundColor: 'black', customOverlayTextColor: '#fff' }, link('A')),
    );
    const [, id] = /id="(tdi_\w+-overlay)"/.exec(overlaid) ?? [];
    expect(overlaid).toContain(
      `<button type="button" aria-haspopup="dialog" aria-label="Open menu" popoverTarget="${id}" ` +
        'class="wp-block-navigation__responsive-container-open"><svg',
    );
    expect(overlaid).toContain(
      '<div class="wp-block-navigation__responsive-container has-text-color has-black-background-color has-background" ' +
        `style="color:#fff;--wp--text-color:#fff" id="${id}" popover="auto">`,
    );
    expect(overlaid).toContain('aria-label="Close menu"');
    const always = await show(block('navigation', { overlayMenu: 'always', hasIcon: false }, link('A')));
    expect(always).toContain(
      'class="wp-block-navigation__responsive-container-open always-shown">Menu</button>',
    );
    expect(always).toContain('wp-block-navigation__responsive-container hidden-by-default"');
    expect(await show(block('navigation', { overlayMenu: 'never' }, link('A')))).not.toContain('popover');
  });

  test('inner blocks decide what is shown, and words of a label don’t', async () => {
    const submenu = (inner: string) =>
      block('navigation-submenu', { label: 'More', url: 'https://else.example/', kind: 'custom' }, inner);
    expect(await never(submenu(link('current-menu-item')))).not.toContain('current-menu-ancestor');
    expect(await never(submenu(block('home-link')))).toContain('current-menu-ancestor');
    const overlay = await post({
      type: 'wp_template_part',
      slug: 'named-so',
      content: link('wp-block-navigation-overlay-close'),
    });
    expect(await show(block('navigation', { overlay: 'named-so' }, link('A')))).toContain(
      'aria-label="Close menu"',
    );
    await get().write((tx) => deletePost(tx, overlay));
    const noIcon = block('social-link', { url: '', service: 'github' });
    expect(
      await show(block('social-links', {}, `<ul class="wp-block-social-links">${noIcon}<li>A</li></ul>`)),
    ).toBe('');
  });

  test('links lead to the current URL of their target, and nowhere when it is deleted or not public', async () => {
    const about = await post({ type: 'page', title: 'About', slug: 'about' });
    const [draft, secret] = [await post({ status: 'draft' }), await post({ password: 'x', slug: 'locked' })];
    const team = await post({ type: 'page', slug: 'team', parentId: about });
    const hidden = await post({ type: 'wp_block' });
    const term = await get().write((tx) => makeTerm(tx, { name: 'Science', slug: 'science' }));
    const items = () =>
      never(
        [
          link('About', { kind: 'post-type', type: 'page', id: about, url: '/old-about/' }),
          link('Team', { type: 'page', id: team, kind: undefined }),
          link('Draft', { kind: 'post-type', type: 'post', id: draft }),
          link('Locked', { kind: 'post-type', type: 'post', id: secret }),
          link('Gone', { kind: 'post-type', type: 'page', id: 999_999 }),
          link('Machinery', { kind: 'post-type', type: 'wp_block', id: hidden }),
          link('Science', { kind: 'taxonomy', type: 'category', id: term }),
          link('No term', { kind: 'taxonomy', type: 'category', id: 999_999 }),
          link('Another’s id', { kind: 'post-type', type: 'product', id: about, url: '/shop/mug/' }),
        ].join(''),
      );
    expect(hrefs(await items())).toEqual([
      '/about/',
      '/about/team/',
      '/locked/',
      '/category/science/',
      '/shop/mug/',
    ]);
    await get().write((tx) => updatePost(tx, about, { slug: 'us' }));
    await get().write((tx) => updateTerm(tx, term, { slug: 'physics' }));
    expect(hrefs(await items())).toEqual([
      '/us/',
      '/us/team/',
      '/locked/',
      '/category/physics/',
      '/shop/mug/',
    ]);
    const page = await pageOf(site, about);
    expect(
      await showMarkup(
        site,
        block(
          'navigation',
          { overlayMenu: 'never' },
          link('About', { kind: 'post-type', type: 'page', id: about }),
        ),
        page,
      ),
    ).toMatch(
      / wp-block-navigation-item current-menu-item"><a class="wp-block-navigation-item__content" href="\/us\/" aria-current="page"/,
    );
    await get().write((tx) => updatePost(tx, about, { status: 'draft' }));
    await get().write((tx) => deleteTerm(tx, term));
    expect(hrefs(await items())).toEqual(['/us/team/', '/locked/', '/shop/mug/']);
  });

  test('twenty links take as many queries as one', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 20; n++) ids.push(await post({ type: 'page', slug: `page-${n}` }));
    const queriesOf = async (some: number[]) => {
      await never('');
      const before = get().queryCount();
      await never(some.map((id) => link('P', { kind: 'post-type', type: 'page', id })).join(''));
      return get().queryCount() - before;
    };
    const one = await queriesOf(ids.slice(0, 1));
    expect(await queriesOf(ids.slice(1))).toBe(one);
    expect(await queriesOf(ids)).toBe(0); // cached until one of them changes
  });

  test('submenus have an arrow next to a link, have a button that opens them, or are always open', async () => {
    const menu = (attributes: object) =>
      never(block('navigation-submenu', { label: '<b>More</b>', url: '/more/' }, link('A')), attributes);
    const hover = await menu({ overlayTextColor: 'white' });
    expect(hover).toContain(
      '<li class="wp-block-navigation-submenu wp-block-navigation-item has-child open-on-hover-click">' +
        '<a class="wp-block-navigation-item__content" href="/more/"><span class="wp-block-navigation-item__label"><b>More</b></span></a>' +
        '<button type="button" class="wp-block-navigation__submenu-icon wp-block-navigation-submenu__toggle" ' +
        'aria-label="Submenu of More" aria-expanded="false"><svg',
    );
    expect(hover).toContain(
      '<ul class="wp-block-navigation-submenu wp-block-navigation__submenu-container has-white-color has-text-color"><li',
    );
    expect(await menu({ showSubmenuIcon: false })).not.toContain('<button');
    for (const click of [
      await menu({ openSubmenusOnClick: true }),
      await menu({ submenuVisibility: 'click' }),
    ]) {
      expect(click).toContain(
        'has-child open-on-click"><button type="button" class="wp-block-navigation-item__content wp-block-navigation-submenu__toggle"',
      );
      expect(click).not.toContain('href="/more/"');
    }
    expect(await menu({ submenuVisibility: 'click', openSubmenusOnClick: false })).toContain(
      'open-on-hover-click',
    );
    expect(await menu({ submenuVisibility: 'always' })).toMatch(/has-child open-always"><a (?!.*<button)/);
    expect(await never(block('navigation-submenu', { label: 'None', url: '/none/' }, ' '))).not.toContain(
      'has-child',
    );
    expect(await never(block('navigation-submenu', { label: 'Up' }, block('home-link')))).toContain(
      'current-menu-ancestor',
    );
  });

  test('targets, rel, titles and descriptions', async () => {
    const one = link('A', {
      opensInNewTab: true,
      rel: 'nofollow opener',
      title: 'T',
      description: 'More <i>words</i><script>x</script>',
    });
    const html = await never(one + link('B', { nofollow: true }));
    expect(html).toContain('href="https://else.example/" target="_blank" rel="nofollow" title="T">');
    expect(html).toContain(
      '<span class="wp-block-navigation-item__description">More <i>words</i></span></a>',
    );
    expect(html.match(/rel="nofollow"/g)).toHaveLength(2);
  });

  test('former URLs of the site are internal', async () => {
    await get().write((tx) => saveSettings(tx, { imported_from: ['https://old.example'] }));
    const urls = ['https://old.example/about/?a=1&b=2', 'https://example.test', 'https://example.test/x/'];
    expect(hrefs(await never(urls.map((url) => link('A', { url })).join('')))).toEqual([
      '/about/?a=1&amp;b=2',
      '/',
      '/x/',
    ]);
  });

  test('hostile link values become text and URLs, and the next link is intact', async () => {
    const hostile = [
      link('<img src=x onerror=alert(1)>'),
      link('A', { url: 'javascript:alert(1)' }),
      link('B', { url: 'data:text/html,<script>alert(1)</script>' }),
      link('<a href="javascript:alert(1)">nested</a>'),
      link('C', { rel: '" onclick="alert(1)' }),
      link('D', { id: 'x', kind: 'taxonomy', type: '__proto__' }),
      link('E', { id: -1, kind: 'post-type' }),
      link('F', { id: 1e300, kind: 'post-type', type: {} }),
      link('G', { className: '"><script>alert(1)</script>' }),
      link('</span></a></li></ul></nav><h1>Out</h1>'),
      block('navigation-submenu', { label: ['x'], url: {} }, link('lost')),
      block('navigation', {}, link('nested')),
    ];
    const attributes = { overlay: '../../etc', layout: [], style: { color: { text: 'url(//x)' } } };
    const html = await never(hostile.join('') + link('Bystander', { url: '/by/' }), attributes);
    expect(html).not.toMatch(/<script|<img|javascript:|data:text|<h1|nested<\/span><\/a><\/li><\/ul><\/nav>/);
    expect(html).not.toMatch(/\son[a-z]+="/);
    expect(html.match(/<\/nav>/g)).toHaveLength(1);
    expect(html).toMatch(
      /href="\/by\/"><span class="wp-block-navigation-item__label">Bystander<\/span><\/a><\/li><\/ul><\/nav>$/,
    );
  });

  test.each(['"4"', '4', 'null', '[]', '"x"', '{}'])('attributes that are %s never throw', async (value) => {
    const names = [
      'overlayMenu',
      'layout',
      'style',
      'showSubmenuIcon',
      'submenuVisibility',
      'openSubmenusOnClick',
      'icon',
      'overlay',
      'maxNestingLevel',
    ];
    for (const name of names) {
      expect(
        await show(`<!-- wp:navigation {"${name}":${value}} -->${link('A')}<!-- /wp:navigation -->`),
      ).toContain('>A</span>');
    }
  });
});

onBothDatabases('core/navigation by reference', (get) => {
  let site: PageSite;
  beforeEach(() => {
    site = pageSite(get());
  });
  const make = (input: Partial<PostInput>) =>
    get().write((tx) => makePost(tx, { type: 'wp_navigation', title: 'Main &amp; more', ...input }));
  const show = (attributes: object) => showMarkup(site, block('navigation', attributes));

  test('renders a navigation in place, with its name, and nothing if it is deleted, unpublished, or another type', async () => {
    const id = await make({ content: link('A', { url: '/a/' }) });
    const html = await show({ ref: id });
    expect(html).toContain('aria-label="Main &amp; more"');
    expect(html).toContain('href="/a/"');
    const several = await showMarkup(
      site,
      [
        { ref: id },
        { ref: id },
        { ariaLabel: 'Main &amp; more' },
        { ariaLabel: 'Other' },
        { ariaLabel: '' },
        { ref: id },
      ]
        .map((attributes) => block('navigation', { ...attributes, overlayMenu: 'never' }, link('A')))
        .join(''),
    );
    expect(
      [...several.matchAll(/<nav [^>]*>/g)].map(([tag]) => /aria-label="([^"]*)"/.exec(tag)?.[1] ?? ''),
    ).toEqual([
      'Main &amp; more',
      'Main &amp; more 2',
      'Main &amp;amp; more',
      'Other',
      '',
      'Main &amp; more 3',
    ]);
    const render = await site.begin();
    await renderDocument(
      site.documents.template(block('navigation', { ref: id }), 'template:x'),
      'x',
      render,
    );
    expect(render.tags.get(`post:${id}`)).toBe('primary');
    await get().write((tx) => updatePost(tx, id, { content: link('B', { url: '/b/' }) }));
    expect(hrefs(await show({ ref: id }))).toEqual(['/b/']);
    for (const input of [
      { status: 'draft' },
      { status: 'private' },
      { password: 'x' },
      { type: 'post' },
      { type: 'wp_block' },
      { type: 'nf_sub' },
    ] as const) {
      expect(await show({ ref: await make({ content: link('Secret'), ...input }) })).toBe('');
    }
    await get().write((tx) => deletePost(tx, id));
    expect(await show({ ref: id })).toBe('');
    expect(site.logged.at(-1)?.message).toContain('is missing or not published');
  });

  test('one that contains itself ends', async () => {
    const id = await make({});
    await get().write((tx) => updatePost(tx, id, { content: link('A') + block('navigation', { ref: id }) }));
    expect((await show({ ref: id })).match(/>A</g)).toHaveLength(1);
  });

  test('without its own links it shows the newest navigation, if any', async () => {
    const older = await make({ content: link('Older'), publishedAt: Date.UTC(2026, 8, 1) });
    const newer = await make({ content: link('Newer'), publishedAt: Date.UTC(2026, 9, 1) });
    expect(await show({})).toContain('>Newer<');
    await get().write((tx) => updatePost(tx, newer, { status: 'draft' }));
    expect(await show({})).toContain('>Older<');
    await get().write((tx) => deletePost(tx, older));
    expect(await show({})).not.toContain('Older');
  });
});

onBothDatabases('core/template-part', (get) => {
  let site: PageSite;
  beforeEach(() => {
    site = pageSite(get());
  });
  const part = (input: Partial<PostInput>) =>
    get().write((tx) => makePost(tx, { type: 'wp_template_part', slug: 'header', ...input }));
  const show = (attributes: object, name = 'template-part') => showMarkup(site, block(name, attributes));

  test('renders the part of its slug and theme in place, with the element of its area', async () => {
    const theme = await get().write((tx) => makeTerm(tx, { taxonomy: 'wp_theme', name: 'day', slug: 'day' }));
    const area = await get().write((tx) =>
      makeTerm(tx, { taxonomy: 'wp_template_part_area', name: 'header', slug: 'header' }),
    );
    const id = await part({
      content: '<!-- wp:paragraph --><p>Top</p><!-- /wp:paragraph -->',
      termIds: [theme, area],
    });
    expect(await show({ slug: 'header', theme: 'day' })).toBe(
      '<header class="wp-block-template-part"><p>Top</p></header>',
    );
    expect(await show({ slug: 'header', tagName: 'section', className: 'mine', align: 'full' })).toBe(
      '<section class="wp-block-template-part alignfull mine"><p>Top</p></section>',
    );
    const missing = [
      { slug: 'header', theme: 'night' },
      { slug: 'footer' },
      { slug: '' },
      {},
      { slug: {} },
      { slug: '../header' },
    ];
    for (const attributes of missing) expect(await show(attributes)).toBe('');
    expect(site.logged.at(-1)?.message).toContain('is missing or not published');
    expect(await show({ slug: 'header', tagName: 'script' })).toContain('<header');
    await get().write((tx) => updatePost(tx, id, { status: 'draft' }));
    expect(await show({ slug: 'header' })).toBe('');
  });

  test('a navigation inside itself ends, and others are unaffected', async () => {
    await part({ slug: 'round', content: `<p>Once</p>${block('template-part', { slug: 'round' })}` });
    expect((await show({ slug: 'round' })).match(/Once/g)).toHaveLength(1);
  });

  test('replaces a navigation’s links in the overlay, with its close button', async () => {
    const close = block('navigation-overlay-close', { displayMode: 'both', text: 'Shut' });
    await part({ slug: 'over', content: `<p>Over</p>${close}${block('navigation', {}, link('Inside'))}` });
    const ref = await get().write((tx) => makePost(tx, { type: 'wp_navigation', content: link('A') }));
    const html = await show({ overlay: 'over', ref }, 'navigation');
    expect(html).toContain('disable-default-overlay');
    const [, id] = /id="(tdi_\w+-overlay)"/.exec(html) ?? [];
    expect(html).toContain(
      `<button class="wp-block-navigation-overlay-close" type="button" popoverTarget="${id}" popoverTargetAction="hide">`,
    );
    expect(html).toContain('<span class="wp-block-navigation-overlay-close__text">Shut</span>');
    expect(html).toMatch(
      /<div class="wp-block-navigation__overlay-container"><p>Over<\/p>.*<div class="wp-block-navigation[^>]*>.*Inside/,
    );
    expect(html).not.toContain('aria-label="Close menu"');
    expect(await show({}, 'navigation-overlay-close')).toBe('');
  });
});
