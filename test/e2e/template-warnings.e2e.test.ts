import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createTemplate, updateTemplate } from '../../src/modules/templates/writer.ts';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { useChromium } from '../harness/chromium.ts';
import {
  declarePanelSite,
  marked,
  modal,
  modalButtons,
  openPanel,
  panel,
  row,
} from '../harness/panel-site.ts';

const browser = useChromium();
const { site, open, only, laidOutBy } = declarePanelSite(browser);

const widths = [1280, 375] as const;
const blankPhone =
  'Phone: “Small” (Single post) has no block with visible content, so readers would get an empty page. Add blocks first.';
const addressOf = (id: number) => `/wp-admin/site-editor.php?postType=wp_template&postId=${id}`;
const askOf = (page: Page) => page.getByRole('dialog', { name: 'Check this template first' });
const isFitting = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

async function withBlankVariant(): Promise<{ readonly wide: number; readonly small: number }> {
  const [wide = 0] = await only('Wide');
  let small = 0;
  await site.write(async (tx) => {
    await assignTemplateGlobally(tx, 'single', wide);
    small = await createTemplate(tx, { type: 'single', title: 'Small', content: '', isMobile: true });
  });
  return { wide, small };
}

test.each(widths)('%i px: a blank mobile template is warned of before phones get it', async (width) => {
  await withBlankVariant();
  const page = await open('/a-story/', { viewport: { width, height: 800 } });
  await openPanel(page);
  await row(page, 'Wide').getByRole('button', { name: 'Mobile template of “Wide”: -' }).click();
  await row(page, 'Small').getByText('Phone: Empty page').waitFor();
  const choose = () => row(page, 'Small').getByRole('button', { name: 'Small', exact: true }).click();

  await choose();
  await askOf(page).waitFor();
  expect(await modal(page).getByRole('listitem').allTextContents()).toEqual([blankPhone]);
  expect([await modalButtons(page), await isFitting(page)]).toEqual([['Use anyway', 'Cancel'], true]);
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await modal(page).waitFor({ state: 'detached' });
  expect(await laidOutBy('/a-story/', true)).toBe('Wide');

  await choose();
  await modal(page).getByRole('button', { name: 'Use anyway' }).click();
  await expect
    .poll(() => panel(page).locator('.bar-title[aria-current=true]').allTextContents())
    .toEqual(['Small']);
  expect([await laidOutBy('/a-story/', true), await laidOutBy('/a-story/')]).toEqual(['the theme', 'Wide']);
});

test.each(widths)('%i px: the page of a template asks before it saves a blank document', async (width) => {
  const { wide, small } = await withBlankVariant();
  await site.write(async (tx) => {
    await updateTemplate(tx, small, { content: marked('Small') });
    await updateTemplate(tx, wide, { mobileTemplateId: small });
  });
  const page = await open(addressOf(small), { viewport: { width, height: 800 } });
  await page.getByLabel('Markup').fill('<!-- wp:group --><div></div><!-- /wp:group -->');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await askOf(page).waitFor();
  expect(await askOf(page).getByRole('listitem').allTextContents()).toEqual([blankPhone]);
  expect(await isFitting(page)).toBe(true);
  await askOf(page).getByRole('button', { name: 'Cancel' }).click();
  await askOf(page).waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Markup').inputValue()).toContain('wp:group');
  expect(await laidOutBy('/a-story/', true)).toBe('Small');

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await askOf(page).getByRole('button', { name: 'Save anyway' }).click();
  await page.waitForURL(/done=1/);
  expect(await laidOutBy('/a-story/', true)).toBe('the theme');
  await page.getByRole('link', { name: 'All templates' }).click();
  await page.getByText('Phone: Empty page').waitFor();
  expect(await isFitting(page)).toBe(true);
});

test('a template without the text is warned of for one page and for all, and one with it is not', async () => {
  await only('Whole');
  await site.write((tx) =>
    createTemplate(tx, {
      type: 'single',
      title: 'Bare',
      content: '<!-- wp:paragraph --><p>Laid out by Bare</p><!-- /wp:paragraph -->',
    }),
  );
  const page = await open('/a-story/');
  await openPanel(page);
  await row(page, 'Bare').getByRole('button', { name: 'Bare', exact: true }).click();
  await askOf(page).waitFor();
  expect(await modal(page).getByRole('listitem').allTextContents()).toEqual([
    'All screens: “Bare” (Single post) has no “Post content” block, so readers would see pages without content. Add that block first.',
  ]);
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  await modal(page).waitFor({ state: 'detached' });
  await row(page, 'Bare').getByRole('checkbox').click();
  await modal(page).getByText('has no “Post content” block').waitFor();
  expect(await modalButtons(page)).toEqual(['Use anyway', 'Cancel']);
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await laidOutBy('/a-story/')).toBe('the theme');
  await row(page, 'Whole').getByRole('checkbox').click();
  await modal(page).waitFor();
  expect(await modalButtons(page)).toEqual(['Save', 'Cancel']);
});
