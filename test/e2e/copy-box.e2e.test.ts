import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const code = 'npm start\nopen http://localhost:3000';
const site = useRealSite(async (tx) => {
  await makePost(tx, {
    slug: 'box',
    content: `<!-- wp:paragraph --><p>Copy this:</p><!-- /wp:paragraph --><!-- wp:broadsheet/copy-code ${JSON.stringify({ code })} /-->`,
  });
  await makePost(tx, { slug: 'line', content: '<!-- wp:broadsheet/copy-code {"code":"npm start"} /-->' });
  await makePost(tx, {
    slug: 'listing',
    content: `<!-- wp:code --><pre class="wp-block-code"><code>${code}</code></pre><!-- /wp:code -->`,
  });
});
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const box = (page: Page) => page.textContent('.copy-code pre');
const read = (page: Page) => page.locator('.copy-code pre').innerText();
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('[BOX-01] [BOX-02] [BOX-03] [BOX-04] [BOX-05] an article’s box hides its code for 21 steps of 1.5 s; articles without a box show nothing', async () => {
  const page = await browser.newPage();
  await pauseClock(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requests: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    requests.push(route.request().url());
    await released;
    await route.continue();
  });
  await page.goto(`${site.url}/box/`, { waitUntil: 'domcontentloaded' });
  // Before its script loads, the code is neither readable nor findable.
  await expect.poll(() => requests.length).toBeGreaterThan(0);
  expect([await read(page), await page.evaluate<boolean>("find('npm start')")]).toEqual(['', false]);
  release();
  await expect.poll(() => read(page)).toBe('Wait 20 sec before code appears... 20 sec.');
  expect(
    await page.locator('.copy-code pre span span').evaluate((number) => getComputedStyle(number).color),
  ).toBe('rgb(255, 0, 0)');
  for (let seconds = 20; seconds >= 0; seconds--) {
    await page.clock.runFor(1499);
    expect(await read(page)).toBe(`Wait 20 sec before code appears... ${seconds} sec.`);
    await page.clock.runFor(1);
  }
  expect(await read(page)).toBe(code);
  await page.clock.runFor(60_000);
  expect(await read(page)).toBe(code);
  const other = await browser.newPage();
  await other.goto(`${site.url}/listing/`);
  expect(await other.textContent('body')).not.toContain('before code appears');
});

test('without JavaScript, or if the script fails to load, the code is readable', async () => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${site.url}/box/`);
  expect(await read(plain)).toBe(code);
  const failing = await browser.newPage({ expectedMessages: /ERR_FAILED|dynamically imported module/ });
  await failing.route('**/assets/*.js', (route) => route.abort());
  await failing.goto(`${site.url}/box/`);
  await expect.poll(() => read(failing)).toBe(code);
});

async function openRevealed(): Promise<Page> {
  const page = await browser.newPage(clipboard);
  await pauseClock(page);
  await page.goto(`${site.url}/box/`);
  await expect.poll(() => box(page)).toContain('Wait');
  await page.clock.runFor(22 * 1500);
  return page;
}

test('a part of the code can be selected by the mouse, and is left to the reader', async () => {
  const page = await openRevealed();
  const before = await page.textContent('.copy-code code');
  const { x, y, height } = await page
    .locator('.copy-code code')
    .evaluate((element) => element.getClientRects()[0]?.toJSON() as DOMRect);
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 30, y + height / 2, { steps: 4 });
  await page.mouse.up();
  const chosen = await page.evaluate(() => String(getSelection()));
  expect(chosen).not.toBe('');
  expect(before).toContain(chosen);
  expect(await page.textContent('.copy-code code')).toBe(before);
  await page.click('.copy-code code');
  await expect.poll(() => page.textContent('.copy-code code')).toBe('Copied!');
});

test(
  '[BOX-06] [BOX-07] [BOX-08] a click on the code or the button copies it; what was clicked says so for 1.2 s, ' +
    'and a second click changes nothing',
  async () => {
    const page = await openRevealed();
    for (const label of ['.copy-code code', '.copy-code button']) {
      const before = await page.textContent(label);
      await page.click(label);
      await expect.poll(() => page.textContent(label)).toBe('Copied!');
      await page.click(label);
      expect(await copied(page)).toBe(code);
      await page.clock.runFor(1199);
      expect(await page.textContent(label)).toBe('Copied!');
      await page.clock.runFor(1);
      await expect.poll(() => page.textContent(label)).toBe(before);
      expect(await copied(page)).toBe(code);
    }
  },
);

test.each([code, 'npm start'])(
  '[BOX-02] [BOX-07] the box of %j keeps its height, from the first paint to ‘Copied!’ and without ' +
    'scripts for its code alone',
  async (text) => {
    const slug = text === code ? 'box' : 'line';
    const height = (page: Page) =>
      page.locator('.copy-code').evaluate((element) => element.getBoundingClientRect().height);
    const page = await browser.newPage(clipboard);
    await pauseClock(page);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/copy-code-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${site.url}/${slug}/`);
    // The font's metrics decide heights, with or without the box's script.
    await page.evaluate(() => document.fonts.ready);
    const first = await height(page);
    release();
    await expect.poll(() => box(page)).toContain('Wait');
    expect(await height(page)).toBe(first);
    await page.clock.runFor(22 * 1500);
    expect([await box(page), await height(page)]).toEqual([text, first]);
    for (const label of ['.copy-code code', '.copy-code button']) {
      await page.click(label);
      await expect.poll(() => page.textContent(label)).toBe('Copied!');
      expect(await height(page)).toBe(first);
      await page.clock.runFor(1200);
    }
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(`${site.url}/${slug}/`);
    expect([await box(still), await still.isVisible('.copy-code button')]).toEqual([text, false]);
  },
);

