import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { muxWebm } from '../../demo/pictures/webm.ts';
import { storeUpload } from '../../src/content/media/store-upload.ts';
import { detailsMeta } from '../../src/content/posts/details.ts';
import type { Settings } from '../../src/content/settings/settings.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeMedia, makePost } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';
import { insidePlayer, standInForPlatforms } from '../harness/video-platforms.ts';
import type { VideoPlatforms } from '../harness/video-platforms.ts';

const browser = useChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const [youtube, vimeo, dailymotion] = ['https://www.youtube.com/watch?v=ex8fMxXJDJw', 'https://vimeo.com/22439234', 'https://www.dailymotion.com/video/x7tgad0'];
const words = (n: number) => `<!-- wp:paragraph --><p>${'Words between two videos. '.repeat(40)}</p><!-- /wp:paragraph -->`.repeat(n);
const embed = (url: string) => `<!-- wp:embed {"url":"${url}"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure><!-- /wp:embed -->`;

const site = useRealSite(async (tx, place) => {
  const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#356' } }).webp({ quality: 50 }).toBuffer();
  const stored = await storeUpload(place.dataDir, { name: 'lead.webp', bytes: picture, at: Date.UTC(2026, 0, 2) });
  const lead = await makeMedia(tx, { slug: 'lead', file: { file: stored.file, width: 640, height: 360, alt: 'A field', sizes: {} } });
  const film = muxWebm(Array.from({ length: 80 }, () => picture), { width: 640, height: 360, framesPerSecond: 10 });
  const file = `/wp-content/uploads/${(await storeUpload(place.dataDir, { name: 'film.webm', bytes: film, at: Date.UTC(2026, 0, 2) })).file}`;
  const video = `<!-- wp:video --><figure class="wp-block-video"><video controls loop src="${file}"></video><figcaption>The field</figcaption></figure><!-- /wp:video -->`;
  await makePost(tx, { slug: 'three', title: 'Three videos', content: [embed(youtube), words(1), embed(vimeo), words(1), video, words(20)].join('\n') });
  await makePost(tx, { slug: 'one', title: 'One video', content: embed(youtube) + words(20) });
  await makePost(tx, { slug: 'file', title: 'One film', content: video + words(20) });
  await makePost(tx, { slug: 'film', title: 'A film that leads', featuredMediaId: lead, meta: detailsMeta({ featuredVideo: file }), content: words(20) });
  await makePost(tx, { slug: 'others', title: 'Shapes', content: `<!-- wp:html --><div style="width:640px;max-width:100%">${embed(youtube)}</div><div style="width:600px;max-width:100%">${embed(dailymotion)}</div><!-- /wp:html -->${words(20)}` });
  await makePost(tx, { slug: 'lead', title: 'A lead that plays', format: 'video', featuredMediaId: lead, meta: detailsMeta({ featuredVideo: youtube }), content: words(20) });
  await makePost(tx, {
    slug: 'popups', title: 'Popups', content: `<p><a id="youtube" data-mfp-src="${youtube}" href="${youtube}">Watch the fields</a> <a id="vimeo" data-mfp-src="" href="${vimeo}">Watch the ships</a> `
      + `<span id="bare" data-mfp-src="${youtube}">No link</span> <a id="other" data-mfp-src="/none/" href="/none/">A page</a></p>${embed(youtube)}${words(20)}`,
  });
  await makePost(tx, { slug: 'band', title: 'A band', type: 'page', content: '<!-- wp:broadsheet/video-band {"popup":true} /-->' });
  await makePost(tx, { slug: 'none', title: 'No video', content: words(4) });
});
const off: Partial<Settings> = { sticky_video: false, sticky_video_width: 450, sticky_video_pause_on_close: false, video_one_at_a_time: false, video_pause_off_screen: false, translation_video_close: '', consent: false };
let current = JSON.stringify(off);
beforeEach(() => rules({}));

