import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addNote } from '../../src/modules/push/notes.ts';
import { saveSubscription } from '../../src/modules/push/subscriptions.ts';
import { readSettings, saveSettings } from '../../src/modules/settings/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { startPushService } from '../harness/push-service.ts';
import type { PushService } from '../harness/push-service.ts';
import { useRealSite } from '../harness/real-site.ts';

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service?.close());

const browser = useChromium();
const ids = { mirai: 0, edda: 0 };
const site = useRealSite(
  async (tx) => {
    ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
    ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
    await makePost(tx, { title: 'Ferries return', slug: 'ferries-return', authorId: ids.mirai });
  },
  () => ({ PUSH_SERVICES: service.origin }),
);

const address = (page: string) => `/wp-admin/options-general.php?page=${page}`;
const open = (path: string, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const setting = (page: Page, key: string) => page.locator(`[data-setting=${key}]`);
const slot = (page: Page, name: string) => page.locator(`[data-slot=${name}]`);
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const saved = (page: Page) =>
  page
    .getByText(/^\d+ settings? saved\.$/)
    .last()
    .waitFor();
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const preview = (page: Page) => page.frameLocator('.settings-preview iframe');
const html = async (path = '/') => (await fetch(site.url + path)).text();
const stored = async () => {
  let settings: Record<string, unknown> = {};
  await site.write(async (tx) => void (settings = { ...(await readSettings(tx.db)).settings }));
  return settings;
};

beforeEach(async () => {
  await site.write(async (tx) => {
    for (const table of ['push_subscription', 'push_message', 'push_note', 'setting'] as const)
      await tx.db.deleteFrom(table).execute();
    await saveSettings(tx, { push_desktop: true, push_mobile: true, ad_header: '<b>Sail with us</b>' });
  });
});
const subscribe = (...browsers: string[]) =>
  site.write(async (tx) => {
    for (const one of browsers) await saveSubscription(tx, service.subscribe(one), site.url, 'pt');
  });

test('[IMP-22] slots are listed with their place and state, one is edited, and readers see it on its pages', async () => {
  const page = await open(address('ads'));
  await expect.poll(() => slot(page, 'header').textContent()).toContain('Running');
  expect(await slot(page, 'sidebar').textContent()).toContain('Empty');
  expect(await slot(page, 'header').textContent()).toContain('Desktop 728 × 90');
  await slot(page, 'header').getByRole('button', { name: 'Edit Header ad' }).click();
  expect(page.url()).toContain('slot=header');
  await setting(page, 'ad_header_kinds').getByRole('checkbox', { name: 'Articles' }).check();
  await setting(page, 'ad_header_device').getByRole('combobox').selectOption({ label: 'Desktop' });
  expect(await slot(page, 'header').textContent()).toContain('Unsaved');
  await save(page);
  await saved(page);
  expect(await html('/')).not.toContain('class="ad ad-header');
  expect(await html('/ferries-return/')).toMatch(/class="ad ad-header[^"]*ad-not-phone/);
});

test('[IMP-22] an ad is paused and shown again by its switch', async () => {
  const page = await open(address('ads'));
  await slot(page, 'header').getByRole('checkbox', { name: 'Show Header ad' }).uncheck();
  await save(page);
  await saved(page);
  await expect.poll(() => slot(page, 'header').textContent()).toContain('Paused');
  await expect.poll(() => html()).not.toContain('class="ad ad-header');
  await slot(page, 'header').getByRole('checkbox', { name: 'Show Header ad' }).check();
  await save(page);
  await expect.poll(async () => (await stored())['ad_header_device']).toBe('');
  await expect.poll(() => html()).toContain('class="ad ad-header');
});

test('[IMP-22] an ad with dates is absent before and after them', async () => {
  const page = await open(`${address('ads')}&slot=header`, { expectedMessages: /status of 400/ });
  await setting(page, 'ad_header_from').locator('input').fill('2099-01-01T08:30');
  await save(page);
  await saved(page);
  await expect.poll(() => slot(page, 'header').textContent()).toContain('Scheduled');
  expect(await html()).not.toContain('class="ad ad-header');
  await setting(page, 'ad_header_until').locator('input').fill('2098-01-01T08:30');
  await save(page);
  await setting(page, 'ad_header_until').getByText('The ad would end before it begins').waitFor();
  await setting(page, 'ad_header_until').locator('input').fill('');
  await setting(page, 'ad_header_from').locator('input').fill('2020-01-01T08:30');
  await save(page);
  await expect.poll(async () => (await html()).includes('class="ad ad-header')).toBe(true);
  await setting(page, 'ad_header_until').locator('input').fill('2020-02-01T08:30');
  await save(page);
  await expect.poll(() => slot(page, 'header').textContent()).toContain('Ended');
  await expect.poll(async () => (await html()).includes('class="ad ad-header')).toBe(false);
});

