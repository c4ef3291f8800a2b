import { globSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useChromium } from '../../test/harness/chromium.ts';
import { useFixtureSite } from '../../test/harness/fixture-site.ts';
import { pageWidth } from '../../test/harness/page-width.ts';
import { postCard } from '../../test/harness/post-card.ts';
import { lookNames } from '../lib/look/looks.ts';
import { Card } from '../ui/card.tsx';
import { Pager } from '../ui/pager.tsx';
import { block as frontLead } from '../blocks/front-lead/block.ts';
import { View as FrontLead } from '../blocks/front-lead/view.tsx';
import type { PostCard } from '../modules/posts/model.ts';
import { languageCss } from './languages.ts';
import { makeLook } from './look/look-css.server.ts';

const browser = useChromium();
const site = useFixtureSite();
const read = (file: string) =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(/@import[^;]*;/g, '');
const listFiles = globSync('lists/*.css', { cwd: new URL('./', import.meta.url) }).toSorted();
const sheets = ['tokens.css', 'base.css', ...listFiles];
const block = (name: string) => `../blocks/${name}/styles.css`;
const noFonts = {
  fontsOf: () => ({ rules: { first: '', rare: '', italics: '' }, preload: '', title: undefined }),
};
/** Styles of a page, followed by those of a look. */
const styles = (files: readonly string[], look: (typeof lookNames)[number] = 'broadsheet', more = '') =>
  `<style>${[...sheets, ...files].map(read).join('')}${makeLook({ base: look }, '#0b5cff', noFonts).last}${more}</style>`;
const box = (selector: string) =>
  `(() => { const { left, right, top, width, height } = document.querySelector(${JSON.stringify(selector)})` +
  '.getBoundingClientRect(); return { left, right, top, width, height }; })()';
type Box = Readonly<Record<'left' | 'right' | 'top' | 'width' | 'height', number>>;

const steps =
  '<section class="post-list has-steps"><div class="list-head"><h2 class="section-title">More here</h2></div>' +
  '<ul class="list list-cards" style="height:90px"></ul><nav class="step-pager"><span>‹</span><a href="#a">›</a></nav></section>';

/** Vertical centre of a section title's text. */
const wordsMiddle = `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.section-title'));
  const { top, bottom } = range.getBoundingClientRect(); return (top + bottom) / 2; })()`;

test('below a full-screen header the steps of a list end where the list ends, and a centred title is centred', async () => {
  for (const look of lookNames) {
    for (const [width, dir] of [
      [1024, 'ltr'],
      [1280, 'rtl'],
      [700, 'ltr'],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      await page.goto(
        site.add({
          head: styles([block('post-list'), block('full-screen-header')], look),
          body: `<main id="content"><div class="full-screen-header"></div>${steps}</main>`,
        }),
      );
      await page.evaluate((way) => document.documentElement.setAttribute('dir', way), dir);
      const [list, pager, title] = await Promise.all(
        ['.list', '.step-pager', '.section-title'].map((name) => page.evaluate<Box>(box(name))),
      );
      const end = dir === 'ltr' ? 'right' : 'left';
      expect(pager?.[end], `${look} ${width}`).toBe(list?.[end]);
      // On one line with the title, up to the rule above it in the look of new sites.
      const apart = (pager?.top ?? 0) + (pager?.height ?? 0) / 2 - (await page.evaluate<number>(wordsMiddle));
      expect(Math.abs(apart), `${look} ${width}`).toBeLessThan(4);
      // As high as its text, whatever is next to it.
      expect(title?.height, `${look} ${width}`).toBeLessThan(look === 'review' ? 80 : 60);
      if (look !== 'review') continue;
      const middle = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('.section-title') as Element);
        const { left, right } = range.getBoundingClientRect();
        return (left + right) / 2;
      });
      expect(Math.abs(middle - ((list?.left ?? 0) + (list?.right ?? 0)) / 2)).toBeLessThan(2);
    }
  }
});

