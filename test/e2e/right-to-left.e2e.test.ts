import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const english = 'Is the harbour open again?';
const mixed = 'Open Harbour 2.0 يصل إلى 40 ميناء قبل الشتاء.';
const arabic = 'لماذا تتوقف إشارات المرور عند الفجر؟';
const excerpts: Readonly<Record<string, string>> = {
  [english]: 'The ferry waits for nobody.', [mixed]: 'خبر من Harbour Systems.', [arabic]: 'لا أحد يعرف 7 أسباب.',
};
const content = `<p>${(excerpts[arabic] ?? '').repeat(8)}</p>`;
const site = useRealSite(async (tx) => {
  const author = await makeUser(tx, { login: 'harper', displayName: 'Harper Holt Jr.' });
  const sea = await makeTerm(tx, { name: 'البحر', slug: 'sea' });
  for (const [index, title] of [mixed, arabic, english, arabic].entries()) {
    await makePost(tx, { title, slug: `post-${index}`, excerpt: excerpts[title], termIds: [sea], authorId: author, content });
  }
});
const inArabic = async (work: () => Promise<void>) => {
  await site.set({ site_language: 'ar' });
  try {
    await work();
  } finally {
    await site.set({ site_language: null });
  }
};

/** Where the letters of each text of ours stand from above, in pixels. */
const heights = (page: Page) => page.evaluate(() => (
  [...document.querySelectorAll('.site-title-name,.card-title,.card-excerpt,.byline time,.post-title,.post-standfirst,.post-content p')].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { top, bottom } = range.getBoundingClientRect();
    return { name: one.className || one.localName, top, bottom };
  })
));

test('lines of an Arabic page stand where they stay before its Latin letters come, however late these are', async () => {
  await inArabic(async () => {
    for (const [path, width] of [['/', 375], ['/', 1280], ['/post-0/', 375], ['/post-0/', 1280]] as const) {
      const page = await browser.newPage({ viewport: { width, height: 812 }, reducedMotion: 'reduce' });
      const { promise: wanted, resolve: come } = Promise.withResolvers<void>();
      await page.route(/\.woff2$/, async (route) => {
        await wanted;
        await route.continue();
      });
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
      await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
      const loaded = () => page.evaluate(() => [...document.fonts].filter(({ family, status }) => /Variable/.test(family) && status === 'loaded').length);
      const before = await heights(page);
      expect(await loaded()).toBe(0);
      come();
      await expect.poll(loaded).toBeGreaterThan(1);
      await page.evaluate(() => document.fonts.ready);
      const after = await heights(page);
      expect(before.length).toBeGreaterThan(4);
      const by = (index: number, side: 'top' | 'bottom') => Math.abs((before[index]?.[side] ?? 0) - (after[index]?.[side] ?? 0));
      expect(before.filter((_text, index) => by(index, 'top') > 1 || by(index, 'bottom') > 1), `${path} at ${width}`).toEqual([]);
      await atRest(page);
      await page.close();
    }
  });
});
