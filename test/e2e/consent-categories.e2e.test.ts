import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { seriousFaults } from '../harness/newsroom.ts';
import { thirdPartySite } from '../harness/third-party-site.ts';
import { standInForPlatforms } from '../harness/video-platforms.ts';

const browser = useChromium();
const place = thirdPartySite();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const video = 'https://www.youtube.com/watch?v=ex8fMxXJDJw';

beforeAll(() =>
  place.site.write(async (tx) => {
    await makePost(tx, {
      title: 'A film',
      slug: 'a-film',
      authorId: await makeUser(tx, { login: 'filmer' }),
      content: `<!-- wp:embed {"url":"${video}"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${video}\n</div></figure><!-- /wp:embed -->`,
    });
  }),
);

const marketing = ['GET /network.js', 'GET /bid', 'GET /creative.html', 'GET /picture.svg', 'GET /check'];
const statistics = ['GET /container.js', 'GET /collect'];
const everything = (): Partial<Settings> => {
  const { origin } = place.network;
  return {
    consent: true,
    consent_categories: true,
    ad_script_url: `${origin}/network.js`,
    ad_header: `<div id="at-header"></div><script>network.show('at-header')</script>`,
    ad_sidebar_image: `${origin}/picture.svg`,
    ad_block_notice: true,
    ad_block_check_urls: [`${origin}/check`],
    analytics_container_id: 'GTM-TEST1',
    analytics_script_url: `${origin}/container.js`,
  };
};

/** Opens the article with a stored value of the cookie. */
async function open(value?: string, options: PageOptions = desktop): Promise<Page> {
  const page = await browser.newPage(options);
  if (value !== undefined)
    await page.context().addCookies([{ name: 'broadsheet_consent', value, url: place.site.url }]);
  place.network.requests.length = 0;
  await page.goto(place.article);
  return page;
}

async function readOn(page: Page): Promise<void> {
  for (let step = 0; step < 6; step++) {
    await page.evaluate(() => scrollBy({ top: 700, behavior: 'instant' }));
    await atRest(page);
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

const answerOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'broadsheet_consent')?.value;
const consentOf = (page: Page) => page.locator('html').getAttribute('data-consent');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const box = (page: Page, name: string) => page.locator('.notice').getByRole('checkbox', { name });
const requested = () => [...new Set(place.network.requests)].toSorted();
const boxes = (page: Page) =>
  page
    .locator('.notice input')
    .evaluateAll((inputs) =>
      (inputs as HTMLInputElement[]).map(({ name, checked, disabled }) => [name, checked, disabled]),
    );

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
] as const)(
  '[IMP-22] nothing loads before the choice; each category loads its own alone: on %s',
  async (_name, options) => {
    await place.only(everything());
    const page = await open(undefined, options);
    await page.locator('.notice').waitFor();
    await readOn(page);
    expect(requested()).toEqual([]);
    expect(await page.locator('.notice button').allTextContents()).toEqual([
      'Accept all',
      'Reject all',
      'Choose',
    ]);
    await press(page, 'Choose');
    await box(page, 'Statistics').waitFor();
    expect(await boxes(page)).toEqual([
      ['', true, true],
      ['statistics', false, false],
      ['marketing', false, false],
      ['media', false, false],
    ]);
    expect(await page.locator('.notice button').allTextContents()).toEqual([
      'Accept all',
      'Reject all',
      'Save choices',
    ]);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await box(page, 'Statistics').check();
    await press(page, 'Save choices');
    await expect.poll(requested).toEqual(statistics.toSorted());
    await readOn(page);
    expect(requested()).toEqual(statistics.toSorted());
    expect([await answerOf(page), await consentOf(page)]).toEqual(['0y0', 'statistics']);
    expect(await page.locator('.notice').count()).toBe(0);
    expect(await page.locator('.ad-header').evaluate((ad) => getComputedStyle(ad).visibility)).toBe('hidden');
    await page.reload();
    expect(await page.locator('.ad-header').isVisible()).toBe(false);
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift'); // the footer loads at the first interaction
        return page.locator('.consent-link').count();
      })
      .toBe(1);
    await readOn(page);
    expect(requested()).toEqual(statistics.toSorted());
    // Marketing is added: its slots appear, and analytics keeps running.
    await press(page, 'Privacy choices');
    await box(page, 'Marketing').check();
    expect(await box(page, 'Statistics').isChecked()).toBe(true);
    await press(page, 'Save choices');
    await readOn(page);
    await page.frameLocator('#at-header iframe').locator('#creative').waitFor();
    expect(await page.locator('.ad-header').isVisible()).toBe(true);
    expect([await answerOf(page), await consentOf(page)]).toEqual(['yy0', 'marketing statistics']);
    // Statistics is withdrawn: its code can't be removed, so the page reloads without it.
    await press(page, 'Privacy choices');
    await box(page, 'Statistics').uncheck();
    const reloaded = page.waitForEvent('load');
    place.network.requests.length = 0;
    await press(page, 'Save choices');
    await reloaded;
    await readOn(page);
    await page.frameLocator('#at-header iframe').locator('#creative').waitFor();
    await readOn(page);
    expect(requested().filter((request) => statistics.includes(request))).toEqual([]);
    expect([await answerOf(page), await consentOf(page)]).toEqual(['y00', 'marketing']);
  },
);

