import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import serve from '../../scripts/launch/serve.json' with { type: 'json' };
import { freePort } from '../../src/lib/network.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { wxr } from '../fixtures/wxr.ts';
import { endsWithUs } from '../harness/ends-with-us.ts';

const browser = useChromium();
const root = fileURLToPath(new URL('../../', import.meta.url));
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Starts the built server on an empty site, without a terminal or any hint about its user. */
async function start(env: Record<string, string> = {}) {
  const place = await makeTestDatabase('sqlite', { migrated: false });
  closing.push(place.drop);
  const port = await freePort('127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  const child = endsWithUs(
    spawn(process.execPath, [...serve.flags, 'dist/server/main.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...serve.env,
        NODE_ENV: 'production',
        PORT: String(port),
        SITE_URL: url,
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'warn',
        DEMO: '0',
        ...env,
      },
    }),
  );
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  closing.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { url, output: () => output };
}

test('a site without an administrator is set up in the browser, without scripts, with the token from the log', async () => {
  const { url, output } = await start();
  await expect.poll(output).toContain('is not set up yet');
  const address = /http:\S+token=[\w-]+/.exec(output())?.[0] ?? '';
  const page = await browser.newPage({ javaScriptEnabled: false, expectedMessages: /status of (?:400|403)/ });
  await page.goto(`${url}/some/page/`);
  expect([
    page.url(),
    await page.locator('[name=token]').count(),
    await page.locator('[name=password]').count(),
  ]).toEqual([`${url}/wp-admin/install.php`, 1, 0]);
  await page.fill('[name=token]', 'a guess');
  await page.click('button');
  await expect
    .poll(() => page.locator('.account-notice').textContent())
    .toBe('This is not the token from the log.');
  await page.goto(address);
  expect(page.url()).toBe(`${url}/wp-admin/install.php`);
  const lefts = await page.locator('legend, label[for=profile-title]').evaluateAll((parts) =>
    parts.map((part) => {
      const words = document.createRange();
      words.selectNodeContents(part);
      return words.getBoundingClientRect().left;
    }),
  );
  expect(new Set(lefts).size).toBe(1);
  const typed = {
    title: 'The Daily',
    login: 'chief',
    displayName: 'Ada Chief',
    email: 'chief@paper.example',
    password: 'correct horse 1',
    retyped: 'x',
  };
  for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
  await page.fill('[name=language]', 'de');
  await page.check('[value=import]');
  await page.click('button');
  await expect.poll(() => page.locator('.account-notice').textContent()).toBe('Retyped Pass incorrect!');
  expect([await page.inputValue('[name=title]'), await page.isChecked('[value=import]')]).toEqual([
    'The Daily',
    true,
  ]);
  for (const name of ['password', 'retyped']) await page.fill(`[name=${name}]`, 'correct horse 1');
  await page.click('button');
  await expect.poll(() => page.locator('h1').textContent()).toBe('Your site is being set up');
  await page.waitForSelector('[name=log]');
  await page.fill('[name=log]', 'chief');
  await page.fill('[name=pwd]', 'correct horse 1');
  await page.click('.account-form button');
  await page.waitForURL('**/wp-admin/import.php');
  // Files that are no export are refused at once; a valid one is imported while the page reloads, without scripts.
  const bring = async (name: string, text: string | Buffer) => {
    await page.setInputFiles('[name=export]', { name, mimeType: 'text/xml', buffer: Buffer.from(text) });
    await page.click('.account-form:has([name=export]) button');
  };
  await bring('site.zip', 'PK\x03\x04');
  await expect
    .poll(() => page.locator('.account-notice').textContent())
    .toMatch(/^This is no export of WordPress/);
  await bring(
    '../My export.xml.gz',
    gzipSync(
      wxr([
        { id: 7, slug: 'came-over', title: 'Came over', content: '<p>From the old site.</p>' },
        { id: 8, title: 'Empty', content: '[acme_slider id="3"]' },
      ]),
    ),
  );
  await expect.poll(() => page.locator('.profile-sessions b').allTextContents()).toEqual(['my-export.xml']);
  await page.click('.account-form:has([value=start]) button');
  await page.waitForSelector('.import-report');
  expect(await page.locator('.import-report').textContent()).toMatch(/item post +2 +2 /);
  expect(await page.locator('.import-losses summary').allTextContents()).toEqual([
    'Published, but empty: 1 page',
    'Plugin shortcodes and blocks that show nothing: 1 page',
  ]);
  expect(await page.locator('.profile-sessions').count()).toBe(0);
  await page.goto(`${url}/came-over/`);
  expect([
    await page.title(),
    await page.locator('html').getAttribute('lang'),
    output().includes('Broadsheet serves'),
  ]).toEqual([expect.stringContaining('Came over'), 'de', true]);
  const gone = await fetch(`${url}/wp-admin/install.php`, { redirect: 'manual' });
  expect([gone.status, gone.headers.get('location')?.startsWith('/wp-login.php')]).toEqual([302, true]);
});

test('with a configured administrator, or without the demo, nothing is asked', async () => {
  for (const env of [{ ADMIN_USER: 'chief' }, { ADMIN_PASSWORD: 'long enough 1' }, { DEMO: '' }] as Record<
    string,
    string
  >[]) {
    const { url, output } = await start(env);
    await expect.poll(output).toContain('Broadsheet serves');
    expect([
      output().includes('is not set up yet'),
      (await fetch(`${url}/wp-admin/install.php`, { redirect: 'manual' })).headers
        .get('location')
        ?.slice(0, 13),
    ]).toEqual([false, '/wp-login.php']);
  }
});
