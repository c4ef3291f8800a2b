import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { lookNames } from '../../src/lib/look/looks.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeTerm } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const scale = 2;
// Characters that end at the baseline, in the text as in the drop cap.
const words = 'HEXH '.repeat(120).trim();
const longTitle =
  'A machine of its own that keeps the minutes of meetings which no member attended in nineteen years';
const thai = 'ท่าเรือเก่าเปิดประตูต้อนรับผู้มาเยือนอีกครั้งหลังจากปิดมานานสามสิบปีและเรือข้ามฟากลำแรกออกจากท่าตอนรุ่งสาง';
const paragraph = (text: string, className = '') =>
  `<!-- wp:paragraph -->\n<p${className && ` class="${className}"`}>${text}</p>\n<!-- /wp:paragraph -->`;

const site = useRealSite(async (tx) => {
  const section = await makeTerm(tx, { name: 'Machines', slug: 'machines' });
  const code =
    '<!-- wp:code -->\n<pre class="wp-block-code"><code>let answer, question;</code></pre>\n<!-- /wp:code -->';
  await makePost(tx, {
    slug: 'machine',
    title: longTitle,
    termIds: [section],
    content: `${paragraph(words)}\n\n${code}`,
  });
  await makePost(tx, {
    slug: 'capped',
    type: 'page',
    title: 'A letter that the author asked for',
    content: paragraph(words, 'has-drop-cap'),
  });
  await makePost(tx, { slug: 'thai', title: thai, termIds: [section] });
  const arabic = 'في الصباح الباكر، قبل أن تصل أول عبّارة. '.repeat(20);
  await makePost(tx, {
    slug: 'arabic',
    type: 'page',
    title: 'Arabic',
    content: paragraph(arabic, 'has-drop-cap'),
  });
});

/** Y of the first and last row of ink in a part of the page, in CSS pixels. */
async function inkOf(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<{ top: number; bottom: number }> {
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) => y).filter((y) =>
    data.subarray(y * info.width, (y + 1) * info.width).some((value) => value < 110),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is no ink in this part of the page.');
  return { top: clip.y + first / scale, bottom: clip.y + last / scale };
}

/** Boxes of a paragraph's drop cap and of the first H of each line. */
const placesOf = (page: Page) =>
  page.evaluate(() => {
    const text = document.querySelector('.drop-cap>p,.has-drop-cap')?.firstChild as Text;
    const range = document.createRange();
    const box = (from: number) => {
      range.setStart(text, from);
      range.setEnd(text, from + 1);
      const { x, y, width, height, bottom } = range.getBoundingClientRect();
      return { x, y, width, height, bottom };
    };
    const cap = box(0);
    const lines: (typeof cap)[] = [];
    for (let at = 1; at < text.length && lines.length < 5; at++) {
      const letter = box(at);
      if (
        text.data[at] === 'H' &&
        letter.width > 0 &&
        (lines.length === 0 || letter.y > (lines.at(-1)?.y ?? 0) + 5)
      )
        lines.push(letter);
    }
    return { cap, lines };
  });

test.each(lookNames)(
  'in the look "%s" the drop cap ends on the baseline of the third line, and begins at cap height of the first',
  async (look) => {
    await site.set({ look: { base: look } });
    for (const path of ['machine', 'capped']) {
      const page = await browser.newPage({
        viewport: { width: 1280, height: 1200 },
        deviceScaleFactor: scale,
        reducedMotion: 'reduce',
      });
      await page.goto(`${site.url}/${path}/`, { waitUntil: 'load' });
      await page.evaluate(() => document.fonts.ready.then(() => undefined));
      const { cap, lines } = await placesOf(page);
      const [first, , third, fourth] = lines;
      if (!first || !third || !fourth) throw new Error('The paragraph has fewer than four lines.');
      expect(cap.width, `${look} ${path}`).toBeGreaterThan(2 * first.width);
      // The third line is next to it, the fourth below.
      expect([third.x > cap.x + cap.width - 2, fourth.x < cap.x + cap.width]).toEqual([true, true]);
      const large = await inkOf(page, {
        x: cap.x + 2,
        y: first.y - 4,
        width: Math.floor(cap.width) - 6,
        height: Math.floor(fourth.y - 2 - first.y),
      });
      const [above, below] = [await inkOf(page, first), await inkOf(page, third)];
      expect(Math.abs(large.bottom - below.bottom), `${look} ${path}`).toBeLessThanOrEqual(1.5);
      expect(Math.abs(large.top - above.top), `${look} ${path}`).toBeLessThanOrEqual(1.5);
      await page.close();
    }
  },
);

