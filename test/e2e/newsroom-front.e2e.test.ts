import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { readFront, writeFront } from '../../src/modules/front/store.ts';
import type { FrontArea, Pin } from '../../src/modules/front/model.ts';
import { deleteTerm } from '../../src/modules/terms/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { seededRandom } from '../harness/random.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, arne: 0, science: 0, culture: 0, page: 0, picture: 0, coming: 0 };
const stories: number[] = [];
const phone = { width: 375, height: 812 };
const hour = 3_600_000;
const hostile = '<img src=x onerror=alert(1)> &amp; </script>';
/** The same as the HTML of a title. */
const hostileTitle = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.arne = await makeUser(tx, { login: 'arne', roles: ['author'], displayName: 'Arne' });
  ids.science = await makeTerm(tx, { name: 'Science', slug: 'science' });
  ids.culture = await makeTerm(tx, { name: 'Culture', slug: 'culture' });
  ids.picture = await makeMedia(tx, { title: 'Harbour at dawn' });
  await makeMedia(tx, { title: 'Small portrait', file: { width: 400, height: 400 } });
  ids.page = await makePost(tx, { type: 'page', title: 'Welcome', slug: 'welcome', authorId: ids.mirai });
  stories.length = 0;
  for (let n = 1; n <= 24; n++)
    stories.push(
      await makePost(tx, {
        title: n === 20 ? hostileTitle : `Story ${n}`,
        slug: `story-${n}`,
        authorId: ids.mirai,
        termIds: [n % 2 === 0 ? ids.science : ids.culture],
        publishedAt: Date.UTC(2026, 0, 1) + n * hour,
      }),
    );
  ids.coming = await makePost(tx, {
    title: 'Tomorrow’s story',
    slug: 'tomorrow',
    status: 'future',
    publishedAt: Date.now() + 240 * hour,
    authorId: ids.mirai,
  });
});

const storyId = (n: number) => stories[n - 1] ?? 0;
const pin = (n: number, area: FrontArea = 'lead', facts: Partial<Pin> = {}): Pin => ({
  postId: storyId(n),
  area,
  endsAt: 0,
  headline: '',
  mediaId: 0,
  ...facts,
});
const arrange = (pins: readonly Pin[], text = '') =>
  site.write((tx) => writeFront(tx, { pins, breaking: text === '' ? null : { text, url: '', endsAt: 0 } }));
const arrangement = async () => {
  let front: Awaited<ReturnType<typeof readFront>> | undefined;
  await site.write(async (tx) => void (front = await readFront(tx.db)));
  return { pins: front?.pins ?? [], breaking: front?.breaking ?? null };
};
/** `lead 5 2`: numbers of the stories pinned to an area, in their order. */
const pinned = async (area: FrontArea = 'lead') =>
  (await arrangement()).pins
    .filter((one) => one.area === area)
    .map(({ postId }) => stories.indexOf(postId) + 1)
    .join(' ');

beforeEach(() => arrange([]));

const address = '/wp-admin/front.php';
const open = async (options: NewsroomOptions = {}, user = ids.mirai) => {
  const page = await openNewsroom(browser, site, address, user, options);
  await page.locator('.desk-card').first().waitFor();
  return page;
};
const area = (page: Page, name: string) =>
  page.locator('.desk-area', { has: page.getByRole('heading', { name, exact: true }) });
const lead = (page: Page) => page.locator('[data-area=lead]');
const card = (page: Page, n: number) => page.locator(`.desk-card[data-post="${storyId(n)}"]`);
const story = (page: Page, n: number) => page.locator(`.desk-story[data-story="${storyId(n)}"]`);
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
/** Numbers of the stories that an area shows, pinned ones in brackets. */
const shown = (of: Locator) =>
  of.locator('.desk-card').evaluateAll(
    (cards, known) =>
      cards
        .map((one) => {
          const { post, pinned: isPinned } = (one as HTMLElement).dataset;
          const n = known.indexOf(Number(post)) + 1;
          return isPinned === 'true' ? `[${n}]` : String(n);
        })
        .join(' '),
    stories,
  );
