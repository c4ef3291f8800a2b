import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const site = useRealSite(async (tx) => {
  const postId = await makePost(tx, { title: 'A story', slug: 'story', commentStatus: 'open' });
  await makeComment(tx, { postId, authorName: 'Zoë', content: 'Buy these pills.' });
  await makeComment(tx, { postId, authorName: 'Tom', content: 'A quiet word.' });
});

test('a comment is reported over the page: form, thanks, and focus returned; an error loses nothing', async () => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 740 },
    expectedMessages: /400 \(Bad Request\)|ERR_FAILED|was not sent/,
  });
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/story/`);
  expect(requests.filter((path) => /report/.test(path))).toEqual([]); // no code of it loads before the dialog is opened
  const link = page.locator('.comment-report').first();
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Report a comment' });
  await dialog.getByText('Buy these pills.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/story/');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('spam');
  await dialog.getByLabel('In your own words (optional)').fill('They sell <b>pills</b>.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('alert').getByText('Please describe the problem with this comment.').waitFor();
  expect(await dialog.getByLabel('In your own words (optional)').inputValue()).toBe(
    'They sell <b>pills</b>.',
  );
  // The network fails, then recovers.
  await dialog.getByLabel('Something else').check();
  await page.route('**/wp-comments-report.php*', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByRole('alert').getByText('Your report could not be sent.').waitFor();
  await page.unroute('**/wp-comments-report.php*');
  expect([
    await dialog.getByLabel('Something else').isChecked(),
    await dialog.getByLabel('In your own words (optional)').inputValue(),
  ]).toEqual([true, 'They sell <b>pills</b>.']);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const thanks = dialog.getByRole('status').getByText('Thank you.');
  await thanks.waitFor();
  expect([
    await dialog.getByRole('button', { name: 'Send report' }).isVisible(),
    await thanks.evaluate((notice) => notice === document.activeElement),
  ]).toEqual([false, true]);
  await page.keyboard.press('Escape');
  await expect.poll(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await dialog.count()).toBe(0);
});

test('without scripts the link opens a separate form, and leads back', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.url}/story/`);
  await page.locator('.comment-report').nth(1).click();
  await page.getByLabel('Insults or hate').check();
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Thank you. An editor will review this comment.').waitFor();
  await page.getByRole('link', { name: 'Back to the article' }).click();
  expect(new URL(page.url()).hash).toMatch(/^#comment-\d+$/);
});
