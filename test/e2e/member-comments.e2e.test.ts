import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import type { PageOptions } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const password = 'correct horse 1';
const site = useRealSite(async (tx) => {
  await makePost(tx, { title: 'A story', slug: 'story', commentStatus: 'open' });
  await makePost(tx, {
    title: 'The door',
    slug: 'door',
    content:
      '<!-- wp:loginout {"displayLoginAsForm":true} /--><!-- wp:loginout {"redirectToCurrent":false} /-->',
  });
  const user = await makeUser(tx, {
    login: 'ada',
    email: 'ada@mail.example',
    roles: ['subscriber'],
    displayName: 'Ada <i>L.</i>',
  });
  await updateUser(tx, user, { password: await hashPassword(password) });
});

async function open(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(`${site.url}/wp-login.php?redirect_to=/story/`);
  if (options.javaScriptEnabled !== false) await page.waitForSelector('.account-form button[aria-disabled]');
  await page.fill('[name=log]', 'ada');
  await page.fill('[name=pwd]', password);
  await page.click('.account-form button[type=submit]');
  await page.waitForURL(`${site.url}/story/`);
  return page;
}
const visible = (page: Page) =>
  page
    .locator('#commentform :is(input,textarea):visible:not(#comment_more)')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('name')));
const said = 'Logged in as Ada <i>L.</i>. Log out?';

test("the form shows the commenter’s name, asks nothing else, and is a visitor's again after logging out", async () => {
  await site.set({ comment_moderation: true });
  const page = await open();
  await page.waitForSelector('.logged-in-as');
  expect([await page.textContent('.logged-in-as'), await visible(page)]).toEqual([said, ['comment']]);
  await page.click('#submit');
  await expect.poll(() => page.locator('[data-warning]:visible').count()).toBe(1);
  await page.fill('#comment', 'From my account');
  await Promise.all([page.waitForURL(/unapproved=/), page.click('#submit')]);
  expect(await page.textContent('.comment-body')).toContain('Ada <i>L.</i>');
  await page.goto(`${site.url}/story/`); // visible only to them while pending
  expect(await page.textContent('.comment-content')).toContain('From my account');
  await page.mouse.move(20, 20, { steps: 2 });
  await page.click('.logged-in-as a');
  await Promise.all([page.waitForURL(`${site.url}/story/`), page.click('.account-form button[type=submit]')]);
  await page.mouse.move(30, 30, { steps: 2 });
  await page.waitForSelector('form.comment-form[novalidate]');
  expect([await page.locator('.logged-in-as').count(), await visible(page)]).toEqual([
    0,
    ['comment', 'author', 'email', 'url', 'wp-comment-cookies-consent'],
  ]);
});

test('without scripts a logged-in user’s comment needs only text', async () => {
  await site.set({ comment_moderation: false, comment_previously_approved: false });
  const page = await open({ javaScriptEnabled: false });
  await page.fill('#comment', 'Without a script');
  await Promise.all([page.waitForURL(/#comment-\d+$/), page.click('#submit')]);
  expect(
    await page
      .locator('.comment-body', { hasText: 'Without a script' })
      .locator('.comment-author')
      .textContent(),
  ).toBe('Ada <i>L.</i>');
  const visitor = await browser.newPage({
    javaScriptEnabled: false,
    expectedMessages: /400 \(Bad Request\)/,
  });
  await visitor.goto(`${site.url}/story/`);
  await visitor.fill('#comment', 'Nobody');
  await visitor.click('#submit');
  expect(await visitor.locator('[role=alert]').textContent()).toContain('Please enter your name here');
  expect(await visitor.inputValue('#comment')).toBe('Nobody');
});

test.each([true, false])(
  'with comments for members only, visitors are sent to log in, and return to the form (scripts: %s)',
  async (javaScriptEnabled) => {
    await site.set({
      comment_registration: true,
      comment_moderation: false,
      comment_previously_approved: false,
    });
    const page = await browser.newPage({ javaScriptEnabled });
    await page.goto(`${site.url}/story/`);
    expect([await page.locator('#commentform').count(), await page.textContent('.comments-closed')]).toEqual([
      0,
      'You must be logged in to post a comment. Log in',
    ]);
    await page.click('.comments-closed a');
    if (javaScriptEnabled) await page.waitForSelector('.account-form button[aria-disabled]');
    await page.fill('[name=log]', 'ada');
    await page.fill('[name=pwd]', password);
    await page.click('.account-form button[type=submit]');
    await page.waitForURL(`${site.url}/story/#respond`);
    expect([await page.textContent('.logged-in-as'), await visible(page)]).toEqual([said, ['comment']]);
    const words = `Member ${javaScriptEnabled}`;
    await page.fill('#comment', words);
    await Promise.all([page.waitForURL(/#comment-\d+$/), page.click('#submit')]);
    expect(await page.locator('.comment-body', { hasText: words }).count()).toBe(1);
    await site.set({ comment_registration: null });
  },
);

test('core/loginout: typing before its script loads keeps the field', async () => {
  const page = await browser.newPage();
  const held = Promise.withResolvers<void>();
  await page.route(/\/loginout-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/loginout-/);
  await page.goto(`${site.url}/door/`, { waitUntil: 'domcontentloaded' });
  await requested;
  await page.focus('#user_login');
  held.resolve();
  await atRest(page);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('user_login');
});

test.each([true, false])(
  'core/loginout: its form signs in, and becomes the way out (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await browser.newPage({ javaScriptEnabled });
    await page.goto(`${site.url}/door/`);
    await page.fill('#user_login', 'ada');
    await page.fill('#user_pass', password);
    await Promise.all([page.waitForEvent('load'), page.click('#wp-submit')]);
    expect(page.url()).toBe(`${site.url}/door/`);
    const doors = page.locator('.wp-block-loginout');
    // Without scripts the page is the same for everyone; its link leads back at once.
    if (!javaScriptEnabled)
      return expect(await doors.allTextContents()).toEqual([expect.stringContaining('Password'), 'Log in']);
    await expect.poll(() => doors.allTextContents()).toEqual(['Log out', 'Log out']);
    expect(await doors.first().getAttribute('class')).toBe('wp-block-loginout logged-in');
    await doors.first().locator('a').click();
    await Promise.all([
      page.waitForURL(`${site.url}/door/`),
      page.click('.account-form button[type=submit]'),
    ]);
    await page.waitForSelector('.wp-block-loginout.has-login-form.logged-out #loginform');
  },
);
