import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUpload } from '../../src/modules/media/upload-commands.ts';
import { mediaQueueLength } from '../../src/modules/media/queue.ts';
import { saveMedia } from '../../src/modules/media/writer.ts';
import { useChromium } from '../harness/chromium.ts';
import { onDatabase } from '../harness/databases.ts';
import { makePost } from '../harness/factories.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';

const browser = useChromium();

onDatabase('postgres', 'pictures in Chromium', (get, place) => {
  let server: HostedServer;
  let far = 0;

  beforeAll(async () => {
    server = await startHostedServer(place());
    const spot = await sharp({ create: { width: 260, height: 260, channels: 3, background: '#e01010' } })
      .png()
      .toBuffer();
    const picture = (background: string) =>
      sharp({ create: { width: 2000, height: 1333, channels: 3, background } })
        .composite([{ input: spot, left: 1650, top: 60 }])
        .jpeg()
        .toBuffer();
    const { id: lead } = await addUpload(get(), place().dataDir, {
      name: 'lead.jpg',
      bytes: await picture('#4a6fa5'),
      alt: 'A lead',
    });
    const uploaded = await addUpload(get(), place().dataDir, {
      name: 'far.jpg',
      bytes: await picture('#2f6b4f'),
      alt: 'Far below',
    });
    far = uploaded.id;
    const text = Array.from(
      { length: 30 },
      (_, n) =>
        `<p>Paragraph ${n} of a long article, with enough words in it to fill a line or two on any screen that a reader may hold.</p>`,
    ).join('');
    await get().write(async (tx) => {
      await makePost(tx, {
        title: 'With pictures',
        slug: 'with-pictures',
        featuredMediaId: lead,
        content: `${text}<figure><img src="/wp-content/uploads/${uploaded.file}" class="wp-image-${far}"></figure>`,
      });
      await makePost(tx, { title: 'Far', slug: 'far', featuredMediaId: far });
    });
  });
  afterAll(() => server?.stop());

  test('[IMP-04] an upload is shown at once, in full size', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${server.url}/with-pictures/`);
    const lead = page.locator('.post-featured-image img');
    await expect
      .poll(() => lead.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true);
    expect(await lead.getAttribute('width')).toBe('2000');
  });

  test('[IMP-04] [LAZY-07] each screen gets the size that it needs, dense ones twice as much', async () => {
    await expect
      .poll(() => mediaQueueLength(get().read), { timeout: 500_000 })
      .toEqual({ waiting: 0, failed: 0 });
    await expect
      .poll(async () => (await fetch(`${server.url}/with-pictures/`)).text())
      .toContain('far-768x512.jpg.webp 768w');
    const fetched = new Map<string, number>();
    for (const width of [1280, 375]) {
      for (const deviceScaleFactor of [1, 2]) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, deviceScaleFactor });
        await page.goto(`${server.url}/with-pictures/`);
        await page.locator(`img.wp-image-${far}`).scrollIntoViewIfNeeded();
        for (const selector of ['.post-featured-image img', `img.wp-image-${far}`]) {
          const found = () =>
            page.locator(selector).evaluate((image: HTMLImageElement) => ({
              file: image.complete ? image.currentSrc : '',
              across: image.getBoundingClientRect().width,
            }));
          await expect.poll(async () => (await found()).file).toMatch(/^http/);
          const { file, across } = await found();
          const pixels = Number(/-(\d+)x\d+\.jpg\.webp$/.exec(file)?.[1] ?? 2000);
          fetched.set(`${selector} ${width} ${deviceScaleFactor}`, pixels);
          // Browsers pick the nearest size: up to a sixth below the full pixels, and at most one step above.
          expect(
            pixels / (across * deviceScaleFactor),
            `${file} for ${across} px on a screen of density ${deviceScaleFactor}`,
          ).toBeGreaterThan(0.84);
          expect(
            pixels / (across * deviceScaleFactor),
            `${file} for ${across} px on a screen of density ${deviceScaleFactor}`,
          ).toBeLessThan(1.8);
        }
      }
    }
    for (const [key, pixels] of fetched)
      if (key.endsWith('2'))
        expect(pixels, key).toBeGreaterThan(fetched.get(key.replace(/2$/, '1')) ?? Infinity);
  });

  test('[IMP-04] a picture that has not loaded is a field of its colour, and a crop keeps the focal point', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.route(/uploads/, () => {}); // never answered
    await page.goto(`${server.url}/with-pictures/`, { waitUntil: 'domcontentloaded' });
    const colour = await page
      .locator('.post-featured-image .picture')
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    const [red = 0, green = 0, blue = 0] = (/\d+, \d+, \d+/.exec(colour)?.[0] ?? '').split(', ').map(Number);
    for (const [seen, meant] of [
      [red, 0x4a],
      [green, 0x6f],
      [blue, 0xa5],
    ])
      expect(Math.abs((seen ?? 0) - (meant ?? 0))).toBeLessThan(24);
    const [x = 0, y = 0] = (
      await page
        .locator('.post-featured-image img')
        .evaluate((element) => getComputedStyle(element).objectPosition)
    )
      .split(' ')
      .map((part) => Number.parseFloat(part));
    expect(x).toBeGreaterThan(70);
    expect(y).toBeLessThan(40);
    await get().write((tx) => saveMedia(tx, { postId: far, focalX: 100, focalY: 900 }));
    await expect
      .poll(async () => (await fetch(`${server.url}/far/`)).text())
      .toContain('object-position:10% 90%');
  });
});
