import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { useFixtureSite } from '../harness/fixture-site.ts';
import type { FixturePage } from '../harness/fixture-site.ts';

// The second line of defence alone: uncleaned hostile bodies and replies, under the real policy and with all our
// browser code.
const browser = useChromium();
const site = useFixtureSite();

const run = 'window.zyxRan=1';
const script = '<script src="/evil.js"></script>';
/** Wherever our code might look for an address, a text or code. */
const evilConfig = JSON.stringify({
  html: script,
  code: script,
  link: `javascript:${run}`,
  target: '',
  source: `url(javascript:${run})`,
  postId: 1,
  postID: 1,
  id: 1,
  after: '/',
  limit: 3,
  copied: script,
  distance: 0,
  days: 0,
  blockUid: 'x',
  start: 'auto',
  posts: [1, 2],
  headline: script,
  heading: 'script',
  slide_id: 1,
  current_slide: 1,
  sticks: 'header',
  smart: 'always',
  captcha: { siteKey: 'k', script: '/evil.js' },
  script: '/evil.js',
  props: { html: script },
  limitless: script,
});
/** Forged versions of the elements our code looks for. */
const evilInside =
  `<div class="ad-place"><template>${script}</template></div><aside hidden>a</aside><form action="javascript:${run}" class="comment-form"><textarea ` +
  'name="comment">x</textarea><button id="submit">b</button></form>' +
  `<details><summary>s</summary><ul><li><a href="javascript:${run}">l</a></li></ul></details><p data-ticker-item>1</p><ul data-slides><li>1</li><li>2</li>` +
  '</ul><code data-code>c</code><button data-copy>d</button>' +
  '<div class="part-steps"><select><option value="/evil-page/" selected>1</option><option value="/evil-page/">2</option></select><a class="part-step" ' +
  'href="/evil-page/">n</a></div><p class="part-count"></p>' +
  `<div class="menu"><div class="menu-item menu-item-has-children"><a href="javascript:${run}">m</a><button class="menu-toggle">t</button><div ` +
  'class="mega-menu" data-lazy data-mega="page" data-mega-id="1"><div class="mega-content"></div></div></div></div>' +
  `<a class="share-item share-facebook" target="_blank" href="javascript:${run}">f</a><div class="post-list-items"></div><div class="load-more"><a ` +
  `href="javascript:${run}">o</a></div><input data-dark-switch type="checkbox">`;
const state = JSON.stringify({
  block_type: 'td_flex_block_1',
  atts: { ajax_pagination: 'load_more', td_ajax_preloading: 'preload_all' },
  td_magic_token: 'x',
  td_current_page: 1,
  td_filter_value: '',
  td_user_action: '',
  post_count: 1,
  found_posts: 9,
  max_num_pages: 9,
  is_ajax_running: false,
});
const quoted = (json: string) => json.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
const forge = (attribute: string, name: string) =>
  `<section id="x-${name}" ${attribute}="${name}" data-wake="visible" data-prefix="p-" data-state='${quoted(state)}' ` +
  `data-config='${quoted(evilConfig)}'>${evilInside}</section><script type="application/json" ` +
  `data-island-props>${evilConfig.replaceAll('<', '\\u003c')}</script>`;

