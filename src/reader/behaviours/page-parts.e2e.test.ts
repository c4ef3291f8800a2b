import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { atRest } from '../../../test/harness/at-rest.ts';
import { useChromium } from '../../../test/harness/chromium.ts';
import type { PageOptions } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { pauseClock } from '../../../test/harness/paused-clock.ts';
import { darkCookie } from '../islands/page-config.ts';

const browser = useChromium();
const site = useFixtureSite();

const isDark = () => document.documentElement.classList.contains('is_dark');

/** A server that toggles the cookie. */
const flips = (page: { cookie: string }) =>
  site.answer(() => {
    page.cookie = page.cookie === '1' ? '0' : '1';
    return { body: '{}', setCookie: `${darkCookie}=${page.cookie}; Path=/` };
  });

/** A loaded page with a paused clock. */
const openPaused = async (url: string, options: PageOptions = {}) => {
  const page = await browser.newPage(options);
  await pauseClock(page);
  await page.goto(url);
  await atRest(page);
  return page;
};

describe('dark-switch', () => {
  const body =
    '<style>html.is_dark body{background:rgb(15,18,21)}</style><p>Text</p><label data-behaviour="dark-switch"><input type="checkbox" ' +
    'data-dark-switch>Dark</label>';

  test('[DARK-02] [DARK-03] the checkbox switches the page at once and sends only the action to the server each time', async () => {
    flips({ cookie: '0' });
    const page = await browser.newPage();
    await page.goto(site.add({ body, modules: ['dark-switch'] }));
    await atRest(page);
    expect([await page.evaluate(isDark), await page.isChecked('input')]).toEqual([false, false]);
    await page.check('input');
    expect(await page.evaluate(isDark)).toBe(true);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(15, 18, 21)',
    );
    await page.uncheck('input');
    expect(await page.evaluate(isDark)).toBe(false);
    await expect
      .poll(() => site.calls.map(String))
      .toEqual(['action=td_ajax_dark_mode', 'action=td_ajax_dark_mode']);
  });

  test('[DARK-04] the next page is dark before its body loads, and its checkbox is checked', async () => {
    flips({ cookie: '0' });
    const page = await browser.newPage();
    await page.goto(site.add({ body, modules: ['dark-switch'] }));
    await atRest(page);
    await page.check('input');
    await expect.poll(() => page.context().cookies()).toMatchObject([{ name: darkCookie, value: '1' }]);
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.body) return;
      observer.disconnect();
      window.classWithBody = document.documentElement.className;
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(site.add({ body: `<h1>Another</h1>${body}`, modules: ['dark-switch'] }));
    expect(await page.evaluate('classWithBody')).toBe('is_dark');
    expect([await page.evaluate(isDark), await page.isChecked('input')]).toEqual([true, true]);
  });

  test('a failed reply does not undo the switch, and quick ones stay in order', async () => {
    site.answer(() => ({ status: 500, body: '0', delay: 100 }));
    const page = await browser.newPage({ expectedMessages: /status of 500/ });
    let running = 0;
    let maxRunning = 0;
    page.on(
      'request',
      (request) => request.url().includes('admin-ajax') && (maxRunning = Math.max(maxRunning, ++running)),
    );
    page.on('response', (response) => response.url().includes('admin-ajax') && running--);
    await page.goto(site.add({ body, modules: ['dark-switch'] }));
    await atRest(page);
    for (let click = 0; click < 3; click++) await page.click('input');
    // The cookie already says light, so the third click sends no request.
    await expect.poll(() => site.calls.length).toBe(2);
    expect(await page.evaluate(isDark)).toBe(true);
    expect(maxRunning).toBe(1);
  });

  test('[DARK-04] tabs follow each other, and a tab without storage still applies the choice', async () => {
    const server = { cookie: '0' };
    flips(server);
    const url = site.add({ body, modules: ['dark-switch'] });
    const first = await browser.newPage();
    await first.goto(url);
    await atRest(first);
    const second = await first.context().newPage();
    await second.goto(url);
    await atRest(second);
    const both = async () => [
      await first.evaluate(isDark),
      await first.isChecked('input'),
      await second.evaluate(isDark),
      await second.isChecked('input'),
    ];
    await first.check('input');
    await expect.poll(both).toEqual([true, true, true, true]);
    await second.uncheck('input');
    await expect.poll(both).toEqual([false, false, false, false]);
    expect([server.cookie, site.calls.length]).toEqual(['0', 2]);
    // A tab that missed the change: it shows light, and the reader chooses dark.
    await first.context().addCookies([{ name: darkCookie, value: '1', url }]);
    await second.check('input');
    expect(await second.evaluate(isDark)).toBe(true);
    await expect.poll(both).toEqual([true, true, true, true]);
    expect([
      site.calls.length,
      (await first.context().cookies()).find(({ name }) => name === darkCookie)?.value,
    ]).toEqual([2, '1']);
    // When it becomes visible, a page applies the cookie.
    await first.context().addCookies([{ name: darkCookie, value: '0', url }]);
    await first.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(await both()).toEqual([false, false, true, true]);
  });

  test.each([
    ['light', 'dark', false],
    ['dark', 'light', true],
    ['auto', 'dark', true],
    ['auto', 'light', false],
  ] as const)(
    'without a cookie, a site that is %s on a system that is %s is dark: %s',
    async (scheme, colorScheme, dark) => {
      const page = await browser.newPage({ colorScheme });
      await page.goto(site.add({ body, modules: ['dark-switch'], scheme }));
      expect([await page.evaluate(isDark), await page.isChecked('input')]).toEqual([dark, dark]);
      // Without a choice nothing is stored.
      expect(await page.context().cookies()).toEqual([]);
    },
  );

  test('light, dark or system: works by keyboard, applies to every tab and the switch, and stores nothing for the system', async () => {
    const server = { cookie: '' };
    site.answer(() => {
      server.cookie = server.cookie === '1' ? '0' : '1';
      return { body: '{}', setCookie: `${darkCookie}=${server.cookie}; Path=/` };
    });
    const buttons = ['light', 'dark', 'system']
      .map((value) => `<input type="radio" name="c" value="${value}">`)
      .join('');
    const choice = `${body}<fieldset data-behaviour="colour-choice">${buttons}</fieldset>`;
    const url = site.add({ body: choice, modules: ['dark-switch', 'colour-choice'], scheme: 'auto' });
    const first = await browser.newPage({ colorScheme: 'dark' });
    await first.goto(url);
    await atRest(first);
    const second = await first.context().newPage();
    await second.goto(url);
    await atRest(second);
    const state = async (page: Page) => [
      await page.evaluate(isDark),
      await page.isChecked('[data-dark-switch]'),
      await page.inputValue('[name=c]:checked'),
    ];
    const cookies = async () => (await first.context().cookies()).map(({ value }) => value);
    expect([await state(first), await cookies()]).toEqual([[true, true, 'system'], []]);
    // A choice equal to the current scheme is stored without a request.
    await first.check('[value=dark]');
    await expect.poll(() => state(second)).toEqual([true, true, 'dark']);
    expect([await cookies(), site.calls.length]).toEqual([['1'], 0]);
    server.cookie = '1';
    await first.focus('[value=dark]');
    await first.keyboard.press('ArrowLeft');
    await expect.poll(() => state(second)).toEqual([false, false, 'light']);
    expect([await state(first), await cookies(), site.calls.length]).toEqual([
      [false, false, 'light'],
      ['0'],
      1,
    ]);
    await second.check('[data-dark-switch]');
    await expect.poll(() => state(first)).toEqual([true, true, 'dark']);
    await expect.poll(() => state(second)).toEqual([true, true, 'dark']);
    await first.emulateMedia({ colorScheme: 'light' });
    await second.emulateMedia({ colorScheme: 'light' });
    await first.check('[value=system]');
    await expect.poll(() => state(second)).toEqual([false, false, 'system']);
    expect([await state(first), await cookies(), site.calls.length]).toEqual([
      [false, false, 'system'],
      [],
      2,
    ]);
    await first.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => state(first)).toEqual([true, true, 'system']);
  });

  test('the reader’s cookie wins over the site’s scheme', async () => {
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.context().addCookies([{ name: darkCookie, value: '0', url: site.origin }]);
    await page.goto(site.add({ body, modules: ['dark-switch'], scheme: 'auto' }));
    expect(await page.evaluate(isDark)).toBe(false);
  });
});

