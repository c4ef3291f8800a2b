import type { FrameLocator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { endSessionsOf } from '../../src/modules/users/session.ts';
import { updateUser } from '../../src/modules/users/writer.ts';
import { hashPassword } from '../../src/lib/credentials.ts';
import { hostilePieces, realDocuments } from '../fixtures/documents.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { codeOf, openNewsroom, planFor2099, seriousFaults, titleOf } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const password = 'correct horse 1';
const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
/** As exports have them: whitespace and attributes that current editors don't write. */
const imported =
  `<!-- wp:paragraph   {"align":"center" } -->\n<p   class="has-text-align-center">First one</p>\n<!-- /wp:paragraph -->` +
  `\n\n\n<!-- wp:list -->\n<ul><li>old list</li></ul>\n<!-- /wp:list -->\n${block('Second one')}\nclassic <b>words</b>\n\n` +
  '<!-- wp:acme/unknown {"a":1} /-->\n';
const copied = '<!-- wp:broadsheet/copy-code {"code":"ring the bell"} /-->';
const imageBlock =
  '<!-- wp:image -->\n<figure class="wp-block-image"><img src="/favicon.ico" alt="old"/></figure>\n<!-- /wp:image -->';
let mirai = 0;
const id = {
  imported: 0,
  stale: 0,
  merged: 0,
  hostile: 0,
  all: 0,
  autosaved: 0,
  headings: 0,
  pictured: 0,
  laidOut: 0,
  past: 0,
  shared: 0,
};
let ruth = 0;
/** Short documents, each with a kind of block that no earlier one has. */
function eachBlockOnce(documents: readonly string[]): string[] {
  const seen = new Set<string>();
  return documents.filter((text) => {
    const kinds = [...text.matchAll(/<!-- wp:([\w/-]+)/g)].map(([, kind = '']) => kind);
    if (text.length >= 8000 || kinds.every((kind) => seen.has(kind))) return false;
    for (const kind of kinds) seen.add(kind);
    return true;
  });
}

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  await updateUser(tx, mirai, { password: await hashPassword(password) });
  await makeTerm(tx, { name: 'Harbour', slug: 'harbour' });
  const post = (title: string, slug: string, content: string) =>
    makePost(tx, { title, slug, content, authorId: mirai });
  id.imported = await post('Imported', 'imported', imported);
  id.stale = await post('Stale', 'stale', block('As it was'));
  id.merged = await post('Merged', 'merged', [block('one'), block('two'), block('three')].join('\n\n'));
  const part = (name: string) =>
    `<!-- wp:heading -->\n<h2>${name}</h2>\n<!-- /wp:heading -->\n\n${block(name)}`;
  id.headings = await post('Told', 'told', `${part('One')}\n\n${part('Two')}`);
  ruth = await makeUser(tx, { login: 'ruth', roles: ['editor'], displayName: 'Ruth Vane' });
  id.shared = await post('Shared', 'shared', [block('one'), block('between'), block('two')].join('\n\n'));
  id.past = await post('Past', 'past', imported);
  id.laidOut = await makePost(tx, {
    title: 'Laid out',
    slug: 'laid-out',
    content: block('Body of it'),
    authorId: mirai,
    meta: { colour: ['red'] },
  });
  const longRead = `${block('Only in long reads')}\n<!-- wp:broadsheet/post-title /-->\n<!-- wp:broadsheet/post-content /-->`;
  await createTemplate(tx, { type: 'single', title: 'Long read', content: longRead });
  await makeUser(tx, { login: 'ada', roles: ['author'], displayName: 'Ada Quay' });
  id.autosaved = await post(
    'Kept',
    'kept',
    [block('What readers have'), block('between'), block('Last')].join('\n\n'),
  );
  id.pictured = await post('Pictured', 'pictured', `${imageBlock}\n\n${block('below')}`);
  // With cleaning on save switched off.
  id.hostile = await post(
    'Hostile',
    'hostile',
    hostilePieces()
      .map((piece, index) => (index % 2 ? `<!-- wp:html -->\n${piece}\n<!-- /wp:html -->` : block(piece)))
      .join('\n\n'),
  );
  id.all = await post(
    'All of them',
    'all',
    [...eachBlockOnce(realDocuments()), copied].join('\n\n').replaceAll(/\bhttps?:\/\/[^\s"'<)]+/g, '/none'),
  );
});

const open = async (path: string, options?: NewsroomOptions) =>
  openNewsroom(browser, site, path, mirai, options);
const editing = (post: number) => `/wp-admin/post.php?post=${post}&action=edit`;
const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const standing = (page: Page) => page.locator('.standing').textContent();
const askRest = async (page: Page, path: string, body?: Readonly<Record<string, unknown>>) =>
  page.evaluate(
    async ([address, sent]) => {
      const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
      const headers = { 'x-wp-nonce': nonce.trim(), ...(sent ? { 'content-type': 'application/json' } : {}) };
      const reply = await fetch(
        `/wp-json${address}`,
        sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : { headers },
      );
      return reply.json() as Promise<Record<string, unknown>>;
    },
    [path, body] as const,
  );
const stored = async (page: Page, post: number): Promise<string> => {
  const { content } = (await askRest(page, `/wp/v2/posts/${post}?context=edit`)) as {
    readonly content: { readonly raw: string };
  };
  return content.raw;
};
/** Stores content from another session. */
const storeElsewhere = async (page: Page, post: number, content: string) =>
  askRest(page, `/wp/v2/posts/${post}`, { content });
const endOf = async (page: Page, words: string) => {
  await canvas(page).getByText(words, { exact: true }).click();
  await page.keyboard.press('End');
};

test('[ART-01] [IMP-02] an author writes an article by keyboard, with a heading, a list and a picture, and publishes it', async () => {
  const page = await open('/wp-admin/');
  await page.getByRole('link', { name: 'Add post' }).click();
  await canvas(page).getByLabel('Title').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await page.keyboard.type('A night at the lighthouse');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The lamp was lit at ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('nine');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/heading');
  await page.getByRole('option', { name: 'Heading', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await canvas(page).locator('h2').waitFor();
  await page.keyboard.type('What we saw');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- a ship');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a bird');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/image');
  await page.getByRole('option', { name: 'Image', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  await canvas(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture });
  await expect
    .poll(() => canvas(page).locator('figure img').getAttribute('src'))
    .toContain('/wp-content/uploads/');
  await page.getByRole('tab', { name: 'Post' }).click();
  await page.getByLabel('Harbour').check();
  await page.getByLabel('Add tags').fill('night');
  await page.keyboard.press('Enter');
  await page.locator('.components-form-token-field__token', { hasText: 'night' }).waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const last = page.getByRole('dialog');
  await last.locator('[data-fine=false]', { hasText: 'Images without alt text: 1 of 1' }).waitFor();
  await last.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => standing(page)).toBe('Saved');
  const read = await (await fetch(`${site.url}/a-night-at-the-lighthouse/`)).text();
  for (const part of [
    '<strong>nine</strong>',
    'What we saw</h2>',
    '<li>a bird</li>',
    'lamp',
    'Harbour',
    'night',
  ])
    expect(read).toContain(part);
  expect(await (await fetch(site.url)).text()).toContain('A night at the lighthouse');
  await expect.poll(() => page.url()).toMatch(/post\.php\?post=\d+&action=edit$/);
});

test('[IMP-02] choosing private makes a post private at once, despite a future date, and no reader gets it then', async () => {
  const page = await open('/wp-admin/post-new.php');
  await canvas(page).getByLabel('Title').waitFor();
  await page.keyboard.type('For us alone');
  await planFor2099(page);
  await page.getByLabel('Status').selectOption('private');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => standing(page)).toBe('Saved');
  const made = new URL(page.url()).searchParams.get('post') ?? '';
  expect(await askRest(page, `/wp/v2/posts/${made}?context=edit`)).toMatchObject({
    status: 'private',
    date: expect.stringMatching(/^2099-/) as string,
  });
});

test('[IMP-02] an imported text keeps every byte except in the changed paragraph; undo and redo work', async () => {
  const page = await open(`/wp-admin/edit.php?s=Imported`);
  await page.getByRole('link', { name: 'Imported' }).click();
  await canvas(page).getByText('Second one').waitFor();
  expect(await codeOf(page)).toBe(imported);
  await endOf(page, 'Second one');
  await page.keyboard.type(', changed');
  const changed = imported.replace('Second one', 'Second one, changed');
  await expect.poll(() => codeOf(page)).toBe(changed);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => codeOf(page)).toBe(imported);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  await expect.poll(() => stored(page, id.imported)).toBe(changed);
  expect(await (await fetch(`${site.url}/imported/`)).text()).toContain('Second one, changed');
});

