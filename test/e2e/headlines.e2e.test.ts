import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { listStyles } from '../../src/blocks/post-list/settings.ts';
import { bigGrids } from '../../src/blocks/big-grid/block.ts';
import { lookNames, looks } from '../../src/lib/look/looks.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();

/** A text of exactly 130 characters, with or without spaces. */
const of130 = (text: string) => text.repeat(130).slice(0, 129).trimEnd().padEnd(130, 'X');
const longTitles: Readonly<Record<string, string>> = {
  words: of130('The council met again about the harbour and its ferries '),
  unbroken: of130('harbourferries'),
  german: of130('Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '),
  thai: of130('ท่าเรือเก่าเปิดประตูต้อนรับผู้มาเยือนอีกครั้ง'),
  chinese: of130('三十年后灯塔再次开放第一夜聚集的人们'),
  arabic: of130('الميناء القديم يفتح أبوابه للزوار '),
  devanagari: of130('पुराना बंदरगाह फिर से खुलता है '),
  vietnamese: of130('Ế Ẩ Ỗ cảng cũ mở cửa trở lại '),
  capitals: of130('ÉÅÜ ÇĘŞ '),
};
const ordinary = [
  'Who owns the roof?',
  'The town that moved noon',
  'Thirty years of wrong answers',
  'The night bus knows the way',
  'Counting the quiet',
  'Drawer 4,112',
];

const block = (name: string, settings: object) =>
  `<!-- wp:broadsheet/${name} ${JSON.stringify(settings)} /-->`;
const narrow = (inner: string) =>
  `<!-- wp:broadsheet/row -->\n<!-- wp:broadsheet/column {"desktop":3} -->\n${inner}\n<!-- /wp:broadsheet/column -->\n<!-- /wp:broadsheet/row -->`;

const site = useRealSite(async (tx) => {
  const author = await makeUser(tx);
  const [section, second, long] = [
    await makeTerm(tx, { name: 'Work', slug: 'work' }),
    await makeTerm(tx, { name: 'Film', slug: 'film' }),
    await makeTerm(tx, { name: 'Long', slug: 'long' }),
  ];
  const longIds: number[] = [];
  for (const [name, title] of Object.entries(longTitles)) {
    longIds.push(
      await makePost(tx, {
        title,
        slug: name,
        authorId: author,
        termIds: [long],
        featuredMediaId: await makeMedia(tx, { file: { sizes: {} } }),
      }),
    );
  }
  const ids: number[] = [];
  for (let nth = 0; nth < 24; nth++) {
    const title = ordinary[nth % ordinary.length] ?? '';
    const picture = nth % 4 === 3 ? {} : { featuredMediaId: await makeMedia(tx, { file: { sizes: {} } }) };
    ids.push(
      await makePost(tx, {
        title,
        authorId: author,
        termIds: [nth % 2 ? section : second],
        excerpt: 'An excerpt of a sentence.',
        ...picture,
      }),
    );
  }
  for (const postId of ids.slice(0, 4)) await makeComment(tx, { postId });
  const bare = { type: 'page', meta: { _wp_page_template: ['bare'] } };
  const titled = [
    ...listStyles.map((style) =>
      block('post-list', {
        style,
        limit: 4,
        category_id: `${section}`,
        custom_title: 'Titled',
        ajax_pagination: 'next_prev',
      }),
    ),
    ...Object.keys(bigGrids).map((grid) =>
      block('big-grid', { grid, limit: 5, category_id: `${section}`, custom_title: 'Titled' }),
    ),
  ].join('\n\n');
  await makePost(tx, { ...bare, slug: 'titled', title: 'Titled', content: titled });
  const clamped = listStyles.map((style) =>
    block('post-list', { style, limit: longIds.length, post_ids: longIds.join() }),
  );
  await makePost(tx, {
    ...bare,
    slug: 'clamped',
    title: 'Clamped',
    content: [...clamped, ...clamped.map(narrow)].join('\n\n'),
  });
  const ends = block('post-list', { style: 'compact', limit: 4, td_column_number: 2 });
  await makePost(tx, { ...bare, slug: 'ends', title: 'Ends in a list', content: ends });
});

async function open(path: string, width: number): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    expectedMessages: /404/,
  });
  await page.route('**/wp-content/uploads/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>',
    }),
  );
  await page.goto(site.url + path, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page;
}

/** Font sizes (px) of a page's section titles, and of the card titles below them that are not smaller. */
const titleSizes = (page: Page) =>
  page.evaluate(() => {
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const titles = [...document.querySelectorAll('main .section-title')].filter((title) =>
      title.checkVisibility(),
    );
    const faults: string[] = [];
    for (const title of titles) {
      const section = title.closest('section,.post-list');
      for (const card of section?.querySelectorAll('.card-title,.voice-title') ?? []) {
        if (sizeOf(card) >= sizeOf(title))
          faults.push(
            `${sizeOf(card)} px below ${sizeOf(title)} px: ${card.closest('ul,ol,div[class]')?.className}`,
          );
      }
    }
    return { sizes: titles.map(sizeOf), faults: [...new Set(faults)] };
  });

