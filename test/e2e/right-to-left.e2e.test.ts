import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { atRest } from '../harness/at-rest.ts';
import { useChromium } from '../harness/chromium.ts';
import { makeComment, makePost, makeTerm, makeUser } from '../harness/factories.ts';
import { useRealSite } from '../harness/real-site.ts';

const browser = useChromium();
const english = 'Is the harbour open again?';
const mixed = 'Open Harbour 2.0 يصل إلى 40 ميناء قبل الشتاء.';
const arabic = 'لماذا تتوقف إشارات المرور عند الفجر؟';
const excerpts: Readonly<Record<string, string>> = {
  [english]: 'The ferry waits for nobody.',
  [mixed]: 'خبر من Harbour Systems.',
  [arabic]: 'لا أحد يعرف 7 أسباب.',
};
const content = `<p>${(excerpts[arabic] ?? '').repeat(8)}</p>`;
/** Extras of the English text: its own title, and a paragraph in Arabic. */
const passages =
  '<!-- wp:post-title /--><!-- wp:post-excerpt /--><p>Who is there?</p><h3>Nobody, yet.</h3><ul><li>First: wait.</li></ul>' +
  '<blockquote><p>Not yet!</p></blockquote><table><tr><td>A <b>ferry</b>.</td><td>40</td></tr></table><p>Harbour: لا أحد.</p>';
const site = useRealSite(async (tx) => {
  const author = await makeUser(tx, {
    login: 'harper',
    slug: 'harper',
    displayName: 'Harper Holt Jr.',
    bio: 'Writes of harbours.',
  });
  const sea = await makeTerm(tx, { name: 'البحر', slug: 'sea', description: 'All of the sea.' });
  for (const [index, title] of [mixed, arabic, english, arabic].entries()) {
    const postId = await makePost(tx, {
      title,
      slug: `post-${index}`,
      excerpt: excerpts[title],
      termIds: [sea],
      authorId: author,
      content: title === english ? passages : content,
    });
    if (title === english)
      for (const authorName of ['Harper Holt Jr.', 'سلمى'])
        await makeComment(tx, { postId, authorName, content: 'Well said!' });
  }
});
const inArabic = async (work: () => Promise<void>) => {
  await site.set({ site_language: 'ar' });
  try {
    await work();
  } finally {
    await site.set({ site_language: null, blogname: null });
  }
};

/** Whether the final mark is right of its preceding character, and whether the line ends at its parent's right edge. */
const standing = (page: Page, selector: string, text: string) =>
  page.evaluate(
    ([name = '', said = '']) =>
      [...document.querySelectorAll(name)]
        .filter((one) => one.textContent.trim() === said && one.getClientRects().length > 0)
        .map((one) => {
          const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
          const places: [Node, number][] = [];
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (let at = 0; at < (node.nodeValue ?? '').length; at++) places.push([node, at]);
          const rect = ([node, at]: [Node, number]) => {
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            return [...range.getClientRects()].at(-1) as DOMRect;
          };
          const [letter, mark] = places.slice(-2).map(rect);
          const range = document.createRange();
          range.selectNodeContents(one);
          const { right } = range.getBoundingClientRect();
          return {
            mark: (mark?.left ?? 0) >= (letter?.right ?? 0) - 1 ? 'right' : 'left',
            begins:
              Math.abs(right - (one.parentElement?.getBoundingClientRect().right ?? 0)) < 3
                ? 'right'
                : 'elsewhere',
          };
        }),
    [selector, text],
  );

