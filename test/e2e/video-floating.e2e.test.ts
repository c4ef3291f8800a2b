import { expect, test } from 'vitest';
import { standsStill } from '../harness/at-rest.ts';
import { faultsInBothSchemes } from '../harness/axe-faults.ts';
import { useChromium } from '../harness/chromium.ts';
import { insidePlayer } from '../harness/video-platforms.ts';
import {
  box,
  click,
  desktop,
  floats,
  known,
  phone,
  scrollTo,
  startYouTube,
  status,
  videoSite,
} from '../harness/video-site.ts';

const browser = useChromium();
const { open, rules } = videoSite(browser);

test(
  '[VID-04] [VID-07] [VID-14] [VID-18] a playing video that leaves the window floats in its corner, 450 px wide, ' +
    'and goes back when its place is seen',
  async () => {
    await rules({ sticky_video: true });
    const { page } = await open('one');
    await startYouTube(page);
    const inline = await box(page, 'iframe');
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const whole = await height();
    await scrollTo(page, 2000);
    await expect.poll(() => floats(page)).toBe(true);
    expect([await known(page, 'moved'), await known(page, 'inlineWidth'), await height()]).toEqual([
      true,
      Math.round(inline.width),
      whole,
    ]);
    const corner = await box(page, 'iframe');
    expect([
      corner.width,
      Math.round(corner.height),
      1280 - corner.x - corner.width < 40,
      900 - corner.y - corner.height < 80,
    ]).toEqual([450, 253, true, true]);
    expect(await page.textContent('.video-bar p')).toBe('One video');
    await status(page, 'YOUTUBE_PLAYING');
    await scrollTo(page, 0);
    await expect.poll(() => floats(page)).toBe(false);
    await expect
      .poll(async () => [
        await known(page, 'moved'),
        await box(page, 'iframe'),
        await page.locator('.video-bar,.video-place').count(),
      ])
      .toEqual([false, inline, 0]);
    // A resting one keeps its position.
    await (await insidePlayer(page, 'www.youtube-nocookie.com')).click('button');
    await status(page, 'YOUTUBE_PAUSED');
    await scrollTo(page, 2000);
    await standsStill(page);
    expect(await floats(page)).toBe(false);
  },
);

test('[VID-04] a video that starts to float ignores clicks started or aimed before it was visible', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('one');
  await startYouTube(page);
  // The elements where the video will float, and the hit target at that moment.
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.id = 'below';
    button.style.cssText = 'position:fixed;right:0;bottom:0;width:600px;height:400px;z-index:20';
    button.addEventListener('click', () => button.append('x'));
    document.body.append(button);
    const frame = document.querySelector('.post-content iframe');
    if (!frame) throw new Error('no video');
    new MutationObserver((_, observer) => {
      if (!frame.classList.contains('video-floats')) return;
      observer.disconnect();
      button.dataset.hit = document.elementFromPoint(innerWidth - 200, innerHeight - 200)?.id;
    }).observe(frame, { attributeFilter: ['class'] });
  });
  const below = page.locator('#below');
  await page.mouse.move(1280 - 200, 900 - 200, { steps: 2 });
  await page.mouse.down();
  await scrollTo(page, 2000);
  // Once it is out of sight and the page idle, the video's own observer has reported, too.
  await expect
    .poll(() =>
      page.evaluate(
        () => (document.querySelector('.post-content iframe')?.getBoundingClientRect().bottom ?? 0) < 0,
      ),
    )
    .toBe(true);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })));
  expect(await floats(page)).toBe(false);
  await page.mouse.up();
  await expect.poll(() => below.textContent()).toBe('x');
  await expect.poll(() => floats(page)).toBe(true);
  await expect.poll(() => below.getAttribute('data-hit')).toBe('below');
  // Then it accepts clicks of its own.
  await expect
    .poll(() =>
      page.evaluate(() =>
        document.elementFromPoint(innerWidth - 200, innerHeight - 200)?.matches('.video-floats'),
      ),
    )
    .toBe(true);
});

test('[VID-04] nor does it float below a pointer pressed before the rules loaded', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('one');
  let pass = (): void => undefined;
  const held = new Promise<void>((resolve) => (pass = resolve));
  await page.route(/\/rules-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await startYouTube(page);
  await page.mouse.move(1280 - 200, 900 - 200, { steps: 2 });
  await page.mouse.down();
  await scrollTo(page, 2000);
  const come = page.waitForResponse(/\/rules-[^/]*\.js$/);
  pass();
  // Once the script ran and its observer has reported the video's position.
  await page.evaluate(`import(${JSON.stringify((await come).url())})`);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  expect(await floats(page)).toBe(false);
  await page.mouse.up();
  await expect.poll(() => floats(page)).toBe(true);
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
  await standsStill(page);
  expect([await floats(page), await known(page, 'moved'), (await box(page, 'iframe')).y < -500]).toEqual([
    false,
    false,
    true,
  ]);
  await status(page, 'YOUTUBE_PLAYING');
});