test('titles next to each other in a look are aligned alike: centred over comments and over their form', async () => {
  const page = await browser.newPage({ viewport: { width: 700, height: 800 } });
  await page.goto(
    site.add({
      head: styles([block('post-comments')], 'review'),
      body:
        '<div class="post-comments"><h2 class="section-title">7 comments</h2>' +
        '<h2 class="section-title comment-reply-title"><span>Leave a reply</span></h2></div>',
    }),
  );
  const middles = await page.evaluate(() =>
    [...document.querySelectorAll('.section-title')].map((title) => {
      const range = document.createRange();
      range.selectNodeContents(title);
      const { left, right } = range.getBoundingClientRect();
      return Math.round((left + right) / 2);
    }),
  );
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(3);
});

test('sections offered on empty results and 404 pages, and their names, make no page wider than a phone', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const name = 'Donaudampfschiff'.repeat(5);
  const lists = [
    ['archive-loop', 'empty-sections'],
    ['not-found', 'not-found-sections'],
    ['search-results', 'search-results-archives'],
  ] as const;
  for (const [from, list] of lists) {
    const body = `<div class="empty-state"><ul class="${list}"><li>Section <a href="#a">${name}</a></li></ul></div>`;
    await page.goto(site.add({ head: styles([block(from)]), body }));
    expect(await pageWidth(page), list).toBe(375);
  }
});

test('the last of an odd number of posts in the footer fills its row', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const items = [1, 2, 3]
    .map((id) => `<li>${renderToStaticMarkup(<Card card={postCard({ id })} shape="text" />)}</li>`)
    .join('');
  await page.goto(
    site.add({
      head: styles([block('footer')]),
      body: `<div class="footer-inner"><div class="footer-columns"><ul class="list list-compact">${items}</ul></div></div>`,
    }),
  );
  const [list, last] = [
    await page.evaluate<Box>(box('.list')),
    await page.evaluate<Box>(box('li:last-child')),
  ];
  expect([last.left, last.right]).toEqual([list.left, list.right]);
});

test('the letter of a placeholder is at most half as high, and centred', async () => {
  for (const width of [375, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const cards = (['grid', 'list'] as const).map((shape) =>
      renderToStaticMarkup(<Card card={postCard({ picture: undefined })} shape={shape} pictures="plates" />),
    );
    await page.goto(site.add({ head: styles([]), body: cards.join('') }));
    const shares = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.plate')].map(
        (plate) => Number.parseFloat(getComputedStyle(plate).fontSize) / plate.offsetHeight,
      ),
    );
    expect(shares).toHaveLength(2);
    for (const share of shares) expect(share).toBeLessThan(0.5);
  }
});

test('an excerpt in Arabic has lines as high as its script needs, and at most five of them without a picture', async () => {
  const page = await browser.newPage({ viewport: { width: 500, height: 800 } });
  const excerpt = 'وبعد أن يغادر الجميع يبقى وحده، يعدّ المقاعد ويغلق الباب الحديدي. '.repeat(12);
  const cards = ['card-bare', 'card-pictured'].map(
    (kind) => `<article class="card card-lead ${kind}"><p class="card-excerpt">${excerpt}</p></article>`,
  );
  await page.goto(site.add({ head: styles([], 'review', languageCss('ar')), body: cards.join('') }));
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.card-excerpt')].map((element) => {
      const { lineHeight, fontSize } = getComputedStyle(element);
      return [
        Number.parseFloat(lineHeight) / Number.parseFloat(fontSize),
        element.getBoundingClientRect().height / Number.parseFloat(lineHeight),
      ];
    }),
  );
  expect(lines.map(([height = 0]) => height >= 1.7)).toEqual([true, true]);
  expect(lines.map(([, count = 0]) => Math.round(Math.min(count, 6)))).toEqual([5, 6]);
});

