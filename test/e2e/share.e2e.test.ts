import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shareNetworks } from '../../src/modules/settings/definitions/services.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const site = useRealSite(async (tx) => {
  await makePost(tx, { title: 'Tea & "biscuits"', slug: 'tea' });
});
const desktop = { viewport: { width: 1280, height: 900 } };

async function open(
  options: PageOptions = desktop,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Page> {
  const page = await browser.newPage(options);
  await prepare(page);
  await page.goto(`${site.url}/tea/`);
  await page.mouse.move(5, 5, { steps: 2 });
  await page.locator('.share:not([data-late])').waitFor();
  return page;
}

const namesIn = (page: Page) =>
  page
    .locator('.share-item:not(.share-toggle)')
    .evaluateAll((items) =>
      items.map((item) => /share-(\w+)/.exec(item.className.replace('share-item', ''))?.[1]),
    );

/** Tabs that have content. */
const tabsOf = (page: Page) =>
  page
    .context()
    .pages()
    .filter((tab) => tab.url() !== 'about:blank').length;

test('[SHARE-01] an article has a bar with mail, copying, printing and networks, without requests to any of them', async () => {
  const foreign: string[] = [];
  const page = await open(desktop, async (fresh) =>
    fresh.on('request', (request) => request.url().startsWith(site.url) || foreign.push(request.url())),
  );
  expect(await namesIn(page)).toEqual([...shareNetworks]);
  await page.click('.share-toggle');
  await atRest(page);
  expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([]);
  await page.goto(site.url);
  expect(await page.locator('.share').count()).toBe(0);
});

test('[SHARE-02] [SHARE-03] mail and the text of the bar are ordinary links: nothing takes their click away', async () => {
  const page = await open();
  expect(await page.getAttribute('.share-mail', 'href')).toBe(
    `mailto:?subject=${encodeURIComponent('Tea & “biscuits”')}&body=${encodeURIComponent(`${site.url}/tea/`)}`,
  );
  // The last click listener sees whether the page prevented the default, then keeps the browser from opening a mail
  // program.
  await page.evaluate(() => {
    const seen: boolean[] = [];
    const opened: unknown[] = [];
    Object.assign(window, { seen, opened, open: (...input: unknown[]) => opened.push(input) });
    window.addEventListener('click', (event) => {
      seen.push(event.defaultPrevented);
      event.preventDefault();
    });
  });
  await page.click('.share-mail');
  await page.click('.share-text');
  expect(await page.evaluate(() => [Reflect.get(window, 'seen'), Reflect.get(window, 'opened')])).toEqual([
    [false, false],
    [],
  ]);
  expect(await page.getAttribute('.share-text', 'href')).toBe(`${site.url}/tea/`);
});

test('[SHARE-04] [SHARE-05] plus shows all networks and becomes minus, which folds them away again', async () => {
  const page = await open();
  const shown = async () => [
    await page.locator('.share-item:not(.share-toggle):visible').count(),
    await page
      .locator('.share-toggle path')
      .evaluateAll(
        (strokes) => strokes.filter((stroke) => getComputedStyle(stroke).display !== 'none').length,
      ),
    await page.getAttribute('.share-toggle', 'aria-expanded'),
  ];
  expect(await shown()).toEqual([5, 2, 'false']);
  await page.click('.share-toggle');
  expect(await shown()).toEqual([10, 1, 'true']);
  expect(await page.locator('.share.shows-all').count()).toBe(1);
  await page.keyboard.press('Enter');
  expect(await shown()).toEqual([5, 2, 'false']);
});

/** The visible buttons of the bar by rows: how many, and where the toggle is. */
const rowsOf = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('.share-item')]
      .map((item) => item.getBoundingClientRect())
      .filter(({ width }) => width > 0);
    const tops = [...new Set(shown.map(({ top }) => top))];
    return tops.map((top) => shown.filter((place) => place.top === top).length);
  });

test.each(drawn('widths of buttons', [1280, 375, 768, 320], 2))(
  '[SHARE-05] at %i px the toggle keeps its position, and no button is alone in a row',
  async (width) => {
    for (const translation_share of ['', 'Freunden weitersagen']) {
      await site.set({ translation_share });
      const page = await open({ viewport: { width, height: 900 } });
      expect(await rowsOf(page)).toEqual([6]);
      const before = await page.locator('.share-toggle').boundingBox();
      const below = await page.locator('.post-content').boundingBox();
      await page.click('.share-toggle');
      expect(await rowsOf(page)).toEqual([6, 5]);
      expect(await page.locator('.post-content').boundingBox()).toEqual(below);
      expect(await page.locator('.share-toggle').boundingBox()).toEqual(before);
      expect(await pageWidth(page)).toBe(width);
      const without = await browser.newPage({ viewport: { width, height: 900 }, javaScriptEnabled: false });
      await without.goto(`${site.url}/tea/`);
      expect(Math.min(...(await rowsOf(without)))).toBeGreaterThan(1);
    }
    await site.set({ translation_share: null });
  },
);