/** Texts that pose as the page itself or clobber its scripts' globals. */
const posing: readonly string[] = [
  '<script type="application/json" id="broadsheet-page">{"modules":{"ad-slot":"/evil.js","ticker":"/evil.js"},"configs":{"ad-slot.x":{"html":"<script ' +
    `src=/evil.js><\\/script>"}},"now":"ad-slot","ajaxUrl":"/evil"}</script>`,
  `<script type="application/json" data-modules data-behaviour="evil">{"evil":"/evil.js"}</script><p data-behaviour="evil">x</p>`,
  `<body data-behaviour="ad-slot" data-late="ad-slot" data-config='${quoted(evilConfig)}'>`,
  `<template id="head-code">${script}</template>`,
  `<template data-behaviour="head-code">${script}</template>`,
  `<p data-behaviour="constructor __proto__ toString hasOwnProperty">x</p>`,
  `<p data-behaviour="ad-slot" data-config="__proto__"></p>`,
  `<p data-island="__proto__" data-wake="idle"></p>`,
  '<img name="cookie"><img name="body"><img name="head"><img name="currentScript"><img name="querySelector"><img name="querySelectorAll"><img ' +
    'name="createElement"><img name="addEventListener"><img name="implementation">',
  `<form name="documentElement"><input name="dataset"><input name="classList"></form>`,
  `<object name="currentScript">${run}</object><form name="currentScript">${run}</form>`,
  `<a id="broadsheetTrust" href="javascript:${run}"></a><a id="broadsheet" href="/evil.js"></a><img name="trustedTypes"><a id="trustedTypes"></a>`,
  `<a id="Promise"></a><a id="wp" name="customize"></a>`,
  `<a data-lightbox-content="" href="/evil-page/">pop</a>`,
  `<a data-lightbox-content="" href="/wp-content/uploads/evil.txt">pop</a>`,
  `<a data-lightbox-content="" href="/wp-content/uploads/evil.jpg">pop</a>`,
  `<a data-lightbox-content="" href="https://elsewhere.example/">pop</a>`,
  `<a data-lightbox-content="" href="#held">pop</a><xmp id="held">${script}<img src=x onerror=${run}></xmp>`,
  `<a data-lightbox-content="" href="#styled">pop</a><style id="styled"></style>`,
  `<a data-lightbox-content="" href="#json">pop</a><script type="application/json" id="json">${'<img src=x onerror='}${run}></script>`,
  '<a data-lightbox-content="" href="#unseen">pop</a><noscript id="unseen"><div data-behaviour="ad-slot"><div ' +
    `class="ad-place">${script.replaceAll('script', 'template')}</div></div><img src=x onerror=${run}></noscript>`,
  `<a data-lightbox="" data-lightbox-src="javascript:${run}" href="javascript:${run}"><img src="/a.png" width="900" height="600" alt=""></a>`,
  `<img data-lightbox="" data-lightbox-src="javascript:${run}" src="/a.png" data-caption="<img src=x onerror=${run}>" alt="">`,
  `<figure><img data-lightbox="" data-lightbox-src="/a.png" src="/a.png" alt=""><figcaption><img src=x onerror=${run}><b>c</b></figcaption></figure>`,
  `<a data-video="youtube" href="javascript:${run}">v</a>`,
  `<a data-video="file" href="javascript:${run}">v</a>`,
  `<b data-mfp-src="javascript:${run}">v</b>`,
  `<b data-mfp-src="data:text/html,<script>parent.zyxRan=1</script>">v</b>`,
  `<a data-scroll-to-class="x;path=/;zyx=1" data-scroll-offset="1" href="javascript:${run}">s</a>`,
  `<time data-ago="<img src=x onerror=${run}>" datetime="2026-01-01">t</time>`,
  `<pre data-copyable><img src=x onerror=${run}></pre>`,
  `<p class="lazy" data-bg="javascript:${run}">bg</p>`,
  `<iframe class="lazy" data-src="javascript:parent.zyxRan=1"></iframe>`,
  `<img class="lazy" data-src="javascript:${run}" data-srcset="javascript:${run} 2x">`,
  `<script class="lazy" data-src="/evil.js"></script>`,
  `<embed class="lazy" data-src="/evil.js">`,
  `<svg><script class="lazy" data-src="/evil.js" href="/evil.js"></script></svg>`,
  `<link class="lazy" rel="modulepreload" data-src="/evil.js" href="/evil.js">`,
  `<svg><style><img/src=x onerror=${run}></style></svg>`,
  `<math><style><img src=x onerror=${run}></style></math>`,
  `<svg><xmp><img src=x onerror=${run}></xmp></svg>`,
  `<svg><textarea><img src=x onerror=${run}></textarea></svg>`,
  `<svg><noscript><img src=x onerror=${run}></noscript></svg>`,
  `<svg><iframe><img src=x onerror=${run}></iframe></svg>`,
  `<!-- --!><img src=x onerror=${run}><div data-behaviour="ad-slot"><div class="ad-place"><template>${script}</template></div></div> -->`,
  `<div id="jp-relatedposts" data-behaviour="site-related" data-exclude="1&relatedposts=evil" hidden></div>`,
  `<button popovertarget="x" formaction="javascript:${run}">p</button>`,
  `<base href="https://evil.example/">`,
  '<form><section>',
];

const forgedPage =
  ['ad-slot', 'ticker', 'comment-form', 'background-ad', 'search']
    .map((name) => forge('data-behaviour', name) + forge('data-island', name))
    .join('') + posing.filter((text) => !text.includes('data-lightbox-content')).join('\n');