test('an Arabic title, comment or paragraph ends with its mark at the left on an English page, and is placed like others', async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
  const texts = ['ساعة الميناء (2026).', 'A title.'];
  const cards = texts
    .map((title) => renderToStaticMarkup(<Card card={postCard({ title })} shape="text" />))
    .join('');
  const comments = texts
    .map((text) => `<div class="comment-content"><p>${text}</p><ul><li>${text}</li></ul></div>`)
    .join('');
  const ticker = texts.map((text) => `<div class="ticker-items"><a href="/a/">${text}</a></div>`).join('');
  const article = `<div class="post-content">${texts.map((text) => `<p>${text}</p>`).join('')}<p dir="ltr">${texts[0]}</p></div>`;
  const url = site.add({
    head: styles([block('post-comments'), block('ticker'), 'article.css']),
    body: cards + comments + ticker + article,
  });
  const marks = (selector: string) =>
    page.evaluate(
      (name) =>
        [...document.querySelectorAll(name)].map((one) => {
          const text = (one.querySelector('a') ?? one).firstChild as Text;
          const range = document.createRange();
          range.setStart(text, 0);
          range.setEnd(text, text.length);
          const whole = range.getBoundingClientRect();
          range.setStart(text, text.length - 1);
          const mark = range.getBoundingClientRect();
          return {
            isLeft: mark.left < whole.left + 2,
            begins: Math.round(whole.left - one.getBoundingClientRect().left),
          };
        }),
      selector,
    );
  await page.goto(url);
  for (const selector of ['.card-title', '.comment-content p', '.comment-content li', '.ticker-items a']) {
    expect(await marks(selector), selector).toEqual([
      { isLeft: true, begins: 0 },
      { isLeft: false, begins: 0 },
    ]);
  }
  // A passage in Arabic is all on its own side; an element with `dir` has that direction.
  expect(await marks('.post-content p')).toMatchObject([
    { isLeft: true },
    { isLeft: false, begins: 0 },
    { isLeft: false, begins: 0 },
  ]);
});

test('text grows in a very wide window by the same factor in every look', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const sizeAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  };
  const own: string[] = [];
  for (const look of lookNames) {
    await page.goto(site.add({ head: styles([], look), body: '<p>Text</p>' }));
    const [narrow, wide] = [await sizeAt(1280), await sizeAt(2400)];
    expect(wide / narrow, look).toBeCloseTo(1.125, 2);
    if (narrow !== 16) own.push(look);
  }
  expect(own).toEqual(['review']);
});

test('share buttons are at the end of the byline’s line, or start a line of their own like the rest', async () => {
  const share = `<div class="share"><a class="share-text">Share</a><span class="share-items">${'<a class="share-item"></a>'.repeat(6)}</span></div>`;
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  for (const [width, name] of [
    [592, 'end'],
    [440, 'start'],
  ] as const) {
    await page.goto(
      site.add({
        head: styles([block('row'), block('share')]),
        body: `<div class="row-inline" style="width:${width}px"><div class="post-meta" style="width:190px">By somebody</div>${share}</div>`,
      }),
    );
    const [row, shared] = [
      await page.evaluate<Box>(box('.row-inline')),
      await page.evaluate<Box>(box('.share')),
    ];
    expect(name === 'end' ? row.right - shared.right : shared.left - row.left, name).toBeLessThan(3);
    expect(shared.width, name).toBeLessThan(width - 20);
  }
});

test('a look’s corner radius applies to all controls, and to no full-width picture', async () => {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  await page.goto(
    site.add({
      head: styles(
        [
          block('post-content'),
          block('site-related'),
          block('full-screen-header'),
          block('post-featured-image'),
        ],
        'technology',
      ),
      body:
        '<a class="button">a</a><nav class="pager"><a>1</a></nav><nav class="step-pager"><a>›</a></nav><a class="part-step">b</a>' +
        '<img class="jp-relatedposts-post-img" alt="" src="/a.png"><div class="full-screen-pictured"><span class="picture"></span></div>' +
        '<figure class="post-featured-image"><span class="picture"></span></figure>',
    }),
  );
  const radii = () =>
    page.evaluate(() =>
      [
        '.button',
        '.pager>*',
        '.step-pager>*',
        '.part-step',
        '.jp-relatedposts-post-img',
        '.full-screen-pictured>.picture',
        '.post-featured-image>.picture',
      ].map((name) => getComputedStyle(document.querySelector(name) as Element).borderTopLeftRadius),
    );
  expect(await radii()).toEqual(['12px', '12px', '12px', '12px', '12px', '0px', '12px']);
  await page.setViewportSize({ width: 375, height: 800 });
  expect((await radii()).at(-1)).toBe('0px');
});

