import { expect, test } from 'vitest';
import { useChromium } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';

const browser = useChromium();
const site = useFixtureSite();

const choice = (
  attributes = '',
) => `<form action="/" method="get"><label for="a">Archives</label><select id="a" name="m" ${attributes}
  data-late="go-to-choice" data-config='{"address":"/?m="}'><option value="">Select Month</option><option value="202611">November</option>
  <option value="//evil.test/&amp;x=1">Odd</option></select><noscript><button>Go</button></noscript></form>`;
const parts = { modules: ['go-to-choice'] };

test('an archive select leads to the chosen archive, and only to URLs from the page', async () => {
  const page = await browser.newPage();
  const url = site.add({ body: choice(), ...parts });
  for (const [value, address] of [
    ['202611', '/?m=202611'],
    ['//evil.test/&x=1', '/?m=%2F%2Fevil.test%2F%26x%3D1'],
  ] as const) {
    await page.goto(url);
    await page.focus('select');
    await page.keyboard.press('Shift');
    await expect.poll(() => page.getAttribute('select', 'data-late')).toBe(null);
    await page.selectOption('select', value);
    await page.waitForURL(`${site.origin}${address}`);
  }
});

test('without scripts it is a form with a button', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(site.add({ body: choice(), ...parts }));
  await page.selectOption('select', '202611');
  await page.click('button');
  await page.waitForURL('**/?m=202611');
});

const hidden = 'wp-block-search__searchfield-hidden';
const search = `<style>@media (scripting:enabled){.${hidden} input{visibility:hidden;width:0;padding:0;border:0}}</style>
  <form role="search" method="get" action="/" class="wp-block-search ${hidden}" data-late="search-expand" data-config='{"texts":["Expand","Submit"]}'>
  <input id="f" type="search" name="s" required><button type="submit">Search</button></form><a href="#x">Elsewhere</a>`;
const searchParts = { modules: ['search-expand'] };

test('a search field behind its button opens with it, submits its text, and closes on Escape and when the focus leaves', async () => {
  const page = await browser.newPage();
  await page.goto(site.add({ body: search, ...searchParts }));
  expect(await page.isVisible('#f')).toBe(false);
  await page.click('button');
  await expect.poll(() => page.isVisible('#f')).toBe(true);
  const state = () =>
    page
      .locator('button')
      .evaluate((button) => [button.ariaExpanded, button.ariaLabel, document.activeElement?.tagName]);
  expect(await state()).toEqual(['true', 'Submit', 'INPUT']);
  // The first Escape closes the candidates of an input method.
  await page.locator('#f').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  expect(await page.isVisible('#f')).toBe(true);
  await page.keyboard.press('Escape');
  expect([await page.isVisible('#f'), await state()]).toEqual([false, ['false', 'Expand', 'BUTTON']]);
  await page.click('button');
  await page.locator('a').focus();
  expect(await page.isVisible('#f')).toBe(false);
  await page.click('button');
  await page.keyboard.type('moon');
  await page.click('button');
  await page.waitForURL('**/?s=moon');
});

test('also submits in Safari, where a pressed button gets no focus, and closes on a click elsewhere', async () => {
  const page = await browser.newPage();
  await page.goto(site.add({ body: `${search}<p>Words</p>`, ...searchParts }));
  await page.click('button');
  await expect.poll(() => page.isVisible('#f')).toBe(true);
  await page.click('p');
  expect(await page.isVisible('#f')).toBe(false);
  await page.click('button');
  await page.keyboard.type('moon');
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    document.querySelector('button')?.click();
  });
  await page.waitForURL('**/?s=moon');
});

test('without scripts the field is visible', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(site.add({ body: search, ...searchParts }));
  await page.fill('#f', 'moon');
  await page.click('button');
  await page.waitForURL('**/?s=moon');
});
