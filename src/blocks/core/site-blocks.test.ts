import { beforeAll, beforeEach, expect, test } from 'vitest';
import { pageOf, showMarkup } from '../../../test/harness/core-blocks.ts';
import { onBothDatabases } from '../../../test/harness/databases.ts';
import { makeMedia, makePost, makeTerm } from '../../../test/harness/factories.ts';
import { homePage } from '../../../test/harness/load-context.ts';
import { pageSite } from '../../../test/harness/page-site.ts';
import type { PageSite } from '../../../test/harness/page-site.ts';
import { deletePost } from '../../modules/posts/writer.ts';
import { saveSettings } from '../../modules/settings/store.ts';

onBothDatabases('site identity blocks', (get) => {
  let site: PageSite;
  let id: number;
  beforeAll(async () => {
    site = pageSite(get());
    id = await get().write((tx) => makePost(tx, { title: 'A bell', slug: 'bell' }));
  });
  beforeEach(() =>
    get().write((tx) =>
      saveSettings(tx, { blogname: 'The <b>Day</b>', blogdescription: 'News & more', site_logo: 0 }),
    ),
  );
  /** Of wp:site-title, wp:site-tagline, wp:site-logo, wp:loginout, wp:home-link and wp:breadcrumbs. */
  const show = async (name: string, attributes: object = {}, page = pageOf(site, id)) =>
    showMarkup(site, `<!-- wp:${name} ${JSON.stringify(attributes)} /-->`, await page);

  test('core/site-title: level, link and target', async () => {
    expect(await show('site-title')).toBe(
      '<h1 class="wp-block-site-title"><a href="/" target="_self" rel="home">The &lt;b&gt;Day&lt;/b&gt;</a></h1>',
    );
    expect(await show('site-title', { level: 0, isLink: false, textAlign: 'right' })).toBe(
      '<p class="wp-block-site-title has-text-align-right">The &lt;b&gt;Day&lt;/b&gt;</p>',
    );
    expect(await show('site-title', { linkTarget: '_blank' }, Promise.resolve(homePage))).toContain(
      'target="_blank" rel="home" aria-current="page"',
    );
    expect(await show('site-title', {}, Promise.resolve({ ...homePage, pageNumber: 2 }))).not.toContain(
      'aria-current',
    );
    const faults = [{ level: 'x' }, { isLink: 'no' }, { linkTarget: '_top' }, { level: null }];
    for (const attributes of faults) expect(await show('site-title', attributes)).toContain('<h1 ');
    await get().write((tx) => saveSettings(tx, { blogname: ' ' }));
    expect(await show('site-title')).toBe('');
  });

  test('core/site-tagline: uses its heading level, and renders nothing without a tagline', async () => {
    expect(await show('site-tagline', { textAlign: 'center', fontSize: 'large' })).toBe(
      '<p class="wp-block-site-tagline has-text-align-center has-large-font-size">News &amp; more</p>',
    );
    expect(await show('site-tagline', { level: 3 })).toBe(
      '<h3 class="wp-block-site-tagline">News &amp; more</h3>',
    );
    await get().write((tx) => saveSettings(tx, { blogdescription: '' }));
    expect(await show('site-tagline')).toBe('');
  });

  test('core/site-logo: width, link, and nothing for a deleted picture', async () => {
    expect(await show('site-logo')).toBe('');
    const logo = await get().write((tx) => makeMedia(tx, { file: { alt: 'Our mark' } }));
    await get().write((tx) => saveSettings(tx, { site_logo: logo }));
    const html = await show('site-logo', { align: 'left', className: 'is-style-rounded' });
    expect(html).toContain(
      '<div class="wp-block-site-logo is-default-size alignleft is-style-rounded">' +
        '<a href="/" class="custom-logo-link" rel="home"><img class="custom-logo"',
    );
    expect(html).toContain('alt="Our mark"');
    expect(await show('site-logo', { width: 160, shouldSyncIcon: true })).toMatch(
      /<div class="wp-block-site-logo">.*width="160" height="90"/,
    );
    expect(await show('site-logo', { isLink: false })).not.toContain('<a');
    expect(await show('site-logo', { linkTarget: '_blank' })).toContain(
      'target="_blank" aria-label="Our mark (opens in a new tab)"',
    );
    for (const width of [-5, 'wide', {}, 1e9]) expect(await show('site-logo', { width })).toContain('<img');
    await get().write((tx) => deletePost(tx, logo));
    expect(await show('site-logo')).toBe('');
  });

  test('core/loginout: renders a log-in link or form for all visitors, and returns to the page if configured', async () => {
    expect(await show('loginout')).toMatch(
      new RegExp(
        '^<div class="wp-block-loginout logged-out" data-behaviour="loginout"[^>]*>' +
          '<a rel="nofollow" href="/wp-login\\.php\\?redirect_to=%2Fbell%2F">Log in</a></div>$',
      ),
    );
    expect(await show('loginout', { redirectToCurrent: false, fontSize: 'large' })).toMatch(
      /logged-out has-large-font-size".*href="\/wp-login\.php">Log in</,
    );
    const form = await show('loginout', { displayLoginAsForm: true });
    expect(form).toMatch(
      /^<div class="wp-block-loginout logged-out has-login-form"[^>]*><form name="loginform"[^>]* action="\/wp-login\.php" method="post">/,
    );
    for (const field of [
      'name="log"',
      'name="pwd"',
      'name="rememberme"',
      'name="redirect_to" value="/bell/"',
    ])
      expect(form).toContain(field);
    const twice = '<!-- wp:loginout {"displayLoginAsForm":true} /-->'.repeat(2);
    expect((await showMarkup(site, twice, await pageOf(site, id))).match(/<form/g)).toHaveLength(1);
    for (const odd of [{ displayLoginAsForm: 'x' }, { redirectToCurrent: {} }]) {
      expect(await show('loginout', odd)).toContain('redirect_to=%2Fbell%2F">Log in</a>');
    }
    await get().write((tx) => saveSettings(tx, { translation_account_log_in: 'In <b>' }));
    expect(await show('loginout')).toContain('>In &lt;b&gt;</a>');
    await get().write((tx) => saveSettings(tx, { translation_account_log_in: '' }));
  });

  test('core/home-link: its label is inline HTML, else the site’s string', async () => {
    expect(await show('home-link')).toBe(
      '<li class="wp-block-home-link wp-block-navigation-item"><a class="wp-block-home-link__content ' +
        'wp-block-navigation-item__content" href="/" rel="home">Home</a></li>',
    );
    const label = '<em>Start</em><script>alert(1)</script><img src=x onerror=alert(1)>';
    const html = await show(
      'home-link',
      { label, opensInNewTab: true, description: 'All' },
      Promise.resolve(homePage),
    );
    expect(html).toContain(
      'target="_blank" aria-current="page"><em>Start</em><span class="wp-block-navigation-item__description">All</span>',
    );
    expect(html).not.toMatch(/<script|<img/);
  });

  test('core/breadcrumbs: the path to a page, with the chosen parts', async () => {
    const above = await get().write((tx) => makeTerm(tx, { name: 'Science', slug: 'science' }));
    const below = await get().write((tx) => makeTerm(tx, { name: 'Bells', slug: 'bells', parentId: above }));
    const post = await get().write((tx) =>
      makePost(tx, { title: 'A second bell', slug: 'bell-2', termIds: [below] }),
    );
    const page = pageOf(site, post);
    const html = await show('breadcrumbs', {}, page);
    expect(html.replace(/<nav[^>]*>/, '<nav>')).toBe(
      '<nav><ol><li><a href="/">Home</a></li><li><a href="/category/science/">Science</a></li>' +
        '<li><a href="/category/science/bells/">Bells</a></li><li><span aria-current="page">A second bell</span></li></ol></nav>',
    );
    expect(html).toContain(
      '<nav class="wp-block-breadcrumbs" style="--separator:&quot;/&quot;" aria-label="Breadcrumbs">',
    );
    expect(await show('breadcrumbs', { showHomeItem: false, showCurrentItem: false }, page)).not.toMatch(
      /Home|aria-current/,
    );
    expect(await show('breadcrumbs', { separator: '"\\;}\n<' }, page)).toContain(
      '--separator:&quot;\\&quot;\\\\}&lt;&quot;',
    );
    expect(
      await show(
        'breadcrumbs',
        {},
        page.then((info) => ({ ...info, pageNumber: 2 })),
      ),
    ).toMatch(/<a href="\/bell-2\/">A second bell<\/a>.*Page 2<\/span>/);
    expect(await show('breadcrumbs', {}, Promise.resolve(homePage))).toBe('');
    expect(await show('breadcrumbs', { showOnHomePage: true }, Promise.resolve(homePage))).toContain(
      '<li><span aria-current="page">Home</span></li>',
    );
    expect(
      await show(
        'breadcrumbs',
        {},
        Promise.resolve({ kind: 'search', path: '/?s=bell', pageNumber: 1, title: 'bell', search: 'bell' }),
      ),
    ).toContain('Search results for “bell”</span>');
  });
});