test('page numbers of four digits fit one line on phones in every look, with the first and last, and wide windows show neighbours', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const pagers = (
    [
      [1, 2410],
      [2, 2410],
      [3, 2410],
      [1204, 2410],
      [2409, 2410],
      [2410, 2410],
      [2, 3],
      [4, 7],
      [4, undefined],
    ] as const
  ).map(([current, pages]) =>
    renderToStaticMarkup(
      <Pager
        label="Pages"
        current={current}
        pages={pages}
        hasNext={current !== pages}
        urlOf={(n) => `/${n}/`}
      />,
    ),
  );
  const shown = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.pager')].map((nav) => {
        const entries = [...nav.children].filter(
          (entry) => entry.getClientRects().length > 0,
        ) as HTMLElement[];
        const isTapped = entries.every(
          ({ className, offsetWidth, offsetHeight }) =>
            /gap/.test(className) || Math.min(offsetWidth, offsetHeight) >= 44,
        );
        return {
          lines: new Set(entries.map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2)).size,
          isTapped,
          text: entries.map((entry) => entry.innerText.replace(/Page\s+/, '').trim()).join(' '),
        };
      }),
    );
  for (const look of lookNames) {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(
      site.add({ head: styles([], look), body: `<div style="margin:0 16px">${pagers.join('')}</div>` }),
    );
    for (const { lines, isTapped } of await shown()) expect([lines, isTapped], look).toEqual([1, true]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await shown())[3], look).toMatchObject({
      lines: 1,
      text: 'Newer 1 … 1,203 1,204 1,205 … 2,410 Older',
    });
  }
  await page.setViewportSize({ width: 375, height: 800 });
  expect((await shown()).map(({ text }) => text)).toEqual([
    '1 2 3 … 2,410 Older',
    'Newer 1 2 3 … 2,410 Older',
    'Newer 1 2 3 … 2,410 Older',
    'Newer 1 … 1,204 … 2,410 Older',
    'Newer 1 … 2,408 2,409 2,410 Older',
    'Newer 1 … 2,408 2,409 2,410',
    'Newer 1 2 3 Older',
    'Newer 1 … 4 … 7 Older',
    'Newer 1 2 3 4 5 Older',
  ]);
});

test('a ranking of one post has no number', async () => {
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  await page.goto(
    site.add({ head: styles([]), body: '<ol class="list list-ranks columns-1"><li>Alone</li></ol>' }),
  );
  expect(
    await page.evaluate(() => getComputedStyle(document.querySelector('li') as Element, '::before').display),
  ).toBe('none');
});

