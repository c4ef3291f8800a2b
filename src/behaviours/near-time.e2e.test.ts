import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';

const browser = useChromium();
const site = useFixtureSite();

const written = Date.UTC(2026, 10, 20, 8);
const time = `<time datetime="${new Date(written).toISOString()}" data-near>Friday, November 20, 2026</time>`;
const head = '<style>p{margin:0}.line{display:flex;flex-wrap:wrap;gap:0 12px}.beside{display:flex}</style>';

/** A page two hours after its date, before and after the date is told as a near one: what stands behind it, from the left or from above. */
async function placesOf(page: Page, body: string, edge: 'left' | 'top'): Promise<readonly number[]> {
  await page.clock.setFixedTime(written + 2 * 3_600_000);
  const places: number[] = [];
  const place = () => page.evaluate((name) => document.querySelector('.behind')?.getBoundingClientRect()[name] ?? -1, edge);
  for (const modules of [[], ['near-time']]) {
    await page.goto(site.add({ head, body, modules, bodyActs: { now: modules.join(' '), late: '' } }));
    if (modules.length > 0) await expect.poll(() => page.textContent('time')).toMatch(/^2\s?h/);
    places.push(await place());
  }
  return places;
}

test('a near date that is the last of its line keeps its width, so that nothing beside the line moves', async () => {
  const page = await browser.newPage();
  const line = `<p class="line"><span>By Mira Holt</span>${time}</p>`;
  const [before = 0, after] = await placesOf(page, `<div class="beside">${line}<a class="behind">Share</a></div>`, 'left');
  expect(before).toBeGreaterThan(200);
  // Widths that scripts are told are whole pixels.
  expect(Math.abs((after ?? 0) - before)).toBeLessThan(1);
});

test('a line that would be one less with a near date keeps its height and what stands where in it, so that nothing below it moves', async () => {
  const page = await browser.newPage();
  const words = `<span>By Mira Holt and others</span>${time}<a class="CLASS">7 comments</a>`;
  for (const body of [
    // Where it flows as text does, it can't keep its width.
    `<p style="width:400px">${words.replaceAll('><', '> <')}</p><p class="behind">Text</p>`,
    `<p class="line" style="width:400px">${words.replace('CLASS', 'behind')}</p>`,
    // As cards have it: date and count go to the next line together.
    `<p class="line" style="width:400px"><span>By Mira Holt and others</span><span class="line">${time}<a>7 comments</a></span></p><p class="behind">Text</p>`,
  ]) {
    const [before = 0, after] = await placesOf(page, body, 'top');
    expect(before).toBeGreaterThan(15);
    expect(after).toBe(before);
  }
});
