import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { importFolder, writeOutcome } from '../../src/modules/imports/export-files.ts';
import { demoSource, Ledger } from '../../src/modules/imports/ledger.ts';
import { writeReportEntries } from '../../src/modules/imports/report-entries.ts';
import { useChromium } from '../harness/chromium.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { drawnLooks, openNewsroom, seriousFaults } from '../harness/newsroom.ts';
import type { NewsroomOptions } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';
import { zipOf } from '../harness/zip.ts';
import sharp from 'sharp';
import { acfMeta } from '../fixtures/acf-export.ts';
import { wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';

const browser = useChromium();
const ids = { mirai: 0, edda: 0 };
const screen = '/wp-admin/import.php';
/** Without a step, the screen shows the last report. */
const filesStep = `${screen}?step=files`;
const shared = join(import.meta.dirname, '../../../shared/data');

const site = useRealSite(async (tx) => {
  ids.mirai = await makeUser(tx, { login: 'mirai', roles: ['administrator'], displayName: 'Mirai' });
  ids.edda = await makeUser(tx, { login: 'edda', roles: ['editor'], displayName: 'Edda' });
  // A post of the demo magazine that was edited since.
  const localId = await makePost(tx, { title: 'Of the demo', authorId: ids.mirai });
  await new Ledger(demoSource).record(tx, 'post', 'post:of-the-demo', {
    localId,
    hash: 'seeded',
    state: 'as it was',
  });
});

const open = (path = screen, options: NewsroomOptions = {}, user = ids.mirai): Promise<Page> =>
  openNewsroom(browser, site, path, user, options);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const picker = (page: Page) => page.locator('.import-drop input[type=file]');
const waiting = (page: Page) => page.getByRole('list', { name: 'Files to import' }).getByRole('listitem');
const fileOf = (name: string, bytes: Buffer | string, mimeType = 'text/xml') => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});
const patience = { timeout: 120_000 };

afterEach(async () => {
  // Files and a running import of a failed test must not reach the next one.
  const page = await open(screen, { expectedMessages: /status of (?:404|409)/ });
  const send = (method: string, path: string) =>
    page.evaluate(
      async ([name, address]) => {
        const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
        const headers = { 'x-wp-nonce': nonce.trim() };
        const reply = await fetch(`/wp-json/broadsheet/v1/imports${address}`, { method: name, headers });
        return { status: reply.status, body: (await reply.json()) as { files?: { name: string }[] } };
      },
      [method, path] as const,
    );
  const { files = [] } = (await send('DELETE', '')).body;
  // Refused until a stopped import or a check has ended.
  const remove = (path: string) => expect.poll(async () => (await send('DELETE', path)).status).not.toBe(409);
  for (const { name } of files) await remove(`/files?name=${encodeURIComponent(name)}`);
  await remove('/uploads');
  await page.close();
});

const story = (id: number, more: Partial<FixtureItem> = {}): FixtureItem => ({
  id,
  slug: `story-${id}`,
  title: `Story ${id}`,
  content: '<p>Words</p>',
  ...more,
});

