import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0, harbour: 0, picture: 0 };
const phone = { width: 375, height: 812 };

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  ids.picture = await makeMedia(tx, { title: 'The harbour at dawn' });
  ids.harbour = await makePost(tx, { title: 'Harbour reopens', slug: 'harbour', authorId: ids.mirai });
});

const open = (path: string, options: NewsroomOptions = {}, user = ids.mirai) =>
  openNewsroom(browser, site, path, user, options);
const screen = (options: NewsroomOptions = {}, type = 'post') =>
  open(`/wp-admin/options-fields.php?type=${type}`, options);
const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const definition = (page: Page, name: string) =>
  page.locator('.definition', { has: page.locator(`.definition-head bdi:text-is("${name}")`) }).first();

/** Calls REST as the page's user. */
async function rest<Body>(page: Page, path: string, method = 'GET', body?: object): Promise<Body> {
  return page.evaluate(
    async ([at, how, sent]) => {
      const { nonce } = JSON.parse(document.querySelector('#boot')?.textContent ?? '{}') as { nonce: string };
      const reply = await fetch(`/wp-json${at}`, {
        method: how,
        headers: { 'x-wp-nonce': nonce, 'content-type': 'application/json' },
        ...(sent === '' ? {} : { body: sent }),
      });
      return (await reply.json()) as Body;
    },
    [path, method, body ? JSON.stringify(body) : ''] as const,
  );
}

interface Stored {
  readonly revision: number;
  readonly fields: readonly { readonly name: string; readonly kind: string }[];
}

const storedSet = (page: Page) => rest<Stored>(page, '/broadsheet/v1/fields/post');

const field = (name: string, kind: string, more: object = {}) => ({ name, kind, label: name, ...more });

/** Replaces the fields of posts, and opens a page that knows them. */
async function define(page: Page, fields: readonly object[]): Promise<void> {
  const { revision } = await storedSet(page);
  const reply = await rest<Stored>(page, '/broadsheet/v1/fields/post', 'PUT', { fields, revision });
  expect(reply.fields).toHaveLength(fields.length);
}

beforeEach(async () => {
  await site.write(async (tx) => {
    await tx.db.deleteFrom('field').execute();
    await tx.db.deleteFrom('field_set').execute();
    await tx.db.deleteFrom('post_meta').where('post_id', '=', ids.harbour).execute();
    tx.emit('fields', 'change');
  });
});

async function addField(page: Page, label: string, kind: string): Promise<Locator> {
  await page.locator('.fields-screen > .definitions > .definition-add').click();
  const form = page.locator('.fields-screen > .definitions > .sort-list > ol > li').last();
  await form.getByLabel('Label').first().fill(label);
  await form.getByLabel('Kind').first().selectOption({ label: kind });
  return form;
}