describe('lazy-footer', () => {
  const footer = '<footer class="area" data-behaviour="lazy-footer"></footer>';
  const short = { body: `<p>Short</p>${footer}`, modules: ['lazy-footer'] };
  const long = {
    body: `<p>Long</p><div style="height:5000px"></div>${footer.replace('><', ' data-config=\'{"postID":12}\'><')}`,
    modules: ['lazy-footer'],
    config: { registeredBlocks: '["broadsheet/row"]' },
  };
  const reply = { content: '<p>Made by people</p>', classes: 'footer-dark  wide' };

  test('[FOOT-01] [FOOT-03] requests a visible footer 100 ms after DOM ready', async () => {
    site.answer(() => ({ body: JSON.stringify(reply) }));
    const page = await openPaused(site.add(short));
    await page.clock.runFor(99);
    expect(await page.innerHTML('footer')).toBe('');
    expect(site.calls).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => page.textContent('footer')).toBe('Made by people');
  });

  test.each(['mouseover', 'click', 'keydown', 'wheel', 'touchmove', 'touchstart'])(
    '[FOOT-04] [FOOT-02] [FOOT-05] out of view it waits for the first %s, and is requested once',
    async (type) => {
      site.answer(() => ({ body: JSON.stringify(reply) }));
      const page = await openPaused(site.add(long));
      await page.clock.runFor(5000);
      await page.evaluate(() => scrollTo(0, 9999));
      await page.clock.runFor(5000);
      expect(site.calls).toEqual([]);
      await page.dispatchEvent('p', type);
      await expect.poll(() => page.textContent('footer')).toBe('Made by people');
      for (const next of ['mouseover', 'click', 'keydown', 'wheel', 'touchmove', 'touchstart'])
        await page.dispatchEvent('p', next);
      await page.mouse.move(50, 50);
      await atRest(page);
      expect(site.calls.map((fields) => Object.fromEntries(fields))).toEqual([
        { action: 'tdb_get_footer', postID: '12', td_res_context_registered_atts: '["broadsheet/row"]' },
      ]);
    },
  );

  test('[FOOT-06] [FOOT-07] appends the reply, and adds its classes', async () => {
    site.answer(() => ({ body: JSON.stringify(reply) }));
    const page = await browser.newPage();
    await page.goto(
      site.add({ ...short, body: '<footer class="area" data-behaviour="lazy-footer"><hr></footer>' }),
    );
    await expect.poll(() => page.innerHTML('footer')).toBe('<hr><p>Made by people</p>');
    expect(await page.getAttribute('footer', 'class')).toBe('area footer-dark wide');
  });

  test('[FOOT-08] lazy pictures and other behaviours in it start, even those that the page did not name', async () => {
    const content =
      '<img class="lazy" data-src="/in-footer.png" width="10" height="10" alt="">' +
      '<section data-behaviour="ticker" data-config="id"><p data-ticker-item>One</p><p data-ticker-item hidden>Two</p><button type="button" ' +
      'data-ticker-step="1">Next</button></section>';
    const broadsheet = {
      modules: site.assets.pageModules(['ticker', 'lazy-image']),
      now: 'lazy-image',
      configs: { 'ticker.id': { blockUid: 'f', start: 'manual', posts: [1, 2] } },
    };
    site.answer(() => ({ body: JSON.stringify({ content, classes: '', broadsheet }) }));
    const page = await browser.newPage();
    await page.goto(site.add(short));
    await expect.poll(() => site.paths).toContain('/in-footer.png');
    await expect.poll(() => page.evaluate(`window.broadsheet?.tickers?.get('f')`)).toBeTruthy();
    await page.click('text=Next');
    expect(await page.locator('[data-ticker-item]:visible').textContent()).toBe('Two');
  });

  test.each([
    [500, '{}'],
    [200, 'no JSON'],
    [200, 'null'],
    [200, '0'],
  ])('[FOOT-09] ignores a failure (%i, %s), and does not retry', async (status, body) => {
    site.answer(() => ({ status, body }));
    // Chromium logs the status 500; nothing else may be logged.
    const page = await browser.newPage({
      expectedMessages: /^error: Failed to load resource: the server responded with a status of 500/,
    });
    await page.goto(site.add(short));
    await expect.poll(() => site.calls.length).toBe(1);
    await page.mouse.move(50, 50);
    await atRest(page);
    expect(site.calls.length).toBe(1);
    expect(await page.innerHTML('footer')).toBe('');
  });
});
