import { readdirSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';
import { listData } from '../../test/harness/list-data.ts';
import { pageWidth } from '../../test/harness/page-width.ts';
import { postCard } from '../../test/harness/post-card.ts';
import { block as frontLead } from '../blocks/front-lead/block.ts';
import { View as FrontLead } from '../blocks/front-lead/view.tsx';
import { listStyles } from '../blocks/post-list/settings.ts';
import { View } from '../blocks/post-list/view.tsx';
import type { PostCard } from '../modules/posts/model.ts';
import { Card } from '../ui/card.tsx';

const browser = useChromium();
const site = useFixtureSite();
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
/** In the order of `listCss`. */
const lists = readdirSync(new URL('lists/', import.meta.url))
  .map((file) => file.slice(0, -'.css'.length))
  .toSorted()
  .map((name) => `lists/${name}.css`);
const head = `<style>${['tokens.css', 'base.css', ...lists, '../blocks/post-list/styles.css'].map(read).join('')}</style>`;
const long = 'A sentence of some length that goes on and on about nothing in particular. '.repeat(20);

test('[LAYOUT-05] the excerpt of a post without a picture is at most five lines high, on every screen', async () => {
  // Whatever rendered it: a card cuts its text earlier.
  const body = ['lead', 'grid', 'list']
    .map(
      (shape) =>
        `<article class="card card-${shape} card-bare"><p class="card-excerpt">${long}</p></article>`,
    )
    .join('');
  for (const width of [320, 768, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(site.add({ body, head }));
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('.card-excerpt')].map(
        (element) =>
          element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
      ),
    );
    expect(lines).toHaveLength(3);
    for (const count of lines) {
      expect(count).toBeGreaterThan(2);
      expect(count).toBeLessThanOrEqual(5.01);
    }
  }
});

