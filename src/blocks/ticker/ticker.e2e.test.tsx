import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChromium } from '../../../test/harness/chromium.ts';
import { useFixtureSite } from '../../../test/harness/fixture-site.ts';
import { postCard } from '../../../test/harness/post-card.ts';
import { block } from './block.ts';
import { View } from './view.tsx';

const browser = useChromium();
const site = useFixtureSite();
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const head = `<meta name="viewport" content="width=device-width"><style>${['../../theme/tokens.css', '../../theme/base.css', 'styles.css'].map(read).join('')}</style>`;
const titles = [
  'The engineers who listen to the rain',
  'Short',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
];

test.each([375, 320, 1280])(
  '[TICK-01] at %d pixels titles have space for two lines or fit completely, and buttons are large and visible enough',
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 812 } });
    for (const [index, title] of titles.entries()) {
      const cards = [postCard({ id: 1, title }), postCard({ id: 2, title: 'Another' })];
      const body = renderToStaticMarkup(
        <View
          settings={block.settings.parse({})}
          data={{ cards, label: 'Trending now', start: 'auto' }}
          blockId="a"
        />,
      );
      const still = body.replaceAll(/ data-(?:behaviour|config)="[^"]*"/g, '');
      await page.goto(
        site.add({ body: `<div class="container"><main id="content">${still}</main></div>`, head }),
      );
      const seen = await page.evaluate(() => {
        const link = document.querySelector('.ticker-items a');
        const inner = document.querySelector('.ticker-items')?.getBoundingClientRect();
        return {
          isWhole:
            link !== null && link.scrollHeight <= link.clientHeight && link.scrollWidth <= link.clientWidth,
          page: document.body.scrollWidth,
          height:
            (document.querySelector('.ticker')?.getBoundingClientRect().bottom ?? 0) -
            (document.querySelector('.ticker-label')?.getBoundingClientRect().top ?? 0),
          title: inner?.width ?? 0,
        };
      });
      if (index < 2) expect([title, seen.isWhole]).toEqual([title, true]); // the third fits no width
      expect(seen.page).toBe(width);
      if (width < 600) expect([seen.height, seen.title > width * 0.45]).toEqual([60, true]);
    }
    if (width < 600) {
      // Without scripts, as in a preview, it has no buttons.
      const still = await browser.newPage({ viewport: { width, height: 812 }, javaScriptEnabled: false });
      await still.goto(page.url());
      const [label, items] = [
        await still.locator('.ticker-label').boundingBox(),
        await still.locator('.ticker-items').boundingBox(),
      ];
      expect([items?.x, items?.y]).toEqual([label?.x, (label?.y ?? 0) + (label?.height ?? 0)]);
    }
    for (const button of await page.locator('.ticker button').all()) {
      const box = await button.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      await page.keyboard.press('Tab');
      await button.focus();
      expect(
        await button.evaluate((element) => [
          element.matches(':focus-visible'),
          getComputedStyle(element).outlineStyle,
          getComputedStyle(element).outlineWidth,
        ]),
      ).toEqual([true, 'solid', '2px']);
    }
  },
);
