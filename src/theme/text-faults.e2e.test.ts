import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';
import { pageWidth } from '../../test/harness/page-width.ts';
import { languageCss } from './languages.ts';

const browser = useChromium();
const site = useFixtureSite();
const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/@import[^;]*;/g, '');
/** Styles of a page with content. */
const styles = (files: readonly string[], more = '') =>
  `<style>${['tokens.css', 'base.css', 'article.css', ...files].map(read).join('')}${more}</style>`;

test('pictures in a gallery row are equally high and their captions start on one line, however long one of them is', async () => {
  const picture =
    '<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="900" height="1200" alt="">';
  const figure = (caption: string, inside = picture) =>
    `<figure class="wp-block-image">${inside}${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
  const long = 'Monday: the points at the depot, forty-four of them, all swept by hand before anybody came.';
  const item = (caption: string) =>
    `<li class="blocks-gallery-item"><figure><a href="#a">${picture}</a><figcaption>${caption}</figcaption></figure></li>`;
  const galleries = [
    figure(long) + figure('Tuesday.', `<a href="#a">${picture}</a>`) + figure(''),
    `<ul class="blocks-gallery-grid">${item(long)}${item('Tuesday.')}</ul>`,
  ];
  for (const width of [375, 1280]) {
    for (const inside of galleries) {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      await page.goto(
        site.add({
          head: styles(['article-figures.css', 'article-galleries.css']),
          body: `<div class="post-content"><figure class="wp-block-gallery has-nested-images columns-default is-cropped">${inside}</figure></div>`,
        }),
      );
      const boxes = await page.evaluate(() =>
        [...document.querySelectorAll('img')].map((image) => {
          const [{ top, width: wide, height }, caption] = [
            image.getBoundingClientRect(),
            image.closest('figure')?.querySelector('figcaption'),
          ];
          const below = caption && caption.getBoundingClientRect().top - top - height;
          return {
            top,
            height: Math.round(height),
            share: Math.round((wide / height) * 10),
            below: below && Math.round(below),
          };
        }),
      );
      for (const { height, share } of boxes.filter(({ top }) => top === boxes[0]?.top))
        expect([height, share]).toEqual([boxes[0]?.height, 15]);
      expect(boxes[1]?.top).toBe(boxes[0]?.top);
      expect(boxes[1]?.below).toBe(boxes[0]?.below);
    }
  }
});

test('captions have lines of at most ninety characters, however wide the picture is, and are centred below centred pictures', async () => {
  const page = await browser.newPage({ viewport: { width: 1920, height: 900 } });
  const words =
    'A caption that is long enough for three lines, since everybody who was on the quay that night had something to say of it. '.repeat(
      3,
    );
  const figure = (name: string) =>
    `<figure class="${name}"><div style="height:50px"></div><figcaption>${words}</figcaption></figure>`;
  await page.goto(
    site.add({
      head: styles([
        'article-figures.css',
        '../blocks/post-featured-image/styles.css',
        '../blocks/attachment/styles.css',
      ]),
      body: `<div class="post-content">${['alignfull', 'alignwide', 'aligncenter'].map((name) => figure(`wp-block-image ${name}`)).join('')}</div>
      ${figure('post-featured-image lead-wide')}<div class="attachment">${figure('attached')}</div>`,
    }),
  );
  const captions = await page.locator('figcaption').evaluateAll((all) =>
    all.map((caption) => {
      const range = document.createRange();
      const text = caption.firstChild as Text;
      const lines = new Map<number, number>();
      for (let at = 0; at < text.length; at++) {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        lines.set(top, (lines.get(top) ?? 0) + 1);
      }
      const [own, around] = [
        caption.getBoundingClientRect(),
        (caption.parentElement as Element).getBoundingClientRect(),
      ];
      return {
        longest: Math.max(...lines.values()),
        isMiddle: Math.abs(own.left - around.left - (around.right - own.right)) < 2 && own.left > around.left,
      };
    }),
  );
  expect(captions.map(({ longest }) => [longest > 60, longest <= 90])).toEqual(
    captions.map(() => [true, true]),
  );
  expect(captions.map(({ isMiddle }) => isMiddle)).toEqual([false, false, true, false, false]);
});

test('full-width elements on phones have no rounded corners, and a picture in a cover keeps its own', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const names = ['image', 'gallery', 'cover'];
  await page.goto(
    site.add({
      head: styles(['article-figures.css'], 'img{border-radius:9px}'),
      body: `<div class="post-content">${names.map((name) => `<div class="wp-block-${name} alignfull"><img alt="" width="20"></div>`).join('')}</div>`,
    }),
  );
  expect(
    await page.locator('img').evaluateAll((all) => all.map((image) => getComputedStyle(image).borderRadius)),
  ).toEqual(['0px', '0px', '9px']);
});

test.each([
  ['ltr', 1],
  ['rtl', 0],
] as const)(
  'a table that goes on fades at its end in all its rows, also the first, until it is scrolled to its ' +
    'end (%s)',
  async (direction, edge) => {
    const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
    const word = 'M'.repeat(70);
    await page.goto(
      site.add({
        head:
          styles(
            ['article-blocks.css'],
            ':root{--ink:#000;--paper:#fff}.post-content td{padding-inline:0;font-weight:900}',
          ) + `<style>${languageCss(direction === 'rtl' ? 'ar' : 'en')}</style>`,
        body: `<div class="post-content" dir="${direction}"><div class="table-scroll"><table><tbody><tr><td>${word}</td></tr><tr><td>${word}</td></tr></tbody></table></div></div>`,
      }),
    );
    /** Brightness of the first and the second row in the middle of the table, at its start and at its end: 0 is black. */
    const darkest = async () => {
      const shot = await page.locator('.table-scroll').screenshot();
      return page.evaluate(
        async ([source, parts]) => {
          const image = new Image();
          image.src = `data:image/png;base64,${source}`;
          await image.decode();
          const canvas = Object.assign(document.createElement('canvas'), {
            width: image.width,
            height: image.height,
          });
          const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
          context.drawImage(image, 0, 0);
          return [0, 1].flatMap((row) =>
            parts.map((part) => {
              const { data } = context.getImageData(
                part * (image.width - 12),
                row * (image.height / 2) + 4,
                12,
                image.height / 2 - 8,
              );
              return Math.min(...data.filter((_, index) => index % 4 === 0));
            }),
          );
        },
        [shot.toString('base64'), [0.5, 1 - edge, edge]] as const,
      );
    };
    const [middle, start, end, middleBelow, startBelow, endBelow] = await darkest();
    expect([middle, start, middleBelow, startBelow].every((value) => (value ?? 255) < 60)).toBe(true);
    expect([end, endBelow].every((value) => (value ?? 0) > 120)).toBe(true);
    await page.evaluate(
      (to) => document.querySelector('.table-scroll')?.scrollTo(to, 0),
      edge === 1 ? 10_000 : -10_000,
    );
    await expect.poll(async () => (await darkest())[2]).toBeLessThan(60);
  },
);

test('arrows of comment pagination keep a distance from the text, and point in the direction of the page', async () => {
  const page = await browser.newPage();
  const arrow = (side: string) =>
    `<span class="wp-block-comments-pagination-${side}-arrow is-arrow-arrow">*</span>`;
  await page.goto(
    site.add({
      head: styles(['../blocks/core/comments-pagination.css']),
      body: `<p><a href="#a">${arrow('previous')}Older comments</a> <a href="#a">Newer comments${arrow('next')}</a></p>`,
    }),
  );
  for (const [dir, sides, turned] of [
    ['ltr', ['marginRight', 'marginLeft'], 'none'],
    ['rtl', ['marginLeft', 'marginRight'], 'matrix(-1, 0, 0, 1, 0, 0)'],
  ] as const) {
    await page.evaluate((way) => document.documentElement.setAttribute('dir', way), dir);
    const found = await page.locator('.is-arrow-arrow').evaluateAll(
      (arrows, names) =>
        arrows.map((one, index) => {
          const style = getComputedStyle(one);
          return [Number.parseFloat(style[names[index] ?? 'marginLeft']) > 4, style.transform];
        }),
      sides,
    );
    expect([dir, ...found]).toEqual([dir, [true, turned], [true, turned]]);
  }
});

test('a heading can be next to a pull-quote, which floats at the line end, in both directions', async () => {
  const gaps: number[] = [];
  for (const direction of ['ltr', 'rtl']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(
      site.add({
        head: styles(['article-quotes.css', 'article-figures.css']),
        body: `<div dir="${direction}"><div class="post-content"><figure class="wp-block-pullquote"><blockquote><p>${'Words that are said here. '.repeat(9)}</p>
        </blockquote></figure><p>Short</p><h2>Next</h2></div></div>`,
      }),
    );
    gaps.push(
      await page.evaluate(() => {
        const [above, below] = ['p:not(blockquote p)', 'h2'].map((name) =>
          document.querySelector(`.post-content>${name}`)?.getBoundingClientRect(),
        );
        return Math.round((below?.top ?? 0) - (above?.bottom ?? 0));
      }),
    );
  }
  expect([gaps[0], (gaps[0] ?? 999) < 100]).toEqual([gaps[1], true]);
});

test('a word longer than a line makes no text wider than its page, in any container', async () => {
  const word = 'https://example.org/'.concat('Donaudampfschifffahrt'.repeat(12));
  const text = `<p>${word}</p>`;
  const inside = [
    `<div class="wp-block-group is-layout-flex"><p>Short</p>${text}</div>`,
    `<div class="wp-block-group is-layout-flex is-vertical">${text}</div>`,
    `<ul class="wp-block-social-links"><li class="wp-block-social-link"><a href="#a">${word}</a></li></ul>`,
    `<div class="wp-block-media-text"><figure class="wp-block-media-text__media"></figure><div class="wp-block-media-text__content">${text}</div></div>`,
    `<figure class="wp-block-gallery"><figcaption class="blocks-gallery-caption">${word}</figcaption></figure>`,
    `<form><input size="200"><textarea cols="200"></textarea><select><option>${word}</option></select></form>`,
  ];
  for (const width of [320, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    for (const body of inside) {
      await page.goto(
        site.add({
          head: styles(['article-layout.css', 'article-covers.css', 'article-galleries.css']),
          body: `<div class="post-content">${body}</div>`,
        }),
      );
      expect(await pageWidth(page), `${width} ${body.slice(0, 60)}`).toBe(width);
    }
  }
});

test('long words of a menu, a search button and a link to more break when wider than their box', async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const item = (label: string) =>
    `<li class="wp-block-navigation-item"><a class="wp-block-navigation-item__content" href="#a">${label}</a></li>`;
  await page.goto(
    site.add({
      head: styles(
        ['search', 'read-more', 'navigation'].map((name) => `../blocks/core/${name}.css`),
        '.place{width:300px}',
      ),
      body: `<div class="place"><nav class="wp-block-navigation"><ul class="wp-block-navigation__container">${item(word)}${item('News')}</ul></nav></div>
      <div class="place"><form class="wp-block-search"><div class="wp-block-search__inside-wrapper"><input class="wp-block-search__input">
        <button class="wp-block-search__button">${word}</button></div></form></div>
      <div class="place"><a class="wp-block-read-more" href="#a">${word}</a></div>`,
    }),
  );
  expect(
    await page.locator('.place').evaluateAll((all) => all.map(({ scrollWidth }) => scrollWidth)),
  ).toEqual([300, 300, 300]);
  // A label of usual length stays on one line.
  expect(await page.getByText('News').evaluate((link) => link.getClientRects()[0]?.height)).toBeLessThan(40);
});

test('a table with margins makes no page wider, and one with a background or a border has padding', async () => {
  const rows = '<tbody><tr><td>Cell</td><td>Another</td></tr></tbody>';
  const table = (what: string, figure = '') =>
    `<figure class="wp-block-table" ${figure}><div class="table-scroll"><table ${what}>${rows}</table></div></figure>`;
  for (const [width, dir] of [
    [375, 'ltr'],
    [375, 'rtl'],
    [1280, 'ltr'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(
      site.add({
        head: styles(['article-blocks.css', 'article-figures.css']),
        body: `<div dir="${dir}"><div class="post-content">${table('', 'style="margin-right:24px;margin-left:24px"')}${table('class="has-background"')}
        ${table('class="has-border-color"')}${table('style="border-width:5px"')}${table('')}</div></div>`,
      }),
    );
    const { wide, insets } = await page.evaluate(() => ({
      wide: document.body.scrollWidth,
      insets: [...document.querySelectorAll('td:first-child')].map(
        (cell) => Number.parseFloat(getComputedStyle(cell).paddingInlineStart) > 8,
      ),
    }));
    expect([wide, insets]).toEqual([width, [false, true, true, true, false]]);
  }
});

test('a picture of a paragraph without text next to it is centred, with space to the text below', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const image = (side: string) => `<p><img class="${side}" width="150" height="150" alt=""><b>Words</b></p>`;
  await page.goto(
    site.add({
      head: styles(['article-figures.css', 'article-asides.css'], 'img{display:block}'),
      body: `<div class="post-content">${image('alignleft')}<p><a href="#a"><img class="alignright" width="150" height="150" alt=""></a><b>Words</b></p></div>`,
    }),
  );
  const places = () =>
    page.locator('p').evaluateAll((all) =>
      all.map((text) => {
        const [picture, words, around] = [...text.querySelectorAll('img, b'), text].map((one) =>
          one.getBoundingClientRect(),
        );
        if (!picture || !words || !around) return [];
        return [
          Math.abs(picture.left - around.left - (around.right - picture.right)) < 2,
          words.top - picture.bottom > 8,
        ];
      }),
    );
  expect(await places()).toEqual([
    [true, true],
    [true, true],
  ]);
  await page.setViewportSize({ width: 700, height: 800 });
  expect((await places()).map(([isMiddle]) => isMiddle)).toEqual([false, false]);
});

test('captions of a full-width gallery on phones keep a distance from its edges', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const figure =
    '<figure class="wp-block-image"><img alt=""><figcaption>Sunrise over the coast</figcaption></figure>';
  const gallery = (name: string) =>
    `<figure class="wp-block-gallery has-nested-images ${name}">${figure.repeat(2)}</figure>`;
  await page.goto(
    site.add({
      head: styles(['article-figures.css', 'article-galleries.css'], 'body{--edge:16px;margin:0}'),
      body: `<div class="post-content" style="margin:0 16px">${gallery('alignwide')}${gallery('alignfull')}${gallery('')}</div>`,
    }),
  );
  expect(
    await page.locator('.wp-block-gallery').evaluateAll((all) =>
      all.map((one) => {
        const caption = one.querySelector('figcaption') as HTMLElement;
        return [
          one.getBoundingClientRect().left,
          caption.getBoundingClientRect().left +
            Number.parseFloat(getComputedStyle(caption).paddingInlineStart),
        ];
      }),
    ),
  ).toEqual([
    [0, 8],
    [0, 8],
    [16, 16],
  ]);
});

test('the button that copies code always has the same spacing and font, whatever the style of the code', async () => {
  const page = await browser.newPage();
  await page.goto(
    site.add({
      head: styles([]),
      body:
        '<div class="post-content"><pre data-copyable style="letter-spacing:7px;text-transform:uppercase">a = 1</pre></div>' +
        '<div style="letter-spacing:7px;text-transform:uppercase"><button class="copy-button">Copy code</button></div>',
    }),
  );
  expect(
    await page.evaluate(() =>
      [
        getComputedStyle(document.querySelector('pre') as Element, '::before'),
        getComputedStyle(document.querySelector('button') as Element),
      ].map(({ letterSpacing, textTransform }) => [letterSpacing, textTransform]),
    ),
  ).toEqual([
    ['normal', 'none'],
    ['normal', 'none'],
  ]);
});

test('white text on a cover is readable while its picture is late or missing', async () => {
  const page = await browser.newPage();
  const words = '<div class="wp-block-cover__inner-container"><p>Words</p></div>';
  const image = '<img class="wp-block-cover__image-background lazy" alt="">';
  await page.goto(
    site.add({
      head: styles(
        ['article-figures.css', 'article-covers.css'],
        '.has-pink-background-color{background-color:#f78da7}',
      ),
      body: `<div class="post-content">${[
        `<div class="wp-block-cover has-background-dim-20 has-background-dim" style="background-image:url(data:,)">${words}</div>`,
        `<div class="wp-block-cover">${image}${words}</div>`,
        `<div class="wp-block-cover"><div class="wp-block-cover__image-background"></div>${words}</div>`,
        `<div class="wp-block-cover is-light">${image}${words}</div>`,
        `<div class="wp-block-cover has-pink-background-color">${image}${words}</div>`,
      ].join('')}</div>`,
    }),
  );
  expect(
    await page
      .locator('.wp-block-cover')
      .evaluateAll((all) => all.map((cover) => getComputedStyle(cover).backgroundColor)),
  ).toEqual([...Array(3).fill('rgb(27, 33, 39)'), 'rgba(0, 0, 0, 0)', 'rgb(247, 141, 167)']);
  expect(
    await page
      .locator('.wp-block-cover:not(.is-light) img')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor)),
  ).toEqual(Array(2).fill('rgba(0, 0, 0, 0)'));
});

test('on a right-to-left site a section name in Latin script starts where the text below it starts', async () => {
  const page = await browser.newPage();
  await page.goto(
    site.add({
      head: styles(['../blocks/archive-title/styles.css'], languageCss('ar')),
      body:
        '<main dir="rtl"><div class="archive-title"><div class="archive-title-text"><h1 dir="ltr">Science</h1>' +
        '<p class="archive-description" dir="ltr">Out with the people who count.</p></div></div></main>',
    }),
  );
  const ends = await page.locator('h1, .archive-description').evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect([ends[0], (ends[0] ?? 0) > 1000]).toEqual([ends[1], true]);
});

test('on right-to-left sites a ticker’s arrows are mirrored, and its play sign is not', async () => {
  const page = await browser.newPage();
  const button = (what: string) => `<button ${what}><svg width="9" height="9"></svg></button>`;
  await page.goto(
    site.add({
      head: styles(['../blocks/ticker/styles.css']),
      body: `<div class="ticker-steps">${['data-ticker-pause', 'data-ticker-step="-1"', 'data-ticker-step="1"'].map(button).join('')}</div>`,
    }),
  );
  await page.evaluate(() => void (document.documentElement.dir = 'rtl'));
  expect(
    await page.locator('svg').evaluateAll((all) => all.map((one) => getComputedStyle(one).transform)),
  ).toEqual(['none', ...Array(2).fill('matrix(-1, 0, 0, 1, 0, 0)')]);
});