test('[IMP-31] several files and a ZIP of uploads are checked, imported and reported with links that work', async () => {
  const page = await open('/wp-admin/', { expectedMessages: /net::ERR_|status of 404/ });
  await page.getByRole('navigation', { name: 'Newsroom' }).getByRole('link', { name: 'Import' }).click();
  await heading(page, 'Choose your files').waitFor();
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#356' } })
    .jpeg()
    .toBuffer();
  const first = wxr([
    story(9001, { content: '<p>Words</p>[acme_slider id="3"]', comments: [{ id: 1, content: 'Fine' }] }),
    {
      id: 9002,
      type: 'attachment',
      title: 'Lake',
      attachmentUrl: 'https://old.example/wp-content/uploads/2026/01/lake.jpg',
    },
    {
      id: 9003,
      type: 'attachment',
      title: 'Gone',
      attachmentUrl: 'https://old.example/wp-content/uploads/2026/01/gone.jpg',
    },
    { id: 9004, type: 'oembed_cache', title: 'Cached' },
  ]);
  const second = wxr([
    story(9005, { parent: 0 }),
    { id: 9006, type: 'page', slug: 'about-us', title: 'About us', content: '<p>We</p>' },
  ]);
  await picker(page).setInputFiles([
    fileOf('first.xml', first),
    fileOf('second.xml.gz', gzipSync(second), 'application/gzip'),
    fileOf(
      'uploads.zip',
      zipOf([
        { name: 'wp-content/uploads/2026/01/lake.jpg', bytes: picture },
        { name: 'wp-content/uploads/2026/01/evil.php', bytes: '<?php' },
      ]),
      'application/zip',
    ),
  ]);
  await expect.poll(() => waiting(page).count()).toBe(2);
  await expect
    .poll(() => page.getByRole('list', { name: 'Copy of the uploads' }).textContent(), patience)
    .toMatch(/^1 file(?!s)/);
  await page.getByText('1 file of the ZIP files is left out').click();
  await page.getByText('files that end in “.php” are not allowed').waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await heading(page, 'Check what will be imported').waitFor();
  const cards = page.getByRole('article');
  await expect.poll(() => cards.first().locator('table').count(), patience).toBe(1);
  await page.getByText('Nothing has been imported yet.').waitFor(patience);
  const text = await cards.first().textContent();
  for (const part of [
    '1 of 2 files are in your copy of the uploads',
    'https://old.example',
    'files that are not in your copy of the uploads',
    'acme_slider',
    'cached embed',
  ])
    expect(text).toContain(part);
  await page.getByRole('button', { name: 'Start import' }).click();
  // An edited demo is not removed.
  await heading(page, 'The import failed').waitFor(patience);
  await page.getByRole('alert').getByText('the demo\'s post "post:of-the-demo" (edited)').waitFor();
  await page.getByLabel('Keep the demo magazine').check();
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Import complete').waitFor(patience);
  expect(page.url()).toContain('step=report');
  const counts = page.getByRole('region', { name: 'Imported content' });
  const row = (name: string) =>
    counts.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  expect(await row('Posts').getByRole('cell').allTextContents()).toEqual(['2', '2', '0', '0', '0', '0']);
  expect(await row('Pages').getByRole('cell').allTextContents()).toEqual(['1', '1', '0', '0', '0', '0']);
  const chosen = page.getByLabel('Show', { exact: true });
  await chosen.selectOption({ label: 'Not imported (1)' });
  await page.locator('.import-entries').getByText('Cached', { exact: true }).waitFor();
  await chosen.selectOption({ label: 'Files still on the old site (1)' });
  await page.getByText('it is not in the uploads folder').waitFor();
  const file = page.getByRole('link', { name: 'Edit Gone' });
  expect(await file.getAttribute('href')).toMatch(/^\/wp-admin\/upload\.php\?item=\d+$/);
  await chosen.selectOption('lost-plugins');
  const [edit, view] = [
    page.getByRole('link', { name: 'Edit Story 9001' }),
    page.getByRole('link', { name: 'View Story 9001' }),
  ];
  const address = await view.getAttribute('href');
  expect((await fetch(site.url + address)).status).toBe(200);
  await edit.click();
  await page.waitForURL(/post\.php\?post=9001&action=edit/);
  await page.goBack();
  await row('Media').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  expect((await fetch(`${site.url}/wp-content/uploads/2026/01/lake.jpg`)).status).toBe(200);
  await page.goto(site.url + screen);
  await heading(page, 'Import complete').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the report (JSON)' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ files: [{}, {}] });
}, 300_000);

