import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { severeFaults } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const block = (name: string, attributes: object, inner = '') =>
  `<!-- wp:${name} ${JSON.stringify(attributes)} -->${inner}<!-- /wp:${name} -->`;
const item = (n: number, isOpen = false) =>
  block(
    'accordion-item',
    { openByDefault: isOpen },
    `<div class="wp-block-accordion-item${isOpen ? ' is-open' : ''}"><!-- wp:accordion-heading --><h3 class="wp-block-accordion-heading">` +
      `<button type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">Question ${n}</span></button>` +
      `</h3><!-- /wp:accordion-heading --><!-- wp:accordion-panel --><div role="region" class="wp-block-accordion-panel">` +
      `<p id="answer-${n}">Answer ${n}</p></div>` +
      '<!-- /wp:accordion-panel --></div>',
  );
const tabPanel = (n: number) =>
  block(
    'tab-panel',
    {},
    `<section role="tabpanel" tabindex="0" class="wp-block-tab-panel"><p id="größe-${n}">Panel ${n}</p></section>`,
  );

const site = useRealSite(async (tx) => {
  await makePost(tx, {
    slug: 'folding',
    title: 'Folding',
    content:
      block(
        'paragraph',
        {},
        '<p><a href="#:~:text=Answer%203">The third answer</a>, <a href="#:~:text=Panel%202">the other panel</a></p>',
      ) +
      block(
        'accordion',
        { autoclose: true },
        `<div role="group" class="wp-block-accordion">${item(1, true)}${item(2)}${item(3)}</div>`,
      ) +
      block(
        'tabs',
        {},
        `<div class="wp-block-tabs"><!-- wp:tab-list --><div role="tablist" class="wp-block-tab-list">${[
          'First',
          'Second',
          'Third',
        ]
          .map((label) => `<button type="button" role="tab">${label}</button>`)
          .join('')}</div><!-- /wp:tab-list -->` +
          block(
            'tab-panels',
            {},
            `<div class="wp-block-tab-panels">${[1, 2, 3].map(tabPanel).join('')}</div>`,
          ) +
          '</div>',
      ),
  });
});

async function open(slug: string, options: PageOptions = desktop): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(`${site.url}/${slug}/`);
  if (options.javaScriptEnabled !== false) await atRest(page);
  return page;
}

test('accordions fold, one open at a time, and open for text found in them', async () => {
  const page = await open('folding');
  const [first, second] = [
    page.getByRole('button', { name: 'Question 1' }),
    page.getByRole('button', { name: 'Question 2' }),
  ];
  await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true');
  expect(await second.getAttribute('aria-expanded')).toBe('false');
  expect(await page.getByText('Answer 2').isVisible()).toBe(false);
  expect(await severeFaults(page, { within: '.wp-block-accordion' })).toEqual([]);
  await second.focus();
  await page.keyboard.press('Space');
  expect(await page.getByText('Answer 2').isVisible()).toBe(true);
  expect(await page.getByText('Answer 1').isVisible()).toBe(false);
  expect(await page.locator(`#${await second.getAttribute('aria-controls')}`).textContent()).toContain(
    'Answer 2',
  );
  await second.click();
  expect(await page.getByText('Answer 2').isVisible()).toBe(false);
  await page.evaluate(() => (location.hash = '#answer-3'));
  await expect.poll(() => page.getByText('Answer 3').isVisible()).toBe(true);
});

test('in forced colours the selected tab is recognizable', async () => {
  const page = await open('folding');
  await expect
    .poll(() => page.getByRole('tab', { name: 'First' }).getAttribute('aria-selected'))
    .toBe('true');
  await page.emulateMedia({ forcedColors: 'active' });
  const edges = () =>
    page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBlockEndColor));
  const canvas = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  await expect.poll(edges).toEqual([expect.not.stringMatching(canvas), canvas, canvas]);
});

