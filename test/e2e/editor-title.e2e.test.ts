import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults, titleOf } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const headline =
  'A comet &amp; its <em>tail</em> &#8211; <code>2026</code> & <span lang="la">ad astra</span>';
const words = 'A comet & its tail – 2026 & ad astra';
const run = 'top.ran=1';
/** Imported titles; each tries to run a script, restyle the editor, or cover it. */
const hostile = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<svg onload="${run}"><script>${run}</script></svg>`,
  `<iframe srcdoc="<script>${run}</script>"></iframe>`,
  `<a href="javascript:${run}" data-evil>link</a>`,
  '<style>*{visibility:hidden!important}</style>',
  `<input autofocus onfocus="${run}">`,
  `<details open ontoggle="${run}">x</details>`,
  `<em onclick="${run}" data-evil style="position:fixed;inset:0;z-index:9999">over</em>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
];
const ids = { mirai: 0, formatted: 0, hebrew: 0, hostile: [] as number[] };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  const content = '<!-- wp:paragraph -->\n<p>Words</p>\n<!-- /wp:paragraph -->';
  const post = (title: string, slug: string) => makePost(tx, { title, slug, content, authorId: ids.mirai });
  ids.formatted = await post(headline, 'formatted');
  ids.hebrew = await post('חדשות <strong>היום</strong>', 'hebrew');
  for (const [index, title] of hostile.entries())
    ids.hostile.push(await post(`Hostile ${title}`, `hostile-${index}`));
});

/** Logged by the package for each paste, and by the browser as it parses HTML with handlers. */
const said = /^log: (?:Received|Processed)|Executing inline event handler/;
const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const field = (page: Page) => canvas(page).getByLabel('Title');
const open = (post: number, options = {}) =>
  openNewsroom(browser, site, `/wp-admin/post.php?post=${post}&action=edit`, ids.mirai, options);
const stored = async (post: number): Promise<string> => {
  const reply = await fetch(`${site.url}/wp-json/wp/v2/posts/${post}`);
  return ((await reply.json()) as { readonly title: { readonly rendered: string } }).title.rendered;
};
const shoot = async (page: Page, name: string) => {
  if (!process.env.SHOTS) return;
  await page.screenshot({ path: `${process.env.SHOTS}/${name.replaceAll(' ', '-')}.png` });
};
const store = async (page: Page) => {
  await page.keyboard.press('Control+s');
  await expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');
};

for (const [name, options] of Object.entries({
  'in a window': {},
  'on a phone': { viewport: { width: 375, height: 812 }, hasTouch: true },
  'in dark colours': { dark: '1' },
})) {
  test(`[IMP-02] ${name} a headline shows its formatting, and other markup as text`, async () => {
    const page = await open(ids.formatted, options);
    await expect.poll(() => titleOf(field(page))).toBe(words);
    expect(await field(page).locator('em, code').allTextContents()).toEqual(['tail', '2026']);
    expect(
      await field(page)
        .locator('em')
        .evaluate((element) => getComputedStyle(element).fontStyle),
    ).toBe('italic');
    expect(await page.title()).toContain(words);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await shoot(page, `title-${name}`);
  });
}

for (const [name, options] of Object.entries({
  'in a window': { viewport: { width: 1280, height: 900 } },
  'on a phone in dark colours': { viewport: { width: 375, height: 812 }, hasTouch: true, dark: '1' },
} as const)) {
  test(`[IMP-02] ${name} a new post shows “Add title” while its title is empty`, async () => {
    const page = await openNewsroom(browser, site, '/wp-admin/post-new.php', ids.mirai, options);
    const placeholder = () =>
      field(page).evaluate((element) => {
        const span = element.querySelector('[data-rich-text-placeholder]');
        return span ? getComputedStyle(span, '::after').content : '';
      });
    await expect.poll(placeholder).toBe('"Add title" / ""');
    expect(await field(page).ariaSnapshot()).toBe('- textbox "Title"');
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await shoot(page, `empty-title-${name}`);
    await field(page).click();
    await page.keyboard.type('Tides');
    await expect.poll(() => titleOf(field(page))).toBe('Tides');
    expect(await placeholder()).toBe('');
    for (const _ of 'Tides') await page.keyboard.press('Backspace');
    await expect.poll(placeholder).toBe('"Add title" / ""');
    await page.keyboard.type('היום');
    await expect.poll(() => titleOf(field(page))).toBe('היום');
    expect(await field(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
}

test('[IMP-02] a headline stays as stored until it is edited, and then keeps its formatting; undo reverts typing', async () => {
  const page = await open(ids.formatted);
  const before = await stored(ids.formatted);
  await canvas(page).getByText('Words').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' of the day');
  await store(page);
  expect(await stored(ids.formatted)).toBe(before);
  await field(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await expect.poll(() => titleOf(field(page))).toBe(`${words}!`);
  await page.keyboard.press('Control+z');
  await expect.poll(() => titleOf(field(page))).toBe(words);
  await page.keyboard.type(' <b> & R&D');
  await page.keyboard.press('Enter');
  await page.keyboard.type('First ');
  await canvas(page).getByText('First Words of the day').waitFor();
  // Again, though the cursor was in that paragraph last.
  await field(page).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The ');
  await canvas(page).getByText('The First Words of the day').waitFor();
  await store(page);
  await page.reload();
  await expect.poll(() => titleOf(field(page))).toBe(`${words} <b> & R&D`);
  expect(await field(page).locator('em, code, b').allTextContents()).toEqual(['tail', '2026']);
  const reader = await (await fetch(`${site.url}/formatted/`)).text();
  expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(reader)?.[1]).toMatch(
    /^<span>A comet &amp; its <em>tail<\/em>.*<code>2026<\/code>.*&lt;b/,
  );
});

test('[IMP-02] Ctrl+B and pasted formatting keep a headline’s text; a paste of several lines becomes one line', async () => {
  const page = await open(ids.hebrew, { expectedMessages: said });
  await expect.poll(() => titleOf(field(page))).toBe('חדשות היום');
  expect(await field(page).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  await field(page).fill('Plain');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('End');
  await field(page).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', '<b>and <i onclick="top.ran=1">pasted</i></b>');
    clipboardData.setData('text/plain', ' and\npasted');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => titleOf(field(page))).toBe('Plain and pasted');
  expect(await field(page).locator('b, i, strong, em, br').count()).toBe(0);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('[IMP-02] a hostile headline runs nothing, covers or restyles nothing in the editor, and an edit removes it', async () => {
  for (const [index, post] of ids.hostile.entries()) {
    const page = await open(post, { expectedMessages: said });
    await canvas(page).getByText('Words').click();
    const title = hostile[index];
    await expect.poll(() => titleOf(field(page)), { message: title }).toContain('Hostile');
    for (const element of await field(page).locator('[data-evil], em').all()) await element.click();
    expect(
      await field(page)
        .locator('script, style, img, svg, iframe, input, details, math, a, [style], [onclick]')
        .count(),
      title,
    ).toBe(0);
    await field(page).press('End');
    await page.keyboard.type('!');
    await store(page);
    expect(await stored(post), title).not.toMatch(
      /on(?:error|load|focus|toggle|click)=|javascript:|<style|<script/,
    );
    const reader = await (await fetch(`${site.url}/hostile-${index}/`)).text();
    expect(/<h1[^>]*>.*?<\/h1>/s.exec(reader)?.[0], title).not.toMatch(
      /\son\w+=|javascript:|<(?:style|script|img|svg|iframe)|position:/,
    );
    expect(await page.evaluate(() => 'ran' in window), title).toBe(false);
    await page.close();
  }
});
