import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const tall =
  '<!-- wp:paragraph --><p>Words that fill a line or two of the text.</p><!-- /wp:paragraph -->'.repeat(80);
const site = useRealSite(async (tx) => {
  const science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  await makePost(tx, { title: 'Long', slug: 'long', termIds: [science], content: tall });
  await makePost(tx, { title: 'Short', slug: 'short', termIds: [science] });
  await makePost(tx, { type: 'page', title: 'Plain', slug: 'plain', content: tall });
  const measured = await makePost(tx, { type: 'page', title: 'Measured', slug: 'measured', content: tall });
  await assignTemplateToItem(
    tx,
    'page',
    measured,
    await createTemplate(tx, {
      type: 'page',
      title: 'Measured',
      content: '<!-- wp:broadsheet/reading-progress /--><!-- wp:broadsheet/post-content /-->',
    }),
  );
});

const screens: Readonly<Record<string, PageOptions>> = {
  'a desktop': { viewport: { width: 1280, height: 900 } },
  'a phone': { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  'no motion': { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
};

/** Visible percentage of the line with the window at a percentage of the text; undefined: at the top of the page. */
async function lineAt(page: Page, hundredths?: number): Promise<number> {
  await page.evaluate(async (part) => {
    const { top, height } = document.querySelector('.post-content')?.getBoundingClientRect() ?? new DOMRect();
    scrollTo({
      top: part === undefined ? 0 : scrollY + top + (part / 100) * (height - innerHeight),
      behavior: 'instant',
    });
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, hundredths);
  return page
    .locator('.reading-progress')
    .evaluate((line) =>
      Math.round((line.getBoundingClientRect().width / document.documentElement.clientWidth) * 100),
    );
}

test.each(Object.entries(screens))(
  '[PROG-01] on %s a line is nothing at the top, grows with the text, and is whole at its end',
  async (_name, options) => {
    const page = await browser.newPage(options);
    await page.goto(`${site.url}/long/`);
    expect([
      await lineAt(page),
      await lineAt(page, 0),
      await lineAt(page, 25),
      await lineAt(page, 50),
      await lineAt(page, 100),
      await lineAt(page, 120),
    ]).toEqual([0, 0, 25, 50, 100, 100]);
    expect(await lineAt(page)).toBe(0);
  },
);

test('[PROG-01] the same by a script where the browser has no timelines', async () => {
  const page = await browser.newPage(screens['a desktop']);
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    Object.assign(CSS, {
      supports: (name: string, value: string) => name !== 'timeline-scope' && supports(name, value),
    });
  });
  await page.goto(`${site.url}/long/`);
  await page.addStyleTag({ content: '.reading-progress{animation:none!important}' });
  await page.mouse.move(9, 9, { steps: 2 });
  await page.locator('.reading-progress:not([data-late])').waitFor({ state: 'attached' });
  expect([
    await lineAt(page),
    await lineAt(page, 0),
    await lineAt(page, 25),
    await lineAt(page, 50),
    await lineAt(page, 100),
    await lineAt(page, 120),
  ]).toEqual([0, 0, 25, 50, 100, 100]);
});

test("[PROG-03] the bar is at the very top, and 30 px lower in the page builder's frame, whose toolbar would cover it", async () => {
  const page = await browser.newPage(screens['a desktop']);
  await page.goto(`${site.url}/long/`);
  const top = () =>
    page
      .locator('.reading-progress')
      .evaluate((line) => [getComputedStyle(line).position, line.getBoundingClientRect().top]);
  await lineAt(page, 50);
  expect(await top()).toEqual(['fixed', 0]);
  await page.evaluate(() => document.documentElement.classList.add('is_builder'));
  expect(await top()).toEqual(['fixed', 30]);
});

test('a text shorter than the window has no range: empty before it, full after it', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 500 } });
  await page.goto(`${site.url}/short/`);
  expect(await lineAt(page)).toBe(0);
  await page.evaluate(() => scrollTo({ top: 9999, behavior: 'instant' }));
  await expect
    .poll(() => page.locator('.reading-progress').evaluate((line) => line.getBoundingClientRect().width))
    .toBe(1280);
});

test('[PROG-02] single posts have it, other kinds only by template; it runs along the configured edge', async () => {
  const page = await browser.newPage(screens['a desktop']);
  const lines = async (path: string) => {
    await page.goto(site.url + path);
    return page.locator('.reading-progress').count();
  };
  expect([
    await lines('/long/'),
    await lines('/category/science/'),
    await lines('/plain/'),
    await lines('/'),
    await lines('/measured/'),
  ]).toEqual([1, 0, 0, 0, 1]);
  const edge = () =>
    page
      .locator('.reading-progress')
      .evaluate((line) => [
        Math.round(line.getBoundingClientRect().top),
        Math.round(line.getBoundingClientRect().bottom),
      ]);
  await page.goto(`${site.url}/long/`);
  expect(await edge()).toEqual([0, 3]);
  await site.set({ reading_progress: 'bottom' });
  await page.reload();
  expect(await edge()).toEqual([897, 900]);
  expect([await lineAt(page), await lineAt(page, 50)]).toEqual([0, 50]);
  await site.set({ reading_progress: 'off' });
  expect(await lines('/long/')).toBe(0);
});