test('[IMP-22] the image of a house ad is selected in the library and stored as a path, which survives a move', async () => {
  await site.write((tx) =>
    makeMedia(tx, {
      title: 'The ferry',
      authorId: ids.mirai,
      file: { file: '', sourceUrl: `${site.url}/favicon.ico`, alt: '', sizes: {} },
    }),
  );
  const page = await open(`${address('ads')}&slot=header`);
  const image = setting(page, 'ad_header_image');
  await image.getByRole('button', { name: 'Header ad: image: select image' }).click();
  const library = page.getByRole('dialog', { name: 'Media library' });
  await library.getByRole('button', { name: 'The ferry' }).click();
  await library.getByRole('button', { name: 'Select', exact: true }).click();
  await library.waitFor({ state: 'detached' });
  await expect.poll(() => image.getByRole('textbox').inputValue()).toBe('/favicon.ico');
  const ofPhones = setting(page, 'ad_header_image_phone').getByRole('textbox');
  await ofPhones.fill(`${site.url}/wp-content/uploads/phone.webp`);
  await setting(page, 'ad_header_link').getByRole('textbox').fill('https://ferries.example/timetable');
  expect(await ofPhones.inputValue()).toBe('/wp-content/uploads/phone.webp');
  await save(page);
  await saved(page);
  expect(await stored()).toMatchObject({
    ad_header_image: '/favicon.ico',
    ad_header_image_phone: '/wp-content/uploads/phone.webp',
    ad_header_link: 'https://ferries.example/timetable',
  });
});

test('[IMP-22] a refused value opens its slot, and nothing typed is lost', async () => {
  const page = await open(`${address('ads')}&slot=header`, { expectedMessages: /status of 400/ });
  await setting(page, 'ad_header').getByRole('textbox').fill('<script>show()');
  await slot(page, 'header').getByRole('button', { name: 'Close Header ad' }).click();
  await save(page);
  await expect
    .poll(() => setting(page, 'ad_header').getByRole('alert').textContent())
    .toContain('expected whole HTML');
  expect(await setting(page, 'ad_header').getByRole('textbox').inputValue()).toBe('<script>show()');
});

test('[IMP-22] a concurrent change of a slot shows both values', async () => {
  const page = await open(`${address('ads')}&slot=header`, { expectedMessages: /status of 409/ });
  await setting(page, 'ad_header_size').getByRole('textbox').fill('970x250');
  await site.write(async (tx) => void (await saveSettings(tx, { ad_header_size: '468x60' })));
  await save(page);
  const conflict = setting(page, 'ad_header_size').getByRole('alert');
  await expect.poll(() => conflict.textContent()).toContain('“468x60”');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await save(page);
  await expect.poll(async () => (await stored())['ad_header_size']).toBe('970x250');
});

