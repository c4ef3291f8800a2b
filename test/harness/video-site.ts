import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { muxWebm } from './webm.ts';
import { storeUpload } from '../../src/modules/media/store-upload.ts';
import { detailsMeta } from '../../src/modules/posts/model.ts';
import type { Settings } from '../../src/modules/settings/settings.ts';
import { standsStill } from './at-rest.ts';
import type { PageOptions, TestBrowser } from './chromium.ts';
import { makeMedia, makePost } from './factories.ts';
import { useRealSite } from './real-site.ts';
import { standInForPlatforms } from './video-platforms.ts';
import type { VideoPlatforms } from './video-platforms.ts';

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
export const [youtube, vimeo, dailymotion] = [
  'https://www.youtube.com/watch?v=ex8fMxXJDJw',
  'https://vimeo.com/22439234',
  'https://www.dailymotion.com/video/x7tgad0',
];
const words = (n: number) =>
  `<!-- wp:paragraph --><p>${'Words between two videos. '.repeat(40)}</p><!-- /wp:paragraph -->`.repeat(n);
const embed = (url: string) =>
  `<!-- wp:embed {"url":"${url}"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure><!-- /wp:embed -->`;

/** A site with articles that contain videos of every kind, and fake platforms. */
export interface VideoSite {
  readonly url: string;
  /** Sets only these settings; each test starts with none. */
  rules(settings: Partial<Settings>): Promise<void>;
  open(slug: string, options?: PageOptions): Promise<{ page: Page; platforms: VideoPlatforms }>;
}

const off: Partial<Settings> = {
  sticky_video: false,
  sticky_video_width: 450,
  sticky_video_pause_on_close: false,
  video_one_at_a_time: false,
  video_pause_off_screen: false,
  translation_video_close: '',
  consent: false,
};

export function videoSite(browser: TestBrowser): VideoSite {
  const site = useRealSite(async (tx, place) => {
    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#356' } })
      .webp({ quality: 50 })
      .toBuffer();
    const stored = await storeUpload(place.dataDir, {
      name: 'lead.webp',
      bytes: picture,
      at: Date.UTC(2026, 0, 2),
    });
    const lead = await makeMedia(tx, {
      slug: 'lead',
      file: { file: stored.file, width: 640, height: 360, alt: 'A field', sizes: {} },
    });
    const film = muxWebm(
      Array.from({ length: 80 }, () => picture),
      { width: 640, height: 360, framesPerSecond: 10 },
    );
    const file = `/wp-content/uploads/${(await storeUpload(place.dataDir, { name: 'film.webm', bytes: film, at: Date.UTC(2026, 0, 2) })).file}`;
    const video =
      `<!-- wp:video --><figure class="wp-block-video"><video controls loop src="${file}"></video><figcaption>The field</figcaption>` +
      '</figure><!-- /wp:video -->';
    await makePost(tx, {
      slug: 'three',
      title: 'Three videos',
      content: [embed(youtube), words(1), embed(vimeo), words(1), video, words(20)].join('\n'),
    });
    await makePost(tx, { slug: 'one', title: 'One video', content: embed(youtube) + words(20) });
    await makePost(tx, { slug: 'file', title: 'One film', content: video + words(20) });
    await makePost(tx, { slug: 'below', title: 'A film below', content: words(6) + video + words(6) });
    await makePost(tx, {
      slug: 'long',
      title: 'Long addresses',
      content:
        embed(`${vimeo}?with=${'a-long-query-'.repeat(20)}`) +
        embed(`https://twitter.com/somebody/status/1?with=${'x'.repeat(200)}`),
    });
    await makePost(tx, {
      slug: 'film',
      title: 'A film that leads',
      featuredMediaId: lead,
      meta: detailsMeta({ featuredVideo: file }),
      content: words(20),
    });
    await makePost(tx, {
      slug: 'others',
      title: 'Shapes',
      content:
        `<!-- wp:html --><div style="width:640px;max-width:100%">${embed(youtube)}</div><div style="width:600px;max-width:100%">${embed(dailymotion)}</div>` +
        `<!-- /wp:html -->${words(20)}`,
    });
    await makePost(tx, {
      slug: 'lead',
      title: 'A lead that plays',
      format: 'video',
      featuredMediaId: lead,
      meta: detailsMeta({ featuredVideo: youtube }),
      content: words(20),
    });
    await makePost(tx, {
      slug: 'popups',
      title: 'Popups',
      content:
        `<p><a id="youtube" data-mfp-src="${youtube}" href="${youtube}">Watch the fields</a> <a id="vimeo" data-mfp-src="" href="${vimeo}">Watch the ships</a> ` +
        `<span id="bare" data-mfp-src="${youtube}">No link</span> <a id="other" data-mfp-src="/none/" href="/none/">A page</a>` +
        `</p>${embed(youtube)}${words(20)}`,
    });
    await makePost(tx, {
      slug: 'band',
      title: 'A band',
      type: 'page',
      content: '<!-- wp:broadsheet/video-band {"popup":true} /-->',
    });
    await makePost(tx, { slug: 'none', title: 'No video', content: words(4) });
  });
  let current = JSON.stringify(off);
  const rules = async (settings: Partial<Settings>) => {
    const wanted = { ...off, ...settings };
    if (current === JSON.stringify(wanted)) return;
    current = JSON.stringify(wanted);
    await site.set(wanted);
  };
  beforeEach(() => rules({}));
  return {
    rules,
    open: async (slug, options = desktop) => {
      const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
      const platforms = await standInForPlatforms(page, site.url);
      await page.goto(`${site.url}/${slug}/`, { waitUntil: 'networkidle' });
      return { page, platforms };
    },
    get url() {
      return site.url;
    },
  };
}

/**
 * Clicks an element after scrolling to it; moves the mouse over a film first, so that its script is loaded. For a
 * moment after scrolling, Chromium sends clicks to a cross-process frame that was there.
 */
export async function click(page: Page, selector: string): Promise<void> {
  await page.locator(selector).scrollIntoViewIfNeeded();
  if (await page.locator(selector).evaluate((element) => element instanceof HTMLVideoElement)) {
    await page.mouse.move(5, 300, { steps: 2 });
    await page.waitForSelector('body:not([data-late])');
  }
  await standsStill(page);
  await page.click(selector);
}
/** A field of a video's state; videos on the page are called video-1, video-2 … in order of their start. */
export const known = (page: Page, field: string, id = 'video-1') =>
  page.evaluate(`window.broadsheet?.videos?.get('${id}')?.${field}`);
export const status = (page: Page, is: string, id?: string) =>
  expect.poll(() => known(page, 'internalStatus', id)).toBe(is);
export const startYouTube = async (page: Page) => {
  await click(page, 'a[data-video=youtube]');
  await status(page, 'YOUTUBE_PLAYING');
};
/** Scrolls instantly; pixels. */
export const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
export const floats = (page: Page) =>
  page.evaluate(
    () => getComputedStyle(document.querySelector('iframe') ?? document.body).position === 'fixed',
  );
/** Position of a visible element; throws when it is not visible. */
export const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`${selector} is not seen.`);
  return found;
};