/** Touches, hovers and clicks every element, including new ones. Content may shadow the document's own methods. */
const touchAll = async (): Promise<void> => {
  const find = Document.prototype.querySelectorAll;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const touched = new Set<Element>();
  for (let round = 0; round < 3; round++) {
    for (const element of find.call(document, 'body *')) {
      if (touched.has(element)) continue;
      touched.add(element);
      for (const type of ['pointerdown', 'mouseover', 'focusin', 'change'])
        element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
      if (touched.size % 25 === 0) await frame();
    }
    scrollTo(0, 1e6);
    await frame();
  }
};

/** Acts like a reader, and returns whether anything ran. */
async function provoke(page: Page): Promise<boolean> {
  await page.mouse.move(40, 40, { steps: 2 });
  await page.keyboard.press('Tab');
  await page.waitForLoadState('networkidle');
  await page.evaluate(touchAll);
  await page.keyboard.press('Escape');
  await atRest(page);
  return page.evaluate(() => (window as { zyxRan?: unknown }).zyxRan === 1);
}

/** Actions of a network's script: it adds HTML and scripts; those with our marks or from elsewhere are refused. */
const network = `const tried = []; window.tried = tried;
const attempt = (name, act) => { try { act(); tried.push(name + ' passed'); } catch { tried.push(name + ' refused'); } };
attempt('plain', () => document.body.insertAdjacentHTML('beforeend', '<b id="plain-ad">ad</b>'));
attempt('marks', () => document.body.insertAdjacentHTML('beforeend', '<b data-behaviour="ad-slot" data-config="x">ad</b>'));
attempt('own', () => { document.createElement('script').src = 'https://ads.example/more.js'; });
attempt('evil', () => { document.createElement('script').src = 'https://evil.example/evil.js'; });
attempt('text', () => { document.createElement('script').text = 'window.zyxRan=1'; });`;

/** Provokes a page that holds these texts and loads all our code: nothing runs. */
async function tryTexts(
  texts: readonly string[],
  title: string,
  config: FixturePage['config'] = {},
): Promise<void> {
  const names = [...behaviours, ...islands];
  // Forged elements may cause console errors.
  const page = await browser.newPage({ expectedMessages: /./s });
  let isThere = false;
  await page.route('**/*', (route) => {
    const request = route.request();
    const url = request.url();
    // A followed link would end the trial.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && isThere)
      return route.fulfill({ status: 204 });
    if (url.startsWith('https://elsewhere.example')) return route.abort();
    if (url.startsWith('https://ads.example') && !url.includes('evil'))
      return route.fulfill({ contentType: 'text/javascript', body: network });
    // Link targets of the lightbox and slides: a fully forged page, and uploads that claim to be pages.
    if (/evil-page|uploads/.test(url)) {
      return route.fulfill({
        contentType: 'text/html',
        body:
          `<!doctype html><title>${script}</title><main id="content"><div class="post-content">${forgedPage}</div><nav ` +
          `class="part-pager">${evilInside}</nav></main>`,
      });
    }
    // Running it is the failure. Prefetching it (<link rel="modulepreload">) does nothing.
    return url.includes('/evil')
      ? route.fulfill({
          contentType: 'text/javascript',
          headers: { 'access-control-allow-origin': '*' },
          body: `${run};top.zyxRan=1`,
        })
      : route.continue();
  });
  page.on('dialog', (dialog) => void dialog.dismiss());
  await page.goto(
    site.add({
      body: texts.join('\n'),
      isText: true,
      modules: names,
      bodyActs: { now: 'lazy-image scroll-link time-ago', late: 'copy-pre lightbox video prefetch' },
      config,
    }),
  );
  isThere = true;
  const ran = await provoke(page);
  expect([title, ran]).toEqual([title, false]);
  await page.goto('about:blank'); // otherwise the provoked code goes on during the next trial
}

const behaviours = [
  'accordion',
  'account-form',
  'account-link',
  'ad-slot',
  'analytics',
  'autoload',
  'background-ad',
  'colour-choice',
  'comment-form',
  'comment-report',
  'consent',
  'copy-code',
  'copy-pre',
  'dark-switch',
  'go-to-choice',
  'head-code',
  'lazy-footer',
  'lazy-image',
  'lightbox',
  'list-pages',
  'loginout',
  'mobile-menu',
  'more-articles',
  'nav-menu',
  'navigation',
  'passkey',
  'prefetch',
  'progress',
  'protect',
  'provider-script',
  'pull-down',
  'push',
  'read-down',
  'relative-time',
  'report-form',
  'script-frame',
  'scroll-link',
  'scroll-to-class',
  'search-expand',
  'share',
  'site-related',
  'slide',
  'slides',
  'smart-list',
  'social-login',
  'sticky-header',
  'tabs',
  'ticker',
  'time-ago',
  'unsaved-form',
  'video',
  'views',
];
const islands = ['header-search', 'search'];