test('[IMP-22] the preview shows the places of ads and the ad-block notice, unsaved', async () => {
  const page = await open(address('ads'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await preview(page).locator('.ad-header').waitFor();
  await setting(page, 'ad_block_notice').getByRole('checkbox').check();
  await preview(page).locator('.notice').waitFor();
  expect(await html()).not.toContain('ad_block');
  expect((await stored())['ad_block_notice']).toBe(false);
});

test('[IMP-22] the prompt is previewed as it is edited', async () => {
  const page = await open(address('push'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await preview(page).locator('.push-prompt').waitFor();
  await setting(page, 'push_heading').getByRole('textbox').fill('First to <b>know</b>');
  await expect.poll(() => preview(page).locator('.push-heading').textContent()).toBe('First to <b>know</b>');
  await setting(page, 'push_desktop').getByRole('checkbox').uncheck();
  await preview(page).locator('.push-prompt').waitFor({ state: 'detached' });
});

test('[IMP-22] a message is written, reviewed, sent to every subscriber and listed with its counts', async () => {
  await subscribe('ada', 'ben');
  const page = await open(`${address('push')}&tab=messages`);
  await page.getByRole('button', { name: 'New message' }).click();
  const form = page.getByRole('dialog', { name: 'New message' });
  await form.getByLabel('Title').fill('Ferries return');
  await form.getByLabel('Text').fill('The first leaves at noon.');
  await form.getByLabel('Link').fill('/ferries-return/');
  await form.getByRole('button', { name: 'Test in this browser' }).click();
  await form.getByText('This browser isn’t subscribed.').waitFor();
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByText('will be sent now to 2 subscribers.').waitFor();
  const before = service.pushes.length;
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Message is being sent.');
  await page.getByText('2 delivered').waitFor();
  expect(
    service.pushes
      .slice(before)
      .map(({ browser: name }) => name)
      .toSorted(),
  ).toEqual(['ada', 'ben']);
  expect(service.pushes.at(-1)?.message).toMatchObject({
    title: 'Ferries return',
    url: `${site.url}/ferries-return/`,
  });
});

test('[IMP-22] a message is refused in the form, which keeps it, and asks before it is closed', async () => {
  await subscribe('ada');
  const page = await open(`${address('push')}&tab=messages`, { expectedMessages: /status of 400/ });
  await page.getByRole('button', { name: 'New message' }).click();
  const form = page.getByRole('dialog', { name: 'New message' });
  await form.getByLabel('Title').fill('News');
  await form.getByLabel('Link').fill('https://evil.example/');
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(() => form.getByRole('alert').textContent()).toContain('path of this site');
  await form.getByRole('button', { name: 'Back' }).click();
  expect(await form.getByLabel('Title').inputValue()).toBe('News');
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Close without saving' })
    .click();
  await form.waitFor({ state: 'detached' });
});

test('[IMP-22] a message is scheduled and canceled; one that is being sent is stopped', async () => {
  const page = await open(`${address('push')}&tab=messages`);
  await page.getByRole('button', { name: 'New message' }).click();
  const form = page.getByRole('dialog', { name: 'New message' });
  await form.getByLabel('Title').fill('Election night');
  await form.getByRole('radio', { name: 'At a time' }).check();
  await form.getByRole('button', { name: 'Review' }).click();
  await form.getByRole('button', { name: 'Schedule message' }).click();
  await page.getByText('Election night').waitFor();
  await page.getByRole('button', { name: 'Cancel “Election night”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Message canceled.');
  await page.getByText('No messages have been sent yet.').waitFor();
  await subscribe('slow');
  service.answer(503, { browser: 'slow' });
  await site.write(async (tx) => {
    const note = {
      title: 'Mistake',
      body: '',
      url: '/',
      image: '',
      createdAt: Date.now(),
      dueAt: Date.now(),
    };
    await addNote(tx, note, true);
  });
  await page.reload();
  await page.getByRole('button', { name: 'Stop “Mistake”' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Message stopped.');
  await page.locator('.push-list [data-state=stopped]').waitFor();
});

test('[IMP-22] messages without recipients and deleted articles are listed as such', async () => {
  await site.write(async (tx) => {
    const note = { title: 'Unseen', body: '', url: '/', image: '', createdAt: 0, dueAt: 0 };
    await addNote(tx, note, true);
    await tx.db.insertInto('push_message').values({ number: 9, post_id: 4711, created_at: 0 }).execute();
  });
  const page = await open(`${address('push')}&tab=messages`);
  await page.locator('.push-list [data-state=expired]').getByText('Not delivered').waitFor();
  const deleted = page.locator('.push-list li').first();
  expect(await deleted.textContent()).toContain('Deleted article');
  expect(await deleted.getByRole('link').count()).toBe(0);
});

test('[IMP-22] subscribers are listed without personal data, and one is removed', async () => {
  await subscribe('ada', 'ben');
  const page = await open(`${address('push')}&tab=subscribers`);
  await expect.poll(() => page.locator('.push-table tbody tr').count()).toBe(2);
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('2 new subscribers in the last 30 days');
  expect(text).toContain('Portuguese');
  expect(await page.locator('.push-days').getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/\d: 2$/),
  ]);
  expect(await page.content()).not.toContain(service.origin);
  await page
    .getByRole('button', { name: /^Remove this/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.locator('.push-table tbody tr').count()).toBe(1);
});

test('[IMP-22] the messages tab says why nothing can be sent', async () => {
  await site.write(async (tx) => void (await saveSettings(tx, { push_desktop: false, push_mobile: false })));
  const page = await open(`${address('push')}&tab=messages`);
  await page.getByText('The prompt is off').waitFor();
  expect(await page.getByRole('button', { name: 'New message' }).getAttribute('aria-disabled')).toBe('true');
  await site.write(
    async (tx) =>
      void (await saveSettings(tx, { push_desktop: true, push_api_url: 'https://push.example/api/token' })),
  );
  await page.reload();
  await page.getByText('the VAPID public key of that service is missing').waitFor();
});

test('[IMP-22] consent: services are listed, texts edited next to it, and the box is previewed', async () => {
  const page = await open('/wp-admin/options-privacy.php');
  const services = page.locator('.consent-overview');
  await services.getByText('1 slot with ad code').waitFor();
  expect(await services.textContent()).toContain('Loads without asking');
  await page.getByRole('button', { name: 'Preview' }).click();
  await setting(page, 'consent').getByRole('checkbox').check();
  await setting(page, 'translation_consent_accept').getByRole('textbox').fill('Fine by me');
  await preview(page).getByText('Fine by me').waitFor();
  expect(await services.textContent()).toContain('Waits for consent');
  await save(page);
  await saved(page);
  expect(await html()).toContain('Fine by me');
});

test('[IMP-22] consent by category: services name theirs, its texts are edited, and the box is previewed', async () => {
  const page = await open('/wp-admin/options-privacy.php');
  const services = page.locator('.consent-overview');
  await services.getByText('1 slot with ad code').waitFor();
  await page.getByRole('button', { name: 'Preview' }).click();
  await setting(page, 'consent').getByRole('checkbox').check();
  expect(await setting(page, 'translation_consent_marketing').count()).toBe(0);
  await setting(page, 'consent_categories').getByRole('checkbox').check();
  expect(await setting(page, 'translation_consent_accept').count()).toBe(0);
  await services.getByText('Waits for consent: Marketing').waitFor();
  await services.getByText('Waits for consent: Media').first().waitFor();
  await setting(page, 'translation_consent_marketing').getByRole('textbox').fill('<b>Adverts</b>');
  await services.getByText('Waits for consent: <b>Adverts</b>').waitFor();
  const shown = preview(page).locator('.notice');
  await expect
    .poll(() => shown.locator('label b').allTextContents())
    .toEqual(['Necessary', '<b>Adverts</b>', 'Media']);
  expect(await shown.getByRole('button', { includeHidden: true }).allTextContents()).toEqual([
    'Accept all',
    'Reject all',
    'Save choices',
  ]);
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await save(page);
  await saved(page);
  expect(await html()).toContain('Reject all');
});

test('[IMP-22] editors open none of it', async () => {
  for (const path of [address('ads'), `${address('push')}&tab=messages`, '/wp-admin/options-privacy.php']) {
    const page = await open(path, {}, ids.edda);
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  }
});

test('[IMP-22] by keyboard alone, a slot is opened, paused and saved', async () => {
  const page = await open(address('ads'));
  const edit = slot(page, 'header').getByRole('button', { name: 'Edit Header ad' });
  await edit.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await setting(page, 'ad_header').waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save changes' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored())['ad_header_device']).toBe('paused');
});

test.each(drawnLooks('ads, push and consent'))(
  '[IMP-22] ads, push and consent have no serious accessibility faults: %s',
  async (_name, options) => {
    await subscribe('ada');
    for (const [path, ready] of [
      [`${address('ads')}&slot=header`, '[data-setting=ad_header_kinds]'],
      [address('push'), '[data-setting=push_heading]'],
      [`${address('push')}&tab=messages`, '.push-messages'],
      [`${address('push')}&tab=subscribers`, '.push-table'],
      ['/wp-admin/options-privacy.php', '.consent-overview'],
    ] as const) {
      const page = await open(path, options);
      await page.locator(ready).first().waitFor();
      expect([path, await seriousFaults(page)]).toEqual([path, { faults: [], tooWide: 0 }]);
      if (path.endsWith('messages')) {
        await page.getByRole('button', { name: 'New message' }).click();
        await page.getByLabel('Title').waitFor();
        expect([path, await seriousFaults(page)]).toEqual([path, { faults: [], tooWide: 0 }]);
      }
    }
  },
);