const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // The message of an earlier publishing may still be shown.
  await page.locator('.desk-bar').waitFor({ state: 'detached' });
  await expect.poll(() => toast(page).textContent()).toContain('Front page published.');
};
const pinTo = async (page: Page, n: number, name: string) => {
  await story(page, n)
    .getByRole('button', { name: /^Pin “/ })
    .click();
  await item(page, name).click();
};
const actionOf = async (page: Page, n: number, name: string) => {
  await card(page, n)
    .getByRole('button', { name: /^Actions for “/ })
    .click();
  await item(page, name).click();
};
const front = async () => (await fetch(site.url)).text();
/** Waits until readers get a front page with or without some HTML. */
const published = (html: string) => expect.poll(front).toContain(html);
const leadTitle = async () =>
  /<h2[^>]*class="card-title"[^>]*>.*?<a[^>]*>(.*?)<\/a>/s.exec(await front())?.[1];
const leadName = 'Lead package';

async function drag(page: Page, from: Locator, to: Locator, isDropped = true): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('It is not visible.');
  await page.mouse.move(start.x + 20, start.y + 12);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y + 20);
  await page.mouse.move(end.x + 20, end.y + 12, { steps: 4 });
  await page.locator('.desk-ghost').waitFor();
  if (isDropped) await page.mouse.up();
}

site.onBoth(
  '[IMP-11] a story is dragged from the list into the lead and published, and publishing is undone',
  async () => {
    await arrange([pin(3)]);
    const page = await open();
    expect(await shown(lead(page))).toMatch(/^\[3\] /);
    await drag(page, story(page, 23), card(page, 3));
    await expect.poll(() => shown(lead(page))).toMatch(/^\[23\] \[3\] /);
    await card(page, 23).getByText('Not published yet').waitFor({ state: 'attached' });
    expect(await pinned()).toBe('3');
    await publish(page);
    expect(await pinned()).toBe('23 3');
    await expect.poll(leadTitle).toBe('Story 23');
    expect(await page.getByText('Unpublished changes').count()).toBe(0);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => toast(page).textContent()).toContain('Front page restored.');
    await expect.poll(() => shown(lead(page))).toMatch(/^\[3\] /);
    expect(await pinned()).toBe('3');
    await expect.poll(leadTitle).toBe('Story 3');
  },
);

test('[IMP-11] cards are reordered by dragging, dragged between areas, and Escape leaves them', async () => {
  await arrange([pin(1), pin(2), pin(3)]);
  const page = await open();
  await drag(page, card(page, 1), card(page, 3));
  await expect.poll(() => shown(lead(page))).toMatch(/^\[2\] \[3\] \[1\] /);
  await drag(page, card(page, 3), card(page, 2), false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await shown(lead(page))).toMatch(/^\[2\] \[3\] \[1\] /);
  // A drag is not a click: no form opens.
  expect(await page.getByRole('dialog').count()).toBe(0);
  const science = area(page, 'Science');
  await science.scrollIntoViewIfNeeded();
  await drag(page, story(page, 24), science.locator('.desk-card').first());
  await expect.poll(() => shown(science)).toMatch(/^\[24\] /);
  await publish(page);
  expect([await pinned(), await pinned(`category:${ids.science}`)]).toEqual(['2 3 1', '24']);
});

test('[IMP-11] all of it by keyboard: pin, move, unpin, undo and redo, with announcements', async () => {
  await arrange([pin(1), pin(2)]);
  const page = await open();
  const said = () => page.locator('main > [role=status].hidden-text').textContent();
  await card(page, 2).locator('.desk-title').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[2\] \[1\] /);
  expect(await said()).toBe('“Story 2”: place 1 of 2 in Lead package.');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Story 2');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(said).toContain('can’t be moved further');
  // A repeated message is a new element, so that it is announced again.
  const message = await page.locator('main > [role=status].hidden-text > span').elementHandle();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => message?.evaluate((one) => one.isConnected)).toBe(false);
  expect(await said()).toContain('can’t be moved further');
  // A move that fails doesn't return the focus later.
  const unpinned = page.locator('.desk-card[data-pinned=false] .desk-title').first();
  await unpinned.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('button', { name: 'History' }).focus();
  await arrange([pin(1), pin(2)], 'Storm');
  await refresh(page);
  await page.getByRole('region', { name: 'Breaking line' }).getByText('Storm').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('History');
  await card(page, 2).locator('.desk-title').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[1\] \[2\] /);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => page.getByText('Unpublished changes').count()).toBe(0);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[2\] \[1\] /);
  // The menu of a story, with keys only.
  await story(page, 22)
    .getByRole('button', { name: /^Pin “/ })
    .focus();
  await page.keyboard.press('Enter');
  await item(page, leadName).waitFor();
  // "Make it the lead" has the focus.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[2\] \[1\] \[22\] /);
  await card(page, 1)
    .getByRole('button', { name: /^Actions for “/ })
    .focus();
  await page.keyboard.press('Enter');
  await item(page, 'Unpin').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[2\] \[22\] /);
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => pinned()).toBe('2 22');
  await page.getByRole('button', { name: 'Preview', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('.desk-preview').waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Hide preview');
});

