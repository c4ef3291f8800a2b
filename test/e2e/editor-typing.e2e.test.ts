import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { codeOf, openNewsroom } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const ids = { mirai: 0, ruth: 0, raw: 0, below: 0, linked: 0, shared: 0 };
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const html = (text: string) => `<!-- wp:html -->\n${text}\n<!-- /wp:html -->`;
const heading = (text: string) =>
  `<!-- wp:heading -->\n<h2 class="wp-block-heading">${text}</h2>\n<!-- /wp:heading -->`;

/** Blocks with plain text fields, each with the field's name. */
const rawBlocks: readonly (readonly [string, string, string])[] = [
  ['html', '[aria-label="HTML"]', html('<b>bold</b>')],
  [
    'html in a group',
    '[aria-label="HTML"]',
    `<!-- wp:group -->\n<div class="wp-block-group">${html('<i>slanted</i>')}</div>\n<!-- /wp:group -->`,
  ],
  ['shortcode', '.blocks-shortcode__textarea', '<!-- wp:shortcode -->\n[ads]\n<!-- /wp:shortcode -->'],
  [
    'classic',
    '[aria-label="Classic content"]',
    '<!-- wp:freeform -->\n<p>Classic</p>\n<!-- /wp:freeform -->',
  ],
  [
    'code',
    'code',
    '<!-- wp:code -->\n<pre class="wp-block-code"><code>let a = 1;</code></pre>\n<!-- /wp:code -->',
  ],
  [
    'preformatted',
    '',
    '<!-- wp:preformatted -->\n<pre class="wp-block-preformatted">As typed</pre>\n<!-- /wp:preformatted -->',
  ],
  ['verse', '', '<!-- wp:verse -->\n<pre class="wp-block-verse">A rose</pre>\n<!-- /wp:verse -->'],
];

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.ruth = await makeUser(tx, { login: 'ruth', roles: ['editor'], displayName: 'Ruth' });
  const post = (title: string, content: string) =>
    makePost(tx, { title, slug: title.toLowerCase(), content, authorId: ids.mirai });
  ids.raw = await post('Raw', rawBlocks.map(([, , markup]) => markup).join('\n\n'));
  ids.below = await post(
    'Below',
    `${paragraph('Only one')}\n\n<!-- wp:separator -->\n<hr class="wp-block-separator"/>\n<!-- /wp:separator -->`,
  );
  const link = '<a class="wp-block-button__link wp-element-button" href="/old/">Press</a>';
  const button = `<!-- wp:button -->\n<div class="wp-block-button">${link}</div>\n<!-- /wp:button -->`;
  ids.linked = await post(
    'Linked',
    `${paragraph('Some <a href="/harbour/">harbour news</a> for all')}\n\n` +
      `<!-- wp:buttons -->\n<div class="wp-block-buttons">${button}</div>\n<!-- /wp:buttons -->`,
  );
  ids.shared = await post(
    'Shared',
    [heading('Old heading'), paragraph('Old words'), paragraph('The rest')].join('\n\n'),
  );
});

const open = (path: string, options?: NewsroomOptions, userId = ids.mirai) =>
  openNewsroom(browser, site, path, userId, options);
const editing = (post: number) => `/wp-admin/post.php?post=${post}&action=edit`;
const canvas = (page: Page): FrameLocator => page.frameLocator('iframe[name=editor-canvas]');
const begin = async (options?: NewsroomOptions): Promise<Page> => {
  const page = await open('/wp-admin/post-new.php', options);
  await canvas(page).getByLabel('Title', { exact: true }).fill('New');
  await page.keyboard.press('Enter');
  await canvas(page).locator('p.block-editor-rich-text__editable').waitFor();
  await expect.poll(() => focusedBlock(page)).toBe('core/paragraph');
  return page;
};
const focusedBlock = (page: Page) =>
  page.evaluate(() => {
    const frame = document.activeElement;
    const focused = frame instanceof HTMLIFrameElement ? frame.contentDocument?.activeElement : undefined;
    return focused?.closest('[data-type]')?.getAttribute('data-type') ?? '';
  });
/** Text of the focused field up to the cursor; undefined without a field or with a selection. */
const textBeforeCursor = (page: Page) =>
  page.evaluate(() => {
    const frame = document.activeElement;
    const selection = frame instanceof HTMLIFrameElement ? frame.contentDocument?.getSelection() : undefined;
    const field = frame instanceof HTMLIFrameElement ? frame.contentDocument?.activeElement : undefined;
    if (!field || !selection?.isCollapsed || !field.contains(selection.anchorNode)) return undefined;
    const range = selection.getRangeAt(0).cloneRange();
    range.setStart(field, 0);
    return range.toString().replaceAll('\u00a0', ' ').replaceAll('\ufeff', '');
  });
