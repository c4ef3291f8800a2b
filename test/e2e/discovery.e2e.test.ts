import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeTestDatabase } from '../harness/databases.ts';
import type { TestDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { serveSite } from '../harness/served-site.ts';
import type { ServedSite } from '../harness/served-site.ts';

const browser = useChromium();
let place: TestDatabase;
let site: ServedSite;

beforeAll(async () => {
  place = await makeTestDatabase('sqlite');
  site = await serveSite(place);
  await site.database.write((tx) =>
    makePost(tx, {
      title: 'A comet returns',
      slug: 'a-comet',
      content:
        '<p>Opening words.</p><template data-behaviour="head-code"><script src="/wp-json/oembed/1.0/embed?url=evil"></script><script>window.stolen ' +
        '= true;</script></template>',
    }),
  );
});
afterAll(async () => {
  await site.close();
  await place.drop();
});

test('scripts of the custom head code run in their order under the policy; a template like theirs in a text does not', async () => {
  const other = createServer((request, response) => {
    response.setHeader('content-type', 'text/javascript').end(`(window.order ??= []).push('${request.url}')`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    await site.database.write((tx) =>
      saveSettings(tx, {
        head_code: `<script src="${origin}/one.js"></script><script>(window.order ??= []).push('inline');</script><script src="${origin}/two.js"></script>`,
      }),
    );
    const page = await browser.newPage();
    await page.goto(`${site.url}/a-comet/`);
    await expect.poll(() => page.evaluate('window.order?.length')).toBe(3); // waitForFunction uses eval, which the CSP forbids
    expect((await page.evaluate<string[]>('window.order')).filter((name) => name !== 'inline')).toEqual([
      '/one.js',
      '/two.js',
    ]);
    expect(await page.evaluate('window.stolen')).toBeUndefined();
  } finally {
    await site.database.write((tx) => saveSettings(tx, { head_code: null }));
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  }
});

test('another site embeds an article in a frame, which reports its height and clicked links', async () => {
  const around = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Around</title><link rel="icon" href="data:,"><script>window.heard = []; addEventListener('message', ` +
          '(event) => heard.push(event.data))</script>' +
          `<iframe sandbox="allow-scripts" width="500" height="300" src="${site.url}/a-comet/embed/#?secret=abc123"></iframe>`,
      );
  });
  await new Promise<void>((resolve) => around.listen(0, '127.0.0.1', resolve));
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(around.address() as AddressInfo).port}/`);
    await page.frameLocator('iframe').getByRole('link', { name: 'A comet returns' }).click();
    await expect.poll(() => page.evaluate('heard.length')).toBeGreaterThanOrEqual(3);
    const received = await page.evaluate<{ message: string; value: unknown; secret: string }[]>('heard');
    expect(received.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['ready', 'height', 'link']),
    );
    expect(received.every(({ secret }) => secret === 'abc123')).toBe(true);
    expect(received.find(({ message }) => message === 'link')?.value).toBe(`${site.url}/a-comet/`);
    expect(Number(received.find(({ message }) => message === 'height')?.value)).toBeGreaterThan(80);
  } finally {
    around.closeAllConnections();
    await new Promise((resolve) => around.close(resolve));
  }
});

test('sitemaps are readable for visitors', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/wp-sitemap.xml`);
  expect(await page.evaluate(`getComputedStyle(document.documentElement, '::before').content`)).toBe(
    '"Sitemap"',
  );
  expect(await page.evaluate(`getComputedStyle(document.querySelector('sitemap')).display`)).toBe('grid');
  await page.goto(`${site.url}/wp-sitemap-posts-post-1.xml`);
  expect(await page.evaluate('document.querySelector("loc").textContent')).toBe(`${site.url}/a-comet/`);
});