test('[IMP-11] on a phone stories are pinned by menu and moved by touch, within the width of the screen', async () => {
  await arrange([pin(1), pin(2)]);
  const page = await open({ viewport: phone, hasTouch: true, isMobile: true });
  expect((await seriousFaults(page)).tooWide).toBe(0);
  await page.getByRole('button', { name: 'Stories', exact: true }).tap();
  await story(page, 24)
    .getByRole('button', { name: /^Pin “/ })
    .tap();
  await item(page, leadName).tap();
  await expect.poll(() => toast(page).textContent()).toContain('“Story 24” pinned to Lead package.');
  expect((await seriousFaults(page)).tooWide).toBe(0);
  await page
    .getByRole('group', { name: 'Parts of the desk' })
    .getByRole('button', { name: 'Front page' })
    .tap();
  await expect.poll(() => shown(lead(page))).toMatch(/^\[1\] \[2\] \[24\] /);
  const handle = card(page, 24).locator('.desk-handle');
  // Away from the window's edges, where a drag scrolls with every frame.
  await handle.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  const [from, to] = [await handle.boundingBox(), await card(page, 2).boundingBox()];
  if (!from || !to) throw new Error('The cards are not visible.');
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 15, y }],
    });
  await touch('touchStart', from.y + 20);
  await touch('touchMove', from.y + 5);
  await touch('touchMove', to.y + 20);
  await page.locator('.desk-ghost').waitFor();
  await touch('touchEnd', to.y + 20);
  await expect.poll(() => shown(lead(page))).toMatch(/^\[1\] \[24\] \[2\] /);
  await actionOf(page, 2, 'Move up');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[1\] \[2\] \[24\] /);
  await publish(page);
  expect(await pinned()).toBe('1 2 24');
});