test('[VID-06] on a phone’s screen nothing floats, and shrinking a window to that size returns the video', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('one', phone);
  await startYouTube(page);
  await scrollTo(page, 2000);
  await standsStill(page);
  expect(await floats(page)).toBe(false);
  const { page: wide } = await open('one');
  await startYouTube(wide);
  await scrollTo(wide, 2000);
  await expect.poll(() => floats(wide)).toBe(true);
  await wide.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => floats(wide)).toBe(false);
});

test('[VID-08] [VID-09] closing a floating video returns it until it was visible; it plays on, or pauses if configured', async () => {
  await rules({ sticky_video: true, translation_video_close: 'Video schließen' });
  const { page } = await open('one');
  await startYouTube(page);
  await scrollTo(page, 2000);
  await expect.poll(() => floats(page)).toBe(true);
  await page.getByRole('button', { name: 'Video schließen' }).click();
  expect(await floats(page)).toBe(false);
  await scrollTo(page, 2400);
  await standsStill(page);
  expect([await floats(page), await known(page, 'internalStatus')]).toEqual([false, 'YOUTUBE_PLAYING']);
  await scrollTo(page, 0);
  await page.evaluate(async () => {
    // Until its observer reports that.
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
  expect([
    await floats(other),
    await other.evaluate(() => [document.activeElement?.tagName, scrollY]),
  ]).toEqual([false, ['IFRAME', 2000]]);
});

test('[VID-10] one video at a time: starting one pauses the others; without the rule all play', async () => {
  // On a phone nothing floats, but the floating script is loaded and could pause others.
  for (const [rule, sticky, screen] of [
    [true, false, desktop],
    [false, false, desktop],
    [false, true, phone],
  ] as const) {
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
  for (const [slug, name] of [
    ['one', 'YOUTUBE'],
    ['file', 'VIDEO'],
  ] as const) {
    const { page } = await open(slug);
    await click(page, '.post-content :is(video,a[data-video])');
    await status(page, `${name}_PLAYING`);
    await scrollTo(page, 2000);
    await status(page, `${name}_PAUSED`);
    expect(await known(page, 'moved')).toBe(false);
  }
  // A floating one counts as visible; a closed one doesn't.
  await rules({ video_pause_off_screen: true, sticky_video: true });
  const { page } = await open('one');
  await startYouTube(page);
  await scrollTo(page, 2000);
  await expect.poll(() => floats(page)).toBe(true);
  await status(page, 'YOUTUBE_PLAYING');
  await page.getByRole('button', { name: 'Close video' }).click();
  await status(page, 'YOUTUBE_PAUSED');
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
  await page.getByRole('button', { name: 'Decline', exact: true }).click();
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
  await expect
    .poll(async () => [
      await known(page, 'moved'),
      await page.locator('.video-bar').count(),
      await page.locator('.video-floats').count(),
    ])
    .toEqual([false, 1, 1]);
});

test('[VID-10] with one video at a time, a floating one returns and pauses as soon as another starts', async () => {
  await rules({ sticky_video: true, video_one_at_a_time: true });
  const { page } = await open('three');
  await startYouTube(page);
  await scrollTo(page, 2000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  await click(page, '.post-content video');
  await status(page, 'VIDEO_PLAYING', 'video-2');
  await status(page, 'YOUTUBE_PAUSED');
  await expect
    .poll(async () => [
      await known(page, 'moved'),
      await page.locator('.video-bar,.video-floats,.video-place').count(),
    ])
    .toEqual([false, 0]);
  await scrollTo(page, 4000);
  await expect.poll(() => known(page, 'moved', 'video-2')).toBe(true);
  await scrollTo(page, 0);
  await (await insidePlayer(page, 'www.youtube-nocookie.com')).click('button');
  await status(page, 'YOUTUBE_PLAYING');
  await status(page, 'VIDEO_PAUSED', 'video-2');
  await scrollTo(page, 4000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
});

test('axe finds nothing serious while a video floats or covers the page, in light and in dark', async () => {
  await rules({ sticky_video: true });
  const { page } = await open('popups');
  await startYouTube(page);
  await scrollTo(page, 3000);
  await expect.poll(() => known(page, 'moved')).toBe(true);
  expect(await faultsInBothSchemes(page, { iframes: false })).toEqual([]);
  await page.evaluate(() => document.querySelector<HTMLElement>('#vimeo')?.click());
  await status(page, 'VIMEO_PLAYING', 'video-popup');
  expect(await faultsInBothSchemes(page, { iframes: false })).toEqual([]);
});
