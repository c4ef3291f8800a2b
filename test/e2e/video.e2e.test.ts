import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { pageWidth } from '../harness/page-width.ts';
import { insidePlayer } from '../harness/video-platforms.ts';
import {
  box,
  click,
  desktop,
  known,
  phone,
  scrollTo,
  startYouTube,
  status,
  videoSite,
  youtube,
} from '../harness/video-site.ts';

const browser = useChromium();
const site = videoSite(browser);
const { open, rules } = site;

test('[VID-20] [IMP-34] nothing of a platform loads before a reader plays a video; then only the player and its API', async () => {
  const { page, platforms } = await open('three');
  const own: string[] = [];
  page.on('request', (request) => own.push(request.url()));
  await page.mouse.move(500, 500, { steps: 2 });
  await scrollTo(page, 400);
  await atRest(page);
  expect(platforms.urls).toEqual([]);
  expect(own.filter((url) => /play-inline|popup|rules/.test(url))).toEqual([]);
  await startYouTube(page);
  expect(platforms.urls.filter((url) => !url.includes('/embed/'))).toEqual([
    'https://www.youtube.com/iframe_api',
    'https://www.youtube.com/s/player/stand-in/www-widgetapi.js',
  ]);
  await click(page, 'a[data-video=vimeo]');
  await status(page, 'VIMEO_PLAYING', 'video-2');
  expect(platforms.urls.filter((url) => url.includes('vimeo')).toSorted()).toEqual([
    'https://player.vimeo.com/api/player.js',
    expect.stringMatching(/^https:\/\/player\.vimeo\.com\/video\/22439234\?autoplay=1&.*dnt=1/),
  ]);
  expect(own.filter((url) => url.includes('rules'))).toEqual([]);
});

test('an article without a video has no code for any', async () => {
  const { page } = await open('none');
  const { configs, ...others } = JSON.parse((await page.textContent('#broadsheet-page')) ?? '') as {
    configs: object;
  };
  expect(JSON.stringify([others, Object.keys(configs)])).not.toContain('video'); // a config may contain the title, which is "No video"
});

test('without scripts a video is a link to where it is', async () => {
  const page = await browser.newPage({ ...desktop, javaScriptEnabled: false });
  await page.goto(`${site.url}/lead/`);
  expect(await page.getAttribute('a.lead-video', 'href')).toBe(youtube);
  expect(await page.textContent('a.lead-video')).toBe('Watch on YouTube');
});