test('[IMP-31] files that are no exports, damaged or too large are refused with their reason, and nothing is imported', async () => {
  const page = await open(filesStep, { expectedMessages: /status of (?:400|413)/ });
  await picker(page).setInputFiles([
    fileOf('page.xml', '<html><body>No</body></html>'),
    fileOf('empty.xml', ''),
    fileOf('report.pdf', '%PDF', 'application/pdf'),
    fileOf('cut.xml.gz', gzipSync(wxr([story(1)])).subarray(0, 60)),
    fileOf('none.zip', 'words', 'application/zip'),
  ]);
  for (const part of [
    'This is no export of WordPress',
    'The file is empty.',
    'This is neither a WordPress export (.xml or .xml.gz) nor a ZIP of uploads.',
    'This file is packed by gzip and broken',
    'This is not a ZIP file.',
  ])
    await page.locator('.import-sendings').getByText(part).waitFor();
  expect(await waiting(page).count()).toBe(0);
  // The server's reply for a file beyond its limit, which the browser would rather not send.
  await page.route('**/broadsheet/v1/imports/files', (route) =>
    route.fulfill({
      status: 413,
      contentType: 'application/json',
      body: JSON.stringify({
        code: 'import_too_large',
        message: 'An uploaded export can have at most 2 GB.',
      }),
    }),
  );
  await picker(page).setInputFiles(fileOf('large.xml', wxr([story(1)])));
  await page.getByText('An uploaded export can have at most 2 GB.').waitFor();
  await page.unroute('**/broadsheet/v1/imports/files');
  await page
    .locator('.import-sendings li', { hasText: 'large.xml' })
    .getByRole('button', { name: 'Try again' })
    .click();
  await expect.poll(() => waiting(page).count()).toBe(1);
  // A feed looks like an export until it is read.
  await picker(page).setInputFiles(
    fileOf('feed.xml', '<rss><channel><title>F</title><item><title>x</title></item></channel></rss>'),
  );
  await expect.poll(() => waiting(page).count()).toBe(2);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText('Some files can’t be imported. Remove them, or add better ones.').waitFor(patience);
  expect(await page.getByRole('button', { name: 'Start import' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Remove feed.xml' }).click();
  await page.getByText('Nothing has been imported yet.').waitFor(patience);
  expect(await page.getByRole('button', { name: 'Start import' }).getAttribute('aria-disabled')).not.toBe(
    'true',
  );
}, 300_000);

test('[IMP-31] a folder of uploads is sent file by file; other types stay out', async () => {
  const folder = join(tmpdir(), `broadsheet-folder-${process.pid}`, 'uploads');
  mkdirSync(join(folder, '2026/02'), { recursive: true });
  for (const name of ['a.txt', 'b.txt', 'evil.php', '.hidden.txt'])
    writeFileSync(join(folder, '2026/02', name), 'words');
  const page = await open(filesStep);
  await page.locator('input[data-folder]').setInputFiles(folder);
  await page.getByText('2 of 2 files · 2 files of other types are left out').waitFor(patience);
  await expect
    .poll(() => page.getByRole('list', { name: 'Copy of the uploads' }).textContent(), patience)
    .toMatch(/^2 files/);
  expect(readdirSync(join(importFolder(site.dataDir), 'uploads/2026/02')).toSorted()).toEqual([
    'a.txt',
    'b.txt',
  ]);
  await page.getByRole('button', { name: 'Remove the copy of the uploads' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the copy of the uploads?' });
  await question.getByText('its 2 files are deleted', { exact: false }).waitFor();
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => page.getByRole('list', { name: 'Copy of the uploads' }).count()).toBe(0);
}, 120_000);

test('[IMP-31] names and contents of hostile files are inert on every step', async () => {
  const page = await open(filesStep);
  const evil = '<img src=x onerror=alert(1)>';
  const escaped = evil.replaceAll('<', '&lt;');
  await picker(page).setInputFiles(
    fileOf(
      `${evil}\u202e.xml`,
      wxr([
        story(30_001, {
          title: escaped,
          status: escaped,
          content: `[${'x'.repeat(60)} a="${evil}"]`,
        }),
        {
          id: 30_002,
          type: 'attachment',
          title: escaped,
          attachmentUrl: `https://old.example/wp-content/uploads/../../${escaped}.jpg`,
        },
      ]),
    ),
  );
  await expect.poll(() => waiting(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText('Nothing has been imported yet.').waitFor(patience);
  expect(await page.locator('.import img').count()).toBe(0);
  await page.getByRole('button', { name: 'Start import' }).click();
  await heading(page, 'Import complete').waitFor(patience);
  for (const option of await page.getByLabel('Show', { exact: true }).locator('option').all()) {
    await page.getByLabel('Show', { exact: true }).selectOption((await option.getAttribute('value')) ?? '');
    await page.locator('.import-entries li').first().waitFor();
    expect(await page.locator('.import img').count()).toBe(0);
  }
}, 300_000);

test('[IMP-20] fields of a plugin are confirmed before the import, with another kind and without one of them', async () => {
  const page = await open(filesStep);
  await picker(page).setInputFiles(
    fileOf(
      'fields.xml',
      wxr([
        story(9301, { meta: acfMeta({ mark: 5, wine: 'Dry <b onclick="x()">', secret: 'Left out' }) }),
        story(9302, { meta: acfMeta({ mark: 4, wine: 'Sweet', secret: 'Left out, too' }) }),
        { id: 9303, type: 'dish', meta: acfMeta({ price: 9 }) },
      ]),
    ),
  );
  await waiting(page).first().waitFor();
  await page.getByRole('link', { name: 'Check', exact: true }).click();
  const fields = page.getByRole('article', { name: 'Custom fields' });
  await fields.waitFor(patience);
  await fields.getByText('2 items · Dry <b onclick="x()">').waitFor();
  await fields.getByText('This site has no such post type.').waitFor();
  const kind = fields.getByLabel('Kind of the field Mark');
  expect(await kind.locator('option').allTextContents()).toEqual([
    'Text',
    'Text area',
    'Formatted text',
    'Number',
    'Choice',
  ]);
  expect(await kind.inputValue()).toBe('number');
  await kind.selectOption('choice');
  await fields.getByRole('checkbox', { name: /Secret/ }).uncheck();
  expect(await fields.getByLabel('Kind of the field Secret').isDisabled()).toBe(true);
  expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  await page.getByRole('button', { name: 'Start import' }).click();
  await heading(page, 'Import complete').waitFor(patience);
  const sets = await page.evaluate(async () => {
    const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    const reply = await fetch('/wp-json/broadsheet/v1/fields', { headers: { 'x-wp-nonce': nonce.trim() } });
    return (await reply.json()) as {
      type: string;
      fields: { name: string; kind: string; choices?: object[] }[];
    }[];
  });
  const made = sets.find(({ type }) => type === 'post')?.fields ?? [];
  expect(made.map(({ name, kind: of, choices }) => [name, of, choices?.length])).toEqual([
    ['mark', 'choice', 2],
    ['wine', 'rich_text', undefined],
  ]);
  expect(sets.find(({ type }) => type === 'dish')?.fields.map(({ name }) => name)).toEqual(['price']);
});

test('[IMP-31] the steps work by keyboard alone, and the focus follows them', async () => {
  const page = await open(filesStep);
  const name = 'theme-unit-test.xml';
  await picker(page).setInputFiles(join(shared, name));
  await expect.poll(() => waiting(page).count()).toBe(1);
  await page.getByRole('link', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Check what will be imported');
  await page.getByText('Nothing has been imported yet.').waitFor(patience);
  await page.getByRole('link', { name: 'Back', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose your files');
  await page.getByRole('button', { name: `Remove ${name}` }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => waiting(page).count()).toBe(0);
}, 120_000);

/** A report of an earlier import with two pages of entries. */
async function writeReport() {
  const at = Date.now();
  const amounts = { found: 60, imported: 0, updated: 0, unchanged: 0, kept: 0, dropped: 60 };
  const outcome = { at, lines: [], isWhole: true, counts: [{ kind: 'item post', ...amounts }] };
  await writeOutcome(site.dataDir, outcome, {});
  const entries = Array.from({ length: 60 }, (_, n) => ({
    kind: 'item post',
    title: `Left out ${n}`,
    message: 'It has no content.',
    edit: '',
    view: '',
  }));
  await writeReportEntries(site.dataDir, at, [{ name: 'dropped', heading: 'Not imported', entries }]);
}

test('[IMP-31] the focus stays on the link to the next page of a report', async () => {
  await writeReport();
  const page = await open(`${screen}?step=report`);
  const next = page.getByRole('link', { name: 'Next' });
  await next.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByText('Left out 59').waitFor();
  await page.keyboard.press('Enter');
  expect(await next.getAttribute('aria-disabled')).toBe('true');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next');
  expect(page.url()).toContain('paged=2');
});

test('[IMP-31] a check that fails says why, can be tried again, and does not prevent the import', async () => {
  const page = await open(filesStep);
  await picker(page).setInputFiles(fileOf('one.xml', wxr([story(40_001)])));
  await expect.poll(() => waiting(page).count()).toBe(1);
  const failed = { is_checking: false, check_fault: 'No memory' };
  await page.route('**/broadsheet/v1/imports', async (route) => {
    const response = await route.fetch();
    const state = (await response.json()) as { files: object[] };
    const files = state.files.map((file) => ({ ...file, contents: null }));
    await route.fulfill({ response, json: { ...state, ...failed, files } });
  });
  await page.goto(`${site.url}${screen}?step=check`);
  const alert = page.getByRole('alert').filter({ hasText: 'No memory' });
  await alert.waitFor();
  expect(await page.getByText('Checking 1 file…').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Start import' }).getAttribute('aria-disabled')).not.toBe(
    'true',
  );
  await page.unroute('**/broadsheet/v1/imports');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Nothing has been imported yet.').waitFor(patience);
  await expect.poll(() => page.getByRole('article').locator('table').count(), patience).toBe(1);
  expect(await alert.count()).toBe(0);
}, 120_000);

test('[IMP-31] editors can’t import, and the address says which capability is missing', async () => {
  const page = await open(screen, {}, ids.edda);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByText('“import”').count()).toBe(1);
  expect(await page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);
});

test.each(drawnLooks('the steps of an import'))(
  '[IMP-31] the steps have no serious accessibility faults: %s',
  async (_name, options) => {
    await writeReport();
    const page = await open(filesStep, options);
    await picker(page).setInputFiles([
      fileOf('theme-unit-test.xml', readFileSync(join(shared, 'theme-unit-test.xml'))),
      fileOf('bad.pdf', 'x'),
    ]);
    await expect.poll(() => waiting(page).count()).toBe(1);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByText('Nothing has been imported yet.').waitFor(patience);
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
    await page.goto(`${site.url}${screen}?step=report`);
    await page.getByRole('region', { name: 'Imported content' }).waitFor();
    expect(await seriousFaults(page)).toEqual({ faults: [], tooWide: 0 });
  },
  120_000,
);

// Last: every later import checks all imported pages again.
test('[IMP-31] an import continues while its window is closed, is stopped, and continues', async () => {
  mkdirSync(importFolder(site.dataDir), { recursive: true });
  const words = `<p>${'A line of words. '.repeat(120)}</p>`;
  const items = Array.from({ length: 1500 }, (_, at) => story(20_000 + at, { content: words }));
  writeFileSync(join(importFolder(site.dataDir), 'large.xml'), wxr(items));
  const page = await open(`${screen}?step=check`);
  // A file that was copied into the folder is checked when the step opens.
  await page.getByText('Nothing has been imported yet.').waitFor(patience);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Importing content…').waitFor(patience);
  await page.close();
  const again = await open();
  await again.getByText('You can close this window; the import continues.', { exact: false }).waitFor();
  await again.getByText(/^[\d,]+ items? read$/).waitFor(patience);
  // Screen readers would read the count every second.
  expect(await again.locator('[role=status]').filter({ hasText: 'items read' }).count()).toBe(0);
  expect(await again.getByRole('progressbar').count()).toBe(1);
  // Its files are not to be removed now.
  expect(await again.getByRole('link', { name: 'Files', exact: true }).count()).toBe(0);
  await again.getByRole('button', { name: 'Stop import' }).click();
  await expect
    .poll(async () => (await again.getByRole('heading', { level: 2 }).allTextContents())[0], patience)
    .toMatch(/The import was stopped|Import complete/);
  if (await heading(again, 'The import was stopped').count()) {
    await again.getByRole('link', { name: 'Check', exact: true }).click();
    await again.getByRole('button', { name: 'Start import' }).click();
    await heading(again, 'Import complete').waitFor({ timeout: 480_000 });
  }
  expect((await fetch(`${site.url}/story-21499/`)).status).toBe(200);
}, 900_000);
