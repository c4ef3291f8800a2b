import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { cleanSvg } from '../../src/modules/media/clean-svg.ts';
import { inkscape, leak, logo, svgAttacks } from '../fixtures/svg-attacks.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeUser } from '../harness/factories.ts';
import { openNewsroom } from '../harness/newsroom.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
let mirai = 0;
let noor = 0;

const site = useRealSite(async (tx) => {
  mirai = await makeUser(tx, { login: 'mirai', roles: ['editor'], displayName: 'Mirai' });
  noor = await makeUser(tx, { login: 'noor', roles: ['author'], displayName: 'Noor' });
});

const files = () =>
  readdirSync(join(site.dataDir, 'media'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.svg'));
const input = (page: Page) => page.getByLabel('Files to upload');
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const named = (name: string, svg: string | Buffer) => ({
  name: `${name}.svg`,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(svg),
});

test('[IMP-04] SVG uploads are refused until the site allows them, then accepted from editors after sanitizing, or refused with a reason', async () => {
  const before = await openNewsroom(browser, site, '/wp-admin/upload.php', mirai);
  await input(before).setInputFiles(named('logo', logo));
  await expect
    .poll(() => tray(before).locator('.uploads-fault').textContent())
    .toContain('Files of this type are not allowed');
  await site.set({ svg_uploads: true });
  const authors = await openNewsroom(browser, site, '/wp-admin/upload.php', noor);
  await input(authors).setInputFiles(named('logo', logo));
  await expect
    .poll(() => tray(authors).locator('.uploads-fault').textContent())
    .toContain('Files of this type are not allowed');
  expect(existsSync(join(site.dataDir, 'media')) ? files() : []).toEqual([]);

  const page = await openNewsroom(browser, site, '/wp-admin/upload.php', mirai, {
    expectedMessages: /status of 400/,
  });
  const refused = svgAttacks.filter((attack) => attack.refused);
  await input(page).setInputFiles([named('logo', logo), ...refused.map(({ name, svg }) => named(name, svg))]);
  await expect
    .poll(() => tray(page).getByRole('status').textContent())
    .toBe(`1 of ${refused.length + 1} uploaded, ${refused.length} failed`);
  for (const fault of await tray(page).locator('.uploads-fault').allTextContents()) {
    expect(
      refused.some((attack) => attack.refused?.test(fault)),
      fault,
    ).toBe(true);
  }
  // Refused uploads leave no files, and the accepted one is stored sanitized.
  expect(files()).toHaveLength(1);
  const stored = readFileSync(join(site.dataDir, 'media', files()[0] ?? ''));
  expect(stored.equals(cleanSvg(Buffer.from(logo)).bytes)).toBe(true);
  await page.getByRole('button', { name: 'logo', exact: true }).click();
  await expect
    .poll(() => page.locator('.media-details .media-facts').textContent())
    .toMatch(/logo\.svg.*image\/svg\+xml.*240 × 120/);
  expect(
    await page.locator('.media-details').getByRole('button', { name: 'Crop, rotate or flip' }).count(),
  ).toBe(0);
  await expect
    .poll(() => page.locator('.media-preview img').evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBe(240);
});

test('an SVG runs nothing and requests nothing, as a page and as a picture, whether sanitized or stored unchanged', async () => {
  const folder = join(site.dataDir, 'media');
  const taken = svgAttacks.filter((attack) => !attack.refused);
  const page = await browser.newPage({ expectedMessages: /./ });
  const requested: string[] = [];
  page.context().on('request', (request) => requested.push(request.url()));
  const stopped: (string | undefined)[] = [];
  page.on(
    'requestfailed',
    (request) => void (request.url().startsWith(leak) && stopped.push(request.failure()?.errorText)),
  );
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => requested.push('dialog')));
  const ran = () => page.evaluate(() => document.documentElement.getAttribute('data-ran'));
  // Without any policy: sanitizing alone makes them harmless.
  await page.route('http://plain.test/**', (route) => {
    const at = new URL(route.request().url()).pathname.slice(1);
    const attack = taken[Number(at)];
    if (!attack) return route.fulfill({ contentType: 'text/html', body: '' });
    return route.fulfill({ contentType: 'image/svg+xml', body: cleanSvg(Buffer.from(attack.svg)).bytes });
  });
  for (const [index, { name }] of taken.entries()) {
    await page.goto(`http://plain.test/${index}`);
    expect([name, await page.evaluate(() => document.documentElement.localName), await ran()]).toEqual([
      name,
      'svg',
      null,
    ]);
    await page
      .locator('text, rect')
      .first()
      .click({ timeout: 1000, force: true })
      .catch(() => undefined);
    expect([name, await ran()]).toEqual([name, null]);
  }
  await page.goto('http://plain.test/page');
  await page.evaluate(async (count) => {
    const pictures = Array.from({ length: count }, (_, index) =>
      Object.assign(new Image(), { src: `/${index}` }),
    );
    await Promise.all(pictures.map((picture) => picture.decode()));
  }, taken.length);
  expect(requested.filter((url) => !/^http:\/\/plain\.test\/(?:\d+|page|favicon\.ico)$/.test(url))).toEqual(
    [],
  );

  // Unchanged files with the upload headers: a file placed by hand does no more than an upload.
  for (const [index, { svg }] of taken.entries()) writeFileSync(join(folder, `raw-${index}.svg`), svg);
  for (const [index, { name }] of taken.entries()) {
    const reply = await page.goto(`${site.url}/wp-content/uploads/raw-${index}.svg`);
    expect([name, reply?.headers()]).toEqual([
      name,
      expect.objectContaining({
        'content-type': 'image/svg+xml',
        'x-content-type-options': 'nosniff',
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; sandbox`,
      }),
    ]);
    expect([name, await ran()]).toEqual([name, null]);
  }
  // Stopped by the policy, or by the rule against cross-origin resources in SVG.
  expect(stopped.filter((reason) => reason !== 'csp' && reason !== 'origin')).toEqual([]);
  expect(stopped).toHaveLength(requested.filter((url) => url.startsWith(leak)).length);
});

test('an ordinary logo and an Inkscape file look the same after sanitizing', async () => {
  const page = await browser.newPage();
  const shot = async (svg: Buffer) => {
    await page.setContent(
      `<body style="margin:0"><img width="480" src="data:image/svg+xml;base64,${svg.toString('base64')}"></body>`,
    );
    await page.locator('img').evaluate((img) => (img as HTMLImageElement).decode());
    return page.locator('img').screenshot();
  };
  for (const svg of [logo, inkscape]) {
    const [came, written] = [await shot(Buffer.from(svg)), await shot(cleanSvg(Buffer.from(svg)).bytes)];
    expect(written.equals(came)).toBe(true);
    expect(
      (await shot(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"/>'))).equals(
        written,
      ),
    ).toBe(false);
  }
});