test('a masthead at the start has its name in one row with its end, and uses the date’s space when both are absent', async () => {
  const masthead =
    '<header class="site-header"><div class="container"><div class="masthead"><div class="site-title"><p class="site-title-date">' +
    '<time>Mittwoch, 25. November 2026</time></p><div class="site-title-main"><p class="site-title-name"><a href="/">Allgemeine Zeitung</a></p></div></div>' +
    '<div class="masthead-tools"><a href="#s">Suche</a> <a href="#d">Dunkel</a> <a href="#a">Anmelden</a></div></div></div></header>';
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const url = site.add({ head: styles([block('header'), block('site-title')], 'tabloid'), body: masthead });
  for (const width of [768, 1024, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(url);
    const [main, tools, date] = await Promise.all(
      ['.site-title-main', '.masthead-tools', '.site-title-date'].map((name) =>
        page.evaluate<Box>(box(name)),
      ),
    );
    const middle = (one: Box | undefined) => (one ? one.top + one.height / 2 : 0);
    expect(Math.abs(middle(main) - middle(tools)), `${width}`).toBeLessThan(2);
    expect((date?.height ?? 0) > 0, `${width}`).toBe(width >= 1200);
    if (date?.height) expect(Math.abs(middle(date) - middle(tools)), `${width}`).toBeLessThan(2);
  }
});

test('no rule narrower than a coloured masthead is below it, whether the header is sticky or not', async () => {
  const page = await browser.newPage({ viewport: { width: 375, height: 800 } });
  const masthead =
    '<div class="container"><div class="masthead"><button class="mobile-menu-button">Menu</button></div></div>';
  for (const look of ['tabloid', 'technology'] as const) {
    for (const name of ['', 'sticks-menu', 'sticks-header']) {
      await page.goto(
        site.add({
          head: styles([block('header')], look),
          body: `<header class="site-header ${name}">${masthead}</header>`,
        }),
      );
      const rules = await page.evaluate(() =>
        [...document.querySelectorAll('.container,.masthead')].map((element) => {
          const { borderBottomWidth: width, borderBottomColor: colour, display } = getComputedStyle(element);
          return display === 'contents' || width === '0px' || colour === 'rgba(0, 0, 0, 0)';
        }),
      );
      expect(rules, `${look} ${name}`).toEqual([true, true]);
    }
  }
});

test('a masthead’s date that doesn’t fit one line has two of about the same length', async () => {
  const page = await browser.newPage({ viewport: { width: 600, height: 800 } });
  await page.goto(
    site.add({
      head: styles([block('header'), block('site-title')]),
      body: '<p class="site-title-date" style="width:max-content"><time>Mittwoch, 25. November 2026</time></p>',
    }),
  );
  const lengths = await page.evaluate(() => {
    const date = document.querySelector('.site-title-date') as HTMLElement;
    // A little narrower than needed: the year alone would wrap.
    date.style.width = `${date.offsetWidth - 4}px`;
    return [...(date.firstElementChild as HTMLElement).getClientRects()].map(({ width }) => width);
  });
  expect(lengths).toHaveLength(2);
  expect(Math.min(...lengths) / Math.max(...lengths)).toBeGreaterThan(0.6);
});

test('the sign in front of a kicker stays with its text, however long that is', async () => {
  const page = await browser.newPage({ viewport: { width: 300, height: 800 } });
  const url = site.add({
    head: styles([], 'technology'),
    body: `<div style="width:200px"><a class="kicker">Donau${'dampfschifffahrts'.repeat(3)}gesellschaft</a></div>`,
  });
  await page.goto(url);
  const tops = await page.evaluate(() => {
    const kicker = document.querySelector('.kicker') as HTMLElement;
    const range = document.createRange();
    range.selectNodeContents(kicker);
    const [first] = range.getClientRects();
    const { paddingTop } = getComputedStyle(kicker);
    return (first?.top ?? 0) - kicker.getBoundingClientRect().top - Number.parseFloat(paddingTop);
  });
  expect(tops).toBeLessThan(8);
});

test('in a date archive with a sidebar, card texts are never narrow columns: dates go above where the side has no room', async () => {
  const card = renderToStaticMarkup(<Card card={postCard({})} shape="list" pictures="plates" excerpt />);
  // As wide as the row next to the sidebar allows (`--sidebar`).
  const body =
    '<main style="width:min(100% - 64px,var(--container));margin:auto">' +
    `<div class="archive-loop" style="margin-inline-end:calc(var(--sidebar) + var(--gap))">` +
    `<h2 class="archive-group">November 2026</h2><ul class="list list-list columns-1"><li>${card}</li></ul></div></main>`;
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  for (const look of ['broadsheet', 'tabloid'] as const) {
    const url = site.add({ head: styles([block('archive-loop')], look), body });
    for (const width of [1024, 1100, 1200, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(url);
      const [date, text] = await Promise.all(
        ['.archive-group', '.card-text'].map((name) => page.evaluate<Box>(box(name))),
      );
      expect(text?.width, `${look} ${width}`).toBeGreaterThan(280);
      expect((date?.right ?? 0) < (text?.left ?? 0), `${look} ${width}`).toBe(width >= 1200);
    }
  }
});

test('a lead is at its final position while the posts next to it still load', async () => {
  for (const count of [1, 2, 4, 5, 7]) {
    for (const picture of [undefined, postCard().picture]) {
      const cards = Array.from({ length: count }, (_, n) =>
        postCard({ id: n + 1, title: `Title ${n + 1}`, picture }),
      );
      const [lead, ...others] = cards;
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(
        site.add({
          head: styles([block('front-lead')]),
          body: renderToStaticMarkup(
            <main>
              <FrontLead
                settings={frontLead.settings.parse({})}
                data={{ cards: [lead as PostCard, ...others] }}
                blockId="a"
              />
            </main>,
          ),
        }),
      );
      const there = await page.evaluate<Box>(box('.card-lead'));
      await page.evaluate(() => {
        for (const part of document.querySelectorAll('.front-side, .front-texts')) part.remove();
      });
      const { left, width } = await page.evaluate<Box>(box('.card-lead'));
      expect({ left, width }, `${count} posts, ${picture ? 'with' : 'without'} pictures`).toEqual({
        left: there.left,
        width: there.width,
      });
    }
  }
});

test('headlines with words of sixty characters leave no gap: they go below the lead, side by side', async () => {
  const title = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamte';
  const [lead, ...others] = Array.from({ length: 7 }, (_, n) =>
    postCard({ id: n + 1, title: n === 4 ? `The ${title} of ${title}` : `Title ${n + 1}` }),
  );
  for (const [width, look] of [
    [1024, 'tabloid'],
    [1280, 'broadsheet'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await page.goto(
      site.add({
        head: styles([block('front-lead')], look),
        body: renderToStaticMarkup(
          <main>
            <FrontLead
              settings={frontLead.settings.parse({})}
              data={{ cards: [lead as PostCard, ...others] }}
              blockId="a"
            />
          </main>,
        ),
      }),
    );
    const [big, texts, first, second] = await Promise.all(
      ['.card-lead', '.front-texts', '.front-texts>:first-child', '.front-texts>:nth-child(2)'].map(
        (selector) => page.evaluate<Box>(box(selector)),
      ),
    );
    expect(texts?.top, look).toBeGreaterThan((big?.top ?? 0) + (big?.height ?? 0));
    expect(texts?.width).toBeGreaterThan(width - 20);
    expect(first?.top).toBe(second?.top);
  }
});

const archive = (cards: readonly PostCard[], columns: number) =>
  `<section class="archive-loop"><ul class="list list-list columns-${columns}">${cards
    .map((card) => `<li>${renderToStaticMarkup(<Card card={card} shape="list" excerpt />)}</li>`)
    .join('')}</ul></section>`;
const posts = (count: number, more: Partial<PostCard> = {}) =>
  Array.from({ length: count }, (_, id) =>
    postCard({ id, excerpt: 'A sentence of some length about nothing in particular. '.repeat(8), ...more }),
  );

test('lines of an excerpt are as long as those of an article, however wide the page is', async () => {
  for (const width of [1280, 1920]) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const lead = renderToStaticMarkup(
      <Card card={posts(1, { picture: undefined })[0] as PostCard} shape="lead" excerpt />,
    );
    const body = `<div class="archive-loop"><div class="archive-first">${lead}</div></div>${archive(posts(4), 1)}`;
    await page.goto(site.add({ head: styles([block('archive-loop')]), body }));
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('.card-excerpt')].map((excerpt) => {
        const { height } = excerpt.getBoundingClientRect();
        return (
          (excerpt.textContent?.length ?? 0) /
          Math.round(height / Number.parseFloat(getComputedStyle(excerpt).lineHeight))
        );
      }),
    );
    expect(lines).toHaveLength(5);
    for (const letters of lines) expect(letters).toBeLessThan(76);
  }
});

test('the last of an odd number of posts fills both columns with one card: its picture in the first, its text in the second', async () => {
  const bare = { picture: undefined };
  for (const [columns, width, more] of [
    [2, 1280, {}],
    [2, 1280, bare],
    [3, 1920, {}],
    [3, 1920, bare],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(
      site.add({
        head: styles([block('archive-loop')]),
        body: `<div style="max-width:1180px">${archive(posts(5, more), columns)}</div>`,
      }),
    );
    const [list, last, first, second, title, excerpt, shown] = await Promise.all(
      [
        '.list',
        'li:last-child',
        'li:first-child',
        'li:nth-child(2)',
        'li:last-child .card-title',
        'li:last-child .card-excerpt',
        more === bare ? 'li:last-child .card' : 'li:last-child .card-picture',
      ].map((selector) => page.evaluate<Box>(box(selector))),
    );
    expect([last?.left, last?.right]).toEqual([list?.left, list?.right]);
    expect(title?.left).toBeCloseTo((more === bare ? first : second)?.left ?? 0, 0);
    expect(excerpt?.left).toBe(title?.left);
    expect(excerpt?.top).toBeGreaterThan((title?.top ?? 0) + (title?.height ?? 0));
    expect(shown?.right).toBeCloseTo((more === bare ? list : first)?.right ?? 0, 0);
    // Past the middle: no gap is left that looks like a card without text.
    expect(excerpt?.right).toBeGreaterThan((second?.left ?? 0) + 20);
  }
});

test('labels of bands are as far below the band’s edge as its end is below its content, in every look', async () => {
  for (const look of lookNames) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const bands = ['voices', 'video-band']
      .map((name) => `<section class="${name}"><h2 class="section-title">A band</h2></section>`)
      .join('');
    await page.goto(site.add({ head: styles([block('voices'), block('video-band')], look), body: bands }));
    for (const name of ['voices', 'video-band']) {
      const [band, title] = [
        await page.evaluate<Box>(box(`.${name}`)),
        await page.evaluate<Box>(box(`.${name} .section-title`)),
      ];
      expect(title.top - band.top, `${look} ${name}`).toBeGreaterThanOrEqual(32);
    }
  }
});

test('exactly one rule separates a list from its page numbers', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const pager = renderToStaticMarkup(
    <Pager label="Pages" current={1} pages={3} urlOf={(number) => `/page/${number}/`} />,
  );
  const list = (name: string) => `<ul class="list list-${name} columns-2"><li>A</li><li>B</li></ul>`;
  const body = ['compact', 'thumbs', 'list', 'cards', 'wire'].flatMap((name) => [
    `<section>${list(name)}${pager}</section>`,
    `<section class="post-list"><div class="post-list-items">${list(name)}</div>${pager}</section>`,
  ]);
  await page.goto(site.add({ head: styles([block('post-list')]), body: body.join('') }));
  const rules = await page.evaluate(() =>
    [...document.querySelectorAll('section')].map((section) =>
      [section.querySelector('li:last-child'), section.querySelector('.pager')].map((element, index) =>
        Number.parseFloat(
          getComputedStyle(element as Element)[index === 0 ? 'borderBottomWidth' : 'borderTopWidth'],
        ),
      ),
    ),
  );
  expect(rules).toHaveLength(10);
  for (const [below = 0, above = 0] of rules) expect(below + above).toBe(1);
});