/** The site with these rules and no others. */
async function rules(settings: Partial<Settings>): Promise<void> {
  const wanted = { ...off, ...settings };
  if (current === JSON.stringify(wanted)) return;
  current = JSON.stringify(wanted);
  await site.set(wanted);
}

async function open(slug: string, options: Parameters<typeof browser.newPage>[0] = desktop): Promise<{ page: Page; platforms: VideoPlatforms }> {
  const page = await browser.newPage(options);
  const platforms = await standInForPlatforms(page, site.url);
  await page.goto(`${site.url}/${slug}/`, { waitUntil: 'networkidle' });
  return { page, platforms };
}
/** Clicks on what may have to be scrolled to: Chromium gives clicks to a frame of another process for a moment after it scrolled away from there. */
async function click(page: Page, selector: string): Promise<void> {
  await page.locator(selector).scrollIntoViewIfNeeded();
  await page.waitForTimeout(150);
  await page.click(selector);
}
/** A field of what is known of a video; those in the page are called video-1, video-2 … as they are started. */
const known = (page: Page, field: string, id = 'video-1') => page.evaluate(`window.broadsheet?.videos?.get('${id}')?.${field}`);
const status = (page: Page, is: string, id?: string) => expect.poll(() => known(page, 'internalStatus', id)).toBe(is);
const startYouTube = async (page: Page) => {
  await click(page, 'a[data-video=youtube]');
  await status(page, 'YOUTUBE_PLAYING');
};
const scrollTo = (page: Page, top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
const floats = (page: Page) => page.evaluate(() => getComputedStyle(document.querySelector('iframe') ?? document.body).position === 'fixed');
const box = async (page: Page, selector: string) => {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`${selector} is not seen.`);
  return found;
};

test('[VID-20] [IMP-34] nothing of a platform comes before a reader plays a video; then the player, its API, and no more', async () => {
  const { page, platforms } = await open('three');
  const own: string[] = [];
  page.on('request', (request) => own.push(request.url()));
  await page.mouse.move(500, 500);
  await scrollTo(page, 400);
  await page.waitForLoadState('networkidle');
  expect(platforms.urls).toEqual([]);
  expect(own.filter((url) => /play-inline|popup|rules/.test(url))).toEqual([]);
  await startYouTube(page);
  expect(platforms.urls.filter((url) => !url.includes('/embed/'))).toEqual(['https://www.youtube.com/iframe_api', 'https://www.youtube.com/s/player/stand-in/www-widgetapi.js']);
  await click(page, 'a[data-video=vimeo]');
  await status(page, 'VIMEO_PLAYING', 'video-2');
  expect(platforms.urls.filter((url) => url.includes('vimeo')).toSorted()).toEqual(['https://player.vimeo.com/api/player.js', expect.stringMatching(/^https:\/\/player\.vimeo\.com\/video\/22439234\?autoplay=1&.*dnt=1/)]);
  expect(own.filter((url) => url.includes('rules'))).toEqual([]);
});

test('an article without a video has no code for any', async () => {
  const { page } = await open('none');
  expect(await page.textContent('#broadsheet-page')).not.toContain('video');
});

test('without scripts a video is a link to where it is', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(`${site.url}/lead/`);
  expect(await page.getAttribute('a.lead-video', 'href')).toBe(youtube);
  expect(await page.textContent('a.lead-video')).toBe('Watch on YouTube');
});