test('[IMP-02] [IMP-03] subtitle, smart list, byline and search metadata are edited next to the text and reach readers', async () => {
  const page = await open(editing(id.headings));
  await canvas(page).getByText('Two', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Presentation' }).click();
  await page.getByLabel('Subtitle').fill('What the harbour says');
  await page.getByLabel('Smart list').selectOption('One item at a time');
  await page.getByLabel('Items start at').selectOption('Heading 2');
  await page.getByLabel('Byline').fill('Ada');
  await page.getByRole('option', { name: 'Ada Quay' }).click();
  await page.getByRole('button', { name: 'Search engines and social networks' }).click();
  await page.getByLabel('SEO title').fill('Harbour news');
  await page.getByLabel('Description', { exact: true }).fill('All of the harbour');
  await expect
    .poll(() => page.locator('.result-preview').first().innerText())
    .toMatch(/Harbour news\s+All of the harbour/);
  await page.getByLabel('Hide from search engines').check();
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  const read = await (await fetch(`${site.url}/told/`)).text();
  for (const part of [
    'What the harbour says',
    '<title>Harbour news',
    'content="All of the harbour"',
    'noindex',
    'Ada Quay',
  ])
    expect(read).toContain(part);
  expect((await askRest(page, `/wp/v2/posts/${id.headings}?context=edit`)) as unknown).toMatchObject({
    author: mirai,
    broadsheet: { smart_list: { layout: 'slides', order: 'asc', heading: 'h2' } },
  });
});

test('[ART-03] [IMP-03] template, full-screen header, focal point and custom fields are edited next to the text, which stays unchanged', async () => {
  const page = await open(editing(id.laidOut));
  await canvas(page).getByText('Laid out').first().waitFor();
  await page.getByRole('button', { name: 'Set featured image' }).click();
  // Wide enough for the whole screen (decision 091).
  const picture = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#37c' } })
    .png()
    .toBuffer();
  await page
    .getByLabel('Files to upload')
    .setInputFiles({ name: 'quay.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Set focal point' }).click();
  await page.getByRole('button', { name: /^Focal point/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('button', { name: 'Presentation' }).click();
  await page.getByLabel('Full-screen header').check();
  await page.getByRole('button', { name: 'Custom fields' }).click();
  await page.getByLabel('colour', { exact: true }).fill('blue');
  const add = page.getByRole('button', { name: 'Add field' });
  await page.getByLabel('Value').fill('high');
  for (const [name, isTaken] of [
    ['tide', true],
    ['_hidden', false],
    ['tide', true],
  ] as const) {
    await page.getByLabel('New field name').fill(name);
    await expect.poll(() => add.isEnabled()).toBe(isTaken);
  }
  await add.click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  const read = async () => (await fetch(`${site.url}/laid-out/`)).text();
  expect(/class="full-screen-header full-screen-pictured".*Laid out.*Body of it/s.test(await read())).toBe(
    true,
  );
  const { broadsheet, featured_media: media } = await askRest(
    page,
    `/wp/v2/posts/${id.laidOut}?context=edit`,
  );
  expect(broadsheet).toMatchObject({
    custom_fields: [
      { name: 'colour', value: 'blue' },
      { name: 'tide', value: 'high' },
    ],
  });
  await expect
    .poll(async () => (await askRest(page, `/wp/v2/media/${String(media)}`))['focal_point'])
    .toEqual({ x: 0.45, y: 0.5 });
  await page.getByLabel('Template').selectOption('Long read');
  await expect.poll(() => page.getByLabel('Full-screen header').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Delete “tide”' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  const laidOut = await read();
  expect(
    ['Only in long reads', 'Body of it', 'class="full-screen-header'].map((part) => laidOut.includes(part)),
  ).toEqual([true, true, false]);
  await expect.poll(() => stored(page, id.laidOut)).toBe(block('Body of it'));
});

test('[IMP-02] a revision is compared by block and word with the current text or another; a block or all of it is restored, and a click undoes it', async () => {
  const page = await open('/wp-admin/profile.php');
  const second = imported
    .replace('First one', 'First one, and more')
    .replace('classic <b>', `${block('Quite new')}\n\nclassic <b>`);
  await storeElsewhere(page, id.past, second);
  await askRest(page, `/wp/v2/posts/${id.past}`, {
    content: second.replace('old list', 'older list'),
    title: 'Past, renamed',
  });
  await page.goto(site.url + editing(id.past));
  await canvas(page).getByText('Quite new').waitFor();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Revisions' }).click();
  const past = page.locator('.past');
  const changeSummary = () => past.getByRole('status').textContent();
  await expect.poll(changeSummary).toBe('Changes: the title, 1 changed.');
  await expect
    .poll(async () => [
      await past.locator('ins').allTextContents(),
      await past.locator('del').allTextContents(),
    ])
    .toEqual([[', renamed', 'older'], ['old']]);
  await past.getByRole('slider', { name: 'Revision' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(changeSummary).toBe('Changes: the title, 2 changed, 1 added.');
  await expect.poll(() => past.getByRole('slider').getAttribute('aria-valuetext')).toContain('Mirai');
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await past.getByLabel('Compare with').selectOption({ index: 3 });
  await expect.poll(changeSummary).toBe('Changes: 1 changed, 1 added.');
  expect(await past.getByRole('button', { name: 'Restore this block' }).count()).toBe(0);
  await past.getByLabel('Compare with').selectOption('Current version');
  await past.getByRole('button', { name: 'Restore this block' }).first().click();
  await expect.poll(changeSummary).toBe('Changes: the title, 1 changed, 1 added.');
  await past.getByRole('button', { name: 'Restore this revision' }).click();
  await expect.poll(changeSummary).toBe('No differences.');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(changeSummary).toBe('Changes: the title, 1 changed, 1 added.');
  expect(await stored(page, id.past)).toBe(second.replace('old list', 'older list'));
  await past.getByRole('button', { name: 'Restore this revision' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  await expect.poll(() => stored(page, id.past)).toBe(imported);
  await past.getByRole('button', { name: 'Back to editor' }).click();
  await canvas(page).getByText('First one', { exact: true }).waitFor();
  await expect.poll(() => titleOf(canvas(page).getByLabel('Title'))).toBe('Past');
  // Where the text is the same there is no undo step: earlier edits stay.
  await canvas(page).getByLabel('Title').fill('Past again');
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  await canvas(page).getByText('First one', { exact: true }).click();
  await page.keyboard.press('End');
  await page.keyboard.type(' kept');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Revisions' }).click();
  await past.getByRole('slider', { name: 'Revision' }).focus();
  await page.keyboard.press('ArrowLeft');
  await past.getByRole('button', { name: 'Restore the title' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await past.getByRole('button', { name: 'Back to editor' }).click();
  await expect.poll(() => titleOf(canvas(page).getByLabel('Title'))).toBe('Past again');
  await canvas(page).getByText('First one kept', { exact: true }).waitFor();
});

test('[IMP-02] documents of real exports and the demo open without an error, with server-rendered blocks, and stay unchanged', async () => {
  const page = await open('/wp-admin/profile.php', { expectedMessages: /status of 404|'ttps:/ });
  const requests: number[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/block-previews'))
      requests.push((request.postDataJSON() as { readonly blocks: readonly unknown[] }).blocks.length);
  });
  await page.goto(site.url + editing(id.all));
  await canvas(page).locator('.is-root-container').waitFor();
  await canvas(page).locator('.own-preview').getByText('ring the bell').waitFor();
  expect(requests.length).toBe(Math.ceil(requests.reduce((sum, count) => sum + count, 0) / 25));
  const markup = await stored(page, id.all);
  expect(markup.length).toBeGreaterThan(20_000);
  // Rendering is no change: nothing to undo, nothing to store.
  expect([await page.getByRole('button', { name: 'Undo' }).isDisabled(), await standing(page)]).toEqual([
    true,
    'Saved',
  ]);
  expect((await codeOf(page)) === markup).toBe(true);
});

test('[IMP-02] a replaced picture is stored wherever the cursor is; code is stored by Ctrl S, and blocks at the first click', async () => {
  const page = await open(editing(id.pictured));
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/wp-json/wp/v2/media*', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await canvas(page).locator('figure').click();
  await page.getByRole('button', { name: 'Replace' }).click();
  const blue = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#33c' } })
    .png()
    .toBuffer();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/wp/v2/media'),
  );
  await page
    .locator('.components-form-file-upload input[type=file]')
    .last()
    .setInputFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: blue });
  await sent;
  await canvas(page).getByText('below', { exact: true }).click();
  goOn();
  await expect.poll(() => canvas(page).locator('figure img').getAttribute('src')).toContain('harbour');
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toBe('Saved');
  await expect.poll(() => stored(page, id.pictured)).toMatch(/harbour[^]*<p>below<\/p>/);

  await page.keyboard.press('Control+Shift+Alt+m');
  const field = page.getByLabel('Content as HTML');
  await field.press('Control+End');
  await page.keyboard.insertText(`\n\n${block('by hand')}`);
  await page.keyboard.press('Control+s');
  await expect.poll(() => stored(page, id.pictured)).toContain('<p>by hand</p>');
  await page.keyboard.insertText(`\n\n${block('and on')}`);
  await page.getByRole('button', { name: 'Exit code editor' }).click();
  await canvas(page).getByText('and on', { exact: true }).waitFor();
});

test('[IMP-02] unsaved text survives a crash, and is private until it is stored; the server stores it on blur', async () => {
  const page = await open(editing(id.autosaved));
  await endOf(page, 'What readers have');
  await page.keyboard.type(' and what they will');
  const autosave = page.waitForResponse(
    (reply) => reply.url().includes('/autosaves') && reply.request().method() === 'POST',
  );
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  expect((await autosave).status()).toBe(200);
  expect(await (await fetch(`${site.url}/kept/`)).text()).not.toContain('what they will');
  await page.keyboard.type(', soon');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const request = indexedDB.open('broadsheet-writing', 1);
        await new Promise((resolve) => request.addEventListener('success', resolve));
        const all = request.result.transaction('copies').objectStore('copies').getAll();
        await new Promise((resolve) => all.addEventListener('success', resolve));
        return JSON.stringify(all.result);
      }),
    )
    .toContain('will, soon');
  const again = await page.context().newPage();
  await page.close();
  await again.goto(site.url + editing(id.autosaved));
  // Found blocks stay while other text is typed and stored, and later stored text survives further typing.
  await endOf(again, 'Last');
  await again.keyboard.type(' but one');
  await again.keyboard.press('Control+s');
  await expect.poll(() => standing(again)).toBe('Saved');
  await again.getByRole('button', { name: 'Restore changes' }).first().click();
  await canvas(again).getByText('What readers have and what they will, soon').waitFor();
  await canvas(again).getByText('Last but one').waitFor();
  await again.keyboard.press('Control+s');
  const all = [block('What readers have and what they will, soon'), block('between'), block('Last but one')];
  await expect.poll(() => stored(again, id.autosaved)).toBe(all.join('\n\n'));
  await expect.poll(() => again.locator('.found-notice').count()).toBe(0);
  await again.close();
});

test('[IMP-11] a session that ended, and a server that is away, cost no word: it is stored once they are back', async () => {
  const page = await open(editing(id.autosaved), {
    expectedMessages: /status of (?:400|401|403)|ERR_INTERNET_DISCONNECTED/,
  });
  await canvas(page).locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Once more.');
  await page.context().setOffline(true);
  await page.keyboard.press('Control+s');
  await expect.poll(() => standing(page)).toContain('The server is not responding');
  await page.keyboard.type(' And on.');
  await page.context().setOffline(false);
  await expect.poll(() => standing(page)).toMatch(/^(?:Saved|Unsaved changes|Autosaved at .*)$/);
  await site.write(async (tx) => {
    await endSessionsOf(tx, mirai);
    tx.emit(`user:${mirai}`, 'change');
  });
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).status))
    .toBe(400);
  await page.keyboard.type(' The end.');
  await page.keyboard.press('Control+s');
  const form = page.frameLocator('.session-dialog iframe');
  await form.locator('[name=log]').fill('mirai');
  await form.locator('[name=pwd]').fill(password);
  await form.locator('.account-form button[type=submit]').click();
  await expect.poll(() => standing(page)).toBe('Saved');
  await expect.poll(() => stored(page, id.autosaved)).toContain('Once more. And on. The end.');
});

test('[IMP-02] [IMP-11] opening a post that another user is editing shows a notice; asking or taking over loses none of the other’s text', async () => {
  const look = (page: Page) =>
    page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))); // as every 15 seconds
  const mine = await open(editing(id.shared), { expectedMessages: /status of 409/ });
  await canvas(mine).getByText('one', { exact: true }).waitFor();
  await expect
    .poll(
      async () =>
        ((await askRest(mine, `/broadsheet/v1/post-locks?include=${id.shared}`)) as unknown as unknown[])
          .length,
    )
    .toBe(1);
  const hers = await openNewsroom(browser, site, '/wp-admin/edit.php?s=Shared', ruth);
  await hers.getByText('Mirai is editing').waitFor();
  await hers.goto(site.url + editing(id.shared));
  const dialog = hers.getByRole('dialog', { name: 'Mirai is editing this' });
  await dialog.getByRole('button', { name: 'Request to edit' }).click();
  await dialog.getByText('Your request was sent to Mirai').waitFor();
  await look(mine);
  await mine.getByText('Ruth Vane wants to edit this.').waitFor();
  await mine.getByRole('button', { name: 'Not now' }).click();
  await mine.getByText('Ruth Vane asks').waitFor({ state: 'detached' });
  await look(hers);
  await dialog.getByText('Mirai declined your request and is still editing.').waitFor();
  await endOf(mine, 'two');
  await mine.keyboard.type(' and my words');
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await dialog.getByText('latest changes by Mirai').waitFor();
  await look(mine);
  const takenOver = mine.getByRole('dialog', { name: 'Ruth Vane has taken over' });
  await takenOver.getByText('Your unsaved changes are kept').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const autosaves = (await askRest(
    hers,
    `/wp/v2/posts/${id.shared}/autosaves?context=edit`,
  )) as unknown as readonly { readonly content: { readonly raw: string } }[];
  expect(autosaves.map(({ content }) => content.raw)).toEqual([expect.stringContaining('two and my words')]);
  await endOf(hers, 'one');
  await hers.keyboard.type(' of hers');
  await hers.keyboard.press('Control+s');
  await expect.poll(() => standing(hers)).toBe('Saved');
  await takenOver.getByRole('button', { name: 'Take over again' }).click();
  await takenOver.getByText('latest changes by Ruth Vane').waitFor();
  await look(hers);
  await takenOver.waitFor({ state: 'detached' });
  await mine.keyboard.press('Control+s');
  await expect
    .poll(() => stored(mine, id.shared))
    .toBe([block('one of hers'), block('between'), block('two and my words')].join('\n\n'));
  await look(hers);
  await hers
    .getByRole('dialog', { name: 'Mirai has taken over' })
    .getByText('All your changes are saved.')
    .waitFor();
  await mine.goto(`${site.url}/wp-admin/edit.php`);
  await expect
    .poll(async () => {
      await look(hers);
      return hers.getByRole('dialog').count();
    })
    .toBe(0);
  await canvas(hers).getByText('two and my words').waitFor();
});

