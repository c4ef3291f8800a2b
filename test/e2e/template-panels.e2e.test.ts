import { beforeEach, describe, expect, test } from 'vitest';
import { assignTemplateGlobally, assignTemplateToItem } from '../../src/modules/templates/assign.ts';
import { useChromium } from '../harness/chromium.ts';
import { seriousFaults } from '../harness/newsroom.ts';
import {
  callsOf,
  currentOnes,
  globalOnes,
  makeGlobal,
  marked,
  modal,
  modalButtons,
  openPanel,
  panel,
  row,
  stub,
  titles,
  declarePanelSite,
  useAnyway,
} from '../harness/panel-site.ts';

const browser = useChromium();
const { site, ids, open, only, laidOutBy } = declarePanelSite(browser);

describe('the list of a panel', () => {
  beforeEach(async () => void (await only('Wide', 'Narrow')));

  test('[ROLE-04] [TPL-01] [TPL-03] [TPL-04] [TPL-10] a title assigns its template: the page reloads with the panel open', async () => {
    const page = await open('/a-story/');
    const calls = callsOf(page);
    await openPanel(page);
    expect(await titles(page)).toEqual(['Global Template', 'Wide', 'Narrow']);
    expect(await currentOnes(page)).toEqual(['Global Template']);
    await row(page, 'Wide').getByRole('button', { name: 'Wide', exact: true }).click();
    await page.getByText('Laid out by Wide').waitFor();
    await expect.poll(() => currentOnes(page)).toEqual(['Wide']);
    expect(calls.map(({ action }) => action)).toEqual([
      'tdb_get_single_templates',
      'tdb_assign_single_template_to_post',
      'tdb_get_single_templates',
    ]);
    const { _nonce: nonce = '', ...fields } = calls[1]?.fields ?? {};
    expect([fields, nonce.length > 10]).toEqual([
      { template_id: expect.stringMatching(/^\d+$/), single_id: String(ids.story) },
      true,
    ]);
    expect([await laidOutBy('/a-story/'), await laidOutBy('/another-story/')]).toEqual(['Wide', 'the theme']);
  });

  test('[TPL-07] [TPL-08] [TPL-09] one template is global; the row Global Template takes the own one away', async () => {
    const page = await open('/a-story/');
    const calls = callsOf(page);
    await openPanel(page);
    await makeGlobal(page, 'Wide');
    await page.getByText('Laid out by Wide').waitFor();
    await expect.poll(() => globalOnes(page)).toEqual(['Wide']);
    expect(await currentOnes(page)).toEqual(['Global Template']);
    expect(await laidOutBy('/another-story/')).toBe('Wide');
    await makeGlobal(page, 'Narrow');
    await page.getByText('Laid out by Narrow').waitFor();
    await expect.poll(() => globalOnes(page)).toEqual(['Narrow']);
    await row(page, 'Wide').getByRole('button', { name: 'Wide', exact: true }).click();
    await page.getByText('Laid out by Wide').waitFor();
    await row(page, 'Global Template').getByRole('button', { name: 'Global Template', exact: true }).click();
    await page.getByText('Laid out by Narrow').waitFor();
    await expect.poll(() => currentOnes(page)).toEqual(['Global Template']);
    const assigned = calls.filter(({ action }) => action.includes('_assign_'));
    expect(assigned.map(({ action }) => action.replace('tdb_assign_single_template_', ''))).toEqual([
      'global',
      'global',
      'to_post',
      'to_post',
    ]);
    expect(assigned.at(-1)?.fields.template_id).toBe('');
  });

  test('[TPL-05] without reload in the reply the page stays unchanged, and the mark still moves', async () => {
    const page = await open('/a-story/');
    let loads = 0;
    page.on('load', () => loads++);
    await stub(page, 'tdb_assign_single_template_to_post', 200, { global_template_id: '' });
    await openPanel(page);
    await row(page, 'Wide').getByRole('button', { name: 'Wide', exact: true }).click();
    await expect.poll(() => currentOnes(page)).toEqual(['Wide']);
    expect(loads).toBe(0);
    await page.unroute('**/admin-ajax.php*');
    await stub(page, 'tdb_assign_single_template_to_post', 200, { reload: true, global_template_id: '' });
    await row(page, 'Narrow').getByRole('button', { name: 'Narrow', exact: true }).click();
    await expect.poll(() => loads).toBe(1);
  });

  test('[TPL-12] a title is given another text by Enter, by Escape and by a click elsewhere, each time with one call', async () => {
    const page = await open('/a-story/');
    const calls = callsOf(page);
    await openPanel(page);
    const ends = [
      () => page.keyboard.press('Enter'),
      () => page.keyboard.press('Escape'),
      () => panel(page).getByRole('heading', { level: 2 }).click(),
    ];
    let title = 'Wide';
    for (const [turn, end] of ends.entries()) {
      const next = `Wide ${turn}`;
      await row(page, title).getByRole('button', { name: 'Rename' }).click();
      // Keys for an input method's suggestions neither submit the name nor close the panel.
      for (const key of ['Enter', 'Escape'])
        await panel(page).getByRole('textbox').dispatchEvent('keydown', { key, isComposing: true });
      await panel(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true });
      expect(await panel(page).getByRole('textbox').count()).toBe(1);
      await panel(page).getByRole('textbox').fill(next);
      await end();
      await expect.poll(() => titles(page)).toEqual(['Global Template', next, 'Narrow']);
      title = next;
    }
    // An empty or unchanged name is not sent.
    await row(page, title).getByRole('button', { name: 'Rename' }).click();
    for (const none of [' ', '\u200b\u200e']) {
      await panel(page).getByRole('textbox').fill(none);
      await page.keyboard.press('Enter');
      await expect.poll(() => titles(page)).toEqual(['Global Template', 'Wide 2', 'Narrow']);
      if (none === ' ') await row(page, title).getByRole('button', { name: 'Rename' }).click();
    }
    const renamed = calls.filter(({ action }) => action === 'tdb_change_template_name');
    expect(renamed.map(({ fields }) => fields.template_title)).toEqual(['Wide 0', 'Wide 1', 'Wide 2']);
  });

  test('[TPL-13] [AJAX-57] [AJAX-59] a copy is requested from the builder’s endpoint, and the list reloads', async () => {
    const page = await open('/a-story/');
    const calls = callsOf(page);
    const requests: { readonly path: string; readonly nonce: string; readonly body: unknown }[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().includes('/wp-json/')) return;
      requests.push({
        path: new URL(request.url()).pathname,
        nonce: request.headers()['x-wp-nonce'] ?? '',
        body: request.postDataJSON(),
      });
    });
    await openPanel(page);
    await row(page, 'Wide').getByRole('button', { name: 'Duplicate' }).click();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Wide', 'Narrow', 'Wide (copy)']);
    expect(requests).toEqual([
      {
        path: '/wp-json/td-cloud-library/new_template',
        nonce: expect.stringMatching(/.{10}/),
        body: {
          postId: expect.any(Number),
          templateType: 'single',
          templateName: 'Wide (copy)',
          duplicateTemplate: true,
        },
      },
    ]);
    expect(calls.map(({ action }) => action)).toEqual([
      'tdb_get_single_templates',
      'tdb_get_single_templates',
    ]);
    // The copy of a name of maximum length begins alike.
    await row(page, 'Narrow').getByRole('button', { name: 'Rename' }).click();
    await panel(page).getByRole('textbox').fill('N'.repeat(200));
    await page.keyboard.press('Enter');
    await expect.poll(() => titles(page)).toContain('N'.repeat(200));
    await row(page, 'N'.repeat(200)).getByRole('button', { name: 'Duplicate' }).click();
    await expect.poll(() => titles(page)).toContain(`${'N'.repeat(193)} (copy)`);
    await row(page, 'Wide (copy)').getByRole('button', { name: 'Wide (copy)', exact: true }).click();
    await page.getByText('Laid out by Wide').waitFor();
  });

  test('[TPL-14] [EDIT-01] [EDIT-02] [EDIT-04] deleting asks first, in a dialog that traps the focus and returns it', async () => {
    const [wide = 0, narrow = 0] = await only('Wide', 'Narrow');
    await site.write(async (tx) => {
      await assignTemplateGlobally(tx, 'single', narrow);
      await assignTemplateToItem(tx, 'single', ids.story, wide);
    });
    await expect.poll(() => laidOutBy('/a-story/')).toBe('Wide');
    const page = await open('/a-story/');
    await page.getByText('Laid out by Wide').waitFor();
    await openPanel(page);
    const remove = row(page, 'Wide').getByRole('button', { name: 'Delete' });
    await remove.click();
    expect(await modalButtons(page)).toEqual(['Yes', 'No']);
    expect((await modal(page).boundingBox())?.width).toBe(480);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('No');
    for (let turn = 0; turn < 3; turn++) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    }
    await modal(page).getByRole('button', { name: 'No' }).click();
    expect(await remove.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await titles(page)).toEqual(['Global Template', 'Wide', 'Narrow']);
    await remove.click();
    await page.keyboard.press('Escape');
    await expect.poll(() => modal(page).count()).toBe(0);
    expect(await panel(page).count()).toBe(1);
    await remove.click();
    await modal(page).getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Laid out by Narrow').waitFor();
    await expect.poll(() => titles(page)).toEqual(['Global Template', 'Narrow']);
    expect(await laidOutBy('/a-story/')).toBe('Narrow');
  });

  test('[EDIT-11] [EDIT-12] failures change nothing and are logged in the console only; the panel keeps working', async () => {
    const page = await open('/a-story/', {
      expectedMessages: /tdb_assign_single_template_to_post|duplicate template|status of 500/,
    });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await stub(page, 'tdb_assign_single_template_to_post', 500, {});
    await page.route('**/wp-json/td-cloud-library/new_template', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await openPanel(page);
    await row(page, 'Wide').getByRole('button', { name: 'Wide', exact: true }).click();
    await row(page, 'Wide').getByRole('button', { name: 'Duplicate' }).click();
    await expect
      .poll(() =>
        said.some((text) => text.startsWith('td-cloud-library/new_template ( duplicate template ) - ERROR')),
      )
      .toBe(true);
    expect([await modal(page).count(), await currentOnes(page), await titles(page)]).toEqual([
      0,
      ['Global Template'],
      ['Global Template', 'Wide', 'Narrow'],
    ]);
    await page.unroute('**/admin-ajax.php*');
    await row(page, 'Wide').getByRole('button', { name: 'Wide', exact: true }).click();
    await page.getByText('Laid out by Wide').waitFor();
  });
});

