import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { useDemoSite } from '../harness/demo-site.ts';
import { drawn } from '../harness/drawn.ts';

const browser = useChromium();
const server = useDemoSite();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

const kinds: Readonly<Record<string, string>> = {
  'the front page': '/',
  'an article': '/a-foghorn-in-b-flat/',
  'a category': '/category/technology/',
  'a tag': '/tag/cables/',
  'an author': '/author/ines-okafor/',
  'a search': '/?s=rain',
  'a date': '/2026/',
  'an attachment': '',
  'a page': '/about/',
  'the 404 page': '/no-such-page/',
};

/** Also tested at a phone's width, which shows the other kinds the same way. */
const onPhones: ReadonlySet<string> = new Set(['the front page', 'an article', 'a category']);

/** Clicks visible elements only. */
async function openIfThere(page: Page, selector: string): Promise<void> {
  const first = page.locator(`${selector} >> visible=true`).first();
  if ((await first.count()) === 0) return;
  await first.click();
  await atRest(page);
}

async function attachmentPath(): Promise<string> {
  const [item] = (await (await fetch(`${server.url}/wp-json/wp/v2/media?per_page=1`)).json()) as {
    readonly link: string;
  }[];
  return new URL(item?.link ?? '').pathname;
}

// Whether a page as delivered contacts others is tested for each kind (quality).
test.each(drawn('kinds with everything open', Object.entries(kinds), 2))(
  '[ADS-10] no third-party request leaves %s with default settings, ' +
    'scrolled through and with everything open',
  async (kind, known) => {
    const path = known || (await attachmentPath());
    for (const options of onPhones.has(kind) ? [desktop, phone] : [desktop]) {
      const page = await browser.newPage({
        ...options,
        reducedMotion: 'reduce',
        ...(kind === 'the 404 page' ? { expectedMessages: /status of 404/ } : {}),
      });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      page.on('websocket', (socket) => requests.push(socket.url()));
      await page.goto(server.url + path, { waitUntil: 'load' });
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
          scrollTo({ top: y, behavior: 'instant' });
          for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame); // lets observers report each
        }
        scrollTo({ top: 0, behavior: 'instant' });
      });
      if (options === desktop) {
        await page.hover('.nav-menu .menu-item-mega');
        await page.waitForSelector('.menu-item-mega.is-open .card-title');
        await page.mouse.move(640, 600, { steps: 2 });
        await atRest(page);
      } else {
        await openIfThere(page, '.mobile-menu-button');
        await page.keyboard.press('Escape');
        await atRest(page);
      }
      await openIfThere(page, '.header-search summary');
      await page.keyboard.type('rain', { delay: 20 });
      await page.waitForSelector('.header-search .live-result');
      await openIfThere(page, options === phone ? '.header-search-close' : '.header-search summary');
      await openIfThere(page, '.share-toggle');
      await openIfThere(page, '#comment');
      await openIfThere(page, 'main img[data-lightbox]');
      await page.keyboard.press('Escape');
      await atRest(page);
      // No other page or worker could make requests.
      expect([page.context().pages().length, page.context().serviceWorkers()]).toEqual([1, []]);
      expect(requests.length).toBeGreaterThan(3);
      expect(
        requests.filter((url) => !url.startsWith(`${server.url}/`) && !/^(?:data|blob):/.test(url)),
      ).toEqual([]);
    }
  },
);