test('[VID-16] [VID-17] [VID-18] [VID-19] each kind of player tells what it is and does', async () => {
  const { page } = await open('three');
  await startYouTube(page);
  await click(page, 'a[data-video=vimeo]');
  await click(page, '.post-content video');
  await status(page, 'VIDEO_PLAYING', 'video-3');
  await status(page, 'VIMEO_PLAYING', 'video-2');
  expect(await Promise.all([1, 2, 3].map((n) => known(page, 'playerType', `video-${n}`)))).toEqual(['youtube', 'vimeo', 'video']);
  for (const [id, selector] of [['video-1', 'iframe[data-video=youtube]'], ['video-2', 'iframe[data-video=vimeo]'], ['video-3', 'video']] as const) {
    const { width, height } = await box(page, selector);
    const item = await page.evaluate(`broadsheet.videos.get('${id}')`);
    expect(item).toMatchObject({ id, inlineWidth: Math.round(width), inlineHeight: Math.round(height), inModal: false, moved: false, playerStarted: true });
    expect(await page.getAttribute(selector, 'id')).toBe(id);
  }
  for (const [n, host, name] of [[1, 'www.youtube-nocookie.com', 'YOUTUBE'], [2, 'player.vimeo.com', 'VIMEO']] as const) {
    const player = await insidePlayer(page, host);
    await player.click('button');
    await status(page, `${name}_PAUSED`, `video-${n}`);
    await player.click('button');
    await status(page, `${name}_PLAYING`, `video-${n}`);
    await player.evaluate('end()');
    await status(page, `${name}_ENDED`, `video-${n}`);
  }
  await click(page, '.post-content video');
  await status(page, 'VIDEO_PAUSED', 'video-3');
});

test('[VID-15] the player is asked for 960 × 720 pixels and hd720', async () => {
  const { page } = await open('one');
  await startYouTube(page);
  expect(await page.evaluate('madePlayers')).toEqual([{ width: 960, height: 720 }]);
  expect(await page.locator('iframe').evaluate((frame) => [frame.getAttribute('width'), frame.getAttribute('height'), new URL((frame as HTMLIFrameElement).src).searchParams.get('vq')])).toEqual(['960', '720', 'hd720']);
  const player = await insidePlayer(page, 'www.youtube-nocookie.com');
  await expect.poll(() => player.evaluate('heard')).toContain('setPlaybackQuality hd720');
});

test('[VID-12] [VID-13] [VID-21] a frame is 0.5625 times as high as wide, one of Dailymotion 0.6 times, on any screen; nothing moves when it comes', async () => {
  const { page } = await open('others');
  const below = () => page.evaluate(() => scrollY + (document.querySelector('.post-content>p')?.getBoundingClientRect().top ?? 0));
  const before = await below();
  await page.click('a[data-video=youtube]');
  await page.click('a[data-video=dailymotion]');
  expect(await box(page, 'iframe[data-video=youtube]')).toMatchObject({ width: 640, height: 360 });
  expect(await box(page, 'iframe[data-video=dailymotion]')).toMatchObject({ width: 600, height: 360 });
  expect(await below()).toBe(before);
  await page.setViewportSize({ width: 500, height: 900 });
  for (const [platform, ratio] of [['youtube', 0.5625], ['dailymotion', 0.6]] as const) {
    const { width, height } = await box(page, `iframe[data-video=${platform}]`);
    expect(width).toBeLessThan(500);
    expect(Math.abs(height - width * ratio)).toBeLessThan(0.6);
  }
});

test('[VID-04] [VID-07] [VID-14] [VID-18] a playing video that leaves the window floats in its corner, 450 px wide, and goes back when its place is seen', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('one');
  await startYouTube(page);
  const inline = await box(page, 'iframe');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const whole = await height();
  await scrollTo(page, 2000);
  await expect.poll(() => floats(page)).toBe(true);
  expect([await known(page, 'moved'), await known(page, 'inlineWidth'), await height()]).toEqual([true, Math.round(inline.width), whole]);
  const corner = await box(page, 'iframe');
  expect([corner.width, Math.round(corner.height), 1280 - corner.x - corner.width < 40, 900 - corner.y - corner.height < 80]).toEqual([450, 253, true, true]);
  expect(await page.textContent('.video-bar p')).toBe('One video');
  await status(page, 'YOUTUBE_PLAYING');
  await scrollTo(page, 0);
  await expect.poll(() => floats(page)).toBe(false);
  expect([await known(page, 'moved'), await box(page, 'iframe'), await page.locator('.video-bar,.video-place').count()]).toEqual([false, inline, 0]);
  // One that rests stays where it is.
  await (await insidePlayer(page, 'www.youtube-nocookie.com')).click('button');
  await status(page, 'YOUTUBE_PAUSED');
  await scrollTo(page, 2000);
  await page.waitForTimeout(300);
  expect(await floats(page)).toBe(false);
});