test('[IMP-22] accepting all loads every category, rejecting all none; both stored answers still count', async () => {
  await place.only(everything());
  for (const [stored, name] of [
    [undefined, 'Accept all'],
    ['1', undefined],
  ] as const) {
    const page = await open(stored);
    if (name) await press(page, name);
    await page.frameLocator('#at-header iframe').locator('#creative').waitFor();
    await readOn(page);
    await expect.poll(requested).toEqual([...marketing, ...statistics].toSorted());
    expect([await answerOf(page), await consentOf(page)]).toEqual(['1', 'given']);
    expect(await page.locator('.notice').count()).toBe(0);
  }
  for (const [stored, name] of [
    [undefined, 'Reject all'],
    ['0', undefined],
  ] as const) {
    const page = await open(stored);
    if (name) await press(page, name);
    await expect.poll(() => consentOf(page)).toBe('refused');
    await readOn(page);
    expect([requested(), await answerOf(page), await page.locator('.notice').count()]).toEqual([[], '0', 0]);
  }
});

test('[IMP-22] a video waits for media alone', async () => {
  await place.only({
    consent: true,
    consent_categories: true,
    ad_header: '<b>Sail with us</b>',
    analytics_container_id: 'GTM-TEST1',
    analytics_script_url: 'https://tags.example/container.js',
  });
  const page = await browser.newPage({ ...desktop, expectedMessages: /ERR_FAILED|did not come/ });
  const platforms = await standInForPlatforms(page, place.site.url);
  await page.context().addCookies([{ name: 'broadsheet_consent', value: 'yy0', url: place.site.url }]);
  await page.goto(`${place.site.url}/a-film/`);
  const still = page.locator('a[data-video=youtube]');
  await still.click();
  await box(page, 'Media').waitFor();
  expect(await boxes(page)).toEqual([
    ['', true, true],
    ['statistics', true, false],
    ['marketing', true, false],
    ['media', false, false],
  ]);
  await press(page, 'Save choices');
  await page.locator('.video-refused').waitFor();
  const ofVideo = () => platforms.urls.filter((url) => !url.includes('tags.example'));
  expect(ofVideo()).toEqual([]);
  await still.click();
  await box(page, 'Media').check();
  await press(page, 'Save choices');
  await expect.poll(() => ofVideo().length).toBeGreaterThan(0);
  expect(await answerOf(page)).toBe('1');
});

test('[IMP-22] only categories in use are offered; one that comes into use later is asked about', async () => {
  await place.only({ consent: true, consent_categories: true });
  const page = await open();
  await press(page, 'Choose');
  await box(page, 'Media').waitFor();
  expect(await page.locator('.notice label b').allTextContents()).toEqual(['Necessary', 'Media']);
  await press(page, 'Accept all');
  expect(await answerOf(page)).toBe('--y');
  await place.only(everything());
  place.network.requests.length = 0;
  await page.reload();
  await page.locator('.notice').waitFor();
  await readOn(page);
  expect([requested(), await consentOf(page)]).toEqual([[], 'media']);
  await press(page, 'Accept all');
  await expect.poll(requested).toContain('GET /container.js');
  expect(await answerOf(page)).toBe('1');
});

test.each([
  '2',
  '11',
  '1yy',
  'yyyy',
  'y1y',
  '---',
  'YYY',
  '__proto__',
  '%79%79%79',
  'given',
  '"1"',
  'true',
  'marketing',
])('[IMP-22] the stored value %s allows nothing and asks again', async (value) => {
  await place.only(everything());
  const page = await open(value);
  await page.locator('.notice').waitFor();
  await readOn(page);
  expect([requested(), await consentOf(page)]).toEqual([[], null]);
});

test.each(['yy0', 'y0-', '0yy'])(
  '[IMP-22] after categories are switched off, the answer %s is asked again',
  async (value) => {
    await place.only({ ...everything(), consent_categories: false });
    const page = await open(value);
    await page.getByRole('button', { name: 'Decline', exact: true }).waitFor();
    await readOn(page);
    expect([requested(), await consentOf(page)]).toEqual([[], null]);
  },
);

test('[IMP-22] categories are chosen by keyboard alone; Escape changes nothing', async () => {
  await place.only({ ...everything(), translation_consent_media: '<img src=x onerror=alert(1)>' });
  const page = await open();
  const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement).name);
  await page.locator('.notice').waitFor();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('statistics');
  expect(await page.locator('.notice img').count()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('marketing');
  await page.keyboard.press('Escape');
  expect([await page.locator('.notice').count(), await answerOf(page)]).toEqual([0, undefined]);
  await page.getByRole('button', { name: 'Privacy choices' }).press('Enter');
  await box(page, 'Statistics').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('notice');
  for (let step = 0; step < 2; step++) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Save choices');
  await page.keyboard.press('Enter');
  expect(await page.locator('.notice').count()).toBe(0);
  expect(await answerOf(page)).toBe('y00');
});

test.each([
  ['light', desktop],
  ['dark', { ...desktop, colorScheme: 'dark' as const }],
  ['on a phone, dark', { ...phone, colorScheme: 'dark' as const }],
  ['on a small phone', { viewport: { width: 320, height: 568 } }],
])(
  '[IMP-22] the categories fit the window and have no serious accessibility faults: %s',
  async (_name, options) => {
    await place.only({ ...everything(), default_color_scheme: 'auto' });
    const page = await open(undefined, options);
    await press(page, 'Choose');
    await box(page, 'Media').waitFor();
    const shown = await page.locator('.notice').boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual(0);
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBe(options.viewport.height);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
);

test('[IMP-22] without categories, pages are as before', async () => {
  await place.only({ ...everything(), consent_categories: false });
  const text = await (await fetch(`${place.site.url}/a-film/`)).text();
  expect(text).toContain('"accept":"Accept"');
  expect(text).not.toMatch(/Reject all|"choice"|"necessary"/);
});