test('on an Arabic site, punctuation of an English line follows its text, and the line starts with its neighbours', async () => {
  await inArabic(async () => {
    const page = await browser.newPage({ viewport: { width: 375, height: 812 } });
    const all = async (
      selector: string,
      text: string,
      mark: 'left' | 'right',
      begins: 'right' | 'elsewhere' = 'right',
    ) => {
      const found = await standing(page, selector, text);
      expect(found.length, `${selector} ${text}`).toBeGreaterThan(0);
      for (const one of found) expect(one, `${selector} ${text}`).toEqual({ mark, begins });
    };
    await site.set({ blogname: 'Harbour Weekly!' });
    await page.goto(`${site.url}/category/sea/`);
    // The footer loads on movement: a busy Chromium merges two moves into one, and ignores the first.
    let x = 0;
    await expect
      .poll(async () => {
        await page.mouse.move((x += 5), 5);
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        return page.locator('.footer-line').count();
      })
      .toBe(1);
    await all('.archive-description', 'All of the sea.', 'right');
    await all('.footer-line', `© ${new Date().getUTCFullYear()} Harbour Weekly!`, 'right');
    for (const [title, mark] of [
      [english, 'right'],
      [mixed, 'left'],
      [arabic, 'left'],
    ] as const) {
      await all('.card-title', title, mark);
      await all('.card-excerpt', excerpts[title] ?? '', mark);
    }
    expect(
      (await standing(page, '.byline a[rel=author]', 'Harper Holt Jr.')).map(({ mark }) => mark),
    ).toContain('right');
    await page.goto(`${site.url}/author/harper/`);
    expect(await page.locator('.archive-title h1').getAttribute('dir')).toBe('ltr');
    await page.goto(`${site.url}/post-2/`);
    expect(
      await page
        .locator('.comment-author')
        .evaluateAll((names) => names.map((name) => name.getAttribute('dir'))),
    ).toEqual(['ltr', null]);
    await all('.post-title', english, 'right');
    await all('.post-standfirst', excerpts[english] ?? '', 'right');
    await all('.author-box-bio', 'Writes of harbours.', 'right');
    await all('.wp-block-post-title', english, 'right');
    await all('.wp-block-post-excerpt__excerpt', excerpts[english] ?? '', 'right');
    // Passages start at their own reading side, including their first element.
    for (const [selector, text] of [
      ['p', 'Who is there?'],
      ['h3', 'Nobody, yet.'],
      ['li', 'First: wait.'],
      ['blockquote p', 'Not yet!'],
    ] as const) {
      await all(`.post-content ${selector}`, text, 'right', 'elsewhere');
    }
    await all('.post-content > p', 'Harbour: لا أحد.', 'left');
    expect(
      await page.locator('.post-content ul').evaluate((list) => getComputedStyle(list).paddingLeft),
    ).not.toBe('0px');
    expect(await page.locator('.table-scroll').evaluate((box) => getComputedStyle(box).direction)).toBe(
      'ltr',
    );
    await all('.comment-content p', 'Well said!', 'right', 'elsewhere');
    await page.goto(`${site.url}/post-2/embed/`);
    await all('h1', english, 'right', 'elsewhere');
    await all('.excerpt', excerpts[english] ?? '', 'right', 'elsewhere');
    expect(await page.locator('.excerpt').evaluate((line) => getComputedStyle(line).textAlign)).toBe('right');
    await page.goto(`${site.url}/post-0/`);
    await all('.post-title', mixed, 'left');
    await page.goto(`${site.url}/?s=harbour`);
    await all('.card-title', english, 'right');
    const { broadsheet } = (await (await fetch(`${site.url}/post-0/?relatedposts=1`)).json()) as {
      readonly broadsheet: { readonly html: string };
    };
    expect(broadsheet.html).toMatch(
      /<h4 class="jp-relatedposts-post-title"[^>]* dir="ltr"><a [^>]*>Is the harbour/,
    );
    const body = new URLSearchParams({ action: 'td_ajax_search', td_string: 'harbour' });
    const reply = (await (
      await fetch(`${site.url}/wp-admin/admin-ajax.php`, { method: 'POST', body })
    ).json()) as { readonly td_data: string };
    expect(reply.td_data).toMatch(/<span class="live-result-title" dir="ltr">Is the <mark/);
    expect(reply.td_data.match(/dir="ltr"/g)).toHaveLength(1);
  });
  expect(await (await fetch(`${site.url}/category/sea/`)).text()).not.toMatch(/dir="?ltr/);
});

/** Top offsets of each text's characters, in pixels. */
const heights = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '.site-title-name,.card-title,.card-excerpt,.byline time,.post-title,.post-standfirst,.post-content p',
      ),
    ].map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { top, bottom } = range.getBoundingClientRect();
      return { name: one.className || one.localName, top, bottom };
    }),
  );

/** Whether this system has a font that our fallback faces are measured for. */
const hasFallbackFonts = (page: Page) =>
  page.evaluate(() =>
    Promise.all(
      ['sans', 'serif'].map((kind) =>
        new FontFace(
          kind,
          kind === 'sans'
            ? 'local("Arial"),local("Liberation Sans"),local("Arimo")'
            : 'local("Times New Roman"),local("Liberation Serif"),local("Tinos")',
        ).load(),
      ),
    ).then(
      () => true,
      () => false,
    ),
  );

test('lines of an Arabic page keep their position when its Latin font loads, however late', async ({
  skip,
}) => {
  skip(
    !(await hasFallbackFonts(await browser.newPage())),
    'needs Liberation fonts: install the package "fonts-liberation"',
  );
  await inArabic(async () => {
    for (const [path, width] of [
      ['/', 375],
      ['/', 1280],
      ['/post-0/', 375],
      ['/post-0/', 1280],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height: 812 }, reducedMotion: 'reduce' });
      const { promise: wanted, resolve: come } = Promise.withResolvers<void>();
      await page.route(/\.woff2$/, async (route) => {
        await wanted;
        await route.continue();
      });
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1);
      const loaded = () =>
        page.evaluate(
          () =>
            [...document.fonts].filter(({ family, status }) => /Variable/.test(family) && status === 'loaded')
              .length,
        );
      const before = await heights(page);
      expect(await loaded()).toBe(0);
      come();
      await expect.poll(loaded).toBeGreaterThan(1);
      await page.evaluate(() => document.fonts.ready);
      const after = await heights(page);
      expect(before.length).toBeGreaterThan(4);
      const by = (index: number, side: 'top' | 'bottom') =>
        Math.abs((before[index]?.[side] ?? 0) - (after[index]?.[side] ?? 0));
      expect(
        before.filter((_text, index) => by(index, 'top') > 1 || by(index, 'bottom') > 1),
        `${path} at ${width}`,
      ).toEqual([]);
      await atRest(page);
      await page.close();
    }
  });
});
