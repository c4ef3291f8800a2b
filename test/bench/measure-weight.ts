import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { writeFullArticle } from './full-article.ts';
import type { BenchSite } from './make-site.ts';
import { startServer } from './processes.ts';
import type { BenchRow } from './table.ts';
import { empty } from './uncached.ts';

const kilobyte = 1024;
const untouchedMs = 5000;
const maxToSettleMs = 10_000;

/**
 * Bytes loaded by an article within five seconds, and after scrolling to its end; a plain article, and one with
 * everything. Only on SQLite, since the page is the same.
 */
export async function* measureWeight(site: BenchSite): AsyncGenerator<BenchRow> {
  if (site.database.dialect.name !== 'sqlite') return;
  const server = await startServer(site.env);
  const { browser, stop } = await startBrowser();
  try {
    const articles = {
      'an article': async () => site.articles[0] ?? '/',
      'an article with everything': () => writeFullArticle(site),
    };
    for (const [what, find] of Object.entries(articles)) {
      const path = await find();
      await settle(site, server.url, path);
      yield* await weigh(browser, server.url, path, what);
    }
  } finally {
    await stop();
    await server.stop();
  }
}

/** Requests an article until it contains its related posts, as on a settled site; without them it is a kilobyte smaller. */
async function settle(site: BenchSite, base: string, path: string): Promise<void> {
  const until = Date.now() + maxToSettleMs;
  while (!(await (await fetch(base + path)).text()).includes('class="jp-relatedposts-items ')) {
    if (Date.now() > until)
      throw new Error(`${path} contains no related posts after ${maxToSettleMs / 1000} seconds.`);
    await fetch(`${base}${path}?relatedposts=1`); // responds after ranking
    await empty(site, 'template');
  }
}

async function weigh(browser: Browser, base: string, path: string, what: string): Promise<BenchRow[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const bodies: { readonly type: string; readonly foreign: boolean; readonly body: Promise<Buffer> }[] = [];
  page.on('response', (reply) =>
    bodies.push({
      type: reply.request().resourceType(),
      foreign: !reply.url().startsWith(base),
      body: reply.body().catch(() => Buffer.alloc(0)),
    }),
  );
  await page.goto(base + path);
  await page.waitForTimeout(untouchedMs);
  await scrollToEnd(page);
  const inline = await page.evaluate(() =>
    [...document.querySelectorAll('script:not([type])')].map((script) => script.textContent ?? ''),
  );
  await page.close();
  const ofType = async (type: string) =>
    Promise.all(bodies.filter((one) => one.type === type).map(({ body }) => body));
  const scripts = await ofType('script');
  const code = sum([...scripts.map(gzipBytes), ...inline.map(gzipBytes)]);
  const fonts = sum((await ofType('font')).map(({ length }) => length));
  const foreign = bodies.filter((one) => one.foreign).length;
  const react = scripts.filter((body) => body.includes('hydrateRoot')).length;
  const html = await (await fetch(base + path)).text();
  const css = sum(
    [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => gzipBytes(match[1] ?? '')),
  );
  // Inline scripts and CSS have separate rows.
  const rest = sum([gzipBytes(withoutText(html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '')))]);
  const preloads = [...html.matchAll(/<link [^>]*rel="preload"[^>]*>/g)].filter(([tag]) =>
    tag.includes('as="font"'),
  ).length;
  const row = (part: string, value: number, most: number): BenchRow => ({
    what: `${what}: ${part}`,
    value,
    unit: 'KB',
    target: `≤ ${most} KB`,
    met: value <= most,
  });
  return [
    row('inline CSS, gzip', css, 15),
    row('HTML without CSS, scripts and text, gzip', rest, 12),
    row('scripts, idle and scrolled to the end, gzip', code, 8),
    { what: `${what}: scripts that contain React`, value: react, unit: '', target: '0', met: react === 0 },
    row('fonts', fonts, 60),
    { what: `${what}: preloaded fonts`, value: preloads, unit: '', target: '1', met: preloads === 1 },
    { what: `${what}: requests to other hosts`, value: foreign, unit: '', target: '0', met: foreign === 0 },
  ];
}

/** A page without the element of its article's text. */
function withoutText(html: string): string {
  const start = html.search(/<div class="post-content\b/);
  let depth = 0;
  for (const { 0: tag, index } of html.slice(start).matchAll(/<\/?div\b[^>]*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    if (depth === 0) return html.slice(0, start) + html.slice(start + index + tag.length);
  }
  throw new Error('The article has no element "post-content", or the element is not closed.');
}

const gzipBytes = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length;
const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0) / kilobyte;

async function scrollToEnd(page: Page): Promise<void> {
  const isEnd = () =>
    page.evaluate(() => {
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    });
  for (let steps = 0; steps < 60 && !((await isEnd()) && steps > 3); steps++) await page.waitForTimeout(60);
  await page.waitForTimeout(500);
}
