import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import serve from '../../scripts/launch/serve.json' with { type: 'json' };
import { freePort } from '../../src/lib/network.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import { wxr } from '../fixtures/wxr.ts';
import { severeFaults } from '../harness/axe-faults.ts';
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
  const step = page.locator('.install-step');
  await page.click('.install-send .button');
  await expect
    .poll(() => page.locator('.account-notice').textContent())
    .toBe('Enter a site title of 1 to 200 characters.');
  expect(await step.textContent()).toBe('Set up your site · Step 1 of 3');
  await page.fill('[name=title]', 'The Daily');
  await page.selectOption('[name=language]', 'de');
  await page.press('[name=title]', 'Enter');
  // The rest is in the chosen language.
  await expect.poll(() => step.textContent()).toBe('Ihre Website einrichten · Schritt 2 von 3');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.getByRole('radio', { name: 'Meine WordPress-Website' }).check();
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect.poll(() => step.textContent()).toBe('Ihre Website einrichten · Schritt 1 von 3');
  expect(await page.inputValue('[name=title]')).toBe('The Daily');
  await page.selectOption('[name=language]', 'en-US');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect.poll(() => step.textContent()).toBe('Set up your site · Step 2 of 3');
  expect(await page.getByRole('radio', { name: 'My WordPress site' }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.selectOption('[name=language]', 'de');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect.poll(() => step.textContent()).toBe('Ihre Website einrichten · Schritt 3 von 3');
  const typed = {
    login: 'chief',
    displayName: 'Ada Chief',
    email: 'chief@paper.example',
    password: 'correct horse 1',
    retyped: 'x',
  };
  for (const [name, value] of Object.entries(typed)) await page.fill(`[name=${name}]`, value);
  await page.getByRole('button', { name: 'Website erstellen' }).click();
  await expect
    .poll(() => page.locator('.account-notice').textContent())
    .toBe('Die beiden Passwörter stimmen nicht überein.');
  // Going back does not require valid input.
  await page.fill('[name=email]', 'chief@');
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expect.poll(() => step.textContent()).toBe('Ihre Website einrichten · Schritt 2 von 3');
  await page.getByRole('button', { name: 'Weiter' }).click();
  await page.fill('[name=email]', 'chief@paper.example');
  expect([await page.inputValue('[name=login]'), await page.inputValue('[name=content]')]).toEqual([
    'chief',
    'import',
  ]);
  for (const name of ['password', 'retyped']) await page.fill(`[name=${name}]`, 'correct horse 1');
  await page.press('[name=retyped]', 'Enter');
  await expect.poll(() => page.locator('h1').textContent()).toBe('Ihre Website wird eingerichtet');
  await page.waitForSelector('[name=log]');
  await page.fill('[name=log]', 'chief');
  await page.fill('[name=pwd]', 'correct horse 1');
  await page.click('.account-form button');
  await page.waitForURL('**/wp-admin/import.php');
  const desk = await browser.newPage({ expectedMessages: /status of 400/ });
  await desk.context().addCookies(await page.context().cookies());
  await desk.goto(page.url());
  // Files that are no export are refused at once; a valid one is checked and imported.
  const bring = (name: string, text: string | Buffer) =>
    desk
      .locator('.import-drop input[type=file]')
      .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
  await bring('site.xml', 'PK\x03\x04');
  await desk.getByText('This is no export of WordPress').waitFor();
  await bring(
    'My export.xml.gz',
    gzipSync(
      wxr([
        { id: 7, slug: 'came-over', title: 'Came over', content: '<p>From the old site.</p>' },
        { id: 8, title: 'Empty', content: '[acme_slider id="3"]' },
      ]),
    ),
  );
  await desk.locator('.import-files bdi', { hasText: 'my-export.xml' }).waitFor();
  await desk.locator('.import-end a').click();
  await desk.locator('.import-end button.is-primary:not([aria-disabled=true])').click();
  await desk.locator('.import-counts').waitFor();
  expect(
    await desk
      .locator('.import-counts tbody tr', { has: desk.locator('a[href$="/edit.php"]') })
      .allTextContents(),
  ).toEqual([expect.stringMatching(/220000$/)]);
  expect(await desk.locator('select option').allTextContents()).toEqual(
    expect.arrayContaining([
      'For readers: published, but empty (1)',
      'For readers: plugin shortcodes and blocks that show nothing (1)',
    ]),
  );
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

test('the steps are readable on desktop and phone, light and dark, and refuse what is hostile', async () => {
  const { url, output } = await start();
  await expect.poll(output).toContain('is not set up yet');
  const address = /http:\S+token=[\w-]+/.exec(output())?.[0] ?? '';
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [375, 'dark'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 812 }, colorScheme });
    await page.goto(address);
    expect(await severeFaults(page)).toEqual([]);
    await page.fill('[name=title]', '<b>"Zeitung" & Söhne</b>');
    await page.click('.install-send .button');
    await page.waitForSelector('.install-start');
    expect(await severeFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.inputValue('[name=title]')).toBe('<b>"Zeitung" & Söhne</b>');
    await page.click('.install-start:last-child');
    await page.click('.install-send .button:not([name])');
    await page.waitForSelector('[name=password]');
    expect([await severeFaults(page), await page.inputValue('[name=content]')]).toEqual([[], 'empty']);
    const fonts = await page.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    });
    expect(fonts.map((name) => name.replaceAll('"', ''))).toEqual(
      expect.arrayContaining(['Inter Variable', 'Source Serif 4 Variable']),
    );
  }
  const cookie =
    (await fetch(address, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0] ?? '';
  const send = async (fields: Record<string, string>, headers: Record<string, string> = { cookie }) => {
    const reply = await fetch(`${url}/wp-admin/install.php`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
    return [reply.status, /Step (\d)/.exec(await reply.text())?.[1]];
  };
  const whole = { title: 'T', content: 'empty', login: 'chief', email: 'c@paper.example', password: 'x' };
  expect([
    await send({ ...whole, step: 'site', title: ' ' }),
    await send({ ...whole, step: 'site', title: 'x'.repeat(201) }),
    await send({ ...whole, step: 'site', language: 'fa' }),
    await send({ ...whole, step: 'site', language: '../../etc' }),
    await send({ ...whole, step: 'start', content: 'everything' }),
    await send({ ...whole, step: 'account', content: '' }),
    await send({ ...whole, step: 'account', title: '' }),
    await send({ ...whole, step: '__proto__' }),
    await send({ step: 'account', go: 'back' }),
    await send({ step: 'site', go: 'back' }),
    await send({ ...whole, step: 'site' }, {}),
    await send({ ...whole, step: 'site' }, { cookie, origin: 'https://evil.example' }),
    await send({ ...whole, step: 'site' }),
  ]).toEqual([
    [400, '1'],
    [400, '1'],
    [200, '2'],
    [400, '1'],
    [400, '2'],
    [400, '2'],
    [400, '1'],
    [400, '3'],
    [200, '2'],
    [200, '1'],
    [403, undefined],
    [403, '1'],
    [200, '2'],
  ]);
});
