import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';

const browser = useChromium();
const desktop: NewsroomOptions = { viewport: { width: 1280, height: 900 } };
const phone: NewsroomOptions = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Title and two paragraphs of a new post, typed without a click. */
async function write(page: Page, title: string): Promise<void> {
  const canvas = page.frameLocator('iframe[name=editor-canvas]');
  await expect.poll(() => canvas.getByLabel('Title').evaluate((at) => at.matches(':focus'))).toBe(true);
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Police closed the bridge at noon.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ferries run every twenty minutes.');
  // The server has assigned the default category by then.
  await page.waitForURL(/post\.php\?post=\d+/);
}

/** Adds in the publish dialog what it says is missing, and publishes. */
async function publishPost(page: Page): Promise<void> {
  await button(page, 'Publish').click();
  const dialog = page.getByRole('dialog', { name: 'Publish?' });
  for (const lack of ['No excerpt.', 'No featured image.', 'No category.'])
    await dialog.getByText(lack).waitFor();
  await dialog.getByRole('button', { name: 'Add excerpt' }).click();
  await page.keyboard.type('A gust pushed a lorry against the railing.');
  await dialog.getByRole('button', { name: 'Choose category' }).click();
  await dialog.getByLabel('Harbour').check();
  await dialog.getByRole('button', { name: 'Set featured image' }).click();
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'bridge.jpg', mimeType: 'image/jpeg', buffer: picture });
  const alt = page.getByLabel('Alt text');
  await expect.poll(() => alt.evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.type('The harbour bridge');
  await button(page, 'Select').click();
  for (const fine of ['excerpt', 'featured image', 'category'])
    await dialog.getByText(`The ${fine} is set.`).waitFor();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
}

/** From the notice after publishing, or from the desk: a shorter headline and the breaking line, published. */
async function arrangeFront(page: Page, title: string, short: string, line: string): Promise<void> {
  const form = page.getByRole('dialog', { name: 'On the front page' });
  await form.getByLabel('Headline on the front page').fill(short);
  await form.getByRole('button', { name: 'Apply' }).click();
  await page
    .getByRole('button', { name: 'Add breaking line' })
    .or(page.getByRole('region', { name: 'Breaking line' }).getByRole('button', { name: 'Edit' }))
    .click();
  const breaking = page.getByRole('dialog', { name: 'Breaking line' });
  await breaking.getByLabel('Text', { exact: true }).fill(line);
  await breaking.getByRole('button', { name: `Link to “${short}”` }).click();
  await breaking.getByRole('button', { name: 'Apply' }).click();
  expect(await page.locator('.desk-card').first().locator('.desk-title').innerText(), title).toBe(short);
}