test('joining scripts have no drop cap', async () => {
  await site.set({ look: null, site_language: 'ar' });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/arabic/`);
  expect(
    await page.locator('.has-drop-cap').evaluate((one) => {
      const { fontSize, initialLetter } = getComputedStyle(one, '::first-letter') as CSSStyleDeclaration & {
        initialLetter: string;
      };
      return [fontSize === getComputedStyle(one).fontSize, initialLetter];
    }),
  ).toEqual([true, 'normal']);
  await page.close();
  await site.set({ site_language: null });
});

/** Line distances of headlines, divided by cap height and by font size. */
const pitches = (page: Page, text: string) =>
  page.evaluate((title) => {
    const all = [...document.querySelectorAll('.card-title,.post-title')].filter(
      (one) => one.checkVisibility() && one.textContent === title,
    );
    return all.flatMap((one) => {
      const { fontFamily, fontWeight, fontSize, textTransform } = getComputedStyle(one);
      const pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
      pen.font = `${fontWeight} 1000px ${fontFamily}`;
      const size = Number.parseFloat(fontSize);
      const capHeight = (pen.measureText('H').actualBoundingBoxAscent / 1000) * size;
      const range = document.createRange();
      range.selectNodeContents(one.querySelector('a') ?? one);
      const tops = [...new Set([...range.getClientRects()].map(({ top }) => top))].toSorted((a, b) => a - b);
      return tops.slice(1).map((top, nth) => ({
        textTransform,
        byCapitals: (top - (tops[nth] ?? 0)) / capHeight,
        bySize: (top - (tops[nth] ?? 0)) / size,
      }));
    });
  }, text);

test('headline lines are 1.15 to 1.3 times the cap height; other scripts have more room', async () => {
  await site.set({ look: { base: 'tabloid' } });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  for (const path of ['/', '/machine/', '/category/machines/', '/thai/']) {
    await page.goto(site.url + path, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const [latin, other] = [await pitches(page, longTitle), await pitches(page, thai)];
    expect(latin.length + other.length, path).toBeGreaterThan(0);
    for (const { textTransform, byCapitals } of latin) {
      expect(textTransform).toBe('uppercase');
      expect(byCapitals).toBeGreaterThanOrEqual(1.15);
      expect(byCapitals).toBeLessThanOrEqual(1.3);
    }
    for (const { bySize } of other) expect(bySize).toBeGreaterThan(1.1);
  }
  await page.close();
});

test.each(lookNames)(
  'the look "%s" fetches a monospaced font of the site where it has monospaced kickers',
  async (look) => {
    await site.set({ look: { base: look } });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const fetched: string[] = [];
    page.on('response', (reply) => {
      if (reply.url().endsWith('.woff2')) fetched.push(`${reply.status()} ${reply.url()}`);
    });
    await page.goto(`${site.url}/machine/`, { waitUntil: 'load' });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const families = await page.evaluate(() =>
      ['.kicker', 'pre code'].map(
        (name) => getComputedStyle(document.querySelector(name) as Element).fontFamily,
      ),
    );
    const isMono = look === 'technology';
    expect(fetched.filter((line) => /\/mono-[^/]*$/.test(line))).toEqual(
      isMono ? [expect.stringContaining(`200 ${site.url}/assets/mono-basic-`)] : [],
    );
    expect(fetched.filter((line) => !line.startsWith(`200 ${site.url}/`))).toEqual([]);
    expect(families.map((family) => /^"?Mono"?,/.test(family))).toEqual([isMono, isMono]);
    if (isMono) {
      expect(await page.evaluate(() => document.fonts.check('600 12px Mono', 'machines'))).toBe(true);
      expect(
        await page.evaluate(
          () =>
            [...document.fonts].filter(({ family, status }) => family === 'Mono' && status === 'loaded')
              .length,
        ),
      ).toBe(1);
    }
    await page.close();
  },
);
