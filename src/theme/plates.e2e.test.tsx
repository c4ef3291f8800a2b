import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';
import { postCard } from '../../test/harness/post-card.ts';
import { block as neighbours } from '../blocks/post-neighbours/block.ts';
import { View as Neighbours } from '../blocks/post-neighbours/view.tsx';
import { block as related } from '../blocks/site-related/block.ts';
import { View as Related } from '../blocks/site-related/view.tsx';
import type { PostCard } from '../modules/posts/model.ts';
import { Card } from '../ui/card.tsx';

const browser = useChromium();
const site = useFixtureSite();
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const lists = globSync('lists/*.css', { cwd: new URL('./', import.meta.url) }).toSorted();
const blocks = ['post-neighbours', 'site-related'].map((name) => `../blocks/${name}/styles.css`);
const head = `<style>${['tokens.css', 'base.css', ...lists, ...blocks, 'article-figures.css'].map(read).join('')}</style>`;

const broken = 'data:image/png,none';
const known = postCard().picture as NonNullable<PostCard['picture']>;
const gone = { ...known, src: broken, small: broken, srcset: '', color: '' };
/** Without scripts, and with the requests of the lazy loader. */
const atOnce = (html: string) =>
  html
    .replaceAll(/ src="data:image\/gif[^"]*"| data-(?:behaviour|config)="[^"]*"/g, '')
    .replaceAll(' data-src=', ' src=');

test('a placeholder replaces a missing picture: in small lists and post navigation in the section’s colour, and in related posts', async () => {
  const card = postCard({ title: 'Élan', picture: gone });
  const item = {
    id: 1,
    url: '/a/',
    rel: '',
    title: 'Élan',
    url_meta: { origin: 5, position: 0 },
    classes: [],
    format: false as const,
    date: '',
    context: '',
    excerpt: '',
    img: { src: broken, width: 600, height: 400, alt_text: 'A river' },
  };
  const list = {
    items: [item],
    show_thumbnails: true,
    show_date: true,
    show_context: true,
    layout: 'grid' as const,
  };
  const parts = (
    <>
      <Card card={card} shape="thumb" />
      <Card card={card} shape="grid" eager />
      <Neighbours
        settings={neighbours.settings.parse({})}
        data={{ previous: card, next: undefined, labels: { previous: 'A', next: 'B' } }}
        blockId="a"
      />
      <Related
        settings={related.settings.parse({})}
        data={{ list, excludeIds: [], config: { headline: '', heading: 'h4' } }}
        blockId="b"
      />
    </>
  );
  const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
  await page.goto(site.add({ head, body: atOnce(renderToStaticMarkup(parts)) }));
  const plates = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    const colour = (value: string, className: string) => {
      probe.className = className;
      probe.style.color = value;
      return getComputedStyle(probe).color;
    };
    return [...document.querySelectorAll('img')].map((image) => {
      const { content, color, display, position } = getComputedStyle(image, '::after');
      const isAccent =
        color === colour('var(--accent)', 'accent-7')
          ? 'section'
          : color === colour('var(--ink-2)', '')
            ? 'ink'
            : color;
      return [/"É"/.test(content), /river/.test(content), isAccent, display, position];
    });
  });
  const plate = (colour: string) => [true, false, colour, 'grid', 'absolute'];
  expect(plates).toEqual([plate('section'), plate('section'), plate('section'), plate('ink')]);
});

test('a picture with known size shows no letter', () => {
  const html = renderToStaticMarkup(<Card card={postCard({ picture: known })} shape="thumb" />);
  expect(html).not.toMatch(/data-plate|card-picture accent/);
});

test('a picture of an article has its background until it has loaded, also while its server responds slowly', async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
  const image = (status: string) =>
    `<img class="lazy" alt="" data-ll-status="${status}" width="90" height="60" src="/a.png">`;
  await page.goto(
    site.add({ head, body: `<div class="post-content">${['loading', 'loaded'].map(image).join('')}</div>` }),
  );
  const clear = await page.evaluate(() =>
    [...document.querySelectorAll('img')].map(
      (one) => getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)',
    ),
  );
  expect(clear).toEqual([false, true]);
});