test.each(lookNames)(
  'in the look "%s" section titles are larger than the headlines below them',
  async (look) => {
    await site.set({ look: { base: look } });
    for (const path of ['/', '/titled/']) {
      const page = await open(path, 1280);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 900 });
        const { sizes, faults } = await titleSizes(page);
        expect(sizes.length, path).toBeGreaterThan(2);
        expect(faults, `${path} at ${width}`).toEqual([]);
        for (const size of sizes) expect(size).toBeGreaterThanOrEqual(24);
        if (look === 'broadsheet') for (const size of sizes) expect(size).toBeLessThanOrEqual(26);
      }
      await page.close();
    }
  },
);

test.each(lookNames)(
  'in the look "%s" a title of 130 characters has three lines in every list, and its whole text',
  async (look) => {
    await site.set({ look: { base: look } });
    const page = await open('/clamped/', 1280);
    const titles = Object.values(longTitles);
    expect(titles.map((title) => title.length)).toEqual(titles.map(() => 130));
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      const measured = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.card-title')].map((title) => {
          const range = document.createRange();
          range.selectNodeContents(title);
          const middles = [
            ...new Set([...range.getClientRects()].map(({ top, bottom }) => Math.round((top + bottom) / 2))),
          ];
          const { top, bottom } = title.getBoundingClientRect();
          const shown = middles.filter((middle) => middle > top && middle < bottom).length;
          const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(title);
          const height =
            title.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
          // `normal` leaves the line height to the font, which differs by script.
          const byHeight = lineHeight === 'normal' ? shown : height / Number.parseFloat(lineHeight);
          return {
            text: title.textContent,
            shown,
            byHeight,
            isCut: middles.length > shown,
            where: title.closest('.list')?.className,
          };
        }),
      );
      expect(measured).toHaveLength(2 * listStyles.length * titles.length);
      expect(new Set(measured.map(({ text }) => text))).toEqual(new Set(titles));
      for (const { shown, byHeight, isCut, where, text } of measured) {
        const place = `${where}: ${text} at ${width}`;
        expect(shown, place).toBeLessThanOrEqual(3);
        expect(Math.abs(byHeight - shown), place).toBeLessThan(0.05);
        if (isCut) expect(shown, place).toBe(3);
      }
      expect(measured.filter(({ isCut }) => isCut).length).toBeGreaterThan(titles.length);
    }
    const snapshot = await page.locator('.list-compact').first().ariaSnapshot();
    expect(snapshot).toContain(longTitles.words);
    await page.close();
  },
);

test('a headline that is cut shows the focus of its link all around', async () => {
  await site.set({ look: null });
  const page = await open('/clamped/', 1280);
  const link = page.locator('.list-compact .card-title a').first();
  await page.keyboard.press('Tab');
  await link.focus();
  expect(
    await link.evaluate((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one.closest('.card-title') as Element);
      return [one.matches(':focus-visible'), outlineStyle, outlineWidth];
    }),
  ).toEqual([true, 'solid', '2px']);
  await page.close();
});

test.each(lookNames)(
  'in the look "%s" one rule separates the page’s end from its footer, or no rule if the footer has a background',
  async (look) => {
    await site.set({ look: { base: look } });
    for (const path of ['/', '/ends/', '/words/', '/category/work/', '/no-such-page/']) {
      const page = await open(path, 1280);
      await page.mouse.move(5, 5, { steps: 2 });
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.locator('.footer-inner').waitFor({ state: 'attached' });
      const rules = await page.evaluate(() => {
        const shown = (root: Element | null) =>
          [...(root?.querySelectorAll<HTMLElement>('*') ?? [])].filter(
            (one) => one.checkVisibility() && one.offsetWidth > 0,
          );
        const footer = document.querySelector('.site-footer');
        const lowest = (one: Element) => one.getBoundingClientRect().bottom + scrollY;
        const last = Math.max(
          ...shown(document.querySelector('#content'))
            .filter(
              (one) =>
                !one.closest('.visually-hidden,.more-articles') &&
                (one.matches('img,button,input') ||
                  [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())),
            )
            .map(lowest),
        );
        const first = Math.min(
          ...shown(footer)
            .filter((one) =>
              [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
            )
            .map((one) => one.getBoundingClientRect().top + scrollY),
        );
        const seen = (width: string, colour: string) =>
          Number.parseFloat(width) > 0 && !/transparent|, 0\)/.test(colour);
        const found: string[] = [];
        for (const one of [...shown(document.querySelector('#content')), ...shown(footer)]) {
          const box = one.getBoundingClientRect();
          const style = getComputedStyle(one);
          // Cards may have frames.
          if (box.width < 200 || Number.parseFloat(style.borderLeftWidth) > 0) continue;
          for (const [y, has] of [
            [box.top + scrollY, seen(style.borderTopWidth, style.borderTopColor)],
            [box.bottom + scrollY, seen(style.borderBottomWidth, style.borderBottomColor)],
          ] as const)
            if (has && y >= last && y <= first) found.push(`${Math.round(y)} ${one.className}`);
        }
        return [...new Map(found.map((line) => [line.split(' ')[0], line])).values()];
      });
      expect(
        rules.map((line) => line.replace(/^\d+ /, '')),
        path,
      ).toHaveLength(looks[look].footer.band === '' ? 1 : 0);
      await page.close();
    }
  },
);