/** The first headline of the lead package, its category, and the breaking line, as readers see them. */
async function readers(url: string) {
  const html = await (await fetch(url)).text();
  const [, lead = ''] = /<section[^>]*aria-label="Top stories"[^>]*>([^]*?)<\/article>/.exec(html) ?? [];
  return {
    headline: /<h2[^>]*class="card-title"[^>]*>.*?<a[^>]*>(.*?)<\/a>/s.exec(html)?.[1],
    category: /href="\/category\/([a-z-]+)\/"/.exec(lead)?.[1],
    line: /class="breaking-line"[^>]*>.*?<a[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/s.exec(html)?.slice(1, 3),
  };
}

onBothDatabases('a breaking story', (get, place) => {
  let server: HostedServer;
  const ids = { mirai: 0, edda: 0, arne: 0 };

  beforeAll(async () => {
    await get().write(async (tx) => {
      ids.mirai = await makeUser(tx, { roles: ['administrator'], displayName: 'Mirai' });
      ids.edda = await makeUser(tx, { roles: ['editor'], displayName: 'Edda' });
      ids.arne = await makeUser(tx, { roles: ['author'], displayName: 'Arne' });
      const harbour = await makeTerm(tx, { name: 'Harbour', slug: 'harbour' });
      for (let n = 1; n <= 8; n++)
        await makePost(tx, { title: `Story ${n}`, authorId: ids.mirai, termIds: [harbour] });
    });
    server = await startHostedServer(place());
  });
  afterAll(() => server?.stop());

  const open = (path: string, user: number, options: NewsroomOptions) =>
    openNewsroom(
      browser,
      {
        url: server.url,
        dataDir: place().dataDir,
        write: (work) =>
          get()
            .write(work)
            .then(() => undefined),
      },
      path,
      user,
      options,
    );
  /** Publishes the front page; the first reader after it sees the change. */
  const publishFront = async (page: Page, headline: string, line: string, slug: string) => {
    const stored = page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/broadsheet/v1/front'),
    );
    await button(page, 'Publish').click();
    expect((await stored).status()).toBe(200);
    expect(await readers(server.url)).toEqual({
      headline,
      category: 'harbour',
      line: [`/${slug}/`, line],
    });
    expect(await (await fetch(`${server.url}/${slug}/`)).text()).toContain('alt="The harbour bridge"');
  };

  const cases = [
    [
      'an administrator on a phone',
      'mirai',
      phone,
      'Storm closes the old bridge',
      'storm-closes-the-old-bridge',
    ],
    [
      'an editor on a desktop',
      'edda',
      desktop,
      'Water main floods the square',
      'water-main-floods-the-square',
    ],
  ] as const;
  for (const [who, user, device, title, slug] of cases)
    test(`[IMP-11] ${who} takes a story from an empty draft to the lead of the front page`, async () => {
      const page = await open('/wp-admin/post-new.php', ids[user], device);
      await write(page, title);
      await publishPost(page);
      await page.getByRole('group', { name: 'Next steps' }).getByText('Readers can see it now.').waitFor();
      // The package's message has a label without its text.
      await page.locator('.components-snackbar').click();
      await page.locator('.components-snackbar').waitFor({ state: 'detached' });
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      await page.getByRole('link', { name: 'Make it the lead' }).click();
      await arrangeFront(page, title, `Short ${slug}`, `Line ${slug}`);
      expect(new URL(page.url()).search).toBe('');
      expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
      await publishFront(page, `Short ${slug}`, `Line ${slug}`, slug);
    });

  test('[IMP-11] an author publishes a story, and an editor finds it in the desk and makes it the lead', async () => {
    const author = await open('/wp-admin/post-new.php', ids.arne, desktop);
    await write(author, 'Council reopens the tram line');
    await publishPost(author);
    const next = author.getByRole('group', { name: 'Next steps' });
    await next.getByText('Editors can make it the lead of the front page.').waitFor();
    expect(await next.getByRole('link', { name: 'Make it the lead' }).count()).toBe(0);

    const editor = await open('/wp-admin/front.php', ids.edda, desktop);
    const story = editor.locator('.desk-story', { hasText: 'Council reopens the tram line' });
    await story.getByText('Arne').waitFor();
    await story.getByRole('button', { name: /^Pin “/ }).click();
    await editor.getByRole('menuitem', { name: 'Make it the lead' }).click();
    await editor
      .locator('.desk-card')
      .first()
      .getByRole('button', { name: 'Council reopens the tram line', exact: true })
      .click();
    await arrangeFront(editor, 'Council reopens the tram line', 'Trams return', 'Council votes for trams');
    await publishFront(editor, 'Trams return', 'Council votes for trams', 'council-reopens-the-tram-line');
  });

  test('[IMP-11] an address that asks for a story that can’t lead says so and changes nothing', async () => {
    let draft = 0;
    await get().write(async (tx) => {
      draft = await makePost(tx, { title: 'Not yet', status: 'draft', authorId: ids.mirai });
    });
    for (const asked of [String(draft), '999999']) {
      const page = await open(`/wp-admin/front.php?lead=${asked}`, ids.edda, desktop);
      await page
        .locator('.components-snackbar__content', { hasText: 'Only published and scheduled' })
        .waitFor();
      expect(await page.locator('.desk-bar').count()).toBe(0);
      expect(new URL(page.url()).search).toBe('');
    }
    for (const odd of ['', '-1', '1.5', 'NaN', '1e99', '%00', '<script>', '0', '1,2', 'null']) {
      const page = await open(`/wp-admin/front.php?lead=${encodeURIComponent(odd)}`, ids.edda, desktop);
      await page.locator('.desk-card').first().waitFor();
      expect(await page.locator('.desk-bar, [role=dialog]').count()).toBe(0);
      await page.close();
    }
  });
});