site.onBoth(
  '[IMP-11] an end, a shorter headline and another picture count for the front page only',
  async () => {
    // The library’s picture has no file here.
    const page = await open({ expectedMessages: /status of 404/ });
    await pinTo(page, 21, leadName);
    await card(page, 21).locator('.desk-title').click();
    const form = page.getByRole('dialog', { name: 'On the front page' });
    await form.getByLabel('Headline on the front page').fill('Short & sharp');
    await form.getByRole('button', { name: 'In 3 h' }).click();
    const choose = async (button: string, title: string) => {
      await form.getByRole('button', { name: button }).click();
      const library = page.getByRole('dialog').last();
      await library
        .getByText(title)
        .or(library.getByRole('button', { name: new RegExp(title) }))
        .first()
        .click();
      await library.getByRole('button', { name: 'Select', exact: true }).click();
      await form.getByRole('button', { name: 'Replace image' }).waitFor();
    };
    await choose('Select image', 'Small portrait');
    await form
      .getByText('This image is 400 pixels wide. The lead shows images of at least 600 pixels.')
      .waitFor();
    await choose('Replace image', 'Harbour at dawn');
    await expect.poll(() => form.getByText('This image is').count()).toBe(0);
    expect((await seriousFaults(page)).faults).toEqual([]);
    await form.getByRole('button', { name: 'Apply' }).click();
    await card(page, 21).getByText('Short & sharp').waitFor();
    expect(await card(page, 21).locator('.desk-facts').textContent()).toMatch(
      /Pinned until .*Own headlineOwn image/,
    );
    await publish(page);
    const [stored] = (await arrangement()).pins;
    expect(stored).toMatchObject({ postId: storyId(21), headline: 'Short & sharp', mediaId: ids.picture });
    expect((stored?.endsAt ?? 0) - Date.now()).toBeGreaterThan(2 * hour);
    await expect.poll(leadTitle).toBe('Short &amp; sharp');
    expect(await (await fetch(`${site.url}/story-21/`)).text()).toContain('Story 21</h1>');
    // The form shows them again, and an empty headline restores the post's.
    await card(page, 21).locator('.desk-title').click();
    expect(await form.getByLabel('Unpin at').inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    await form.getByLabel('Headline on the front page').fill('');
    await form.getByRole('button', { name: 'Never' }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await publish(page);
    expect((await arrangement()).pins[0]).toMatchObject({ headline: '', endsAt: 0, mediaId: ids.picture });
  },
);

test('[IMP-11] forms leave an end that is not changed as it is, including its seconds', async () => {
  const endsAt = Date.now() + 5 * hour + 12_345;
  await arrange([pin(21, 'lead', { endsAt })]);
  await site.write(async (tx) =>
    writeFront(tx, { ...(await readFront(tx.db)), breaking: { text: 'Storm', url: '', endsAt } }),
  );
  const page = await open();
  await card(page, 21).locator('.desk-title').click();
  const form = page.getByRole('dialog', { name: 'On the front page' });
  await form.getByLabel('Headline on the front page').fill('Short');
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('region', { name: 'Breaking line' }).getByRole('button', { name: 'Edit' }).click();
  const line = page.getByRole('dialog', { name: 'Breaking line' });
  await line.getByLabel('Text').fill('Big storm');
  await line.getByRole('button', { name: 'Apply' }).click();
  await publish(page);
  expect(await arrangement()).toMatchObject({
    pins: [{ headline: 'Short', endsAt }],
    breaking: { text: 'Big storm', endsAt },
  });
});

test('[IMP-11] an end in the past is refused with the story’s name, and nothing is lost', async () => {
  const page = await open({ expectedMessages: /status of 400/ });
  await pinTo(page, 21, leadName);
  await pinTo(page, 23, leadName);
  await card(page, 23).locator('.desk-title').click();
  const form = page.getByRole('dialog', { name: 'On the front page' });
  await form.getByLabel('Unpin at').fill('2020-01-01T10:00');
  await form.getByLabel('Headline on the front page').fill('Late');
  await page.evaluate(() =>
    document.querySelector<HTMLFormElement>('.desk-form')?.setAttribute('novalidate', ''),
  );
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^“Story 23”: .*past/);
  expect(await pinned()).toBe('');
  await card(page, 23).getByRole('button', { name: 'Late', exact: true }).click();
  await form.getByRole('button', { name: 'Never' }).click();
  await form.getByRole('button', { name: 'Apply' }).click();
  await publish(page);
  expect(await pinned()).toBe('21 23');
});

site.onBoth(
  '[IMP-11] the breaking line is set with link and end, shown to readers as text, and removed',
  async () => {
    const page = await open({ expectedMessages: /status of 400/ });
    await page.getByRole('button', { name: 'Add breaking line' }).click();
    const form = page.getByRole('dialog', { name: 'Breaking line' });
    await form.getByLabel('Text').fill(`Storm ${hostile}`);
    await form.getByLabel('Link address').fill('javascript:alert(1)');
    await form.getByRole('button', { name: 'In 12 h' }).click();
    await form.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect((await arrangement()).breaking).toBeNull();
    await page.getByRole('region', { name: 'Breaking line' }).getByRole('button', { name: 'Edit' }).click();
    expect(await form.getByLabel('Text').inputValue()).toBe(`Storm ${hostile}`);
    await form.getByLabel('Link address').fill('/story-3/');
    await form.getByRole('button', { name: 'Apply' }).click();
    await publish(page);
    await published('Storm &lt;img src=x');
    expect((await arrangement()).breaking).toMatchObject({ url: '/story-3/' });
    await page.getByRole('region', { name: 'Breaking line' }).getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'Remove', exact: true }).click();
    await publish(page);
    expect((await arrangement()).breaking).toBeNull();
    await expect.poll(front).not.toContain('Storm &lt;img');
  },
);