const topBlocks = (page: Page) => canvas(page).locator('.is-root-container > [data-type]');
const blockNames = (page: Page) =>
  topBlocks(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-type')));

test('[IMP-02] spaces and line breaks stay where they are typed, in every block that takes text as it is', async () => {
  const page = await open(editing(ids.raw));
  for (const [index, [name, selector]] of rawBlocks.entries()) {
    const block = canvas(page).locator('.is-root-container > [data-type]').nth(index);
    if (name.startsWith('html') || name === 'classic')
      await block.locator('.classic-look').first().click({ force: true });
    const field = selector === '' ? block : block.locator(selector);
    await field.click();
    await page.keyboard.press('Control+End');
    const value = () =>
      field.evaluate((element) =>
        element instanceof HTMLTextAreaElement
          ? element.value
          : (element as HTMLElement).innerText.replace(/\n$/, ''),
      );
    const before = await value();
    await page.keyboard.type(' a ');
    expect([name, await value()]).toEqual([name, `${before} a `]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await expect.poll(async () => [name, await value()]).toEqual([name, `${before} a \nb`]);
  }
  expect(await codeOf(page)).toContain(html('<b>bold</b> a \nb'));
});

test('[IMP-02] HTML stays as typed while a comment of a block in it is incomplete', async () => {
  const page = await begin({ expectedMessages: /Block validation/ }); // of the half-typed block
  await page.keyboard.type('/html');
  await page.getByRole('option', { name: 'Custom HTML', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  const field = canvas(page).getByLabel('HTML', { exact: true });
  await field.click();
  const text = '\n<div>\n  <!-- wp:paragraph -->\n  <p>x</p>\n  <!-- /wp:paragraph -->\n</div>  \n';
  for (let end = 1; end <= text.length; end++) {
    await page.keyboard.type(text[end - 1] ?? '');
    expect(await field.inputValue()).toBe(text.slice(0, end));
  }
});

/** Input in an empty paragraph, the block it becomes, and the text that Backspace restores. */
const automatic: readonly (readonly [string, string, string])[] = [
  ['* ', 'core/list', '* '],
  ['- ', 'core/list', '- '],
  ['1. ', 'core/list', '1. '],
  ['# ', 'core/heading', '# '],
  ['### ', 'core/heading', '### '],
  ['> ', 'core/quote', '> '],
  ['---', 'core/separator', '---'],
];

test('[IMP-02] Backspace directly after an automatic change undoes it, and nothing else', async () => {
  const page = await begin();
  await page.keyboard.type('Before');
  for (const [typed, block, back] of automatic) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(typed);
    await expect.poll(async () => (await blockNames(page))[1]).toBe(block);
    await page.keyboard.press('Backspace');
    const line = canvas(page).locator('.is-root-container > [data-type="core/paragraph"]').nth(1);
    await expect
      .poll(async () => [typed, await blockNames(page)])
      .toEqual([typed, ['core/paragraph', 'core/paragraph']]);
    await expect.poll(() => textBeforeCursor(page)).toBe(back);
    for (let left = back.length; left > 0; left--) await page.keyboard.press('Backspace');
    await expect.poll(async () => (await line.textContent())?.replaceAll('\ufeff', '')).toBe('');
    await page.keyboard.press('Backspace');
    await expect.poll(() => blockNames(page)).toEqual(['core/paragraph']);
  }
  await page.keyboard.type(' `x`');
  await expect.poll(() => canvas(page).locator('p code').count()).toBe(1);
  await page.keyboard.press('Backspace');
  await expect.poll(() => canvas(page).locator('p').first().textContent()).toBe('Before `x`');
  await page.keyboard.press('Enter');
  await page.keyboard.type('* One');
  await page.keyboard.press('Backspace');
  await expect.poll(() => canvas(page).locator('li').textContent()).toBe('On');
  expect(await blockNames(page)).toEqual(['core/paragraph', 'core/list']);
});

test.each([
  ['a desktop', {}],
  ['a phone', phone],
] as const)('[IMP-02] on %s a click below the last block writes on there', async (_name, options) => {
  const page = await open(editing(ids.below), options);
  await canvas(page).locator('hr').waitFor();
  const press = async () => {
    const frame = page.locator('iframe[name=editor-canvas]');
    const box = await frame.boundingBox();
    const bottom = await canvas(page)
      .locator('.is-root-container > [data-type]')
      .last()
      .evaluate((last) => last.getBoundingClientRect().bottom);
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + bottom + 60);
  };
  await press();
  await expect.poll(() => blockNames(page)).toEqual(['core/paragraph', 'core/separator', 'core/paragraph']);
  await expect.poll(() => focusedBlock(page)).toBe('core/paragraph');
  await press();
  await expect.poll(() => focusedBlock(page)).toBe('core/paragraph');
  await page.keyboard.type('Last');
  await expect.poll(() => canvas(page).locator('p').last().textContent()).toBe('Last');
  expect(await blockNames(page)).toEqual(['core/paragraph', 'core/separator', 'core/paragraph']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => blockNames(page)).toEqual(['core/paragraph', 'core/separator']);
});

test('[IMP-11] on a phone the cursor is in the block that was inserted', async () => {
  for (const [name, block] of [
    ['Heading', 'core/heading'],
    ['List', 'core/list-item'],
    ['Image', 'core/image'],
    ['Quote', 'core/paragraph'],
  ] as const) {
    const page = await begin(phone);
    await page.keyboard.type('Words');
    await page.getByRole('button', { name: 'Insert a block' }).tap();
    const drawer = page.getByRole('region', { name: 'Blocks to insert' });
    await drawer.getByRole('option', { name, exact: true }).tap();
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(async () => [name, await focusedBlock(page)]).toEqual([name, block]);
    if (block !== 'core/heading') continue;
    await page.keyboard.type('Typed');
    await expect.poll(() => canvas(page).locator('h2').textContent()).toBe('Typed');
  }
});

test('[IMP-02] Ctrl+K edits the link at the cursor or of a button, and elsewhere opens the command palette', async () => {
  const page = await open(editing(ids.linked));
  const control = page.locator('.block-editor-link-control');
  const palette = page.getByRole('combobox', { name: 'Search screens and content' });
  const isInControl = () => control.evaluate((element) => element.contains(document.activeElement));
  await canvas(page).getByText('for all').click();
  await page.keyboard.press('Home');
  for (let left = 'Some harb'.length; left > 0; left--) await page.keyboard.press('ArrowRight'); // one of them enters the link
  await expect.poll(() => textBeforeCursor(page)).toBe('Some har');
  expect(await control.count()).toBe(0);
  await page.keyboard.press('Control+k');
  const address = control.locator('.block-editor-link-control__search-input input');
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await address.inputValue()).toContain('/harbour/');
  expect(await palette.count()).toBe(0);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('/quay/');
  await page.keyboard.press('Enter');
  await expect.poll(() => codeOf(page)).toContain('href="/quay/"');
  await expect.poll(() => control.count()).toBe(0);
  await expect.poll(() => focusedBlock(page)).toBe('core/paragraph');

  await canvas(page).getByText('Press').click();
  await expect.poll(() => focusedBlock(page)).toBe('core/button');
  await page.keyboard.press('Control+k');
  await expect.poll(() => control.locator('input').first().inputValue()).toBe('/old/');
  await expect.poll(isInControl).toBe(true);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('/new/');
  await page.keyboard.press('Enter');
  await expect.poll(() => codeOf(page)).toContain('href="/new/"');
  expect(await palette.count()).toBe(0);

  await canvas(page).getByText('for all').click();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+k');
  await palette.waitFor();
});

test('[IMP-29] Shift+Alt+O opens and closes the list of blocks', async () => {
  const page = await begin();
  await page.keyboard.type('Words');
  const list = page.getByRole('region', { name: 'List view' });
  await page.keyboard.press('Shift+Alt+O');
  await list.waitFor();
  await expect.poll(() => list.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Shift+Alt+O');
  await list.waitFor({ state: 'detached' });
  expect(await canvas(page).locator('p').textContent()).toBe('Words');
});

test('[IMP-02] a heading changed by one user and the next paragraph by another are merged without a question', async () => {
  const page = await open(editing(ids.shared), { expectedMessages: /status of 409/ });
  await canvas(page).getByText('Old heading').click();
  await page.keyboard.press('End');
  await page.keyboard.type(', mine');
  const other = await open('/wp-admin/profile.php', {}, ids.ruth);
  const content = [heading('Old heading'), paragraph('Old words, theirs'), paragraph('The rest')].join(
    '\n\n',
  );
  const status = await other.evaluate(
    async ([id, text]) => {
      const nonce = (await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text()).trim();
      const headers = { 'x-wp-nonce': nonce, 'content-type': 'application/json' };
      return (
        await fetch(`/wp-json/wp/v2/posts/${id}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ content: text }),
        })
      ).status;
    },
    [ids.shared, content] as const,
  );
  expect(status).toBe(200);
  await page.keyboard.press('Control+s');
  await canvas(page).getByText('Old words, theirs').waitFor();
  await expect.poll(() => page.locator('.standing').textContent()).toBe('Saved');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await codeOf(page)).toBe(
    [heading('Old heading, mine'), paragraph('Old words, theirs'), paragraph('The rest')].join('\n\n'),
  );
});
