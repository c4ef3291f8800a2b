import { afterAll, beforeAll, expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost } from '../harness/factories.ts';
import { newPushPage } from '../harness/push-browser.ts';
import { startPushService } from '../harness/push-service.ts';
import type { PushService } from '../harness/push-service.ts';
import { useRealSite } from '../harness/real-site.ts';

let service: PushService;
beforeAll(async () => void (service = await startPushService()));
afterAll(() => service?.close());

const browser = useChromium();
const site = useRealSite(async (tx) => void (await makePost(tx, { title: 'Story', slug: 'story' })));

test('on the page, Escape first closes panels opened since the prompt appeared, and only then answers it', async () => {
  await site.set({ push_desktop: true, push_backdrop: false });
  const page = await newPushPage(browser, {
    viewport: { width: 1280, height: 900 },
    subscription: service.subscribe('browser'),
  });
  await page.goto(`${site.url}/story/`);
  await page.locator('.push-prompt').waitFor();
  await page.locator('.account-link:visible').click();
  await page.locator('.account-dialog[open] .account-form').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.account-dialog').waitFor({ state: 'detached' });
  expect(await page.locator('.push-prompt').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('.push-prompt').waitFor({ state: 'detached' });
});
