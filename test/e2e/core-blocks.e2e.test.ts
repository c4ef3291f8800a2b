import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { darkClass } from '../../src/reader/islands/page-config.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const block = (name: string, attributes: object, inner = '') =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`;
const link = (label: string, url: string) => block('navigation-link', { label, url, kind: 'custom' });
const submenu = block(
  'navigation-submenu',
  { label: 'More', url: '/small/', kind: 'custom' },
  link('Below', '/links/'),
);

const site = useRealSite(async (tx, place) => {
  const bytes = await sharp({
    create: { width: 800, height: 500, channels: 3, background: { r: 60, g: 90, b: 160 } },
  })
    .jpeg()
    .toBuffer();
  const { file } = await storeUpload(place.dataDir, { name: 'field.jpg', bytes, at: Date.UTC(2026, 0, 2) });
  const field = await makeMedia(tx, {
    slug: 'field',
    file: { file, width: 300, height: 187, alt: 'A field', sizes: {} },
  });
  const picture = `<figure class="wp-block-image"><img src="/wp-content/uploads/${file}" alt="A field" width="300" height="187"/></figure>`;
  const captioned = `[caption align="aligncenter" width="300"]<img src="/wp-content/uploads/${file}" width="300" height="187" alt=""/> In the middle[/caption]`;
  const table = (id: string, cells: number) =>
    `<table id="${id}"><tbody><tr>${'<td>Reviewers</td>'.repeat(cells)}</tr></tbody></table>`;
  const mother = await makePost(tx, {
    type: 'page',
    slug: 'mother',
    title: 'Mother',
    content: `${captioned}\n\n${table('few', 2)}\n\n${table('many', 11)}`,
  });
  await makePost(tx, { type: 'page', slug: 'daughter', title: 'Daughter', parentId: mother });
  await makePost(tx, {
    slug: 'menu',
    title: 'Menu',
    content: `${block('navigation', { ariaLabel: 'Parts' }, link('One', '/links/') + submenu)}<!-- wp:page-list /-->`,
  });
  const clicks = { overlayMenu: 'never', submenuVisibility: 'click', ariaLabel: 'Parts' };
  await makePost(tx, { slug: 'clicks', title: 'Clicks', content: block('navigation', clicks, submenu) });
  const total = '<!-- wp:query-total /-->';
  const found = `${total}<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->${total}<!-- wp:query-pagination /-->${total}`;
  await makePost(tx, {
    slug: 'small',
    title: 'Small',
    content:
      block('image', { lightbox: { enabled: true } }, picture) +
      block('paragraph', {}, '<p>Before</p>') +
      block(
        'query',
        { queryId: 1, query: { perPage: 2, postType: 'post' } },
        `<div class="wp-block-query">${found}</div>`,
      ) +
      block('paragraph', {}, '<p>Behind</p>'),
  });
  const cover =
    '<div class="wp-block-cover aligncenter"><div class="wp-block-cover__inner-container"><p>Centred</p></div></div>';
  const paper =
    '<div class="wp-block-file aligncenter"><a href="/a.pdf">Paper</a><a href="/a.pdf" class="wp-block-file__button" download>Load</a></div>';
  const column = '<div class="wp-block-column"><p>Reviewers</p></div>';
  const columns = `<div class="wp-block-columns is-not-stacked-on-mobile">${block('column', {}, column).repeat(8)}</div>`;
  const pair = link('One', '/a/') + link('Two', '/b/');
  const placed = (name: string, layout: object) =>
    block('navigation', { ariaLabel: name, layout: { type: 'flex', ...layout } }, pair);
  const press =
    '<div class="wp-block-button"><a class="wp-block-button__link" href="/a/">Outline, linked</a></div>';
  const pressed = `<div class="wp-block-buttons">${block('button', {}, press).repeat(6)}</div>`;
  const row = `<div class="wp-block-group">${block('paragraph', {}, '<p>Reviewers</p>').repeat(8)}</div>`;
  const shadowed =
    '<p class="shadowed has-midnight-gradient-background has-background" style="box-shadow:var(--wp--preset--shadow--sharp)">x</p>';
  await makePost(tx, {
    slug: 'placed',
    title: 'Placed',
    content:
      block('cover', { align: 'center' }, cover) +
      block('file', { align: 'center' }, paper) +
      block('columns', { isStackedOnMobile: false }, columns) +
      placed('Right', { justifyContent: 'right' }) +
      placed('Below', { orientation: 'vertical', justifyContent: 'center' }) +
      placed('Apart', { justifyContent: 'space-between' }) +
      block('acme/secret', {}) +
      block('group', { layout: { type: 'flex', flexWrap: 'nowrap' } }, row) +
      block('paragraph', {}, shadowed) +
      block('buttons', { layout: { type: 'flex', flexWrap: 'nowrap' } }, pressed) +
      block(
        'buttons',
        { fontSize: 'x-large' },
        '<div class="wp-block-buttons typed has-custom-font-size has-x-large-font-size" ' +
          `style="font-style:italic;font-weight:300;text-decoration:underline;line-height:2">${block('button', {}, press)}</div>`,
      ) +
      block(
        'pullquote',
        { fontSize: 'x-large' },
        '<figure class="wp-block-pullquote typed has-x-large-font-size" ' +
          'style="font-style:italic;font-weight:300;line-height:2"><blockquote><p>Said</p></blockquote></figure>',
      ) +
      block('gallery', {}, '<figure class="wp-block-gallery" style="padding-top:24px"></figure>') +
      block('gallery', {}, '<ul class="wp-block-gallery"></ul>') +
      block('code', {}, '<pre class="wp-block-code"><code>a = 1;</code></pre>') +
      '<p><code class="inline">--port</code></p>' +
      block('preformatted', {}, '<pre class="wp-block-preformatted"><b>$</b> npm <i>start</i></pre>') +
      '<!-- wp:separator {"align":"center"} --><hr class="wp-block-separator aligncenter"/><!-- /wp:separator -->' +
      block(
        'pullquote',
        { align: 'right' },
        '<figure class="wp-block-pullquote alignright"><blockquote><p>Aside</p></blockquote></figure>',
      ),
  });
  await makePost(tx, {
    slug: 'overlaid',
    title: 'Overlaid',
    featuredMediaId: field,
    content:
      '<!-- wp:post-featured-image {"dimRatio":60,"aspectRatio":"3/2"} /--><!-- wp:calendar {"fontSize":"x-large"} /-->' +
      block(
        'paragraph',
        { style: { color: { text: '#1e0566' } } },
        '<p class="navy has-text-color" style="color:#1e0566">On white</p>',
      ) +
      block(
        'paragraph',
        { textColor: 'vivid-red', style: { elements: { link: { color: { text: '#1e0566' } } } } },
        '<p class="red has-vivid-red-color has-text-color has-link-color">Red, with <a href="/a/">a link</a></p>',
      ) +
      `<!-- wp:buttons --><div class="wp-block-buttons">${block(
        'button',
        { width: 100 },
        press.replace('wp-block-button"', 'wp-block-button has-custom-width wp-block-button__width-100"'),
      )}</div><!-- /wp:buttons -->` +
      block(
        'cover',
        { align: 'center', contentAlign: 'left', dimRatio: 20 },
        '<div class="wp-block-cover has-background-dim-20 has-background-dim ' +
          'has-left-content aligncenter"><p class="wp-block-cover-text">As older editors saved it</p></div>',
      ) +
      block(
        'media-text',
        {},
        '<div class="wp-block-media-text is-stacked-on-mobile has-background" style="background-color:#eee">' +
          `<figure class="wp-block-media-text__media">${picture}</figure><div class="wp-block-media-text__content"><p>Words</p></div></div>`,
      ) +
      '<!-- wp:calendar {"backgroundColor":"black","textColor":"white"} /-->' +
      block(
        'verse',
        { backgroundColor: 'pale-pink' },
        '<pre class="wp-block-verse has-pale-pink-background-color has-background"><a href="/a/">Lines</a></pre>',
      ) +
      '<!-- wp:post-date {"backgroundColor":"pale-pink"} /--><!-- wp:post-excerpt {"backgroundColor":"pale-pink"} /-->' +
      block(
        'code',
        { backgroundColor: 'pale-pink' },
        '<pre class="wp-block-code has-pale-pink-background-color has-background"><code>a</code></pre>',
      ),
  });
  const rows = `<tbody>${'<tr><td>Cell</td></tr>'.repeat(2)}</tbody>`;
  const marked =
    '<p>Type <code>ls</code>, <kbd>Q</kbd> or <mark>this</mark></p><pre class="wp-block-preformatted">npm start</pre><h6>Small</h6>' +
    '<p><a class="embed-link" href="https://other.example/"><span class="embed-provider">Other</span> <span class="embed-url">other.example</span></a></p>' +
    `<figure class="wp-block-table is-style-stripes"><table>${rows}</table></figure>`;
  await makePost(tx, {
    slug: 'grounds',
    title: 'Grounds',
    content:
      ['black', 'vivid-purple', 'vivid-red', 'pale-pink', 'vivid-cyan-blue']
        .map(
          (name) =>
            block(
              'group',
              { backgroundColor: name },
              `<div class="wp-block-group has-${name}-background-color has-background">${marked}</div>`,
            ) +
            block(
              'table',
              {},
              '<figure class="wp-block-table is-style-stripes">' +
                `<table class="has-${name}-background-color has-background">${rows}</table></figure>`,
            ),
        )
        .join('') +
      block(
        'cover',
        { dimRatio: 100 },
        '<div class="wp-block-cover has-background-dim-100 has-background-dim">' +
          `<div class="wp-block-cover__inner-container">${marked}</div></div>`,
      ),
  });
  const twoColors = { style: { color: { duotone: 'var:preset|duotone|blue-orange' } } };
  await makePost(tx, {
    slug: 'links',
    title: 'Links',
    featuredMediaId: field,
    authorIds: [await makeUser(tx)],
    content:
      block('image', twoColors, picture) +
      `<!-- wp:post-featured-image ${JSON.stringify(twoColors)} /-->` +
      ['avatar', 'post-author'].map((name) => `<!-- wp:${name} ${JSON.stringify(twoColors)} /-->`).join('') +
      block(
        'social-links',
        { className: 'is-style-logos-only' },
        '<ul class="wp-block-social-links is-style-logos-only">' +
          ['x', 'mail', 'mastodon', 'chain']
            .map((service) => block('social-link', { service, url: `https://${service}.example` }))
            .join('') +
          '</ul>',
      ) +
      block('breadcrumbs', {}),
  });
});

