import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { saveSettings } from '../../src/modules/settings/store.ts';
import { importWxr } from '../../src/import/import-wxr.ts';
import { totals } from '../../src/import/report.ts';
import { inPieces, wxr } from '../fixtures/wxr.ts';
import { useChromium } from '../harness/chromium.ts';
import { onBothDatabases } from '../harness/databases.ts';
import { dumpTables } from '../harness/dump-tables.ts';
import { startHostedServer } from '../harness/hosted-server.ts';
import type { HostedServer } from '../harness/hosted-server.ts';
import { rawRequest } from '../harness/served-site.ts';

const source = readFileSync(
  new URL('../../../shared/cases/imports/additional-css-hides-button.xml', import.meta.url),
  'utf8',
);
const browser = useChromium();

/** Contrast of a visible element's text with its own background, and its font size. */
const look = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const style = getComputedStyle(element);
      const luminance = (color: string) => {
        if (!canvas) return 0;
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
          const share = value / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [light = 0, dark = 0] = [luminance(style.color), luminance(style.backgroundColor)].toSorted(
        (a, b) => b - a,
      );
      return {
        contrast: (light + 0.05) / (dark + 0.05),
        size: Number.parseFloat(style.fontSize),
        colors: [style.color, style.backgroundColor],
        isVisible: element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      };
    });

onBothDatabases('additional CSS of an old site', (get, place) => {
  let site: HostedServer;
  beforeAll(async () => {
    await importWxr(get(), inPieces(source));
    site = await startHostedServer(place());
  });
  afterAll(() => site.stop());
  const button = '.feed-band a.button';
  const sheetOf = async () => /\/custom-[\da-z]{11}\.css/.exec((await rawRequest(site.url, '/')).body)?.[0];
  const apply = async (css: string) => {
    const before = await sheetOf();
    await get().write((tx) => saveSettings(tx, { additional_css: css }));
    await expect.poll(sheetOf).not.toBe(before);
  };

  async function expectReadable(label: string): Promise<void> {
    const page = await browser.newPage();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${site.url}/`, { waitUntil: 'load' });
      const { contrast, size, colors, isVisible } = await look(page, button);
      expect(
        [label, colorScheme, isVisible, size >= 12, contrast >= 4.5],
        `${contrast} ${colors.join(' on ')}`,
      ).toEqual([label, colorScheme, true, true, true]);
    }
    expect(await page.locator(button).textContent()).toBe('All articles (RSS)');
    await page.close();
  }

  test('the case: “All articles (RSS)” stays readable in both schemes, and a second import changes nothing', async () => {
    expect(await sheetOf()).toBeDefined();
    await expectReadable('the case');
    const before = await dumpTables(get());
    expect(totals(await importWxr(get(), inPieces(source)))).toMatchObject({ imported: 0, updated: 0 });
    expect(await dumpTables(get())).toEqual(before);
  });

  test('no selector of elements or of common classes reaches our buttons', async () => {
    const hostile = [
      'a:link,a:visited{color:inherit !important;background:none !important}',
      '*{color:#777 !important;background:#777 !important}',
      '.button,.btn{display:none !important}',
      'a.button{color:#fff !important;background:#fff !important}',
      'body a{opacity:0 !important}',
      'html body section ul li a{font-size:0 !important;visibility:hidden}',
      '[class]{color:#888;background:#888}',
      'a{&:any-link{color:#888 !important}}',
      '@media all{@supports (color:red){a{color:transparent !important}}}',
      'a:not(.x):not(#y){-webkit-text-fill-color:transparent;color:#888 !important}',
    ];
    for (const css of hostile) {
      await apply(css);
      await expectReadable(css);
    }
    // All in one sheet is the same case.
    await apply(hostile.join('\n'));
    await expectReadable('all');
  });

  test('styles of texts apply as they did, also to buttons that they name', async () => {
    await importWxr(
      get(),
      inPieces(
        wxr(
          [
            {
              id: 901,
              slug: 'styled',
              content:
                '<!-- wp:paragraph {"className":"lead"} --><p class="lead">Lead <a href="/x/">link</a></p><!-- /wp:paragraph -->' +
                '<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button">' +
                '<a class="wp-block-button__link wp-element-button" href="/y/">Go</a></div><!-- /wp:button --></div><!-- /wp:buttons -->',
            },
          ],
          { url: 'https://old.example.org' },
        ),
      ),
    );
    const css =
      '.lead{color:rgb(1,2,3)} .lead a{color:rgb(4,5,6)} .wp-block-button__link{border-color:rgb(7,8,9)}';
    await apply(css);
    const page = await browser.newPage();
    await page.goto(`${site.url}/styled/`, { waitUntil: 'load' });
    const colorOf = (selector: string, name: 'color' | 'borderTopColor') =>
      page.locator(selector).evaluate((element, property) => getComputedStyle(element)[property], name);
    expect([
      await colorOf('.lead', 'color'),
      await colorOf('.lead a', 'color'),
      await colorOf('.wp-block-button__link', 'borderTopColor'),
    ]).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(7, 8, 9)']);
    await page.close();
  });
});