test('[IMP-11] the unpublished arrangement is previewed on desktop and phone, light and dark', async () => {
  const page = await open();
  await pinTo(page, 22, leadName);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.locator('.desk-preview');
  const frame = page.frameLocator('.desk-preview iframe');
  const first = () => frame.locator('.front .card-title').first().textContent();
  await expect.poll(first).toBe('Story 22');
  await preview.getByRole('button', { name: 'On a phone' }).click();
  await expect.poll(first).toBe('Story 22');
  expect(await preview.locator('iframe').evaluate((one) => one.clientWidth)).toBe(375);
  await preview.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(() => frame.locator('html').getAttribute('class')).toContain('is_dark');
  // It follows the desk, and readers still see the published front.
  await actionOf(page, 22, 'Unpin');
  await expect.poll(first).not.toBe('Story 22');
  expect(await leadTitle()).not.toBe('Story 22');
  await preview.getByRole('button', { name: 'Close preview' }).click();
  await preview.waitFor({ state: 'detached' });
});

site.onBoth('[IMP-11] an older front page is restored from the history', async () => {
  const page = await open();
  await pinTo(page, 14, leadName);
  await publish(page);
  await actionOf(page, 14, 'Unpin');
  await pinTo(page, 16, leadName);
  await publish(page);
  expect(await pinned()).toBe('16');
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History of the front page' });
  const former = history.getByRole('listitem').filter({ hasText: 'Story 14' }).first();
  expect(await former.textContent()).toContain('Mirai');
  await former.getByRole('button', { name: 'Restore' }).click();
  await expect.poll(() => shown(lead(page))).toMatch(/^\[14\] /);
  expect(await pinned()).toBe('16');
  await publish(page);
  expect(await pinned()).toBe('14');
});

site.onBoth(
  '[IMP-11] restored pins of a band that the front page lacks are shown, and those of a deleted category are left out',
  async () => {
    let tiny = 0;
    await site.write(async (tx) => void (tiny = await makeTerm(tx, { name: 'Tiny', slug: 'tiny' })));
    await arrange([pin(9, `category:${tiny}`)]);
    const page = await open();
    await pinTo(page, 11, 'Tiny');
    await pinTo(page, 12, leadName);
    await publish(page);
    for (const n of [9, 11, 12]) await actionOf(page, n, 'Unpin');
    await publish(page);
    expect(await area(page, 'Tiny').count()).toBe(0);
    const restore = async () => {
      await page.getByRole('button', { name: 'History' }).click();
      const former = page
        .getByRole('dialog', { name: 'History of the front page' })
        .getByRole('listitem')
        .filter({ hasText: 'Story 12' })
        .first();
      const text = await former.textContent();
      await former.getByRole('button', { name: 'Restore' }).click();
      return text;
    };
    expect(await restore()).toContain('Story 11');
    await expect.poll(() => shown(area(page, 'Tiny'))).toBe('[9] [11]');
    await publish(page);
    expect(await pinned(`category:${tiny}`)).toBe('9 11');
    await actionOf(page, 12, 'Unpin');
    await publish(page);
    await site.write((tx) => deleteTerm(tx, tiny));
    await page.reload();
    await page.locator('.desk-card').first().waitFor();
    expect(await restore()).not.toContain('Story 11');
    await expect.poll(() => shown(lead(page))).toMatch(/^\[12\] /);
    await publish(page);
    expect((await arrangement()).pins).toEqual([pin(12)]);
  },
);

/** Reads the published front now instead of with the next poll. */
const refresh = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));

site.onBoth(
  '[IMP-11] twenty edits of two editors at once end in a front that both see, and nothing is lost',
  async () => {
    const refusals = { expectedMessages: /status of 409/ };
    const desks = [await open(refusals), await open(refusals, ids.edda)] as const;
    // Each editor names the other.
    await Promise.all(
      desks.map((page, at) =>
        expect.poll(() => page.locator('.desk-others').textContent()).toContain(at === 0 ? 'Edda' : 'Mirai'),
      ),
    );
    const random = seededRandom(57);
    const pick = (count: number) => Math.floor(random() * count);
    const areas = [leadName, 'Science'];
    const expected = new Map<number, string>();
    for (let edit = 0; edit < 20; edit++) {
      const at = edit % 2;
      const page = desks[at === 0 ? 0 : 1];
      // Mirai changes odd stories, Edda even ones.
      const own = [...expected.keys()].filter((n) => n % 2 === at);
      const free = [13, 14, 15, 16, 17, 18, 21, 22, 23, 24].filter((n) => n % 2 === at && !expected.has(n));
      const n = own[pick(own.length)];
      const added = free[pick(free.length)];
      const count = (name: string) => [...expected.values()].filter((one) => one === name).length;
      const name = areas[pick(2)] ?? leadName;
      if (n !== undefined && (own.length > 2 || added === undefined || count(name) > 5)) {
        await actionOf(page, n, 'Unpin');
        expected.delete(n);
      } else if (added !== undefined) {
        await pinTo(page, added, name);
        expected.set(added, name);
      }
      // Half of the edits are published on top of a front that the editor has not seen.
      await publish(page);
      if (random() < 0.5) await refresh(page);
    }
    const ofArea = (name: string) =>
      [...expected]
        .filter(([, one]) => one === name)
        .map(([n]) => n)
        .toSorted((a, b) => a - b);
    const numbers = (text: string) =>
      text
        .split(' ')
        .filter(Boolean)
        .map(Number)
        .toSorted((a, b) => a - b);
    expect(numbers(await pinned())).toEqual(ofArea(leadName));
    expect(numbers(await pinned(`category:${ids.science}`))).toEqual(ofArea('Science'));
    const final = (await pinned()).replaceAll(/\d+/g, '[$&]');
    for (const page of desks) {
      await refresh(page);
      await expect.poll(() => shown(lead(page))).toContain(final);
    }
  },
);