const saveFields = async (page: Page) => {
  await page.getByRole('button', { name: 'Save fields' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Fields saved.');
};

const pane = (page: Page) => page.getByRole('region', { name: /^Fields/ });

test('[IMP-20] fields defined with the mouse give a form, whose values are validated, saved and back after a reload', async () => {
  const page = await screen();
  await page.getByText('No fields yet. Add the first one.').waitFor();
  const rating = await addField(page, 'Rating', 'Number');
  await rating.getByLabel('Minimum').fill('0');
  await rating.getByLabel('Maximum', { exact: true }).fill('5');
  await rating.getByLabel('Required').click();
  await rating.getByLabel('Show as a column in lists').click();
  const verdict = await addField(page, 'Verdict', 'Choice');
  for (const [at, label] of ['Buy', 'Wait'].entries()) {
    await verdict.getByRole('button', { name: 'Add choice' }).click();
    await verdict.locator('.choice-row').nth(at).getByLabel('Label').fill(label);
  }
  await addField(page, 'Opened on', 'Date');
  const pros = await addField(page, 'Pros', 'Group of fields');
  await pros.locator('.definition-subs .definition-add').click();
  await pros.locator('.definition-subs').getByLabel('Label').fill('Point');
  await saveFields(page);
  expect((await storedSet(page)).fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'rating number',
    'verdict choice',
    'opened_on date',
    'pros group',
  ]);

  // Without a reload the editor knows the fields.
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click();
  await page.getByRole('link', { name: 'Harbour reopens' }).click();
  await pane(page).getByLabel('Rating').fill('9');
  await pane(page).getByLabel('Wait').click();
  await pane(page).getByLabel('Opened on').fill('2026-11-30');
  await pane(page).getByRole('button', { name: 'Add row' }).click();
  await pane(page).getByLabel('Point').fill('Near the station');
  await pane(page).getByRole('button', { name: 'Add row' }).click();
  await pane(page).getByLabel('Point').last().fill('Quiet');
  await pane(page)
    .getByRole('group', { name: 'Quiet', exact: true })
    .getByRole('button', { name: 'Move up' })
    .click();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Enter a number of at most 5.');
  expect(await pane(page).locator('[data-field=rating]').getAttribute('data-fault')).toBe('true');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('number');
  await pane(page).getByLabel('Rating').fill('4.5');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('“Harbour reopens” updated');
  const { meta } = await rest<{ meta: object }>(page, `/wp/v2/posts/${ids.harbour}?context=edit`);
  expect(meta).toMatchObject({
    rating: 4.5,
    verdict: 'wait',
    opened_on: '2026-11-30',
    pros: [{ point: 'Quiet' }, { point: 'Near the station' }],
  });
  await page.reload();
  await expect.poll(() => pane(page).getByLabel('Rating').inputValue()).toBe('4.5');
  expect(await pane(page).getByLabel('Wait').isChecked()).toBe(true);
  expect(await pane(page).getByLabel('Point').first().inputValue()).toBe('Quiet');
});

test('[IMP-20] a required field holds back publishing only, and the server’s messages are next to their fields', async () => {
  const page = await open('/wp-admin/index.php', { expectedMessages: /status of 400/ });
  await define(page, [field('rating', 'number', { required: true, min: 0 }), field('related', 'post')]);
  const { id } = await rest<{ id: number }>(page, '/wp/v2/posts', 'POST', {
    title: 'Unrated',
    status: 'draft',
  });
  await page.goto(`${site.url}/wp-admin/post.php?post=${id}&action=edit`);

  await pane(page).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('rating: This field is required.');
  await pane(page).getByLabel('related').fill('1');
  await pane(page).getByLabel('related').fill('');
  await page.keyboard.press('Control+s');
  await expect.poll(() => toast(page).textContent()).toContain('saved');
  // A value that can't be stored is named, and the title is saved.
  await page.frameLocator('iframe[name=editor-canvas]').getByLabel('Title').fill('Unrated, so far');
  await pane(page).getByLabel('rating').fill('-3');
  await page.keyboard.press('Control+s');
  await expect
    .poll(
      async () => (await rest<{ title: { raw: string } }>(page, `/wp/v2/posts/${id}?context=edit`)).title.raw,
    )
    .toBe('Unrated, so far');
  await expect.poll(() => toast(page).textContent()).toContain('rating: ');
  await pane(page).getByLabel('rating').fill('3');
  // A post that does not exist.
  await pane(page).getByLabel('related').fill('999999');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => pane(page).locator('[data-field=related] .field-fault').textContent())
    .toContain('999999');
});

test('[IMP-20] values of all kinds are entered and stored', async () => {
  const page = await open('/wp-admin/index.php');
  await page.route('**/wp-content/uploads/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>',
    }),
  );
  await define(page, [
    field('body', 'rich_text'),
    field('starts', 'date_time'),
    field('tint', 'colour'),
    field('where', 'place'),
    field('source', 'link'),
    field('photo', 'image'),
    field('open', 'boolean'),
    field('days', 'choice', {
      multiple: true,
      choices: [
        { value: 'sat', label: 'Saturday' },
        { value: 'sun', label: 'Sunday' },
      ],
    }),
    field('writer', 'user'),
  ]);
  await page.goto(`${site.url}/wp-admin/post.php?post=${ids.harbour}&action=edit`);
  const form = pane(page);
  const body = form.getByRole('textbox', { name: 'body' });
  await body.click();
  await page.keyboard.type('Ferries ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('return');
  await form.getByLabel('starts').fill('2026-12-01T09:30');
  await form.getByLabel('tint', { exact: true }).fill('#0b5cff');
  const where = form.locator('[data-field=where]');
  await where.getByLabel('Name or address').fill('Pier 3');
  await where.getByLabel('Latitude').fill('54.3');
  await where.getByLabel('Longitude').fill('10.1');
  await form.locator('[data-field=source]').getByLabel('URL').fill('https://harbour.example/plan');
  await form.getByLabel('open', { exact: true }).click();
  await form.getByLabel('Sunday').click();
  await form.getByRole('button', { name: 'Select image' }).click();
  const picker = page.getByRole('dialog', { name: 'photo' });
  await picker.getByRole('button', { name: 'The harbour at dawn' }).click();
  await picker.getByRole('button', { name: 'Select', exact: true }).click();
  await form.getByLabel('writer').fill('Mira');
  await page.getByRole('option', { name: 'Mirai' }).click();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('updated');
  const { meta } = await rest<{ meta: object }>(page, `/wp/v2/posts/${ids.harbour}?context=edit`);
  expect(meta).toMatchObject({
    body: expect.stringMatching(/Ferries\s<strong>return<\/strong>|Ferries&nbsp;<strong>return<\/strong>/),
    starts: '2026-12-01T09:30:00',
    tint: '#0b5cff',
    where: { lat: 54.3, lng: 10.1, label: 'Pier 3' },
    source: { url: 'https://harbour.example/plan', title: '', target: '' },
    photo: ids.picture,
    open: true,
    days: ['sun'],
    writer: ids.mirai,
  });
});