async function open(slug: string, options: PageOptions = desktop): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(`${site.url}/${slug}/`);
  if (options.javaScriptEnabled !== false) await atRest(page);
  return page;
}

/** Serious and critical axe violations within the selector. */
async function faults(page: Page, selector: string): Promise<unknown> {
  await page.evaluate(axe);
  return page.evaluate(
    `axe.run('${selector}', { resultTypes: ['violations'] }).then(({ violations }) => violations` +
      `.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))`,
  );
}

const nav = '.post-content .wp-block-navigation';

test('a navigation opens over the page on phones: a button shows a dialog that traps the focus until Escape', async () => {
  const page = await open('menu', phone);
  const overlay = page.locator('.wp-block-navigation__responsive-container');
  const opener = page.getByRole('button', { name: 'Open menu' });
  expect(await page.getByRole('link', { name: 'One' }).isVisible()).toBe(false);
  expect(await faults(page, nav)).toEqual([]);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Open menu' });
  await dialog.waitFor();
  await expect.poll(() => overlay.getAttribute('class')).toContain('is-menu-open');
  expect(await page.getByRole('link', { name: 'Below' }).isVisible()).toBe(true);
  expect(await faults(page, nav)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.className))
    .toContain('responsive-container-close');
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Below');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).toContain(
    'responsive-container-close',
  );
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('without scripts the same button opens it, and wide screens show links', async () => {
  const page = await open('menu', { ...phone, javaScriptEnabled: false });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'One' }).waitFor();
  const wide = await open('menu', { ...desktop, javaScriptEnabled: false });
  expect(await wide.getByRole('link', { name: 'One' }).isVisible()).toBe(true);
  expect(await wide.getByRole('button', { name: 'Open menu' }).isVisible()).toBe(false);
  expect(await wide.getByRole('link', { name: 'Below' }).isVisible()).toBe(false);
  await wide.getByRole('link', { name: 'More', exact: true }).focus();
  expect(await wide.getByRole('link', { name: 'Below' }).isVisible()).toBe(true);
});

