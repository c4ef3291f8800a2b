import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import type { BenchRow } from './table.ts';

const kilobyte = 1024;
const untouchedMs = 5000;

/** What an article brings to a browser that is left alone for five seconds, and then scrolled to its end. On SQLite only: the page is the same. */
export async function measureWeight(site: BenchSite): Promise<BenchRow[]> {
  if (site.database.dialect.name !== 'sqlite') return [];
  const server = await startServer(site.env);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const bodies: { readonly type: string; readonly foreign: boolean; readonly body: Promise<Buffer> }[] = [];
    page.on('response', (reply) => bodies.push({ type: reply.request().resourceType(), foreign: !reply.url().startsWith(server.url), body: reply.body().catch(() => Buffer.alloc(0)) }));
    await page.goto(server.url + (site.articles[0] ?? '/'));
    await page.waitForTimeout(untouchedMs);
    await scrollToEnd(page);
    const inline = await page.evaluate(() => [...document.querySelectorAll('script:not([type])')].map((script) => script.textContent ?? ''));
    const ofType = async (type: string) => Promise.all(bodies.filter((one) => one.type === type).map(({ body }) => body));
    const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0) / kilobyte;
    const scripts = await ofType('script');
    const code = sum([...scripts.map((body) => gzipSync(body).length), ...inline.map((text) => gzipSync(text).length)]);
    const fonts = sum((await ofType('font')).map(({ length }) => length));
    const foreign = bodies.filter((one) => one.foreign).length;
    const react = scripts.filter((body) => body.includes('hydrateRoot')).length;
    return [
      { what: 'scripts of an article left alone and scrolled to its end, gzip', value: code, unit: 'KB', target: '≤ 8 KB', met: code <= 8 },
      { what: 'scripts with React among them', value: react, unit: '', target: '0', met: react === 0 },
      { what: 'fonts of that article', value: fonts, unit: 'KB', target: '≤ 60 KB', met: fonts <= 60 },
      { what: 'its requests to others', value: foreign, unit: '', target: '0', met: foreign === 0 },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function scrollToEnd(page: Page): Promise<void> {
  const isEnd = () => page.evaluate(() => {
    scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
    return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  });
  for (let steps = 0; steps < 60 && !((await isEnd()) && steps > 3); steps++) await page.waitForTimeout(60);
  await page.waitForTimeout(500);
}
