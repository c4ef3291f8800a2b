import { readdirSync, readFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';
import { listData } from '../../test/harness/list-data.ts';
import { postCard } from '../../test/harness/post-card.ts';
import { View as BigGrid } from '../blocks/big-grid/view.tsx';
import { View as PostList } from '../blocks/post-list/view.tsx';
import { block as videoBand } from '../blocks/video-band/block.ts';
import { View as VideoBand } from '../blocks/video-band/view.tsx';
import type { PostCard } from '../modules/posts/model.ts';
import { pictureFirst } from '../ui/picture.tsx';

const browser = useChromium();
const site = useFixtureSite();
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const lists = readdirSync(new URL('lists/', import.meta.url))
  .toSorted()
  .map((file) => `lists/${file}`);
const blocks = ['post-list', 'big-grid', 'video-band'].map((name) => `../blocks/${name}/styles.css`);
const head = `<style>${['tokens.css', 'base.css', ...lists, ...blocks].map(read).join('')}</style>`;

/** Which of a band's posts have a picture. */
const pictured = {
  all: () => true,
  none: () => false,
  'all but the first': (nth: number) => nth > 0,
  'every other': (nth: number) => nth % 2 === 0,
} as const;
const cardsOf = (count: number, has: (nth: number) => boolean) =>
  Array.from({ length: count }, (_, nth) =>
    postCard({
      id: nth + 1,
      title: 'The town that moved noon',
      excerpt:
        'It was too hot to work by eleven, so a town voted to have its day earlier. All else was moved.',
      ...(!has(nth) && { picture: undefined }),
    }),
  );

type Band = (cards: readonly [PostCard, ...PostCard[]]) => ReactElement;
/** `columnsFrom`: from this many posts, with a picture, the band has columns next to each other; otherwise rows. */
const bands: Readonly<
  Record<string, { readonly most: number; readonly band: Band; readonly columnsFrom?: number }>
> = {
  lead: {
    most: 8,
    columnsFrom: 3,
    band: (cards) => <PostList data={listData({ style: 'lead', limit: 8 }, { cards })} blockId="a" />,
  },
  cards: {
    most: 7,
    band: (cards) => <PostList data={listData({ style: 'cards' }, { cards })} blockId="a" />,
  },
  reel: { most: 3, band: (cards) => <PostList data={listData({ style: 'reel' }, { cards })} blockId="a" /> },
  'three large': {
    most: 3,
    band: (cards) => <BigGrid settings={{ grid: 'three' }} data={listData({}, { cards })} blockId="a" />,
  },
  'one and four': {
    most: 5,
    band: (cards) => <BigGrid settings={{ grid: 'one-four' }} data={listData({}, { cards })} blockId="a" />,
  },
  films: {
    most: 5,
    columnsFrom: 4,
    band: (cards) => (
      <VideoBand settings={videoBand.settings.parse({})} data={{ cards, plays: new Map() }} blockId="a" />
    ),
  },
};

/** Pixels between the end of each row and that of the band, and between the lowest content of its columns; the maximum of each. */
const measure = (hasRows: boolean) => {
  const end = (document.querySelector('main') as Element).getBoundingClientRect().right;
  const cards = [...document.querySelectorAll('main .card')].map((card) => {
    const { left, right, top } = card.getBoundingClientRect();
    const parts = [...card.querySelectorAll('.picture,.card-title,.card-excerpt,.byline')].filter((part) =>
      part.checkVisibility(),
    );
    return {
      left,
      right,
      top,
      bottom: Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)),
    };
  });
  const groups = [...Map.groupBy(cards, ({ left, top }) => Math.round(hasRows ? top : left)).values()];
  const rights = hasRows
    ? groups.map((row) => Math.max(...row.map(({ right }) => right)))
    : [Math.max(...cards.map(({ right }) => right))];
  const lows = hasRows ? [0] : groups.map((column) => Math.max(...column.map(({ bottom }) => bottom)));
  return {
    right: Math.round(end - Math.min(...rights)),
    below: Math.round(Math.max(...lows) - Math.min(...lows)),
  };
};

test('bands have no gaps, however few posts they have, with pictures and without', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const found: string[] = [];
  for (const [name, { most, band, columnsFrom = Infinity }] of Object.entries(bands)) {
    for (let count = 1; count <= most; count++) {
      for (const [which, has] of Object.entries(pictured)) {
        const [first, ...others] = cardsOf(count, has);
        if (!first) continue;
        // Like its loader: the first post with a picture leads.
        const [lead = first, ...rest] =
          name === 'films' ? pictureFirst([first, ...others]) : [first, ...others];
        const body = renderToStaticMarkup(band([lead, ...rest]));
        await page.goto(site.add({ head, body: `<main style="width:1216px">${body}</main>` }));
        const hasColumns =
          count >= columnsFrom && [lead, ...rest].some(({ picture }) => picture !== undefined);
        const { right, below } = await page.evaluate(measure, !hasColumns);
        if (right > 2 || below > 120)
          found.push(`${name}, ${count}, ${which}: ${right} px at the end, ${below} px below`);
      }
    }
  }
  expect(found).toEqual([]);
  await page.close();
});
