import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, styled: 0 };
const written = (name: string, attributes: object, html: string) =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->\n${html}\n<!-- /wp:${name} -->`;
const red = { color: { text: '#c00000' } };
const content = [
  written(
    'group',
    { className: 'boxed', style: { '@mobile': { spacing: { padding: { top: '31px' } } }, '@tablet': red } },
    `<div class="wp-block-group boxed">${written('paragraph', {}, '<p>Inside</p>')}</div>`,
  ),
  `<!-- wp:buttons -->\n<div class="wp-block-buttons">${written(
    'button',
    {
      style: {
        color: { background: '#000000' },
        ':hover': { color: { background: '#00aa00' } },
        '@mobile': { typography: { fontSize: '29px' } },
      },
    },
    '<div class="wp-block-button">' +
      '<a class="wp-block-button__link has-background wp-element-button" href="#x" style="background-color:#000000">Press</a></div>',
  )}</div>\n<!-- /wp:buttons -->`,
  '<!-- wp:latest-posts {"style":{"@mobile":{"color":{"text":"#0000cc"}}}} /-->',
].join('\n\n');
const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.styled = await makePost(tx, { title: 'Styled', slug: 'styled', authorId: ids.mirai, content });
});

test('readers get the styles of their screen and of the pointer, on saved blocks and on those that the server renders', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/styled/`);
  const css = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  const looks = async () => ({
    padding: await css('.boxed', 'padding-top'),
    text: (await css('.boxed', 'color')) === 'rgb(192, 0, 0)',
    button: (await css('.wp-block-button__link', 'font-size')) === '29px',
    list: (await css('.wp-block-latest-posts', 'color')) === 'rgb(0, 0, 204)',
  });
  expect(await looks()).toMatchObject({ text: false, button: false, list: false });
  expect((await looks()).padding).not.toBe('31px');
  await page.setViewportSize({ width: 700, height: 900 });
  expect(await looks()).toMatchObject({ text: true, button: false, list: false });
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await looks()).toEqual({ padding: '31px', text: false, button: true, list: true });
  const link = page.locator('.wp-block-button__link');
  const background = () => css('.wp-block-button__link', 'background-color');
  await page.mouse.move(0, 0);
  await expect.poll(background).toBe('rgb(0, 0, 0)');
  await link.hover();
  await expect.poll(background).toBe('rgb(0, 170, 0)');
});

test('the canvas shows the same, and opening a text with such styles leaves it unchanged', async () => {
  const page = await openNewsroom(
    browser,
    site,
    `/wp-admin/post.php?post=${ids.styled}&action=edit`,
    ids.mirai,
    { viewport: { width: 1280, height: 900 } },
  );
  const link = page.frameLocator('iframe[name=editor-canvas]').locator('.wp-block-button__link');
  const background = () => link.evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(background).toBe('rgb(0, 0, 0)');
  await link.hover();
  await expect.poll(background).toBe('rgb(0, 170, 0)');
  await page.keyboard.press('Control+Shift+Alt+m');
  expect(await page.getByLabel('Content as HTML').inputValue()).toBe(content);
});
