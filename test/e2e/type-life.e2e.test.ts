import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { assignTemplateGlobally } from '../../src/modules/templates/assign.ts';
import { createTemplate } from '../../src/modules/templates/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { commandLine } from '../harness/command-line.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { startRealServer } from '../harness/real-server.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;

const site = useRealSite(
  async (tx) => {
    mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  },
  () => ({}),
  undefined,
  startRealServer,
);

const toast = (page: Page) => page.locator('.components-snackbar__content').last();
const titles = (page: Page) => page.locator('.row-title').allTextContents();
const text = async (path: string, from = site.url) => (await fetch(from + path)).text();
const status = async (path: string) => (await fetch(site.url + path, { redirect: 'manual' })).status;

async function addField(page: Page, label: string, kind: string) {
  await page.locator('.fields-screen > .definitions > .definition-add').click();
  const form = page.locator('.fields-screen > .definitions > .sort-list > ol > li').last();
  await form.getByLabel('Label').first().fill(label);
  await form.getByLabel('Kind').first().selectOption({ label: kind });
  return form;
}

async function makeType(page: Page): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Newsroom' })
    .getByRole('link', { name: 'Content types' })
    .click();
  await page.getByRole('link', { name: 'Add post type' }).click();
  await page.getByLabel('Plural name').fill('Tastings');
  await page.getByLabel('Singular name').fill('Tasting');
  await page.getByRole('button', { name: 'Add post type' }).click();
  await page.getByText('“Tastings” saved').waitFor();
  await page.getByRole('link', { name: 'Define its fields' }).click();
  await page.getByText('No fields yet. Add the first one.').waitFor();
  const points = await addField(page, 'Points', 'Number');
  await points.getByLabel('Show as a column in lists').click();
  await points.getByLabel('Filter lists by it').click();
  const notes = await addField(page, 'Notes', 'Text area');
  await notes.getByLabel('Find its text in searches').click();
  const sips = await addField(page, 'Sips', 'Group of fields');
  await sips.locator('.definition-subs .definition-add').click();
  await sips.locator('.definition-subs').getByLabel('Label').fill('Aroma');
  await page.getByRole('button', { name: 'Save fields' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('Fields saved.');
}

async function write(page: Page, title: string, points: string, notes: string): Promise<void> {
  await page.goto(`${site.url}/wp-admin/post-new.php?post_type=tasting`);
  const field = page.frameLocator('iframe[name="editor-canvas"]').getByLabel('Title');
  await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
  await page.keyboard.type(title);
  const pane = page.getByRole('region', { name: /^Fields/ });
  await pane.getByLabel('Points').fill(points);
  await pane.getByLabel('Notes').fill(notes);
  await pane.getByRole('button', { name: 'Add row' }).click();
  await pane.getByLabel('Aroma').fill(`Plum of ${title}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => toast(page).textContent()).toContain('published');
}

/** Imports an export into an empty site of the same kind of database, and returns what readers get there. */
async function importElsewhere(file: string, paths: readonly string[]): Promise<string[]> {
  const place = await makeTestDatabase(site.dialect);
  try {
    const { dataDir, databaseUrl } = place;
    await promisify(execFile)(process.execPath, [commandLine, 'import', file, '--quiet'], {
      env: { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    });
    const server = await startRealServer(place);
    try {
      // A job indexes imported values.
      const sorted = '/wp-json/wp/v2/tastings?orderby=field:points&_fields=slug';
      await expect.poll(() => text(sorted, server.url)).toContain('riesling');
      return await Promise.all(paths.map((path) => text(path, server.url)));
    } finally {
      await server.stop();
    }
  } finally {
    await place.drop();
  }
}

site.onBoth(
  '[IMP-20] a type made with the mouse: an item written, listed, filtered, sorted, searched, shown by its own template, exported, imported, deleted',
  async () => {
    const page = await openNewsroom(browser, site, '/wp-admin/', mirai);
    await makeType(page);
    await write(page, 'Riesling', '91', 'Slate and xanthophyll');
    await write(page, 'Merlot', '84', 'Round');

    await page.goto(`${site.url}/wp-admin/edit.php?post_type=tasting`);
    await expect.poll(async () => (await titles(page)).toSorted()).toEqual(['Merlot', 'Riesling']);
    await page
      .getByRole('columnheader', { name: /Points/ })
      .getByRole('button')
      .click();
    await page.getByRole('menuitemradio', { name: /Sort ascending/ }).click();
    await expect.poll(() => titles(page)).toEqual(['Merlot', 'Riesling']);
    await page.goto(`${site.url}/wp-admin/edit.php?post_type=tasting&field_points=90..`);
    await expect.poll(() => titles(page)).toEqual(['Riesling']);
    expect(await text('/wp-json/wp/v2/tastings?fields[points][max]=85&_fields=slug')).toBe(
      '[{"slug":"merlot"}]',
    );

    await expect.poll(() => text('/?s=xanthophyll')).toContain('/tastings/riesling/');

    await site.write(async (tx) => {
      const content = ['points', 'notes', 'sips']
        .map((name) => `<!-- wp:broadsheet/field ${JSON.stringify({ name, label: 'above' })} /-->`)
        .join('\n\n');
      const id = await createTemplate(tx, { type: 'cpt', title: 'Tasting', content });
      await assignTemplateGlobally(tx, 'cpt:tasting', id);
    });
    const shown = await text('/tastings/riesling/');
    for (const part of ['>Points</span>', '91', 'Slate and xanthophyll', 'Plum of Riesling'])
      expect(shown).toContain(part);

    await page.goto(`${site.url}/wp-admin/export.php`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download export file' }).click(),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'broadsheet-tasting-'));
    try {
      const file = join(folder, 'site.xml');
      await download.saveAs(file);
      const [archive = '', types = '', list = '', found = ''] = await importElsewhere(file, [
        '/tastings/',
        '/wp-json/wp/v2/types/tasting',
        '/wp-json/wp/v2/tastings?orderby=field:points&_fields=slug,meta',
        '/?s=xanthophyll',
      ]);
      expect(archive).toContain('Riesling');
      expect(JSON.parse(types)).toMatchObject({ slug: 'tasting', rest_base: 'tastings', name: 'Tastings' });
      expect(JSON.parse(list)).toMatchObject([
        { slug: 'riesling', meta: { points: 91, sips: [{ aroma: 'Plum of Riesling' }] } },
        { slug: 'merlot', meta: { points: 84, notes: 'Round' } },
      ]);
      expect(found).toContain('/tastings/riesling/');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    await page.goto(`${site.url}/wp-admin/admin.php?page=types`);
    await page.locator('.types-row').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Tastings” deleted').waitFor();
    expect(await status('/tastings/riesling/')).toBe(404);
    expect(await text('/?s=xanthophyll')).not.toContain('/tastings/riesling/');
  },
);