test('child pages are listed in a page list next to a navigation with closed submenus', async () => {
  const page = await open('menu');
  const lists = page.locator('.post-content .wp-block-navigation__submenu-container');
  expect(
    await lists.evaluateAll((all) =>
      all.map((list) => [list.textContent, getComputedStyle(list).display, getComputedStyle(list).position]),
    ),
  ).toEqual([
    ['Below', 'none', 'absolute'],
    ['Daughter', 'block', 'static'],
  ]);
  await page.getByRole('link', { name: 'Mother' }).hover();
  expect(await lists.nth(1).evaluate((list) => getComputedStyle(list).display)).toBe('block');
});

test('submenus open by their buttons, close with Escape and when the focus leaves, and under the mouse', async () => {
  const page = await open('menu');
  const toggle = page.getByRole('button', { name: 'Submenu of More' });
  const below = page.getByRole('link', { name: 'Below' });
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  expect(await below.isVisible()).toBe(true);
  expect(await faults(page, nav)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  expect(await below.isVisible()).toBe(false);
  expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'One' }).focus();
  expect(await toggle.getAttribute('aria-expanded')).toBe('false');
  await page.getByRole('link', { name: 'More', exact: true }).hover();
  await expect.poll(() => below.isVisible()).toBe(true);
  await toggle.click();
  expect(await below.isVisible()).toBe(true);
  await toggle.click();
  expect(await below.isVisible()).toBe(false);
  const clicks = await open('clicks');
  const opener = clicks.getByRole('button', { name: 'Submenu of More' });
  await opener.click();
  // While its script loads the button is half transparent.
  await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => clicks.getByRole('link', { name: 'Below' }).isVisible()).toBe(true);
  expect(await faults(clicks, nav)).toEqual([]);
  // Safari gives the button no focus that could leave.
  await opener.evaluate((button: HTMLElement) => {
    button.blur();
    button.click();
  });
  expect(await opener.getAttribute('aria-expanded')).toBe('true');
  await clicks.locator('h1').click();
  expect(await opener.getAttribute('aria-expanded')).toBe('false');
});