test('[VID-14] another width is honoured, and a file floats too', async () => {
  await rules({ sticky_video: true, sticky_video_width: 320 });
  const { page } = await open('file');
  await click(page, '.post-content video');
  await status(page, 'VIDEO_PLAYING');
  await scrollTo(page, 2000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  expect(await box(page, 'video')).toMatchObject({ width: 320, height: 180 });
  expect(await page.textContent('.video-bar p')).toBe('The field');
  await status(page, 'VIDEO_PLAYING');
});

test('[VID-05] without the setting a playing video scrolls away', async () => {
  const { page } = await open('one');
  await startYouTube(page);
  await scrollTo(page, 2000);
  await page.waitForTimeout(300);
  expect([await floats(page), await known(page, 'moved'), (await box(page, 'iframe')).y < -500]).toEqual([false, false, true]);
  await status(page, 'YOUTUBE_PLAYING');
});

test('[VID-06] on a phone’s screen nothing floats, and a window that becomes that small brings the video back', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('one', phone);
  await startYouTube(page);
  await scrollTo(page, 2000);
  await page.waitForTimeout(300);
  expect(await floats(page)).toBe(false);
  const { page: wide } = await open('one');
  await startYouTube(wide);
  await scrollTo(wide, 2000);
  await expect.poll(() => floats(wide)).toBe(true);
  await wide.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => floats(wide)).toBe(false);
});