test('tabs show one panel, by click and keys', async () => {
  const page = await open('folding', phone);
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect.poll(() => tab('First').getAttribute('aria-selected')).toBe('true');
  expect([await page.getByText('Panel 1').isVisible(), await page.getByText('Panel 2').isVisible()]).toEqual([
    true,
    false,
  ]);
  expect(await severeFaults(page, { within: '.wp-block-tabs' })).toEqual([]);
  await tab('Second').click();
  expect(await page.getByText('Panel 2').isVisible()).toBe(true);
  await page.keyboard.press('End');
  expect(await tab('Third').evaluate((button) => button === document.activeElement)).toBe(true);
  expect(
    await tab('Third').evaluate((button) =>
      button.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }),
      ),
    ),
  ).toBe(true);
  expect(await page.getByText('Panel 3').isVisible()).toBe(true);
  await page.keyboard.press('ArrowRight');
  expect(await page.getByText('Panel 1').isVisible()).toBe(true);
  expect(await page.getByText('Panel 3').isVisible()).toBe(false);
});

test('an address with a tab’s anchor opens the tab, in any script', async () => {
  const page = await browser.newPage(desktop);
  await page.goto(`${site.url}/folding/#größe-2`);
  await expect
    .poll(() => page.getByRole('tab', { name: 'Second' }).getAttribute('aria-selected'))
    .toBe('true');
  expect([await page.getByText('Panel 1').isVisible(), await page.getByText('Panel 2').isVisible()]).toEqual([
    false,
    true,
  ]);
  await page.evaluate(() => (location.hash = '#größe-3'));
  await expect.poll(() => page.getByText('Panel 3').isVisible()).toBe(true);
});

test('folded content is found by a search in the page and is printed, takes no space, and is no tab stop', async () => {
  const page = await open('folding');
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect.poll(() => tab('First').getAttribute('aria-selected')).toBe('true');
  const folded = page.locator('[hidden=until-found]');
  expect(
    await folded.evaluateAll((panels) =>
      panels.map((panel) => {
        const { display, contentVisibility } = getComputedStyle(panel);
        return [display, contentVisibility, (panel as HTMLElement).tabIndex];
      }),
    ),
  ).toEqual(Array.from({ length: 4 }, () => ['block', 'hidden', -1]));
  const [second, third] = await page
    .locator('.wp-block-accordion-item')
    .evaluateAll((all) => all.slice(1).map((one) => one.getBoundingClientRect().height));
  expect([second, third]).toEqual([
    third,
    await page.getByRole('button', { name: 'Question 3' }).evaluate((button) => button.clientHeight + 1),
  ]);
  await tab('First').focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Panel 1');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.className)).not.toContain('wp-block-tab-panel');
  await page.emulateMedia({ media: 'print' });
  for (const text of ['Answer 1', 'Answer 2', 'Answer 3', 'Panel 1', 'Panel 2', 'Panel 3'])
    expect(await page.getByText(text).isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  // As text-fragment links; the browser searches like find-in-page.
  const findings: [string, string, () => Promise<string | null>][] = [
    [
      'The third answer',
      'Answer 3',
      () => page.getByRole('button', { name: 'Question 3' }).getAttribute('aria-expanded'),
    ],
    ['the other panel', 'Panel 2', () => tab('Second').getAttribute('aria-selected')],
  ];
  for (const [link, words, isOpen] of findings) {
    expect([await page.getByText(words).isVisible(), await isOpen()]).toEqual([false, 'false']);
    await page.getByRole('link', { name: link }).click();
    await expect.poll(isOpen).toBe('true');
    expect(await page.getByText(words).isVisible()).toBe(true);
  }
});

test('without scripts accordions and tabs show all that they hold', async () => {
  const page = await open('folding', { ...desktop, javaScriptEnabled: false });
  for (const text of ['Answer 1', 'Answer 2', 'Answer 3', 'Panel 1', 'Panel 2', 'Panel 3'])
    expect(await page.getByText(text).isVisible()).toBe(true);
});