site.onBoth('[IMP-11] the same story changed by two editors asks with both sides', async () => {
  await arrange([pin(7), pin(8)]);
  const page = await open({ expectedMessages: /status of 409/ });
  const rename = async (headline: string) => {
    await card(page, 7).locator('.desk-title').click();
    const form = page.getByRole('dialog', { name: 'On the front page' });
    await form.getByLabel('Headline on the front page').fill(headline);
    await form.getByRole('button', { name: 'Apply' }).click();
  };
  const asked = page.getByRole('dialog', { name: 'Another editor changed the same' });
  await rename('Mine');
  await arrange([pin(7, 'lead', { headline: 'Theirs' }), pin(8), pin(9)]);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => asked.textContent()).toContain('Mine');
  expect(await asked.textContent()).toContain('Theirs');
  expect((await seriousFaults(page)).faults).toEqual([]);
  await asked.getByRole('radio', { name: /Their version/ }).check();
  await asked.getByRole('button', { name: 'Continue' }).click();
  // Nothing else is lost: the story that they added is here.
  await expect.poll(() => shown(lead(page))).toMatch(/^\[7\] \[8\] \[9\] /);
  await card(page, 7).getByText('Theirs').waitFor();
  await rename('Mine again');
  await arrange([pin(7, 'lead', { headline: 'Theirs again' }), pin(8), pin(9)]);
  await refresh(page);
  await expect.poll(() => asked.textContent()).toContain('Mine again');
  await asked.getByRole('button', { name: 'Continue' }).click();
  await publish(page);
  expect((await arrangement()).pins[0]?.headline).toBe('Mine again');
});

test('[IMP-11] an order that both editors changed is theirs, and the desk says so', async () => {
  await arrange([pin(1), pin(2), pin(3)]);
  const page = await open({ expectedMessages: /status of 409/ });
  const said = page.locator('.components-snackbar__content', { hasText: 'Their order was kept.' });
  await actionOf(page, 3, 'Move up');
  await arrange([pin(2), pin(1), pin(3)]);
  await refresh(page);
  await said.waitFor();
  await expect.poll(() => shown(lead(page))).toMatch(/^\[2\] \[1\] \[3\] /);
});

site.onBoth('[IMP-11] what others publish appears in the desk next to unpublished changes', async () => {
  await arrange([pin(1)]);
  const page = await open({ expectedMessages: /status of 409/ });
  await pinTo(page, 24, leadName);
  await arrange([pin(1), pin(2)], 'Theirs');
  await refresh(page);
  await expect.poll(() => shown(lead(page))).toMatch(/^\[1\] \[24\] \[2\] |^\[1\] \[2\] \[24\] /);
  expect(await page.getByRole('region', { name: 'Breaking line' }).textContent()).toContain('Theirs');
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(lead(page))).toMatch(/^\[1\] \[2\] \d/);
  expect(await page.getByText('Unpublished changes').count()).toBe(0);
  // Published without having seen theirs: undoing it takes back only one's own.
  await pinTo(page, 23, leadName);
  await arrange([pin(1), pin(2), pin(3)]);
  await publish(page);
  expect((await pinned()).split(' ').toSorted()).toEqual(['1', '2', '23', '3']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => pinned()).toBe('1 2 3');
});