test('cuts an excerpt after a sentence or a word, and shows all of it, in each shape, with and without a picture, on each screen', async () => {
  const unended = long.replaceAll('.', ',');
  const cards = (['lead', 'slip', 'grid', 'list', 'thumb'] as const).flatMap((shape) =>
    [postCard().picture, undefined].flatMap((picture) => {
      const drawn = [long, unended].map((excerpt) =>
        renderToStaticMarkup(<Card card={postCard({ picture, excerpt })} shape={shape} excerpt />),
      );
      return shape === 'grid' ? [...drawn, `<div style="width:212px">${drawn.join('')}</div>`] : drawn; // four of them side by side at 1,024
    }),
  );
  for (const width of [320, 768, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(
      site.add({ head, body: `<main style="max-width:700px;padding:0 16px">${cards.join('')}</main>` }),
    );
    const excerpts = await page.evaluate(() =>
      [...document.querySelectorAll('.card-excerpt')].map((element) => ({
        text: element.textContent,
        clamp: getComputedStyle(element).getPropertyValue('-webkit-line-clamp'),
        hidden: element.scrollHeight - element.clientHeight,
      })),
    );
    expect(excerpts).toHaveLength(24);
    const words = new Set(long.split(/[ .]+/));
    for (const { text, clamp, hidden } of excerpts) {
      expect([clamp, Math.max(0, hidden)], `${text} at ${width}`).toEqual(['none', 0]);
      expect(words).toContain(/([a-zA-Z]+)[….]$/.exec(text)?.[1]);
    }
  }
});

test('words of sixty characters and titles of thirty words make no page wider than the screen', async () => {
  const cards = [
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    'word '.repeat(30).trim(),
    'Go',
  ].map((title, id) => postCard({ id, title, excerpt: 'x'.repeat(90) }));
  const body = listStyles
    .map((style) => renderToStaticMarkup(<View data={listData({ style }, { cards })} blockId={style} />))
    .join('');
  for (const width of [320, 768, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(site.add({ body, head }));
    expect(await pageWidth(page)).toBe(width);
  }
});

test('a video has a mark in the lower corner of its picture, above it, in every card shape, and a text for screen readers', async () => {
  const films = (['lead', 'slip', 'grid', 'list', 'thumb'] as const).flatMap((shape) =>
    [
      // A lead without a picture has no mark, either.
      postCard().picture,
      ...(shape === 'lead' || shape === 'slip' ? [] : [undefined]),
    ].map((picture) =>
      renderToStaticMarkup(
        <Card card={postCard({ format: 'video', picture })} shape={shape} pictures="plates" />,
      ),
    ),
  );
  const other = renderToStaticMarkup(<Card card={postCard()} shape="grid" />);
  for (const [width, dir] of [
    [375, 'ltr'],
    [1280, 'rtl'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(
      site.add({ head, body: `<main style="max-width:600px">${films.join('')}${other}</main>` }),
    );
    await page.evaluate((way) => document.documentElement.setAttribute('dir', way), dir);
    const marks = await page.evaluate(() =>
      [...document.querySelectorAll('.card')].map((card) => {
        const picture = card.querySelector('.card-picture') as HTMLElement;
        const sign = picture.querySelector('svg');
        if (!sign) return { name: card.className };
        sign.scrollIntoView({ block: 'center' });
        const {
          left,
          right,
          top,
          bottom,
          width: size,
        } = (sign.parentElement as HTMLElement).getBoundingClientRect();
        const whole = picture.getBoundingClientRect();
        const text = (card.querySelector('.card-text') as HTMLElement).getBoundingClientRect();
        const { color, backgroundColor } = getComputedStyle(sign);
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return {
          name: card.className,
          title: card.querySelector('.card-title')?.textContent,
          size,
          isInCorner:
            (document.documentElement.dir === 'rtl' ? right === whole.right : left === whole.left) &&
            top > whole.top,
          // Text on top of the picture leaves it free.
          isAtBottom: Math.abs(bottom - (card.matches('.card-slip') ? text.top : whole.bottom)) < 1,
          isInFront: !!seen && !!sign.parentElement?.contains(seen),
          isDrawn: sign.getBoundingClientRect().width > 20 && color !== backgroundColor,
        };
      }),
    );
    for (const mark of marks.slice(0, -1)) {
      expect(mark, `${width}`).toMatchObject({
        title: 'Video: Title 1',
        isInCorner: true,
        isAtBottom: true,
        isInFront: true,
        isDrawn: true,
      });
    }
    expect(marks.map(({ size }) => size)).toEqual([
      44,
      44,
      44,
      44,
      ...(width < 768 ? [28, 28] : [44, 44]),
      28,
      28,
      undefined,
    ]);
  }
});

test('a reel can be scrolled by keyboard alone', async () => {
  const cards = Array.from({ length: 8 }, (_, id) => postCard({ id }));
  const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
  await page.goto(
    site.add({
      head,
      body: renderToStaticMarkup(
        <View data={listData({ style: 'reel', custom_title: 'Lately' }, { cards })} blockId="a" />,
      ),
    }),
  );
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Lately');
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.evaluate(() => document.querySelector('.list-reel')?.scrollLeft ?? 0))
    .toBeGreaterThan(0);
});

test('a wide reel of four shows them completely, and of more a large part of the fifth', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  for (const [count, whole, least, most] of [
    [4, 4, 0, 0],
    [8, 4, 0.2, 0.8],
  ] as const) {
    const cards = Array.from({ length: count }, (_, id) => postCard({ id }));
    await page.goto(
      site.add({
        head,
        body: `<div style="width:1240px">${renderToStaticMarkup(<View data={listData({ style: 'reel' }, { cards })} blockId="a" />)}</div>`,
      }),
    );
    const shown = await page.evaluate(() => {
      const end = document.querySelector('.list-reel')?.getBoundingClientRect().right ?? 0;
      return [...document.querySelectorAll('.list-reel>li')].map((item) => {
        const { left, width } = item.getBoundingClientRect();
        return Math.max(0, Math.min(1, Math.round(((end - left) / width) * 100) / 100));
      });
    });
    expect(shown.filter((part) => part === 1)).toHaveLength(whole);
    const cut = shown[whole] ?? 0;
    expect([cut >= least, cut <= most]).toEqual([true, true]);
  }
});

test('a list in an article looks as it does elsewhere', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const cards = Array.from({ length: 4 }, (_, id) => postCard({ id, title: `Title ${id}` }));
  const list = listStyles
    .map((style) =>
      renderToStaticMarkup(
        <View data={listData({ style, custom_title: 'Lately' }, { cards })} blockId={style} />,
      ),
    )
    .join('');
  const looks: unknown[] = [];
  for (const around of ['', 'post-content']) {
    const body = `<div class="${around}"><div style="width:600px">${list}</div></div>`;
    await page.goto(site.add({ head: `${head}<style>${read('article.css')}</style>`, body }));
    looks.push(
      await page.evaluate(() =>
        [...document.querySelectorAll('.post-list :is(li,a,h2,h3,p)')].map((element) => {
          const { color, textDecorationLine, fontFamily, fontSize, lineHeight, marginTop } =
            getComputedStyle(element);
          return [
            element.className,
            color,
            textDecorationLine,
            fontFamily,
            fontSize,
            lineHeight,
            marginTop,
            element.getBoundingClientRect().height,
          ].join(' ');
        }),
      ),
    );
  }
  expect(looks[1]).toEqual(looks[0]);
});

test('headlines next to a lead are never taller than it: of four, two have excerpts in wide windows', async () => {
  const styles = head.replace('</style>', `${read('../blocks/front-lead/styles.css')}</style>`);
  for (const [width, count, excerpts] of [
    [1920, 4, 2],
    [1920, 3, 3],
    [1280, 4, 0],
  ] as const) {
    const cards = Array.from({ length: 3 + count }, (_, id) =>
      postCard({ id: id + 1, title: 'A headline of two lines, as most are', excerpt: long }),
    );
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const front = (
      <main>
        <FrontLead
          settings={frontLead.settings.parse({})}
          data={{ cards: cards as [PostCard, ...PostCard[]] }}
          blockId="a"
        />
      </main>
    );
    await page.goto(
      site.add({ head: styles, body: `<div id="content">${renderToStaticMarkup(front)}</div>` }),
    );
    expect(
      await page
        .locator('.front-texts .card-excerpt')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
      `${width}`,
    ).toBe(excerpts);
    const [lead = 0, last = 0] = await page
      .locator('.card-lead,.front-texts>:last-child')
      .evaluateAll((all) =>
        all.map((one) => {
          const bottoms = [...one.querySelectorAll('p,a')].map((part) => part.getBoundingClientRect().bottom);
          return Math.max(...bottoms);
        }),
      );
    expect(last, `${width}`).toBeLessThan(lead + 100);
  }
});
