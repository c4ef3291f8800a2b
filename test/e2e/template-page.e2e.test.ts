import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { declarePanelSite, modal, openPanel, panel, row } from '../harness/panel-site.ts';

const browser = useChromium();
const { site, open, only } = declarePanelSite(browser);

const addressOf = (id: number) => `/wp-admin/site-editor.php?postType=wp_template&postId=${id}`;
const markupOf = (page: Page) => page.getByLabel('Markup');

function questionsOf(page: Page): readonly string[] {
  const requests: string[] = [];
  page.on('dialog', (dialog) => {
    requests.push(dialog.type());
    void dialog.dismiss();
  });
  return requests;
}

/** Whether the page would ask before leaving. */
const wouldAsk = (page: Page) =>
  page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

test('[MTPL-10] leaving a template’s page with unsaved markup asks first, and after saving nothing asks', async () => {
  const [id = 0] = await only('Wide');
  const page = await open(addressOf(id));
  const questions = questionsOf(page);
  const content = await markupOf(page).inputValue();
  await markupOf(page).fill(`${content}<!-- wp:paragraph --><p>Not saved</p><!-- /wp:paragraph -->`);
  // The script that asks loads after the form.
  await expect.poll(() => wouldAsk(page)).toBe(true);
  await page.getByRole('link', { name: 'All templates' }).click();
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect([page.url(), await markupOf(page).inputValue()]).toEqual([
    site.url + addressOf(id),
    expect.stringContaining('Not saved'),
  ]);
  // A change that was reverted asks nothing.
  await markupOf(page).fill(content);
  expect(await wouldAsk(page)).toBe(false);
  await markupOf(page).fill(`${content}<!-- wp:paragraph --><p>Saved</p><!-- /wp:paragraph -->`);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/done=1/);
  expect([await markupOf(page).inputValue(), await wouldAsk(page), questions]).toEqual([
    expect.stringContaining('Saved'),
    false,
    ['beforeunload'],
  ]);
  await page.getByRole('link', { name: 'All templates' }).click();
  await page.getByRole('link', { name: 'Wide' }).waitFor();
});

test('rejected markup still asks on leaving, and too long markup is reported before it is sent', async () => {
  const [id = 0] = await only('Wide');
  const page = await open(addressOf(id), { expectedMessages: /status of 400/ });
  const alert = page.getByRole('alert');
  await page.getByLabel('Name').fill('\u200b\u200e');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => alert.textContent()).toBe('Please enter a name.');
  await expect.poll(() => wouldAsk(page)).toBe(true);
  await page.getByLabel('Name').fill('Wide');
  await markupOf(page).evaluate((field: HTMLTextAreaElement) => void (field.value = 'x'.repeat(2_000_001)));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => alert.textContent())
    .toMatch(/^The markup has 2000001 characters; the maximum is 2000000\./);
  await markupOf(page).fill('<!-- wp:broadsheet/post-content /-->');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/done=1/);
});

test('an expired session is reported, and no public page is shown as a trial', async () => {
  await only('Wide');
  const page = await open('/a-story/', {
    expectedMessages: /status of 40[13]|: error|Blocked script execution/,
  });
  await openPanel(page);
  await page.context().clearCookies();
  const words = 'You have been logged out. Log in, then try again.';
  await row(page, 'Wide').getByRole('button', { name: 'Live preview' }).click();
  await modal(page).getByText(words).waitFor();
  await expect.poll(() => modal(page).locator('iframe').count()).toBe(0);
  expect(await modal(page).getByText('Only you see this').count()).toBe(0);
  await modal(page).getByRole('button', { name: 'Close' }).click();
  await panel(page).getByRole('button', { name: 'Load from Cloud Library' }).click();
  await expect.poll(() => modal(page).getByRole('alert').textContent()).toBe(`The action failed: ${words}`);
});