test('[SHARE-06] print prints once', async () => {
  const page = await open(desktop, (fresh) =>
    fresh.addInitScript(() =>
      Object.assign(window, {
        prints: 0,
        print: () => Reflect.set(window, 'prints', Reflect.get(window, 'prints') + 1),
      }),
    ),
  );
  await page.click('.share-print');
  expect(await page.evaluate(() => Reflect.get(window, 'prints'))).toBe(1);
});

test('[SHARE-07] [SHARE-08] [SHARE-09] copy copies the address, says so for a second, and is inactive for another fifth of a second', async () => {
  const page = await open({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] }, pauseClock);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const press = () => page.locator('.share-copy').evaluate((button: HTMLElement) => button.click());
  const state = async () => [
    await page.locator('.share-copy.copied').count(),
    await page.textContent('.share [role=status]'),
    await page.getAttribute('.share-copy', 'aria-disabled'),
  ];
  await page.click('.share-copy');
  await expect.poll(state).toEqual([1, 'Copied!', 'true']);
  expect(await clipboard()).toBe(`${site.url}/tea/`);
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  await page.clock.runFor(999);
  expect(await state()).toEqual([1, 'Copied!', 'true']);
  await page.clock.runFor(1);
  expect(await state()).toEqual([0, '', 'true']);
  for (const ms of [100, 99]) {
    await page.clock.runFor(ms);
    await press();
    expect([await clipboard(), ...(await state())]).toEqual(['something else', 0, '', 'true']);
  }
  await page.clock.runFor(1);
  expect(await state()).toEqual([0, '', null]);
  await page.clock.runFor(200);
  await press();
  await expect.poll(clipboard).toBe(`${site.url}/tea/`);
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('share-copy');
});

test.each([
  [true, 'Copied!'],
  [false, 'Could not copy'],
] as const)(
  'where the browser keeps the clipboard shut, ' +
    'the address is copied another way if there is one (%s), else it is said',
  async (isAllowed, said) => {
    const page = await open(desktop, (fresh) =>
      fresh.addInitScript((allowed) => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('Shut.'));
        const requested: string[] = [];
        Object.assign(window, { asked: requested });
        document.execCommand = (command) => {
          requested.push(`${command} ${(document.activeElement as HTMLTextAreaElement).value}`);
          return allowed;
        };
      }, isAllowed),
    );
    await page.click('.share-copy');
    await expect.poll(() => page.textContent('.share [role=status]')).toBe(said);
    expect(
      await page.evaluate(() => [
        ...(Reflect.get(window, 'asked') as string[]),
        document.activeElement?.className,
      ]),
    ).toEqual([`copy ${site.url}/tea/`, expect.stringContaining('share-copy')]);
    expect(await page.locator('.share-copy.copied').count()).toBe(Number(isAllowed));
    await expect.poll(() => page.textContent('.share [role=status]')).toBe('');
  },
);

test('[SHARE-08] [SHARE-09] by the real clock, too', async () => {
  const page = await open({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.share-copy').evaluate((button) => {
    const seen: [string, number][] = [];
    const { promise: states, resolve } = Promise.withResolvers<typeof seen>();
    new MutationObserver(() => {
      seen.push([
        [button.classList.contains('copied') ? 'copied' : '', button.ariaDisabled ? 'disabled' : ''].join(
          ' ',
        ),
        performance.now(),
      ]);
      if (!button.ariaDisabled) resolve(seen);
    }).observe(button, { attributes: true });
    Object.assign(window, { states });
  });
  await page.click('.share-copy');
  const seen = await page.evaluate<[string, number][]>('states');
  expect(seen.map(([state]) => state)).toEqual([' disabled', 'copied disabled', ' disabled', ' ']);
  const [, copied = 0, resting = 0, free = 0] = seen.map(([, at]) => at);
  // A busy machine may be late between starting a timer and showing its effect.
  expect(resting - copied).toBeGreaterThan(950);
  expect(free - resting).toBeGreaterThan(150);
});

test('[SHARE-10] every other network opens in a window of 900 by 600 in the middle of the screen, and the page stays', async () => {
  const page = await open({ ...desktop, screen: { width: 1600, height: 1000 } }, (fresh) =>
    fresh.addInitScript(() => {
      const opened: unknown[] = [];
      Object.assign(window, { opened, open: (...given: unknown[]) => opened.push(given) });
    }),
  );
  await page.click('.share-toggle');
  const networks = shareNetworks.filter((name) => !['copy', 'mail', 'print'].includes(name));
  for (const name of networks) await page.click(`.share-${name}`);
  const opened = await page.evaluate<string[][]>(() => Reflect.get(window, 'opened'));
  expect(opened.map(([url]) => url)).toEqual(
    await Promise.all(networks.map((name) => page.getAttribute(`.share-${name}`, 'href'))),
  );
  for (const [url = '', , features] of opened) {
    expect(decodeURIComponent(url)).toContain(`${site.url}/tea/`);
    expect(features).toBe('noopener,width=900,height=600,left=350,top=200');
  }
  expect([page.url(), tabsOf(page)]).toEqual([`${site.url}/tea/`, 1]);
  // As on any link, a modifier key opens a tab.
  await Promise.all([
    page.context().waitForEvent('page'),
    page.click('.share-reddit', { modifiers: ['ControlOrMeta'] }),
  ]);
  expect(await page.evaluate(() => Reflect.get(window, 'opened').length)).toBe(networks.length);
});