test('[IMP-02] two concurrent users: different paragraphs are merged, of the same one both versions are shown', async () => {
  const page = await open(editing(id.merged), { expectedMessages: /status of 409/ });
  await endOf(page, 'three');
  await page.keyboard.type(', mine');
  await storeElsewhere(page, id.merged, [block('one, theirs'), block('two'), block('three')].join('\n\n'));
  await page.keyboard.press('Control+s');
  await expect
    .poll(() => stored(page, id.merged))
    .toBe([block('one, theirs'), block('two'), block('three, mine')].join('\n\n'));

  // The script that shows marks loads late: no button moves that a user is about to press. Held from the start: an idle
  // editor loads it ahead.
  const late: (() => void)[] = [];
  await page.route(/one-side/, (route) => void late.push(() => void route.continue()));
  await page.goto(site.url + editing(id.stale));
  await endOf(page, 'As it was');
  await page.keyboard.type(', mine');
  await storeElsewhere(page, id.stale, block('As it was, theirs'));
  await page.keyboard.press('Control+s');
  const both = page.getByRole('dialog');
  const takeTheirs = both.getByRole('button', { name: 'Keep theirs' });
  await both.getByRole('textbox', { name: 'Your version' }).waitFor();
  await expect.poll(() => late.length).toBeGreaterThan(0);
  await atRest(page, { held: late.length });
  const before = await takeTheirs.boundingBox();
  for (const go of late) go();
  const marked = (name: string) =>
    both
      .getByRole('group', { name })
      .filter({ hasText: /^As it was, / })
      .locator('mark')
      .allTextContents();
  await expect
    .poll(async () => [await marked('Your version'), await marked('Their version')])
    .toEqual([['mine'], ['theirs']]);
  expect(await takeTheirs.boundingBox()).toEqual(before);
  await takeTheirs.click();
  await canvas(page).getByText('As it was, theirs').waitFor();
  await page.getByRole('button', { name: 'Restore changes' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(() => stored(page, id.stale)).toBe(block('As it was, mine'));
});

test('[IMP-02] hostile content runs nothing when an administrator edits it', async () => {
  const page = await open(editing(id.hostile), { expectedMessages: /./ });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => requested.push('dialog')));
  const shown = canvas(page).locator('.is-root-container > *');
  await expect.poll(() => shown.count()).toBe(hostilePieces().length);
  await expect.poll(() => canvas(page).locator('.classic-look').count()).toBeGreaterThan(0);
  await atRest(page);
  const all = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() => Boolean((window as { pwned?: unknown }).pwned)).catch(() => false),
      ),
  );
  expect([all.includes(true), requested.includes('dialog'), new URL(page.url()).pathname]).toEqual([
    false,
    false,
    '/wp-admin/post.php',
  ]);
});

test.each(
  drawn(
    'looks of the editor',
    [
      ['wide and light', { viewport: { width: 1440, height: 900 } }, '0'],
      ['on a phone and dark', { viewport: { width: 375, height: 812 } }, '1'],
    ] as const,
    2,
  ),
)('[IMP-29] %s: nothing serious for axe, nothing wider than the window', async (_name, options, dark) => {
  const page = await open(editing(id.merged), { ...options, dark });
  await canvas(page).getByText('two').waitFor();
  if (dark === '1') await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Status').waitFor();
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
});