test('dates of related posts are on one line, however long the texts above them are', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const post = (words: number) =>
    `<div class="jp-relatedposts-post"><h4 class="jp-relatedposts-post-title">${'Title '.repeat(words)}</h4>` +
    '<p class="jp-relatedposts-post-excerpt">Words.</p><p class="jp-relatedposts-post-date">Monday</p>' +
    '<p class="jp-relatedposts-post-context">In Science</p></div>';
  await page.goto(
    site.add({
      head: styles([block('site-related')]),
      body: `<div class="jp-relatedposts-items jp-relatedposts-grid">${[2, 30, 60].map(post).join('')}</div>`,
    }),
  );
  const tops = await page.evaluate(() =>
    [...document.querySelectorAll('.jp-relatedposts-post-date')].map(
      (date) => date.getBoundingClientRect().top,
    ),
  );
  expect(new Set(tops).size).toBe(1);
});

test('pictures that float next to a text overhang it equally, however their markup was written', async () => {
  const picture = (more = '') => `<img src="data:," width="150" height="90" ${more}>`;
  const aligned = (side: string) =>
    [
      `<p>${picture(`class="align${side}"`)}Text.</p>`,
      `<p><a href="#a">${picture(`class="align${side}"`)}</a>Text.</p>`,
      `<div class="wp-block-image"><figure class="align${side}">${picture()}</figure></div><p>Text.</p>`,
      `<figure class="wp-block-image align${side}">${picture()}</figure><p>Text.</p>`,
      picture(`class="align${side}"`),
    ]
      .map((html) => `${html}<div style="clear:both"></div>`)
      .join('');
  const text = `<div class="post-content">${aligned('left')}${aligned('right')}</div>`;
  for (const [width, row] of [
    [1280, 'row row-sidebar'],
    [1100, 'row row-sidebar'],
    [800, 'row row-sidebar'],
    [1280, 'column column-alone'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(
      site.add({
        head: styles([
          'article.css',
          'article-figures.css',
          'article-asides.css',
          block('row'),
          block('column'),
        ]),
        body: `<main id="content"><div class="${row}"><div>${text}</div><div class="column-sidebar"><div class="column-inner"><p></p></div></div></div></main>`,
      }),
    );
    for (const [side, edge] of [
      ['left', 'left'],
      ['right', 'right'],
    ] as const) {
      const edges = await page.evaluate(
        ([on, end]) =>
          [...document.querySelectorAll(`.align${on}`)].map((element) =>
            Math.round(element.getBoundingClientRect()[end]),
          ),
        [side, edge] as const,
      );
      expect(edges).toHaveLength(5);
      expect(new Set(edges).size, `${side} at ${width}, ${row}: ${edges.join()}`).toBe(1);
    }
  }
});

test('cards share the last row, however many they are, and a single one has its picture next to its text', async () => {
  const rows = [
    [3, 4, 1280],
    [3, 5, 1280],
    [4, 9, 1280],
    [4, 6, 1920],
    [4, 7, 1280],
    [2, 3, 1280],
    [3, 6, 1280],
    [3, 5, 800],
  ] as const;
  for (const [columns, count, width] of rows) {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    const items = posts(count)
      .map((card) => `<li>${renderToStaticMarkup(<Card card={card} shape="grid" />)}</li>`)
      .join('');
    await page.goto(
      site.add({
        head: styles([]),
        body: `<main id="content"><div class="post-list-items"><ul class="list list-cards columns-${columns}">${items}</ul></div></main>`,
      }),
    );
    const [list, last] = [
      await page.evaluate<Box>(box('.list')),
      await page.evaluate<Box>(box('li:last-child')),
    ];
    expect(last.left + last.width, `${count} in ${columns}`).toBeCloseTo(list.left + list.width, 0);
    const [picture, words] = [
      await page.evaluate<Box>(box('li:last-child .card-picture')),
      await page.evaluate<Box>(box('li:last-child .card-text')),
    ];
    const isAlone = count % (width < 1019 ? 2 : columns) === 1;
    expect(words.left > picture.left, `${count} in ${columns}`).toBe(isAlone);
  }
});

test('breaks a word of a title without a picture only when it is longer than the column, which never grows', async () => {
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunt';
  for (const [letters, isWhole] of [
    [word, true],
    [word.repeat(2), false],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const title = `The ${letters} of ${letters}`;
    const body = `<div style="width:836px">${archive(posts(2, { title, picture: undefined }), 1)}</div>`;
    await page.goto(site.add({ head: styles([block('archive-loop')]), body }));
    const { lines, over } = await page.evaluate((sought) => {
      const words = document
        .createTreeWalker(document.querySelector('.card-title') as Element, NodeFilter.SHOW_TEXT)
        .nextNode() as Text;
      const range = document.createRange();
      range.setStart(words, words.data.indexOf(sought));
      range.setEnd(words, words.data.indexOf(sought) + sought.length);
      const list = document.querySelector('.list') as Element;
      return { lines: range.getClientRects().length, over: list.scrollWidth - 836 };
    }, letters);
    expect([lines === 1, over]).toEqual([isWhole, 0]);
  }
});
