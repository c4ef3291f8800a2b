import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onDatabase } from '../harness/databases.ts';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { drawn } from '../harness/drawn.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { pauseClock } from '../harness/paused-clock.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { pageWidth } from '../harness/page-width.ts';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { createPost } from '../../src/modules/posts/writer.ts';
import { lookNames, looks } from '../../src/lib/look/looks.ts';
import { saveSettings } from '../../src/modules/settings/store.ts';
import sharp from 'sharp';

const browser = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

function watchRequests(page: Page): { urls: () => string[]; calls: (action: string) => string[] } {
  const urls: string[] = [];
  const bodies: string[] = [];
  page.on('request', (request) => {
    urls.push(request.url());
    if (request.method() === 'POST') bodies.push(request.postData() ?? '');
  });
  return {
    urls: () => urls,
    calls: (action) => bodies.filter((body) => new URLSearchParams(body).get('action') === action),
  };
}

/** Advances the page's fake clock and waits for what that triggers. */
async function leaveAlone(page: Page, ms: number): Promise<void> {
  await atRest(page);
  await page.clock.runFor(ms);
  await atRest(page);
}

async function scrollToEnd(page: Page): Promise<void> {
  for (let y = 0; y < 40; y++) {
    const done = await page.evaluate(() => {
      scrollBy({ top: innerHeight * 0.8, behavior: 'instant' });
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    });
    await atRest(page);
    if (done && y > 3) return;
  }
}

const styleBytes = (html: string) =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].reduce(
    (sum, [, text = '']) => sum + gzipSync(text).length,
    0,
  );

