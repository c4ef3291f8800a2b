import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importAndCheck } from '../../src/cli/import-and-check.ts';
import { reportGroups } from '../../src/import/report-groups.ts';
import { writeOutcome } from '../../src/modules/imports/export-files.ts';
import { writeReportEntries } from '../../src/modules/imports/report-entries.ts';
import { createSession } from '../../src/modules/users/session.ts';
import { createSessions } from '../../src/modules/users/sessions.ts';
import { openSiteDatabase } from '../../src/site-database.ts';
import { outlineLosses } from '../../src/import/losses/reader-losses.ts';
import { describeReport, emptyReport } from '../../src/import/report.ts';
import { createSigner, loadSecret } from '../../src/lib/keys.ts';
import { wxr } from '../fixtures/wxr.ts';
import type { FixtureItem } from '../fixtures/wxr.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { makeUser } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';

const browser = useChromium();
const longName = 'averylongwordwithoutanyspace'.repeat(6);
const items: FixtureItem[] = [
  { id: 11, type: 'page', title: '&lt;script&gt;alert(1)&lt;/script&gt;', content: '[acme_slider id="3"]' },
  {
    id: 12,
    type: 'page',
    title: '\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd',
    content: '[acme_slider id="3"]',
  },
  {
    id: 13,
    title: longName,
    content: `<p>Words</p><img src="https://old.example/wp-content/uploads/2020/01/${longName}.jpg">`,
  },
  { id: 14, title: 'Write to us', content: '<p>Words</p>[contact-form-7 id="1" title="Contact"]' },
  ...Array.from({ length: 250 }, (_, at) => ({
    id: 1000 + at,
    title: `Many ${at}`,
    content: '<p>Words</p>[acme_ads zone="4"]',
  })),
];

let url: string;
let cookie: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const place = await makeTestDatabase('sqlite');
  closing.push(place.drop);
  const { dataDir } = place;
  const database = await openSiteDatabase(place);
  closing.push(() => database.close());
  const server = await startHostedServer(place);
  closing.push(() => server.stop());
  ({ url } = server);
  const file = join(dataDir, 'export.xml');
  writeFileSync(file, wxr(items));
  const report = emptyReport();
  await importAndCheck(database, [file], { report, pages: { siteUrl: url, dataDir } });
  await writeReportEntries(dataDir, 1, reportGroups(database, report));
  const losses = report.losses ? { losses: outlineLosses(report.losses) } : {};
  await writeOutcome(
    dataDir,
    {
      at: 1,
      lines: describeReport(report, { losses: false }),
      isWhole: true,
      templates: [],
      ...losses,
    },
    report,
  );
  const session = await database.write(async (tx) =>
    createSession(tx, await makeUser(tx, { login: 'chief', roles: ['administrator'] })),
  );
  const cookies = createSessions(database, createSigner(loadSecret(dataDir)), url).cookies(session, 'Chief');
  cookie = cookies.find((one) => one.startsWith('wordpress_logged_in_'))?.split(';')[0] ?? '';
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

test.each([1280, 375])('[IMP-31] lists lost content, page by page, with links, at %i px', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  const [name = '', ...value] = cookie.split('=');
  await page.context().addCookies([{ name, value: value.join('='), url }]);
  await page.goto(`${url}/wp-admin/import.php`);
  const chosen = page.getByLabel('Show', { exact: true });
  await chosen.waitFor();
  const groups = await chosen.locator('option').allTextContents();
  expect(groups).toEqual(
    expect.arrayContaining([
      'For readers: published, but empty (2)',
      'For readers: images lost (1)',
      'For readers: forms lost (1)',
      'For readers: plugin shortcodes and blocks that show nothing (252)',
    ]),
  );
  const entries = page.locator('.import-entries li');
  await chosen.selectOption('lost-empty');
  await expect.poll(() => entries.count()).toBe(2);
  expect(await entries.first().locator('b').textContent()).toBe('<script>alert(1)</script>');
  expect(await entries.first().textContent()).toContain('[acme_slider] shows nothing');
  const [edit, see] = await entries.first().locator('a').all();
  expect([
    await see?.getAttribute('href'),
    await edit?.getAttribute('href'),
    await edit?.getAttribute('aria-label'),
  ]).toEqual(['/page-11/', '/wp-admin/post.php?post=11&action=edit', 'Edit <script>alert(1)</script>']);
  // Long words and addresses wrap: nothing is wider than the window.
  await chosen.selectOption('lost-pictures');
  await expect.poll(() => entries.count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await chosen.selectOption('lost-plugins');
  await page.getByText('Page 1 of 6', { exact: true }).waitFor();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  for (const number of [2, 3, 4, 5, 6]) {
    await pages.getByRole('link', { name: 'Next' }).click();
    await page.getByText(`Page ${number} of 6`, { exact: true }).waitFor();
  }
  await expect.poll(() => entries.count()).toBe(2);
  expect(page.url()).toContain('group=lost-plugins&paged=6');
  await page.reload();
  await expect.poll(() => entries.count()).toBe(2);
  const edits = await entries
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().right));
  expect(Math.max(...edits)).toBeLessThanOrEqual(width);
});