test('a click before the script loads waits for it, also on a link', async () => {
  const page = await browser.newPage(desktop);
  await page.addInitScript(() => {
    const opened: unknown[] = [];
    Object.assign(window, { opened, open: (...given: unknown[]) => opened.push(given) });
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/share-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.url}/tea/`);
  await page.click('.share-facebook');
  release();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'opened').length)).toBe(1);
  expect([page.url(), tabsOf(page)]).toEqual([`${site.url}/tea/`, 1]);
});

test('without scripts all networks show, as links that open a tab', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(`${site.url}/tea/`);
  expect([
    await page.locator('.share a.share-item:visible').count(),
    await page.locator('.share button:visible').count(),
  ]).toEqual([8, 0]);
  await Promise.all([page.context().waitForEvent('page'), page.click('.share-telegram')]);
  expect(page.url()).toBe(`${site.url}/tea/`);
});

test('[SHARE-11] a setting selects and orders the networks; translations label them', async () => {
  await site.set({
    share_networks: ['telegram', 'mail', 'copy'],
    translation_share_on: 'Auf %s teilen',
    translation_share: 'Teilen',
  });
  const page = await open();
  expect(await namesIn(page)).toEqual(['telegram', 'mail', 'copy']);
  expect([
    await page.getAttribute('.share-telegram', 'aria-label'),
    await page.textContent('.share-text'),
  ]).toEqual(['Auf Telegram teilen', 'Teilen']);
  await site.set({ share_networks: [] });
  await page.reload();
  expect(await page.locator('.share').count()).toBe(0);
});

const recordOpened = (fresh: Page) =>
  fresh.addInitScript(() => {
    const opened: unknown[] = [];
    Object.assign(window, { opened, open: (...given: unknown[]) => opened.push(given) });
  });

test('[SHARE-10] Mastodon asks for the server in a dialog of the page, remembers it, and opens it like any network', async () => {
  await site.set({
    share_networks: ['copy', 'bluesky', 'mastodon', 'threads'],
    translation_share_on: null,
    translation_share: null,
  });
  const page = await open(desktop, recordOpened);
  const opened = () => page.evaluate<string[][]>(() => Reflect.get(window, 'opened'));
  // Twice, before the question appears.
  await page.locator('.share-mastodon').evaluate((link: HTMLElement) => {
    link.focus();
    for (const one of [link, link]) one.click();
  });
  const field = page.getByRole('dialog', { name: 'Share on Mastodon' }).getByLabel('Mastodon server');
  await field.fill('nowhere');
  await field.press('Enter');
  expect([await field.isVisible(), await opened()]).toEqual([true, []]);
  await field.fill('@ada@Example.social');
  await field.press('Enter');
  await expect
    .poll(async () => (await opened()).map(([url]) => url))
    .toEqual([
      `https://example.social/share?text=${encodeURIComponent(`Tea & “biscuits” ${site.url}/tea/`)}`,
    ]);
  // The dialog closes after the window opens.
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain('share-mastodon');
  await page.click('.share-mastodon');
  expect(await field.inputValue()).toBe('example.social');
  await page.keyboard.press('Escape');
  await page.click('.share-bluesky');
  expect((await opened()).at(-1)?.[0]).toContain('https://bsky.app/intent/compose?text=');
  const without = await open({ ...desktop, expectedMessages: /ERR_FAILED/ }, async (tab) => {
    await recordOpened(tab);
    await tab.route('**/assets/ask-server-*.js', (route) => route.abort());
  });
  await without.click('.share-mastodon');
  await expect
    .poll(() =>
      without
        .evaluate<string[][]>(() => Reflect.get(window, 'opened'))
        .then((all) => all.map(([url]) => url)),
    )
    .toEqual([await without.getAttribute('.share-mastodon', 'href')]);
  await site.set({ share_networks: null });
});

test('a phone offers its share sheet instead of printing, and copies without one; the row keeps its length', async () => {
  const phone = {
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  };
  const page = await open(phone, (fresh) =>
    fresh.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(window, { shared });
      Object.defineProperty(navigator, 'share', {
        configurable: true,
        value: async (what: unknown) => void shared.push(what),
      });
    }),
  );
  expect(await rowsOf(page)).toEqual([5]);
  expect([
    await page.locator('.share-print').isVisible(),
    await page
      .locator('.share-items')
      .first()
      .evaluate((row) => row.childElementCount),
  ]).toEqual([false, 7]);
  await page.click('.share-device');
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([
    { title: 'Tea & “biscuits”', url: `${site.url}/tea/` },
  ]);
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.click('.share-device');
  await expect.poll(() => page.textContent('.share [role=status]')).toBe('Copied!');
  const large = await open();
  expect([
    await large.locator('.share-device').isVisible(),
    await large.locator('.share-print').isVisible(),
  ]).toEqual([false, true]);
});