test('a small picture opens in the lightbox if an editor chose so', async () => {
  const page = await open('small');
  await page.locator('.wp-lightbox-container img:visible').click();
  await page.locator('.pswp').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.pswp').waitFor({ state: 'detached' });
});

test('a picture that an editor chose opens on a phone, too, by a tap and by keys', async () => {
  const page = await open('small', phone);
  const picture = page.locator('.wp-lightbox-container img:visible');
  await picture.tap();
  await page.locator('.pswp').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.pswp').waitFor({ state: 'detached' });
  expect(await picture.getAttribute('role')).toBe('button');
});

const boxOf = async (page: Page, selector: string) => {
  const { x, y, width, height } =
    (await page.locator(selector).first().boundingBox()) ?? expect.fail(`${selector} is not shown`);
  return { left: x, right: x + width, middle: x + width / 2, center: y + height / 2 };
};

test('centred blocks are in the middle, and navigations keep their chosen side', async () => {
  const page = await open('placed');
  const cover = await boxOf(page, '.wp-block-cover');
  expect((await boxOf(page, '.wp-block-cover p')).center).toBeCloseTo(cover.center, -1);
  const [name, button, around] = [
    await boxOf(page, '.wp-block-file a'),
    await boxOf(page, '.wp-block-file__button'),
    await boxOf(page, '.wp-block-file'),
  ];
  expect(button.left - name.right).toBeGreaterThanOrEqual(12);
  expect((name.left + button.right) / 2).toBeCloseTo(around.middle, 0);
  const navigation = async (label: string) => {
    const named = `nav[aria-label="${label}"]`;
    const [all, first, last] = [
      await boxOf(page, named),
      await boxOf(page, `${named} li:first-child`),
      await boxOf(page, `${named} li:last-child`),
    ];
    return { all, first, last };
  };
  const right = await navigation('Right');
  expect(right.last.right).toBeCloseTo(right.all.right, 0);
  const below = await navigation('Below');
  expect([below.first.middle, below.last.middle]).toEqual([
    expect.closeTo(below.all.middle, 0),
    expect.closeTo(below.all.middle, 0),
  ]);
  const apart = await navigation('Apart');
  expect([apart.first.left, apart.last.right]).toEqual([
    expect.closeTo(apart.all.left, 0),
    expect.closeTo(apart.all.right, 0),
  ]);
  expect((await boxOf(page, 'hr.aligncenter')).middle).toBeCloseTo(below.all.middle, 0);
});