describe('texts that pose as ours, with nothing cleaned', () => {
  test('the list of forgeable elements is complete', () => {
    const files = readdirSync(fileURLToPath(new URL('../../src/reader/behaviours', import.meta.url)))
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => file.slice(0, -3));
    expect(behaviours).toEqual(files.toSorted());
    const named = Object.keys(site.assets.pageModules([...behaviours, ...islands]));
    expect(named.toSorted()).toEqual([...behaviours, ...islands, 'react'].toSorted());
  });

  test.each(['data-behaviour', 'data-late', 'data-island'])(
    'every behaviour and island, forged by %s',
    async (attribute) => {
      site.answer(() => ({
        body: JSON.stringify({ content: script, td_data: script, classes: '', url: '/', title: 'x' }),
      }));
      const names = drawn(attribute, [...behaviours, ...islands], 2);
      for (let from = 0; from < names.length; from += 13) {
        await tryTexts(
          names.slice(from, from + 13).map((name) => forge(attribute, name)),
          `${attribute} from ${from}`,
        );
      }
    },
  );

  test('texts that pose as the page, and those that break out of their container', async () => {
    for (let from = 0; from < posing.length; from += 10)
      await tryTexts(posing.slice(from, from + 10), `posing from ${from}`);
  });

  test('a copy of the allowed loader trusts no page content; names shadow no head; a script is no lazy picture', async () => {
    const forgedData = JSON.stringify({
      ajaxUrl: '/evil',
      modules: { x: `${site.origin}/evil.js`, y: '/evil.js' },
      now: 'x y',
    });
    const copy = `<script type="application/json">${forgedData}</script><script>${site.assets.loaderScript}</script>`;
    await tryTexts(
      [
        copy,
        `<iframe srcdoc='${quoted(copy)}'></iframe>`,
        `<iframe srcdoc='${quoted(`<!doctype html><head>${copy}`)}'></iframe>`,
      ],
      'copies',
    );
    const code = '<script>top.zyxRan=1;window.zyxRan=1</script>';
    await tryTexts(
      [
        `<form name="head"><template id="head-code">${code}</template></form>`,
        `<template id="head-code">${code}</template>`,
      ],
      'names',
      { now: 'head-code' },
    );
    await tryTexts(
      [
        '<script class="lazy" loading="lazy" data-src="https://ads.example/evil.js"></script>',
        '<script class="lazy" style="display:block;width:9px;height:9px" data-src="https://ads.example/evil.js"></script>',
      ],
      'lazy scripts',
      {
        ads: { script: 'https://ads.example/tag.js' },
        foreign: ['https://ads.example'],
        now: 'provider-script lazy-image',
      },
    );
  });

  test('a page shown in parts or in the lightbox declares its needs in its own head only', async () => {
    const page = await browser.newPage({ expectedMessages: /./s });
    const data = JSON.stringify({
      modules: { video: '/evil.js', y: `${site.origin}/evil.js` },
      now: 'video y',
      configs: {},
    });
    await page.route('**/part/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body:
          '<!doctype html><title>t</title><main id="content"><div class="post-content"><form name="head"><script type="application/json" ' +
          `id="broadsheet-page">${data}</script></form>words<p data-behaviour="y video">x</p></div></main>`,
      }),
    );
    await page.route('**/evil.js', (route) => route.fulfill({ contentType: 'text/javascript', body: run }));
    await page.goto(
      site.add({
        body: '<div class="post-content"><a data-lightbox-content="" href="/part/">pop</a></div>',
        isText: true,
        modules: ['lightbox'],
        bodyActs: { late: 'lightbox' },
      }),
    );
    await page.click('text=pop');
    await expect.poll(() => page.textContent('.lightbox-content')).toContain('words');
    await atRest(page);
    expect(await page.evaluate('window.zyxRan')).toBe(undefined);
  });

  const hostile = fileURLToPath(new URL('../../../shared/data/hostile-html.json', import.meta.url));
  test.skipIf(!existsSync(hostile))('the payloads of others', async () => {
    const payloads = JSON.parse(readFileSync(hostile, 'utf8')) as readonly string[];
    expect(payloads.length).toBe(385);
    const ours = payloads.map((payload) =>
      payload.replace(/(?:alert|confirm|prompt)\s*(?:\(|`)/g, (call) => `zyxRan=1;${call}`),
    );
    const some = drawn('payloads', ours, 2);
    for (let from = 0; from < some.length; from += 55)
      await tryTexts(some.slice(from, from + 55), `payloads from ${from}`);
  });
});

describe('replies and pages that were fetched', () => {
  const forged =
    drawn('forged replies', [...behaviours, ...islands], 3)
      .map((name) => forge('data-behaviour', name))
      .join('') + posing.join('\n');

  const broadsheet = () => ({
    modules: site.assets.pageModules([...behaviours]),
    now: 'lazy-image lightbox video',
  });

  test('footer, article, mega menu, list page and results, with markers in them', async () => {
    const requested = new Set<string>();
    site.answer((fields) => {
      const action = fields.get('action') ?? '';
      // All markers are sent once per action: later replies are short.
      const content = requested.has(action) ? '<p>More words</p>' : forged;
      requested.add(action);
      return {
        body: JSON.stringify({
          content,
          td_data: `<div data-pages="3"><div class="list">${content}</div></div>`,
          td_hide_prev: false,
          td_hide_next: false,
          classes: 'x',
          url: '/next/',
          title: script,
          broadsheet: broadsheet(),
        }),
      };
    });
    await tryTexts(
      [
        '<footer data-behaviour="lazy-footer"></footer>',
        '<div data-autoload data-behaviour="autoload" data-config="a"></div>',
        `<section id="list" data-behaviour="list-pages" data-state='${state}'><div class="post-list-items"></div><p class="load-more"><a ` +
          'href="?2">more</a></p></section>',
      ],
      'replies',
      { configs: { 'autoload.a': { id: 7, after: '/', limit: 3 } } },
    );
    expect([...requested]).not.toContain('tdb_get_mm_page');
    await tryTexts(
      [
        '<nav data-behaviour="nav-menu"><ul class="menu"><li class="menu-item"><button class="menu-toggle">m</button><div class="mega-menu" data-lazy ' +
          'data-mega="page" data-mega-id="1"><div class="mega-content"></div></div></li></ul></nav>',
      ],
      'mega menu',
    );
    expect([...requested].toSorted()).toEqual(
      expect.arrayContaining(['broadsheet_article', 'td_ajax_block', 'tdb_get_footer', 'tdb_get_mm_page']),
    );
  });

  test('on a page with a network’s script the gadgets run no more than elsewhere, and the network can’t set our marks', async () => {
    const ads = {
      ads: { script: 'https://ads.example/tag.js' },
      foreign: ['https://ads.example'],
      now: 'provider-script lazy-image',
      configs: {},
    };
    for (let from = 0; from < posing.length; from += 20)
      await tryTexts(posing.slice(from, from + 20), `next to ads from ${from}`, ads);
    const page = await browser.newPage({ expectedMessages: /./s });
    await page.route('https://ads.example/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: network }),
    );
    await page.goto(site.add({ body: '<p>Words</p>', modules: ['provider-script'], config: ads }));
    await expect
      .poll(() => page.evaluate('window.tried'))
      .toEqual(['plain passed', 'marks refused', 'own passed', 'evil refused', 'text refused']);
  });
});

test('the page’s own requests run alongside all trials, including ads and players', async () => {
  const page = await browser.newPage({ expectedMessages: /./s });
  await page.goto(
    site.add({
      isText: true,
      modules: ['ad-slot', 'ticker', 'lazy-image'],
      body: `${posing
        .filter((text) => !/name="(?:cookie|documentElement)"|<form><section>/.test(text))
        .slice(0, 3)
        .join('')}
      <div data-behaviour="ad-slot" data-config="a"><div class="ad-place">before</div></div>
      <section data-behaviour="ticker" data-config="t"><p data-ticker-item>One</p><p data-ticker-item hidden>Two</p>
        <button data-ticker-step="1">Next</button></section>`,
      config: {
        configs: {
          'ad-slot.a': { html: '<b id="ad">ad</b>' },
          'ticker.t': { blockUid: 't', start: 'manual', posts: [1, 2] },
        },
      },
    }),
  );
  await expect.poll(() => page.textContent('.ad-place #ad')).toBe('ad');
  await page.click('text=Next');
  expect(await page.textContent('[data-ticker-item]:not([hidden])')).toBe('Two');
});
