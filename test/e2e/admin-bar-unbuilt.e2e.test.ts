import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminPlaces } from '../../src/site/admin/admin-build.ts';
import { useChromium } from '../harness/chromium.ts';
import { onDatabase } from '../harness/databases.ts';
import { makePost, makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { openPanel, panel } from '../harness/panel-site.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const browser = useChromium();

onDatabase('sqlite', 'the admin bar', (_get, place) => {
  let site: ServedSite;
  let editor = 0;
  const build = () => join(place().dataDir, 'dist-admin');

  beforeAll(async () => {
    site = await serveSite(place(), {}, { admin: { build: build(), state: place().dataDir } });
    await site.database.write(async (tx) => {
      editor = await makeUser(tx, { roles: ['editor'] });
      await makePost(tx, { title: 'A story', slug: 'a-story', authorId: editor });
    });
  });
  afterAll(() => site.close());

  /** Opens an article; `failed`: responses that are errors. */
  async function openArticle() {
    const write = async (work: Parameters<typeof site.database.write>[0]) => {
      await site.database.write(work);
    };
    const page = await openNewsroom(browser, { url: site.url, dataDir: place().dataDir, write }, '/', editor);
    const requested: string[] = [];
    const failed: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(response.url());
    });
    await page.goto(`${site.url}/a-story/`, { waitUntil: 'networkidle' });
    return { page, requested, failed, bar: page.locator('#wpadminbar') };
  }

  test.each([
    ['before the newsroom is built', undefined],
    ['with a newsroom built by an earlier version', { script: '/wp-admin/assets/admin-a1.js', styles: [] }],
  ])('%s it has no script and no errors, and its links work', async (_when, manifest) => {
    if (manifest) {
      mkdirSync(build());
      writeFileSync(join(build(), 'admin-assets.json'), JSON.stringify(manifest));
    }
    const { page, requested, failed, bar } = await openArticle();
    const opener = bar.getByRole('button', { name: 'Template: Single post', exact: true });
    await opener.click();
    await opener.press('Enter');
    const links = bar.getByRole('link', { name: 'Edit post' });
    expect(await links.first().getAttribute('href')).toMatch(/^\/wp-admin\/post\.php\?post=\d+&action=edit$/);
    await bar.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL((url) => url.pathname === '/wp-login.php');
    expect([await panel(page).count(), requested.filter((url) => url.includes('admin-bar')), failed]).toEqual(
      [0, [], []],
    );
  });

  test('the next page after the build has the script, and its panel opens', async () => {
    rmSync(build(), { recursive: true, force: true });
    symlinkSync(adminPlaces().build, build());
    const { page, failed } = await openArticle();
    await openPanel(page);
    expect([await panel(page).count(), failed]).toEqual([1, []]);
  });
});