test('code that can’t be copied gets a message, and is shown again', async () => {
  await site.set({ translation_copy_failed: 'Ging nicht' });
  const page = await browser.newPage();
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('Shut.'));
    document.execCommand = () => false;
  });
  // By the real clock the text could be gone before a busy machine checks.
  await pauseClock(page);
  await page.goto(`${site.url}/listing/`);
  await page.mouse.move(20, 20, { steps: 2 });
  await page.click('.copy-frame button');
  await expect.poll(() => page.textContent('.copy-frame button')).toBe('Ging nicht');
  await page.clock.runFor(1200);
  await expect.poll(() => page.textContent('.copy-frame button')).toBe('Copy code');
});

test('the future button has its label from the start, in the site’s language or as configured', async () => {
  const page = await browser.newPage();
  const label = () =>
    page.locator('.post-content pre').evaluate((pre) => {
      const { content } = getComputedStyle(pre, '::before');
      return content.startsWith('attr') ? pre.dataset.copyable : (JSON.parse(content) as unknown);
    });
  for (const [settings, words] of [
    [{}, 'Copy code'],
    [{ site_language: 'he' }, 'העתקת הקוד'],
    [{ site_language: 'he', translation_copy_code: 'Mitnehmen' }, 'Mitnehmen'],
    [{ site_language: null, translation_copy_code: null }, 'Copy code'],
  ] as const) {
    await site.set(settings);
    await page.goto(`${site.url}/listing/`);
    expect(await label()).toBe(words);
  }
});

test('code in a text has a button that copies it', async () => {
  const page = await browser.newPage(clipboard);
  await page.goto(`${site.url}/listing/`);
  await page.mouse.move(20, 20, { steps: 2 });
  await page.click('.copy-frame button');
  await expect.poll(() => copied(page)).toBe(code);
  await expect.poll(() => page.textContent('.copy-frame button')).toBe('Copy code');
  expect(await page.textContent('.copy-frame pre')).toBe(code);
});

test('[BOX-04] [BOX-05] [BOX-07] by a real clock no step is shorter than 1.5 s, the code follows the last, and ‘Copied!’ stays 1.2 s', async () => {
  const page = await browser.newPage(clipboard);
  await page.addInitScript(() => {
    const seen: [string, number][] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.querySelector<HTMLElement>('.copy-code pre')?.innerText ?? '';
      if (text !== '' && text !== seen.at(-1)?.[0]) seen.push([text, performance.now()]);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await page.goto(`${site.url}/box/`);
  const shown = () => page.evaluate(() => (window as unknown as { seen: [string, number][] }).seen);
  await expect.poll(async () => (await shown()).length, { interval: 500 }).toBe(22);
  await page.click('.copy-code code');
  await expect.poll(async () => (await shown()).length).toBe(24);
  const steps = await shown();
  expect(steps.map(([text]) => text)).toEqual([
    ...Array.from({ length: 21 }, (_, n) => `Wait 20 sec before code appears... ${20 - n} sec.`),
    code,
    'Copied!',
    code,
  ]);
  // Timers may fire late and the next one earlier by as much; allow a third of a step.
  const between = (first: number, last: number) => (steps[last]?.[1] ?? 0) - (steps[first]?.[1] ?? 0);
  expect(between(0, 21)).toBeGreaterThan(31_000);
  expect(between(22, 23)).toBeGreaterThan(1150);
});