test('[IMP-20] HTML that the visual editor can’t show is edited as HTML, runs nothing and is not lost', async () => {
  const page = await open('/wp-admin/index.php', { expectedMessages: /inline event handler violates/ });
  await define(page, [field('body', 'rich_text'), field('note', 'text')]);
  const html = '<div class="box"><img src="x" onerror="window.ran = 1"><!-- more --></div>';
  await rest(page, `/wp/v2/posts/${ids.harbour}`, 'POST', { meta: { body: html } });
  await page.goto(`${site.url}/wp-admin/post.php?post=${ids.harbour}&action=edit`);
  expect(await pane(page).getByLabel('body as HTML').inputValue()).toBe(html);
  await pane(page).getByLabel('note').fill('Read twice');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.poll(() => toast(page).textContent()).toContain('updated');
  const { meta } = await rest<{ meta: object }>(page, `/wp/v2/posts/${ids.harbour}?context=edit`);
  expect(meta).toEqual(expect.objectContaining({ body: html, note: 'Read twice' }));
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('[IMP-20] fields are sorted by keyboard, removed without losing values, and a stale save shows both sides', async () => {
  const page = await screen({ expectedMessages: /status of 409/ });
  await define(page, [field('one', 'text'), field('two', 'text'), field('three', 'number')]);
  await rest(page, `/wp/v2/posts/${ids.harbour}`, 'POST', { meta: { two: 'kept' } });
  await page.reload();
  await definition(page, 'three').locator('.definition-name').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await page.locator('.definition-head bdi').allTextContents()).toEqual(['three', 'one', 'two']);
  await page.getByRole('button', { name: 'Remove “two”' }).click();
  await page.getByText('Removed: two.').waitFor();
  await saveFields(page);
  await page.reload();
  await definition(page, 'one').locator('.definition-name').click();
  await definition(page, 'one').getByLabel('Label').fill('First');
  await define(page, [field('one', 'text'), field('two', 'text')]);
  await page.getByRole('button', { name: 'Save fields' }).click();
  const dialog = page.getByRole('dialog', { name: 'Another user saved these fields' });
  await dialog.getByRole('region', { name: 'Their version' }).getByText('two (Text)').waitFor();
  await dialog.getByRole('region', { name: 'Your version' }).getByText('First (Text)').waitFor();
  await dialog.getByRole('button', { name: 'Use theirs' }).click();
  await expect.poll(() => page.locator('.definition-head bdi').allTextContents()).toEqual(['one', 'two']);
  const { meta } = await rest<{ meta: object }>(page, `/wp/v2/posts/${ids.harbour}?context=edit`);
  expect(meta).toMatchObject({ two: 'kept' });
});

test('[IMP-20] an editor of a type without fields loads nothing of them', async () => {
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const first = await open('/wp-admin/index.php');
  await page.context().addCookies(await first.context().cookies());
  await page.goto(`${site.url}/wp-admin/post.php?post=${ids.harbour}&action=edit`);
  await page.getByRole('button', { name: 'Update', exact: true }).waitFor();
  await page.locator('iframe[name=editor-canvas][data-drawn]').waitFor();
  expect(asked.filter((url) => /v1\/fields|assets\/fields-/.test(url))).toEqual([]);
  await define(first, [field('note', 'text')]);
  await page.reload();
  await pane(page).waitFor();
  expect(asked.filter((url) => /v1\/fields|assets\/fields-/.test(url)).length).toBeGreaterThan(1);
});

test('[IMP-20] screen and form are accessible and fit a phone, light and dark', async () => {
  for (const options of [{ dark: '0' }, { viewport: phone, dark: '1' }] as const) {
    const page = await screen(options);
    await define(page, [
      field('rating', 'number', { required: true, help: 'From 0 to 5' }),
      field('body', 'rich_text'),
      field('rows', 'group', { fields: [field('point', 'text')] }),
      field('day', 'choice', { choices: [{ value: 'sat', label: 'Saturday' }] }),
    ]);
    await page.reload();
    await definition(page, 'day').locator('.definition-name').click();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page.goto(`${site.url}/wp-admin/post.php?post=${ids.harbour}&action=edit`);
    const toggle = pane(page).getByRole('button', { name: /^Fields/ });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    await pane(page).getByRole('button', { name: 'Add row' }).click();
    await pane(page).getByLabel('rating').fill('2');
    const { faults, tooWide } = await seriousFaults(page);
    expect({ faults: faults.filter((fault) => !fault.includes('iframe')), tooWide }).toEqual({
      faults: [],
      tooWide: 0,
    });
  }
});

const titles = (page: Page) => page.locator('.row-title').allTextContents();

test('[IMP-20] a list shows, sorts and filters by fields, and a saved view keeps that', async () => {
  const page = await open('/wp-admin/index.php');
  await define(page, [
    field('rating', 'number', { is_column: true, is_filter: true }),
    field('mood', 'choice', {
      is_column: true,
      is_filter: true,
      choices: [
        { value: 'glad', label: 'Glad' },
        { value: 'sad, very', label: 'Very sad' },
      ],
    }),
  ]);
  await expect
    .poll(async () =>
      (await rest<{ fields: { is_ready: boolean }[] }>(page, '/broadsheet/v1/fields/post')).fields.every(
        ({ is_ready: isReady }) => isReady,
      ),
    )
    .toBe(true);
  for (const [title, rating, mood] of [
    ['Middling', 3, 'glad'],
    ['Best', 5, 'sad, very'],
    ['Worst', 1, 'sad, very'],
  ] as const)
    await rest(page, '/wp/v2/posts', 'POST', { title, status: 'publish', meta: { rating, mood } });
  await page.goto(`${site.url}/wp-admin/edit.php`);
  await page
    .getByRole('columnheader', { name: /rating/ })
    .getByRole('button')
    .click();
  await page.getByRole('menuitemradio', { name: /Sort descending/ }).click();
  // Posts without a rating follow.
  await expect.poll(async () => (await titles(page)).slice(0, 3)).toEqual(['Best', 'Middling', 'Worst']);
  expect(await titles(page)).toContain('Harbour reopens');
  expect(new URL(page.url()).searchParams.get('orderby')).toBe('field_rating');
  expect(await page.locator('tr', { hasText: 'Best' }).textContent()).toContain('Very sad');
  const query = new URLSearchParams({ orderby: 'field_rating', order: 'asc', field_rating: '2..' });
  await page.goto(`${site.url}/wp-admin/edit.php?${query.toString()}`);
  await expect.poll(() => titles(page)).toEqual(['Middling', 'Best']);
  await page.getByRole('button', { name: 'Your views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Good ones');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.goto(
    `${site.url}/wp-admin/edit.php?field_mood=${encodeURIComponent(encodeURIComponent('sad, very'))}`,
  );
  await expect.poll(async () => (await titles(page)).toSorted()).toEqual(['Best', 'Worst']);
  await page.getByRole('button', { name: 'Your views' }).click();
  await page.getByRole('menuitemradio', { name: 'Good ones' }).click();
  await expect.poll(() => titles(page)).toEqual(['Middling', 'Best']);
  // With the mouse: another bound of the range, its removal, and a filter that is added.
  await page.getByRole('button', { name: /rating is (?:greater|at least|more)/i }).click();
  const bound = page.getByRole('spinbutton', { name: 'rating' });
  expect(await bound.inputValue()).toBe('2');
  await bound.fill('4.5');
  await expect.poll(() => titles(page)).toEqual(['Best']);
  expect(new URL(page.url()).searchParams.get('field_rating')).toBe('4.5..');
  await page.keyboard.press('Escape');
  await page.goto(`${site.url}/wp-admin/edit.php`);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('menuitem', { name: 'rating' }).click();
  await page.getByRole('spinbutton', { name: 'rating' }).fill('3');
  await expect.poll(async () => (await titles(page)).toSorted()).toEqual(['Best', 'Middling']);
  // Values that no field can have are dropped from the address, not sent.
  await page.goto(
    `${site.url}/wp-admin/edit.php?field_rating=${encodeURIComponent("1' or 1")}&orderby=field_nothing`,
  );
  await expect.poll(() => titles(page)).toEqual(expect.arrayContaining(['Harbour reopens', 'Worst']));
  await page.setViewportSize(phone);
  await page.locator('.dataviews-view-list').waitFor();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
});