test('[VID-08] [VID-09] closed, a floating video goes to its place and stays there until it was seen; it plays on, or pauses by the setting', async () => {
  await rules({ sticky_video: true, translation_video_close: 'Video schließen' });
  const { page } = await open('one');
  await startYouTube(page);
  await scrollTo(page, 2000);
  await expect.poll(() => floats(page)).toBe(true);
  await page.getByRole('button', { name: 'Video schließen' }).click();
  expect(await floats(page)).toBe(false);
  await scrollTo(page, 2400);
  await page.waitForTimeout(300);
  expect([await floats(page), await known(page, 'internalStatus')]).toEqual([false, 'YOUTUBE_PLAYING']);
  await scrollTo(page, 0);
  await page.evaluate(async () => {
    // Until its observer saw that.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await scrollTo(page, 2000);
  await expect.poll(() => floats(page)).toBe(true);

  await rules({ sticky_video: true, sticky_video_pause_on_close: true });
  const { page: other } = await open('one');
  await startYouTube(other);
  await scrollTo(other, 2000);
  await expect.poll(() => floats(other)).toBe(true);
  await other.getByRole('button', { name: 'Close video' }).press('Enter');
  await status(other, 'YOUTUBE_PAUSED');
  expect([await floats(other), await other.evaluate(() => [document.activeElement?.tagName, scrollY])]).toEqual([false, ['IFRAME', 2000]]);
});

test('[VID-10] one video at a time: starting one pauses the others; without the rule all play', async () => {
  // On a phone nothing floats, but what would make it float is there and could pause others.
  for (const [rule, sticky, screen] of [[true, false, desktop], [false, false, desktop], [false, true, phone]] as const) {
    await rules({ video_one_at_a_time: rule, sticky_video: sticky });
    const { page } = await open('three', screen);
    await startYouTube(page);
    await click(page, 'a[data-video=vimeo]');
    await status(page, 'VIMEO_PLAYING', 'video-2');
    await status(page, rule ? 'YOUTUBE_PAUSED' : 'YOUTUBE_PLAYING');
    await click(page, '.post-content video');
    await status(page, 'VIDEO_PLAYING', 'video-3');
    await status(page, rule ? 'VIMEO_PAUSED' : 'VIMEO_PLAYING', 'video-2');
    await (await insidePlayer(page, 'www.youtube-nocookie.com')).evaluate('playing || set(true)');
    await status(page, 'YOUTUBE_PLAYING');
    await status(page, rule ? 'VIDEO_PAUSED' : 'VIDEO_PLAYING', 'video-3');
  }
});

test('[VID-11] by the rule a video that leaves the window is paused', async () => {
  await rules({ video_pause_off_screen: true });
  for (const [slug, name] of [['one', 'YOUTUBE'], ['file', 'VIDEO']] as const) {
    const { page } = await open(slug);
    await click(page, '.post-content :is(video,a[data-video])');
    await status(page, `${name}_PLAYING`);
    await scrollTo(page, 2000);
    await status(page, `${name}_PAUSED`);
    expect(await known(page, 'moved')).toBe(false);
  }
  // One that floats is seen; closed, it is not.
  await rules({ video_pause_off_screen: true, sticky_video: true });
  const { page } = await open('one');
  await startYouTube(page);
  await scrollTo(page, 2000);
  await expect.poll(() => floats(page)).toBe(true);
  await status(page, 'YOUTUBE_PLAYING');
  await page.getByRole('button', { name: 'Close video' }).click();
  await status(page, 'YOUTUBE_PAUSED');
});

test('[VID-01] [VID-02] [VID-18] [VID-21] a popup source opens the player of its platform in front of the page, playing; keys, button and backdrop close it', async () => {
  const { page, platforms } = await open('popups');
  const closes: readonly (readonly [opener: string, platform: 'youtube' | 'vimeo', close: () => Promise<void>])[] = [
    ['#youtube', 'youtube', () => page.keyboard.press('Escape')],
    ['#vimeo', 'vimeo', () => page.getByRole('button', { name: 'Close video' }).click()],
    ['#bare', 'youtube', () => page.mouse.click(20, 450)],
  ];
  for (const [opener, platform, close] of closes) {
    await page.click(opener);
    await status(page, `${platform.toUpperCase()}_PLAYING`, 'video-popup');
    expect(await known(page, 'inModal', 'video-popup')).toBe(true);
    const src = await page.getAttribute('dialog iframe', 'src') ?? '';
    expect(src).toMatch(platform === 'youtube' ? /^https:\/\/www\.youtube-nocookie\.com\/embed\/ex8fMxXJDJw\?autoplay=1&/ : /^https:\/\/player\.vimeo\.com\/video\/22439234\?autoplay=1&/);
    const dialog = await page.locator('dialog').evaluate((element) => [element.matches(':modal'), element.ariaLabel, element.contains(document.activeElement)]);
    expect(dialog).toEqual([true, `${await page.textContent(opener)} – ${platform === 'youtube' ? 'YouTube' : 'Vimeo'}`, true]);
    expect(await box(page, 'dialog iframe')).toMatchObject({ width: 960, height: 540 });
    await close();
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(opener.slice(1));
  }
  expect(page.url()).toBe(`${site.url}/popups/`);
  expect(platforms.urls.filter((url) => url.includes('iframe_api'))).toHaveLength(1);
  await page.focus('#bare');
  await page.keyboard.press('Enter');
  await page.locator('dialog iframe').waitFor();
});

test('[VID-01] [VID-02] by its setting, pictures in the video band play in front of the page; headlines lead to the articles', async () => {
  const { page, platforms } = await open('band');
  await page.click('.video-band a[aria-label="Play: A lead that plays"]');
  await status(page, 'YOUTUBE_PLAYING', 'video-popup');
  expect(platforms.urls[0]).toMatch(/\/embed\/ex8fMxXJDJw\?autoplay=1&/);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('card-picture');
  await page.click('.video-band .card-title a');
  await page.waitForURL(`${site.url}/lead/`);
});

test('[VID-03] nothing opens in the frame of the page builder, where outside of it the same click opens', async () => {
  const { page, platforms } = await open('popups');
  /** Whether a click is taken for a popup, which is decided at once; otherwise the link does not lead away here. */
  const isTaken = (selector: string) => page.evaluate((of) => new Promise<boolean>((resolve) => {
    addEventListener('click', (event) => {
      resolve(event.defaultPrevented);
      event.preventDefault();
    }, { once: true });
    document.querySelector<HTMLElement>(of)?.click();
  }), selector);
  const players = () => platforms.urls.filter((url) => url.includes('/embed/')).length;
  for (const [inBuilder, opened] of [[false, 1], [true, 1], [false, 2]] as const) {
    await page.evaluate((on) => document.documentElement.classList.toggle('is_builder', on), inBuilder);
    for (const opener of inBuilder ? ['#bare', '#youtube'] : ['#youtube']) expect(await isTaken(opener)).toBe(!inBuilder);
    if (!inBuilder) {
      await status(page, 'YOUTUBE_PLAYING', 'video-popup');
      await page.keyboard.press('Escape');
    }
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(players()).toBe(opened);
  }
});

test('the lead plays in its place, by keys too; without its API it plays all the same, and gives way to others', async () => {
  await rules({ video_one_at_a_time: true });
  const { page, platforms } = await open('lead', { ...desktop, expectedMessages: /iframe_api|can’t be reached|ERR_FAILED/ });
  platforms.block('iframe_api');
  const still = await box(page, 'a.lead-video');
  await page.focus('a.lead-video');
  await page.keyboard.press('Enter');
  await status(page, 'YOUTUBE_PLAYING');
  expect(await box(page, 'iframe.lead-video')).toEqual(still);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  expect(await page.getAttribute('iframe', 'title')).toBe('A lead that plays – YouTube');
  await page.evaluate('broadsheet.videos.get("video-1").pause()');
  expect([await page.locator('iframe').count(), await page.locator('a.lead-video:visible').count()]).toEqual([0, 1]);
});

test('a film of the site itself comes when its still is clicked, and is a video like others', async () => {
  await rules({ sticky_video: true, consent: true });
  const { page } = await open('film');
  const films: string[] = [];
  page.on('request', (request) => films.push(...(request.url().endsWith('.webm') ? [request.url()] : [])));
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await scrollTo(page, 500);
  await scrollTo(page, 0);
  expect([films, await page.textContent('a.lead-video')]).toEqual([[], 'Watch the video']);
  const still = await box(page, 'a.lead-video');
  await page.focus('a.lead-video');
  await page.keyboard.press('Enter');
  await status(page, 'VIDEO_PLAYING');
  expect([films.length > 0, await box(page, 'video.lead-video'), await page.evaluate(() => document.activeElement?.tagName)]).toEqual([true, still, 'VIDEO']);
  await scrollTo(page, 2000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  expect(await page.textContent('.video-bar p')).toBe('A film that leads');
});

test('on a site that asks for consent a video waits for it, and for the reader who gives it', async () => {
  await rules({ consent: true });
  const { page, platforms } = await open('one');
  const answer = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await answer('Refuse');
  await click(page, 'a[data-video=youtube]');
  await answer('Refuse');
  await click(page, 'a[data-video=youtube]');
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  expect([platforms.urls, page.url()]).toEqual([[], `${site.url}/one/`]);
  await answer('Accept');
  await status(page, 'YOUTUBE_PLAYING');
});

test('who refuses at a video is told so there, with a way to see it elsewhere; the focus is where it was', async () => {
  await rules({ consent: true });
  const { page, platforms } = await open('one');
  const answer = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const told = page.locator('.wp-block-embed .video-refused');
  // The question is open already: it is brought to mind.
  await page.focus('a[data-video=youtube]');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('notice');
  await answer('Refuse');
  expect(await told.textContent()).toBe('You refused content from other companies, so this video was not loaded. Watch on YouTube');
  expect(await told.getByRole('link').getAttribute('href')).toBe(youtube);
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.video)).toBe('youtube');
  await page.keyboard.press('Enter');
  await page.locator('.notice').waitFor();
  expect(await told.count()).toBe(0);
  await answer('Refuse');
  expect([await told.count(), platforms.urls]).toEqual([1, []]);
  await page.keyboard.press('Enter');
  await answer('Accept');
  await status(page, 'YOUTUBE_PLAYING');
  expect([await told.count(), await page.evaluate(() => document.activeElement?.tagName)]).toEqual([0, 'IFRAME']);
});

test('Escape leaves the question that a video opened: the focus is back at the still, which asks again; what was left does not play later', async () => {
  await rules({ consent: true });
  const { page, platforms } = await open('popups');
  const opener = () => page.evaluate(() => (document.activeElement as HTMLElement).id || document.activeElement?.className);
  for (let round = 0; round < 2; round++) {
    await page.locator('#youtube').press('Enter');
    await expect.poll(opener).toBe('notice');
    await page.keyboard.press('Escape');
    expect([await page.locator('.notice').count(), await opener(), await page.locator('.video-refused').count()]).toEqual([0, 'youtube', 0]);
  }
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.waitForTimeout(300);
  expect([platforms.urls, await page.locator('.video-popup').count()]).toEqual([[], 0]);
  await page.locator('#youtube').press('Enter');
  await expect.poll(() => page.locator('.video-popup').count()).toBe(1);
});

test('a video floats above the question for consent, and can be closed', async () => {
  await rules({ sticky_video: true, consent: true });
  const { page } = await open('film');
  await page.focus('a.lead-video');
  await page.keyboard.press('Enter');
  await status(page, 'VIDEO_PLAYING');
  await scrollTo(page, 2000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  const [bar, notice] = [await box(page, '.video-bar'), await box(page, '.notice')];
  expect(bar.y + bar.height).toBeLessThanOrEqual(notice.y);
  expect((await box(page, '.video-floats')).y).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect.poll(async () => (await box(page, '.video-bar')).y).toBeGreaterThan(bar.y);
  await page.getByRole('button', { name: 'Close video' }).click();
  expect(await known(page, 'moved')).toBe(false);
});

test('one video floats at a time: the next one sends it home', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('three');
  await startYouTube(page);
  await click(page, '.post-content video');
  await status(page, 'VIDEO_PLAYING', 'video-2');
  await expect.poll(() => known(page, 'moved')).toBe(true);
  await scrollTo(page, 4000);
  await expect.poll(() => known(page, 'moved', 'video-2')).toBe(true);
  expect([await known(page, 'moved'), await page.locator('.video-bar').count(), await page.locator('.video-floats').count()]).toEqual([false, 1, 1]);
});

test('a popup source that is no video is the link that it is', async () => {
  const { page } = await open('popups', { ...desktop, expectedMessages: /is no video/ });
  await page.click('#other');
  await page.waitForURL(`${site.url}/none/`);
});

test.each([false, true])('axe finds nothing serious while a video floats or stands in front of the page (dark: %s)', async (dark) => {
  await rules({ sticky_video: true });
  const { page } = await open('popups');
  const faults = async () => {
    await page.evaluate(axe);
    return page.evaluate("axe.run(document, { iframes: false }).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))");
  };
  await page.evaluate((on) => document.documentElement.classList.toggle('is_dark', on), dark);
  await startYouTube(page);
  await scrollTo(page, 3000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  await page.waitForTimeout(300);
  expect(await faults()).toEqual([]);
  await page.evaluate(() => document.querySelector<HTMLElement>('#vimeo')?.click());
  await status(page, 'VIMEO_PLAYING', 'video-popup');
  await page.waitForTimeout(300);
  expect(await faults()).toEqual([]);
});