describe('templates for phones', () => {
  beforeEach(async () => {
    const [wide = 0] = await only('Wide');
    await site.write(async (tx) => assignTemplateGlobally(tx, 'single', wide));
  });

  test('[MTPL-01] [MTPL-02] [MTPL-03] [MTPL-04] [MTPL-13] [TPL-11] [MTPL-15] one is created as a copy, chosen, removed, and deleted', async () => {
    const page = await open('/a-story/');
    const calls = callsOf(page);
    await openPanel(page);
    const column = (text: string) =>
      panel(page).getByRole('button', { name: `Mobile template of “Wide”: ${text}` });
    expect(await column('-').textContent()).toBe('-');
    await column('-').click();
    await panel(page).getByText('No mobile template, please import').waitFor();
    await panel(page).getByRole('button', { name: 'Create mobile template' }).click();
    expect(await modalButtons(page)).toEqual(['Create', 'Cancel']);
    await modal(page).getByRole('button', { name: 'Create' }).click();
    expect(await modal(page).getByRole('alert').textContent()).toBe('Please enter a name.');
    expect(await modal(page).getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
    await modal(page).getByRole('textbox').fill('\u200b\u200e');
    await modal(page).getByRole('button', { name: 'Create' }).click();
    expect(await modal(page).getByRole('alert').textContent()).toBe('Please enter a name.');
    await modal(page).getByRole('textbox').fill('<b>Small</b><img src=x onerror=alert(1)');
    await modal(page).getByRole('button', { name: 'Create' }).click();
    await expect
      .poll(() => modal(page).getByRole('alert').textContent())
      .toBe('Names can’t contain HTML tags. The tags were removed.');
    expect(await modal(page).getByRole('textbox').inputValue()).toBe('Small');
    await modal(page).getByRole('checkbox').check();
    await modal(page).getByRole('button', { name: 'Create' }).click();
    await expect.poll(() => currentOnes(page)).toEqual(['Small']);
    expect(await row(page, 'Small').getByRole('link', { name: 'Edit' }).getAttribute('href')).toMatch(
      /\/wp-admin\/.*postId=\d+/,
    );
    await site.write(async (tx) => {
      await tx.db
        .updateTable('template')
        .set({ content: marked('Small') })
        .where('title', '=', 'Small')
        .execute();
      tx.emit('templates');
      tx.emit('*');
    });
    await expect.poll(() => laidOutBy('/a-story/', true)).toBe('Small');
    expect(await laidOutBy('/a-story/')).toBe('Wide');
    await panel(page).getByRole('button', { name: 'Back' }).click();
    expect(await column('Yes').textContent()).toBe('Yes');
    await column('Yes').click();
    await row(page, 'No mobile template').getByRole('button').click();
    await expect.poll(() => currentOnes(page)).toEqual(['No mobile template']);
    await expect.poll(() => laidOutBy('/a-story/', true)).toBe('Wide');
    await row(page, 'Small').getByRole('button', { name: 'Small', exact: true }).click();
    await expect.poll(() => currentOnes(page)).toEqual(['Small']);
    await row(page, 'Small').getByRole('button', { name: 'Delete' }).click();
    await modal(page).getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => titles(page)).toEqual(['No mobile template']);
    await panel(page).getByRole('button', { name: 'Back' }).click();
    expect(await column('-').textContent()).toBe('-');
    const set = calls
      .filter(({ action }) => action === 'tdb_set_mobile_template')
      .map(({ fields }) => fields.mobile_template_id);
    expect(set).toEqual([expect.stringMatching(/^\d+$/), '', expect.stringMatching(/^\d+$/)]);
    expect(calls.find(({ action }) => action === 'tdb_create_mobile_template')?.fields).toMatchObject({
      copyContent: '1',
      template_type: 'single',
    });
    await page.reload();
    await openPanel(page);
    expect(await column('-').textContent()).toBe('-');
  });

  test('[MTPL-01] [MTPL-03] [MTPL-06] [MTPL-07] [MTPL-08] [MTPL-12] pages have mobile pages', async () => {
    const page = await open('/about/');
    await page.getByRole('button', { name: 'Mobile page' }).click();
    await panel(page)
      .getByText('No mobile page, please import or create a new mobile page.', { exact: true })
      .waitFor();
    expect(await currentOnes(page)).toEqual(['No mobile page']);
    await panel(page).getByRole('button', { name: 'Create blank mobile page' }).click();
    await modal(page).getByRole('textbox').fill('Pocket');
    await page.keyboard.press('Enter');
    await useAnyway(page);
    await expect.poll(() => currentOnes(page)).toEqual(['Pocket']);
    await site.write(async (tx) => {
      await tx.db
        .updateTable('template')
        .set({ content: marked('Pocket') })
        .where('title', '=', 'Pocket')
        .execute();
      tx.emit('templates');
      tx.emit('*');
    });
    await expect.poll(() => laidOutBy('/about/', true)).toBe('Pocket');
    expect(await laidOutBy('/about/')).toBe('the theme');
    await row(page, 'No mobile page').getByRole('button').click();
    await expect.poll(() => laidOutBy('/about/', true)).toBe('the theme');
    expect(await row(page, 'Pocket').getByRole('link', { name: 'Edit' }).getAttribute('href')).toContain(
      '/wp-admin/',
    );
    await row(page, 'Pocket').getByRole('button', { name: 'Delete' }).click();
    await modal(page).getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => titles(page)).toEqual(['No mobile page']);
  });
});