test.each([
  ['columns', '.wp-block-column p'],
  ['parts of a row', '.wp-block-group p'],
])('eight %s that stay in a row fit a phone without breaking words', async (_, selector) => {
  const page = await open('placed', phone);
  expect(await pageWidth(page)).toBe(375);
  const lines = await page.locator(selector).evaluateAll((texts) =>
    texts.map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getClientRects().length;
    }),
  );
  expect(lines).toEqual(Array.from({ length: 8 }, () => 1));
});

test('a missing picture’s alt text is readable above its overlay', async () => {
  const page = await open('overlaid');
  const figure = page.locator('.wp-block-post-featured-image');
  await figure.locator('img').evaluate(
    (image: HTMLImageElement) =>
      new Promise((broken) => {
        image.addEventListener('error', broken, { once: true });
        image.removeAttribute('srcset');
        image.src = 'data:image/png,none';
      }),
  );
  const brightness = async () => {
    const { data, info } = await sharp(await figure.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data[(Math.floor(info.height / 4) * info.width + Math.floor(info.width / 2)) * info.channels] ?? 0;
  };
  expect(await brightness()).toBeGreaterThan(220);
});

test('on a phone a large calendar fits, a full-width button is as wide as the text, blocks with a background have padding, old covers are unchanged', async () => {
  const page = await open('overlaid', phone);
  expect(await pageWidth(page)).toBe(375);
  const [button, text] = [await boxOf(page, '.wp-block-button'), await boxOf(page, '.post-content')];
  const calendar = await boxOf(page, '.wp-calendar-table:not(.has-background)');
  expect([calendar.right <= text.right, button.left, button.right]).toEqual([true, text.left, text.right]);
  expect((await boxOf(page, '.wp-block-media-text__content p')).left - text.left).toBeGreaterThan(20);
  const lines = page.locator('.post-content div.has-pale-pink-background-color');
  expect(
    await lines.evaluateAll((all) =>
      all.map((line) => Number.parseFloat(getComputedStyle(line).paddingLeft) > 8),
    ),
  ).toEqual([true, true]);
  // The copy button of highlighted code lies inside and does not clip its corner.
  const copies = await page.locator('pre[data-copyable]').evaluate((code) => {
    const { backgroundClip, borderTopWidth, minHeight } = getComputedStyle(code, '::before');
    return [backgroundClip, borderTopWidth, minHeight];
  });
  expect(copies).toEqual(['padding-box', '6px', '44px']);
  const look = await page
    .locator('.wp-block-cover')
    .evaluate((cover) => [
      getComputedStyle(cover, '::before').opacity,
      getComputedStyle(cover.querySelector('p') ?? cover).textAlign,
    ]);
  expect(look).toEqual(['0.2', 'start']);
});

test('text in a colour chosen for white is readable in the dark scheme, too', async () => {
  const page = await open('overlaid');
  const colors = () =>
    page
      .locator('.navy, .red, .red a')
      .evaluateAll((all) => all.map((words) => getComputedStyle(words).color));
  expect(await colors()).toEqual(['rgb(30, 5, 102)', 'rgb(207, 46, 46)', 'rgb(30, 5, 102)']);
  await page.evaluate((name) => document.documentElement.classList.add(name), darkClass);
  for (const color of await colors()) expect(color).toMatch(/^oklch\(0\.72 /);
  await page.emulateMedia({ media: 'print' });
  expect(await colors()).toEqual(['rgb(30, 5, 102)', 'rgb(207, 46, 46)', 'rgb(30, 5, 102)']);
});

test('on a chosen colour links use the text colour, a verse shows it, and a calendar’s month is readable', async () => {
  const page = await open('overlaid');
  const style = (selector: string, name: 'color' | 'backgroundColor') =>
    page.locator(selector).evaluate((element, property) => getComputedStyle(element)[property], name);
  const [paper, ink] = [await style('body', 'backgroundColor'), await style('body', 'color')];
  expect(await style('.wp-calendar-table.has-background caption', 'color')).toBe(ink);
  await page.evaluate((name) => document.documentElement.classList.add(name), darkClass);
  expect(await style('body', 'backgroundColor')).not.toBe(paper);
  expect(await style('.wp-calendar-table.has-background caption', 'color')).toBe(
    await style('body', 'color'),
  );
  expect(await style('.wp-block-verse', 'backgroundColor')).toBe('rgb(247, 141, 167)');
  expect(await style('.wp-block-verse a', 'color')).toBe('rgb(17, 17, 17)');
});

test.each(['light', 'dark'])(
  'in the %s scheme code, keys, marks and striped rows are readable on their own background, and in a cover',
  async (scheme) => {
    const page = await open('grounds');
    if (scheme === 'dark')
      await page.evaluate((name) => document.documentElement.classList.add(name), darkClass);
    expect(await page.locator('.post-content .embed-provider').count()).toBe(6);
    expect(await faults(page, '.post-content')).toEqual([]);
    // axe can't determine the background of a cover.
    expect(
      await page
        .locator('.wp-block-cover :is(code, kbd, pre, tr:first-child, h6, .embed-provider, mark)')
        .evaluateAll((all) =>
          all.map((element) => {
            const { color, backgroundColor } = getComputedStyle(element);
            return [element.localName, color, backgroundColor];
          }),
        ),
    ).toEqual([
      ...['code', 'kbd'].map((name) => [name, 'rgb(255, 255, 255)', 'rgba(102, 102, 102, 0.2)']),
      ['mark', 'rgb(17, 17, 17)', 'rgb(255, 241, 168)'],
      ['pre', 'rgb(255, 255, 255)', 'rgba(102, 102, 102, 0.2)'],
      ...['h6', 'span'].map((name) => [name, 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)']),
      ['tr', 'rgb(255, 255, 255)', 'rgba(102, 102, 102, 0.2)'],
    ]);
  },
);

test('a captioned picture of older editors is centred in the page', async () => {
  const page = await open('mother');
  expect((await boxOf(page, '.wp-caption img')).middle).toBeCloseTo((await boxOf(page, 'h1')).middle, 0);
});

test('on a wide page a table is as wide as the text, and wider where it holds more', async () => {
  const page = await open('mother');
  const [title, few, many] = [await boxOf(page, 'h1'), await boxOf(page, '#few'), await boxOf(page, '#many')];
  expect([few.left - title.left, few.right - title.right].map(Math.round)).toEqual([0, 0]);
  expect([Math.round(many.middle - title.middle), many.left < title.left, await pageWidth(page)]).toEqual([
    0,
    true,
    desktop.viewport.width,
  ]);
});

test('a result count has the same spacing to its neighbours as paragraphs', async () => {
  const page = await open('small');
  const gaps = await page.locator('.wp-block-query-total').evaluateAll((all) =>
    all.map((total) => {
      const edge = (other: Element | null | undefined, side: 'top' | 'bottom') =>
        other?.getBoundingClientRect()[side] ?? Number.NaN;
      const around = total.parentElement;
      const size = Number.parseFloat(getComputedStyle(total).fontSize);
      return [
        edge(total, 'top') - edge(total.previousElementSibling ?? around?.previousElementSibling, 'bottom'),
        edge(total.nextElementSibling ?? around?.nextElementSibling, 'top') - edge(total, 'bottom'),
      ].map((gap) => gap / size);
    }),
  );
  expect(gaps).toHaveLength(3);
  for (const gap of gaps.flat()) expect(gap).toBeGreaterThan(1.2);
  for (const gap of gaps.flat()) expect(gap).toBeLessThan(1.6);
});

test('buttons in one row don’t break words, and wrap on a phone', async () => {
  for (const [options, most] of [
    [desktop, 2],
    [phone, 1],
  ] as const) {
    const page = await open('placed', options);
    const lines = await page.locator('.is-nowrap .wp-block-button__link').evaluateAll((buttons) =>
      buttons.map((button) => {
        const range = document.createRange();
        range.selectNodeContents(button);
        return range.getClientRects().length;
      }),
    );
    expect(lines).toHaveLength(6);
    expect(Math.max(...lines)).toBeLessThanOrEqual(most);
    const wordsInTwo = await page.locator('.is-nowrap .wp-block-button__link').evaluateAll(
      (buttons) =>
        buttons.filter(({ firstChild }) => {
          const range = document.createRange();
          range.setStart(firstChild ?? document, 0);
          range.setEnd(firstChild ?? document, 'Outline,'.length);
          return range.getClientRects().length > 1;
        }).length,
    );
    expect(wordsInTwo).toBe(0);
    expect(await pageWidth(page)).toBe(options.viewport.width);
  }
});

test('buttons and pull quotes use the typography of their container', async () => {
  const page = await open('placed');
  const typed = page.locator('.typed .wp-block-button__link, .typed blockquote p');
  expect(
    await typed.evaluateAll((all) =>
      all.map((element) => {
        const { fontSize, lineHeight, fontStyle, fontWeight, textDecorationLine } = getComputedStyle(element);
        const around = getComputedStyle(element.closest('.typed') ?? element);
        return [
          fontSize === around.fontSize,
          lineHeight === around.lineHeight,
          fontStyle,
          fontWeight,
          textDecorationLine,
        ];
      }),
    ),
  ).toEqual([
    [true, true, 'italic', '300', 'underline'],
    [true, true, 'italic', '300', 'none'],
  ]);
});

test('in right-to-left text code stays left-to-right, and aligned blocks keep their side', async () => {
  const page = await open('placed');
  const seen = async () => [
    await page.locator('pre.wp-block-code').evaluate((code) => getComputedStyle(code).direction),
    await page
      .locator('.wp-block-pullquote.alignright')
      .evaluate((quote) => getComputedStyle(quote).float.replace('inline-end', 'right')),
  ];
  expect(await seen()).toEqual(['ltr', 'right']);
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'));
  expect(
    await page.locator('.wp-block-pullquote.typed').evaluate((quote) => getComputedStyle(quote).direction),
  ).toBe('rtl');
  const [left, width] = await page
    .locator('.wp-block-pullquote.alignright')
    .evaluate((quote) => [quote.getBoundingClientRect().left, innerWidth]);
  expect([await seen(), (left ?? 0) > (width ?? 0) / 2]).toEqual([['ltr', 'right'], true]);
  // Preformatted lines take their direction from the first character; inline code starts with its own signs.
  const [sign, last] = [
    await boxOf(page, '.wp-block-preformatted b'),
    await boxOf(page, '.wp-block-preformatted i'),
  ];
  expect(sign.left).toBeLessThan(last.left);
  expect(await page.locator('code.inline').evaluate((code) => getComputedStyle(code).direction)).toBe('ltr');
});

test('shadows and gradients by name are those of WordPress', async () => {
  const page = await open('placed');
  expect(await page.locator('.shadowed').evaluate((element) => getComputedStyle(element).boxShadow)).toBe(
    'rgba(0, 0, 0, 0.2) 6px 6px 0px 0px',
  );
  expect(
    await page.locator('.shadowed').evaluate((element) => getComputedStyle(element).backgroundImage),
  ).toBe('linear-gradient(135deg, rgb(2, 3, 129), rgb(40, 116, 252))');
});

test('a gallery uses the chosen padding, an old gallery that is a list has no padding', async () => {
  const page = await open('placed');
  const paddings = page
    .locator('.post-content .wp-block-gallery')
    .evaluateAll((all) => all.map((gallery) => getComputedStyle(gallery).padding));
  expect(await paddings).toEqual(['24px 0px 0px', '0px']);
});

test('pictures are shown in the chosen duotone, both saved and rendered', async () => {
  const page = await open('links');
  const pictures = await page
    .locator('.post-content :is(.wp-block-image, .wp-block-post-featured-image) img')
    .all();
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) {
    const { channels } = await sharp(await picture.screenshot()).stats();
    // Parts of a blue field, a third of the way from #1900d8 to #ffa96b, as JPEG stores it.
    for (const [index, part] of [105, 59, 178].entries())
      expect(Math.abs((channels[index]?.mean ?? 0) - part)).toBeLessThan(8);
  }
  // Also the initials of users without a picture.
  const filters = await page
    .locator('.post-content .avatar')
    .evaluateAll((all) => all.map((avatar) => getComputedStyle(avatar).filter));
  expect(filters).toEqual(['url("#wp-duotone-blue-orange")', 'url("#wp-duotone-blue-orange")']);
  expect(await page.locator('filter').count()).toBe(1);
  expect(await (await fetch(`${site.url}/placed/`)).text()).not.toContain('<filter');
});

test('readers get no hint of unknown blocks', async () => {
  const html = await (await fetch(`${site.url}/placed/`)).text();
  expect(html).toContain('core/navigation');
  expect(html).not.toContain('acme');
});

test('axe finds nothing serious in links with icons, the log-in form and breadcrumbs, light or dark', async () => {
  const page = await open('links', { ...desktop, reducedMotion: 'reduce' });
  expect(await faults(page, '.post-content')).toEqual([]);
  await page.evaluate((name) => document.documentElement.classList.add(name), darkClass);
  expect(await faults(page, '.post-content')).toEqual([]);
});