test('[IMP-11] authors have no desk, and editors find it in the menu and by Ctrl+K', async () => {
  const author = await openNewsroom(browser, site, address, ids.arne, {});
  await author.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await author.getByText('edit_others_posts').count()).toBe(1);
  expect(await author.getByRole('link', { name: 'Front page' }).count()).toBe(0);
  const page = await openNewsroom(browser, site, '/wp-admin/edit.php', ids.edda, {});
  const links = page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link');
  await links.first().waitFor();
  expect((await links.allTextContents()).slice(0, 3)).toEqual(['Home', 'Front page', 'Posts']);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('front pa');
  await page.keyboard.press('Enter');
  await page.locator('.desk-card').first().waitFor();
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Edit front page' }).first().click();
  await page.locator('.desk-card').first().waitFor();
  // Which page is the homepage is a setting of administrators.
  expect(await page.getByRole('button', { name: 'Homepage' }).count()).toBe(0);
});

test('[IMP-11] unpublished changes are guarded, and discarding can be undone', async () => {
  const page = await open();
  await pinTo(page, 24, leadName);
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Media' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => shown(lead(page))).not.toContain('[24]');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => shown(lead(page))).toContain('[24]');
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Media' }).click();
  await page.waitForURL('**/upload.php');
});

site.onBoth(
  '[IMP-11] stories are searched and filtered, and a scheduled one says that readers don’t see it yet',
  async () => {
    const page = await open();
    const list = page.locator('.desk-stories');
    await list.getByRole('searchbox').fill('nothing like this');
    await list.getByText('Nothing found.').waitFor();
    await list.getByRole('button', { name: 'Reset', exact: true }).click();
    await list.getByLabel('Status').selectOption({ label: 'Scheduled' });
    await list.getByText('Tomorrow’s story').waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await list.getByRole('button', { name: /^Pin “/ }).click();
    await item(page, leadName).click();
    const coming = page.locator(`.desk-card[data-post="${ids.coming}"]`);
    await coming.getByText(/Readers don’t see it yet/).waitFor();
    await publish(page);
    await coming.getByText(/Readers don’t see it yet/).waitFor();
    expect(await front()).not.toContain('Tomorrow’s story');
    await list.getByLabel('Status').selectOption({ label: 'Recent' });
    await list.getByLabel('Category').selectOption({ label: 'Culture' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(12);
    await list.getByLabel('Category').selectOption({ label: 'All categories' });
    await list.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(25);
  },
);

site.onBoth('[IMP-11] the homepage is chosen here, and a page without areas says so', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Homepage' }).click();
  const form = page.getByRole('dialog', { name: 'Homepage' });
  await form.getByRole('radio', { name: 'A page' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Choose the page.').waitFor();
  await form.getByRole('combobox', { name: 'Homepage' }).click();
  await page.getByRole('option', { name: 'Welcome' }).click();
  expect(await form.getByRole('link', { name: 'All reading settings' }).getAttribute('href')).toContain(
    'options-reading.php',
  );
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Homepage saved.');
  await page.getByText(/so pinned posts are not shown/).waitFor();
  await page.getByRole('button', { name: 'Change homepage' }).click();
  await form.getByRole('radio', { name: 'The front page with your latest posts' }).check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.locator('.desk-card').first().waitFor();
});

test('[IMP-11] headlines that look like markup are text, on every part of the desk', async () => {
  await arrange([pin(20), pin(6, 'lead', { headline: 'a'.repeat(200) })], hostile);
  const page = await open({ viewport: phone });
  await card(page, 20).getByText(hostile).waitFor();
  expect((await seriousFaults(page)).tooWide).toBe(0);
  await card(page, 20)
    .getByRole('button', { name: `Actions for “${hostile}”` })
    .click();
  await item(page, 'Edit for the front page…').click();
  await page.getByRole('dialog').getByText(hostile).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('dialog', { name: 'History of the front page' }).waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('[IMP-11] axe finds nothing serious, light and dark, wide and on a phone', async () => {
  await arrange([pin(1), pin(2, 'lead', { headline: 'Short' }), { ...pin(3), postId: ids.coming }], 'Storm');
  for (const [name, options] of drawnLooks('the front desk')) {
    const page = await open(options);
    if (name.includes('phone')) await actionOf(page, 2, 'Unpin');
    else await pinTo(page, 24, leadName);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  }
});