test('[TPL-15] [TPL-21] [EDIT-05] a kind without templates says so; one is created by name, and opened in its editor', async () => {
  await only();
  const page = await open('/category/news/');
  await openPanel(page, 'Category');
  await panel(page)
    .getByText('No cloud templates. Please import one or more templates from Cloud Library.', { exact: true })
    .waitFor();
  await panel(page).getByRole('button', { name: 'Create template' }).click();
  expect(await modalButtons(page)).toEqual(['Create', 'Cancel']);
  await modal(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await titles(page)).toEqual(['Global Template']);
  await panel(page).getByRole('button', { name: 'Create template' }).click();
  await modal(page).getByRole('textbox').fill('Section front');
  const editing = page.waitForRequest(/\/wp-admin\/site-editor\.php/);
  await page.route('**/wp-admin/site-editor.php*', (route) =>
    route.fulfill({ body: 'Here it is edited', contentType: 'text/html' }),
  );
  await modal(page).getByRole('button', { name: 'Create' }).click();
  expect((await editing).url()).toMatch(/postId=\d+/);
  await page.goto(`${site.url}/category/news/`);
  await openPanel(page, 'Category');
  expect(await titles(page)).toEqual(['Global Template', 'Section front']);
});

test('[EDIT-03] [EDIT-06] [EDIT-07] an uneditable layout shows a message with Ok only; one of the builder doesn’t', async () => {
  const [wide = 0] = await only('Wide');
  const page = await open('/a-story/');
  await page.getByRole('button', { name: 'template builder disabled' }).click();
  expect(await modal(page).textContent()).toContain('uses a template that is not editable');
  expect(await modalButtons(page)).toEqual(['OK']);
  await modal(page).getByRole('button', { name: 'OK' }).click();
  await site.write(async (tx) => assignTemplateToItem(tx, 'single', ids.story, wide));
  await expect.poll(() => laidOutBy('/a-story/')).toBe('Wide');
  await page.reload();
  await page.getByText('Laid out by Wide').waitFor();
  expect(await page.getByRole('button', { name: 'template builder disabled' }).count()).toBe(0);
});

test('nothing is wrong with bar, panel and window, wide and narrow, dark and from right to left', async () => {
  await only('Wide', 'Narrow');
  for (const options of [{}, { viewport: { width: 375, height: 812 }, dark: '1' as const }]) {
    const page = await open('/a-story/', options);
    const moved = page.locator('main');
    const before = await moved.boundingBox();
    await openPanel(page);
    expect(await moved.boundingBox()).toEqual(before);
    expect((await page.locator('#wpadminbar').boundingBox())?.height).toBe(32);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await row(page, 'Wide').getByRole('button', { name: 'Delete' }).click();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  }
});