test('[VID-16] [VID-17] [VID-18] [VID-19] each kind of player reports its identity and state', async () => {
  const { page } = await open('three');
  await startYouTube(page);
  await click(page, 'a[data-video=vimeo]');
  await click(page, '.post-content video');
  await status(page, 'VIDEO_PLAYING', 'video-3');
  await status(page, 'VIMEO_PLAYING', 'video-2');
  expect(await Promise.all([1, 2, 3].map((n) => known(page, 'playerType', `video-${n}`)))).toEqual([
    'youtube',
    'vimeo',
    'video',
  ]);
  for (const [id, selector] of [
    ['video-1', 'iframe[data-video=youtube]'],
    ['video-2', 'iframe[data-video=vimeo]'],
    ['video-3', 'video'],
  ] as const) {
    const { width, height } = await box(page, selector);
    const item = await page.evaluate(`broadsheet.videos.get('${id}')`);
    expect(item).toMatchObject({
      id,
      inlineWidth: Math.round(width),
      inlineHeight: Math.round(height),
      inModal: false,
      moved: false,
      playerStarted: true,
    });
    expect(await page.getAttribute(selector, 'id')).toBe(id);
  }
  for (const [n, host, name] of [
    [1, 'www.youtube-nocookie.com', 'YOUTUBE'],
    [2, 'player.vimeo.com', 'VIMEO'],
  ] as const) {
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

test('[VID-15] the player is requested with 960 × 720 pixels and hd720', async () => {
  const { page } = await open('one');
  await startYouTube(page);
  expect(await page.evaluate('madePlayers')).toEqual([{ width: 960, height: 720 }]);
  expect(
    await page
      .locator('iframe')
      .evaluate((frame) => [
        frame.getAttribute('width'),
        frame.getAttribute('height'),
        new URL((frame as HTMLIFrameElement).src).searchParams.get('vq'),
      ]),
  ).toEqual(['960', '720', 'hd720']);
  const player = await insidePlayer(page, 'www.youtube-nocookie.com');
  await expect.poll(() => player.evaluate('heard')).toContain('setPlaybackQuality hd720');
});

test(
  '[VID-12] [VID-13] [VID-21] a frame is 0.5625 times as high as wide, one of Dailymotion 0.6 times, on any screen; ' +
    'nothing moves when it comes',
  async () => {
    const { page } = await open('others');
    const below = () =>
      page.evaluate(
        () => scrollY + (document.querySelector('.post-content>p')?.getBoundingClientRect().top ?? 0),
      );
    const before = await below();
    await page.click('a[data-video=youtube]');
    await page.click('a[data-video=dailymotion]');
    const { width: column } = await box(page, '.post-content>p:nth-of-type(1)');
    expect(await box(page, 'iframe[data-video=youtube]')).toMatchObject({
      width: Math.min(640, column),
      height: Math.min(640, column) * 0.5625,
    });
    expect(await box(page, 'iframe[data-video=dailymotion]')).toMatchObject({ width: 600, height: 360 });
    expect(await below()).toBe(before);
    await page.setViewportSize({ width: 500, height: 900 });
    for (const [platform, ratio] of [
      ['youtube', 0.5625],
      ['dailymotion', 0.6],
    ] as const) {
      const { width, height } = await box(page, `iframe[data-video=${platform}]`);
      expect(width).toBeLessThan(500);
      expect(Math.abs(height - width * ratio)).toBeLessThan(0.6);
    }
  },
);

test(
  '[VID-01] [VID-02] [VID-18] [VID-21] a popup source opens the player of its platform in front of the page, playing; keys, ' +
    'button and backdrop close it',
  async () => {
    const { page, platforms } = await open('popups');
    const closes: readonly (readonly [
      opener: string,
      platform: 'youtube' | 'vimeo',
      close: () => Promise<void>,
    ])[] = [
      ['#youtube', 'youtube', () => page.keyboard.press('Escape')],
      ['#vimeo', 'vimeo', () => page.getByRole('button', { name: 'Close video' }).click()],
      ['#bare', 'youtube', () => page.mouse.click(20, 450)],
    ];
    for (const [opener, platform, close] of closes) {
      await page.click(opener);
      await status(page, `${platform.toUpperCase()}_PLAYING`, 'video-popup');
      expect(await known(page, 'inModal', 'video-popup')).toBe(true);
      const src = (await page.getAttribute('dialog iframe', 'src')) ?? '';
      expect(src).toMatch(
        platform === 'youtube'
          ? /^https:\/\/www\.youtube-nocookie\.com\/embed\/ex8fMxXJDJw\?autoplay=1&/
          : /^https:\/\/player\.vimeo\.com\/video\/22439234\?autoplay=1&/,
      );
      const dialog = await page
        .locator('dialog')
        .evaluate((element) => [
          element.matches(':modal'),
          element.ariaLabel,
          element.contains(document.activeElement),
        ]);
      expect(dialog).toEqual([
        true,
        `${await page.textContent(opener)} – ${platform === 'youtube' ? 'YouTube' : 'Vimeo'}`,
        true,
      ]);
      expect(await box(page, 'dialog iframe')).toMatchObject({ width: 960, height: 540 });
      await close();
      await expect.poll(() => page.locator('dialog').count()).toBe(0);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(opener.slice(1));
    }
    expect(page.url()).toBe(`${site.url}/popups/`);
    expect(platforms.urls.filter((url) => url.includes('iframe_api'))).toHaveLength(1);
    await page.focus('#bare');
    await page.keyboard.press('Enter');
    await page.locator('dialog iframe').waitFor();
  },
);

test('two clicks on a popup source open one player, even before its code loads', async () => {
  const { page } = await open('popups');
  await page.dblclick('#youtube');
  await page.locator('dialog iframe').first().waitFor();
  await atRest(page);
  expect(await page.locator('dialog.video-popup').count()).toBe(1);
});

test('[VID-01] [VID-02] by its setting, pictures in the video band play in front of the page; headlines lead to the articles', async () => {
  const { page, platforms } = await open('band');
  await page.click('.video-band a[aria-label="Play: A lead that plays"]');
  await status(page, 'YOUTUBE_PLAYING', 'video-popup');
  // The frame and its API's script are requested at once, in random order.
  expect(platforms.urls).toContainEqual(expect.stringMatching(/\/embed\/ex8fMxXJDJw\?autoplay=1&/));
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('card-picture');
  await page.click('.video-band .card-title a');
  await page.waitForURL(`${site.url}/lead/`);
});

test('[VID-03] nothing opens in the frame of the page builder, where outside of it the same click opens', async () => {
  const { page, platforms } = await open('popups');
  /** Whether a click opens a popup, which is decided synchronously; the link itself is not followed here. */
  const isTaken = (selector: string) =>
    page.evaluate(
      (of) =>
        new Promise<boolean>((resolve) => {
          addEventListener(
            'click',
            (event) => {
              resolve(event.defaultPrevented);
              event.preventDefault();
            },
            { once: true },
          );
          document.querySelector<HTMLElement>(of)?.click();
        }),
      selector,
    );
  const players = () => platforms.urls.filter((url) => url.includes('/embed/')).length;
  for (const [inBuilder, opened] of [
    [false, 1],
    [true, 1],
    [false, 2],
  ] as const) {
    await page.evaluate((on) => document.documentElement.classList.toggle('is_builder', on), inBuilder);
    for (const opener of inBuilder ? ['#bare', '#youtube'] : ['#youtube'])
      expect(await isTaken(opener)).toBe(!inBuilder);
    if (!inBuilder) {
      await page.locator('dialog iframe').waitFor(); // else the status is that of the previous one
      await status(page, 'YOUTUBE_PLAYING', 'video-popup');
      await page.keyboard.press('Escape');
    }
    await expect.poll(() => page.locator('dialog').count()).toBe(0);
    expect(players()).toBe(opened);
  }
});

test('the lead plays in place, by keyboard too; without its API it still plays, and pauses for others', async () => {
  await rules({ video_one_at_a_time: true });
  const { page, platforms } = await open('lead', {
    ...desktop,
    expectedMessages: /iframe_api|can’t be reached|ERR_FAILED/,
  });
  platforms.block('iframe_api');
  const still = await box(page, 'a.lead-video');
  await page.focus('a.lead-video');
  await page.keyboard.press('Enter');
  await status(page, 'YOUTUBE_PLAYING');
  expect(await box(page, 'iframe.lead-video')).toEqual(still);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  expect(await page.getAttribute('iframe', 'title')).toBe('A lead that plays – YouTube');
  await page.evaluate('broadsheet.videos.get("video-1").pause()');
  expect([await page.locator('iframe').count(), await page.locator('a.lead-video:visible').count()]).toEqual([
    0, 1,
  ]);
});

test('a local film loads when its still is clicked, and behaves like other videos', async () => {
  await rules({ sticky_video: true, consent: true });
  const { page } = await open('film');
  const films: string[] = [];
  page.on('request', (request) => films.push(...(request.url().endsWith('.webm') ? [request.url()] : [])));
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
  await scrollTo(page, 500);
  await scrollTo(page, 0);
  expect([films, await page.textContent('a.lead-video')]).toEqual([[], 'Watch the video']);
  const still = await box(page, 'a.lead-video');
  await page.focus('a.lead-video');
  await page.keyboard.press('Enter');
  await status(page, 'VIDEO_PLAYING');
  await expect
    .poll(async () => [
      films.length > 0,
      await box(page, 'video.lead-video'),
      await page.evaluate(() => document.activeElement?.tagName),
    ])
    .toEqual([true, still, 'VIDEO']);
  await scrollTo(page, 2000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  expect(await page.textContent('.video-bar p')).toBe('A film that leads');
});

test.each([true, false])(
  '[IMP-34] nothing of a film in a text loads before a reader plays it; its box has its shape (scripts: %s)',
  async (javaScriptEnabled) => {
    const page = await browser.newPage({ ...desktop, javaScriptEnabled });
    const films: string[] = [];
    page.on('request', (request) => films.push(...(request.url().endsWith('.webm') ? [request.url()] : [])));
    await page.goto(`${site.url}/below/`, { waitUntil: 'networkidle' });
    await page.locator('video').scrollIntoViewIfNeeded();
    await atRest(page);
    if (javaScriptEnabled) {
      await page.mouse.move(500, 500, { steps: 2 });
      await page.waitForSelector('body:not([data-late])');
    }
    const before = await box(page, 'video');
    expect([films, Math.abs(before.width * 0.5625 - before.height) < 0.6]).toEqual([[], true]);
    await page.click('video', javaScriptEnabled ? {} : { position: { x: 24, y: before.height - 48 } });
    await expect
      .poll(() => page.evaluate(() => document.querySelector('video')?.currentTime))
      .toBeGreaterThan(0);
    expect([films.length > 0, await box(page, 'video')]).toEqual([true, before]);
  },
);

test.each([
  ['desktop', desktop],
  ['phone', phone],
] as const)(
  'a video without a still names its platform above its address, which is cut to a line, on a %s',
  async (_screen, options) => {
    const { page } = await open('long', options);
    const still = await box(page, '.embed-video');
    expect(Math.abs(still.width * 0.5625 - still.height)).toBeLessThan(0.6);
    expect(
      await page
        .locator('.embed-video')
        .evaluate((link: HTMLElement) => link.innerText.split('\n').map((line) => line.trim())),
    ).toEqual(['Vimeo', expect.stringMatching(/^vimeo\.com\/22439234\?with=/)]);
    for (const selector of ['.embed-video .embed-url', '[href*=twitter] .embed-url']) {
      const { height, x, width } = await box(page, selector);
      expect([height < 60, x + width <= options.viewport.width]).toEqual([true, true]);
    }
    expect(await pageWidth(page)).toBe(options.viewport.width);
  },
);

test('on a site that requires consent a video waits for it, and plays for the reader who grants it', async () => {
  await rules({ consent: true });
  const { page, platforms } = await open('one');
  const answer = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await answer('Decline');
  await click(page, 'a[data-video=youtube]');
  await answer('Decline');
  await click(page, 'a[data-video=youtube]');
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  expect([platforms.urls, page.url()]).toEqual([[], `${site.url}/one/`]);
  await answer('Accept');
  await status(page, 'YOUTUBE_PLAYING');
});

test('refusing at a video shows a message there, with a link to watch it elsewhere; the focus stays', async () => {
  await rules({ consent: true });
  const { page, platforms } = await open('one');
  const answer = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const refusal = page.locator('.wp-block-embed .video-refused');
  // The question is open already, so it is highlighted.
  await page.focus('a[data-video=youtube]');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('notice');
  await answer('Decline');
  expect(await refusal.textContent()).toBe(
    'You declined content from other companies, so this video was not loaded. Watch on YouTube',
  );
  expect(await refusal.getByRole('link').getAttribute('href')).toBe(youtube);
  await expect
    .poll(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.video))
    .toBe('youtube');
  await page.keyboard.press('Enter');
  await page.locator('.notice').waitFor();
  expect(await refusal.count()).toBe(0);
  await answer('Decline');
  await expect.poll(async () => [await refusal.count(), platforms.urls]).toEqual([1, []]);
  await page.keyboard.press('Enter');
  await answer('Accept');
  await status(page, 'YOUTUBE_PLAYING');
  await expect
    .poll(async () => [await refusal.count(), await page.evaluate(() => document.activeElement?.tagName)])
    .toEqual([0, 'IFRAME']);
});

test('Escape closes the question of a video: the focus returns to the still, which asks again; the cancelled video does not play later', async () => {
  await rules({ consent: true });
  const { page, platforms } = await open('popups');
  const opener = () =>
    page.evaluate(() => (document.activeElement as HTMLElement).id || document.activeElement?.className);
  for (let round = 0; round < 2; round++) {
    await page.locator('#youtube').press('Enter');
    await expect.poll(opener).toBe('notice');
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => [
        await page.locator('.notice').count(),
        await opener(),
        await page.locator('.video-refused').count(),
      ])
      .toEqual([0, 'youtube', 0]);
  }
  await page.getByRole('button', { name: 'Privacy choices' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await atRest(page);
  expect([platforms.urls, await page.locator('.video-popup').count()]).toEqual([[], 0]);
  await page.locator('#youtube').press('Enter');
  await expect.poll(() => page.locator('.video-popup').count()).toBe(1);
});

test('a popup source that is no video is the link that it is', async () => {
  const { page } = await open('popups', { ...desktop, expectedMessages: /is no video/ });
  await page.click('#other');
  await page.waitForURL(`${site.url}/none/`);
});