onDatabase('postgres', 'an article in Chromium', (get, place) => {
  let server: HostedServer;
  let article = '';

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#4a6fa5' } })
      .jpeg()
      .toBuffer();
    const files = await Promise.all(
      ['lead.jpg', 'far.jpg'].map((name) =>
        storeUpload(place().dataDir, { name, bytes: picture, at: Date.UTC(2026, 0, 2) }),
      ),
    );
    await get().write(async (tx) => {
      const author = await makeUser(tx, { displayName: 'Ada Quill' });
      const category = await makeTerm(tx, { name: 'Science', slug: 'science' });
      const media: number[] = [];
      for (const file of files) {
        const id = await createPost(tx, {
          type: 'attachment',
          status: 'inherit',
          title: 'Picture',
          mimeType: 'image/jpeg',
        });
        await saveMedia(tx, { postId: id, file: file.file, width: 900, height: 600, alt: 'A blue field' });
        media.push(id);
      }
      const text = Array.from(
        { length: 24 },
        (_, n) =>
          `<!-- wp:paragraph --><p>Paragraph ${n} of a long article, with enough words in it to fill a line or two on any screen that a reader may ` +
          'hold.</p><!-- /wp:paragraph -->',
      );
      const image =
        `<!-- wp:image {"id":${media[1]}} --><figure class="wp-block-image"><img src="/wp-content/uploads/${files[1]?.file}" alt="Far below" ` +
        `class="wp-image-${media[1]}"/><figcaption>Far below</figcaption></figure><!-- /wp:image -->`;
      const box = '<!-- wp:broadsheet/copy-code {"code":"npm start"} /-->';
      for (let n = 1; n <= 14; n++)
        await makePost(tx, {
          title: `Science note ${n}`,
          slug: `science-note-${n}`,
          authorId: author,
          termIds: [category],
        });
      const id = await makePost(tx, {
        title: 'A comet returns',
        slug: 'a-comet-returns',
        authorId: author,
        termIds: [category],
        featuredMediaId: media[0] ?? 0,
        publishedAt: Date.UTC(2026, 5, 1),
        content: [...text.slice(0, 3), box, ...text.slice(3), image, ...text].join('\n'),
      });
      await makeComment(tx, { postId: id });
      await makePost(tx, {
        type: 'page',
        slug: 'colophon',
        content: '<p>As <a href="/a-comet-returns/">all of it</a>.</p>',
      });
      await makePost(tx, {
        title: 'Due already',
        slug: 'due-already',
        status: 'future',
        publishedAt: Date.UTC(2026, 0, 1),
      });
    });
    server = await startHostedServer(place());
    article = `${server.url}/a-comet-returns/`;
  });
  afterAll(() => server?.stop());

  test(
    '[ROUTE-07] [FOOT-02] [FOOT-04] [TICK-01] holds ticker, countdown, related posts, lazy footer and dark mode, ' +
      'and says nothing on the console',
    async () => {
      const page = await browser.newPage(desktop);
      const requests = watchRequests(page);
      const reply = await page.goto(article);
      expect(reply?.headers()['content-security-policy']).toContain(`'strict-dynamic'`);
      expect(reply?.headers()['content-security-policy']).not.toContain('unsafe-eval');
      await expect
        .poll(() => page.textContent('.copy-code pre'))
        .toMatch(/^Wait 20 sec before code appears\.\.\. \d+ sec\.$/);
      expect(await page.textContent('.ticker-label')).toBe('Trending now');
      expect([
        await page.locator('.ticker li').count(),
        await page.locator('.ticker li:visible').count(),
      ]).toEqual([5, 1]);
      const first = await page.locator('.ticker li:visible').textContent();
      await expect.poll(() => page.locator('.ticker li:visible').textContent()).not.toBe(first);
      expect(await page.locator('.related-posts article').count()).toBe(6);
      expect(requests.calls('tdb_get_footer')).toEqual([]);
      await page.mouse.wheel(0, 400);
      await expect.poll(() => page.locator('.site-footer nav').count()).toBeGreaterThan(0);
      await page.keyboard.press('End');
      await page.mouse.move(300, 300, { steps: 2 });
      await atRest(page);
      expect(requests.calls('tdb_get_footer')).toHaveLength(1);
      const ajax = requests.urls().filter((url) => url.includes('admin-ajax.php'));
      expect(ajax.length).toBeGreaterThan(0);
      for (const url of ajax) {
        expect(new URL(url).searchParams.get('td_theme_name')).toBeTruthy();
        expect(new URL(url).searchParams.get('v')).toBeTruthy();
      }
      expect(
        requests.urls().filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
      ).toEqual([]);
    },
  );

  test('the footer, which all pages share, shows four of the newest articles missing from the page, if any', async () => {
    const page = await browser.newPage(desktop);
    for (const [path, count] of [
      ['/colophon/', 4],
      ['/', 0],
    ] as const) {
      await page.goto(server.url + path);
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 100);
          return page.locator('.site-footer nav').count();
        })
        .toBeGreaterThan(0);
      const shown = await page.evaluate(() => {
        const main = new Set([
          location.href,
          ...[...document.querySelectorAll<HTMLAnchorElement>('main a')].map(({ href }) => href),
        ]);
        const links = [...document.querySelectorAll<HTMLAnchorElement>('.footer-new .card-title a')].filter(
          (link) => link.checkVisibility(),
        );
        return { links: links.length, twice: links.filter(({ href }) => main.has(href)).length };
      });
      expect([path, shown]).toEqual([path, { links: count, twice: 0 }]);
      expect(await page.locator('.footer-new').isVisible()).toBe(count > 0);
    }
  });

  test('a title has the cut for large sizes from 600 px on; narrower windows show it in the font of the text, and fetch that alone', async () => {
    for (const [options, weight, cuts] of [
      [desktop, '710', 1],
      [phone, '700', 0],
    ] as const) {
      const page = await browser.newPage(options);
      const fonts: string[] = [];
      page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
      await page.goto(article);
      await page.evaluate(() => document.fonts.ready);
      const title = page.locator('.post-title');
      expect(await title.evaluate((element) => getComputedStyle(element).fontWeight)).toBe(weight);
      expect([options, fonts.filter((url) => url.includes('/serif-display-')).length]).toEqual([
        options,
        cuts,
      ]);
      expect(fonts.some((url) => url.includes('/serif-basic-'))).toBe(true);
    }
  });

  test('[ART-08] left alone and scrolled to its end it loads no React, at most 8 KB of script, and no further article', async () => {
    // Computed after the first request; the first reader's browser fetches them.
    await expect.poll(async () => (await fetch(article)).text()).toContain('class="jp-relatedposts-items');
    for (const options of [desktop, phone]) {
      const page = await browser.newPage(options);
      const scripts = new Map<string, Promise<Buffer>>();
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
      });
      await pauseClock(page);
      await page.goto(article);
      await leaveAlone(page, 5000);
      await scrollToEnd(page);
      await leaveAlone(page, 500);
      const inline = await page.evaluate(() =>
        [...document.querySelectorAll('script:not([type])')].map((script) => script.textContent ?? ''),
      );
      const bodies = await Promise.all(scripts.values());
      const bytes = [
        ...bodies.map((body) => gzipSync(body).length),
        ...inline.map((text) => gzipSync(text).length),
      ].reduce((sum, size) => sum + size, 0);
      expect(bytes).toBeLessThanOrEqual(8 * 1024);
      expect([...scripts.keys()].filter((url) => /react/.test(url))).toEqual([]);
      expect(bodies.some((body) => body.includes('hydrateRoot'))).toBe(false);
      expect(await page.locator('article.article, main h1').count()).toBe(1);
      expect(page.url()).toBe(article);
    }
  });

  test('[ART-08] so does the richest article, even before its related posts are ranked; its style sheet has at most 15 KB', async () => {
    const slug = 'a-comet-with-everything';
    await get().write(async (tx) => {
      await saveSettings(tx, {
        more_articles: 'show',
        sticky_video: true,
        video_one_at_a_time: true,
        lightbox_disable_on_mobile: false,
      });
      const text =
        '<!-- wp:paragraph --><p>Words of a comet that comes back, and of those who wait for it with cold feet.</p><!-- /wp:paragraph -->'.repeat(
          30,
        );
      const video =
        '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefghijk"} --><figure class="wp-block-embed is-type-video"><div ' +
        'class="wp-block-embed__wrapper">https://www.youtube.com/watch?v=abcdefghijk</div></figure><!-- /wp:embed -->';
      const code =
        '<!-- wp:code --><pre class="wp-block-code"><code>npm start</code></pre><!-- /wp:code --><!-- wp:broadsheet/copy-code {"code":"npm start"} /-->';
      const table =
        '<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>1</td></tr></tbody></table></figure><!-- /wp:table -->';
      const { id: picture } = await get()
        .read.selectFrom('post')
        .select('id')
        .where('type', '=', 'attachment')
        .orderBy('id')
        .executeTakeFirstOrThrow();
      const image =
        `<!-- wp:image {"id":${picture}} --><figure class="wp-block-image"><img src="/wp-content/uploads/2026/01/lead.jpg" alt="" ` +
        `class="wp-image-${picture}"/></figure><!-- /wp:image -->`;
      const { id: category } = await get()
        .read.selectFrom('term')
        .select('id')
        .where('slug', '=', 'science')
        .executeTakeFirstOrThrow();
      const id = await makePost(tx, {
        title: 'A comet with everything',
        slug,
        termIds: [category],
        content: text + code + image + table + video + text,
      });
      await makeComment(tx, { postId: id });
    });
    const url = `${server.url}/${slug}/`;
    await expect.poll(async () => (await fetch(url)).text()).toContain('class="jp-relatedposts-items');
    const html = await (await fetch(url)).text();
    for (const part of [
      'class="ticker"',
      'class="share',
      'more-articles"',
      'related-posts',
      'reading-progress',
      'comment-form',
      'data-lightbox',
      'data-video=',
      'data-behaviour="lazy-footer"',
      'copy-code',
    ]) {
      expect(html).toContain(part);
    }
    const css = styleBytes(html);
    expect(css).toBeLessThanOrEqual(15 * 1024);
    for (const base of lookNames.filter((name) => name !== 'broadsheet')) {
      await get().write((tx) => saveSettings(tx, { look: { base } }));
      await expect
        .poll(async () => (await fetch(url)).text(), { message: base })
        .toContain(`:root{--blue:${looks[base].colours.accent}}`);
      expect(styleBytes(await (await fetch(url)).text()), base).toBeLessThanOrEqual(15 * 1024);
    }
    await get().write((tx) => saveSettings(tx, { look: null }));
    const page = await browser.newPage(desktop);
    // As the server renders it when the ranking is slow.
    await page.route(url, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({
        response: reply,
        body: (await reply.text()).replace(
          /(<div id="jp-relatedposts"[^>]*)>[\s\S]*?<\/div><\/div><\/div>/,
          '$1 hidden></div>',
        ),
      });
    });
    const bodies: Promise<Buffer>[] = [];
    page.on(
      'response',
      (response) => response.request().resourceType() === 'script' && bodies.push(response.body()),
    );
    await pauseClock(page);
    const asked = page.waitForRequest(/relatedposts=1/);
    await page.goto(url);
    await asked;
    await leaveAlone(page, 5000);
    await scrollToEnd(page);
    await leaveAlone(page, 500);
    expect(await page.locator('.jp-relatedposts-post:visible').count()).toBe(3);
    const inline = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([type])')].map((script) => script.textContent ?? ''),
    );
    const bytes = [...(await Promise.all(bodies)), ...inline].reduce(
      (sum, body) => sum + gzipSync(body).length,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(9.125 * 1024); // decision 015
    await get().write((tx) =>
      saveSettings(tx, {
        more_articles: 'disabled',
        sticky_video: false,
        video_one_at_a_time: false,
        lightbox_disable_on_mobile: true,
      }),
    );
  });

  test('[LAZY-01] a picture is requested when it is within 300 px', async () => {
    const page = await browser.newPage(desktop);
    const requests = watchRequests(page);
    await page.goto(article);
    const far = () => requests.urls().some((url) => url.includes('far.jpg'));
    const image = page.locator('img[alt="Far below"]').first();
    const placeTop = async () => (await image.boundingBox())?.y ?? 0;
    expect(await placeTop()).toBeGreaterThan(1900);
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), (await placeTop()) - 900 - 1000);
    await atRest(page);
    expect(far()).toBe(false);
    await page.evaluate((y) => scrollBy({ top: y, behavior: 'instant' }), 1000 - 290);
    await expect.poll(far).toBe(true);
    await expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(10);
  });

  test('[DARK-01] [DARK-02] [DARK-03] [DARK-04] the switch darkens the page, notifies the server, and the next page is dark from the first paint', async () => {
    const page = await browser.newPage(desktop);
    const requests = watchRequests(page);
    await page.goto(article);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    const answered = page.waitForResponse(
      (response) =>
        response.url().includes('admin-ajax.php') &&
        (response.request().postData() ?? '').includes('td_ajax_dark_mode'),
    );
    await page.locator('.masthead-tools .dark-switch').click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains('is_dark')))
      .toBe(true);
    expect(await paper()).not.toBe(light);
    await answered;
    expect(requests.calls('td_ajax_dark_mode')).toEqual(['action=td_ajax_dark_mode']);
    await page.goto(`${server.url}/science-note-3/`);
    expect(await page.evaluate(() => document.documentElement.classList.contains('is_dark'))).toBe(true);
    expect(await page.locator('.masthead-tools .dark-switch input[type=checkbox]').isChecked()).toBe(true);
    await page.locator('.masthead-tools .dark-switch').click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.classList.contains('is_dark')))
      .toBe(false);
  });

  test('[SRCH-04] [SRCH-06] [SRCH-08] live search finds, arrows choose, Enter opens', async () => {
    const page = await browser.newPage(desktop);
    await page.goto(article);
    await page.locator('.header-search summary').click();
    await page.locator('.header-search input[name=s]').pressSequentially('science', { delay: 30 });
    await expect.poll(() => page.locator('.live-search-results a[href^="/science-note"]').count()).toBe(4);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = await page
      .locator('.live-search-results a[href^="/science-note"]')
      .nth(1)
      .getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}${second}`);
  });

  test('text typed into the search early is not lost', async () => {
    const page = await browser.newPage(desktop);
    await page.goto(article);
    await page.locator('.header-search summary').click();
    await page.keyboard.type('comet re', { delay: 5 });
    await expect.poll(() => page.inputValue('.header-search input[name=s]')).toBe('comet re');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('s');
    await page.keyboard.type('turns');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?s=comet(\+|%20)returns/);
  });

  test('reads, pages, searches and navigates with scripts off', async () => {
    const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
    await page.goto(article);
    expect(await page.textContent('.copy-code')).toContain('npm start');
    expect(await page.locator('footer.site-footer').textContent()).toContain('Science');
    const firstOfPage = await page.locator('.related-posts article h3').first().textContent();
    await page.locator('.related-posts a[rel=next]').click();
    await expect
      .poll(() => page.locator('.related-posts article h3').first().textContent())
      .not.toBe(firstOfPage);
    await page.locator('.header-search summary').click();
    await page.fill('.header-search input[name=s]', 'comet');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?s=comet/);
    expect(await page.locator('main a[href="/a-comet-returns/"]').count()).toBeGreaterThan(0);
    await page.goto(`${server.url}/category/science/`);
    await page.locator('a[rel=next]').click();
    await page.waitForURL(`${server.url}/category/science/page/2/`);
  });

  test('a scheduled post due while the server was down is published', async () => {
    await expect.poll(async () => (await fetch(`${server.url}/due-already/`)).status).toBe(200);
  });

  test('nothing is wider than the screen, from 320 px on', async () => {
    for (const width of [320, 375, 768, 1280]) {
      const page = await browser.newPage({
        viewport: { width, height: 800 },
        expectedMessages: /status of 404/,
      }); // the 404 page is one of them
      for (const path of drawn(
        `pages at ${width}`,
        ['/', '/a-comet-returns/', '/category/science/', '/nothing-here/', '/?s=nothing+to+find'],
        2,
      )) {
        await page.goto(`${server.url}${path}`).catch(() => undefined);
        expect([width, path, await pageWidth(page)]).toEqual([width, path, width]);
      }
    }
  });
});
